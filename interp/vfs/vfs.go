// Package vfs is the filesystem that the interpreter and its commands work on.
//
// An FS is one tree; its backends live in packages and files of their own. All
// paths that an FS takes are absolute, slash-separated and clean ("/",
// "/a/b"); ".." is resolved by the FS while it walks, as a kernel does, because
// a lexical clean is wrong behind a symbolic link. Errors are *fs.PathError
// around the Errno values of package syscall, so that messages can be worded
// as the C library words them.
//
// It imports nothing of ours.
package vfs

import (
	"io"
	"io/fs"
	"time"
)

// An FS is a filesystem with the calls that a shell and its commands need. It
// is safe for concurrent use.
type FS interface {
	// OpenFile opens the named file; flag takes the O_ values of package os
	// (open(2)), perm is used when a file is made and has had the umask
	// taken away.
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	// Stat says what is known of a file (stat(2)); it follows symbolic links.
	// The Sys of the result is a *Sys.
	Stat(name string) (fs.FileInfo, error)
	// Lstat is Stat for the link itself where name is a symbolic link.
	Lstat(name string) (fs.FileInfo, error)
	// ReadDir lists a directory, sorted by name in byte order, without "."
	// and "..".
	ReadDir(name string) ([]fs.DirEntry, error)
	// Mkdir makes a directory (mkdir(2)); perm has had the umask taken away.
	Mkdir(name string, perm fs.FileMode) error
	// Remove removes a file or an empty directory.
	Remove(name string) error
	// Rename gives a file another name, and takes the place of what had that
	// (rename(2)).
	Rename(from, to string) error
	// Symlink makes name a symbolic link that holds target, which is not
	// interpreted.
	Symlink(target, name string) error
	// Readlink returns what a symbolic link holds; EINVAL for anything else
	// (readlink(2)).
	Readlink(name string) (string, error)
	// Link makes name a hard link to the file at target; a symbolic link is
	// not followed (linkat(2) without AT_SYMLINK_FOLLOW).
	Link(target, name string) error
	// Chmod sets the permissions of a file, and set-user-id, set-group-id and
	// sticky as package fs has them. Symbolic links are followed (chmod(2)).
	Chmod(name string, mode fs.FileMode) error
	// Chtimes sets the times of access and modification. A zero time leaves
	// the value alone. Symbolic links are followed.
	Chtimes(name string, atime, mtime time.Time) error
	// Truncate cuts a file to size bytes, or fills it up with NUL bytes
	// (truncate(2)).
	Truncate(name string, size int64) error
	// Mkfifo makes a named pipe. A filesystem that has none returns ENOSYS.
	Mkfifo(name string, perm fs.FileMode) error
}

// A File is an open file. Reads and writes move one common offset; with
// O_APPEND every write goes to the end.
type File interface {
	io.Reader
	io.Writer
	io.Seeker
	io.Closer
	io.ReaderAt
	// Name is the name that the file was opened by.
	Name() string
	// Stat is FS.Stat for the open file (fstat(2)).
	Stat() (fs.FileInfo, error)
	// Truncate is FS.Truncate for the open file, which has to be open for
	// writing (ftruncate(2)). The offset stays.
	Truncate(size int64) error
}

// Sys is what a FileInfo of an FS knows beyond package fs (stat(2)).
type Sys struct {
	// Dev and Ino together tell one file from all others.
	Dev, Ino, Nlink uint64
	UID, GID        uint32
	// Rdev is the number of the device that a device file stands for.
	Rdev uint64
	// Atime and Ctime are when it was last read, and when its attributes last
	// changed.
	Atime, Ctime time.Time
	// Blocks counts 512-byte blocks.
	Blocks int64
}
