package archives

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/vfs"
)

// A tarSpan is where a member with all of its headers is in an archive, in
// bytes.
type tarSpan struct{ from, to int64 }

// spans goes through the members of an archive that is not compressed. The
// result is where the last one ends.
func (a *archiver) spans(in io.ReadSeeker, visit func(h *tarfile.Header, at tarSpan) error) (end int64, err error) {
	r := buffered(in)
	head, _ := r.Peek(blockBytes)
	if _, compressed := detect(r); compressed && !tarfile.Marked(head) {
		return 0, errCompressed
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	input := tarfile.NewInput(marked{in}, int(a.record), false)
	input.Ahead = func() error {
		a.readBytes = (input.Records + 1) * a.record
		return a.checkpoint(false)
	}
	t := &tarfile.Reader{In: input, Say: a, Quote: quote, Max: a.call.Limits.HeldBytes / 4}
	for any := false; a.ctx.Err() == nil; any = true {
		h, status := t.Next()
		switch status {
		case tarfile.Member:
		case tarfile.Failed:
			return end, t.Err()
		case tarfile.Damaged:
			if !any {
				return end, errNoArchive
			}
			return end, errDamaged
		default:
			switch {
			case input.Partial && !any:
				return end, errNoArchive
			case input.Partial:
				return end, tarfile.ErrCut
			}
			return end, nil
		}
		from := end
		err := t.Skip()
		if err != nil {
			return end, err
		}
		if a.status != 0 {
			return end, errDamaged // what is wrong was told
		}
		end = input.Ordinal() * blockBytes
		if err := visit(h, tarSpan{from, end}); err != nil {
			return end, err
		}
	}
	return end, a.ctx.Err()
}

// Errors about archives that are to be changed.
var (
	errNoArchive = complaint("This does not look like a tar archive")
	errDamaged   = complaint("Skipping to next header")
)

// formatName is a format as --format has it.
func formatName(f tarfile.Format) string {
	return map[tarfile.Format]string{tarfile.V7: "v7", tarfile.OldGNU: "gnu", tarfile.USTAR: "ustar", tarfile.POSIX: "posix"}[f]
}

// errCompressed is what changes of compressed archives end with.
var errCompressed = errors.New("compressed archives do not grow")

// noUpdate is how tar says it.
const noUpdate = "Cannot update compressed archives"

// change is -r, -u, -A and --delete.
func (a *archiver) change() int {
	flag := syscall.O_RDWR | syscall.O_CREAT
	if a.mode == 'D' {
		flag = syscall.O_RDWR
	}
	f, err := vfs.OpenContext(a.ctx, a.call.FS, a.file, flag, 0o666)
	if err != nil {
		return a.fatal("%s: Cannot open: %s", a.file, command.Message(err))
	}
	defer f.Close()
	w := a.newWriter()
	if fi, err := f.Stat(); err == nil {
		w.self, _ = identity(fi)
	}
	var kept []tarSpan
	end, err := a.spans(f, func(h *tarfile.Header, at tarSpan) error {
		if at.from == 0 && a.labelled(h) != 0 {
			return errTold
		}
		if a.mode != 'D' {
			a.format = formatName(h.Format) // which it keeps
		}
		switch {
		case a.mode == 'D':
			if len(a.work) > 0 {
				if _, ok := a.selected(h); ok {
					return nil
				}
			}
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
	status := 0
	switch a.mode {
	case 'D':
		a.work = nil
		a.written = end
		status = w.pack(f, end)
	case 'A':
		return w.catenate(f, end)
	default:
		status = w.pack(f, end)
	}
	if status == 0 && a.verify {
		status = a.verifyArchive()
	}
	if status == 0 {
		w.removeFiles()
	}
	return status
}

// unchanged words why an archive stays as it is.
func (a *archiver) unchanged(err error) int {
	switch {
	case errors.Is(err, errCompressed):
		return a.fatal(noUpdate)
	case errors.Is(err, errTold):
		return 2
	case errors.Is(err, errHeld):
		return a.fatal("%v", err)
	case errors.Is(err, errNoArchive), errors.Is(err, errDamaged), errors.Is(err, tarfile.ErrCut), errors.Is(err, tarfile.ErrTooLong):
		return a.fatal("%v", err)
	}
	return a.fatal("%s: %s", a.file, command.Message(err))
}

// remember keeps the time of a member for -u.
func (w *tarWriter) remember(h *tarfile.Header) error {
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
func (w *tarWriter) catenate(to vfs.File, end int64) int {
	others := w.work
	w.work = nil
	for _, n := range others {
		more, err := w.addArchive(to, below(n.dir, n.name))
		if end += more; err != nil {
			if w.ctx.Err() != nil {
				return 2
			}
			w.warn("%s: Cannot open: %s", w.inMessage(n.name), command.Message(err))
		}
	}
	return w.pack(to, end)
}

func (w *tarWriter) addArchive(to vfs.File, name string) (int64, error) {
	in, err := w.call.Open(w.ctx, name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	end, err := w.spans(in, func(*tarfile.Header, tarSpan) error { return nil })
	if err == nil {
		_, err = in.Seek(0, io.SeekStart)
	}
	if err != nil {
		return 0, err
	}
	return pump(w.ctx, to, io.LimitReader(in, end))
}

// verifyArchive is -W: what was written is compared with the files.
func (a *archiver) verifyArchive() int {
	t, status := a.openArchive(a.file)
	if status != 0 {
		return status
	}
	defer t.Close()
	if len(a.transforms) > 0 {
		a.call.Errorf("Archive contains transformed file names.")
		a.call.Errorf("Verification may fail to locate original files.")
	}
	u := newUnpacker(a, a.dir)
	a.work, a.newer, a.label, a.checkpoints = nil, time.Time{}, "", checkpoints{}
	for a.ctx.Err() == nil {
		h, status := t.Next()
		switch status {
		case tarfile.Member:
			if a.verbose > 0 {
				fmt.Fprint(a.listing(a.out), "Verify ")
				a.show(h, a.listing(a.out), t.Begin)
			}
			if h.Type == tarfile.Volume {
				continue
			}
			if err := u.compare(h, a.safe(h.Name, "member names"), t.Content(h)); err != nil {
				return a.stop(err)
			}
			continue
		case tarfile.Damaged:
			a.warn("VERIFY FAILURE: 1 invalid header detected")
			continue
		case tarfile.Failed:
			return a.stop(t.Err())
		}
		break
	}
	return 0
}
