package builtins

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/stream"
)

// timedOut is the status of read after its timeout: 128 and SIGALRM.
const timedOut = 128 + 14

// maxTimeout is the longest timeout of read in seconds.
const maxTimeout = math.MaxInt64 / float64(time.Second) / 2

// A reading is one call of read.
type reading struct {
	call    *Call
	raw     bool
	delim   byte
	chars   int64 // of -n and -N, 0 for none
	limited bool  // -n or -N was given
	exact   bool  // -N
	array   string
	prompt  string
	fd      int
	timeout time.Duration // -1 for none
	names   []string

	from stream.Description
	line record
	rest int // bytes that may still be read
}

// A record is what was read. escaped is nil or tells for each byte whether a
// backslash stood before it.
type record struct {
	text    []byte
	escaped []bool
}

func (r *record) add(b []byte, escaped bool) {
	if escaped && r.escaped == nil {
		r.escaped = make([]bool, len(r.text), len(r.text)+len(b)+16)
	}
	r.text = append(r.text, b...)
	if r.escaped != nil {
		for range b {
			r.escaped = append(r.escaped, escaped)
		}
	}
}

func runRead(c *Call) Status {
	r := reading{call: c, delim: '\n', timeout: -1}
	o := c.options("ersa:d:i:n:p:t:u:N:")
	for o.next() {
		if !r.option(o.letter, o.value) {
			return c.finish(failure)
		}
	}
	if o.failed {
		return o.status
	}
	r.names = o.rest()
	if len(r.names) > 0 && !isTarget(r.names[0]) && r.timeout != 0 {
		return c.failf("`%s': not a valid identifier", r.names[0])
	}
	r.from = c.Stdin
	if r.fd > 0 {
		r.from = c.File(r.fd)
	}
	if r.from == nil {
		return c.failf("%d: invalid file descriptor: Bad file descriptor", r.fd)
	}
	if r.timeout == 0 {
		if r.from.Ready() {
			return code(0)
		}
		return code(failure)
	}
	return r.run()
}

// option takes one option of read.
func (r *reading) option(letter byte, value string) bool {
	switch letter {
	case 'r':
		r.raw = true
	case 'a':
		if !expand.ValidName(value) {
			r.call.errorf("`%s': not a valid identifier", value)
			return false
		}
		r.array = value
	case 'd':
		r.delim = 0
		if value != "" {
			r.delim = value[0]
		}
	case 'n', 'N':
		n, ok := parseInt(value)
		if !ok || n < 0 || n > maxInt32 {
			r.call.errorf("%s: invalid number", value)
			return false
		}
		r.chars, r.limited = n, true
		r.exact = letter == 'N'
	case 'p':
		r.prompt = value
	case 't':
		seconds, ok := parseSeconds(value)
		if !ok {
			r.call.errorf("%s: invalid timeout specification", value)
			return false
		}
		r.timeout = seconds
	case 'u':
		n, ok := parseInt(value)
		if !ok || n < 0 || n > maxInt32 {
			r.call.errorf("%s: invalid file descriptor specification", value)
			return false
		}
		r.fd = int(n)
		if r.fd > 0 && r.call.File(r.fd) == nil {
			r.call.errorf("%d: invalid file descriptor: Bad file descriptor", r.fd)
			return false
		}
	}
	return true
}

// parseSeconds reads a decimal number of seconds that is not negative.
func parseSeconds(text string) (time.Duration, bool) {
	if strings.Trim(text, "0123456789.") != "" || strings.Count(text, ".") > 1 {
		return 0, false
	}
	if text == "." || text == "" {
		return 0, true
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, false
	}
	return time.Duration(min(seconds, maxTimeout) * float64(time.Second)), true
}

func (r *reading) run() Status {
	c := r.call
	if r.limited && r.chars == 0 {
		return r.assign(0)
	}
	ctx, wait := c.Ctx, r.timeout
	if wait < 0 {
		if value, set := c.Shell.Get("TMOUT"); set {
			if d, ok := parseSeconds(value); ok && d > 0 {
				wait = d
			}
		}
	}
	if wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, wait)
		defer cancel()
	}
	if r.prompt != "" && r.from.Terminal() {
		if _, err := c.Stderr.Write([]byte(r.prompt)); err != nil {
			return c.writeFailed(err)
		}
	}
	limit := c.Shell.Limits().StringBytes
	r.rest = limit + 1
	st, ends, err := r.fillTrapped(ctx)
	if ends {
		return st
	}
	var tooMuch *stream.LimitError
	switch {
	case errors.As(err, &tooMuch) || len(r.line.text) > limit:
		return c.Shell.Exceeded(c, limitStringBytes, int64(limit))
	case err == nil:
		return r.assign(0)
	case errors.Is(err, io.EOF):
		return r.assign(failure)
	case errors.Is(err, stream.ErrWouldBlock) && c.Ctx.Err() == nil:
		return r.assign(timedOut)
	case c.Ctx.Err() != nil:
		return code(failure)
	}
	return c.failf("read error: %d: %s", r.fd, reason(err))
}

// fillTrapped is fill, during which the traps of signals run (bash(1), SIGNALS). ends
// tells that one of them has ended the shell, or what the read is part of.
func (r *reading) fillTrapped(ctx context.Context) (st Status, ends bool, err error) {
	for {
		inner, cancel := r.call.Shell.UntilSignal(ctx)
		err = r.fill(inner)
		signalled := ctx.Err() == nil && errors.Is(context.Cause(inner), ErrSignal)
		cancel()
		if err == nil || !signalled {
			return st, false, err
		}
		if st, ends = r.call.Shell.RunTraps(ctx); ends {
			return st, true, err
		}
	}
}

// fill reads one record into line. The error is io.EOF when the file ended
// before the record.
func (r *reading) fill(ctx context.Context) error {
	if r.limited {
		return r.fillChars(ctx)
	}
	for {
		chunk, err := r.from.ReadUntil(ctx, r.delim, r.rest)
		r.rest -= len(chunk)
		ended := len(chunk) > 0 && chunk[len(chunk)-1] == r.delim
		swallowed := ended && err == nil && r.rest > 0 && cutShort(chunk[:len(chunk)-1])
		ended = ended && !swallowed
		if ended {
			chunk = chunk[:len(chunk)-1]
		}
		if err == nil && !ended && r.rest < 1 {
			return &stream.LimitError{Name: limitStringBytes, Limit: int64(len(chunk))}
		}
		if r.delim != 0 && bytes.IndexByte(chunk, 0) >= 0 {
			chunk = bytes.ReplaceAll(chunk, []byte{0}, nil)
		}
		if r.raw || bytes.IndexByte(chunk, '\\') < 0 {
			if r.line.text == nil && !swallowed {
				r.line.text = chunk
			} else {
				r.line.add(chunk, false)
			}
			if swallowed {
				continue
			}
			return err
		}
		// A backslash before the delimiter takes its meaning away.
		open := r.unescape(chunk)
		if swallowed {
			continue
		}
		if !open || !ended || err != nil || r.rest < 1 {
			return err
		}
		if r.delim != '\n' {
			r.line.add([]byte{r.delim}, true)
		}
	}
}

// cutShort tells whether text ends in the midst of a character. bash takes the byte
// behind it, whatever it is, for a part of the character, so that a delimiter there ends
// nothing.
func cutShort(text []byte) bool {
	for n := 1; n <= min(utf8.UTFMax-1, len(text)); n++ {
		if c := text[len(text)-n]; utf8.RuneStart(c) {
			return c >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-n:])
		}
	}
	return false
}

// unescape adds a chunk without its backslashes and tells whether one was left
// over at its end.
func (r *reading) unescape(chunk []byte) (open bool) {
	for len(chunk) > 0 {
		i := bytes.IndexByte(chunk, '\\')
		if i < 0 {
			r.line.add(chunk, false)
			return false
		}
		r.line.add(chunk[:i], false)
		if i+1 == len(chunk) {
			return true
		}
		_, n := utf8.DecodeRune(chunk[i+1:])
		if chunk[i+1] != '\n' {
			r.line.add(chunk[i+1:i+1+n], true)
		}
		chunk = chunk[i+1+n:]
	}
	return false
}

// fillChars reads for -n and -N, a few bytes at a time so that nothing beyond
// the last character is taken.
func (r *reading) fillChars(ctx context.Context) error {
	escape, count := false, int64(0)
	for count < r.chars && r.rest > 0 {
		want := int(min(r.chars-count, int64(r.rest)))
		chunk, err := r.from.ReadUntil(ctx, r.delim, want)
		r.rest -= len(chunk)
		for len(chunk) > 0 {
			bytewise := r.call.State.Bytes
			if more := missing(chunk); more > 0 && err == nil && !bytewise {
				var tail []byte
				tail, err = r.more(ctx, more)
				chunk = append(chunk, tail...)
			}
			_, n := utf8.DecodeRune(chunk)
			if bytewise {
				n = 1
			}
			char := chunk[:n]
			chunk = chunk[n:]
			switch {
			case escape:
				escape = false
				if char[0] == '\n' {
					continue
				}
				r.line.add(char, true)
				count++
			case char[0] == '\\' && !r.raw:
				escape = true
			case !r.exact && n == 1 && char[0] == r.delim:
				return nil
			case char[0] == 0 && r.delim != 0:
			default:
				r.line.add(char, false)
				count++
			}
		}
		if err != nil {
			return err
		}
	}
	if count < r.chars {
		return &stream.LimitError{Name: limitStringBytes, Limit: r.chars}
	}
	return nil
}

// missing tells how many bytes the character at the front of chunk lacks.
func missing(chunk []byte) int {
	if utf8.FullRune(chunk) {
		return 0
	}
	switch c := chunk[0]; {
	case c >= 0xf0:
		return 4 - len(chunk)
	case c >= 0xe0:
		return 3 - len(chunk)
	}
	return 2 - len(chunk)
}

// more reads the bytes that complete a character.
func (r *reading) more(ctx context.Context, n int) (tail []byte, err error) {
	for n > 0 && err == nil {
		var b []byte
		b, err = r.from.ReadUntil(ctx, r.delim, 1)
		r.rest -= len(b)
		tail = append(tail, b...)
		if len(b) == 0 || b[0] < 0x80 {
			break
		}
		n--
	}
	return tail, err
}
