package sed

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"path"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/record"
	"github.com/aegish/aegish/interp/vfs"
)

// An inputs is the lines of all files, of which it knows whether there are more.
type inputs struct {
	ed    *editor
	names []string
	file  *command.Input
	name  string
	r     *record.Reader
	ahead []byte // the next line, with its newline
	has   bool
	temp  vfs.File // what replaces the file of -i
	saved string   // the name of temp
}

// next returns the next line with its newline, which the last of a file may
// lack; false at the end of all files.
func (in *inputs) next() ([]byte, bool) {
	if !in.has && !in.look(true) {
		return nil, false
	}
	in.has = false
	return in.ahead, true
}

// last tells whether no line follows, in this file if files are separate.
func (in *inputs) last() bool {
	return !in.has && !in.look(!in.ed.separate)
}

// look reads a line ahead. Without others it stays in the current file.
func (in *inputs) look(others bool) bool {
	for {
		if in.r != nil {
			line, err := in.r.Next()
			if err == nil {
				in.ahead, in.has = line, true
				return true
			}
			if !errors.Is(err, io.EOF) {
				in.failed(err)
			}
			if in.r = nil; !others {
				return false
			}
		}
		if !others || !in.open() {
			return false
		}
	}
}

func (in *inputs) failed(err error) {
	ed := in.ed
	if ed.ctx.Err() != nil {
		panic(stop{1})
	}
	ed.call.Errorf("read error on %s: %s", in.name, command.Message(err))
	panic(stop{4})
}

// open opens the next file that can be; false when there is none.
func (in *inputs) open() bool {
	in.done()
	ed := in.ed
	for len(in.names) > 0 {
		name := in.names[0]
		in.names = in.names[1:]
		in.name = name
		if name == "-" && ed.inPlace {
			name = "./-" // not standard input
		}
		if ed.follow && name != "-" {
			target, err := ed.followed(name)
			if err != nil {
				doing := "readlink"
				if errors.Is(err, syscall.ELOOP) {
					doing = "follow symlink"
				}
				ed.fail("couldn't %s %s: %s", doing, name, command.Message(err))
			}
			name, in.name = target, target
		}
		f, err := ed.call.Open(ed.ctx, name)
		if err != nil {
			ed.call.Errorf("can't read %s: %s", in.name, command.Message(err))
			ed.status = 2
			continue
		}
		if ed.inPlace {
			in.prepare(f, name)
		}
		if in.file = f; ed.separate {
			ed.line, ed.hold = 0, ed.hold[:0]
			ed.closeReaders()
			for i := range ed.script.cmds {
				c := &ed.script.cmds[i]
				c.closed = false
				c.active = c.a1 != nil && c.a1.kind == onLine && c.a1.n == 0
			}
		}
		in.r = record.NewReader(in.source(f), ed.delim, ed.call.Limits.LineBytes)
		return true
	}
	return false
}

// maxLinks is how many symbolic links may lead to each other, as in Linux.
const maxLinks = 40

// followed is the name that a symbolic link leads to, as F shows it: relative
// links stay relative to where they are.
func (ed *editor) followed(name string) (string, error) {
	for range maxLinks {
		fi, err := ed.call.FS.Lstat(name)
		if err != nil {
			return "", err
		}
		if fi.Mode().Type() != fs.ModeSymlink {
			return name, nil
		}
		target, err := ed.call.FS.Readlink(name)
		if err != nil {
			return "", err
		}
		if !path.IsAbs(target) {
			target = path.Join(path.Dir(name), target)
		}
		name = target
	}
	return "", syscall.ELOOP
}

// source is what lines are read from: with -u no more than they need, so that
// the rest is there for who reads next. Where one can seek, leave sees to that.
func (in *inputs) source(f *command.Input) io.Reader {
	if !in.ed.unbuffered || !f.Stdin {
		return f
	}
	if _, err := f.Seek(0, io.SeekCurrent); err == nil {
		return f
	}
	return byByte{f}
}

// byByte reads one byte at a time.
type byByte struct{ r io.Reader }

func (b byByte) Read(p []byte) (int, error) { return b.r.Read(p[:min(1, len(p))]) }

// leave gives back what was read of standard input beyond the lines that were
// used.
func (in *inputs) leave() {
	if in.file == nil || !in.file.Stdin || in.r == nil {
		return
	}
	n := in.r.Buffered()
	if in.has {
		n += len(in.ahead)
	}
	_, _ = in.file.Seek(-int64(n), io.SeekCurrent) // what can not seek keeps it
}

// prepare makes the file that replaces the one of -i.
func (in *inputs) prepare(f *command.Input, name string) {
	ed := in.ed
	fi, err := f.Stat()
	if err != nil || !fi.Mode().IsRegular() {
		f.Close()
		ed.fail("couldn't edit %s: not a regular file", name)
	}
	for range 100 {
		in.saved = path.Join(path.Dir(name), fmt.Sprintf("sed%06x", rand.Uint32()>>8))
		in.temp, err = vfs.OpenContext(ed.ctx, ed.call.FS, in.saved, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o600)
		if !errors.Is(err, syscall.EEXIST) {
			break
		}
	}
	if err == nil {
		err = ed.call.FS.Chmod(in.saved, fi.Mode().Perm())
	}
	if err != nil {
		ed.call.Errorf("couldn't open temporary file %s: %s", in.saved, command.Message(err))
		panic(stop{4})
	}
	ed.out = newFileOutput(in.temp)
}

// done ends the current file; with -i the new one takes its place.
func (in *inputs) done() {
	ed := in.ed
	if in.file != nil {
		in.file.Close()
		in.file = nil
	}
	if in.temp == nil {
		return
	}
	err := ed.out.w.Flush()
	if cerr := in.temp.Close(); err == nil {
		err = cerr
	}
	in.temp, ed.out = nil, ed.stdout
	failed := in.saved
	if err == nil && ed.suffix != "" {
		base := path.Base(in.name)
		backup := base + ed.suffix
		if strings.Contains(ed.suffix, "*") {
			backup = strings.ReplaceAll(ed.suffix, "*", base)
		}
		if !strings.Contains(backup, "/") {
			backup = path.Join(path.Dir(in.name), backup)
		}
		failed = in.name
		err = ed.call.FS.Rename(in.name, backup)
	}
	if err == nil {
		failed = in.saved
		err = ed.call.FS.Rename(in.saved, in.name)
	}
	if err != nil {
		_ = ed.call.FS.Remove(in.saved)
		ed.call.Errorf("cannot rename %s: %s", failed, command.Message(err))
		panic(stop{4})
	}
}

// abandon drops a file of -i that is not complete.
func (in *inputs) abandon() {
	if in.file != nil {
		in.file.Close()
	}
	if in.temp != nil {
		in.temp.Close()
		_ = in.ed.call.FS.Remove(in.saved)
		in.temp = nil
	}
}
