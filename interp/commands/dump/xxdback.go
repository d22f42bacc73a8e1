package dump

import (
	"errors"
	"fmt"
	"io"

	"github.com/aegish/aegish/interp/command"
)

// xxdBack turns a dump into bytes again. A line is an offset, anything that is
// no digit, and pairs of digits with at most one other character between two of
// them; more of those end what is read of the line. Plain dumps are pairs alone.
type xxdBack struct {
	*xxdJob
	at, offset     int64 // where the output is, and where the next byte belongs
	columns        int   // of the line, when not the job's: in its offset
	inOffset       bool
	begun, rest    bool // the line has a digit; what follows is no matter
	last, previous int  // digits, or -1
	digit          int
}

func (x *xxdJob) back(in io.Reader) error {
	b := &xxdBack{xxdJob: x, last: -1, digit: -1}
	b.line()
	buf := make([]byte, command.BufferBytes)
	for {
		n, err := in.Read(buf)
		for _, c := range buf[:n] {
			if err := b.take(c); err != nil {
				return err
			}
		}
		if werr := x.out.Err(); werr != nil {
			return werr
		}
		if errors.Is(err, io.EOF) {
			return b.finish()
		}
		if err != nil {
			return err
		}
	}
}

// finish leaves an output that can seek at its end.
func (b *xxdBack) finish() error {
	if err := b.out.Flush(); err != nil {
		return err
	}
	_, _ = b.to.Seek(0, io.SeekEnd) // pipes can not
	return nil
}

// line begins a line.
func (b *xxdBack) line() {
	b.begun, b.rest, b.inOffset = false, false, b.kind == xxdHex
	if b.inOffset {
		b.offset = 0
	}
}

func (b *xxdBack) take(c byte) error {
	switch {
	case b.rest:
		if c == '\n' {
			b.line()
		}
		return nil
	case c == '\r', b.kind == xxdPlain && (c == ' ' || c == '\t' || c == '\n'):
		return nil
	}
	b.previous, b.last, b.digit = b.last, b.digit, hexValue(c)
	switch {
	case b.digit < 0 && !b.begun:
		return nil
	case b.inOffset && b.digit < 0:
		b.begun, b.inOffset, b.columns = true, false, 0
		return nil
	case b.inOffset:
		b.begun = true
		b.offset = b.offset<<4 | int64(b.digit)
		return nil
	}
	b.begun = true
	if err := b.move(b.seek + b.offset); err != nil {
		return err
	}
	switch {
	case b.digit >= 0 && b.last >= 0:
		b.out.WriteByte(byte(b.last<<4 | b.digit))
		b.at, b.offset, b.digit = b.at+1, b.offset+1, -1
		if b.columns++; b.kind == xxdHex && b.columns >= b.xxdJob.columns {
			b.rest = true
		}
	case b.digit < 0 && b.last < 0 && b.previous < 0:
		b.rest = true
	}
	if c == '\n' {
		b.line()
	}
	return nil
}

func hexValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// move goes to an offset: where the output can not seek, forward alone, with
// zeros.
func (b *xxdBack) move(to int64) error {
	if to == b.at {
		return nil
	}
	if err := b.out.Flush(); err != nil {
		return err
	}
	if _, err := b.to.Seek(to-b.at, io.SeekCurrent); err == nil {
		b.at = to
		return nil
	}
	if to < b.at {
		return errBackwards
	}
	const farthest = 1 << 32
	if to-b.at > farthest {
		return fmt.Errorf("offset %d is too far", to)
	}
	for zeros := make([]byte, 4096); b.at < to; {
		n, err := b.out.Write(zeros[:min(to-b.at, int64(len(zeros)))])
		if err != nil {
			return err
		}
		b.at += int64(n)
	}
	return nil
}
