package runner

import (
	"context"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

const sigKill = syscall.SIGKILL

// trapFlags says which traps are set, so that a command without any costs
// nothing, and which run.
type trapFlags struct {
	debug, err, ret bool
	// errNew is set where the command that has failed set the ERR trap, which is
	// not for it.
	errNew bool
	// running counts the actions that are running.
	running int
	// inDebug, inErr and inReturn keep an action from calling itself.
	inDebug, inErr, inReturn bool
	ranExit                  bool
	// exitAbove is the EXIT trap of the shell that this one was forked from.
	exitAbove string
}

// trapsChanged brings what is derived from the traps up to date.
func (sh *shell) trapsChanged() {
	t := &sh.st.Traps
	_, sh.traps.debug = t.Get("DEBUG")
	_, sh.traps.err = t.Get("ERR")
	_, sh.traps.ret = t.Get("RETURN")
	var ignored, trapped uint64
	for sig := syscall.Signal(1); sig <= signalCount && t.Any(); sig++ {
		action, ok := t.Get(signalName(sig))
		switch {
		case !ok:
		case action == "":
			ignored |= bit(sig)
		default:
			trapped |= bit(sig)
		}
	}
	if sh.background && !sh.st.JobControl() {
		ignored |= (bit(syscall.SIGINT) | bit(syscall.SIGQUIT)) &^ trapped
	}
	sh.proc.ignored.Store(ignored)
	sh.proc.trapped.Store(trapped)
}

// optionsChanged brings what is derived from the options up to date.
func (sh *shell) optionsChanged() {
	_, set := sh.st.Vars.Get("POSIXLY_CORRECT").Value()
	sh.compatOption()
	switch posix := sh.st.Opts.On(state.Posix); {
	case posix && !set:
		sh.setPosix(true)
		_ = sh.st.Vars.SetString("POSIXLY_CORRECT", "y") // a readonly one stays
	case !posix && set:
		sh.setPosix(false)
		sh.st.Vars.Define("POSIXLY_CORRECT", nil)
	}
}

// inheritTraps gives a subshell what set -E and set -T keep.
func (sh *shell) inheritTraps(parent *shell) {
	t := &parent.st.Traps
	if action, ok := t.Get("ERR"); ok && parent.st.Opts.On(state.ErrTrace) {
		sh.st.Traps.Inherit("ERR", action)
	}
	if parent.st.Opts.On(state.FuncTrace) {
		for _, name := range [...]string{"DEBUG", "RETURN"} {
			if action, ok := t.Get(name); ok {
				sh.st.Traps.Inherit(name, action)
			}
		}
	}
	if !parent.traps.ranExit {
		sh.traps.exitAbove, _ = t.Get("EXIT")
	}
	sh.traps.running = parent.traps.running
	sh.traps.inDebug, sh.traps.inErr, sh.traps.inReturn = parent.traps.inDebug, parent.traps.inErr, parent.traps.inReturn
	if parent.st.Traps.Any() || parent.background {
		sh.trapsChanged()
	}
}

// stageFailed notes that the words of a simple command could not be expanded. A
// process that bash made for such a command alone, as a stage of a pipeline or
// in the background, has not forgotten the EXIT trap of its parent by then, and
// runs it.
func (sh *shell) stageFailed(s *syntax.Stmt) {
	if s == sh.stageOf && sh.traps.exitAbove != "" {
		sh.st.Traps.Inherit("EXIT", sh.traps.exitAbove)
	}
}

// hiddenTraps are the actions that a function does not inherit.
type hiddenTraps [3]string

// hideTraps takes DEBUG, ERR and RETURN away while a function runs that does
// not inherit them.
func (sh *shell) hideTraps(traced bool) (hidden hiddenTraps) {
	if !sh.traps.debug && !sh.traps.err && !sh.traps.ret {
		return hidden
	}
	trace := traced || sh.st.Opts.On(state.FuncTrace)
	for i, name := range trapNames {
		inherits := trace
		switch name {
		case "ERR":
			inherits = sh.st.Opts.On(state.ErrTrace)
		case "RETURN":
			inherits = trace && !sh.traps.inDebug
		}
		if action, ok := sh.st.Traps.Get(name); ok && !inherits && action != "" {
			hidden[i] = action
			sh.st.Traps.Reset(name)
		}
	}
	sh.trapsChanged()
	return hidden
}

var trapNames = [3]string{"DEBUG", "ERR", "RETURN"}

// showTraps undoes hideTraps, but for what the function has set itself.
func (sh *shell) showTraps(hidden hiddenTraps) {
	changed := false
	for i, name := range trapNames {
		if hidden[i] == "" {
			continue
		}
		if _, ok := sh.st.Traps.Get(name); !ok {
			sh.st.Traps.Set(name, hidden[i])
			changed = true
		}
	}
	if changed {
		sh.trapsChanged()
	}
}

// runTrap runs the action of a condition. $? is what it was afterwards. The
// result is not Next when the action ended something (exit, return).
func (sh *shell) runTrap(ctx context.Context, condition string, line int) builtins.Status {
	action, ok := sh.st.Traps.Get(condition)
	if !ok || action == "" {
		return builtins.Status{}
	}
	running := sh.runningFlag(condition)
	if running != nil {
		if *running {
			return builtins.Status{}
		}
		*running = true
	}
	st := sh.trapAction(ctx, condition, action, line)
	ends := st.Kind == builtins.Exit || st.Kind != builtins.Next && st.Kind != builtins.Return && sh.subshell()
	if running != nil && !ends {
		*running = false // else bash does not come back here: it counts as running for the EXIT trap
	}
	return st
}

// trapAction is what runTrap does with the action that it found.
func (sh *shell) trapAction(ctx context.Context, condition, action string, line int) builtins.Status {
	if st, ok := sh.enter(); !ok {
		return st
	}
	code, saved := sh.st.Status, sh.st.PipeStatus
	saved = append([]int(nil), saved...)
	atLine, returned := sh.st.Line, sh.st.ReturnStatus
	if sh.st.ReturnStatus = &code; condition == "DEBUG" {
		sh.st.ReturnStatus = nil
	}
	sh.traps.running++
	sh.evals++
	st := sh.text(ctx, action, reading{name: sh.st.Name + ": " + trapTitle(condition), line: line, trap: true})
	sh.evals--
	sh.traps.running--
	sh.depth--
	sh.st.Line, sh.st.ReturnStatus = atLine, returned
	if st.Kind == builtins.Next {
		sh.st.Status, sh.st.PipeStatus = code, saved // $_ is what the action left
		return builtins.Status{Code: st.Code}
	}
	if st.Kind == builtins.Abort {
		sh.st.Status = code
		return builtins.Status{Code: st.Code}
	}
	return st
}

// trapTitle is how bash names the source of a trap's action.
func trapTitle(condition string) string {
	switch condition {
	case "DEBUG", "RETURN":
		return strings.ToLower(condition) + " trap"
	case "ERR":
		return "error trap"
	}
	return "trap"
}

func (sh *shell) runningFlag(condition string) *bool {
	switch condition {
	case "DEBUG":
		return &sh.traps.inDebug
	case "ERR":
		return &sh.traps.inErr
	case "RETURN":
		return &sh.traps.inReturn
	}
	return nil
}

// beforeCommand is called before each command that the DEBUG trap knows.
func (sh *shell) beforeCommand(ctx context.Context, c syntax.Command) (st builtins.Status, skip bool) {
	if sh.traps.running == 0 {
		sh.st.Current = c
	}
	if !sh.traps.debug {
		return st, false
	}
	st, skip = sh.debug(ctx)
	if skip && st.Kind == builtins.Next {
		st = builtins.Status{}
	}
	return st, skip
}

// debug runs the DEBUG trap. With extdebug its status, which is st's, decides whether
// the command runs: 0 does, 2 returns from the function, others skip it.
func (sh *shell) debug(ctx context.Context) (st builtins.Status, skip bool) {
	if sh.traps.inDebug {
		return st, false
	}
	st = sh.runTrap(ctx, "DEBUG", sh.st.Line)
	if st.Kind != builtins.Next {
		return st, true
	}
	if st.Code != 0 && sh.st.Opts.On(state.ExtDebug) {
		if st.Code == 2 && sh.st.InCall() {
			return builtins.Status{Code: 2, Kind: builtins.Return}, true
		}
		return st, true
	}
	return builtins.Status{}, false
}

// exitTrap runs the EXIT trap, once.
func (sh *shell) exitTrap(ctx context.Context, st builtins.Status) builtins.Status {
	action, ok := sh.st.Traps.Get("EXIT")
	if !ok || action == "" || sh.traps.ranExit {
		return st
	}
	sh.traps.ranExit = true
	sh.st.Status = st.Code
	sh.ignore = 0
	sh.gaveUp = false
	code := st.Code
	sh.st.ExitStatus, sh.st.ReturnStatus = &code, &code
	defer func() { // a session may go on, also after a bug
		sh.st.ExitStatus, sh.st.ReturnStatus = nil, nil
		sh.st.Traps.Reset("EXIT")
	}()
	end := sh.runTrapText(ctx, action)
	if end.Kind == builtins.Exit && !sh.gaveUp || end.Kind == builtins.Discard && sh.subshell() {
		st.Code = end.Code
	}
	return st
}

func (sh *shell) runTrapText(ctx context.Context, action string) builtins.Status {
	sh.traps.running++
	st := sh.text(ctx, action, reading{name: sh.st.Name + ": exit trap", line: 1, trap: true})
	sh.traps.running--
	return st
}

// signalled runs the action of a signal, that of SIGCHLD for each child that has ended.
func (sh *shell) signalled(ctx context.Context, sig syscall.Signal) builtins.Status {
	times := int32(1)
	if sig == syscall.SIGCHLD {
		times = sh.proc.children.Swap(0)
		sh.proc.mourning.Store(true)
		defer sh.proc.mourning.Store(false)
	}
	for range times {
		// Lines of the action count from 1, as for EXIT.
		if end := sh.runTrap(ctx, signalName(sig), 1); end.Kind != builtins.Next {
			return end
		}
	}
	return builtins.Status{}
}

// signals looks at what has arrived: it runs the actions of trapped signals,
// and tells whether the shell has to end.
func (sh *shell) signals(ctx context.Context) (builtins.Status, bool) {
	for {
		if sh.proc.wait(sh.run.quit) || sh.run.stop.Load() {
			return sh.stopped(), true
		}
		sh.proc.attention.Store(false)
		if sh.proc.killed.Load() != 0 || sh.proc.isStopped() {
			sh.proc.attention.Store(true)
			continue
		}
		pending := sh.proc.take()
		if pending == 0 {
			return builtins.Status{}, false
		}
		for sig := syscall.Signal(1); sig <= signalCount; sig++ {
			if pending&bit(sig) == 0 {
				continue
			}
			if end := sh.signalled(ctx, sig); end.Kind != builtins.Next {
				return end, true
			}
		}
	}
}
