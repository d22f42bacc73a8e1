package jq

import (
	"io"
	"strings"
	"unicode/utf8"
)

// string reads a string behind its first quote.
func (d *Decoder) string() error {
	escapes, control := false, false
	d.token = d.token[:0]
	for {
		if d.at == d.end {
			if err := d.fill(); err == io.EOF {
				d.token = d.token[:0]
				return d.failEnd("Unfinished string")
			} else if err != nil {
				return err
			}
		}
		part := d.buf[d.at:d.end]
		i := 0
		for i < len(part) && plain[part[i]] {
			i++
		}
		d.token = append(d.token, part[:i]...)
		d.at, d.column = d.at+i, d.column+i
		if err := d.costs(i); err != nil {
			return err
		}
		if i == len(part) {
			continue
		}
		c, _ := d.byte()
		switch {
		case c == '"':
			return d.quoted(escapes, control)
		case c == '\\':
			escapes = true
			d.token = append(d.token, c)
			if c, err := d.byte(); err == nil {
				d.token = append(d.token, c)
			}
			continue
		case c < 0x20:
			control = true
		}
		d.token = append(d.token, c)
	}
}

func (d *Decoder) quoted(escapes, control bool) error {
	if control {
		return d.fail("Invalid string: control characters from U+0000 through U+001F must be escaped")
	}
	text := string(d.token)
	d.token = d.token[:0]
	if escapes {
		var wrong string
		if text, wrong = unescape(text); wrong != "" {
			return d.fail("%s", wrong)
		}
	}
	if wrong := d.value(valid(text)); wrong != "" {
		return d.fail("%s", wrong)
	}
	return d.costs(32)
}

// unescape takes the escapes of a string away; wrong is what is wrong with them.
func unescape(s string) (text, wrong string) {
	const letters = "\"\"\\\\//b\bf\fn\nr\rt\t"
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b = append(b, s[i])
			continue
		}
		i++
		if i == len(s) {
			return "", "Expected escape character at end of string"
		}
		if s[i] == 'u' {
			r, n, wrong := escapedRune(s[i+1:])
			if wrong != "" {
				return "", wrong
			}
			b = utf8.AppendRune(b, r)
			i += n
			continue
		}
		found := false
		for j := 0; j < len(letters) && !found; j += 2 {
			if found = letters[j] == s[i]; found {
				b = append(b, letters[j+1])
			}
		}
		if !found {
			return "", "Invalid escape"
		}
	}
	return string(b), ""
}

// escapedRune reads what follows \u, and the second half of a pair.
func escapedRune(s string) (r rune, n int, wrong string) {
	unit := func(s string) (rune, bool) {
		if len(s) < 4 {
			return 0, false
		}
		var u rune
		for i := range 4 {
			digit := strings.IndexByte(hexDigits, s[i]|0x20)
			if digit < 0 || s[i] < '0' {
				return 0, false
			}
			u = u<<4 | rune(digit)
		}
		return u, true
	}
	r, ok := unit(s)
	switch {
	case !ok && len(s) < 4:
		return 0, 0, `Invalid \uXXXX escape`
	case !ok:
		return 0, 0, `Invalid characters in \uXXXX escape`
	case r >= 0xd800 && r < 0xdc00:
		if len(s) >= 10 && s[4] == '\\' && s[5] == 'u' {
			if low, ok := unit(s[6:]); ok && low >= 0xdc00 && low < 0xe000 {
				return 0x10000 + (r-0xd800)<<10 + low - 0xdc00, 10, ""
			}
		}
		return 0, 0, `Invalid \uXXXX\uXXXX surrogate pair escape`
	case r >= 0xdc00 && r < 0xe000:
		r = utf8.RuneError
	}
	return r, 4, ""
}
