package state

import (
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/aegish/aegish/interp/syntax"
)

// A Shell is one shell execution environment: all that a subshell gets a copy
// of, except for open files. It is used by one goroutine.
type Shell struct {
	Vars *Store
	Opts Options

	// Name is $0, Params are $1 and up.
	Name   string
	Params []string
	// ParamsSet is set once set has changed them: source keeps what it set.
	ParamsSet bool
	held      held

	// Status is $?, PipeStatus is PIPESTATUS.
	Status     int
	PipeStatus []int
	// ExitStatus is what exit without a number means while the EXIT trap runs
	// (POSIX XCU exit); nil elsewhere.
	ExitStatus *int
	// ReturnStatus is what return without a number means while a trap other than
	// DEBUG runs (bash(1), return); nil elsewhere.
	ReturnStatus *int
	// Aside is set in a subshell that has not switched job control on itself: its
	// option monitor stays what it is.
	Aside bool
	// PID is $$, BashPID is $BASHPID, ParentPID is $PPID. Background is $!,
	// 0 before the first background job.
	PID, BashPID, ParentPID, Background int
	// LastArg is $_.
	LastArg string
	// LastCommand is the command before, of an interactive shell.
	LastCommand string
	// HistoryNumber is the newest entry of the history.
	HistoryNumber int

	// Dir is the working directory as the shell calls it: absolute, and
	// symbolic links kept (cd -L).
	Dir string
	// Stack is the directory stack below Dir, the top first. It is replaced as a
	// whole, never changed in place.
	Stack []string
	Umask fs.FileMode

	functions Dict[Function]
	Aliases   Dict[string]
	Traps     Traps
	// Hashed is the table of hash: name to path and hits.
	Hashed Dict[Hashed]
	// Frames is the call stack, the innermost last.
	Frames []Frame
	// Loops counts the loops that run in the innermost function: how many
	// `break` can leave. A subshell and a function start at 0.
	Loops int
	// Disabled are the builtins that `enable -n` switched off.
	Disabled map[string]bool
	// Completions are the specifications of complete, by command name.
	Completions Dict[Completion]
	// Getopts is where getopts stands inside a bundle of options.
	Getopts Getopts
	// Line is $LINENO.
	Line int
	// Current is what BASH_COMMAND shows.
	Current syntax.Command
	// CurrentRedirs are the redirections of Current, if it is simple.
	CurrentRedirs []*syntax.Redirect

	Started time.Time // for SECONDS and `history`
	Random  Random    // the sequence of RANDOM
	// Level is BASH_SUBSHELL.
	Level int
	// Interactive is set for a session at a terminal.
	Interactive bool
	// Bytes is set while the locale is C or POSIX: each byte is a character.
	Bytes bool
}

// A Hashed is a remembered location of a command.
type Hashed struct {
	Path string
	Hits int
}

// A Frame is one level of the call stack: a function, or a file that is being
// sourced (FUNCNAME is "source" then), or the script itself ("main").
type Frame struct {
	Function string
	Source   string // BASH_SOURCE
	Line     int    // BASH_LINENO: where it was called
	Args     []string
	// Sourced tells a sourced file from a function, Script the script itself
	// from a function with the name main.
	Sourced, Script bool
	// Getopts is where getopts stood before the function made OPTIND local,
	// to be put back when it returns; nil for nothing.
	Getopts *Getopts
	// Options is what `local -` saved, to be put back when the function
	// returns; nil for nothing.
	Options *Options
}

// Getopts remembers what OPTIND does not say: Char is the place in the
// argument Index where the next option letter stands, 0 for its beginning.
type Getopts struct{ Index, Char int }

// A Function is a defined function.
type Function struct {
	Decl   *syntax.FuncDecl
	Source string // BASH_SOURCE inside it
	Attr   Attr   // Export, ReadOnly, Trace
}

// NewShell makes the environment of a shell that starts.
func NewShell(meter *Meter) *Shell {
	sh := &Shell{
		Vars: NewStore(meter), Opts: DefaultOptions(), Dir: "/", Umask: 0o022,
		Frames: []Frame{}, Started: time.Now(),
	}
	sh.Vars.shell = sh
	sh.functions = newDict(sh.Vars, functionSize)
	sh.Aliases = newDict(sh.Vars, func(text *string) int { return len(*text) })
	sh.Hashed = newDict(sh.Vars, func(h *Hashed) int { return len(h.Path) })
	sh.Completions = newDict(sh.Vars, (*Completion).size)
	return sh
}

// InCall tells whether a function or a sourced file runs, from which to return.
func (sh *Shell) InCall() bool {
	for i := range sh.Frames {
		if !sh.Frames[i].Script {
			return true
		}
	}
	return false
}

// Function finds a function, nil for none.
func (sh *Shell) Function(name string) *Function { return sh.functions.Get(name) }

// Functions lists the names of all functions, sorted.
func (sh *Shell) Functions() []string { return sh.functions.Names() }

// DefineFunction defines a function, or removes it for nil.
func (sh *Shell) DefineFunction(name string, f *Function) { sh.functions.Set(name, f) }

// functionSize is about what a function holds: its tree is some twenty times
// its source.
func functionSize(f *Function) int { return 1024 + 20*int(f.Decl.Bytes) }

// seal leaves the tables as they are to forks on other goroutines.
func (sh *Shell) seal() {
	sh.functions.table.seal()
	sh.Aliases.table.seal()
	sh.Hashed.table.seal()
	sh.Completions.table.seal()
}

// Fork makes the environment of a subshell. concurrent is that of Store.Fork,
// and Vars of the fork has to be released.
func (sh *Shell) Fork(concurrent bool) *Shell {
	f := *sh
	f.Vars = sh.Vars.Fork(concurrent)
	f.Vars.shell = &f
	f.functions, f.Aliases = sh.functions.fork(f.Vars), sh.Aliases.fork(f.Vars)
	f.Hashed, f.Completions = sh.Hashed.fork(f.Vars), sh.Completions.fork(f.Vars)
	f.held = held{}
	f.Params = slices.Clip(sh.Params)
	f.PipeStatus = slices.Clone(sh.PipeStatus)
	f.Stack = slices.Clip(sh.Stack)
	f.Frames = slices.Clone(sh.Frames)
	f.Loops = 0
	f.ExitStatus, f.ReturnStatus = nil, nil
	f.Aside = true
	f.Disabled = maps.Clone(sh.Disabled)
	f.Traps = sh.Traps.fork()
	f.Level++
	return &f
}

// SetStack replaces the directory stack, SetParams the positional parameters.
// They count as variables do: false means that there was no room and nothing
// was changed.
func (sh *Shell) SetStack(list []string) bool {
	return sh.held.change(sh.Vars, &sh.held.stack, TextBytes(list)) && put(&sh.Stack, list)
}

// SetParams is explained with SetStack.
func (sh *Shell) SetParams(list []string) bool {
	return sh.held.change(sh.Vars, &sh.held.params, TextBytes(list)) && put(&sh.Params, list)
}

// SetTrap sets the action of a condition; an empty one ignores.
func (sh *Shell) SetTrap(condition, action string) bool {
	old, _ := sh.Traps.Get(condition)
	if !sh.held.change(sh.Vars, &sh.held.traps, max(sh.held.traps+len(action)-len(old), 0)) {
		return false
	}
	sh.Traps.Set(condition, action)
	return true
}

// JobControl tells whether background commands are jobs of process groups of their own.
func (sh *Shell) JobControl() bool { return sh.Opts.On(Monitor) && !sh.Aside }

func put(list *[]string, to []string) bool {
	*list = to
	return true
}

// CallerParams are those of a caller, for LeaveParams.
type CallerParams struct {
	list []string
	held int
}

// EnterParams replaces the positional parameters for the time of a call. Without
// room for them it returns false and changes nothing.
func (sh *Shell) EnterParams(list []string) (CallerParams, bool) {
	n := TextBytes(list)
	if !sh.Vars.Hold(n) {
		return CallerParams{}, false
	}
	back := CallerParams{sh.Params, sh.held.params}
	sh.held.callers += sh.held.params
	sh.Params, sh.held.params = list, n
	return back, true
}

// LeaveParams brings the positional parameters of the caller back.
func (sh *Shell) LeaveParams(back CallerParams) {
	sh.Vars.Hold(-sh.held.params)
	sh.held.callers -= back.held
	sh.Params, sh.held.params = back.list, back.held
}

// KeepParams ends a call whose positional parameters stay.
func (sh *Shell) KeepParams(back CallerParams) {
	sh.Vars.Hold(-back.held)
	sh.held.callers -= back.held
}

// LeaveAll makes list the positional parameters when calls have ended without
// LeaveParams.
func (sh *Shell) LeaveAll(list []string) {
	sh.Vars.Hold(-sh.held.callers - sh.held.params)
	sh.held.callers, sh.held.params = 0, TextBytes(list)
	sh.Vars.count(sh.held.params)
	sh.Params = list
}

// held is what texts besides the variables have on the meter.
type held struct{ stack, params, callers, traps int }

func (h *held) change(vars *Store, part *int, n int) bool {
	if !vars.Hold(n - *part) {
		return false
	}
	*part = n
	return true
}

// TextBytes is about what a list of texts takes, for Store.Hold.
func TextBytes(list []string) int {
	n := 16 * len(list)
	for _, text := range list {
		n += len(text)
	}
	return n
}

// Random is the state of the generator behind RANDOM.
type Random struct {
	Seed, Last uint32
}
