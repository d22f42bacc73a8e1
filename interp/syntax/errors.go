package syntax

import (
	"fmt"
	"strings"
)

// An Error tells why source was not accepted, in bash's words.
type Error struct {
	Pos  Pos
	Name string // what stands before each line of the message
	// Messages are the lines of the message after "NAME: line N: ".
	Messages []string
	// InList is set for an error in the list of NAME=( ... ), after which bash
	// goes on with the next line, InSubst for a token that can not stand
	// where it does in a substitution, with which bash ends, and InTest for
	// one in [[ ]], which at the top leaves $? as it was. Messages may be
	// empty then.
	InList, InSubst, InTest bool
	// Warnings came before the error.
	Warnings []Warning
	// AtEnd is set for an error of [[ ]] behind which nothing follows.
	AtEnd bool
	// Incomplete is set where the source ended inside a construct.
	Incomplete bool
	// Lineless is Config's.
	Lineless bool
	// GNU asks for "NAME:N: " instead of "NAME: line N: " (shopt gnu_errfmt).
	GNU bool
	// Limit names the limit that was exceeded, or is empty.
	Limit string
}

// First is the error with no more than the first line of its message.
func (e *Error) First() *Error {
	first := *e
	first.Messages = e.Messages[:min(len(e.Messages), 1)]
	return &first
}

// Error is the message as bash prints it.
func (e *Error) Error() string {
	lines := make([]string, len(e.Messages))
	for i, m := range e.Messages {
		switch {
		case e.Lineless:
			lines[i] = e.Name + ": " + m
		case e.GNU:
			lines[i] = fmt.Sprintf("%s:%d: %s", e.Name, e.Pos.Line, m)
		default:
			lines[i] = fmt.Sprintf("%s: line %d: %s", e.Name, e.Pos.Line, m)
		}
	}
	return strings.Join(lines, "\n")
}

func (p *Parser) fail(pos Pos, messages ...string) {
	panic(bailout{&Error{Pos: pos, Name: p.cfg.Name, Messages: messages}})
}

// LimitHeredoc is Error.Limit for Limits.HeredocBytes.
const LimitHeredoc = "here-document bytes"

// exceeded reports a limit.
func (p *Parser) exceeded(limit string, n int) {
	panic(bailout{&Error{
		Pos: p.here(), Name: p.cfg.Name, Limit: limit,
		Messages: []string{fmt.Sprintf("%s limit of %d exceeded", limit, n)},
	}})
}

// unclosed reports the end of the source inside quotes or parentheses that
// opened in the given line.
func (p *Parser) unclosed(line uint32, closer byte) {
	panic(bailout{&Error{
		Pos: Pos{Offset: p.base + uint32(p.pos), Line: line}, Name: p.cfg.Name, Incomplete: true,
		Messages: []string{fmt.Sprintf("unexpected EOF while looking for matching `%c'", closer)},
	}})
}

// unexpected reports the token at hand.
func (p *Parser) unexpected() {
	t := &p.tok
	if t.kind == tokEOF {
		if n := len(p.subst); n > 0 {
			p.unclosed(p.line, ')')
		}
		panic(bailout{&Error{
			Pos: p.here(), Name: p.cfg.Name, Incomplete: true,
			Messages: []string{"syntax error: unexpected end of file"},
		}})
	}
	panic(bailout{&Error{
		Pos: t.pos, Name: p.cfg.Name, InSubst: len(p.subst) > 0,
		Messages: []string{fmt.Sprintf("syntax error near unexpected token `%s'", p.tokenText()), "`" + p.lineText() + "'"},
	}})
}

// inList calls fail, which reports an error in the list of an array.
func (p *Parser) inList(fail func()) {
	defer func() {
		r := recover()
		if b, ok := r.(bailout); ok {
			b.err.InList, b.err.InSubst = true, false
		}
		panic(r)
	}()
	fail()
}

func (p *Parser) tokenText() string {
	if p.tok.kind == tokNewline {
		return "newline"
	}
	return p.text(p.tok.start, p.tok.end)
}

// lineText is the line that the place is in, as far as it was read.
func (p *Parser) lineText() string {
	start := p.lineStart
	if p.tok.kind == tokNewline {
		start = p.tok.lineStart
	}
	line := p.src[start:]
	if len(p.spliced) > 0 {
		line = p.unspliced(start)
	}
	if n := strings.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	return line
}
