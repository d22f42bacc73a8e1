package jq

import (
	"encoding/base32"
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// format writes a value as @name says; without a name as tostring does.
func (r *run) format(name string, in Value) (Value, error) {
	switch name {
	case "@csv", "@tsv":
		return r.row(name, in)
	case "@sh":
		return r.shell(in)
	}
	if name == "@json" {
		return r.written(in)
	}
	v, err := r.tostring(in)
	if err != nil {
		return nil, err
	}
	s := v.(string)
	if err := r.memory.add(3 * len(s)); err != nil {
		return nil, err
	}
	switch name {
	case "", "@text":
		return s, nil
	case "@html":
		return strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", "'", "&#39;", `"`, "&quot;").Replace(s), nil
	case "@uri":
		return escapeURI(s), nil
	case "@urid":
		return unescapeURI(in, s)
	case "@base64":
		return base64.StdEncoding.EncodeToString([]byte(s)), nil
	case "@base64d":
		return decode64(s)
	case "@base32":
		return base32.StdEncoding.EncodeToString([]byte(s)), nil
	case "@base32d":
		b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.TrimRight(s, "="))
		if err != nil {
			return nil, wrongType(in, "is not valid base32 data")
		}
		return valid(string(b)), nil
	}
	return nil, failure("%s is not a valid format", strings.TrimPrefix(name, "@"))
}

// row is a line of CSV or TSV.
func (r *run) row(name string, in Value) (Value, error) {
	a, ok := in.(*Array)
	if !ok {
		return nil, wrongType(in, "cannot be "+name[1:]+"-formatted, only array")
	}
	var b []byte
	for i, v := range a.all() {
		switch {
		case i > 0 && name == "@csv":
			b = append(b, ',')
		case i > 0:
			b = append(b, '\t')
		}
		switch v := v.(type) {
		case nil:
		case float64, bool, *Integer:
			if f, ok := v.(float64); ok && f != f {
				continue
			}
			b = append(b, Text(v)...)
		case string:
			if name == "@csv" {
				b = append(b, '"')
				b = append(b, strings.ReplaceAll(v, `"`, `""`)...)
				b = append(b, '"')
			} else {
				b = append(b, strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`, `\`, `\\`).Replace(v)...)
			}
		default:
			return nil, wrongType(v, "is not valid in a csv row")
		}
	}
	return string(b), r.memory.add(len(b))
}

// shell quotes strings for sh; those of an array are put apart with blanks.
func (r *run) shell(in Value) (Value, error) {
	items := []Value{in}
	if a, ok := in.(*Array); ok {
		items = a.all()
	}
	var b []byte
	for i, v := range items {
		if i > 0 {
			b = append(b, ' ')
		}
		switch v := v.(type) {
		case *Array, *Object:
			return nil, wrongType(v, "can not be escaped for shell")
		case string:
			b = append(b, '\'')
			b = append(b, strings.ReplaceAll(v, "'", `'\''`)...)
			b = append(b, '\'')
		default:
			b = append(b, Text(v)...)
		}
	}
	return string(b), r.memory.add(len(b))
}

func escapeURI(s string) string {
	const upper = "0123456789ABCDEF"
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if c := s[i]; letter(c) || digit(c) || c == '-' || c == '.' || c == '~' {
			b = append(b, c)
		} else {
			b = append(b, '%', upper[c>>4], upper[c&15])
		}
	}
	return string(b)
}

func unescapeURI(in Value, s string) (Value, error) {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b = append(b, s[i])
			continue
		}
		if i+2 >= len(s) {
			return nil, wrongType(in, "is not a valid uri encoding")
		}
		high, low := strings.IndexByte(hexDigits, s[i+1]|0x20), strings.IndexByte(hexDigits, s[i+2]|0x20)
		if high < 0 || low < 0 {
			return nil, wrongType(in, "is not a valid uri encoding")
		}
		b = append(b, byte(high<<4|low))
		i += 2
	}
	return valid(string(b)), nil
}

// decode64 takes what there is up to the first padding, in groups of four.
func decode64(s string) (Value, error) {
	text := strings.TrimRight(s, "=")
	b, err := base64.RawStdEncoding.DecodeString(text)
	if len(text)%4 == 1 {
		if _, err := base64.RawStdEncoding.DecodeString(text[:len(text)-1]); err == nil && base64Digit(text[len(text)-1]) {
			return nil, wrongType(s, "trailing base64 byte found")
		}
	}
	if err != nil {
		return nil, wrongType(s, "is not valid base64 data")
	}
	return valid(string(b)), nil
}

func base64Digit(c byte) bool { return letter(c) && c != '_' || digit(c) || c == '+' || c == '/' }

// valid puts U+FFFD in place of each byte that is no UTF-8.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}
