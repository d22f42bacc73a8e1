package treetest

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
)

// A node is one file of a tree.
type node struct {
	name string
	kind byte   // f file, d directory, l symbolic link, h hard link, p named pipe
	data string // the content, or where a link leads
	mode fs.FileMode
	when int64 // seconds since 1970 of the modification, 0 for now
}

func (n node) String() string {
	return fmt.Sprintf("%c %04o %d %q %s", n.kind, vfs.ModeBits(n.mode), n.when, n.name, clip(fmt.Sprintf("%q", n.data), 60))
}

// maker is what both sides make trees with.
type maker interface {
	write(name, data string) error
	mkdir(name string) error
	symlink(target, name string) error
	link(target, name string) error
	mkfifo(name string) error
	chmod(name string, mode fs.FileMode) error
	chtimes(name string, at time.Time) error
}

// plant makes the nodes below dir. One that can not be made is left out.
func plant(m maker, dir string, nodes []node) {
	var made []node
	for _, n := range nodes {
		full := dir + "/" + n.name
		var err error
		switch n.kind {
		case 'f':
			err = m.write(full, n.data)
		case 'd':
			err = m.mkdir(full)
		case 'l':
			err = m.symlink(n.data, full)
		case 'h':
			err = m.link(dir+"/"+n.data, full)
		case 'p':
			err = m.mkfifo(full)
		}
		if err == nil && n.kind != 'l' && n.kind != 'h' {
			made = append(made, n)
		}
	}
	for i := len(made) - 1; i >= 0; i-- {
		n := made[i]
		if n.when != 0 {
			_ = m.chtimes(dir+"/"+n.name, time.Unix(n.when, 0))
		}
		_ = m.chmod(dir+"/"+n.name, n.mode)
	}
}

// disk is the host's side.
type disk struct{}

func (disk) write(name, data string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err = f.WriteString(data); err != nil {
		return err
	}
	return own(name)
}
func (disk) mkdir(name string) error           { return ownIf(os.Mkdir(name, 0o755), name) }
func (disk) symlink(target, name string) error { return ownIf(os.Symlink(target, name), name) }
func (disk) link(target, name string) error    { return os.Link(target, name) }
func (disk) mkfifo(name string) error          { return ownIf(syscall.Mkfifo(name, 0o644), name) }
func (disk) chmod(name string, mode fs.FileMode) error {
	return syscall.Chmod(name, vfs.ModeBits(mode))
}
func (disk) chtimes(name string, at time.Time) error { return os.Chtimes(name, at, at) }

func ownIf(err error, name string) error {
	if err != nil {
		return err
	}
	return own(name)
}

// own gives a file to the user that the tools run as.
func own(name string) error {
	uid, gid := whoami()
	if uid == os.Getuid() {
		return nil
	}
	return os.Lchown(name, uid, gid)
}

// inMemory is our side.
type inMemory struct{ *memory.FS }

func (m inMemory) write(name, data string) error {
	f, err := m.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.WriteString(f, data)
	return err
}
func (m inMemory) mkdir(name string) error                    { return m.Mkdir(name, 0o755) }
func (m inMemory) symlink(target, name string) error          { return m.Symlink(target, name) }
func (m inMemory) link(target, name string) error             { return m.Link(target, name) }
func (m inMemory) mkfifo(name string) error                   { return m.Mkfifo(name, 0o644) }
func (m inMemory) chmod(name string, mode fs.FileMode) error  { return m.Chmod(name, mode) }
func (m inMemory) chtimes(name string, at time.Time) error    { return m.Chtimes(name, at, at) }
func (m inMemory) listDir(name string) ([]fs.DirEntry, error) { return m.ReadDir(name) }
func (m inMemory) readFile(name string) (string, error) {
	return slurp(m.OpenFile(name, os.O_RDONLY, 0))
}
func (m inMemory) identity(fi fs.FileInfo) (uint64, int64) {
	s := fi.Sys().(*vfs.Sys)
	return s.Ino, int64(s.Nlink)
}
func (disk) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (disk) Readlink(name string) (string, error)       { return os.Readlink(name) }
func (disk) listDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (disk) readFile(name string) (string, error)       { b, err := os.ReadFile(name); return string(b), err }
func (disk) identity(fi fs.FileInfo) (uint64, int64) {
	s := fi.Sys().(*syscall.Stat_t)
	return s.Ino, int64(s.Nlink)
}

func slurp(f vfs.File, err error) (string, error) {
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	return string(b), err
}

// viewer is what both sides are listed with.
type viewer interface {
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	listDir(name string) ([]fs.DirEntry, error)
	readFile(name string) (string, error)
	identity(fi fs.FileInfo) (ino uint64, links int64)
}

// old is where times begin that no trial sets.
var old = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// listing describes all that is below dir, a line each: type, permissions, time
// when it is an old one, which names are one file, and content.
func listing(t testing.TB, v viewer, dir string) string {
	t.Helper()
	var b strings.Builder
	first := map[uint64]string{}
	var walk func(name string)
	walk = func(name string) {
		list, err := v.listDir(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			full := name + "/" + e.Name()
			fi, err := v.Lstat(full)
			if err != nil {
				t.Fatal(err)
			}
			when := "now"
			if fi.ModTime().Before(old) {
				when = fi.ModTime().UTC().Format("2006-01-02T15:04:05.999999999")
			}
			fmt.Fprintf(&b, "%v %q", fi.Mode(), full[len(dir)+1:])
			if fi.Mode().Type() != fs.ModeSymlink {
				fmt.Fprintf(&b, " %s", when)
			}
			ino, links := v.identity(fi)
			if links > 1 && !fi.IsDir() {
				if known, ok := first[ino]; ok {
					fmt.Fprintf(&b, " = %q\n", known)
					continue
				}
				first[ino] = full[len(dir)+1:]
			}
			describe(t, &b, v, full, fi.Mode())
			if fi.IsDir() {
				walk(full)
			}
		}
	}
	walk(dir)
	return b.String()
}

func describe(t testing.TB, b *strings.Builder, v viewer, full string, mode fs.FileMode) {
	t.Helper()
	var err error
	var text string
	switch mode.Type() {
	case fs.ModeSymlink:
		text, err = v.Readlink(full)
		fmt.Fprintf(b, " -> %q", text)
	case 0:
		text, err = v.readFile(full)
		fmt.Fprintf(b, " %s", clip(fmt.Sprintf("%q", text), 200))
	}
	if err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
}

// wipe empties a directory of the host.
func wipe(t testing.TB, dir string) {
	t.Helper()
	if os.Getuid() != 0 {
		_ = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
			if e != nil && e.IsDir() {
				_ = os.Chmod(name, 0o700)
			}
			return nil
		})
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
}

func clip(s string, most int) string {
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
