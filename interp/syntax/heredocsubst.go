package syntax

import (
	"fmt"
	"strings"
)

// endOfFile warns of a here-document whose delimiter was not found; first is the
// line that its body starts in.
func (p *Parser) endOfFile(line, first uint32, end string) {
	p.warn(line, fmt.Sprintf("here-document at line %d delimited by end-of-file (wanted `%s')", first-1, end))
}

// endsWithSubst tells whether line, the last one that was read, ends the body
// of a here-document in a command substitution: it starts with the delimiter
// and has the ) of the substitution behind that. What is behind the delimiter
// is then to be read again.
func (p *Parser) endsWithSubst(line, end string) bool {
	if len(p.subst) == 0 || p.docLine > 0 || p.inDoc || !strings.HasPrefix(line, end) {
		return false
	}
	rest := line[len(end):]
	if strings.IndexByte(rest, ')') < 0 || !strings.HasSuffix(p.src[:p.pos], rest) {
		return false
	}
	p.pos -= len(rest)
	if rest[len(rest)-1] == '\n' {
		p.line--
	}
	p.lineStart = strings.LastIndexByte(p.src[:p.pos], '\n') + 1
	return true
}

// lateDocuments reads the bodies of the here-documents that are still without
// one at the end of a command substitution: they are in the lines that follow,
// which are then gone from the source.
func (p *Parser) lateDocuments() {
	n := len(p.docs)
	if n == 0 {
		return
	}
	p.warn(p.line, fmt.Sprintf("command substitution: %d unterminated here-document%s", n, plural(n)))
	if p.docLine > 0 || p.inDoc {
		for _, r := range p.docs {
			r.Body = &Word{}
			_, r.Quoted = delimiter(r.Word.Src)
		}
		return
	}
	pos, line, start := p.pos, p.line, p.lineStart
	from := p.nextLine()
	p.pos, p.line, p.lineStart = from, line+1, from
	p.readDocuments()
	end, read := p.pos, p.line-line-1
	p.pos, p.line, p.lineStart = pos, line+read, start
	if end > from {
		p.ownText()
		p.splice(from, end, "")
	}
}

// nextLine is the index of the next line in src, of its end if there is none.
func (p *Parser) nextLine() int {
	for at := p.pos; ; at = len(p.src) {
		if n := strings.IndexByte(p.src[at:], '\n'); n >= 0 {
			return at + n + 1
		}
		if at = len(p.src); !p.more() {
			return at
		}
	}
}

// ownText makes src a text that can change, where it was a piece of the input's.
func (p *Parser) ownText() {
	if p.str != nil {
		p.str, p.rawFrom = nil, p.first
	}
}
