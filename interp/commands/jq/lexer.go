package jq

import (
	"fmt"
	"strings"
)

// A tokenKind is what kind of word a token is, in the names of jq's messages.
type tokenKind string

const (
	tokenEnd     tokenKind = "$end"
	tokenInvalid tokenKind = "INVALID_CHARACTER"
	tokenIdent   tokenKind = "IDENT"
	tokenField   tokenKind = "FIELD"
	tokenNumber  tokenKind = "LITERAL"
	tokenFormat  tokenKind = "FORMAT"
	tokenString  tokenKind = "QQSTRING_START"
	tokenKeyword tokenKind = "keyword"
	tokenMark    tokenKind = "mark"
)

// A token is a word of a filter.
type token struct {
	kind  tokenKind
	text  string
	start int
	// parts are those of a string: text, or what is within \( and ).
	parts []part
}

type part struct {
	text   string
	filter *node
}

// keywords are not names of functions.
var keywords = map[string]bool{"def": true, "if": true, "then": true, "else": true, "elif": true, "end": true, "as": true, "reduce": true, "foreach": true,
	"try": true, "catch": true, "label": true, "import": true, "include": true, "and": true, "or": true, "__loc__": true}

// A CompileError is one or more mistakes in a filter, as jq prints them.
type CompileError struct {
	Messages []string
}

func (e *CompileError) Error() string { return strings.Join(e.Messages, "\n") }

// complaint is a message about a place of the text, whose line follows with as
// many blanks as the place is from its beginning.
func complaint(file, text string, at int, format string, args ...any) string {
	at = min(at, len(text))
	start := strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return fmt.Sprintf("error: %s at %s, line %d:\n%s%s", fmt.Sprintf(format, args...), file, strings.Count(text[:at], "\n")+1, line, strings.Repeat(" ", at-start))
}

// marks are the tokens of punctuation, longer ones first.
var marks = []string{"?//=", "?//", "//=", "!=", "==", "//", "|=", "+=", "-=", "*=", "/=", "%=", "<=", ">=", "..",
	"?", "=", ";", ",", ":", "|", "+", "-", "*", "/", "%", "$", "<", ">", ".", "[", "]", "{", "}", "(", ")"}

func letter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// skipBlanks passes white space and comments, which a backslash continues.
func (p *parser) skipBlanks() {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.at++
		case c == '#':
			for p.at < len(p.text) && p.text[p.at] != '\n' {
				if p.text[p.at] == '\\' && p.at+1 < len(p.text) {
					p.at++
					if p.text[p.at] == '\r' && p.at+1 < len(p.text) && p.text[p.at+1] == '\n' {
						p.at++
					}
				}
				p.at++
			}
			p.at = min(p.at, len(p.text))
		default:
			return
		}
	}
}

// name returns the length of an identifier, which may have :: in it.
func name(s string) int {
	n := 0
	for {
		if n >= len(s) || !letter(s[n]) {
			return 0
		}
		for n < len(s) && (letter(s[n]) || digit(s[n])) {
			n++
		}
		if !strings.HasPrefix(s[n:], "::") || n+2 >= len(s) || !letter(s[n+2]) {
			return n
		}
		n += 2
	}
}

// scan reads the next token.
func (p *parser) scan() {
	p.skipBlanks()
	p.last = p.token.start
	t := token{start: p.at}
	rest := p.text[p.at:]
	switch {
	case rest == "":
		t.kind, t.start = tokenEnd, p.last
	case rest[0] == '"':
		p.at++
		t.kind = tokenString
		t.parts = p.string()
	case letter(rest[0]):
		t.text = rest[:name(rest)]
		if t.kind = tokenIdent; keywords[t.text] {
			t.kind = tokenKeyword
		}
		p.at += len(t.text)
	case rest[0] == '.' && len(rest) > 1 && letter(rest[1]):
		n := 1
		for n < len(rest) && (letter(rest[n]) || digit(rest[n])) {
			n++
		}
		t.kind, t.text = tokenField, rest[1:n]
		p.at += n
	case rest[0] == '@' && len(rest) > 1 && (letter(rest[1]) || digit(rest[1])):
		n := 1
		for n < len(rest) && (letter(rest[n]) || digit(rest[n])) {
			n++
		}
		t.kind, t.text = tokenFormat, rest[:n]
		p.at += n
	case digit(rest[0]) || rest[0] == '.' && len(rest) > 1 && digit(rest[1]):
		t.kind, t.text = tokenNumber, rest[:numeral(rest)]
		p.at += len(t.text)
	default:
		p.mark(&t, rest)
	}
	p.token = t
}

// numeral returns the length of a number.
func numeral(s string) int {
	n := 0
	for n < len(s) && digit(s[n]) {
		n++
	}
	if n < len(s) && s[n] == '.' {
		n++
		for n < len(s) && digit(s[n]) {
			n++
		}
	}
	if n < len(s) && s[n]|0x20 == 'e' {
		m := n + 1
		if m < len(s) && (s[m] == '+' || s[m] == '-') {
			m++
		}
		if m < len(s) && digit(s[m]) {
			for n = m; n < len(s) && digit(s[n]); {
				n++
			}
		}
	}
	return n
}

// mark reads punctuation. A bracket that closes none is no token.
func (p *parser) mark(t *token, rest string) {
	for _, m := range marks {
		if !strings.HasPrefix(rest, m) {
			continue
		}
		t.kind, t.text = tokenMark, m
		p.at += len(m)
		switch m {
		case "(", "[", "{":
			p.open = append(p.open, m[0])
		case ")", "]", "}":
			n := len(p.open) - 1
			if n < 0 || p.open[n] != map[string]byte{")": '(', "]": '[', "}": '{'}[m] {
				t.kind = tokenInvalid
			} else {
				p.open = p.open[:n]
			}
		}
		return
	}
	t.kind, t.text = tokenInvalid, rest[:1]
	p.at++
}

// string reads a string behind its quote, and the filters in it.
func (p *parser) string() []part {
	var parts []part
	start := p.at
	flush := func() {
		if p.at > start {
			text, wrong := unescape(p.text[start:p.at])
			if wrong != "" {
				p.fail(start, "%s at line 1, column %d (while parsing '\"%s\"')", wrong, 2+p.at-start, p.text[start:p.at])
			}
			parts = append(parts, part{text: text})
		}
	}
	for {
		switch {
		case p.at >= len(p.text):
			p.last = start
			p.fail(start, "syntax error, unexpected $end, expecting QQSTRING_TEXT or QQSTRING_INTERP_START or QQSTRING_END (Unix shell quoting issues?)")
			return parts
		case p.text[p.at] == '"':
			if flush(); p.wrong == "" {
				p.at++
			}
			return parts
		case strings.HasPrefix(p.text[p.at:], `\(`):
			if flush(); p.wrong != "" {
				return parts
			}
			p.at += 2
			parts = append(parts, part{filter: p.interpolation()})
			start = p.at
		case p.text[p.at] == '\\' && p.at+1 < len(p.text):
			p.at += 2
		default:
			p.at++
		}
	}
}

// interpolation reads the filter within \( and ).
func (p *parser) interpolation() *node {
	outer := p.token
	p.open = append(p.open, '(')
	p.scan()
	n := p.pipe()
	if !p.is(")") {
		p.unexpected("")
	}
	p.token = outer
	return n
}
