package jq

import (
	"slices"
	"unicode/utf8"
)

// A Format says how values are written.
type Format struct {
	// Indent is put before each level; without one all is on a line.
	Indent string
	// ASCII escapes all other characters, Sorted sorts keys, Color adds the
	// colours of a terminal.
	ASCII, Sorted, Color bool
	// Palette are the colours; where it has none they are jq's own.
	Palette Palette
	// Most is after how many bytes to stop, about; zero is never.
	Most int
}

// Append writes v behind b.
func (f *Format) Append(b []byte, v Value) []byte { return f.value(b, v, 0) }

// Full tells whether b is longer than allowed, and not whole.
func (f *Format) Full(b []byte) bool { return f.Most > 0 && len(b) > f.Most }

func (f *Format) value(b []byte, v Value, level int) []byte {
	switch v := v.(type) {
	case *Array:
		return f.array(b, v, level)
	case *Object:
		return f.object(b, v, level)
	}
	if !f.Color {
		return f.scalar(b, v)
	}
	b = append(b, f.Palette.of(colorOf(v))...)
	return append(f.scalar(b, v), colorReset...)
}

func (f *Format) scalar(b []byte, v Value) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		if v {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case float64:
		return appendFloat(b, v)
	case *Integer:
		return append(b, v.text...)
	case string:
		return f.string(b, v)
	}
	return b
}

func (f *Format) mark(b []byte, of color, mark string) []byte {
	if f.Color {
		b = append(b, f.Palette.of(of)...)
	}
	return append(b, mark...)
}

func (f *Format) end(b []byte) []byte {
	if f.Color {
		return append(b, colorReset...)
	}
	return b
}

func (f *Format) array(b []byte, a *Array, level int) []byte {
	b = f.mark(b, colorArray, "[")
	if a.Len() == 0 {
		return f.end(append(b, ']'))
	}
	for i, v := range a.all() {
		if f.Full(b) {
			return b
		}
		if i > 0 {
			b = f.mark(b, colorArray, ",")
		}
		b = f.value(f.line(b, level+1), v, level+1)
	}
	b = f.line(f.mark(b, colorArray, ""), level)
	return f.end(append(f.mark(b, colorArray, ""), ']'))
}

func (f *Format) object(b []byte, o *Object, level int) []byte {
	b = f.mark(b, colorObject, "{")
	if o.Len() == 0 {
		return f.end(append(b, '}'))
	}
	o.hold()
	keys, values := o.table.keys, o.table.values
	if f.Sorted {
		keys = o.SortedKeys()
	}
	for i, k := range keys {
		if f.Full(b) {
			return b
		}
		if i > 0 {
			b = f.mark(b, colorObject, ",")
		}
		b = f.end(f.line(b, level+1))
		if f.Color {
			b = append(b, f.Palette.of(colorKey)...)
		}
		b = f.mark(f.end(f.string(b, k)), colorObject, ":")
		if f.Indent != "" {
			b = append(b, ' ')
		}
		v := values[i]
		if f.Sorted {
			v, _ = o.Get(k)
		}
		b = f.value(f.end(b), v, level+1)
	}
	b = f.line(f.mark(b, colorObject, ""), level)
	return f.end(append(f.mark(b, colorObject, ""), '}'))
}

func (f *Format) line(b []byte, level int) []byte {
	if f.Indent == "" {
		return b
	}
	b = append(b, '\n')
	for range level {
		b = append(b, f.Indent...)
	}
	return b
}

// Text returns v on one line.
func Text(v Value) string { return string((&Format{}).Append(nil, v)) }

// short is how much of a value a message shows, in bytes, and longer that of
// one about paths.
const (
	short  = 14
	longer = 29
)

// dump is v for a message, cut.
func dump(v Value, most int) string {
	text := Text(excerpt(v, most, 0))
	if len(text) <= most {
		return text
	}
	cut := most - 3
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "..."
}

// excerpt is as much of v as can show, so that a large value is not written out
// for its first bytes.
func excerpt(v Value, most, level int) Value {
	if level > most {
		return nil
	}
	switch v := v.(type) {
	case *Array:
		n := min(v.Len(), most)
		part := make([]Value, 0, n)
		for i := range n {
			part = append(part, excerpt(v.At(i), most, level+1))
		}
		return NewArray(part...)
	case *Object:
		part := NewObject()
		for i := range min(v.Len(), most) {
			k, w := v.At(i)
			part.Put(k, excerpt(w, most, level+1))
		}
		return part
	case string:
		if len(v) > 4*most {
			return v[:4*most]
		}
	}
	return v
}

const hexDigits = "0123456789abcdef"

// plain are the characters of ASCII that stand for themselves in a string.
var plain = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 0x20 && c < 0x7f && c != '"' && c != '\\'
	}
	return t
}()

// string writes a string of JSON.
func (f *Format) string(b []byte, s string) []byte {
	b = slices.Grow(b, len(s)+2)
	b = append(b, '"')
	for i := 0; i < len(s) && !f.Full(b); {
		start := i
		for i < len(s) && plain[s[i]] {
			i++
		}
		b = append(b, s[start:i]...)
		if i == len(s) {
			break
		}
		if s[i] < 0x80 {
			b = appendEscape(b, s[i])
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(b, "\ufffd"...)
		case !f.ASCII:
			b = append(b, s[i:i+n]...)
		case r > 0xffff:
			b = appendUnit(b, 0xd800+(r-0x10000)>>10)
			b = appendUnit(b, 0xdc00+(r-0x10000)&0x3ff)
		default:
			b = appendUnit(b, r)
		}
		i += n
	}
	return append(b, '"')
}

func appendEscape(b []byte, c byte) []byte {
	const letters = "\"\"\\\\\bb\ff\nn\rr\tt"
	for i := 0; i < len(letters); i += 2 {
		if letters[i] == c {
			return append(b, '\\', letters[i+1])
		}
	}
	if c == 0x7f {
		return append(b, "\\u007f"...)
	}
	return appendUnit(b, rune(c))
}

func appendUnit(b []byte, r rune) []byte {
	return append(b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}
