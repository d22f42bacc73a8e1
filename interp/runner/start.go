package runner

import (
	"context"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
	"github.com/aegish/aegish/interp/vfs"
)

// firstShell makes the shell that New starts with.
func (e *Engine) firstShell() *shell {
	r := &run{limits: &e.cfg.Limits, quit: make(chan struct{})}
	sh := e.newShell(e.life, r, e.cfg.Env, e.cfg.Dir)
	sh.fds = stream.NewTable(e.cfg.Limits.Descriptors)
	for fd, d := range []stream.Description{e.cfg.Stdin, e.cfg.Stdout, e.cfg.Stderr} {
		if d == nil {
			d = stream.Null()
		}
		_ = sh.fds.Set(fd, d)
	}
	sh.proc = e.procs.add(nil, append([]string{e.cfg.Name}, e.cfg.Params...))
	sh.proc.shell.Store(true)
	sh.proc.terminal.Store(e.cfg.Interactive)
	sh.st.Name = e.cfg.Name
	sh.st.Umask = e.cfg.Umask & 0o777
	if sh.st.LastArg == "" {
		sh.st.LastArg = e.cfg.Name // the environment has no _
	}
	sh.st.SetParams(e.cfg.Params)
	sh.st.PID, sh.st.BashPID, sh.st.ParentPID = sh.proc.pid, sh.proc.pid, initPID
	_ = sh.st.Vars.SetString("PPID", strconv.Itoa(initPID))
	if e.cfg.Interactive {
		sh.atTerminal()
	}
	sh.st.Opts.Set(state.LoginShell, e.cfg.Login)
	return sh
}

// newShell makes a shell that knows nothing but an environment. Descriptors and
// the process are for the caller to fill in.
func (e *Engine) newShell(ctx context.Context, r *run, env []string, dir string) *shell {
	sh := &shell{eng: e, run: r, st: state.NewShell(e.meter), ulimits: newUlimits(&e.cfg.Limits)}
	sh.st.Dir = "/"
	if dir != "" {
		sh.st.Dir = vfs.Tidy(dir)
	}
	sh.st.Started = e.cfg.Now()
	sh.st.Random.Seed = uint32(sh.st.Started.UnixNano())
	sh.history = &history{now: e.cfg.Now}
	sh.bind(ctx)
	e.defineComputed(sh.st.Vars)
	e.defineDefaults(sh)
	e.importEnv(sh, env)
	return sh
}

// The version that scripts are told: the bash whose behaviour this is.
const (
	bashVersion = "5.2.15(1)-release"
	machineType = "x86_64-pc-linux-gnu"
)

// defineDefaults gives the variables that bash sets when it starts.
func (e *Engine) defineDefaults(sh *shell) {
	vars := sh.st.Vars
	plain := func(name, value string) { vars.Define(name, &state.Variable{Str: value, Set: true}) }
	fixed := func(name string, n int) {
		vars.Define(name, &state.Variable{Str: strconv.Itoa(n), Set: true, Attr: state.Integer | state.ReadOnly})
	}
	plain("IFS", " \t\n")
	plain("PS4", "+ ")
	plain("OPTERR", "1")
	vars.Define("OPTIND", &state.Variable{Str: "1", Set: true, Attr: state.Integer})
	plain("PATH", defaultPath)
	plain("BASH", "/bin/bash")
	plain("SHELL", "/bin/bash")
	plain("TERM", "dumb")
	plain("BASH_VERSION", bashVersion)
	plain("HOSTTYPE", "x86_64")
	plain("MACHTYPE", machineType)
	plain("OSTYPE", "linux-gnu")
	plain("HOSTNAME", orName(e.cfg.User.Host, "localhost"))
	plain("COMP_WORDBREAKS", " \t\n\"'@><=;|&(:")
	vars.Define("BASH_VERSINFO", &state.Variable{
		Kind: state.Indexed, Set: true, Attr: state.ReadOnly,
		List: state.NewList("5", "2", "15", "1", "release", machineType),
	})
	fixed("UID", e.cfg.User.UID)
	fixed("EUID", e.cfg.User.UID)
	sh.definePPID(initPID)
}

func orName(s, d string) string {
	if s == "" {
		return d
	}
	return s
}

// importEnv imports the environment: variables, exported functions, the
// directory.
func (e *Engine) importEnv(sh *shell, env []string) {
	vars := sh.st.Vars
	for _, entry := range env {
		name, value, ok := strings.Cut(entry, "=")
		if !ok {
			continue
		}
		if fn, ok := strings.CutPrefix(name, "BASH_FUNC_"); ok {
			if fn, ok = strings.CutSuffix(fn, "%%"); ok && strings.HasPrefix(value, "() {") {
				sh.importFunction(fn, value)
			}
			continue
		}
		if !expand.ValidName(name) || name == "PS4" && e.cfg.User.UID == 0 {
			continue // root's shell takes no PS4, which it would expand
		}
		if name == "_" {
			sh.st.LastArg = value
			continue
		}
		if v := vars.Get(name); v != nil && (v.Dynamic != nil || v.Has(state.ReadOnly)) {
			continue
		}
		vars.Define(name, &state.Variable{Str: value, Set: true, Attr: state.Export})
	}
	if v := vars.Get("IFS"); v.Has(state.Export) {
		vars.Define("IFS", &state.Variable{Str: " \t\n", Set: true})
	}
	text, _ := vars.Get("SHLVL").Value()
	vars.Define("SHLVL", &state.Variable{Str: strconv.Itoa(sh.deeperLevel(text, 1)), Set: true, Attr: state.Export})
	vars.Define("PWD", &state.Variable{Str: sh.st.Dir, Set: true, Attr: state.Export})
	old, _ := vars.Get("OLDPWD").Value()
	if fi, err := sh.fs.Stat(old); old == "" || err != nil || !fi.IsDir() {
		vars.Define("OLDPWD", &state.Variable{Attr: state.Export})
	}
	sh.localeChanged()
}

// importFunction defines a function that came with the environment. Text that
// is more than a function is dropped.
func (sh *shell) importFunction(name, value string) {
	if strings.Contains(name, "/") {
		return // as bash, for the name of a program
	}
	f, err := syntax.Parse(name+" "+value, sh.parseConfig(sh.st.Name))
	if err != nil || len(f.Stmts) != 1 {
		return
	}
	if d, ok := f.Stmts[0].Cmd.(*syntax.FuncDecl); ok && d.Name == name {
		sh.st.DefineFunction(name, &state.Function{Decl: d, Source: "environment", Attr: state.Export})
	}
}

// A ulimit is a resource limit that scripts can read and lower; -1 is
// unlimited. It bounds nothing here: the Limits of the engine do.
type ulimit struct{ soft, hard int64 }

func newUlimits(l *Limits) map[byte]ulimit {
	none := ulimit{-1, -1}
	return map[byte]ulimit{
		'c': {0, -1}, 'd': none, 'e': {0, 0}, 'f': none, 'i': none, 'l': none, 'm': none,
		'n': {int64(l.Descriptors), int64(l.Descriptors)}, 'p': {8, 8}, 'q': none, 'r': {0, 0},
		's': {8192, -1}, 't': none, 'u': {int64(l.Processes), int64(l.Processes)}, 'v': none, 'x': none,
	}
}

// definePPID sets PPID, which scripts can not.
func (sh *shell) definePPID(pid int) {
	sh.st.Vars.Define("PPID", &state.Variable{Str: strconv.Itoa(pid), Set: true, Attr: state.Integer | state.ReadOnly})
}

// levelLimit is the SHLVL that bash takes for a mistake.
const levelLimit = 1000

// deeperLevel is SHLVL of a shell that was started with text in it.
func (sh *shell) deeperLevel(text string, by int) int {
	level, err := strconv.Atoi(text)
	if err != nil {
		level = 0
	}
	switch level += by; {
	case level < 0:
		return 0
	case level >= levelLimit:
		sh.levelReset = level
		return 1
	}
	return level
}
