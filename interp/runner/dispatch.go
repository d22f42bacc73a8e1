package runner

import (
	"context"
	"io"
	"path"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/state"
)

// dispatch finds out what the name means: a function, a builtin, or something
// outside the shell (bash(1), COMMAND EXECUTION).
func (sh *shell) dispatch(ctx context.Context, k *call) builtins.Status {
	if builtin := jobBuiltin(k); builtin != "" {
		named := *k
		named.argv = append([]string{builtin}, k.argv...)
		return sh.dispatch(ctx, &named)
	}
	name := k.argv[0]
	info := k.builtin
	if info == nil || info.Name != name {
		info = nil
		if i, ok := sh.eng.builtins[name]; ok {
			info = &i
		}
	}
	if info != nil && len(sh.st.Disabled) > 0 && sh.st.Disabled[name] {
		info = nil
	}
	if info != nil && info.Special && sh.st.Opts.On(state.Posix) {
		return sh.runBuiltin(ctx, info, k)
	}
	if f := sh.st.Function(name); f != nil {
		return sh.callFunction(ctx, f, k.argv)
	}
	if info != nil {
		return sh.runBuiltin(ctx, info, k)
	}
	if sh.st.Opts.On(state.AutoCD) && sh.st.Interactive && !sh.subshell() && sh.isDirectory(name) {
		cd := *k
		cd.argv = append([]string{"cd", "--"}, k.argv...)
		_, _ = io.WriteString(sh.stderr(), strings.Join(cd.argv, " ")+"\n")
		return sh.dispatch(ctx, &cd)
	}
	return sh.external(ctx, k, false)
}

// isDirectory tells whether a name that is no command names a directory (autocd).
func (sh *shell) isDirectory(name string) bool {
	if prog, err := sh.program(name, false); err == nil && prog.path != "" {
		return false
	}
	fi, err := sh.fs.Stat(name)
	return err == nil && fi.IsDir()
}

// commanded is a command behind `command` and `command -p`, which bash runs as if it
// stood alone.
func commanded(argv []string) []string {
	rest := argv
	for len(rest) > 1 && rest[0] == "command" {
		rest = rest[1:]
		if rest[0] == "-p" && len(rest) > 1 {
			rest = rest[1:]
		}
		if rest[0] == "--" && len(rest) > 1 {
			rest = rest[1:]
		}
		if strings.HasPrefix(rest[0], "-") {
			return argv
		}
	}
	return rest
}

// forks tells whether a name is neither function nor builtin, so that bash
// would start a process for it.
func (sh *shell) forks(name string) bool {
	_, builtin := sh.eng.builtins[name]
	return sh.st.Function(name) == nil && (!builtin || sh.st.Disabled[name])
}

// allowed asks the hook. Where it denies, status is the command's.
func (sh *shell) allowed(ctx context.Context, k *call) (builtins.Status, bool) {
	return sh.permitted(ctx, k, false)
}

// allowedAs asks the hook again where a name turned out to mean a program of
// another name (hash -p).
func (sh *shell) allowedAs(ctx context.Context, k *call, prog program) (builtins.Status, bool) {
	if path.Base(prog.path) == path.Base(k.argv[0]) {
		return builtins.Status{}, true
	}
	as := *k
	as.argv = append([]string{prog.path}, k.argv[1:]...)
	return sh.permitted(ctx, &as, false)
}

func (sh *shell) permitted(ctx context.Context, k *call, builtin bool) (builtins.Status, bool) {
	hook := sh.eng.cfg.Hooks.BeforeCommand
	if hook == nil {
		return builtins.Status{}, true
	}
	e := Event{Argv: k.argv, Pos: k.pos, Dir: sh.st.Dir, Builtin: builtin}
	for _, a := range k.assigns {
		value, _ := sh.st.Vars.Get(a.Name).Value()
		e.Assigns = append(e.Assigns, a.Name+"="+value)
	}
	if n := len(sh.st.Frames); n > 0 {
		e.Function, e.Source = sh.st.Frames[n-1].Function, sh.st.Frames[n-1].Source
	}
	if err := hook(ctx, e); err != nil {
		sh.message(err.Error())
		return status(statusDenied), false
	}
	return builtins.Status{}, true
}

// Exit codes of commands that could not run (POSIX XCU 2.8.2).
const (
	statusDenied   = 126
	statusNotFound = 127
)
