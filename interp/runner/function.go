package runner

import (
	"context"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// enter counts one more level of calls, evals, traps or substitutions.
func (sh *shell) enter() (builtins.Status, bool) {
	if sh.depth++; sh.depth > sh.run.limits.CallDepth {
		sh.depth--
		return sh.limit("call_depth", int64(sh.run.limits.CallDepth)), false
	}
	return builtins.Status{}, true
}

// callFunction runs a function with argv as $0 (which stays) and up.
func (sh *shell) callFunction(ctx context.Context, f *state.Function, argv []string) builtins.Status {
	if st, ok := sh.enter(); !ok {
		return st
	}
	if limit, ok := sh.functionLimit(); ok && sh.functionDepth() >= limit {
		sh.depth--
		sh.messagef("%s: maximum function nesting level exceeded (%d)", argv[0], limit)
		return builtins.Status{Code: 1, Kind: builtins.Abort}
	}
	params, loops, line := sh.st.Params, sh.st.Loops, sh.st.Line
	if sh.st.Vars.Depth() == 0 {
		sh.params = params
	}
	back, ok := sh.st.EnterParams(argv[1:])
	if !ok {
		return sh.full()
	}
	sh.st.Loops = 0
	sh.st.Frames = append(sh.st.Frames, state.Frame{Function: argv[0], Source: f.Source, Line: line, Args: argv[1:]})
	sh.st.Vars.Push(false)
	hidden := sh.hideTraps(f.Attr&state.Trace != 0)
	st := sh.functionBody(ctx, f)
	if st.Kind == builtins.Next { // the lines of RETURN are those of the body
		sh.st.Line = int(f.Decl.Body.Position.Line)
	}
	st = sh.returnTrap(ctx, st)
	if sh.stays(st) || st.Kind == builtins.Exit && !sh.gaveUp && !sh.subshell() {
		// The shell ends: its EXIT trap still sees the function's variables,
		// unless bash gives everything up first.
		st.Kind = builtins.Exit
		return st
	}
	sh.showTraps(hidden)
	sh.leaveFrame()
	sh.st.Vars.Pop()
	if len(sh.locals) > 0 && sh.st.Vars.Depth() == 0 {
		sh.localsGone()
	}
	sh.st.LeaveParams(back)
	sh.st.Loops = loops
	sh.st.Line = line
	sh.depth--
	if st.Kind == builtins.Return {
		st.Kind = builtins.Next
	}
	return st
}

// functionLimit is the value of FUNCNEST, where it bounds anything.
func (sh *shell) functionLimit() (limit int, ok bool) {
	v := sh.st.Vars.Get("FUNCNEST")
	if v == nil {
		return 0, false
	}
	text, _ := v.Value()
	limit, err := strconv.Atoi(text)
	return limit, err == nil && limit > 0
}

// returnTrap runs the RETURN trap behind a function that ended with st, and gives
// the status that both end with.
func (sh *shell) returnTrap(ctx context.Context, st builtins.Status) builtins.Status {
	if !sh.traps.ret || st.Kind == builtins.Exit || st.Kind == builtins.Abort || st.Kind == builtins.Discard {
		return st
	}
	if st.Kind == builtins.Next {
		sh.st.Status = st.Code
	}
	if end := sh.runTrap(ctx, "RETURN", sh.st.Line); end.Kind != builtins.Next {
		return end
	}
	return st
}

// leaveFrame takes the innermost call off the stack, with the options that were
// local to it.
func (sh *shell) leaveFrame() {
	last := len(sh.st.Frames) - 1
	if o := sh.st.Frames[last].Options; o != nil {
		sh.st.Opts = *o
		sh.optionsChanged()
	}
	if g := sh.st.Frames[last].Getopts; g != nil {
		sh.st.Getopts = *g
	}
	sh.st.Frames = sh.st.Frames[:last]
}

func (sh *shell) functionBody(ctx context.Context, f *state.Function) builtins.Status {
	if sh.traps.debug {
		sh.st.Line = int(f.Decl.Body.Position.Line)
		if end, skip := sh.debug(ctx); end.Kind != builtins.Next || skip {
			return end
		}
	}
	body := f.Decl.Body
	if len(body.Redirs) == 0 {
		if b, ok := body.Cmd.(*syntax.Block); ok {
			return sh.list(ctx, b.Stmts)
		}
	}
	return sh.stmt(ctx, body)
}

// functionDepth counts the functions that run.
func (sh *shell) functionDepth() int {
	n := 0
	for i := range sh.st.Frames {
		if f := &sh.st.Frames[i]; !f.Sourced && !f.Script {
			n++
		}
	}
	return n
}

// funcDecl defines a function.
func (sh *shell) funcDecl(c *syntax.FuncDecl) builtins.Status {
	sh.st.Line = int(c.Position.Line)
	if old := sh.st.Function(c.Name); old != nil && old.Attr&state.ReadOnly != 0 {
		sh.st.Line = int(c.End)
		sh.message(c.Name + ": readonly function")
		return status(1)
	}
	posix := sh.st.Opts.On(state.Posix)
	if info, ok := sh.eng.builtins[c.Name]; posix && ok && info.Special {
		sh.message("`" + c.Name + "': is a special builtin")
		return builtins.Status{Code: 2, Kind: builtins.Exit}
	}
	if posix && !expand.ValidName(c.Name) || strings.ContainsAny(c.Name, "$<>'\"\\") {
		return sh.badName(c.Name)
	}
	f := &state.Function{Decl: c, Source: sh.source()}
	if old := sh.st.Function(c.Name); old != nil {
		f.Attr = old.Attr & (state.Export | state.Trace)
	}
	if sh.st.Opts.On(state.AllExport) {
		f.Attr |= state.Export
	}
	sh.st.DefineFunction(c.Name, f)
	return status(0)
}

// badName reports that a loop or a function can not have this name.
func (sh *shell) badName(name string) builtins.Status {
	sh.message("`" + name + "': not a valid identifier")
	if st, ok := sh.posixFatal(2); ok {
		st.Code = 2
		return st
	}
	return sh.failed(1)
}

// failed is the status of a failure that is no command's; it may end the shell.
func (sh *shell) failed(code int) builtins.Status {
	if sh.ignore == 0 && sh.st.Opts.On(state.ErrExit) {
		return builtins.Status{Code: code, Kind: builtins.Exit}
	}
	return status(code)
}

// source is BASH_SOURCE of what is defined now; "environment" for a function
// that came with -c, as bash says, "main" for one of standard input.
func (sh *shell) source() string {
	if n := len(sh.st.Frames); n > 0 {
		return sh.st.Frames[n-1].Source
	}
	if sh.oneLiner {
		return "environment"
	}
	return "main"
}
