package runner

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// A computed variable has its value made when it is read (bash(1), Shell
// Variables). assign is nil where an assignment has no effect.
type computed struct {
	read   func(sh *state.Shell, v *state.Variable)
	assign func(sh *state.Shell, value string)
}

// Read implements state.Dynamic.
func (c *computed) Read(sh *state.Shell, v *state.Variable) {
	v.Set = true
	c.read(sh, v)
}

// Assign implements state.Dynamic.
func (c *computed) Assign(sh *state.Shell, value string) {
	if c.assign != nil {
		c.assign(sh, value)
	}
}

func text(f func(sh *state.Shell) string) func(*state.Shell, *state.Variable) {
	return func(sh *state.Shell, v *state.Variable) { v.Str = f(sh) }
}

func number(f func(sh *state.Shell) int) func(*state.Shell, *state.Variable) {
	return func(sh *state.Shell, v *state.Variable) { v.Str = strconv.Itoa(f(sh)) }
}

func array(f func(sh *state.Shell) []string) func(*state.Shell, *state.Variable) {
	return func(sh *state.Shell, v *state.Variable) {
		v.Kind, v.List = state.Indexed, state.NewList(f(sh)...)
	}
}

// defineComputed makes the computed variables of a new shell.
func (e *Engine) defineComputed(vars *state.Store) {
	now := e.cfg.Now
	dynamic := func(name string, attr state.Attr, read func(*state.Shell, *state.Variable), assign func(*state.Shell, string)) {
		vars.Define(name, &state.Variable{Attr: attr, Set: true, Dynamic: &computed{read, assign}})
	}
	list := func(name string, attr state.Attr, f func(*state.Shell) []string) {
		vars.Define(name, &state.Variable{
			Attr: attr, Kind: state.Indexed, List: state.NewList(), Set: true, Dynamic: &computed{read: array(f)},
		})
	}
	dynamic("RANDOM", state.Integer, number(random), seed)
	dynamic("SRANDOM", state.Integer, func(_ *state.Shell, v *state.Variable) {
		v.Str = strconv.FormatUint(uint64(rand.Uint32()), 10)
	}, nil)
	dynamic("SECONDS", state.Integer, number(func(sh *state.Shell) int { return int(now().Unix() - sh.Started.Unix()) }),
		func(sh *state.Shell, value string) {
			n, _ := strconv.Atoi(value)
			sh.Started = now().Add(-time.Duration(n) * time.Second)
		})
	dynamic("EPOCHSECONDS", 0, text(func(*state.Shell) string { return strconv.FormatInt(now().Unix(), 10) }), nil)
	dynamic("EPOCHREALTIME", 0, text(func(*state.Shell) string {
		t := now().UnixMicro()
		micro := strconv.FormatInt(1_000_000+t%1_000_000, 10)
		return strconv.FormatInt(t/1_000_000, 10) + "." + micro[1:]
	}), nil)
	dynamic("LINENO", 0, number(func(sh *state.Shell) int { return sh.Line }),
		func(sh *state.Shell, value string) { sh.Line, _ = strconv.Atoi(value) })
	dynamic("BASHPID", state.Integer, number(func(sh *state.Shell) int { return sh.BashPID }), nil)
	dynamic("BASH_SUBSHELL", 0, number(func(sh *state.Shell) int { return sh.Level }),
		func(sh *state.Shell, value string) { sh.Level, _ = strconv.Atoi(value) })
	dynamic("BASH_COMMAND", 0, text(currentCommand), nil)
	dynamic("BASH_ARGV0", 0, text(func(sh *state.Shell) string { return sh.Name }),
		func(sh *state.Shell, value string) { sh.Name = value })
	dynamic("HISTCMD", state.Integer, number(historyNumber), nil)
	dynamic("_", 0, text(func(sh *state.Shell) string { return sh.LastArg }), func(sh *state.Shell, value string) { sh.LastArg = value })
	dynamic("SHELLOPTS", state.ReadOnly, text(func(sh *state.Shell) string { return enabled(sh, state.SetOptions()) }), nil)
	dynamic("BASHOPTS", state.ReadOnly, text(func(sh *state.Shell) string { return enabled(sh, state.ShoptOptions()) }), nil)
	list("PIPESTATUS", 0, func(sh *state.Shell) []string {
		out := make([]string, len(sh.PipeStatus))
		for i, code := range sh.PipeStatus {
			out[i] = strconv.Itoa(code)
		}
		return out
	})
	gid := strconv.Itoa(e.cfg.User.GID)
	list("GROUPS", state.NoAssign, func(*state.Shell) []string { return []string{gid} })
	vars.Define("DIRSTACK", &state.Variable{Kind: state.Indexed, List: state.NewList(), Set: true, Dynamic: &elements{
		computed: computed{read: array(func(sh *state.Shell) []string { return append([]string{sh.Dir}, sh.Stack...) })},
		set: func(sh *state.Shell, key, value string) {
			if n, err := strconv.Atoi(key); err == nil && n > 0 && n <= len(sh.Stack) {
				sh.Stack = slices.Clone(sh.Stack)
				sh.Stack[n-1] = value
			}
		},
	}})
	const frozen = state.NoUnset | state.NoAssign
	dynamicList(vars, "FUNCNAME", state.NoAssign, functionNames)
	list("BASH_SOURCE", frozen, func(sh *state.Shell) []string {
		return frames(sh, func(f *state.Frame) string { return f.Source })
	})
	list("BASH_LINENO", frozen, func(sh *state.Shell) []string {
		return frames(sh, func(f *state.Frame) string { return strconv.Itoa(f.Line) })
	})
	list("BASH_ARGC", frozen, argumentCounts)
	list("BASH_ARGV", frozen, arguments)
	assoc(vars, "BASH_ALIASES", aliasBuckets, func(sh *state.Shell) map[string]string {
		out := map[string]string{}
		for _, name := range sh.Aliases.Names() {
			out[name] = *sh.Aliases.Get(name)
		}
		return out
	},
		func(sh *state.Shell, key, value string) {
			if key != "" && !strings.ContainsAny(key, " \t\n/$`=|&;()<>'\"\\") {
				sh.Aliases.Set(key, &value)
			}
		})
	assoc(vars, "BASH_CMDS", hashBuckets, func(sh *state.Shell) map[string]string {
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

// elements are computed variables whose elements can be assigned.
type elements struct {
	computed
	set func(sh *state.Shell, key, value string)
}

// AssignElement implements state.DynamicElements.
func (e *elements) AssignElement(sh *state.Shell, key, value string) { e.set(sh, key, value) }

// dynamicList is a list that is unset while it is empty.
func dynamicList(vars *state.Store, name string, attr state.Attr, f func(*state.Shell) []string) {
	vars.Define(name, &state.Variable{Attr: attr, Kind: state.Indexed, List: state.NewList(), Dynamic: &computed{
		read: func(sh *state.Shell, v *state.Variable) {
			values := f(sh)
			v.Set, v.Kind, v.List = len(values) > 0, state.Indexed, state.NewList(values...)
		},
	}})
}

// The sizes of bash's tables of aliases and of remembered commands.
const (
	aliasBuckets = 64
	hashBuckets  = 256
)

func assoc(vars *state.Store, name string, buckets int, f func(*state.Shell) map[string]string, set func(sh *state.Shell, key, value string)) {
	vars.Define(name, &state.Variable{Kind: state.Assoc, Map: state.NewMap(), Set: true, Dynamic: &elements{set: set, computed: computed{
		read: func(sh *state.Shell, v *state.Variable) {
			v.Kind, v.Map = state.Assoc, state.NewMapOf(buckets)
			values := f(sh)
			for _, key := range slices.Sorted(maps.Keys(values)) {
				v.Map.Set(key, values[key])
			}
		},
	}}})
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

func currentCommand(sh *state.Shell) string {
	if sh.Current == nil {
		return ""
	}
	if c, ok := sh.Current.(*syntax.CallExpr); ok {
		return syntax.PrintCommand(&syntax.Stmt{Cmd: c, Redirs: sh.CurrentRedirs})
	}
	return commandText(sh.Current)
}

// commandText is a command as BASH_COMMAND shows it: of a loop its head.
func commandText(c syntax.Command) string {
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
	return syntax.PrintCommand(&syntax.Stmt{Cmd: c})
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

// frames lists a property of the call stack, the innermost first.
func frames(sh *state.Shell, f func(*state.Frame) string) []string {
	out := make([]string, 0, len(sh.Frames))
	for i := len(sh.Frames) - 1; i >= 0; i-- {
		out = append(out, f(&sh.Frames[i]))
	}
	return out
}

// historyNumber is HISTCMD: the number of the command that runs, 0 where none is
// remembered.
func historyNumber(sh *state.Shell) int {
	if !sh.Opts.On(state.HistoryOpt) {
		return 0
	}
	return sh.HistoryNumber
}

// functionNames is FUNCNAME: unset outside of functions.
func functionNames(sh *state.Shell) []string {
	for i := range sh.Frames {
		if f := &sh.Frames[i]; !f.Sourced && !f.Script {
			return frames(sh, func(f *state.Frame) string { return f.Function })
		}
	}
	return nil
}

func argumentCounts(sh *state.Shell) []string {
	if !sh.Opts.On(state.ExtDebug) || len(sh.Frames) == 0 {
		return []string{strconv.Itoa(len(sh.Params))}
	}
	counts := frames(sh, func(f *state.Frame) string { return strconv.Itoa(len(f.Args)) })
	if !sh.Frames[0].Script {
		counts = append(counts, "0")
	}
	return counts
}

func arguments(sh *state.Shell) []string {
	var out []string
	if !sh.Opts.On(state.ExtDebug) || len(sh.Frames) == 0 {
		for _, p := range slices.Backward(sh.Params) {
			out = append(out, p)
		}
		return out
	}
	for i := len(sh.Frames) - 1; i >= 0; i-- {
		for _, a := range slices.Backward(sh.Frames[i].Args) {
			out = append(out, a)
		}
	}
	return out
}

// random is the next number of RANDOM: the minimal standard generator of Park
// and Miller, folded to 15 bits, never twice the same.
func random(sh *state.Shell) int {
	r := &sh.Random
	fold := !oldRandom(sh)
	for {
		r.Seed = parkMiller(r.Seed)
		n := r.Seed & 0x7fff
		if fold {
			n = (r.Seed>>16 ^ r.Seed&0xffff) & 0x7fff
		}
		if n != r.Last {
			r.Last = n
			return int(n)
		}
	}
}

// oldRandom tells whether BASH_COMPAT asks for the numbers of bash 5.0 and
// before, which are not folded.
func oldRandom(sh *state.Shell) bool {
	level, ok := sh.Vars.Get("BASH_COMPAT").Value()
	if !ok {
		return false
	}
	n, err := strconv.Atoi(strings.Replace(level, ".", "", 1))
	return err == nil && n >= 31 && n <= 50
}

func parkMiller(seed uint32) uint32 {
	const multiplier, quotient, remainder, modulus, fallback = 16807, 127773, 2836, 2147483647, 123459876
	if seed == 0 {
		seed = fallback
	}
	t := int32(multiplier*(seed%quotient) - remainder*(seed/quotient))
	if t < 0 {
		t += modulus
	}
	return uint32(t)
}

// seed is an assignment to RANDOM.
func seed(sh *state.Shell, value string) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		n = 0
	}
	sh.Random = state.Random{Seed: uint32(n)}
}
