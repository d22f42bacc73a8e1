package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
)

// runFile runs an executable file: a script for this interpreter, or one for a
// registered command. Anything else would need a process.
func (sh *shell) runFile(ctx context.Context, c *command.Call, name string) int {
	data, err := sh.readProgram(ctx, c, name)
	if err != nil {
		sh.redirectFailed(err)
		return statusDenied
	}
	line, isScript := strings.CutPrefix(firstLine(data), "#!")
	if !isScript {
		if isBinary([]byte(data)) {
			sh.message(name + ": cannot execute binary file: Exec format error")
			return statusDenied
		}
		return sh.runScript(ctx, c, name, data, nil)
	}
	interpreter, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
	args := strings.Fields(arg)
	if interpreter == "" {
		return sh.runScript(ctx, c, name, data, nil)
	}
	if path.Base(interpreter) == "env" && len(args) > 1 && args[0] == "-S" {
		args = args[1:]
	}
	if path.Base(interpreter) == "env" && len(args) > 0 {
		interpreter, args = args[0], args[1:]
		if !strings.Contains(interpreter, "/") && len(sh.search(interpreter, false, false)) == 0 && interpreter != "bash" && interpreter != "sh" {
			_, _ = io.WriteString(sh.stderr(), "/usr/bin/env: ‘"+interpreter+"’: No such file or directory\n")
			return statusNotFound
		}
	}
	switch path.Base(interpreter) {
	case "bash", "sh", "rbash":
		return sh.runScript(ctx, c, name, data, args)
	}
	inner := *c
	inner.Args = append(append([]string{interpreter}, args...), name)
	inner.Args = append(inner.Args, c.Args[1:]...)
	prog, err := sh.program(interpreter, false)
	if err != nil || prog.cmd == nil {
		return sh.badInterpreter(name, interpreter)
	}
	if st, ok := sh.allowed(ctx, &call{argv: inner.Args}); !ok {
		return st.Code
	}
	return sh.runProgram(ctx, &call{argv: inner.Args, underscore: &name}, prog).Code
}

// badInterpreter reports a script whose interpreter is none that could run here.
func (sh *shell) badInterpreter(name, interpreter string) int {
	fi, err := sh.fs.Stat(interpreter)
	if err == nil && (fi.IsDir() || fi.Mode().Perm()&0o111 == 0) {
		_, _ = io.WriteString(sh.stderr(), sh.st.Name+": "+name+": "+interpreter+": bad interpreter: Permission denied\n")
		return statusDenied
	}
	sh.messagef("%s: cannot execute: required file not found", name)
	if err == nil {
		return statusDenied // a program of the host, which this shell can not start
	}
	return statusNotFound
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

func (sh *shell) readProgram(ctx context.Context, c *command.Call, name string) (string, error) {
	d, err := (&files{sh: sh, ctx: ctx, argv: c.Args}).open(ctx, name, syscall.O_RDONLY)
	if err != nil {
		return "", openError(name, err)
	}
	defer d.Close()
	data, err := sh.slurp(d)
	return string(data), err
}

// runScript runs the text of a script in a shell of its own.
func (sh *shell) runScript(ctx context.Context, c *command.Call, name, data string, args []string) int {
	o := childOptions{name: name, params: c.Args[1:]}
	if _, message := o.parse(args); message != "" {
		_, _ = io.WriteString(c.Stderr, message)
		return 2
	}
	return sh.runChild(ctx, c, &o, func(ctx context.Context, n *shell) builtins.Status {
		n.st.Frames = append(n.st.Frames, state.Frame{Function: "main", Script: true, Source: name})
		return n.read(ctx, syntax.StringInput(data), reading{name: name, line: 1})
	})
}

// childShell is the command bash, and sh.
func (sh *shell) childShell(ctx context.Context, c *command.Call) int {
	o := childOptions{name: c.Args[0]}
	o.named(c.Args[0])
	args, message := o.parse(c.Args[1:])
	fail := func(code int, text string) int {
		_, _ = io.WriteString(c.Stderr, o.name+": "+text+"\n")
		return code
	}
	switch {
	case message != "":
		_, _ = io.WriteString(c.Stderr, message)
		return 2
	case o.about != "":
		_, _ = io.WriteString(c.Stdout, o.about)
		return 0
	case o.command && len(args) == 0:
		return fail(2, "-c: option requires an argument")
	case o.command:
		text := args[0]
		if len(args) > 1 {
			o.name, o.params = args[1], args[2:]
		}
		return sh.runChild(ctx, c, &o, func(ctx context.Context, n *shell) builtins.Status {
			n.oneLiner, n.exp.Source = true, 'c'
			n.st.Vars.Define("BASH_EXECUTION_STRING", &state.Variable{Str: text, Set: true})
			whole := newWholeText(text)
			return n.read(ctx, whole, reading{name: o.name + ": -c", line: 1, whole: whole})
		})
	case o.stdin || len(args) == 0:
		o.params = args
		return sh.runChild(ctx, c, &o, func(ctx context.Context, n *shell) builtins.Status {
			n.exp.Source = 's'
			return n.read(ctx, n.input(ctx), reading{name: o.name, line: 1})
		})
	}
	o.name, o.params = args[0], args[1:]
	if fi, err := sh.fs.Stat(o.name); err == nil && fi.IsDir() {
		return fail(statusDenied, o.name+": Is a directory")
	}
	data, err := sh.readProgram(ctx, c, o.name)
	if err != nil {
		_, missing := sh.fs.Stat(o.name)
		o.name = c.Args[0]
		if !errors.Is(missing, syscall.ENOENT) {
			return fail(statusDenied, err.Error())
		}
		return fail(statusNotFound, err.Error())
	}
	if isBinary([]byte(data)) {
		_, _ = io.WriteString(c.Stderr, o.name+": "+o.name+": cannot execute binary file\n")
		return statusDenied
	}
	return sh.runChild(ctx, c, &o, func(ctx context.Context, n *shell) builtins.Status {
		n.st.Frames = append(n.st.Frames, state.Frame{Function: "main", Script: true, Source: o.name})
		return n.read(ctx, syntax.StringInput(data), reading{name: o.name, line: 1})
	})
}

// runChild runs body in a shell that has only the environment of this one.
func (sh *shell) runChild(ctx context.Context, c *command.Call, o *childOptions, body func(context.Context, *shell) builtins.Status) int {
	if sh.depth+1 > sh.run.limits.CallDepth || sh.substs+1 > sh.run.limits.SubstDepth {
		return sh.limit("subst_depth", int64(sh.run.limits.SubstDepth)).Code
	}
	broken := stream.BrokenWrites(c.Stdout)
	defer func() { sh.brokenInside.Add(stream.BrokenWrites(c.Stdout) - broken) }()
	n := sh.child(ctx, c)
	n.st.Name = o.name
	if n.st.LastArg == "" {
		n.st.LastArg = c.Args[0] // the environment has no _
	}
	if !n.st.SetParams(o.params) {
		n.discard()
		return statusLimit // the next command ends the run
	}
	if sh.whole {
		n.st.PID, n.st.BashPID, n.st.ParentPID = n.proc.pid, n.proc.pid, n.proc.parent
	} else {
		n.proc = sh.eng.procs.add(sh.proc, c.Args)
		n.st.PID, n.st.BashPID, n.st.ParentPID = n.proc.pid, n.proc.pid, sh.proc.pid
	}
	n.proc.shell.Store(true)
	n.definePPID(n.st.ParentPID)
	if !slices.Contains(o.set, state.Restricted) {
		n.optionsFromEnv(c.Env)
	}
	for _, opt := range o.set {
		if n.st.Opts.Set(opt, true); opt == state.Posix {
			n.setPosix(true)
		}
	}
	for _, opt := range o.unset {
		n.st.Opts.Set(opt, false)
	}
	if n.st.Opts.On(state.Restricted) {
		n.restrict()
	}
	n.keepIgnoring(sh.proc.ignored.Load())
	if !sh.whole {
		sh.died = n.proc
	}
	defer whenEnded(ctx, func() { sh.eng.procs.callOff(n.proc, context.Cause(ctx)) })()
	inner := ctx
	if sh.whole {
		defer sh.trapsChanged() // a session may go on
	} else {
		var cancel context.CancelCauseFunc
		inner, cancel = context.WithCancelCause(ctx)
		defer cancel(errEnded)
		n.proc.endsWith(cancel) // a signal ends what it waits for, not what is around it
		n.bindStreams(inner)
	}
	return n.runToEnd(ctx, func() builtins.Status {
		if n.levelReset > 0 {
			_, _ = fmt.Fprintf(n.stderr(), "%s: warning: shell level (%d) too high, resetting to 1\n", n.st.Name, n.levelReset)
		}
		if st := n.startupFile(inner); st.Kind == builtins.Exit {
			return st
		}
		return body(inner, n)
	})
}

// whenEnded runs f when ctx ends before stop is called. What has begun is over when stop
// returns.
func whenEnded(ctx context.Context, f func()) (stop func()) {
	over := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() {
		defer close(over)
		f()
	})
	return func() {
		if !cancel() {
			<-over
		}
	}
}

// restrict takes from a shell that begins restricted what would lead out of it
// (bash(1), RESTRICTED SHELL): these variables can not change, and functions and
// options of the environment do not count.
func (sh *shell) restrict() {
	for _, name := range []string{"PATH", "SHELL", "ENV", "BASH_ENV", "HISTFILE"} {
		sh.st.Vars.Mutable(name).Attr |= state.ReadOnly
	}
	for _, name := range sh.st.Functions() {
		sh.st.DefineFunction(name, nil)
	}
}

// optionsFromEnv switches on what SHELLOPTS and BASHOPTS of an environment name
// (bash(1), Shell Variables), and passes them on.
func (sh *shell) optionsFromEnv(env []string) {
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		find := state.SetOption
		switch name {
		case "SHELLOPTS":
		case "BASHOPTS":
			find = state.ShoptOption
		default:
			continue
		}
		sh.st.Vars.Get(name).Attr |= state.Export
		for word := range strings.SplitSeq(value, ":") {
			opt, ok := find(word)
			switch {
			case opt == state.Posix && ok:
				sh.setPosix(true)
				sh.optionsChanged()
			case ok && opt != state.LoginShell && opt != state.RestrictedShell:
				sh.st.Opts.Set(opt, true)
			}
		}
	}
}

// keepIgnoring keeps ignoring what was ignored when the shell began (bash manual,
// Signals).
func (sh *shell) keepIgnoring(signals uint64) {
	sh.proc.ignored.Store(signals)
	for sig := syscall.Signal(1); sig <= signalCount && signals != 0; sig++ {
		if signals&bit(sig) != 0 {
			sh.st.Traps.Fix(signalName(sig))
		}
	}
	sh.trapsChanged()
}

// startupFile sources what BASH_ENV names (bash(1), INVOCATION).
func (sh *shell) startupFile(ctx context.Context) builtins.Status {
	name, ok := sh.st.Vars.Get("BASH_ENV").Value()
	if !ok || name == "" || sh.st.Opts.On(state.Posix) {
		return builtins.Status{}
	}
	word := &syntax.Word{}
	if f, err := syntax.ParseDocument(name, sh.parseConfig(sh.st.Name)); err == nil {
		word = f
	}
	file, err := sh.exp.Quoted(ctx, word)
	if err != nil {
		return sh.expansionFailed(err)
	}
	d, err := sh.fs.open(ctx, file, 0)
	if err != nil {
		return builtins.Status{}
	}
	data, err := sh.slurp(d)
	d.Close()
	if err != nil {
		return sh.expansionFailed(err)
	}
	return sh.sourced(ctx, file, string(data), nil)
}

// input reads source from standard input a line at a time, so that commands can read
// what follows them.
func (sh *shell) input(ctx context.Context) syntax.Input { return &lineInput{ctx: ctx, sh: sh} }

// lineInput reads from what is standard input by then: exec may have changed it. It keeps
// a context because syntax.Input has no place for one.
type lineInput struct {
	ctx context.Context
	sh  *shell
}

// ReadLine implements syntax.Input.
func (l *lineInput) ReadLine() ([]byte, error) {
	d, ok := l.sh.fds.Get(0)
	if !ok {
		return nil, io.EOF
	}
	return d.ReadUntil(l.ctx, '\n', 0)
}
