package syntax

import (
	"bytes"
	"errors"
	"io"
	"sort"
	"strings"
)

// Input gives source a line at a time, with its newline; the last line may
// lack one. After the last line it gives io.EOF.
type Input interface {
	ReadLine() ([]byte, error)
}

// StringInput is source that is all there. NUL bytes are dropped, as bash
// drops them.
func StringInput(src string) Input {
	if strings.IndexByte(src, 0) >= 0 {
		src = strings.ReplaceAll(src, "\x00", "")
	}
	return &stringInput{src: src}
}

type stringInput struct {
	src string
	off int // up to here lines were given
}

// ReadLine implements Input.
func (s *stringInput) ReadLine() ([]byte, error) {
	line := s.next()
	if line == "" {
		return nil, io.EOF
	}
	return []byte(line), nil
}

func (s *stringInput) next() string {
	rest := s.src[s.off:]
	if n := strings.IndexByte(rest, '\n'); n >= 0 {
		rest = rest[:n+1]
	}
	s.off += len(rest)
	return rest
}

// source is the text of the command that is being parsed, as far as it was
// read, and the place in it.
type source struct {
	src       string
	pos       int
	line      uint32 // number of the line that pos is in
	lineStart int    // where in src that line starts
	base      uint32 // offset of src[0] in the whole source
	closed    bool   // src is all there is
	eof       bool   // a read at the end of src found nothing more
}

// grown is the text of commands that come line by line.
type grown struct {
	buf   *strings.Builder
	moved int // bytes that alias expansion has copied in one command
}

// chunk is how much text of finished commands is kept, so that short lines
// share memory.
const chunk = 4 << 10

// more reads a further line. It tells whether there is one.
func (p *Parser) more() bool {
	if p.closed || p.eof {
		return false
	}
	if p.cfg.More != nil && p.pos > p.first {
		p.cfg.More()
	}
	if p.str != nil {
		line := p.str.next()
		if line == "" {
			p.eof = true
			return false
		}
		p.src = p.str.src[:p.str.off]
	} else if !p.readLine() {
		return false
	}
	if len(p.src)-p.first > p.lim.Bytes {
		p.exceeded("command bytes", p.lim.Bytes)
	}
	return true
}

func (p *Parser) readLine() bool {
	if p.lines != nil {
		line := p.lines.next()
		p.eof = line == ""
		p.grown.buf.WriteString(line)
		p.src = p.grown.buf.String()
		return !p.eof
	}
	for {
		line, err := p.in.ReadLine()
		if len(line) > 0 && bytes.IndexByte(line, 0) >= 0 {
			line = bytes.ReplaceAll(line, []byte{0}, nil)
		}
		if len(line) > 0 {
			p.grown.buf.Write(line)
			p.src = p.grown.buf.String()
			p.raw = append(p.raw, line...)
			if err != nil {
				p.readErr(err)
			}
			return true
		}
		if err != nil {
			p.readErr(err)
			return false
		}
	}
}

func (p *Parser) readErr(err error) {
	p.eof = true
	if !errors.Is(err, io.EOF) {
		p.failure = err
	}
}

// cur is the byte at the place, 0 at the end of the source.
func (p *Parser) cur() byte {
	if p.pos < len(p.src) || p.more() {
		return p.src[p.pos]
	}
	return 0
}

// at is the byte i further on in the same line, 0 beyond what was read.
func (p *Parser) at(i int) byte {
	if p.pos+i < len(p.src) {
		return p.src[p.pos+i]
	}
	return 0
}

// newline passes the newline at the place.
func (p *Parser) newline() {
	p.pos++
	p.line++
	p.lineStart = p.pos
}

// here is the place.
func (p *Parser) here() Pos { return p.posAt(p.pos) }

// posAt is the Pos of an index in the current line.
func (p *Parser) posAt(i int) Pos {
	return Pos{Offset: p.base + uint32(i), Line: p.line, Col: uint32(i - p.lineStart + 1)}
}

// continuation passes backslash-newline pairs at the place and remembers
// where they were, since words are kept without them.
func (p *Parser) continuation() bool {
	found := false
	for p.pos+1 < len(p.src) && p.src[p.pos] == '\\' && p.src[p.pos+1] == '\n' {
		p.cuts = append(p.cuts, p.pos)
		p.pos++
		p.newline()
		found = true
		p.cur()
	}
	return found
}

// text is src[from:to] without the continuations in it.
func (p *Parser) text(from, to int) string {
	if len(p.cuts) == 0 || p.cuts[len(p.cuts)-1] < from {
		return p.src[from:to]
	}
	first := sort.SearchInts(p.cuts, from)
	if p.cuts[first] >= to {
		return p.src[from:to]
	}
	var b strings.Builder
	for _, c := range p.cuts[first:] {
		if c >= to {
			break
		}
		b.WriteString(p.src[from:c])
		from = c + 2
	}
	b.WriteString(p.src[from:to])
	return b.String()
}
