package archives

import (
	"archive/tar"
	"errors"
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// A tarSpan is where a member with all of its headers is in an archive, in
// bytes.
type tarSpan struct{ from, to int64 }

// spans goes through the members of an archive that is not compressed. The
// result is where the last one ends.
func (a *archiver) spans(in io.Reader, visit func(h *tar.Header, at tarSpan) error) (end int64, err error) {
	r := buffered(in)
	if _, compressed := detect(r); compressed {
		return 0, errCompressed
	}
	counted := &countedInput{r: r}
	t := tar.NewReader(counted)
	for a.ctx.Err() == nil {
		h, err := t.Next()
		if err == io.EOF {
			return end, nil
		}
		if err == nil {
			_, err = pump(a.ctx, io.Discard, t)
		}
		if err != nil {
			return end, err
		}
		from := end
		end = (counted.n + blockBytes - 1) / blockBytes * blockBytes
		if err := visit(h, tarSpan{from, end}); err != nil {
			return end, err
		}
	}
	return end, a.ctx.Err()
}

// errCompressed is what changes of compressed archives end with.
var errCompressed = errors.New("compressed archives do not grow")

// noUpdate is how tar says it.
const noUpdate = "Cannot update compressed archives"

// change is -r, -u, -A and --delete.
func (a *archiver) change() int {
	if a.file == "-" {
		return a.usage("Options '-Aru' are incompatible with '-f -'")
	}
	if a.codec != nil {
		return a.usage(noUpdate)
	}
	flag := syscall.O_RDWR | syscall.O_CREAT
	if a.mode == 'D' {
		flag = syscall.O_RDWR
	}
	f, err := vfs.OpenContext(a.ctx, a.call.FS, a.file, flag, 0o666)
	if err != nil {
		return a.fatal("%s: Cannot open: %s", a.file, command.Message(err))
	}
	defer f.Close()
	a.sayDates()
	w := &tarWriter{archiver: a, first: map[[2]uint64]string{}, names: a.out}
	if fi, err := f.Stat(); err == nil {
		w.self, _ = identity(fi)
	}
	var kept []tarSpan
	wanted := a.wanted()
	end, err := a.spans(f, func(h *tar.Header, at tarSpan) error {
		switch {
		case a.mode == 'D' && (len(a.work) == 0 || !a.selected(h, wanted)):
			kept = append(kept, at)
			return a.hold(16)
		case a.mode == 'u':
			return w.remember(h)
		}
		return nil
	})
	if err == nil && a.mode == 'D' {
		end, err = a.compact(f, kept)
		a.missing()
	}
	if err == nil {
		err = f.Truncate(end)
	}
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err != nil {
		return a.unchanged(err)
	}
	w.offset = end
	switch a.mode {
	case 'D':
		a.work = nil
	case 'A':
		return w.catenate(f)
	}
	return w.pack(nil, f)
}

// unchanged words why an archive stays as it is.
func (a *archiver) unchanged(err error) int {
	switch {
	case errors.Is(err, errCompressed):
		return a.fatal(noUpdate)
	case errors.Is(err, errHeld):
		return a.fatal("%v", err)
	case errors.Is(err, tar.ErrHeader), errors.Is(err, io.ErrUnexpectedEOF):
		return a.fatal("This does not look like a tar archive")
	}
	return a.fatal("%s: %s", a.file, command.Message(err))
}

// remember keeps the time of a member for -u.
func (w *tarWriter) remember(h *tar.Header) error {
	if w.known == nil {
		w.known = map[string]time.Time{}
	}
	name := strings.TrimRight(h.Name, "/")
	w.known[name] = h.ModTime
	return w.hold(len(name))
}

// compact moves what is kept together.
func (a *archiver) compact(f vfs.File, kept []tarSpan) (end int64, err error) {
	buf := make([]byte, command.BufferBytes)
	for _, s := range kept {
		if s.from == end {
			end = s.to
			continue
		}
		for at := s.from; at < s.to; {
			if a.ctx.Err() != nil {
				return end, a.ctx.Err()
			}
			n, err := f.ReadAt(buf[:min(int64(len(buf)), s.to-at)], at)
			if n == 0 {
				return end, errors.Join(io.ErrUnexpectedEOF, err)
			}
			if _, err := f.Seek(end, io.SeekStart); err != nil {
				return end, err
			}
			if _, err := f.Write(buf[:n]); err != nil {
				return end, err
			}
			at += int64(n)
			end += int64(n)
		}
	}
	return end, nil
}

// catenate adds the members of other archives as they are.
func (w *tarWriter) catenate(to vfs.File) int {
	others := w.work
	w.work = nil
	for _, n := range others {
		if err := w.addArchive(to, below(n.dir, n.name)); err != nil {
			if w.ctx.Err() != nil {
				return 2
			}
			w.warn("%s: Cannot open: %s", inMessage(n.name), command.Message(err))
		}
	}
	return w.pack(nil, to)
}

func (w *tarWriter) addArchive(to vfs.File, name string) error {
	in, err := w.call.Open(w.ctx, name)
	if err != nil {
		return err
	}
	defer in.Close()
	end, err := w.spans(in, func(*tar.Header, tarSpan) error { return nil })
	if err == nil {
		_, err = in.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = pump(w.ctx, to, io.LimitReader(in, end))
	}
	w.offset += end
	return err
}
