package landlock

import (
	"errors"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// expand allows a directory entry by entry, so that the denied files in it are
// left out. Of the entries, only those directories that hold denied files
// themselves are taken apart further. Listing goes on to work everywhere below,
// and so does whatever else is not taken from denied files.
//
// A file that is made in such a directory later has no rule: it can not be read
// or executed until the ruleset is compiled anew.
func (b *builder) expand(g grant, fd int, real string) error {
	if real == "/" {
		return ErrRoot
	}
	b.expanded[real] = true
	outer := g
	outer.rights &^= deniable
	if err := b.rule(outer, fd, real, true); err != nil {
		return err
	}
	entries, err := list(fd)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Type()&os.ModeSymlink != 0 {
			continue // what it leads to has its own place
		}
		child, err := openEntry(fd, entry.Name())
		if err == unix.ENOENT {
			continue // gone meanwhile
		}
		if err != nil {
			return err
		}
		err = b.allow(g, child, join(real, entry.Name()))
		unix.Close(child)
		if err == ErrDenied {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// list reads a directory that is open without access (O_PATH). One that was removed
// meanwhile has no entries.
func list(dir int) ([]os.DirEntry, error) {
	fd, err := unix.Openat(dir, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), strconv.Itoa(dir))
	defer file.Close()
	entries, err := file.ReadDir(-1)
	if errors.Is(err, unix.ENOENT) {
		return nil, nil
	}
	return entries, err
}

// openEntry opens an entry of a directory without access to it, and the entry
// itself where it is a symbolic link.
func openEntry(dir int, name string) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

// join appends an entry's name to the path of its directory.
func join(dir, name string) string {
	if dir == "/" {
		return dir + name
	}
	return dir + "/" + name
}

// kernelMade reports whether a directory lies on a filesystem whose files the
// kernel makes up. None of them is a program on a disk.
func kernelMade(fd int) bool {
	var st unix.Statfs_t
	if unix.Fstatfs(fd, &st) != nil {
		return false
	}
	return st.Type == unix.PROC_SUPER_MAGIC || st.Type == unix.SYSFS_MAGIC
}
