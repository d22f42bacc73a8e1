package runner

import (
	"context"
	"slices"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/syntax"
)

// opensApart tells whether the redirections of a command change something that must not
// outlive it: bash does those of a program in the process that becomes the program.
func (sh *shell) opensApart(k *call) bool {
	return !k.whole && !sh.replaced && slices.ContainsFunc(k.redirs, redirectChanges) && sh.forks(commanded(k.argv)[0])
}

// apart runs a program, redirections first, in a process of its own. scoped is set where
// the assignments before it have a scope.
func (sh *shell) apart(ctx context.Context, k *call, scoped bool) builtins.Status {
	if st, ok := sh.deeper(); !ok {
		return st
	}
	own := *k
	own.whole = true
	life := func(ctx context.Context, child *shell) builtins.Status {
		undo, st, ok := child.redirectCall(ctx, &own, scoped)
		if !ok {
			return st
		}
		child.keep(undo)
		return child.dispatch(ctx, &own)
	}
	if sh.controls() {
		st, _ := sh.inFront(ctx, &syntax.Stmt{Cmd: sh.st.Current, Redirs: sh.st.CurrentRedirs}, life)
		return st
	}
	_, _ = sh.program(k.argv[0], false) // it is this shell that remembers where programs are
	child := sh.fork(ctx, false)
	child.st.Level-- // it is no subshell
	code := child.runToEnd(ctx, func() builtins.Status { return life(ctx, child) })
	sh.died = child.proc
	return sh.joined(code)
}

// redirectChanges tells whether a redirection, or the expansion of its words, may change
// variables.
func redirectChanges(r *syntax.Redirect) bool {
	return r.FdVar != "" || wordChanges(r.Word) || wordChanges(r.Body)
}

func wordChanges(w *syntax.Word) bool { return w != nil && slices.ContainsFunc(w.Parts, partChanges) }

// partChanges tells of the parts of a word whose expansion may assign something, and of
// the parameters that are others in another process.
func partChanges(p syntax.WordPart) bool {
	switch p := p.(type) {
	case *syntax.DblQuoted:
		return slices.ContainsFunc(p.Parts, partChanges)
	case *syntax.ExtGlob:
		return slices.ContainsFunc(p.Parts, partChanges)
	case *syntax.ArithmExp:
		return true
	case *syntax.ParamExp:
		switch {
		case p.Op == syntax.ParamAssign || p.Op == syntax.ParamAssignColon || p.Name == "RANDOM" || p.Name == "BASHPID":
			return true
		case p.Index != nil && p.Index.All == 0, p.Offset != nil:
			return true // what they evaluate may be an assignment
		}
		return wordChanges(p.Word) || wordChanges(p.Repl)
	}
	return false
}
