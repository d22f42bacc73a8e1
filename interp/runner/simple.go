package runner

import (
	"context"
	"slices"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// A call is a simple command after expansion.
type call struct {
	argv    []string
	words   []*syntax.Word // that argv came from, nil where that is not known
	decls   []builtins.Decl
	assigns []*syntax.Assign
	redirs  []*syntax.Redirect
	pos     syntax.Pos
	builtin *builtins.Info // of argv[0], where that is known already
	// indirect is set for the call of a builtin by command or builtin, which
	// takes its special properties away.
	indirect bool
	// whole is set when it is all that its process does, or the last; unforked
	// when its process has been a shell before.
	whole, unforked bool
	// underscore is _ in its environment, nil for its own path.
	underscore *string
}

// callExpr runs a simple command.
func (sh *shell) callExpr(ctx context.Context, s *syntax.Stmt, c *syntax.CallExpr) builtins.Status {
	if sh.tick() {
		return sh.stopped()
	}
	p := sh.eng.plan(c)
	sh.st.Line = p.line
	if c == noCommand {
		sh.st.Line = int(s.Position.Line)
	}
	if end, skip := sh.beforeCall(ctx, s, c); skip || end.Kind != builtins.Next {
		return end
	}
	if len(c.Args) > 0 && sh.st.Opts.On(state.Keyword) {
		if kept, assigns := keywords(c.Assigns, c.Args); len(assigns) > len(c.Assigns) {
			return sh.callExpr(ctx, s, &syntax.CallExpr{Position: c.Position, Assigns: assigns, Args: kept})
		}
	}
	sh.hadSubst = false
	argv := p.argv
	mark := len(sh.substFiles)
	if argv == nil && len(c.Args) > 0 {
		var err error
		sh.inWords = true
		argv, err = sh.words(ctx, c.Args)
		sh.inWords = false
		if err != nil {
			sh.closeSubsts(mark)
			sh.stageFailed(s)
			return sh.expansionFailed(err)
		}
	}
	var st builtins.Status
	if len(argv) == 0 {
		st = sh.assignOnly(ctx, s, c)
	} else {
		k := call{
			argv: argv, words: c.Args, assigns: c.Assigns, redirs: s.Redirs, pos: s.Position,
			builtin: p.builtin, whole: s == sh.stageOf || sh.becomes(s), unforked: sh.becomes(s),
		}
		held := 0
		if p.argv == nil {
			held = state.TextBytes(argv)
			if held < largeText {
				held = 0
			} else if !sh.st.Vars.Hold(held) {
				return sh.full()
			}
		}
		st = sh.simple(ctx, &k)
		sh.reportKilled(s)
		if held != 0 {
			sh.st.Vars.Hold(-held)
		}
	}
	if len(sh.substFiles) > mark {
		sh.closeSubsts(mark)
	}
	return st
}

// beforeCall does what comes before a simple command is expanded: BASH_COMMAND
// and the DEBUG trap.
func (sh *shell) beforeCall(ctx context.Context, s *syntax.Stmt, c *syntax.CallExpr) (end builtins.Status, skip bool) {
	if sh.traps.running == 0 {
		sh.st.CurrentRedirs = s.Redirs
	} else if !sh.traps.debug {
		return end, false
	}
	if sh.announced == s {
		sh.announced = nil // the parent ran the DEBUG trap
		return end, false
	}
	return sh.beforeCommand(ctx, c)
}

// keywords takes the assignments out of the arguments, for set -k.
func keywords(before []*syntax.Assign, args []*syntax.Word) (kept []*syntax.Word, assigns []*syntax.Assign) {
	assigns = append(assigns, before...)
	for _, w := range args {
		if w.Assign != nil {
			assigns = append(assigns, w.Assign)
		} else {
			kept = append(kept, w)
		}
	}
	return kept, assigns
}

// words expands the words of a command.
func (sh *shell) words(ctx context.Context, words []*syntax.Word) ([]string, error) {
	return sh.exp.Words(ctx, words)
}

// assignOnly runs a command without a name: assignments, and redirections whose
// effect is undone.
func (sh *shell) assignOnly(ctx context.Context, s *syntax.Stmt, c *syntax.CallExpr) builtins.Status {
	for _, a := range c.Assigns {
		if err := sh.assign(ctx, a); err != nil {
			sh.stageFailed(s)
			return sh.assignFailed(err)
		}
	}
	code := 0
	if sh.hadSubst {
		code = sh.subStatus
	}
	if slices.ContainsFunc(s.Redirs, opensInput) {
		return sh.redirectAside(ctx, s.Redirs)
	}
	if len(s.Redirs) > 0 {
		if st := sh.redirectOnly(ctx, s.Redirs); st.Code != 0 || st.Kind != builtins.Next {
			return st
		}
		if sh.hadSubst {
			code = sh.subStatus
		}
	}
	sh.st.LastArg = ""
	return status(code)
}

// redirectOnly does redirections and undoes them.
func (sh *shell) redirectOnly(ctx context.Context, redirs []*syntax.Redirect) builtins.Status {
	undo, err := sh.redirect(ctx, redirs)
	sh.undo(undo)
	if err != nil {
		return sh.redirectFailed(err)
	}
	return status(0)
}

// opensInput tells whether a redirection opens a file for standard input, or is for
// a descriptor in a variable.
func opensInput(r *syntax.Redirect) bool {
	return r.FdVar != "" || r.N <= 0 && (r.Op == syntax.RedirIn || r.Op == syntax.RedirInOut)
}

// assign does one assignment, traced.
func (sh *shell) assign(ctx context.Context, a *syntax.Assign) error {
	opts := expand.AssignOptions{}
	if sh.st.Opts.On(state.XTrace) {
		opts.Trace = sh.trace
	}
	sh.inWords = true
	err := sh.exp.Assign(ctx, a, opts)
	sh.inWords = false
	if mayMatter(a.Name) {
		sh.assigned(a.Name)
	}
	return err
}

// simple runs a command with a name: temporary assignments and redirections
// around what the name means.
func (sh *shell) simple(ctx context.Context, k *call) builtins.Status {
	scoped := false
	if len(k.assigns) > 0 {
		scoped = !sh.keepsAssigns(k)
		if err := sh.assignFor(ctx, k, scoped); err != nil {
			if sh.isSpecial(k) {
				return sh.assignFailed(err)
			}
			return sh.expansionFailed(err)
		}
	}
	if sh.st.Opts.On(state.XTrace) {
		sh.traceCall(ctx, k)
	}
	var undo *undo
	var st builtins.Status
	if len(k.redirs) > 0 && sh.opensApart(k) {
		st = sh.apart(ctx, k, scoped)
	} else {
		if len(k.redirs) > 0 {
			var ok bool
			if undo, st, ok = sh.redirectCall(ctx, k, scoped); !ok {
				return st
			}
		}
		st = sh.dispatch(ctx, k)
	}
	last := k.argv[len(k.argv)-1]
	if sh.leftLast != "" {
		last, sh.leftLast = sh.leftLast, ""
	}
	sh.st.LastArg = last
	if sh.st.Interactive {
		sh.st.LastCommand = k.argv[0]
	}
	if sh.stays(st) || st.Kind == builtins.Exit && !sh.subshell() {
		scoped = false // as in callFunction
	}
	if undo != nil {
		if sh.keepRedirs {
			sh.keep(undo)
		} else {
			sh.afterwards(undo, st)
		}
	}
	sh.keepRedirs = false
	if scoped {
		sh.unassign(k)
	}
	return st
}

// assignFor does the assignments before a command, in a scope of their own where
// scoped is set. After an error that scope is gone.
func (sh *shell) assignFor(ctx context.Context, k *call, scoped bool) error {
	switch {
	case scoped && rereads(k.argv[0]):
		sh.st.Vars.PushPrivate()
	case scoped:
		sh.st.Vars.Push(true)
	}
	sh.inWords = true
	err := sh.tempAssigns(ctx, k, scoped)
	sh.inWords = false
	if err != nil && scoped {
		sh.leaveTemporary(k.assigns)
	}
	return err
}

// unassign leaves the scope of the assignments before a command. What a builtin has
// assigned in it stays.
func (sh *shell) unassign(k *call) {
	if _, ok := sh.eng.builtins[k.argv[0]]; ok && !rereads(k.argv[0]) && sh.st.Function(k.argv[0]) == nil {
		sh.st.Vars.KeepChanged()
	}
	sh.leaveTemporary(k.assigns)
}

// redirectCall does the redirections of a command. Where one fails, what was done
// before the command is undone, and the status is the command's.
func (sh *shell) redirectCall(ctx context.Context, k *call, scoped bool) (undo *undo, st builtins.Status, ok bool) {
	var err error
	forked := sh.forks(commanded(k.argv)[0])
	if scoped {
		sh.st.Vars.Hidden(func() { undo, err = sh.redirectFor(ctx, k.redirs, forked) })
	} else {
		undo, err = sh.redirectFor(ctx, k.redirs, forked)
	}
	if err == nil {
		return undo, st, true
	}
	st = sh.redirectFailed(err) // those before it hold for the message
	sh.undo(undo)
	if scoped {
		sh.leaveTemporary(k.assigns)
	}
	switch {
	case sh.halted():
	case sh.st.Opts.On(state.Posix) && sh.isSpecial(k):
		st.Kind = builtins.Exit
	case forked:
		st.Kind = builtins.Next // bash opens them in the new process
	}
	return nil, st, false
}

// rereads tells of the builtins for which the assignments before them make a
// scope of their own, which those that they run see.
func rereads(builtin string) bool {
	switch builtin {
	case "eval", "source", ".", "unset", "read", "mapfile", "readarray":
		return true
	}
	return false
}
