package text

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
)

// echo is the program of that name; its options are only what it knows in full.
func echo(_ context.Context, call *command.Call) int {
	out := command.NewOutput(call)
	args := call.Args[1:]
	if len(args) == 1 && (args[0] == "--help" || args[0] == "--version") {
		text := call.Name() + " (aegish)\n"
		if args[0] == "--help" {
			text = "Usage: " + call.Name() + " [-neE] [STRING]...\nWrite the strings on one line; -e knows escapes, -n writes no newline.\n"
		}
		out.WriteString(text)
		return out.Finish(0, 1)
	}
	newline, escapes := true, false
	// With POSIXLY_CORRECT escapes count always, and options only behind -n.
	_, posix := call.Getenv("POSIXLY_CORRECT")
	options := !posix || len(args) > 0 && args[0] == "-n"
	for options && len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		for _, c := range args[0][1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes || posix {
		var stop bool
		if text, stop = unescape(text); stop {
			newline = false
		}
	}
	out.WriteString(text)
	if newline {
		out.WriteByte('\n')
	}
	return out.Finish(0, 1)
}

// unescape replaces the escapes of echo -e and %b; stop tells of \c.
func unescape(s string) (text string, stop bool) {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			i++
			continue
		}
		n, text, stop := escape(s[i:], true)
		if n < 0 {
			n, text = 2, s[i:i+2]
		}
		b.WriteString(text)
		if stop {
			return b.String(), true
		}
		i += n
	}
	return b.String(), false
}

// escape reads the escape that s begins with: its length, what it stands for,
// and whether output ends. An octal number begins with 0 when zero is set. The
// length is -1 for \x without digits.
func escape(s string, zero bool) (n int, text string, stop bool) {
	if len(s) < 2 {
		return 1, s, false
	}
	c := s[1]
	if i := strings.IndexByte(`abefnrtv\"`, c); i >= 0 && (c != '"' || !zero) {
		return 2, "\a\b\x1b\f\n\r\t\v\\\""[i : i+1], false
	}
	number := func(start, most, base int) (int, uint64) {
		end := start
		for end < len(s) && end < start+most && isHex(s[end]) && (base == 16 || s[end] < '8') {
			end++
		}
		v, _ := strconv.ParseUint(s[start:end], base, 32)
		return end, v
	}
	switch {
	case c == 'c':
		return 2, "", true
	case c == 'x':
		end, v := number(2, 2, 16)
		if end == 2 {
			return -1, "", false
		}
		return end, string([]byte{byte(v)}), false
	case (c == 'u' || c == 'U') && !zero:
		digits := map[byte]int{'u': 4, 'U': 8}[c]
		end, v := number(2, digits, 16)
		if end != 2+digits {
			return -1, "", false
		}
		return end, string(utf8.AppendRune(nil, rune(v))), false
	case zero && c == '0':
		end, v := number(2, 3, 8)
		return end, string([]byte{byte(v)}), false
	case c >= '0' && c <= '7':
		end, v := number(1, 3, 8)
		return end, string([]byte{byte(v)}), false
	}
	return 2, s[:2], false
}
