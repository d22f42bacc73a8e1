package bc

import "strings"

type kind int

const (
	endOfFile kind = iota
	newline
	number
	name
	word // a keyword
	text
	operator
)

const keywords = " auto break continue define else for halt if ibase last length obase print quit return scale sqrt void while "

var operators = [...]string{
	"++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "==", "<=", ">=", "!=", "&&", "||",
	"+", "-", "*", "/", "%", "^", "=", "<", ">", "!", "(", ")", "{", "}", "[", "]", ";", ",",
}

// advance reads the next token.
func (p *parser) advance() {
	p.blanks()
	p.kind, p.tok = endOfFile, ""
	if p.at >= len(p.text) {
		return
	}
	switch c := p.text[p.at]; {
	case c == '\n':
		p.at++
		p.line++
		p.kind = newline
	case c == '"':
		end := strings.IndexByte(p.text[p.at+1:], '"')
		if end < 0 {
			p.fail("unterminated string")
			p.at = len(p.text)
			return
		}
		p.kind, p.tok = text, p.text[p.at+1:p.at+1+end]
		p.line += strings.Count(p.tok, "\n")
		p.at += end + 2
	case isDigit(c) || c == '.':
		p.kind, p.tok = number, p.digits()
		if p.tok == "." {
			p.kind, p.tok = word, "last"
		}
	case 'a' <= c && c <= 'z':
		begin := p.at
		for p.at < len(p.text) && (strings.IndexByte("_0123456789", p.text[p.at]) >= 0 || 'a' <= p.text[p.at] && p.text[p.at] <= 'z') {
			p.at++
		}
		p.kind, p.tok = name, p.text[begin:p.at]
		if strings.Contains(keywords, " "+p.tok+" ") {
			p.kind = word
		}
	default:
		for _, op := range operators {
			if strings.HasPrefix(p.text[p.at:], op) {
				p.at += len(op)
				p.kind, p.tok = operator, op
				return
			}
		}
		p.at++
		p.fail("illegal character: " + string(rune(c)))
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' || 'A' <= c && c <= 'F' }

// digits reads a number; a backslash and a newline join lines.
func (p *parser) digits() string {
	var b strings.Builder
	point := false
	for p.at < len(p.text) {
		c := p.text[p.at]
		switch {
		case strings.HasPrefix(p.text[p.at:], "\\\n"):
			p.at += 2
			p.line++
			continue
		case c == '.' && !point:
			point = true
		case !isDigit(c):
			return b.String()
		}
		b.WriteByte(c)
		p.at++
	}
	return b.String()
}

// blanks skips spaces and comments.
func (p *parser) blanks() {
	for p.at < len(p.text) {
		rest := p.text[p.at:]
		n := 1
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
		case strings.HasPrefix(rest, "\\\n"):
			n = 2
		case rest[0] == '#':
			if n = strings.IndexByte(rest, '\n'); n < 0 {
				n = len(rest)
			}
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				p.at = len(p.text)
				return
			}
			n = end + 4
		default:
			return
		}
		p.line += strings.Count(rest[:n], "\n")
		p.at += n
	}
}
