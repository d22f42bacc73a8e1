package syntax

// stop is a set of what may end a list of commands.
type stop uint16

const (
	untilRight stop = 1 << iota // )
	untilCurly                  // }
	untilThen
	untilDo
	untilDone
	untilElse // else, elif or fi
	untilFi
	untilEsac // esac or one of ;; ;& ;;&
)

// stops tells whether the token at hand is in the set.
func (p *Parser) stops(set stop) bool {
	t := &p.tok
	switch t.kind {
	case tokRight:
		return set&untilRight != 0
	case tokDSemi, tokSemiAmp, tokDSemiAmp:
		return set&untilEsac != 0
	case tokWord:
		var s stop
		switch t.lit {
		case "}":
			s = untilCurly
		case "then":
			s = untilThen
		case "do":
			s = untilDo
		case "done":
			s = untilDone
		case "else", "elif":
			s = untilElse
		case "fi":
			s = untilElse | untilFi
		case "esac":
			s = untilEsac
		}
		return set&s != 0
	}
	return false
}

// line1 parses the commands of a command line and passes its newline.
func (p *Parser) line1() []*Stmt {
	var list []*Stmt
	for {
		s := p.andOr()
		list = append(list, s)
		switch p.peek(asCommand).kind {
		case tokSemi:
			p.next()
		case tokAmp:
			s.Background = true
			p.next()
		case tokNewline, tokEOF:
		default:
			p.unexpected()
		}
		switch p.peek(asCommand).kind {
		case tokNewline:
			p.next()
			return list
		case tokEOF:
			p.has = false
			p.readDocuments()
			return list
		}
	}
}

// newlines passes newlines.
func (p *Parser) newlines() {
	for p.peek(asCommand).kind == tokNewline {
		p.next()
	}
}

// stmts parses a list of commands up to one that ends it, which it leaves.
func (p *Parser) stmts(end stop) []*Stmt {
	var list []*Stmt
	for {
		p.newlines()
		if p.stops(end) {
			return list
		}
		s := p.andOr()
		list = append(list, s)
		switch p.peek(asCommand).kind {
		case tokSemi:
			p.next()
		case tokAmp:
			s.Background = true
			p.next()
		case tokNewline:
			s.newline = len(p.subst) > 0
		default:
			if !p.stops(end) || p.tok.kind == tokWord && !ends(s) {
				p.unexpected()
			}
			return list
		}
	}
}

// ends tells whether a reserved word may follow the command without a
// separator.
func ends(s *Stmt) bool {
	_, simple := s.Cmd.(*CallExpr)
	return !simple
}

// some is stmts for lists that must not be empty.
func (p *Parser) some(end stop) []*Stmt {
	list := p.stmts(end)
	if len(list) == 0 {
		p.unexpected()
	}
	return list
}

// andOr parses pipelines joined by && and ||.
func (p *Parser) andOr() *Stmt {
	s := p.pipeline()
	for n := 1; ; n++ {
		var op BinaryOp
		switch p.peek(asCommand).kind {
		case tokAnd:
			op = AndStmt
		case tokOr:
			op = OrStmt
		default:
			return s
		}
		if n >= p.lim.Chain {
			p.exceeded("list length", p.lim.Chain)
		}
		p.next()
		p.newlines()
		y := p.pipeline()
		s = &Stmt{Position: s.Position, Cmd: &BinaryCmd{Position: s.Position, Op: op, X: s, Y: y}}
	}
}

// pipeline parses commands joined by | with ! and time before them.
func (p *Parser) pipeline() *Stmt {
	t := p.peek(asCommand)
	if t.kind == tokWord && (t.lit == "!" || t.lit == "time") {
		return p.prefixed()
	}
	first := p.command()
	k := p.peek(asCommand).kind
	if k != tokPipe && k != tokPipeAmp {
		return first
	}
	line := &Pipeline{Position: first.Position, Stages: []*Stmt{first}}
	for k == tokPipe || k == tokPipeAmp {
		line.All = append(line.All, k == tokPipeAmp)
		p.next()
		p.newlines()
		if p.tok.kind == tokWord && p.tok.lit == "time" {
			// Only at the start of a pipeline is it a reserved word.
			s := &Stmt{Position: p.tok.pos}
			p.simple(s, nil)
			line.Stages = append(line.Stages, s)
		} else {
			line.Stages = append(line.Stages, p.command())
		}
		k = p.peek(asCommand).kind
	}
	line.All = append(line.All, false)
	return &Stmt{Position: first.Position, Cmd: line}
}

// prefixed parses a pipeline after one or more of ! and time.
func (p *Parser) prefixed() *Stmt {
	at := p.tok.pos
	word := p.tok.lit
	p.enter()
	defer p.leave()
	p.next()
	if word == "!" {
		if p.bare() {
			return &Stmt{Position: at, Negated: true}
		}
		s := p.pipeline()
		s.Position = at
		if c, ok := s.Cmd.(*TimeClause); ok && c.Stmt != nil {
			c.Stmt.Negated = !c.Stmt.Negated
		} else {
			s.Negated = !s.Negated
		}
		return s
	}
	c := &TimeClause{Position: at}
	for _, option := range [...]string{"-p", "--"} {
		if p.peek(asCommand).kind == tokWord && p.tok.lit == option {
			c.Posix = true
			p.next()
		}
	}
	if !p.bare() {
		c.Stmt = p.pipeline()
	}
	if c.Stmt != nil {
		if inner, ok := c.Stmt.Cmd.(*TimeClause); ok && !c.Stmt.Negated {
			c.Posix, c.Stmt = c.Posix || inner.Posix, inner.Stmt // it is timed once
		}
	}
	return &Stmt{Position: at, Cmd: c}
}

// bare tells whether nothing follows ! or time.
func (p *Parser) bare() bool {
	switch p.peek(asCommand).kind {
	case tokNewline, tokSemi, tokEOF:
		return true
	}
	return false
}

// command parses one command of a pipeline.
func (p *Parser) command() *Stmt {
	t := p.peek(asCommand)
	s := &Stmt{Position: t.pos}
	switch t.kind {
	case tokWord:
		if t.lit != "" && p.compound(s) {
			return s
		}
		p.simple(s, nil)
	case tokRedir:
		p.simple(s, nil)
	case tokLeft:
		p.enter()
		s.Cmd = p.parens()
		p.redirects(s)
		p.leave()
	default:
		p.unexpected()
	}
	return s
}

// redirects parses the redirections after a compound command.
func (p *Parser) redirects(s *Stmt) {
	for p.peek(asArgument).kind == tokRedir {
		s.Redirs = append(s.Redirs, p.redirect())
	}
}
