package yq

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenPath
	tokenIdent
	tokenVariable
	tokenString
	tokenNumber
	tokenMark
)

// A token is a word of an expression. A path is .name; quoted tells that its name
// was in quotation marks.
type token struct {
	kind   tokenKind
	text   string
	quoted bool
	// spaced tells that blanks stand before it.
	spaced bool
	at     int
}

// marks are the tokens of punctuation, longer ones first. What flags of a merge
// follow is read by the parser.
var marks = []string{"...", "..", "//=", "|=", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "//",
	".", "|", ",", ";", ":", "=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", "{", "}", "?"}

// A lexer takes an expression apart.
type lexer struct {
	text string
	at   int
}

func letter(c byte) bool   { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf }
func digit(c byte) bool    { return c >= '0' && c <= '9' }
func nameByte(c byte) bool { return letter(c) || digit(c) || c == '-' }

// tokens reads all of them; the last is the end.
func tokens(text string) ([]token, error) {
	l := &lexer{text: text}
	var all []token
	for {
		t, err := l.next()
		if err != nil {
			return nil, err
		}
		all = append(all, t)
		if t.kind == tokenEnd {
			return all, nil
		}
	}
}

func (l *lexer) blanks() bool {
	start := l.at
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			l.at++
		case c == '#':
			for l.at < len(l.text) && l.text[l.at] != '\n' {
				l.at++
			}
		default:
			return l.at > start
		}
	}
	return l.at > start
}

func (l *lexer) next() (token, error) {
	t := token{spaced: l.blanks(), at: l.at}
	rest := l.text[l.at:]
	switch {
	case rest == "":
		return t, nil
	case strings.HasPrefix(rest, `."`):
		l.at++
		text, err := l.quoted()
		t.kind, t.text, t.quoted = tokenPath, text, true
		return t, err
	case rest[0] == '.' && len(rest) > 1 && (letter(rest[1]) || rest[1] == '$' || rest[1] == '@'):
		t.kind, t.text = tokenPath, l.word(1)
	case rest[0] == '"':
		text, err := l.quoted()
		t.kind, t.text = tokenString, text
		return t, err
	case digit(rest[0]):
		t.kind, t.text = tokenNumber, l.number()
	case rest[0] == '$' && len(rest) > 1 && letter(rest[1]):
		t.kind, t.text = tokenVariable, l.word(1)
	case letter(rest[0]) || rest[0] == '@' && len(rest) > 1 && letter(rest[1]):
		t.kind = tokenIdent
		n := 1
		for n < len(rest) && (letter(rest[n]) || digit(rest[n])) {
			n++
		}
		t.text = rest[:n]
		l.at += n
	default:
		for _, m := range marks {
			if strings.HasPrefix(rest, m) {
				t.kind, t.text = tokenMark, m
				l.at += len(m)
				return t, nil
			}
		}
		return t, fmt.Errorf("invalid input text %q", rest)
	}
	return t, nil
}

// word reads a name behind skip bytes.
func (l *lexer) word(skip int) string {
	start := l.at + skip
	l.at = start + 1
	for l.at < len(l.text) && nameByte(l.text[l.at]) {
		l.at++
	}
	return l.text[start:l.at]
}

func (l *lexer) number() string {
	start := l.at
	for l.at < len(l.text) {
		c := l.text[l.at]
		exponent := (c == '+' || c == '-') && l.text[l.at-1]|0x20 == 'e' && !strings.HasPrefix(l.text[start:], "0x")
		if !digit(c) && c != '.' && !letter(c) && !exponent {
			break
		}
		l.at++
	}
	return l.text[start:l.at]
}

// quoted reads a string. What is within \( and ) stays as it is, for the parser.
func (l *lexer) quoted() (string, error) {
	start := l.at
	l.at++
	var b strings.Builder
	for l.at < len(l.text) {
		c := l.text[l.at]
		l.at++
		switch {
		case c == '"':
			return b.String(), nil
		case c != '\\' || l.at == len(l.text):
			b.WriteByte(c)
			continue
		}
		c = l.text[l.at]
		l.at++
		switch c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case '"', '\\', '/':
			b.WriteByte(c)
		case '(':
			end := closing(l.text[l.at:])
			if end < 0 {
				return "", fmt.Errorf("unclosed \\( in %s", l.text[start:])
			}
			b.WriteString("\x00" + l.text[l.at:l.at+end] + "\x00")
			l.at += end + 1
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return "", fmt.Errorf("unclosed string %s", l.text[start:])
}

// closing finds the bracket that ends what an open one began.
func closing(s string) int {
	depth, inString := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '(':
			depth++
		case c == ')':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}
