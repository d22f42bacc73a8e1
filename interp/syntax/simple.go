package syntax

// redirect parses one redirection, whose operator is at hand.
func (p *Parser) redirect() *Redirect {
	t := &p.tok
	r := &Redirect{Position: t.pos, Op: t.redir, N: t.fd, FdVar: t.fdVar}
	p.next()
	ctx := asArgument
	if r.Op == RedirDupIn || r.Op == RedirDupOut {
		ctx = asDescriptor
	}
	if p.peek(ctx).kind != tokWord {
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
