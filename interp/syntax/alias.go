package syntax

import "strings"

// activeAlias is an alias whose text is being read; it is not expanded again
// in there.
type activeAlias struct {
	name string
	end  int // where in src its text ends
}

// A splicing is where the value of an alias has replaced its name.
type splicing struct {
	at, size int
	name     string
}

// unspliced is src from start on as it was read, with the names of aliases.
func (p *Parser) unspliced(start int) string {
	src := p.src
	for i := len(p.spliced) - 1; i >= 0; i-- {
		s := p.spliced[i]
		end := s.at + s.size
		if end > len(src) {
			return p.src[start:]
		}
		src = src[:s.at] + s.name + src[end:]
		switch {
		case start >= end:
			start += len(s.name) - s.size
		case start > s.at:
			start = s.at
		}
	}
	return src[start:]
}

// maxAliasBytes bounds the copying that alias expansion in one command does.
const maxAliasBytes = 256 << 20

// aliased puts the value of an alias in the place of the word at hand. It
// tells whether there was one.
func (p *Parser) aliased(ctx context) bool {
	if p.cfg.Aliases == nil || p.closed || len(p.subst) > 0 && !p.posix {
		// Text in a substitution waits until it runs (bash manual, POSIX mode).
		return false
	}
	t := &p.tok
	eligible := ctx == asCommand || t.start == p.again
	if p.nextWord >= 0 && t.start >= p.nextWord {
		eligible = eligible || ctx == asArgument || ctx == asDecl
		p.nextWord = -1
	}
	if !eligible {
		return false
	}
	if p.posix && reservedWord(t.lit) {
		return false
	}
	for i := len(p.aliases) - 1; i >= 0; i-- {
		a := p.aliases[i]
		if t.start < a.end && a.name == t.lit {
			return false
		}
	}
	value, ok := p.cfg.Aliases(t.lit)
	if !ok {
		return false
	}
	for n := len(p.aliases); n > 0 && p.aliases[n-1].end <= t.start; n-- {
		p.aliases = p.aliases[:n-1]
	}
	name := strings.Clone(t.lit)
	if n := len(value); n > 0 && (value[n-1] == ' ' || value[n-1] == '\t') {
		p.nextWord = t.start + n
	}
	// The first word of the value may be an alias as well.
	p.again = t.start
	p.spliced = append(p.spliced, splicing{t.start, len(value), p.src[t.start:t.end]})
	p.splice(t.start, t.end, value)
	p.aliases = append(p.aliases, activeAlias{name, t.start + len(value)})
	p.pos = t.start
	p.count()
	return true
}

// splice replaces src[from:to]. The command's text becomes one of its own.
func (p *Parser) splice(from, to int, value string) {
	old := p.src
	if p.grown.moved += len(old) + len(value); p.grown.moved > maxAliasBytes {
		p.exceeded("alias expansion bytes", maxAliasBytes)
	}
	b := new(strings.Builder)
	b.WriteString(old[:from])
	b.WriteString(value)
	b.WriteString(old[to:])
	p.grown.buf = b
	p.src = b.String()
	delta := len(value) - (to - from)
	for i := range p.aliases {
		if p.aliases[i].end >= to {
			p.aliases[i].end += delta
		}
	}
}

// reservedWord tells whether s is one (bash manual, Reserved Words); in posix
// mode such a word is no alias.
func reservedWord(s string) bool {
	switch s {
	case "if", "then", "elif", "else", "fi", "time", "for", "in", "until", "while", "do", "done", "case", "esac",
		"coproc", "select", "function", "{", "}", "[[", "]]", "!":
		return true
	}
	return false
}
