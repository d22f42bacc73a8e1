package jq

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// nesting is how deep values may be within each other.
const nesting = 10_000

// ErrLong is the error of a value that is larger than the limit.
var ErrLong = errors.New("a value is longer than the limits allow")

// A SyntaxError is text that is not JSON.
type SyntaxError struct{ text string }

func (e *SyntaxError) Error() string { return e.text }

// DecoderOptions say how a Decoder reads.
type DecoderOptions struct {
	// Stream makes events of values, as tostream does, while they are read.
	Stream bool
	// Sequence expects a record separator (RFC 7464) before each value and
	// goes on behind the next one after an error, which is handed to Ignored.
	Sequence bool
	Ignored  func(error)
	// Held bounds the memory that one value may take, in bytes, about. Zero is
	// no limit.
	Held int64
}

// A Decoder reads values one after the other.
type Decoder struct {
	r       io.Reader
	opts    DecoderOptions
	buf     []byte
	at, end int
	eof     bool

	lines, column int
	started       bool // the byte order mark has been looked for

	stack  []level
	next   Value
	full   bool // there is a next
	cost   int64
	token  []byte
	events []Value
	waits  bool // for a record separator
	lost   bool // there was something before it
}

// A level is an array or object that is being read.
type level struct {
	object *Object
	items  []Value
	key    string
	keyed  bool // a key has been read, and its value not
	count  int  // of elements of an array, when it is streamed
}

// NewDecoder returns a Decoder of r.
func NewDecoder(r io.Reader, opts DecoderOptions) *Decoder {
	return &Decoder{r: r, opts: opts, buf: make([]byte, 64<<10), waits: opts.Sequence}
}

// Lines returns how many lines have been read, the one that the last value
// ended on included, if its end has been read. A number may have ended with its
// line: the next one does not count then.
func (d *Decoder) Lines() int {
	if d.column == 0 {
		return d.lines
	}
	if bytes.IndexByte(d.buf[d.at:d.end], '\n') >= 0 {
		return d.lines + 1
	}
	return d.lines
}

// Next returns the next value, io.EOF behind the last. Other errors are
// *SyntaxError, ErrLong and those of reading.
func (d *Decoder) Next() (Value, error) {
	for {
		v, err := d.parse()
		var syntax *SyntaxError
		if !d.opts.Sequence || !errors.As(err, &syntax) {
			return v, err
		}
		d.opts.Ignored(err)
		d.reset()
		d.waits = true
	}
}

func (d *Decoder) reset() {
	d.stack, d.next, d.full, d.token, d.events, d.cost = d.stack[:0], nil, false, d.token[:0], nil, 0
}

func (d *Decoder) parse() (Value, error) {
	for {
		if len(d.events) > 0 {
			v := d.events[0]
			d.events = d.events[1:]
			return v, nil
		}
		if v, ok := d.done(); ok {
			return v, nil
		}
		c, err := d.byte()
		if err == io.EOF {
			return d.finish()
		}
		if err != nil {
			return nil, err
		}
		if err := d.scan(c); err != nil {
			return nil, err
		}
	}
}

// done takes a value that is complete.
func (d *Decoder) done() (Value, bool) {
	if !d.full || len(d.stack) > 0 || d.opts.Stream {
		return nil, false
	}
	v := d.next
	d.next, d.full, d.cost = nil, false, 0
	return v, true
}

// byte returns the next byte of the text.
func (d *Decoder) byte() (byte, error) {
	if d.at == d.end {
		if err := d.fill(); err != nil {
			return 0, err
		}
	}
	c := d.buf[d.at]
	d.at++
	d.column++
	if c == '\n' {
		d.lines++
		d.column = 0
	}
	return c, nil
}

func (d *Decoder) fill() error {
	if d.eof {
		return io.EOF
	}
	for range 100 {
		n, err := d.r.Read(d.buf)
		d.at, d.end = 0, n
		if err == io.EOF {
			d.eof = true
		} else if err != nil {
			return err
		}
		if n > 0 {
			if !d.started && bytes.HasPrefix(d.buf[:n], []byte("\xef\xbb\xbf")) {
				d.at = 3
			}
			d.started = true
			if d.at < n {
				return nil
			}
		}
		if d.eof {
			return io.EOF
		}
	}
	return io.ErrNoProgress
}

// fail is an error at the place that was read last.
func (d *Decoder) fail(format string, args ...any) error {
	return &SyntaxError{fmt.Sprintf("%s at line %d, column %d", fmt.Sprintf(format, args...), d.lines+1, d.column)}
}

// failEnd is an error of text that ends too early.
func (d *Decoder) failEnd(text string) error {
	return &SyntaxError{fmt.Sprintf("%s at EOF at line %d, column %d", text, d.lines+1, d.column)}
}

// finish is what follows at the end of the text.
func (d *Decoder) finish() (Value, error) {
	if d.waits {
		if d.lost {
			d.lost = false
			return nil, d.failEnd("Unfinished abandoned text")
		}
		return nil, io.EOF
	}
	if text := d.literal(); text != "" {
		return nil, d.failEnd(text)
	}
	if len(d.stack) > 0 {
		return nil, d.failEnd("Unfinished JSON term")
	}
	if len(d.events) > 0 {
		v := d.events[0]
		d.events = d.events[1:]
		return v, nil
	}
	if v, ok := d.done(); ok {
		return v, nil
	}
	return nil, io.EOF
}

// scan takes one byte.
func (d *Decoder) scan(c byte) error {
	if c == 0x1e && d.opts.Sequence {
		return d.separator()
	}
	if d.waits {
		d.lost = d.lost || c > ' '
		return nil
	}
	switch c {
	case ' ', '\t', '\r', '\n', 0x1e:
		return d.check()
	case '[', ']', '{', '}', ',', ':':
		if err := d.check(); err != nil {
			return err
		}
		return d.structure(c)
	case '"':
		if err := d.check(); err != nil {
			return err
		}
		return d.string()
	}
	d.token = append(d.token, c)
	if len(d.token) > 1<<20 {
		return ErrLong
	}
	return nil
}

func (d *Decoder) separator() error {
	var err error
	switch {
	case d.waits && d.lost:
		err = d.fail("Unfinished abandoned text")
	case len(d.token) > 0 && len(d.stack) == 0:
		err = d.check()
	case len(d.stack) > 0 || len(d.token) > 0:
		err = d.fail("Truncated value")
	}
	v, full := d.next, d.full && len(d.stack) == 0 && !d.waits
	d.stack, d.token, d.waits, d.lost = d.stack[:0], d.token[:0], false, false
	if d.next, d.full = nil, false; full {
		d.next, d.full = v, true
	}
	if err != nil {
		d.opts.Ignored(err)
	}
	return nil
}

// check makes a value of the letters and digits that came together.
func (d *Decoder) check() error {
	if text := d.literal(); text != "" {
		return d.fail("%s", text)
	}
	return nil
}

func (d *Decoder) literal() string {
	if len(d.token) == 0 {
		return ""
	}
	var v Value
	text := string(d.token)
	d.token = d.token[:0]
	switch text[0] {
	case 't', 'f', 'n':
		switch text {
		case "true", "false":
			v = text == "true"
		case "nan":
			v = number("NaN")
		case "null":
		default:
			return "Invalid literal"
		}
	default:
		if v = number(text); v == nil {
			return "Invalid numeric literal"
		}
	}
	return d.value(v)
}

// value takes a value that was read; what it returns is what is wrong.
func (d *Decoder) value(v Value) string {
	if d.full {
		return "Expected separator between values"
	}
	if d.opts.Stream {
		if n := len(d.stack); n > 0 && d.stack[n-1].object != nil && !d.stack[n-1].keyed {
			d.next, d.full = v, true // a key
			return ""
		}
		d.event(NewArray(d.path(), v))
		d.next, d.full = v, len(d.stack) > 0
		return ""
	}
	d.next, d.full = v, true
	return ""
}

// costs counts the memory of what is read.
func (d *Decoder) costs(n int) error {
	if d.cost += int64(n); d.opts.Held > 0 && d.cost > d.opts.Held {
		return ErrLong
	}
	return nil
}
