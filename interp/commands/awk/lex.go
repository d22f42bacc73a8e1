package awk

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// A syntaxError says what is wrong with a program and where.
type syntaxError struct {
	line int
	text string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.text) }

// A token's kind is its spelling for operators and keywords, else one of the
// kinds below.
type token struct {
	kind string
	text string // of names and strings
	num  float64
	line int
}

const (
	tEOF     = "end of file"
	tNewline = "newline"
	tNumber  = "number"
	tString  = "string"
	tName    = "name"
	tCall    = "function name" // a name with a parenthesis right behind it
	tBuiltin = "built-in function"
)

var keywords = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"BEGIN": true, "END": true, "BEGINFILE": true, "ENDFILE": true, "function": true, "func": true, "if": true, "else": true, "while": true,
		"for": true, "do": true, "break": true, "continue": true, "next": true, "nextfile": true, "exit": true,
		"return": true, "delete": true, "in": true, "getline": true, "print": true, "printf": true,
	}
})

// operators of more than one character, the longest first.
var operators = [...]string{"**=", "|&", "&&", "||", "==", "<=", ">=", "!=", "!~", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "**", ">>"}

type lexer struct {
	src  string
	at   int
	line int
}

func (l *lexer) fail(format string, args ...any) {
	panic(&syntaxError{l.line, fmt.Sprintf(format, args...)})
}

// blank skips blanks, comments and continued lines.
func (l *lexer) blank() {
	for l.at < len(l.src) {
		rest := l.src[l.at:]
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			l.at++
		case strings.HasPrefix(rest, "\\\n"):
			l.at += 2
			l.line++
		case strings.HasPrefix(rest, "\\\r\n"):
			l.at += 3
			l.line++
		case rest[0] == '#':
			if i := strings.IndexByte(rest, '\n'); i >= 0 {
				l.at += i
			} else {
				l.at = len(l.src)
			}
		default:
			return
		}
	}
}

// sees tells whether the word comes next.
func (l *lexer) sees(word string) bool {
	l.blank()
	rest, ok := strings.CutPrefix(l.src[l.at:], word)
	return ok && (rest == "" || !isNameByte(rest[0]))
}

func isDigit(c byte) bool     { return '0' <= c && c <= '9' }
func isNameByte(c byte) bool  { return isNameStart(c) || isDigit(c) }
func isNameStart(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func (l *lexer) next() token {
	l.blank()
	t := token{line: l.line}
	if l.at >= len(l.src) {
		t.kind = tEOF
		return t
	}
	c := l.src[l.at]
	switch {
	case c == '\n':
		l.at++
		l.line++
		t.kind = tNewline
	case isNameStart(c):
		l.word(&t)
	case c == '0' && l.hexadecimal(&t):
	case isDigit(c) || c == '.' && l.at+1 < len(l.src) && isDigit(l.src[l.at+1]):
		n := numberPrefix(l.src[l.at:])
		t.kind, t.num = tNumber, parseNumber(l.src[l.at:l.at+n])
		l.at += n
	case c == '"':
		t.kind, t.text = tString, l.quoted()
	default:
		t.kind = l.operator()
	}
	return t
}

// hexadecimal reads a constant like 0xff (gawk, Nondecimal-numbers).
func (l *lexer) hexadecimal(t *token) bool {
	digits := l.src[l.at+1:]
	if digits == "" || digits[0]|0x20 != 'x' {
		return false
	}
	digits = digits[1:]
	n := len(digits) - len(strings.TrimLeft(digits, "0123456789abcdefABCDEF"))
	if n == 0 || n < len(digits) && isNameByte(digits[n]) {
		return false
	}
	v, err := strconv.ParseUint(digits[:n], 16, 64)
	if err != nil {
		l.fail("number too large")
	}
	t.kind, t.num = tNumber, float64(v)
	l.at += 2 + n
	return true
}

func (l *lexer) word(t *token) {
	start := l.at
	for l.at < len(l.src) && isNameByte(l.src[l.at]) {
		l.at++
	}
	t.text = l.src[start:l.at]
	switch {
	case keywords()[t.text]:
		t.kind = t.text
		if t.kind == "func" {
			t.kind = "function"
		}
	case builtins()[t.text].id != 0:
		t.kind = tBuiltin
	case l.at < len(l.src) && l.src[l.at] == '(':
		t.kind = tCall
	default:
		t.kind = tName
	}
}

func (l *lexer) operator() string {
	rest := l.src[l.at:]
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			l.at += len(op)
			return strings.Replace(op, "**", "^", 1)
		}
	}
	if strings.IndexByte("{}()[];,+-*/%^!<>|?:~$=@", rest[0]) < 0 {
		l.fail("unexpected character %q", rest[0])
	}
	l.at++
	return rest[:1]
}

// quoted reads a string constant.
func (l *lexer) quoted() string {
	start := l.at
	for i := l.at + 1; i < len(l.src); i++ {
		switch l.src[i] {
		case '"':
			l.at = i + 1
			return unescape(l.src[start+1 : i])
		case '\n':
			l.fail("unterminated string")
		case '\\':
			if i+1 < len(l.src) && l.src[i+1] == '\n' {
				l.line++
			}
			i++
		}
	}
	l.fail("unterminated string")
	return ""
}

// regex reads a regular expression; the slash before it has been read.
func (l *lexer) regex() string {
	start, first := l.at, -1 // first is where the elements of a set begin
	for i := l.at; i < len(l.src); i++ {
		switch c := l.src[i]; {
		case c == '\n':
			l.fail("unterminated regular expression")
		case c == '\\':
			i++
		case first >= 0 && c == ']' && i > first:
			first = -1
		case first >= 0 && c == '[':
			if i+1 < len(l.src) && strings.IndexByte(":.=", l.src[i+1]) >= 0 {
				if end := strings.Index(l.src[i+2:], l.src[i+1:i+2]+"]"); end >= 0 {
					i += end + 3
				}
			}
		case first < 0 && c == '[':
			if first = i + 1; first < len(l.src) && l.src[first] == '^' {
				first++
			}
		case first < 0 && c == '/':
			l.at = i + 1
			return strings.ReplaceAll(l.src[start:i], `\/`, `/`)
		}
	}
	l.fail("unterminated regular expression")
	return ""
}

// unescape replaces the escape sequences of string constants (POSIX awk,
// Lexical Conventions). A backslash before another character stays, as in
// mawk, so that "\." is a regular expression for a dot.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c == '"' || c == '\\' || c == '/':
			b.WriteByte(c)
		case strings.IndexByte("abfnrtv", c) >= 0:
			b.WriteByte("\a\b\f\n\r\t\v"[strings.IndexByte("abfnrtv", c)])
		case c == '\n':
		case '0' <= c && c <= '7':
			n := 1
			for n < 3 && i+n < len(s) && '0' <= s[i+n] && s[i+n] <= '7' {
				n++
			}
			v, err := strconv.ParseUint(s[i:i+n], 8, 16)
			if err == nil {
				b.WriteByte(byte(v))
			}
			i += n - 1
		case c == 'x' && hexDigits(s[i+1:]) > 0:
			n := hexDigits(s[i+1:])
			if v, err := strconv.ParseUint(s[i+1:i+1+n], 16, 8); err == nil {
				b.WriteByte(byte(v))
			}
			i += n
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

// hexDigits is how many of the two that \x may have s begins with.
func hexDigits(s string) int {
	n := 0
	for n < 2 && n < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[n]) >= 0 {
		n++
	}
	return n
}
