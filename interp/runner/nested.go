package runner

import (
	"context"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
)

// execFor runs a command for another one (env, find -exec).
func (sh *shell) execFor(ctx context.Context, outer, inner *command.Call) int {
	if len(inner.Args) == 0 {
		return statusNotFound
	}
	if sh.tick() {
		return statusLimit
	}
	if st, ok := sh.deeper(); !ok {
		return st.Code
	}
	c := inheriting(outer, inner)
	broken := stream.BrokenWrites(c.Stdout)
	n := sh.child(ctx, c)
	n.onlyPassesOn(c.Env)
	defer n.discard()
	code := n.execute(ctx, c)
	sh.brokenInside.Add(stream.BrokenWrites(c.Stdout) - broken)
	return code
}

// child makes the shell that stands for a program which runs c: nothing of this
// one but the environment, the directory and the descriptors of c.
func (sh *shell) child(ctx context.Context, c *command.Call) *shell {
	n := sh.eng.newShell(ctx, sh.run, c.Env, c.Dir)
	n.fds = stream.NewTable(sh.fds.Limit())
	for fd, d := range sh.fds.All {
		if fd > 2 {
			_ = n.fds.Set(fd, d.Retain())
		}
	}
	for fd, d := range []stream.Description{c.Stdin, c.Stdout, c.Stderr} {
		// A shell writes on when it is called off: its traps do.
		_ = n.fds.Set(fd, stream.BeyondEnd(d.Retain()))
	}
	n.proc = sh.proc
	n.depth, n.substs = sh.depth+1, sh.substs+1
	n.st.PID, n.st.BashPID, n.st.ParentPID = sh.proc.pid, sh.proc.pid, sh.proc.parent
	n.st.Umask, n.ulimits = sh.st.Umask, sh.ulimits
	n.st.Name = sh.st.Name
	return n
}

// onlyPassesOn makes the environment of a shell that stands for a program the
// one that it was given, without what a shell adds.
func (sh *shell) onlyPassesOn(env []string) {
	vars := sh.st.Vars
	sh.levelReset = 0
	for _, name := range [...]string{"SHLVL", "PWD"} {
		i := slices.IndexFunc(env, func(entry string) bool { return strings.HasPrefix(entry, name+"=") })
		if i < 0 {
			vars.Define(name, nil)
			continue
		}
		vars.Define(name, &state.Variable{Str: env[i][len(name)+1:], Set: true, Attr: state.Export})
	}
	sh.optionsFromEnv(env)
}

// discard gives back what the shell of a program holds.
func (sh *shell) discard() {
	sh.fds.CloseAll()
	sh.st.Vars.Release()
}

// execute runs a program in the shell that child made for it.
func (sh *shell) execute(ctx context.Context, c *command.Call) int {
	k := &call{argv: c.Args, whole: sh.whole, underscore: &sh.st.LastArg} // as it was inherited
	if st, ok := sh.allowed(ctx, k); !ok {
		return st.Code
	}
	prog, err := sh.program(c.Args[0], false)
	if err == nil && prog.path != "" {
		if st, ok := sh.allowedAs(ctx, k, prog); !ok {
			return st.Code
		}
		return sh.runProgram(ctx, k, prog).Code
	}
	if err != nil && strings.Contains(c.Args[0], "/") {
		return sh.unknown(ctx, k, err).Code
	}
	if st, ok := sh.resolved(ctx, k); ok {
		return st.Code
	}
	return statusNotFound
}
