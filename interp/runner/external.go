package runner

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
)

// standardPath is the PATH of command -p (confstr(3), _CS_PATH).
const standardPath = "/bin:/usr/bin"

// defaultPath is PATH where none was given (bash's DEFAULT_PATH_VALUE).
const defaultPath = "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin:."

// virtualDirs are where the registered commands seem to be.
var virtualDirs = []string{"/bin", "/usr/bin"}

// A program is what a name outside the shell means.
type program struct {
	path string
	// cmd is a registered command; nil for a file.
	cmd command.Command
}

// external runs what is neither function nor builtin. Only a name without a
// slash is looked for in PATH.
func (sh *shell) external(ctx context.Context, k *call, defaults bool) builtins.Status {
	if st, ok := sh.allowed(ctx, k); !ok {
		return st
	}
	name := k.argv[0]
	if sh.st.Opts.On(state.Restricted) && strings.Contains(name, "/") {
		sh.message(name + ": restricted: cannot specify `/' in command names")
		return status(1)
	}
	sh.ranExternal = true
	prog, err := sh.program(name, defaults)
	if err != nil && prog.path != "" {
		k = &call{argv: append([]string{prog.path}, k.argv[1:]...)} // as it was remembered
	}
	if err != nil || prog.path == "" {
		return sh.unknown(ctx, k, err)
	}
	if st, ok := sh.allowedAs(ctx, k, prog); !ok {
		return st
	}
	if k.unforked {
		sh.leaveLevel()
	}
	if sh.controls() {
		return sh.programInFront(ctx, k, prog)
	}
	return sh.runProgram(ctx, k, prog)
}

// program finds what a name means; the path is empty for nothing.
func (sh *shell) program(name string, defaults bool) (program, error) {
	if strings.Contains(name, "/") {
		return sh.programAt(name)
	}
	if name == "" {
		return program{}, nil
	}
	if h := sh.st.Hashed.Get(name); h != nil && !defaults {
		if prog, err := sh.programAt(h.Path); err == nil && prog.path != "" {
			sh.st.Hashed.Set(name, &state.Hashed{Path: h.Path, Hits: h.Hits + 1})
			return prog, nil
		} else if !sh.st.Opts.On(state.Checkhash) && !sh.st.Opts.On(state.Posix) {
			h.Hits++
			return program{path: h.Path}, err
		}
		sh.st.Hashed.Set(name, nil)
	}
	found := sh.search(name, defaults, false)
	if len(found) == 0 {
		return program{}, nil
	}
	if sh.st.Opts.On(state.HashAll) {
		sh.st.Hashed.Set(name, &state.Hashed{Path: found[0], Hits: 1})
	}
	return sh.programAt(found[0])
}

// registered is the command that a path means, nil for none.
func (sh *shell) registered(full string) command.Command {
	dir, base := path.Split(full)
	if !slices.Contains(virtualDirs, strings.TrimSuffix(dir, "/")) {
		return nil
	}
	if reg := sh.eng.cfg.Registry; reg != nil {
		if e, ok := reg.Lookup(base); ok {
			return e.Command
		}
	}
	if isShell(base) {
		return command.Func(sh.childShell)
	}
	if info, ok := sh.eng.builtins[base]; ok && programBuiltins[base] {
		return command.Func(func(ctx context.Context, c *command.Call) int {
			n := sh.child(ctx, c)
			defer n.discard()
			args := append([]string{base}, c.Args[1:]...)
			return n.runBuiltin(ctx, &info, &call{argv: args}).Code
		})
	}
	return nil
}

// isShell tells of the commands that are this interpreter.
func isShell(base string) bool { return base == "bash" || base == "sh" || base == "rbash" }

func (sh *shell) programAt(name string) (program, error) {
	full, err := sh.fs.absolute("open", name)
	if err != nil {
		return program{}, err
	}
	if cmd := sh.registered(full); cmd != nil {
		return program{path: name, cmd: cmd}, nil
	}
	fi, err := sh.fs.Stat(full)
	if err != nil {
		return program{}, err
	}
	if fi.IsDir() {
		return program{}, &fs.PathError{Op: "exec", Path: name, Err: syscall.EISDIR}
	}
	if fi.Mode().Perm()&0o111 == 0 {
		return program{}, &fs.PathError{Op: "exec", Path: name, Err: syscall.EACCES}
	}
	if n, ok := sh.fs.base().(interface{ NoExec(string) bool }); ok && n.NoExec(full) {
		return program{}, &fs.PathError{Op: "exec", Path: name, Err: syscall.EACCES}
	}
	return program{path: name}, nil
}

// search looks a name up in PATH.
func (sh *shell) search(name string, defaults, all bool) []string {
	dirs := standardPath
	if !defaults {
		dirs, _ = sh.st.Vars.Get("PATH").Value() // without one: the working directory
	}
	var found []string
	for dir := range strings.SplitSeq(dirs, ":") {
		full := "./" + name
		if dir != "" {
			full = strings.TrimSuffix(dir, "/") + "/" + name
		}
		if prog, err := sh.programAt(full); err == nil && prog.path != "" {
			found = append(found, full)
			if !all {
				break
			}
		}
	}
	return found
}

// unknown reports a name that can not be run.
func (sh *shell) unknown(ctx context.Context, k *call, err error) builtins.Status {
	name := k.argv[0]
	if err != nil && strings.Contains(name, "/") {
		sh.message(name + ": " + strerror(err))
		if pe, ok := err.(*fs.PathError); ok && pe.Err == syscall.ENOENT {
			return status(statusNotFound)
		}
		return status(statusDenied)
	}
	if st, ok := sh.resolved(ctx, k); ok {
		return st
	}
	if path, _ := sh.st.Vars.Get("PATH").Value(); path == "" && name != "" {
		// bash tries to run it in the working directory.
		sh.message(name + ": No such file or directory")
		return status(statusNotFound)
	}
	if f := sh.st.Function("command_not_found_handle"); f != nil {
		// bash calls it in the process that would have become the command.
		child := sh.fork(ctx, false)
		code := child.runToEnd(ctx, func() builtins.Status {
			return child.callFunction(ctx, f, append([]string{"command_not_found_handle"}, k.argv...))
		})
		return sh.joined(code)
	}
	sh.message(expand.QuoteName(name) + ": command not found")
	return status(statusNotFound)
}

// resolved runs what the resolver makes of a name; false for nothing.
func (sh *shell) resolved(ctx context.Context, k *call) (builtins.Status, bool) {
	r := sh.eng.cfg.Resolver
	if r == nil {
		return builtins.Status{}, false
	}
	c := sh.commandCall(ctx, k.argv)
	cmd, err := r.Resolve(ctx, c)
	switch {
	case err != nil:
		sh.message(k.argv[0] + ": " + err.Error())
		return status(statusDenied), true
	case cmd == nil:
		return builtins.Status{}, false
	}
	return sh.runCommand(ctx, cmd, c), true
}

// located is the path that the resolver has for a name, "" for none.
func (sh *shell) located(name string) string {
	if l, ok := sh.eng.cfg.Resolver.(command.Locator); ok && name != "" && !strings.Contains(name, "/") {
		return l.Locate(name)
	}
	return ""
}

// runProgram runs a registered command or a script.
func (sh *shell) runProgram(ctx context.Context, k *call, prog program) builtins.Status {
	var r *programRun
	if sh.interruptible(prog) {
		ctx, r = sh.proc.begin(ctx)
		defer sh.proc.finish(r)
	}
	if sh.subshell() {
		ctx = stoppable{ctx, sh.proc}
	}
	c := sh.commandCall(ctx, k.argv)
	name := prog.path
	if k.underscore != nil {
		name = *k.underscore
	}
	c.Env = withUnderscore(c.Env, name)
	defer sh.proc.shows(&c.Args)()
	sh.whole = k.whole
	if prog.cmd == nil {
		return status(sh.runFile(ctx, c, prog.path))
	}
	if !k.whole && sh.proc.trapped.Load()&bit(syscall.SIGCHLD) != 0 && !isShell(path.Base(prog.path)) {
		defer sh.proc.signal(syscall.SIGCHLD) // others tell of their ends themselves
	}
	if r == nil {
		return sh.runCommand(ctx, prog.cmd, c)
	}
	c.Stdin = stream.WithContext(ctx, c.Stdin)
	st := sh.runCommand(ctx, prog.cmd, c)
	if sig := syscall.Signal(r.by.Load()); sig != 0 && !sh.halted() {
		return sh.interrupted(sig)
	}
	return st
}

// runCommand runs a command of Go code. One that wrote to a pipe without reader
// ends as SIGPIPE would have ended it (signal(7)).
func (sh *shell) runCommand(ctx context.Context, cmd command.Command, c *command.Call) builtins.Status {
	broken, others := stream.BrokenWrites(c.Stdout), sh.brokenInside.Load()
	code := sh.eng.command(ctx, cmd, c)
	if sh.halted() {
		return sh.stopped()
	}
	if n := stream.BrokenWrites(c.Stdout) - broken; n > 0 {
		own := n - (sh.brokenInside.Load() - others)
		sh.brokenInside.Add(own) // of this command, should it have been run for another
		if own > 0 && sh.proc.ignored.Load()&bit(syscall.SIGPIPE) == 0 {
			code = 128 + int(syscall.SIGPIPE)
		}
	}
	return status(code & 0xff)
}

// command runs a command and counts it meanwhile.
func (e *Engine) command(ctx context.Context, cmd command.Command, c *command.Call) int {
	e.commands.Add(1)
	defer e.commands.Add(-1)
	return cmd.Run(ctx, c)
}
