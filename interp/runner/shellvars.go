package runner

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// defineComputed makes the computed variables of a new shell.
func (e *Engine) defineComputed(vars *state.Store) {
	defineRandom(vars)
	defineTimes(vars, e.cfg.Now)
	defineShellState(vars)
	defineLists(vars, e.cfg.User.GID)
	defineCallStack(vars)
	defineTables(vars)
}

func defineRandom(vars *state.Store) {
	defineScalar(vars, "RANDOM", state.Integer, number(random), seed)
	defineScalar(vars, "SRANDOM", state.Integer, func(_ *state.Shell, v *state.Variable) {
		v.Str = strconv.FormatUint(uint64(rand.Uint32()), 10)
	}, nil)
}

func defineTimes(vars *state.Store, now func() time.Time) {
	defineScalar(vars, "SECONDS", state.Integer,
		number(func(sh *state.Shell) int { return int(now().Unix() - sh.Started.Unix()) }),
		func(sh *state.Shell, value string) {
			n, _ := strconv.Atoi(value)
			sh.Started = now().Add(-time.Duration(n) * time.Second)
		})
	defineScalar(vars, "EPOCHSECONDS", 0, text(func(*state.Shell) string { return strconv.FormatInt(now().Unix(), 10) }), nil)
	defineScalar(vars, "EPOCHREALTIME", 0, text(func(*state.Shell) string {
		t := now().UnixMicro()
		micro := strconv.FormatInt(1_000_000+t%1_000_000, 10)
		return strconv.FormatInt(t/1_000_000, 10) + "." + micro[1:]
	}), nil)
}

// defineShellState makes the variables that show one value of the shell's state.
func defineShellState(vars *state.Store) {
	defineScalar(vars, "LINENO", 0, number(func(sh *state.Shell) int { return sh.Line }),
		func(sh *state.Shell, value string) { sh.Line, _ = strconv.Atoi(value) })
	defineScalar(vars, "BASHPID", state.Integer, number(func(sh *state.Shell) int { return sh.BashPID }), nil)
	defineScalar(vars, "BASH_SUBSHELL", 0, number(func(sh *state.Shell) int { return sh.Level }),
		func(sh *state.Shell, value string) { sh.Level, _ = strconv.Atoi(value) })
	defineScalar(vars, "BASH_COMMAND", 0, text(currentCommand), nil)
	defineScalar(vars, "BASH_ARGV0", 0, text(func(sh *state.Shell) string { return sh.Name }),
		func(sh *state.Shell, value string) { sh.Name = value })
	defineScalar(vars, "HISTCMD", state.Integer, number(historyNumber), nil)
	defineScalar(vars, "_", 0, text(func(sh *state.Shell) string { return sh.LastArg }),
		func(sh *state.Shell, value string) { sh.LastArg = value })
	defineScalar(vars, "SHELLOPTS", state.ReadOnly, text(func(sh *state.Shell) string { return enabled(sh, state.SetOptions()) }), nil)
	defineScalar(vars, "BASHOPTS", state.ReadOnly, text(func(sh *state.Shell) string { return enabled(sh, state.ShoptOptions()) }), nil)
}

func defineLists(vars *state.Store, gid int) {
	defineArray(vars, "PIPESTATUS", 0, func(sh *state.Shell) []string {
		out := make([]string, len(sh.PipeStatus))
		for i, code := range sh.PipeStatus {
			out[i] = strconv.Itoa(code)
		}
		return out
	})
	defineArray(vars, "GROUPS", state.NoAssign, func(*state.Shell) []string { return []string{strconv.Itoa(gid)} })
	vars.Define("DIRSTACK", &state.Variable{Kind: state.Indexed, List: state.NewList(), Set: true, Dynamic: &elements{
		computed: computed{read: array(func(sh *state.Shell) []string { return append([]string{sh.Dir}, sh.Stack...) })},
		set: func(sh *state.Shell, key, value string) {
			if n, err := strconv.Atoi(key); err == nil && n > 0 && n <= len(sh.Stack) {
				sh.Stack = slices.Clone(sh.Stack)
				sh.Stack[n-1] = value
			}
		},
	}})
}

// The sizes of bash's tables of aliases and of remembered commands.
const (
	aliasBuckets = 64
	hashBuckets  = 256
)

// defineTables makes the associative arrays behind alias and hash.
func defineTables(vars *state.Store) {
	defineAssoc(vars, "BASH_ALIASES", aliasBuckets, func(sh *state.Shell) map[string]string {
		out := map[string]string{}
		for _, name := range sh.Aliases.Names() {
			out[name] = *sh.Aliases.Get(name)
		}
		return out
	}, func(sh *state.Shell, key, value string) {
		if key != "" && !strings.ContainsAny(key, " \t\n/$`=|&;()<>'\"\\") {
			sh.Aliases.Set(key, &value)
		}
	})
	defineAssoc(vars, "BASH_CMDS", hashBuckets, func(sh *state.Shell) map[string]string {
		out := map[string]string{}
		for _, name := range sh.Hashed.Names() {
			out[name] = sh.Hashed.Get(name).Path
		}
		return out
	}, func(sh *state.Shell, key, value string) {
		if !sh.Opts.On(state.Restricted) || !strings.Contains(value, "/") {
			sh.Hashed.Set(key, &state.Hashed{Path: value})
		}
	})
}

// enabled lists the options that are on, sorted by name, for SHELLOPTS.
func enabled(sh *state.Shell, all []state.Option) string {
	var names []string
	for _, opt := range all {
		if sh.Opts.On(opt) {
			names = append(names, opt.String())
		}
	}
	slices.Sort(names)
	return strings.Join(names, ":")
}

// currentCommand is BASH_COMMAND.
func currentCommand(sh *state.Shell) string {
	if sh.Current == nil {
		return ""
	}
	if c, ok := sh.Current.(*syntax.CallExpr); ok {
		return strings.TrimPrefix(syntax.PrintCommand(&syntax.Stmt{Cmd: c, Redirs: sh.CurrentRedirs}, false), " ")
	}
	return commandText(sh.Current, sh.Opts.On(state.Posix))
}

// commandText is a command as BASH_COMMAND shows it: of a loop its head.
func commandText(c syntax.Command, posix bool) string {
	switch c := c.(type) {
	case *syntax.ForClause:
		if c.Name == "" {
			return "((" + c.Init.Src + "))"
		}
		return headText("for", c.Name, c.In, c.Items)
	case *syntax.SelectClause:
		return headText("select", c.Name, c.In, c.Items)
	case *syntax.CaseClause:
		return "case " + syntax.PrintWord(c.Word) + " in "
	}
	return strings.TrimPrefix(syntax.PrintCommand(&syntax.Stmt{Cmd: c}, posix), " ")
}

// headText is the head of a loop over words.
func headText(word, name string, in bool, items []*syntax.Word) string {
	if !in {
		return word + " " + name + ` in "$@"`
	}
	var b strings.Builder
	b.WriteString(word + " " + name + " in")
	for _, w := range items {
		b.WriteString(" " + syntax.PrintWord(w))
	}
	return b.String()
}

// historyNumber is HISTCMD: the number of the command that runs, 0 where none is
// remembered.
func historyNumber(sh *state.Shell) int {
	if !sh.Opts.On(state.HistoryOpt) {
		return 0
	}
	return sh.HistoryNumber
}
