package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/vfs/memory"
	"golang.org/x/sys/unix"
)

// maxStateFile bounds a file of --state, in bytes: the image of a filesystem
// at its default limit, and what the shell may have.
const maxStateFile = 1 << 30

// checkState says whether --state can be used, and makes its name absolute: a
// session may begin in another directory.
func (o *options) checkState(cfg *config.Config, login bool) error {
	switch {
	case o.state == "":
		return nil
	case login:
		return usage("--state: not in a login shell")
	case cfg.Engine != config.EngineInterp:
		return usage("--state: only with the engine interp")
	}
	full, err := filepath.Abs(o.state)
	o.state = full
	return err
}

// readState reads the file of --state, nil where there is none yet.
func readState(name string, files memory.Options) (*interp.State, error) {
	f, err := openState(name)
	if errors.Is(err, os.ErrNotExist) {
		err = stateCanBegin(name)
		if err == nil {
			return nil, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("--state: %w", err)
	}
	defer f.Close()
	st, err := interp.ReadState(io.LimitReader(f, maxStateFile), files)
	if errors.Is(err, memory.ErrBase) {
		return nil, fmt.Errorf("--state: %s was saved with another interp.fs or interp.root: %w", name, err)
	}
	if err != nil {
		return nil, fmt.Errorf("--state: %s: %w", name, err)
	}
	return st, nil
}

// stateCanBegin says why no file can be made where there is none yet: the end of
// a session is too late to tell.
func stateCanBegin(name string) error {
	dir := filepath.Dir(name)
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = &os.PathError{Op: "open", Path: dir, Err: unix.ENOTDIR}
	}
	if err == nil {
		if denied := unix.Access(dir, unix.W_OK|unix.X_OK); denied != nil {
			err = &os.PathError{Op: "write", Path: dir, Err: denied}
		}
	}
	return err
}

// savedState is the session to go on with, nil for a new one. files is how the
// filesystem is to be that goes with it.
func savedState(name string, cfg config.Interp, files memory.Options) (*interp.State, error) {
	if name == "" {
		return nil, nil
	}
	saved, err := readState(name, files)
	switch {
	case err != nil || saved == nil:
		return nil, err
	case cfg.FS != config.FSHost && saved.FS == nil:
		return nil, fmt.Errorf("--state: %s has no files: it was saved where interp.fs is \"host\"", name)
	case cfg.FS == config.FSHost && saved.FS != nil:
		return nil, fmt.Errorf("--state: %s has files of its own: it was saved where interp.fs is \"memory\"", name)
	}
	return saved, nil
}

// openState opens a file that nobody else could have made or changed.
func openState(name string) (*os.File, error) {
	fd, err := unix.Open(name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		if errors.Is(err, unix.ELOOP) {
			err = errors.New("is a symbolic link")
		}
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	f := os.NewFile(uintptr(fd), name)
	info, err := f.Stat()
	if err == nil {
		st, ok := info.Sys().(*syscall.Stat_t)
		switch {
		case !info.Mode().IsRegular():
			err = errors.New("is no regular file")
		case !ok || int(st.Uid) != os.Geteuid():
			err = errors.New("belongs to another user")
		case info.Mode().Perm()&0o022 != 0:
			err = fmt.Errorf("can be written by others (mode %04o)", info.Mode().Perm())
		case info.Size() > maxStateFile:
			err = fmt.Errorf("has %d bytes, the limit is %d", info.Size(), maxStateFile)
		}
		if err != nil {
			err = &os.PathError{Op: "open", Path: name, Err: err}
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// writeState replaces the file of --state, whole or not at all, with mode 0600.
// sync waits until it would survive the machine's end.
func writeState(name string, sync bool, save func(io.Writer) error) (err error) {
	temporary := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+rand.Text()[:8])
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temporary)
		}
	}()
	err = save(&atMost{f, maxStateFile})
	if sync && err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(temporary, name)
}

// atMost is a writer that fails behind a number of bytes.
type atMost struct {
	w    io.Writer
	left int64
}

func (a *atMost) Write(p []byte) (int, error) {
	if int64(len(p)) > a.left {
		return 0, fmt.Errorf("more than %d bytes", maxStateFile)
	}
	n, err := a.w.Write(p)
	a.left -= int64(n)
	return n, err
}

// A stateKeeper saves a session to the file of --state. What stands in the way
// is told once.
type stateKeeper struct {
	name   string
	save   func(io.Writer) error
	stderr io.Writer
	told   string
}

// keeper is nil where nothing is to be kept.
func (p Process) keeper(name string, engine executor.Engine) *stateKeeper {
	saver, ok := engine.(interface{ Save(io.Writer) error })
	if name == "" || !ok {
		return nil
	}
	return &stateKeeper{name: name, save: saver.Save, stderr: p.Stderr}
}

// keep saves the session, between two commands or, last, when it has ended.
func (k *stateKeeper) keep(last bool) {
	if k == nil {
		return
	}
	err := writeState(k.name, last, k.save)
	if err == nil || errors.Is(err, executor.ErrNotBegun) {
		return
	}
	if text := fmt.Sprintf("aegish: the state is not saved: %v\n", err); text != k.told || last {
		k.told = text
		fmt.Fprint(k.stderr, text)
	}
}
