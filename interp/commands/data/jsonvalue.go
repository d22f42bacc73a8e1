package data

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// A jsonText is one value of JSON that was found to be valid, and is made a
// value of gojq's with the order of its keys noted.
type jsonText struct {
	text   []byte
	at     int
	orders *orders
}

// errDeep is about a text that tooDeep has found.
var errDeep = errors.New("exceeds depth limit for parsing")

// tooDeep tells whether arrays and objects of a valid text are nested deeper
// than jq takes.
func tooDeep(text []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > maxDepth {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

func (t *jsonText) value() any {
	switch t.skip(); t.text[t.at] {
	case '{':
		return t.object()
	case '[':
		t.at++
		list := []any{}
		for !t.ends(']') {
			list = append(list, t.value())
		}
		return list
	case '"':
		s := t.string()
		t.orders.name(s)
		return s
	case 't':
		t.at += len("true")
		return true
	case 'f':
		t.at += len("false")
		return false
	case 'n':
		t.at += len("null")
		return nil
	}
	start := t.at
	for t.at < len(t.text) && bytes.IndexByte([]byte("+-.0123456789eE"), t.text[t.at]) >= 0 {
		t.at++
	}
	return number(string(t.text[start:t.at]))
}

// skip passes white space and what stands between two values.
func (t *jsonText) skip() {
	for t.at < len(t.text) {
		switch t.text[t.at] {
		case ' ', '\t', '\r', '\n', ',', ':':
			t.at++
		default:
			return
		}
	}
}

// ends tells whether an array or an object ends here.
func (t *jsonText) ends(mark byte) bool {
	t.skip()
	if t.text[t.at] != mark {
		return false
	}
	t.at++
	return true
}

func (t *jsonText) object() any {
	t.at++
	m, keys := map[string]any{}, []string(nil)
	for !t.ends('}') {
		k := t.string()
		v := t.value()
		if _, twice := m[k]; !twice {
			keys = append(keys, k)
		}
		m[k] = v
	}
	t.orders.note(m, keys)
	return m
}

// string reads a string; what is not UTF-8 in it becomes U+FFFD.
func (t *jsonText) string() string {
	t.skip()
	start := t.at
	t.at++
	plain := true
	for t.text[t.at] != '"' {
		if t.text[t.at] == '\\' {
			plain = false
			t.at++
		}
		t.at++
	}
	t.at++
	raw := t.text[start:t.at]
	if plain && utf8.Valid(raw) {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return "" // never: the text is valid
	}
	return s
}
