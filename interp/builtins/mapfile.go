package builtins

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
)

// A mapping is one call of mapfile.
type mapping struct {
	call     *Call
	name     string
	delim    byte
	count    int64
	origin   int64
	clear    bool
	skip     int64
	trim     bool
	fd       int
	callback string
	quantum  int64
	texts    texts
}

func runMapfile(c *Call) Status {
	m := mapping{call: c, name: "MAPFILE", delim: '\n', clear: true, quantum: 5000}
	o := c.options("d:u:n:O:tC:c:s:")
	for o.next() {
		if !m.option(o.letter, o.value) {
			return c.finish(failure)
		}
	}
	if o.failed {
		return o.status
	}
	if rest := o.rest(); len(rest) > 0 {
		m.name = rest[0]
	}
	switch v := c.State.Vars.Get(m.name); {
	case m.name == "":
		c.errorf("empty array variable name")
		return c.finish(misuse)
	case !expand.ValidName(m.name):
		return c.failf("`%s': not a valid identifier", m.name)
	case v != nil && v.Kind == state.Assoc:
		return c.failf("%s: not an indexed array", m.name)
	}
	from := c.Stdin
	if m.fd > 0 {
		from = c.File(m.fd)
	}
	return m.run(from)
}

func (m *mapping) option(letter byte, value string) bool {
	number := func(min int64, complaint string) int64 {
		n, ok := parseInt(value)
		if !ok || n < min || n > maxInt32 {
			m.call.errorf("%s: %s", value, complaint)
			return -1
		}
		return n
	}
	switch letter {
	case 'd':
		m.delim = 0
		if value != "" {
			m.delim = value[0]
		}
	case 't':
		m.trim = true
	case 'C':
		m.callback = value
	case 'n':
		m.count = number(0, "invalid line count")
		return m.count >= 0
	case 's':
		m.skip = number(0, "invalid line count")
		return m.skip >= 0
	case 'O':
		m.origin, m.clear = number(0, "invalid array origin"), false
		return m.origin >= 0
	case 'c':
		m.quantum = number(1, "invalid callback quantum")
		return m.quantum >= 1
	case 'u':
		n := number(0, "invalid file descriptor specification")
		if n < 0 {
			return false
		}
		m.fd = int(n)
		if m.call.File(m.fd) == nil {
			m.call.errorf("%d: invalid file descriptor: Bad file descriptor", m.fd)
			return false
		}
	}
	return true
}

// run reads the lines. They are assigned in one go, or before each call of the
// callback.
func (m *mapping) run(from stream.Description) Status {
	c := m.call
	limits := c.Shell.Limits()
	if !c.Shell.AssignList(c, m.name, nil, m.origin, m.clear) {
		return c.finish(failure)
	}
	var lines []string
	held, next := 0, m.origin
	flush := func() bool {
		ok := c.Shell.AssignList(c, m.name, lines, next, false)
		next += int64(len(lines))
		lines = lines[:0]
		return ok
	}
	read := func() ([]byte, error) { return from.ReadUntil(c.Ctx, m.delim, limits.StringBytes+1) }
	if m.count == 0 && m.callback == "" {
		// All of the file is wanted, so it may be read in large pieces.
		read = (&records{from: from, delim: m.delim, max: limits.StringBytes + 1}).next
	}
	for taken, skipped := int64(0), int64(0); m.count == 0 || taken < m.count; {
		line, err := read()
		if len(line) > limits.StringBytes {
			return c.Shell.Exceeded(c, limitStringBytes, int64(limits.StringBytes))
		}
		if len(line) == 0 {
			var tooMuch *stream.LimitError
			if errors.As(err, &tooMuch) {
				return c.Shell.Exceeded(c, tooMuch.Name, tooMuch.Limit)
			}
			break // at the end, or at an error, of which bash says nothing
		}
		if skipped < m.skip {
			skipped++
			continue
		}
		text := m.value(line)
		if held += len(text); taken >= int64(limits.ArrayElements) {
			return c.Shell.Exceeded(c, limitArrayElements, int64(limits.ArrayElements))
		}
		taken++
		if m.callback != "" && taken%m.quantum == 0 {
			if !flush() {
				return c.finish(failure)
			}
			text := m.callback + " " + strconv.FormatInt(next, 10) + " " + quoteSingle(text)
			if st := c.Shell.Eval(c.Ctx, text, c.Line); st.Kind != Next {
				return st
			}
		}
		lines = append(lines, text)
	}
	if !flush() {
		return c.finish(failure)
	}
	return c.finish(0)
}

// value is what a line becomes: its end cut at a NUL byte, which no value can
// hold.
func (m *mapping) value(line []byte) string {
	if m.delim == 0 || m.trim {
		line = bytes.TrimSuffix(line, []byte{m.delim})
	}
	if i := bytes.IndexByte(line, 0); i >= 0 {
		line = line[:i]
	}
	return m.texts.add(line)
}

// textChunk is how many bytes short values share.
const textChunk = 512

// texts makes strings that share memory: one allocation for many short values.
// One of them that is kept holds at most textChunk bytes.
type texts struct{ b strings.Builder }

func (t *texts) add(value []byte) string {
	if len(value) > textChunk/8 {
		return string(value)
	}
	if t.b.Cap()-t.b.Len() < len(value) {
		t.b.Reset()
		t.b.Grow(textChunk)
	}
	from := t.b.Len()
	t.b.Write(value)
	return t.b.String()[from:]
}

// recordChunk is how much records reads at once, in bytes.
const recordChunk = 64 << 10

// records cuts what it reads into records of at most max bytes.
type records struct {
	from  stream.Description
	delim byte
	max   int
	buf   []byte // read, not yet given out
	end   error
}

// next returns the next record with its delimiter; it is valid until the next
// call. At the end it returns what there is, then nothing and the error.
func (r *records) next() ([]byte, error) {
	for searched := 0; ; {
		if i := bytes.IndexByte(r.buf[searched:], r.delim); i >= 0 || len(r.buf) >= r.max || r.end != nil {
			n := min(len(r.buf), r.max)
			if i >= 0 {
				n = min(searched+i+1, r.max)
			}
			record := r.buf[:n]
			r.buf = r.buf[n:]
			if i < 0 && r.end != nil {
				return record, r.end
			}
			return record, nil
		}
		searched = len(r.buf)
		grown := make([]byte, searched, max(2*searched, recordChunk))
		copy(grown, r.buf)
		n, err := r.from.Read(grown[searched:cap(grown)])
		r.buf, r.end = grown[:searched+n], err
	}
}
