package files

import (
	"io/fs"

	"github.com/aegish/aegish/interp/vfs"
)

// A folder looks at the files of one directory, which it opens when the first is
// asked for.
type folder struct {
	fsys vfs.FS
	path string
	dir  vfs.Dir
	// open counts what all folders of a walk hold.
	open  *int
	tried bool
}

// maxFolders is how many directories one walk holds open.
const maxFolders = 32

func newFolder(fsys vfs.FS, path string, open *int) *folder {
	return &folder{fsys: fsys, path: path, open: open}
}

// held is the open directory, nil if there is none.
func (d *folder) held() vfs.Dir {
	if d.dir == nil && !d.tried && *d.open < maxFolders {
		d.tried = true
		// Why it can not be opened is said about each file.
		if dir, err := vfs.OpenDir(d.fsys, d.path); err == nil {
			d.dir = dir
			*d.open++
		}
	}
	return d.dir
}

// lstat looks at a file of the directory; full is its whole name.
func (d *folder) lstat(name, full string) (fs.FileInfo, error) {
	if dir := d.held(); dir != nil {
		return dir.Lstat(name)
	}
	return d.fsys.Lstat(full)
}

// chmod is Chmod for a file of the directory; where that is held, no link is
// followed.
func (d *folder) chmod(name, full string, mode fs.FileMode) error {
	if dir := d.held(); dir != nil {
		return dir.Chmod(name, mode)
	}
	return d.fsys.Chmod(full, mode)
}

// remove is Remove for a file of the directory.
func (d *folder) remove(name, full string) error {
	if dir := d.held(); dir != nil {
		return dir.Remove(name)
	}
	return d.fsys.Remove(full)
}

func (d *folder) close() {
	if d.dir != nil {
		d.dir.Close()
		d.dir = nil
		*d.open--
	}
}
