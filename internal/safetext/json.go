package safetext

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// JSON makes JSON text safe to look at on a terminal. encoding/json escapes the C0
// controls, but leaves DEL, the C1 controls and the format characters (bidi
// overrides, zero-width marks) as they are. All of them can stand only inside
// strings, so each becomes a \u escape and the value stays the same. So does a
// byte that is no UTF-8, which a decoder reads as U+FFFD: alone, 0x9b is a
// control to terminals that do not speak UTF-8.
func JSON(json []byte) []byte {
	clean := true
	for i := 0; i < len(json) && clean; i++ {
		clean = json[i] < 0x7f
	}
	if clean {
		return json
	}
	out := make([]byte, 0, len(json)+16)
	for i := 0; i < len(json); {
		r, size := utf8.DecodeRune(json[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			out = append(out, `\ufffd`...)
		case !acts(r):
			out = append(out, json[i:i+size]...)
		case r > 0xffff:
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += size
	}
	return out
}

// acts reports whether a character does something instead of being shown.
func acts(r rune) bool {
	return r == 0x7f || 0x80 <= r && r <= 0x9f || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029
}
