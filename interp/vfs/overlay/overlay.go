// Package overlay shows a tree of another filesystem and keeps all changes to
// itself, in memory. What is not changed is read from the base when it is asked
// for; a file's content is copied when it is first opened for writing. Renamed
// directories, hard links and removed names are as in one filesystem. Changes
// lists what a session would have done to the base.
//
// It imports interp/vfs and interp/vfs/memory alone.
package overlay

import (
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
)

// An FS is a base and the changes to it.
type FS struct{ *memory.FS }

// New makes an overlay on base, which it only reads.
func New(base vfs.FS, id memory.Identity, limits memory.Limits) (*FS, error) {
	return Make(memory.Options{Base: base, Identity: id, Limits: limits})
}

// Make is New with all options; EINVAL without a base.
func Make(o memory.Options) (*FS, error) {
	if o.Base == nil {
		return nil, vfs.Error("open", "/", syscall.EINVAL)
	}
	m, err := memory.New(o)
	if err != nil {
		return nil, err
	}
	return &FS{m}, nil
}

// Import makes an overlay on o.Base of the changes that Export has written; see
// memory.Import.
func Import(r io.Reader, o memory.Options) (*FS, error) {
	if o.Base == nil {
		return nil, vfs.Error("import", "/", syscall.EINVAL)
	}
	m, err := memory.Import(r, o)
	if err != nil {
		return nil, err
	}
	return &FS{m}, nil
}

// Snapshot returns an overlay with the same base and the present changes, as
// memory.FS.Snapshot does.
func (f *FS) Snapshot() *FS { return &FS{f.FS.Snapshot()} }

// WriteChanges writes one line for each change, sorted by path: a letter (A
// added, M modified, D deleted, R renamed), the kind (file, dir, link, other)
// and the quoted path, with "from" and the old path for R.
func (f *FS) WriteChanges(w io.Writer) error {
	changes, err := f.Changes()
	if err != nil {
		return err
	}
	for _, c := range changes {
		var b strings.Builder
		fmt.Fprintf(&b, "%s %s %q", c.Op, Kind(c), c.Path)
		if c.From != "" {
			fmt.Fprintf(&b, " from %q", c.From)
		}
		if c.Op == memory.Modified && !c.Content {
			b.WriteString(" attributes")
		}
		b.WriteByte('\n')
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
	}
	return nil
}

// Kind is what kind of file a change is about: file, dir, link or other.
func Kind(c memory.Change) string {
	switch {
	case c.Mode.IsDir():
		return "dir"
	case c.Mode.IsRegular():
		return "file"
	case c.Mode.Type() == fs.ModeSymlink:
		return "link"
	}
	return "other"
}
