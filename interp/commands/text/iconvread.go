package text

import (
	"encoding/binary"
	"errors"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

var (
	errIllegal    = errors.New("illegal input sequence")
	errIncomplete = errors.New("incomplete character or shift sequence at end of buffer")
)

// A decoder reads the first character of src: the character and how many bytes
// it has. errIncomplete tells that src ends within one. A size of 0 with a
// negative character is a mark that stands for none.
type decoder func(src []byte) (r rune, size int, err error)

// none is what a byte order mark decodes to.
const none = rune(-1)

func decodeUTF8(src []byte) (rune, int, error) {
	r, size := utf8.DecodeRune(src)
	switch {
	case r != utf8.RuneError || size > 1:
		return r, size, nil
	case !utf8.FullRune(src):
		return 0, len(src), errIncomplete
	}
	return 0, 1, errIllegal
}

func decodeASCII(src []byte) (rune, int, error) {
	if src[0] >= utf8.RuneSelf {
		return 0, 1, errIllegal
	}
	return rune(src[0]), 1, nil
}

// wideDecoder decodes units of 2 or 4 bytes. With marks it begins with a byte
// order mark that decides the order; pairs are those of UTF-16.
func wideDecoder(w wideForm) decoder {
	order, first := w.order, w.marks
	return func(src []byte) (rune, int, error) {
		if len(src) < w.size {
			return 0, len(src), errIncomplete
		}
		unit := wideUnit(src, w.size, order)
		if first {
			first = false
			switch unit {
			case 0xfeff:
				return none, w.size, nil
			case 0xfffe, 0xfffe0000:
				order = binary.BigEndian
				return none, w.size, nil
			}
		}
		switch {
		case unit > utf8.MaxRune:
			return 0, w.size, errIllegal
		case unit < 0xd800 || unit > 0xdfff:
			return rune(unit), w.size, nil
		case w.size != 2 || !w.pairs || unit >= 0xdc00:
			return 0, w.size, errIllegal
		case len(src) < 4:
			return 0, len(src), errIncomplete
		}
		low := wideUnit(src[2:], 2, order)
		if low < 0xdc00 || low > 0xdfff {
			return 0, 2, errIllegal
		}
		return rune(0x10000 + (unit-0xd800)<<10 + low - 0xdc00), 4, nil
	}
}

func wideUnit(src []byte, size int, order binary.ByteOrder) uint32 {
	if size == 2 {
		return uint32(order.Uint16(src))
	}
	return order.Uint32(src)
}

// hasControls tells whether the bytes 0x80 to 0x9f are the control characters of
// those numbers: in the encodings of ISO.
func hasControls(m *charmap.Charmap) bool {
	return strings.HasPrefix(charsetKey(m.String()), "ISO8859")
}

func charmapDecoder(m *charmap.Charmap) decoder {
	controls := hasControls(m)
	return func(src []byte) (rune, int, error) {
		c := src[0]
		if r := m.DecodeByte(c); r != utf8.RuneError {
			return r, 1, nil
		}
		if controls && c >= 0x80 && c < 0xa0 {
			return rune(c), 1, nil
		}
		return 0, 1, errIllegal
	}
}

func charmapEncoder(m *charmap.Charmap) encoder {
	controls := hasControls(m)
	return func(out []byte, r rune) ([]byte, bool) {
		c, ok := m.EncodeRune(r)
		if !ok && controls && r >= 0x80 && r < 0xa0 {
			c, ok = byte(r), true
		}
		return append(out, c), ok
	}
}

// tableDecoder decodes the encodings of East Asia, whose characters have up to
// four bytes and no state.
func tableDecoder(e encoding.Encoding) decoder {
	d := e.NewDecoder()
	return func(src []byte) (rune, int, error) {
		if src[0] < utf8.RuneSelf {
			return rune(src[0]), 1, nil
		}
		for size := 1; size <= 4 && size <= len(src); size++ {
			text, err := d.Bytes(src[:size])
			r, n := utf8.DecodeRune(text)
			if err == nil && r != utf8.RuneError && n == len(text) {
				return r, size, nil
			}
		}
		if len(src) < 2 {
			return 0, len(src), errIncomplete
		}
		return 0, 1, errIllegal
	}
}

// A wideForm is one of the encodings with units of 2 or 4 bytes.
type wideForm struct {
	size         int
	order        binary.ByteOrder
	marks, pairs bool
}

var wideForms = map[string]wideForm{
	"UTF16": {2, binary.LittleEndian, true, true}, "UTF16LE": {2, binary.LittleEndian, false, true}, "UTF16BE": {2, binary.BigEndian, false, true}, "UNICODE": {2, binary.LittleEndian, true, false},
	"UCS2": {2, binary.LittleEndian, false, false}, "UCS2LE": {2, binary.LittleEndian, false, false}, "UCS2BE": {2, binary.BigEndian, false, false},
	"UTF32": {4, binary.LittleEndian, true, false}, "UTF32LE": {4, binary.LittleEndian, false, false}, "UTF32BE": {4, binary.BigEndian, false, false},
	"UCS4": {4, binary.BigEndian, false, false}, "UCS4LE": {4, binary.LittleEndian, false, false}, "UCS4BE": {4, binary.BigEndian, false, false}, "WCHART": {4, binary.LittleEndian, false, false},
}

// wideNames are their names for -l.
var wideNames = []string{"UCS-2", "UCS-2BE", "UCS-2LE", "UCS-4", "UCS-4BE", "UCS-4LE", "UNICODE", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE", "WCHAR_T"}

// An encoder appends a character; false when the encoding has none for it.
type encoder func(out []byte, r rune) ([]byte, bool)

func encodeUTF8(out []byte, r rune) ([]byte, bool) { return utf8.AppendRune(out, r), true }

func encodeASCII(out []byte, r rune) ([]byte, bool) { return append(out, byte(r)), r < utf8.RuneSelf }

func wideEncoder(w wideForm) encoder {
	first := w.marks
	unit := func(out []byte, v uint32) []byte {
		var b [4]byte
		if w.size == 2 {
			w.order.PutUint16(b[:], uint16(v))
		} else {
			w.order.PutUint32(b[:], v)
		}
		return append(out, b[:w.size]...)
	}
	return func(out []byte, r rune) ([]byte, bool) {
		if w.size == 2 && r > 0xffff && !w.pairs {
			return out, false
		}
		if first {
			out, first = unit(out, 0xfeff), false
		}
		if w.size == 2 && r > 0xffff {
			r -= 0x10000
			return unit(unit(out, 0xd800+uint32(r)>>10), 0xdc00+uint32(r)&0x3ff), true
		}
		return unit(out, uint32(r)), true
	}
}

// tableEncoder encodes one character after the other. It remembers what became
// of some.
func tableEncoder(e encoding.Encoding) encoder {
	const most = 4096
	coder, known := e.NewEncoder(), map[rune][]byte{}
	return func(out []byte, r rune) ([]byte, bool) {
		coded, ok := known[r]
		if !ok {
			var err error
			if coded, err = coder.Bytes(utf8.AppendRune(nil, r)); err != nil {
				coded = nil
			}
			if len(known) < most {
				known[r] = coded
			}
		}
		return append(out, coded...), coded != nil
	}
}

// codec finds the two directions of an encoding.
func codec(name string) (decoder, func() encoder, bool) {
	key := charsetKey(name)
	switch key {
	case "", "UTF8", "ISO10646/UTF8/":
		return decodeUTF8, func() encoder { return encodeUTF8 }, true
	case "ASCII", "USASCII", "ANSIX3.41968", "ANSIX341968", "ANSIX34", "ANSIX3.4", "ISO646US", "CP367":
		return decodeASCII, func() encoder { return encodeASCII }, true
	}
	if w, ok := wideForms[key]; ok {
		return wideDecoder(w), func() encoder { return wideEncoder(w) }, true
	}
	e := charset(name)
	if e == nil {
		return nil, nil, false
	}
	if m, ok := e.(*charmap.Charmap); ok {
		return charmapDecoder(m), func() encoder { return charmapEncoder(m) }, true
	}
	return tableDecoder(e), func() encoder { return tableEncoder(e) }, true
}
