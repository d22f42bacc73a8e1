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

// lstat looks at a file of the directory; full is its whole name.
func (d *folder) lstat(name, full string) (fs.FileInfo, error) {
	if d.dir == nil && !d.tried && *d.open < maxFolders {
		d.tried = true
		// Why it can not be opened is said about each file.
		if dir, err := vfs.OpenDir(d.fsys, d.path); err == nil {
			d.dir = dir
			*d.open++
		}
	}
	if d.dir == nil {
		return d.fsys.Lstat(full)
	}
	return d.dir.Lstat(name)
}

func (d *folder) close() {
	if d.dir != nil {
		d.dir.Close()
		d.dir = nil
		*d.open--
	}
}
