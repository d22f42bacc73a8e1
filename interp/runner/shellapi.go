package runner

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
	"github.com/aegish/aegish/interp/vfs"
)

var _ builtins.Shell = (*shell)(nil)

// Errorf implements builtins.Shell.
func (sh *shell) Errorf(bc *builtins.Call, format string, args ...any) {
	name := bc.Args[0] + ": "
	_, _ = fmt.Fprintf(bc.Stderr, "%s%s"+format+"\n", append([]any{sh.prefix(), name}, args...)...)
}

// Registry implements builtins.Shell.
func (sh *shell) Registry() command.Registry { return sh.eng.cfg.Registry }

// Limits implements builtins.Shell.
func (sh *shell) Limits() builtins.Limits {
	l := sh.exp.Limits
	return builtins.Limits{
		StringBytes: orElse(l.StringBytes, 64<<20), ArrayElements: orElse(l.ArrayElements, 8_000_000), HistoryLines: 1000,
	}
}

// Exceeded implements builtins.Shell.
func (sh *shell) Exceeded(_ *builtins.Call, name string, limit int64) builtins.Status {
	return sh.limit(strings.ReplaceAll(name, " ", "_"), limit)
}

// Times implements builtins.Shell.
func (sh *shell) Times() (user, system, childUser, childSystem time.Duration) {
	return processorTime()
}

// Call implements builtins.Running.
func (sh *shell) Call(ctx context.Context, bc *builtins.Call, args []string, how builtins.CallHow) builtins.Status {
	k := &call{argv: args, indirect: true}
	name := args[0]
	if !how.SkipFunctions && !how.OnlyBuiltins {
		if f := sh.st.Function(name); f != nil {
			return sh.callFunction(ctx, f, args)
		}
	}
	if info, ok := sh.eng.builtins[name]; ok && !sh.st.Disabled[name] {
		if info.Declares && bc != nil && len(bc.Decls) > 0 {
			k.decls = tailDecls(bc, args)
		}
		return sh.runBuiltin(ctx, &info, k)
	}
	if how.OnlyBuiltins {
		sh.Errorf(bc, "%s: not a shell builtin", name)
		return status(1)
	}
	return sh.external(ctx, k, how.DefaultPath)
}

// tailDecls are the parsed arguments of the builtin that `command` or `builtin`
// was asked to run.
func tailDecls(bc *builtins.Call, args []string) []builtins.Decl {
	n := len(args) - 1
	if n > len(bc.Decls) {
		return nil
	}
	return bc.Decls[len(bc.Decls)-n:]
}

// Capture implements builtins.Running.
func (sh *shell) Capture(ctx context.Context, text string) ([]byte, builtins.Status) {
	f, err := syntax.Parse(text, sh.parseConfig(sh.st.Name))
	if err != nil {
		sh.syntaxError(err)
		return nil, status(2)
	}
	data, err := sh.substitute(ctx, f.Stmts)
	if err != nil {
		return nil, sh.expansionFailed(err)
	}
	return data, status(sh.subStatus)
}

// Exec implements builtins.Running. The command gets the descriptors as they
// are; when it has run the environment ends, without its EXIT trap.
func (sh *shell) Exec(ctx context.Context, bc *builtins.Call, args []string, opts builtins.ExecOptions) builtins.Status {
	k := &call{argv: args}
	if st, ok := sh.allowed(ctx, k); !ok {
		return st
	}
	prog, err := sh.program(args[0], false)
	if err != nil && !strings.Contains(args[0], "/") {
		err = nil
	}
	if err != nil || prog.path == "" {
		return sh.execFailed(ctx, bc, k, err)
	}
	if st, ok := sh.allowedAs(ctx, k, prog); !ok {
		return st
	}
	if opts.ClearEnv {
		sh.st.Vars.Push(true)
		for _, name := range sh.st.Vars.Names() {
			if v := sh.st.Vars.Get(name); v.Has(state.Export) && v.Attr&state.ReadOnly == 0 {
				sh.st.Vars.Temporary(name, nil)
			}
		}
	}
	sh.replaced = true
	k.whole, k.underscore = true, new(string)
	if opts.Name != "" {
		k.argv = append([]string{opts.Name}, args[1:]...)
	}
	if opts.Login {
		k.argv = append([]string{"-" + k.argv[0]}, args[1:]...)
	}
	if prog.cmd == nil {
		prog.path = sh.fullName(prog.path)
	}
	if !sh.subshell() {
		sh.leaveLevel()
	}
	st := sh.runProgram(ctx, k, prog)
	if opts.ClearEnv {
		sh.st.Vars.Pop()
	}
	st.Kind = builtins.Exit
	return st
}

// fullName is the name of a file from the root, as exec makes it.
func (sh *shell) fullName(name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	return strings.TrimSuffix(sh.st.Dir, "/") + "/" + strings.TrimPrefix(name, "./")
}

// leaveLevel counts SHLVL down for the program that takes the place of this shell.
func (sh *shell) leaveLevel() {
	level, _ := sh.st.Vars.Get("SHLVL").Value()
	_ = sh.st.Vars.SetString("SHLVL", strconv.Itoa(sh.deeperLevel(level, -1)))
}

// execFailed is the end of an exec whose command can not be run: of the shell
// too, unless it is interactive or execfail is set.
func (sh *shell) execFailed(ctx context.Context, bc *builtins.Call, k *call, err error) builtins.Status {
	st := status(statusNotFound)
	if r := sh.eng.cfg.Resolver; r != nil && err == nil {
		c := sh.commandCall(ctx, k.argv)
		if cmd, err := r.Resolve(ctx, c); err == nil && cmd != nil {
			sh.replaced = true
			st := sh.runCommand(ctx, cmd, c)
			st.Kind = builtins.Exit
			return st
		}
	}
	if name := k.argv[0]; err == nil {
		sh.Errorf(bc, "%s: not found", name)
	} else {
		name = sh.fullName(name)
		sh.messagef("%s: %s", name, strerror(err))
		if !errors.Is(err, fs.ErrNotExist) {
			sh.Errorf(bc, "%s: cannot execute: %s", name, strerror(err))
		}
		// bash has undone its traps by then.
		sh.replaced = !sh.st.Opts.On(state.ExecFail) && !sh.st.Interactive
		if !errors.Is(err, fs.ErrNotExist) {
			st.Code = statusDenied
		}
	}
	if sh.subshell() || !sh.st.Interactive && !sh.st.Opts.On(state.ExecFail) {
		st.Kind = builtins.Exit
	}
	return st
}

// FS implements builtins.Files.
func (sh *shell) FS() vfs.FS { return &sh.fs }

// Open implements builtins.Files.
func (sh *shell) Open(name string, flag int) (stream.Description, error) {
	return sh.fs.open(sh.fs.ctx, name, flag)
}

// Chdir implements builtins.Files.
func (sh *shell) Chdir(dir string) error {
	fi, err := sh.fs.Stat(dir)
	if err != nil {
		return err
	}
	if !fi.IsDir() {
		return &fs.PathError{Op: "chdir", Path: dir, Err: syscall.ENOTDIR}
	}
	if u := &sh.eng.cfg.User; !vfs.Allows(fi, int64(u.UID), int64(u.GID), vfs.MayExecute) {
		return &fs.PathError{Op: "chdir", Path: dir, Err: syscall.EACCES}
	}
	sh.st.Dir = dir
	return nil
}

// LookPath implements builtins.Files.
func (sh *shell) LookPath(name string, which builtins.PathLookup) []string {
	if strings.Contains(name, "/") {
		if prog, err := sh.programAt(name); err == nil && prog.path != "" {
			return []string{name}
		}
		return nil
	}
	all := which == builtins.AllInPath
	found := sh.search(name, which == builtins.FirstInDefault, all)
	if path := sh.located(name); path != "" && (all || len(found) == 0) {
		found = append(found, path)
	}
	return found
}

// Limit implements builtins.Files. Only what this interpreter bounds is
// limited.
func (sh *shell) Limit(letter byte) (soft, hard int64, ok bool) {
	l, ok := sh.ulimits[letter]
	return l.soft, l.hard, ok
}

// SetLimit implements builtins.Files.
func (sh *shell) SetLimit(letter byte, soft, hard int64) error {
	old, ok := sh.ulimits[letter]
	if !ok {
		return syscall.EINVAL
	}
	if above(hard, old.hard) {
		return syscall.EPERM
	}
	if above(soft, hard) {
		return syscall.EINVAL
	}
	sh.ulimits = maps.Clone(sh.ulimits) // the parent has the same
	sh.ulimits[letter] = ulimit{soft, hard}
	return nil
}

// above compares limits, where -1 is unlimited.
func above(a, b int64) bool { return b >= 0 && (a < 0 || a > b) }

// file is a descriptor for Call.File.
func (sh *shell) file(fd int) stream.Description {
	if d, ok := sh.fds.Get(fd); ok {
		return d
	}
	return nil
}
