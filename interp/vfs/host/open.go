package host

import (
	"context"
	"io/fs"
	"os"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/pipe"
	"golang.org/x/sys/unix"
)

// known are the flags of open(2) that mean something here; others are left out.
const known = unix.O_ACCMODE | unix.O_CREAT | unix.O_EXCL | unix.O_TRUNC | unix.O_APPEND |
	unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_SYNC | unix.O_DSYNC

// OpenFile implements vfs.FS.
func (f *FS) OpenFile(name string, flag int, perm fs.FileMode) (vfs.File, error) {
	return f.OpenFileContext(context.Background(), name, flag, perm)
}

// OpenFileContext implements vfs.ContextOpener.
func (f *FS) OpenFileContext(ctx context.Context, name string, flag int, perm fs.FileMode) (vfs.File, error) {
	o, err := f.open(ctx, name, flag, perm)
	if err != nil {
		return nil, vfs.Error("open", name, err)
	}
	return o, nil
}

func (f *FS) open(ctx context.Context, name string, flag int, perm fs.FileMode) (vfs.File, error) {
	if flag&unix.O_ACCMODE == unix.O_ACCMODE || flag&unix.O_CREAT != 0 && flag&unix.O_DIRECTORY != 0 {
		return nil, unix.EINVAL
	}
	for range retries {
		file, again, err := f.tryOpen(ctx, name, flag, perm)
		if !again {
			return file, err
		}
	}
	return nil, unix.EAGAIN
}

// tryOpen looks at what is there before it opens it: the mere open of a device
// or a named pipe can have effects. What came in between makes it try again.
func (f *FS) tryOpen(ctx context.Context, name string, flag int, perm fs.FileMode) (file vfs.File, again bool, err error) {
	if err := f.slashed(name, flag); err != nil {
		return nil, false, err
	}
	seen, missing, err := f.look(name, flag)
	if err != nil && flag&unix.O_CREAT != 0 && flag&unix.O_EXCL == 0 {
		// The kernel has its own order of errors for this.
		var st unix.Stat_t
		fd, _, e := f.openSeen(name, flag, true, perm, &st)
		if e == nil {
			unix.Close(fd)
			return nil, true, nil
		}
		err = e
	}
	if err != nil {
		return nil, false, err
	}
	if !missing && flag&unix.O_CREAT != 0 && flag&unix.O_EXCL != 0 {
		return nil, false, unix.EEXIST
	}
	if !missing {
		switch seen.Mode & unix.S_IFMT {
		case unix.S_IFIFO:
			file, err := f.openFifo(ctx, name, flag)
			return file, false, err
		case unix.S_IFSOCK:
			return nil, false, unix.ENXIO
		case unix.S_IFCHR, unix.S_IFBLK:
			return nil, false, unix.EACCES
		}
	}
	if !missing && flag&unix.O_CREAT != 0 && seen.Mode&unix.S_IFMT == unix.S_IFDIR {
		return nil, false, unix.EISDIR
	}
	var st unix.Stat_t
	fd, made, err := f.openSeen(name, flag, missing, perm, &st)
	if missing && err == unix.EEXIST && flag&unix.O_EXCL == 0 || !missing && err == unix.ENOENT && flag&unix.O_CREAT != 0 {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	trunc := !missing && flag&unix.O_TRUNC != 0
	kind := st.Mode & unix.S_IFMT
	switch {
	case kind != unix.S_IFREG && kind != unix.S_IFDIR, !missing && (st.Dev != seen.Dev || st.Ino != seen.Ino):
		unix.Close(fd)
		return nil, true, nil
	case made:
		err = correct(fd, &st, perm)
	case trunc && kind == unix.S_IFREG:
		err = unix.Ftruncate(fd, 0)
	}
	if err != nil {
		unix.Close(fd)
		return nil, false, err
	}
	o := &openFile{f: f, id: fileID{uint64(st.Dev), st.Ino}, fd: fd, name: name, flag: flag}
	o.state = f.use(o.id, trunc)
	return o, false, nil
}

// openSeen opens what was seen, or makes what was not: first so that it is
// certain who made it, and then through a link that leads nowhere yet. st is what
// it opened.
func (f *FS) openSeen(name string, flag int, missing bool, perm fs.FileMode, st *unix.Stat_t) (fd int, made bool, err error) {
	how := flag&known&^unix.O_TRUNC | unix.O_NONBLOCK | unix.O_NOCTTY
	if !missing {
		how &^= unix.O_CREAT | unix.O_EXCL
		fd, err = f.resolveStat(name, how|writeToTruncate(how, flag&unix.O_TRUNC != 0), 0, st)
		return fd, false, err
	}
	fd, err = f.resolveStat(name, how|unix.O_EXCL, vfs.ModeBits(perm), st)
	if err == unix.EEXIST && flag&unix.O_EXCL == 0 {
		fd, err = f.resolveStat(name, how, vfs.ModeBits(perm), st)
	}
	return fd, err == nil, err
}

// slashed refuses a name with a slash after it that is to be made, before it is
// looked up, as the kernel does.
func (f *FS) slashed(name string, flag int) error {
	if flag&unix.O_CREAT == 0 || name == "" || name[len(name)-1] != '/' {
		return nil
	}
	at, err := f.parent(name)
	if err != nil {
		return rootIs(err, unix.EISDIR)
	}
	at.close()
	if at.last == "./" || at.last == "../" {
		return nil
	}
	return unix.EISDIR
}

// writeToTruncate is the access mode for a file that is to be emptied, which
// O_TRUNC itself would give.
func writeToTruncate(how int, trunc bool) int {
	if trunc && how&unix.O_ACCMODE == unix.O_RDONLY {
		return unix.O_RDWR
	}
	return 0
}

// look finds out what name is, or that open may make it.
func (f *FS) look(name string, flag int) (st unix.Stat_t, missing bool, err error) {
	how := unix.O_PATH | flag&(unix.O_DIRECTORY|unix.O_NOFOLLOW)
	if flag&unix.O_CREAT != 0 && flag&unix.O_EXCL != 0 {
		how |= unix.O_NOFOLLOW
	}
	fd, err := f.resolveStat(name, how, 0, &st)
	if flag&unix.O_CREAT != 0 && err == unix.ENOENT {
		return st, true, nil
	}
	if err != nil {
		return st, false, err
	}
	unix.Close(fd)
	if st.Mode&unix.S_IFMT == unix.S_IFLNK && flag&unix.O_EXCL == 0 {
		err = unix.ELOOP
	}
	return st, false, err
}

// use counts a user of an open file.
func (s *shared) use(id fileID, changed bool) *openState {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.files[id]
	if o == nil {
		o = &openState{}
		s.files[id] = o
	}
	o.users++
	if changed {
		o.version.Add(1)
	}
	return o
}

func (s *shared) drop(id fileID, o *openState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.users--; o.users == 0 {
		delete(s.files, id)
	}
}

// Truncate implements vfs.FS.
func (f *FS) Truncate(name string, size int64) error {
	return vfs.Error("truncate", name, f.truncate(name, size))
}

func (f *FS) truncate(name string, size int64) error {
	if size < 0 {
		return unix.EINVAL
	}
	st, _, err := f.look(name, 0)
	if err != nil {
		return err
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		return unix.EISDIR
	case unix.S_IFREG:
	default:
		return unix.EINVAL
	}
	// By now it may be a named pipe, for which nobody waits here.
	o, err := f.OpenFile(name, os.O_WRONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return cause(err)
	}
	defer o.Close()
	return cause(o.Truncate(size))
}

// openFifo joins those who have the same named pipe open here. The kernel's
// pipe behind it is never opened.
func (f *FS) openFifo(ctx context.Context, name string, flag int) (vfs.File, error) {
	fd, err := f.permitted(name, flag)
	if err != nil {
		return nil, err
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		unix.Close(fd)
		return nil, err
	}
	id := fileID{uint64(st.Dev), st.Ino}
	f.mu.Lock()
	o := f.pipes[id]
	if o == nil {
		o = &openPipe{p: pipe.New(0)}
		f.pipes[id] = o
	}
	o.users++
	f.mu.Unlock()
	done := func() {
		unix.Close(fd)
		f.mu.Lock()
		defer f.mu.Unlock()
		if o.users--; o.users == 0 {
			delete(f.pipes, id)
		}
	}
	written := func() {
		unix.UtimesNanoAt(fd, "", []unix.Timespec{{Nsec: unix.UTIME_OMIT}, {Nsec: unix.UTIME_NOW}}, unix.AT_EMPTY_PATH)
	}
	stat := func() (fs.FileInfo, error) { return status(fd, name) }
	return vfs.OpenFifo(ctx, o.p, vfs.Fifo{Path: name, Flag: flag, Status: stat, Written: written, Done: done})
}

// permitted asks the kernel for the permissions of a named pipe without opening
// it, and returns a descriptor of O_PATH.
func (f *FS) permitted(name string, flag int) (int, error) {
	fd, err := f.resolve(name, unix.O_PATH|flag&(unix.O_DIRECTORY|unix.O_NOFOLLOW), 0)
	if err != nil {
		return -1, err
	}
	var want uint32
	if flag&unix.O_ACCMODE != unix.O_WRONLY {
		want = unix.R_OK
	}
	if flag&unix.O_ACCMODE != unix.O_RDONLY {
		want |= unix.W_OK
	}
	if err := unix.Faccessat(fd, "", want, unix.AT_EMPTY_PATH|unix.AT_EACCESS); err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}
