package data

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/itchyny/gojq"
)

// A printer writes values as JSON.
type printer struct {
	// indent is put before each level; without one all is on a line.
	indent string
	// ascii escapes what is not ASCII.
	ascii bool
	// raw writes strings as they are.
	raw bool
	// orders knows the order of keys; without it they are sorted.
	orders *orders
}

// maxDepth is how deep values may lie in others, as in jq: deeper ones are not
// read, and not printed.
const maxDepth = 256

// print writes a value without a newline.
func (p *printer) print(w *bytes.Buffer, v any) error {
	if s, ok := v.(string); ok && p.raw {
		w.WriteString(s)
		return nil
	}
	return p.value(w, v, 0)
}

func (p *printer) value(w *bytes.Buffer, v any, level int) error {
	if level > maxDepth {
		w.WriteString("<stripped: exceeds max depth>")
		return nil
	}
	switch v := v.(type) {
	case []any:
		if len(v) == 0 {
			w.WriteString("[]")
			return nil
		}
		w.WriteByte('[')
		for i, e := range v {
			p.separate(w, i, level+1)
			if err := p.value(w, e, level+1); err != nil {
				return err
			}
		}
		p.line(w, level)
		w.WriteByte(']')
	case map[string]any:
		if len(v) == 0 {
			w.WriteString("{}")
			return nil
		}
		w.WriteByte('{')
		for i, k := range p.orders.keys(v) {
			p.separate(w, i, level+1)
			if err := p.scalar(w, k); err != nil {
				return err
			}
			w.WriteByte(':')
			if p.indent != "" {
				w.WriteByte(' ')
			}
			if err := p.value(w, v[k], level+1); err != nil {
				return err
			}
		}
		p.line(w, level)
		w.WriteByte('}')
	default:
		return p.scalar(w, v)
	}
	return nil
}

func (p *printer) separate(w *bytes.Buffer, i, level int) {
	if i > 0 {
		w.WriteByte(',')
	}
	p.line(w, level)
}

func (p *printer) line(w *bytes.Buffer, level int) {
	if p.indent == "" {
		return
	}
	w.WriteByte('\n')
	for range level {
		w.WriteString(p.indent)
	}
}

func (p *printer) scalar(w *bytes.Buffer, v any) error {
	text, err := gojq.Marshal(v)
	if err != nil {
		return err
	}
	if !p.ascii {
		w.Write(text)
		return nil
	}
	const hex = "0123456789abcdef"
	unit := func(c rune) {
		w.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			w.WriteByte(hex[c>>shift&15])
		}
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		text = text[n:]
		switch {
		case r < 0x80:
			w.WriteByte(byte(r))
		case r > 0xffff:
			unit(0xd800 + (r-0x10000)>>10)
			unit(0xdc00 + (r-0x10000)&0x3ff)
		default:
			unit(r)
		}
	}
	return nil
}

// lines hands the lines of a reader to use, one that does not end included.
func lines(r io.ByteReader, most int, use func(string) error) error {
	var b strings.Builder
	for {
		c, err := r.ReadByte()
		if err == io.EOF {
			if b.Len() > 0 {
				return use(b.String())
			}
			return nil
		}
		if err != nil {
			return err
		}
		if c == '\n' {
			if err := use(b.String()); err != nil {
				return err
			}
			b.Reset()
			continue
		}
		if b.Len() >= most {
			return errLong
		}
		b.WriteByte(c)
	}
}
