package filetype

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// An encoding of text: what file calls it, its MIME charset, and the text as
// bytes that say the same about lines.
type encoding struct {
	text, charset string
	plain         []byte
}

// encodingOf finds out how data encodes text.
func encodingOf(data []byte) (encoding, bool) {
	const bom = "\xef\xbb\xbf"
	switch {
	case only(data, false, false):
		return encoding{"ASCII text", "us-ascii", data}, true
	case textual(data) && valid(data) && bytes.HasPrefix(data, []byte(bom)):
		return encoding{"Unicode text, UTF-8 (with BOM) text", "utf-8", data[len(bom):]}, true
	case textual(data) && valid(data):
		return encoding{"Unicode text, UTF-8 text", "utf-8", data}, true
	}
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe\x00\x00")):
		return encoding{"Unicode text, UTF-32, little-endian", "utf-32le", nil}, true
	case bytes.HasPrefix(data, []byte("\x00\x00\xfe\xff")):
		return encoding{"Unicode text, UTF-32, big-endian", "utf-32be", nil}, true
	}
	if plain, order, ok := wide(data); ok {
		return encoding{fmt.Sprintf("Unicode text, UTF-16, %s-endian text", order), "utf-16" + order[:1] + "e", plain}, true
	}
	switch {
	case only(data, true, false):
		return encoding{"ISO-8859 text", "iso-8859-1", data}, true
	case only(data, true, true):
		return encoding{"Non-ISO extended-ASCII text", "unknown-8bit", data}, true
	}
	return encoding{}, false
}

// nel is the line end of ISO 6429, which is text in every encoding of bytes.
const nel = 0x85

// only tells whether all bytes are text of ASCII, and with latin of ISO 8859,
// and with extended of what other systems have between the two.
func only(data []byte, latin, extended bool) bool {
	for _, c := range data {
		switch {
		case c >= 0xa0 && latin, c >= 0x80 && c < 0xa0 && extended, c == nel:
		case c >= 0x80 || !textByte(c):
			return false
		}
	}
	return true
}

func textByte(c byte) bool {
	return c >= '\a' && c <= '\r' || c == '\x1b' || c >= ' ' && c != 0x7f
}

func textual(data []byte) bool {
	return !bytes.ContainsFunc(data, func(r rune) bool { return r < 0x80 && !textByte(byte(r)) })
}

// wide reads UTF-16 that begins with the mark of its byte order.
func wide(data []byte) (plain []byte, order string, ok bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		order = "little"
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		order = "big"
	default:
		return nil, "", false
	}
	var units []uint16
	for i := 2; i+1 < len(data); i += 2 {
		u := uint16(data[i]) | uint16(data[i+1])<<8
		if order == "big" {
			u = uint16(data[i])<<8 | uint16(data[i+1])
		}
		if u == 0xfffe || u < 0x80 && !textByte(byte(u)) {
			return nil, "", false
		}
		units = append(units, u)
	}
	return []byte(string(utf16.Decode(units))), order, true
}

// valid tells whether data is UTF-8 beyond ASCII; the last character may be cut
// off.
func valid(data []byte) bool {
	for i := 1; i < utf8.UTFMax && i <= len(data); i++ {
		tail := data[len(data)-i:]
		if utf8.RuneStart(tail[0]) && !utf8.FullRune(tail) {
			data = data[:len(data)-i]
			break
		}
	}
	return utf8.Valid(data) && bytes.ContainsFunc(data, func(r rune) bool { return r >= utf8.RuneSelf })
}

// longLine is from which length on lines are called very long.
const longLine = 300

// lineKinds tells about unusual lines and line ends.
func lineKinds(data []byte, charset string) string {
	var lf, cr, crlf, nels, long, length int
	for i, c := range data {
		switch {
		case c == '\n' && i > 0 && data[i-1] == '\r':
			crlf++
		case c == '\n':
			lf++
		case c == '\r' && (i+1 == len(data) || data[i+1] != '\n'):
			cr++
		case c == nel && charset != "utf-8":
			nels++
		case c == '\r':
		default:
			if charset != "utf-8" || utf8.RuneStart(c) {
				length++
			}
			if length > longLine {
				long = max(long, length)
			}
			continue
		}
		length = 0
	}
	var out strings.Builder
	if long > 0 {
		fmt.Fprintf(&out, ", with very long lines (%d)", long)
	}
	var ends []string
	for _, k := range []struct {
		count int
		name  string
	}{{crlf, "CRLF"}, {cr, "CR"}, {lf, "LF"}, {nels, "NEL"}} {
		if k.count > 0 {
			ends = append(ends, k.name)
		}
	}
	switch {
	case len(ends) == 0:
		out.WriteString(", with no line terminators")
	case len(ends) > 1 || lf == 0:
		out.WriteString(", with " + strings.Join(ends, ", ") + " line terminators")
	}
	if bytes.IndexByte(data, '\x1b') >= 0 {
		out.WriteString(", with escape sequences")
	}
	if bytes.IndexByte(data, '\b') >= 0 {
		out.WriteString(", with overstriking")
	}
	return out.String()
}

// delimited tells whether data looks like CSV: up to ten lines, three at least,
// all with as many commas as the first.
func delimited(data []byte) bool {
	const enough, few = 10, 2
	commas, first, lines := 0, 0, 0
	quoted := false
	for _, c := range data {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == ',':
			commas++
		case c == '\n':
			if lines++; lines == enough {
				return first != 0 && first == commas
			}
			if commas == 0 || first != 0 && first != commas {
				return false
			}
			first, commas = commas, 0
		}
	}
	return first != 0 && lines > few
}

// jsonKind names JSON, of one value or an object a line.
func jsonKind(data []byte) (text, mime string) {
	trimmed := bytes.TrimSpace(data)
	if len(trimmed) == 0 || trimmed[0] != '{' && trimmed[0] != '[' {
		return "", ""
	}
	if json.Valid(trimmed) {
		return "JSON text data", "application/json"
	}
	for line := range bytes.Lines(trimmed) {
		if line = bytes.TrimSpace(line); len(line) > 0 && (line[0] != '{' || !json.Valid(line)) {
			return "", ""
		}
	}
	return "New Line Delimited JSON text data", "application/x-ndjson"
}
