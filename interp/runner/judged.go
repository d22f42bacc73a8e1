package runner

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

// Bounds of what is asked about one call: how often a name may come to mean
// another file between the question and the call, and how many files a renamed
// directory may hold.
const (
	maxSwaps   = 16
	maxRenamed = 20_000
)

// A use is a call about one file: op names it for errors, flag is that of Open,
// follow says whether a symbolic link at the end is followed.
type use struct {
	op, name string
	flag     int
	follow   bool
}

// judged asks the hook about the file that a name leads to, and does the call
// with what was asked about: on a filesystem that stops at symbolic links, so
// that the name can not be led elsewhere in between.
func (f *files) judged(ctx context.Context, u use, do func(vfs.FS, string) error) error {
	if f.sh.eng.cfg.Hooks.BeforeOpen == nil {
		return do(f.base(), u.name)
	}
	for range maxSwaps {
		real, err := vfs.Resolve(f.base(), u.name, u.follow)
		if err != nil {
			return named(err, u)
		}
		if err := f.ask(ctx, real, u.flag); err != nil {
			return err
		}
		if used := path.Clean(u.name); used != path.Clean(real) {
			if err := f.ask(ctx, used, u.flag); err != nil {
				return err
			}
		}
		err = do(f.sh.eng.bare, real+ending(u.name, real))
		if link := (*vfs.LinkError)(nil); !errors.As(err, &link) {
			return named(err, u)
		}
	}
	return named(syscall.ELOOP, u)
}

// named puts the name that was used into an error.
func named(err error, u use) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return &fs.PathError{Op: pe.Op, Path: u.name, Err: pe.Err}
	}
	if errno := syscall.Errno(0); errors.As(err, &errno) && error(errno) == err {
		return &fs.PathError{Op: u.op, Path: u.name, Err: err}
	}
	return err
}

// changing does a call, op, that changes a file by its name, relative or not. do
// gets the absolute name.
func (f *files) changing(op, name string, follow bool, do func(vfs.FS, string) error) error {
	full, err := f.absolute(op, name)
	if err != nil {
		return err
	}
	return f.judged(f.ctx, use{op, full, syscall.O_WRONLY, follow}, do)
}

// ask asks the hook.
func (f *files) ask(ctx context.Context, name string, flag int) error {
	o := Open{Name: path.Clean(name), Flag: flag, Argv: f.argv, Dir: f.sh.st.Dir}
	if err := f.sh.eng.cfg.Hooks.BeforeOpen(ctx, o); err != nil {
		return &deniedError{err}
	}
	return nil
}

// openJudged opens a file; nil is /dev/null.
func (f *files) openJudged(ctx context.Context, full string, flag int, perm fs.FileMode) (file vfs.File, err error) {
	if full == "/dev/null" && f.sh.eng.cfg.Hooks.BeforeOpen != nil {
		return nil, f.ask(ctx, full, flag) // it is there without a filesystem
	}
	follow := flag&syscall.O_NOFOLLOW == 0 && flag&(syscall.O_CREAT|syscall.O_EXCL) != syscall.O_CREAT|syscall.O_EXCL
	err = f.judged(ctx, use{"open", full, flag, follow}, func(b vfs.FS, name string) error {
		if file = nil; name == "/dev/null" {
			return nil
		}
		file, err = vfs.OpenContext(ctx, b, name, flag, perm&^f.sh.st.Umask)
		return err
	})
	if err != nil {
		return nil, err
	}
	return file, nil
}

// rename asks about both names, and about all that a directory takes along.
func (f *files) rename(from, to string) error {
	return f.twoNames("rename", from, to, func(b vfs.FS, from, to string) error {
		if err := f.askBelow(b, from, to); err != nil {
			return err
		}
		return b.Rename(from, to)
	})
}

// link asks about both names: who has the new one has the file.
func (f *files) link(target, name string) error {
	return f.twoNames("link", target, name, vfs.FS.Link)
}

func (f *files) twoNames(op, from, to string, do func(b vfs.FS, from, to string) error) error {
	return f.judged(f.ctx, use{op, from, syscall.O_RDWR, false}, func(_ vfs.FS, a string) error {
		return f.judged(f.ctx, use{op, to, syscall.O_WRONLY, false}, func(b vfs.FS, to string) error { return do(b, a, to) })
	})
}

// askBelow asks about all files below a directory that gets another name.
func (f *files) askBelow(b vfs.FS, from, to string) error {
	if f.sh.eng.cfg.Hooks.BeforeOpen == nil {
		return nil
	}
	fi, err := b.Lstat(from)
	if err != nil || !fi.IsDir() {
		return err
	}
	count := 0
	for dirs := []string{""}; len(dirs) > 0; {
		dir := dirs[len(dirs)-1]
		dirs = dirs[:len(dirs)-1]
		list, err := b.ReadDir(from + dir)
		if err != nil {
			return err
		}
		for _, e := range list {
			name := dir + "/" + e.Name()
			if count++; count > maxRenamed {
				return &deniedError{fmt.Errorf("aegish: denied: %s holds more than %d files to judge", from, maxRenamed)}
			}
			if err := f.ask(f.ctx, from+name, syscall.O_RDWR); err != nil {
				return err
			}
			if err := f.ask(f.ctx, to+name, syscall.O_WRONLY); err != nil {
				return err
			}
			if e.IsDir() {
				dirs = append(dirs, name)
			}
		}
	}
	return nil
}
