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
	if p.peek(asCommand).kind == tokWord && p.tok.lit == "-p" {
		c.Posix = true
		p.next()
		if p.peek(asCommand).kind == tokWord && p.tok.lit == "--" {
			p.next()
		}
	}
	if !p.bare() {
		c.Stmt = p.pipeline()
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

// redirect parses one redirection, whose operator is at hand.
func (p *Parser) redirect() *Redirect {
	t := &p.tok
	r := &Redirect{Position: t.pos, Op: t.redir, N: t.fd, FdVar: t.fdVar}
	p.next()
	if p.peek(asArgument).kind != tokWord {
		p.unexpected()
	}
	r.Word = t.word
	p.has = false
	if r.Op == RedirHeredoc || r.Op == RedirDashDoc {
		p.docs = append(p.docs, r)
	}
	return r
}

// simple parses a simple command, or a function definition NAME ( ). Where
// first is given it was read already.
func (p *Parser) simple(s *Stmt, first *token) {
	c := simpleCommand{p: p, base: len(p.words), call: &CallExpr{Position: s.Position}, ctx: asCommand, decl: -1}
	if first != nil {
		c.word(first)
	}
	for {
		t := p.peek(c.ctx)
		switch t.kind {
		case tokRedir:
			s.Redirs = append(s.Redirs, p.redirect())
			continue
		case tokWord:
			c.word(t)
			p.next()
			continue
		case tokLeft:
			if len(p.words) == c.base+1 && len(c.call.Assigns) == 0 && len(s.Redirs) == 0 && first == nil {
				name := p.words[c.base]
				p.words = p.words[:c.base]
				p.function(s, name)
				return
			}
			p.unexpected()
		}
		break
	}
	call := c.call
	if n := len(p.words) - c.base; n > 0 {
		call.Args = make([]*Word, n)
		copy(call.Args, p.words[c.base:])
		p.words = p.words[:c.base]
	}
	switch {
	case c.decl >= 0:
		s.Cmd = &DeclClause{
			Position: call.Position, Assigns: call.Assigns, Prefix: call.Args[:c.decl],
			Variant: call.Args[c.decl].Src, Args: call.Args[c.decl+1:],
		}
	case len(call.Args) > 0 || len(call.Assigns) > 0:
		s.Cmd = call
	}
}

// simpleCommand collects the words of a simple command.
type simpleCommand struct {
	p    *Parser
	base int // its words are p.words from here on
	call *CallExpr
	ctx  context // for the next word
	decl int     // index of the declaration builtin among the words, or -1
	done bool    // the command word is known
}

func (c *simpleCommand) word(t *token) {
	if c.ctx == asCommand && t.word.Assign != nil {
		c.call.Assigns = append(c.call.Assigns, t.word.Assign)
		return
	}
	c.p.words = append(c.p.words, t.word)
	n := len(c.p.words) - c.base
	if c.done {
		return
	}
	c.ctx = asArgument
	switch kindOf(t.lit) {
	case declares:
		c.decl, c.ctx = n-1, asDecl
		c.done = true
	case takesArrays:
		c.ctx = asDecl
		c.done = true
	case passes:
	default:
		// `command -p export` is still a declaration.
		c.done = n == 1 || t.lit == "" || t.lit[0] != '-'
	}
}

// What a command word means for the words after it.
const (
	ordinary    = iota
	declares    // arguments may be assignments
	takesArrays // arguments may look like assignments of arrays
	passes      // the next word may be a declaration builtin
)

func kindOf(name string) int {
	switch name {
	case "declare", "typeset", "local", "export", "readonly":
		return declares
	case "alias", "eval", "let":
		return takesArrays
	case "builtin", "command":
		return passes
	}
	return ordinary
}
