package vfs

import (
	"context"
	"io/fs"
	"syscall"
	"time"
)

// A ContextOpener is an FS whose OpenFile can wait: the open of a named pipe
// waits for the other side (fifo(7)).
type ContextOpener interface {
	// OpenFileContext is FS.OpenFile. It returns the cause of ctx when that
	// ends first.
	OpenFileContext(ctx context.Context, name string, flag int, perm fs.FileMode) (File, error)
}

// OpenContext opens a file of fsys and stops waiting when ctx ends, as far as
// fsys can.
func OpenContext(ctx context.Context, fsys FS, name string, flag int, perm fs.FileMode) (File, error) {
	if o, ok := fsys.(ContextOpener); ok {
		return o.OpenFileContext(ctx, name, flag, perm)
	}
	return fsys.OpenFile(name, flag, perm)
}

// A LinkTimer is an FS that can set the times of symbolic links.
type LinkTimer interface {
	// Lchtimes is Chtimes that does not follow a link (utimensat(2) with
	// AT_SYMLINK_NOFOLLOW).
	Lchtimes(name string, atime, mtime time.Time) error
}

// Lchtimes sets the times of a file that may be a symbolic link; EOPNOTSUPP
// where fsys has no times for those.
func Lchtimes(fsys FS, name string, atime, mtime time.Time) error {
	if l, ok := fsys.(LinkTimer); ok {
		return l.Lchtimes(name, atime, mtime)
	}
	fi, err := fsys.Lstat(name)
	switch {
	case err != nil:
		return err
	case fi.Mode()&fs.ModeSymlink != 0:
		return Error("chtimes", name, syscall.EOPNOTSUPP)
	}
	return fsys.Chtimes(name, atime, mtime)
}

// A ContextFile is a File whose reads and writes can wait, such as a named pipe
// or a terminal.
type ContextFile interface {
	// ReadContext is Read. It returns the cause of ctx when that ends first.
	ReadContext(ctx context.Context, p []byte) (int, error)
	// WriteContext is Write, likewise.
	WriteContext(ctx context.Context, p []byte) (int, error)
}

// An UntilReader is a File that can look for a delimiter without consuming what
// follows it.
type UntilReader interface {
	// ReadUntil and Ready are those of stream.Description.
	ReadUntil(ctx context.Context, delim byte, max int) ([]byte, error)
	Ready() bool
}

// A Versioned file counts the changes of its content, whoever makes them, so
// that a buffer in front of it knows when it is stale.
type Versioned interface {
	// Version is another number after each change.
	Version() uint64
}

// A Terminal is a File that may be a terminal.
type Terminal interface {
	// Terminal tells whether it is one (isatty(3)).
	Terminal() bool
}

// A LinkStopper is an FS that can leave the following of symbolic links to its
// caller, who knows a larger tree than it does.
type LinkStopper interface {
	// StopAtLinks returns the same tree; where a call would follow a symbolic
	// link, it does nothing and returns a *LinkError. Names passed to it are
	// clean: they have no "." or "..", but for a "/." at the end, which asks
	// whether a directory can be searched.
	StopAtLinks() FS
}

// A LinkError tells where a walk met a symbolic link.
type LinkError struct {
	// Dir is the directory that the link is in; no link leads there.
	Dir string
	// Target is what the link holds.
	Target string
	// Rest is what followed the link's name, without a leading slash.
	Rest string
}

// Error implements error.
func (e *LinkError) Error() string { return "symbolic link in " + e.Dir + " to " + e.Target }
