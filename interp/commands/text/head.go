package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var headOptions = sync.OnceValue(func() *option.Set {
	return &option.Set{
		Usage:   "[OPTION]... [FILE]...",
		About:   "Write the first 10 lines of each file, or of standard input.",
		Options: endOptions("[-]NUM", "the first NUM %s; with - all but the last NUM"),
	}
})

// A heading is what head writes; when marked, it is all but the last n.
type heading struct {
	ending
	wrote int64 // bytes, by allBut
}

func head(ctx context.Context, call *command.Call) int {
	args := call.Args[1:]
	if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && isDigit(args[0][1]) {
		fresh, bad := obsoleteHead(args[0][1:])
		if bad != 0 {
			return headOptions().Misuse(call, "invalid trailing option -- %c", bad)
		}
		args = append(fresh, args[1:]...)
	}
	var h heading
	h.ending = newEnding(call)
	p, status, ok := headOptions().ParseEach(call, args, func(o option.Found) (int, bool) {
		if isDigit(o.Name[0]) {
			return headOptions().Misuse(call, "invalid trailing option -- %s", o.Name), false
		}
		status, _ := h.set(call, o, "-")
		return status, status == 0
	})
	if !ok {
		return status
	}
	h.settle(p)
	status = eachHeaded(ctx, call, p.Operands, &h.header, h.file)
	return h.out.Finish(status, 1)
}

// obsoleteHead translates -NUM[bkm][cqvz]; bad is a letter that is not allowed.
func obsoleteHead(text string) (args []string, bad byte) {
	i := 0
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	num, unit, kind := text[:i], "", "-n"
	for _, c := range []byte(text[i:]) {
		switch c {
		case 'c':
			kind, unit = "-c", ""
		case 'b', 'k', 'm':
			kind, unit = "-c", string(rune(c))
		case 'l':
			kind = "-n"
		case 'q', 'v', 'z':
			args = append(args, "-"+string(rune(c)))
		default:
			return nil, c
		}
	}
	return append(args, kind, num+unit), 0
}

func (h *heading) file(in *command.Input) error {
	switch {
	case h.marked && h.n == 0:
		return copyThrough(h.out, in, make([]byte, command.BufferBytes))
	case h.marked:
		return h.allBut(in)
	case h.bytes:
		return h.firstBytes(in)
	}
	return h.firstLines(in)
}

func (h *heading) firstBytes(in io.Reader) error {
	buf := make([]byte, min(h.n, command.BufferBytes))
	for left := h.n; left > 0; {
		n, err := in.Read(buf[:min(left, int64(len(buf)))])
		if _, werr := h.out.Write(buf[:n]); werr != nil {
			return werr
		}
		left -= int64(n)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// firstLines leaves the offset of a file that can seek behind the last line, so
// that what reads next continues there.
func (h *heading) firstLines(in *command.Input) error {
	size := 8 << 10
	if h.n > 1000 {
		size = command.BufferBytes
	}
	buf := make([]byte, size)
	for left := h.n; left > 0; {
		n, err := in.Read(buf)
		end := 0
		if lines := int64(bytes.Count(buf[:n], []byte{h.delim})); lines < left {
			left -= lines
			end = n
		}
		for left > 0 && end < n {
			i := bytes.IndexByte(buf[end:n], h.delim)
			if i < 0 {
				end = n
				break
			}
			end += i + 1
			left--
		}
		if _, werr := h.out.Write(buf[:end]); werr != nil {
			return werr
		}
		if end < n && in.Stdin {
			// A pipe can not go back; head has then taken too much, as always.
			_, _ = in.Seek(int64(end-n), io.SeekCurrent)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// counted counts what is read.
type counted struct {
	in io.Reader
	n  int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}

// allBut writes all but the last n lines or bytes, and holds no more than that
// and a buffer.
func (h *heading) allBut(in *command.Input) error {
	held := chunks{limit: h.limit}
	src := &counted{in: in}
	before := h.wrote
	defer func() {
		// What was not written is for those who read next; a pipe can not go back.
		if rest := src.n - (h.wrote - before); in.Stdin && rest > 0 {
			_, _ = in.Seek(-rest, io.SeekCurrent)
		}
	}()
	for {
		err := held.read(src, h.delim)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		for len(held.list) > 1 && h.spare(&held) {
			n, werr := h.out.Write(held.drop().data)
			if h.wrote += int64(n); werr != nil {
				return werr
			}
		}
	}
	if h.bytes {
		return h.cut(&held, held.bytes-h.n)
	}
	keep := held.lines - h.n
	if held.open(h.delim) {
		keep++
	}
	if keep <= 0 {
		return nil
	}
	var size int64
	for _, c := range held.list {
		if c.lines >= keep {
			size += int64(lineEnd(c.data, keep, h.delim))
			break
		}
		keep -= c.lines
		size += int64(len(c.data))
	}
	return h.cut(&held, size)
}

// write writes the first n bytes that are held.
func (h *heading) cut(held *chunks, n int64) error {
	for n > 0 && len(held.list) > 0 {
		data := held.drop().data
		data = data[:min(int64(len(data)), n)]
		if _, err := h.out.Write(data); err != nil {
			return err
		}
		h.wrote += int64(len(data))
		n -= int64(len(data))
	}
	return nil
}
