package syntax

import "strings"

// fragment makes a parser for text that is no script.
func fragment(src string, cfg Config) *Parser {
	p := New(StringInput(""), cfg)
	p.source = source{src: src, line: p.line, closed: true}
	p.extglob = cfg.ExtGlob != nil && cfg.ExtGlob()
	p.posix = cfg.Posix != nil && cfg.Posix()
	return p
}

// ParseDocument parses text that is expanded as if inside double quotes, such
// as a prompt or PS4; a double quote in it stands for itself.
func ParseDocument(src string, cfg Config) (word *Word, err error) {
	p := fragment(src, cfg)
	defer p.catch(&err)
	w := parts{p: p}
	p.runQuoted(&w, enderEnd)
	return &Word{Position: Pos{Line: p.line}, Src: src, Parts: w.list}, nil
}

// ParseWord parses text as one word in which blanks and operators stand for
// themselves, those of process substitutions too.
func ParseWord(src string, cfg Config) (word *Word, err error) {
	p := fragment(src, cfg)
	defer p.catch(&err)
	word = &Word{Position: Pos{Line: p.line}, Src: src}
	w := parts{p: p}
	p.runWord(&w, untilEnd, asArgument, word, nil)
	word.Parts = w.list
	return word, nil
}

// ParseAssignTarget parses NAME, NAME[SUBSCRIPT] and either with =VALUE or
// +=VALUE behind it, as read, unset, printf -v and declare take them at run
// time. VALUE is literal text, and so is it when it looks like the list of an
// array. Without = the Assign has no Value. The subscript ends at the ] that
// fits its [; anything else behind it, or no name before it, is an error.
func ParseAssignTarget(src string, cfg Config) (as *Assign, err error) {
	p := fragment(src, cfg)
	defer p.catch(&err)
	i := 0
	for i < len(src) && isName(src[i]) {
		i++
	}
	if !validName(src[:i]) {
		return nil, p.notIdentifier(src)
	}
	as = &Assign{Position: Pos{Line: p.line}, Name: src[:i]}
	p.pos = i
	if p.at(0) == '[' {
		p.pos++
		w := parts{p: p, from: p.pos}
		p.run(&w, untilBracket, asArgument)
		if p.cur() != ']' || p.pos == i+1 {
			return nil, p.notIdentifier(src)
		}
		as.Index = p.subscript(as.Position, src[i+1:p.pos], w.list)
		p.pos++
	}
	switch {
	case p.pos == len(src):
		return as, nil
	case p.at(0) == '+' && p.at(1) == '=':
		as.Append = true
		p.pos += 2
	case p.at(0) == '=':
		p.pos++
	default:
		return nil, p.notIdentifier(src)
	}
	as.Value = &Word{Position: as.Position, Src: src[p.pos:]}
	if v := src[p.pos:]; v != "" {
		as.Value.Parts = []WordPart{&SglQuoted{Value: v}}
	}
	return as, nil
}

func (p *Parser) notIdentifier(src string) *Error {
	return &Error{Pos: Pos{Line: p.line}, Name: p.cfg.Name, Messages: []string{"`" + src + "': not a valid identifier"}}
}

// ParseCompoundAssign parses the list of a compound assignment that is known
// only at run time, as in declare "a=(1 2)". The parentheses may be there or
// not.
func ParseCompoundAssign(src string, cfg Config) (x *ArrayExpr, err error) {
	if len(src) > 1 && strings.HasPrefix(src, "(") && strings.HasSuffix(src, ")") {
		src = src[1 : len(src)-1]
	}
	p := fragment(src, cfg)
	defer p.catch(&err)
	w := parts{p: p}
	return &ArrayExpr{Position: Pos{Line: p.line}, Elems: p.elements(&w, 0)}, nil
}
