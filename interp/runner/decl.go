package runner

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// declClause runs declare, typeset, local, export or readonly, whose arguments
// may be assignments.
func (sh *shell) declClause(ctx context.Context, s *syntax.Stmt, c *syntax.DeclClause) builtins.Status {
	if sh.tick() {
		return sh.stopped()
	}
	sh.st.Line = lineOf(s.Position, c.Assigns, c.Args[:min(1, len(c.Args))])
	if sh.traps.debug || sh.traps.running == 0 {
		if end, skip := sh.beforeCommand(ctx, c); skip || end.Kind != builtins.Next {
			return end
		}
	}
	if sh.st.Opts.On(state.Keyword) {
		if kept, assigns := keywords(c.Assigns, c.Args); len(assigns) > len(c.Assigns) {
			moved := *c
			moved.Args, moved.Assigns = kept, assigns
			c = &moved
		}
	}
	sh.hadSubst = false
	mark := len(sh.substFiles)
	sh.inWords = true
	k, err := sh.declCall(ctx, s, c)
	sh.inWords = false
	if err != nil {
		sh.closeSubsts(mark)
		return sh.expansionFailed(err)
	}
	st := sh.simple(ctx, k)
	sh.closeSubsts(mark)
	return st
}

// declCall expands the words of a declaration.
func (sh *shell) declCall(ctx context.Context, s *syntax.Stmt, c *syntax.DeclClause) (*call, error) {
	k := &call{assigns: c.Assigns, redirs: s.Redirs, pos: s.Position}
	if len(c.Prefix) > 0 {
		words, err := sh.words(ctx, c.Prefix)
		if err != nil {
			return nil, err
		}
		k.argv = words
	}
	k.argv = append(k.argv, c.Variant)
	k.decls = make([]builtins.Decl, 0, len(c.Args))
	for _, w := range c.Args {
		if err := sh.declWord(ctx, k, w); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// declWord expands one word of the arguments and adds the results to k.
func (sh *shell) declWord(ctx context.Context, k *call, w *syntax.Word) error {
	if w.Assign == nil {
		words, err := sh.words(ctx, []*syntax.Word{w})
		for _, text := range words {
			k.argv = append(k.argv, text)
			k.decls = append(k.decls, builtins.Decl{Text: text})
		}
		return err
	}
	words := []*syntax.Word{w}
	if w.Braces && w.Assign.Array == nil {
		var err error
		if words, err = sh.exp.Braces(w); err != nil {
			return err
		}
	}
	for _, w := range words {
		if w.Assign == nil {
			if err := sh.declWord(ctx, k, w); err != nil {
				return err
			}
			continue
		}
		d, err := sh.declArg(ctx, k, w)
		if err != nil {
			return err
		}
		k.argv = append(k.argv, d.Text)
		k.decls = append(k.decls, d)
	}
	return nil
}

// declArg expands an argument that is an assignment.
func (sh *shell) declArg(ctx context.Context, k *call, w *syntax.Word) (builtins.Decl, error) {
	a := w.Assign
	if a.Array != nil && a.Index != nil {
		if sh.st.Vars.Get(a.Name) == nil {
			sh.st.Vars.Define(a.Name, &state.Variable{Kind: state.Indexed, List: state.NewList()})
		}
		return builtins.Decl{}, &expand.Error{Text: a.Name + "[" + a.Index.X.Src + "]: cannot assign list to array member", Code: 1}
	}
	if a.Array != nil {
		d := builtins.Decl{Text: w.Src, Assign: a}
		var err error
		kind, local := sh.arrayOptions(k)
		d.Elements, err = sh.exp.Elements(ctx, a, kind, local)
		if err == nil && sh.st.Opts.On(state.XTrace) {
			op := "="
			if a.Append {
				op = "+="
			}
			sh.trace(a.Name + op + d.Elements.Trace())
		}
		return d, err
	}
	value := ""
	if a.Value != nil {
		lit, ok := literal(a.Value)
		if !ok {
			var err error
			if lit, err = sh.exp.DeclaredValue(ctx, a.Value); err != nil {
				return builtins.Decl{}, err
			}
		}
		value = lit
	}
	op := "="
	if a.Append {
		op = "+="
	}
	name := a.Name
	if a.Index != nil && !a.Index.X.Plain {
		// The builtin reads the subscript once more, as it came out.
		sub, err := sh.exp.Key(ctx, a.Index)
		return builtins.Decl{Text: name + "[" + sub + "]" + op + value}, err
	}
	if a.Index != nil {
		name += "[" + a.Index.X.Src + "]"
	}
	return builtins.Decl{Text: name + op + value, Assign: a, Value: value}, nil
}

// arrayOptions are the letter, a or A, with which a declaration names the kind of
// its arrays, 0 for none, and whether they are local to a function.
func (sh *shell) arrayOptions(k *call) (kind byte, local bool) {
	name := k.argv[len(k.argv)-len(k.decls)-1]
	local = sh.st.Vars.Depth() > 0 && name != "export" && name != "readonly"
	for _, d := range k.decls {
		if d.Assign != nil || len(d.Text) < 2 || d.Text[0] != '-' {
			continue
		}
		if i := strings.IndexAny(d.Text, "aA"); i > 0 && kind == 0 {
			kind = d.Text[i]
		}
		local = local && !strings.Contains(d.Text, "g")
	}
	return kind, local
}
