package syntax

import "strings"

// delimiter is the text of a word with its quotes undone, nothing else, and
// whether it had any.
func delimiter(src string) (string, bool) {
	if !strings.ContainsAny(src, "\\'\"") {
		return src, false
	}
	var b strings.Builder
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\' && i+1 < len(src):
			i++
			b.WriteByte(src[i])
		case c == '$' && i+1 < len(src) && src[i+1] == '\'':
			n := ansiEnd(src[i+2:])
			b.WriteString(ansiDecode(src[i+2 : i+2+n]))
			i += n + 2
		case c == '$' && i+1 < len(src) && src[i+1] == '"':
		case c == '\'':
			n := strings.IndexByte(src[i+1:], '\'')
			b.WriteString(src[i+1 : i+1+n])
			i += n + 1
		case c == '"':
			for i++; i < len(src) && src[i] != '"'; i++ {
				if src[i] == '\\' && i+1 < len(src) && strings.IndexByte("$`\"\\", src[i+1]) >= 0 {
					i++
				}
				b.WriteByte(src[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), true
}

// readDocuments reads the bodies of the here-documents of the line before.
func (p *Parser) readDocuments() {
	docs := p.docs
	p.docs = nil
	for _, r := range docs {
		p.readDocument(r)
	}
}

// readDocument reads the body of r, at the start of a line.
func (p *Parser) readDocument(r *Redirect) {
	end, quoted := delimiter(r.Word.Src)
	r.Quoted = quoted
	first := p.line
	start := p.pos
	var stop int
	var b strings.Builder
	built := r.Op == RedirDashDoc
	for {
		if p.cur() == 0 {
			stop = p.pos
			last := p.line
			if p.pos == start || p.src[p.pos-1] == '\n' {
				last-- // the last line that there was
			}
			p.endOfFile(last, first, end)
			break
		}
		lineAt := p.pos
		line := p.documentLine()
		if !quoted && continues(line) {
			// The delimiter is looked for in whole lines only.
			line = p.joinedLine(line)
			if !built {
				b.WriteString(p.src[start:lineAt])
				built = true
			}
		}
		if r.Op == RedirDashDoc && strings.TrimSuffix(line, "\n") != end { // which may begin with tabs itself
			line = strings.TrimLeft(line, "\t")
		}
		if strings.TrimSuffix(line, "\n") == end {
			stop = lineAt
			break
		}
		if p.endsWithSubst(line, end) {
			stop = lineAt
			p.endOfFile(p.line, first, end)
			break
		}
		if built {
			b.WriteString(line)
		}
		if p.pos-start > p.lim.HeredocBytes {
			p.exceeded(LimitHeredoc, p.lim.HeredocBytes)
		}
	}
	body := p.src[start:stop]
	if built {
		body = b.String()
	}
	if body != "" && body[len(body)-1] != '\n' {
		body += "\n" // as the last line of all source
	}
	r.Body = p.documentBody(body, r.Position.Line, quoted)
}

// documentLine reads a line with its newline.
func (p *Parser) documentLine() string {
	start := p.pos
	n := strings.IndexByte(p.src[start:], '\n')
	if n < 0 {
		p.pos = len(p.src)
		return p.src[start:]
	}
	p.pos += n
	p.newline()
	return p.src[start:p.pos]
}

// joinedLine reads the lines that a backslash at the end of line joins to it.
func (p *Parser) joinedLine(line string) string {
	var b strings.Builder
	for continues(line) {
		b.WriteString(line[:len(line)-2])
		if p.cur() == 0 {
			line = ""
			break
		}
		line = p.documentLine()
		if b.Len() > p.lim.HeredocBytes {
			p.exceeded(LimitHeredoc, p.lim.HeredocBytes)
		}
	}
	b.WriteString(line)
	return b.String()
}

// continues tells whether a line ends with an unquoted backslash.
func continues(line string) bool {
	n := len(line) - 1
	if n < 1 || line[n] != '\n' {
		return false
	}
	i := n
	for i > 0 && line[i-1] == '\\' {
		i--
	}
	return (n-i)%2 == 1
}

func (p *Parser) warn(line uint32, text string) {
	p.warnings = append(p.warnings, Warning{Line: line, Text: text})
}

func (p *Parser) documentBody(body string, line uint32, quoted bool) *Word {
	word := &Word{Src: body}
	word.Position.Line = line
	switch {
	case quoted:
		word.Parts = []WordPart{&SglQuoted{Value: body}}
	case body == "":
	case !strings.ContainsAny(body, "$`\\"):
		word.Parts = []WordPart{&Lit{Value: body}}
	default:
		inner, err := p.documentAt(body, line, true)
		if err != nil {
			word.Parts = []WordPart{&ParamExp{Src: body, Bad: true, Err: err}}
			break
		}
		word.Parts = inner.Parts
	}
	return word
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// document parses text as inside double quotes, in the middle of parsing
// other text.
func (p *Parser) document(src string) (*Word, *Error) { return p.documentAt(src, p.line, false) }

// documentAt parses src, whose line is that of the command where it is a
// here-document.
func (p *Parser) documentAt(src string, line uint32, heredoc bool) (word *Word, err *Error) {
	q := p.child(src, line)
	if heredoc {
		q.docLine = line
	}
	var failed error
	func() {
		defer q.catch(&failed)
		w := parts{p: q}
		q.runQuoted(&w, enderEnd)
		word = &Word{Src: src, Parts: w.list}
		word.Position.Line = line
	}()
	if failed != nil {
		return nil, failed.(*Error)
	}
	p.tokens = q.tokens
	return word, nil
}

// child is a parser for text inside the text of p, with the same limits.
func (p *Parser) child(src string, line uint32) *Parser {
	q := &Parser{cfg: p.cfg, lim: p.lim, nextWord: -1, again: -1, extglob: p.extglob, posix: p.posix}
	q.source = source{src: src, line: line, closed: true}
	q.inDoc = p.inDoc || p.docLine > 0
	q.depth, q.tokens = p.depth+1, p.tokens
	if q.depth > q.lim.Depth {
		p.exceeded("parse depth", p.lim.Depth)
	}
	return q
}
