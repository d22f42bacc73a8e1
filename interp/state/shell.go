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

	// Status is $?, PipeStatus is PIPESTATUS.
	Status     int
	PipeStatus []int
	// PID is $$, BashPID is $BASHPID, ParentPID is $PPID. Background is $!,
	// 0 before the first background job.
	PID, BashPID, ParentPID, Background int
	// LastArg is $_.
	LastArg string

	// Dir is the working directory as the shell calls it: absolute, and
	// symbolic links kept (cd -L).
	Dir string
	// Stack is the directory stack below Dir, the top first.
	Stack []string
	Umask fs.FileMode

	functions *functions
	Aliases   map[string]string
	Traps     Traps
	// Hashed is the table of hash: name to path and hits.
	Hashed map[string]*Hashed
	// Frames is the call stack, the innermost last.
	Frames []Frame
	// Loops counts the loops that run in the innermost function: how many
	// `break` can leave. A subshell and a function start at 0.
	Loops int
	// Disabled are the builtins that `enable -n` switched off.
	Disabled map[string]bool
	// Completions are the specifications of complete, by command name.
	Completions map[string]*Completion
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

// functions is shared between forks until one of them defines or unsets one.
type functions struct {
	table  map[string]*Function
	shared bool
}

// NewShell makes the environment of a shell that starts.
func NewShell(meter *Meter) *Shell {
	sh := &Shell{
		Vars: NewStore(meter), Opts: DefaultOptions(), Dir: "/", Umask: 0o022,
		functions: &functions{table: map[string]*Function{}},
		Aliases:   map[string]string{}, Hashed: map[string]*Hashed{},
		Frames: []Frame{}, Started: time.Now(),
	}
	sh.Vars.shell = sh
	return sh
}

// Function finds a function, nil for none.
func (sh *Shell) Function(name string) *Function { return sh.functions.table[name] }

// Functions lists the names of all functions, sorted.
func (sh *Shell) Functions() []string { return slices.Sorted(maps.Keys(sh.functions.table)) }

// DefineFunction defines a function, or removes it for nil.
func (sh *Shell) DefineFunction(name string, f *Function) {
	if sh.functions.shared {
		sh.functions = &functions{table: maps.Clone(sh.functions.table)}
	}
	sh.Vars.count(-functionSize(sh.functions.table[name]))
	if f == nil {
		delete(sh.functions.table, name)
		return
	}
	sh.Vars.count(functionSize(f))
	sh.functions.table[name] = f
}

// functionSize is about what a function holds: its tree is some twenty times
// its source.
func functionSize(f *Function) int {
	if f == nil {
		return 0
	}
	return 1024 + 20*int(f.Decl.Bytes)
}

// Fork makes the environment of a subshell. concurrent is that of Store.Fork.
func (sh *Shell) Fork(concurrent bool) *Shell {
	f := *sh
	f.Vars = sh.Vars.Fork(concurrent)
	f.Vars.shell = &f
	sh.functions.shared = true
	f.functions = &functions{table: sh.functions.table, shared: true}
	f.Params = slices.Clip(sh.Params)
	f.PipeStatus = slices.Clone(sh.PipeStatus)
	f.Stack = slices.Clone(sh.Stack)
	f.Aliases = maps.Clone(sh.Aliases)
	f.Hashed = map[string]*Hashed{}
	for name, h := range sh.Hashed {
		copied := *h
		f.Hashed[name] = &copied
	}
	f.Frames = slices.Clone(sh.Frames)
	f.Loops = 0
	f.Disabled = maps.Clone(sh.Disabled)
	f.Completions = maps.Clone(sh.Completions)
	f.Traps = sh.Traps.fork()
	f.Level++
	return &f
}

// Random is the state of the generator behind RANDOM.
type Random struct {
	Seed, Last uint32
}
