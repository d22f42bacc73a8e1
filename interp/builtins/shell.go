package builtins

import (
	"context"
	"errors"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// ErrReported stands for an error of which the shell has told already.
var ErrReported = errors.New("reported")

// ErrSignal is the cause of a context that a signal has ended.
var ErrSignal = errors.New("a signal with a trap")

// Shell is what the interpreter does for builtins.
type Shell interface {
	Running
	Variables
	Files

	// Errorf prints the message on standard error as bash words a builtin's
	// error: "bash: line 3: cd: x: No such file or directory" for the
	// format "x: No such file or directory" in cd.
	Errorf(call *Call, format string, args ...any)
	Jobs() Jobs
	History() History
	// Signal sends a signal (0 tests) to a process of this interpreter, or
	// to a group for pid < 0. Processes of the host do not exist for it.
	Signal(pid, signal int) error
	// Times are the processor times of the shell and of its children.
	Times() (user, system, childUser, childSystem time.Duration)
	Registry() command.Registry
	Limits() Limits
	// Exceeded reports that a limit was met, by its name in the
	// configuration, and tells how control goes on.
	Exceeded(call *Call, name string, limit int64) Status
}

// Limits bound what one builtin makes. None is zero.
type Limits struct {
	StringBytes   int // of one value, and of what one printf prints
	ArrayElements int
	HistoryLines  int
}

// Running is the part of Shell that runs things.
type Running interface {
	// Eval runs text in this environment, as eval does; line is the one that
	// its first line counts as.
	Eval(ctx context.Context, text string, line int) Status
	// Source runs a file in this environment, found as `source` finds it,
	// with params as positional parameters unless nil. It has printed its
	// errors.
	Source(ctx context.Context, call *Call, name string, params []string) Status
	// Call runs a command with arguments.
	Call(ctx context.Context, call *Call, args []string, how CallHow) Status
	// Capture runs text as a command substitution and returns its output,
	// at most Limits.StringBytes of it.
	Capture(ctx context.Context, text string) ([]byte, Status)
	// UntilSignal is ctx, or where signals have traps a context that ends also
	// when such a signal comes, with the cause ErrSignal.
	UntilSignal(ctx context.Context) (context.Context, context.CancelFunc)
	// RunTraps runs the traps of the signals that have come, and tells whether the
	// shell has to go on as the Status says.
	RunTraps(ctx context.Context) (st Status, ends bool)
	// Exec replaces the shell environment by a command.
	Exec(ctx context.Context, call *Call, args []string, opts ExecOptions) Status
}

// CallHow tells where Running.Call looks for the command.
type CallHow struct {
	SkipFunctions bool // command NAME
	OnlyBuiltins  bool // builtin NAME
	DefaultPath   bool // command -p
}

// ExecOptions are those of the exec builtin.
type ExecOptions struct {
	ClearEnv bool   // -c
	Login    bool   // -l
	Name     string // -a
}

// Variables is the part of Shell that reads and writes variables with all of
// bash's rules. A target is NAME or NAME[SUBSCRIPT].
type Variables interface {
	// Assign gives target a value as an assignment statement would:
	// namerefs followed, subscripts evaluated, attributes applied, readonly
	// refused. When it returns false it has printed bash's message, with
	// the builtin's name.
	Assign(call *Call, target, value string, appending bool) bool
	// AssignList gives an indexed array values from index first on, after
	// clearing it if clear is set.
	AssignList(call *Call, name string, values []string, first int64, clear bool) bool
	// Declare does what declare, local, export and readonly do with one
	// argument.
	Declare(call *Call, d Decl, opts DeclareOptions) bool
	// Get reads target, or a special or positional parameter.
	Get(target string) (value string, set bool)
	// Unset unsets target; with nameref the reference itself.
	Unset(call *Call, target string, nameref bool) bool
	// Arith evaluates an expression, as let does. Errors have bash's text;
	// ErrReported is one that was printed, without the builtin's name.
	Arith(text string) (int64, error)
	// ExpandWords parses text as the words of a command and expands them, as
	// the list of complete -W is. With globs, also as pathnames.
	ExpandWords(ctx context.Context, text string, globs bool) ([]string, error)
	// ExpandPrompt expands text as a prompt.
	ExpandPrompt(text string) string
}

// DeclareOptions are what a declaration sets and removes.
type DeclareOptions struct {
	Set, Remove    state.Attr
	Indexed, Assoc bool // -a, -A
	// RemoveArray is +a or +A, which bash refuses for arrays.
	RemoveArray byte
	Global      bool // -g
	Local       bool // in a function, without -g
	Inherit     bool // -I
}

// A PathLookup says which of the programs of a name are looked for.
type PathLookup uint8

const (
	FirstInPath    PathLookup = iota // the one that would run
	AllInPath                        // those of all directories of PATH
	FirstInDefault                   // the one that command -p would run
)

// Files is the part of Shell that touches files.
type Files interface {
	// FS is the filesystem as commands see it: relative names from the
	// working directory, /dev/fd/N, the open hook, the umask.
	FS() vfs.FS
	// Open opens a file as a redirection would.
	Open(name string, flag int) (stream.Description, error)
	// Chdir makes dir, an absolute logical path, the working directory,
	// after checking that it can be.
	Chdir(dir string) error
	// LookPath finds the programs that name would run.
	LookPath(name string, which PathLookup) []string
	// Limit is a resource limit of ulimit, by its letter; -1 is unlimited.
	Limit(letter byte) (soft, hard int64, ok bool)
	SetLimit(letter byte, soft, hard int64) error
}

// Jobs are the background jobs of a shell environment.
type Jobs interface {
	// List lists the jobs, the oldest first.
	List() []Job
	// Wait waits until the process or the job with this process id has
	// ended and forgets it. known is false for a process that is not a
	// child. When ctx ends or a trapped signal arrives first, code is 128
	// plus the signal and interrupted is set.
	Wait(ctx context.Context, pid int) (code int, known, interrupted bool)
	// WaitAny waits for the next of the jobs with these process ids (none
	// means any) to end.
	WaitAny(ctx context.Context, pids []int) (pid, code int, ok bool)
	// Disown forgets a job; keep only exempts it from SIGHUP.
	Disown(id int, keep bool)
	// Reported marks that the change of a job's state was shown.
	Reported(id int)
	// Foreground keeps the end of a job from being reported.
	Foreground(id int)
}

// A Job is one background job.
type Job struct {
	ID      int   // the N of %N
	PID     int   // of its last process: $!
	PIDs    []int // of all
	Text    string
	Running bool
	Stopped bool // by a signal
	Code    int  // of one that ended
	Signal  int  // that ended it, 0 for none
	Current byte // '+', '-' or ' '
	// Shown tells whether the state is the one that was shown last.
	Shown bool
	NoHup bool
	// Controlled is set for one with a process group of its own.
	Controlled bool
	// Forgotten is set for one that only wait knows any more: a -c shell
	// shows no jobs that have ended.
	Forgotten bool
}

// History is the list that fc and history work on.
type History interface {
	Lines() []HistoryLine
	// Last is the newest entry.
	Last() (HistoryLine, bool)
	Add(text string)
	Clear()
	// Delete removes the entries with these numbers, both included.
	Delete(from, to int) bool
	// Keep forgets all but the newest n entries.
	Keep(n int)
	// Fresh is how many entries of the session no file has, and Filed how many
	// lines of the file are entries already: history -a and -n go by them.
	Fresh() int
	Filed() int
	SetFiled(fresh, filed int)
	// Own tells whether the newest entry is the command line that runs, which is not
	// where it is none of HISTCONTROL's or HISTIGNORE's.
	Own() bool
	SetOwn(own bool)
}

// A HistoryLine is an entry of the history.
type HistoryLine struct {
	Number int
	Time   time.Time
	Text   string
}
