package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// rootOnly returns why somebody other than root could change what is executed
// at a path: an owner or a mode of the file, of its directories, or of those
// that its name leads through. nil means that only root can.
func (h Host) rootOnly(path string) error {
	resolved, err := h.resolve(path)
	if err != nil {
		return err
	}
	info, err := h.stat(resolved)
	if err != nil {
		return bare(err)
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
		return errors.New("not an executable regular file")
	}
	if err := h.rootsOwn(info); err != nil {
		return err
	}
	for _, file := range []string{path, resolved} {
		for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
			info, err := h.stat(dir)
			if err != nil {
				return bare(err)
			}
			if err := h.rootsOwn(info); err != nil {
				return fmt.Errorf("directory %s: %w", dir, err)
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return nil
}

// rootsOwn accepts what root owns and nobody else can write. In a sticky
// directory nobody can replace a file of root's.
func (h Host) rootsOwn(info fs.FileInfo) error {
	uid, _, ok := owner(info)
	if !ok {
		return errors.New("owner unknown")
	}
	if uid != h.RootUID {
		return fmt.Errorf("owned by user id %d, not by root", uid)
	}
	sticky := info.IsDir() && info.Mode()&fs.ModeSticky != 0
	if info.Mode().Perm()&0o022 != 0 && !sticky {
		return fmt.Errorf("writable by group or others (mode %04o)", info.Mode().Perm())
	}
	return nil
}
