package host

import (
	"encoding/binary"
	"io/fs"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/vfs"
	"golang.org/x/sys/unix"
)

// An entry is a name in a directory of the host.
type entry struct {
	f         *FS
	dir, name string
	mode      fs.FileMode
}

func (e *entry) Name() string               { return e.name }
func (e *entry) IsDir() bool                { return e.mode.IsDir() }
func (e *entry) Type() fs.FileMode          { return e.mode }
func (e *entry) Info() (fs.FileInfo, error) { return e.f.Lstat(e.dir + "/" + e.name) }

// ReadDir implements vfs.FS.
func (f *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	fd, err := f.resolve(name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, vfs.Error("open", name, err)
	}
	defer unix.Close(fd)
	entries, err := f.entries(fd, name)
	if err != nil {
		return nil, vfs.Error("readdir", name, err)
	}
	sorted := make([]*entry, len(entries))
	for i := range entries {
		sorted[i] = &entries[i]
	}
	slices.SortFunc(sorted, func(a, b *entry) int { return strings.Compare(a.name, b.name) })
	all := make([]fs.DirEntry, len(entries))
	for i, e := range sorted {
		all[i] = e
	}
	return all, nil
}

// entries reads a directory in the kernel's order; dir is its name.
func (f *FS) entries(fd int, dir string) ([]entry, error) {
	var all []entry
	buf := make([]byte, 32<<10)
	for {
		n, err := unix.ReadDirent(fd, buf)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return nil, err
		case n == 0:
			return all, nil
		}
		for text := string(buf[:n]); text != ""; { // whose parts are the names
			e, rest := firstEntry(text)
			text = rest
			if e.name == "." || e.name == ".." {
				continue
			}
			if e.kind == unix.DT_UNKNOWN && !lookUp(fd, &e) {
				continue // gone
			}
			all = append(all, entry{f, dir, e.name, fileMode(uint32(e.kind) << 12).Type()})
		}
		if len(all) > maxEntries {
			return nil, unix.EOVERFLOW
		}
	}
}

// A record is one of those that getdents64(2) writes, as far as it is of use.
type record struct {
	name string
	kind uint8 // DT_REG and the like, S_IFMT's bits of a mode
}

// Where the parts of a struct linux_dirent64 are (getdents64(2)).
const (
	recordLength = 16
	recordKind   = 18
	recordName   = 19
)

// firstEntry is the first record of those in text, and the rest.
func firstEntry(text string) (record, string) {
	if len(text) <= recordName {
		return record{}, ""
	}
	length := int(binary.NativeEndian.Uint16([]byte(text[recordLength:recordKind])))
	if length <= recordName || length > len(text) {
		return record{}, ""
	}
	name, _, _ := strings.Cut(text[recordName:length], "\x00")
	return record{name, text[recordKind]}, text[length:]
}

// lookUp finds out the kind that the filesystem did not tell.
func lookUp(fd int, r *record) bool {
	var st unix.Stat_t
	err := unix.Fstatat(fd, r.name, &st, unix.AT_SYMLINK_NOFOLLOW|unix.AT_NO_AUTOMOUNT)
	r.kind = uint8((st.Mode & unix.S_IFMT) >> 12)
	return err == nil
}
