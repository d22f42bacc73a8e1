package runner

import (
	"context"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
)

// commandCall is what a command gets.
func (sh *shell) commandCall(ctx context.Context, argv []string) *command.Call {
	l, others := sh.run.limits, sh.eng.commands.Load()
	c := &command.Call{
		Args: argv, Env: sh.environ(), Dir: sh.st.Dir,
		Stdin: sh.fds.Desc(0), Stdout: stream.UntilEnd(ctx, sh.fds.Desc(1)), Stderr: stream.UntilEnd(ctx, sh.fds.Desc(2)),
		FS: &files{sh: sh, ctx: ctx, argv: argv}, Now: sh.eng.cfg.Now, Umask: sh.st.Umask, User: sh.eng.cfg.User, Audit: sh.eng.cfg.Audit,
		Files: sh.fds.All, Group: int(sh.proc.group.Load()),
		Limits: command.Limits{
			LineBytes: l.text(others), HeldBytes: l.held(others),
			Steps: orElse(l.PatternSteps, 50_000_000), Rounds: roundsPerLoop * l.LoopIterations,
		},
	}
	c.Lookup = func(name string) (string, bool) {
		prog, err := sh.program(name, false)
		if err != nil || prog.path == "" {
			path := sh.located(name)
			return path, path != ""
		}
		return prog.path, true
	}
	c.Tasks = sh.eng.tasks
	c.Self = sh.proc.pid
	c.Exec = func(ctx context.Context, inner *command.Call) int { return sh.execFor(ctx, c, inner) }
	c.Start = func(ctx context.Context, inner *command.Call) (command.Process, error) {
		return sh.startFor(ctx, c, inner)
	}
	return c
}

func orElse[T int | int64](n, d T) T {
	if n > 0 {
		return n
	}
	return d
}

// environ is the environment of commands, exported functions included.
func (sh *shell) environ() []string {
	env := sh.st.Vars.Environ()
	var functions []string
	for _, name := range sh.st.Functions() {
		f := sh.st.Function(name)
		if f.Attr&state.Export != 0 {
			functions = append(functions, "BASH_FUNC_"+name+"%%="+syntax.PrintExported(f.Decl, sh.st.Opts.On(state.Posix)))
		}
	}
	if functions == nil {
		return env
	}
	env = append(slices.Clone(env), functions...)
	slices.Sort(env)
	return env
}

// withUnderscore is env with name in _ alone, which is the path of the command that gets it
// (bash(1), Special Parameters), or without _ for "".
func withUnderscore(env []string, name string) []string {
	out := make([]string, 0, len(env)+1)
	for _, entry := range env {
		if !strings.HasPrefix(entry, "_=") {
			out = append(out, entry)
		}
	}
	if name == "" {
		return out
	}
	return append(out, "_="+name)
}

// inheriting is inner with what it leaves zero taken from outer.
func inheriting(outer, inner *command.Call) *command.Call {
	c := *inner
	if c.Env == nil {
		c.Env = outer.Env
	}
	if c.Dir == "" {
		c.Dir = outer.Dir
	}
	if c.Stdin == nil {
		c.Stdin = outer.Stdin
	}
	if c.Stdout == nil {
		c.Stdout = outer.Stdout
	}
	if c.Stderr == nil {
		c.Stderr = outer.Stderr
	}
	return &c
}
