// Package command is what the interpreter and the commands that it can call
// know of each other: the Call that a command gets, the registry that names
// find commands in, and the resolver that decides what a name means that is
// neither function nor builtin.
//
// A command touches only what its Call hands it. The interpreter imports no
// command; who builds an interpreter hands it a Registry.
//
// It imports interp/vfs and interp/stream alone.
package command

import (
	"context"
	"io"
	"io/fs"
	"time"

	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// A Command is a program of the interpreter's world. Run returns its exit
// status, 0 to 255. It ends soon after ctx does; what it returns then does not
// count. When a write fails with stream.ErrBrokenPipe it stops quietly; the
// interpreter makes 141 of it.
type Command interface {
	// Run runs the command.
	Run(ctx context.Context, call *Call) int
}

// A Func is a Command made of a function.
type Func func(ctx context.Context, call *Call) int

// Run implements Command.
func (f Func) Run(ctx context.Context, call *Call) int { return f(ctx, call) }

// A Call is all that a command may use. Nothing of it may be kept after Run
// has returned.
type Call struct {
	// Args is the argument vector; Args[0] is the name it was called by.
	Args []string
	// Env holds the exported variables as NAME=VALUE, sorted by name.
	Env []string
	// Dir is the working directory, absolute.
	Dir string
	// Stdin, Stdout and Stderr are descriptors 0 to 2. A descriptor that is
	// closed gives EBADF errors when used; it is never nil.
	Stdin  stream.Description
	Stdout stream.Description
	Stderr stream.Description
	// FS is the filesystem as this command sees it: relative names are taken
	// from Dir, /dev/stdin, /dev/fd/N and process substitutions are found,
	// each open passed the interpreter's hook, and the umask is applied.
	FS vfs.FS
	// Exec runs another command as a child would be: a function's name means
	// nothing to it, a builtin that exists as a program does. It is what
	// xargs, env, timeout and find -exec use. Its Call inherits what is left
	// zero from this one. The status is 127 and 126 as execvp(3) users
	// return it, after a message.
	Exec func(ctx context.Context, call *Call) int
	// Start is Exec for what goes on meanwhile: the command runs as a process
	// of its own, in the group of this one, and is found in Tasks. Who starts
	// one waits for it before Run returns. The error is EAGAIN when too many
	// run already.
	Start func(ctx context.Context, call *Call) (Process, error)
	// Lookup tells whether name could be run by Exec, and the path that
	// `which` would print.
	Lookup func(name string) (path string, ok bool)
	// Tasks lists the processes of the session, by number, for ps(1). None of
	// them is one of the host.
	Tasks func() []Task
	// Self is the number of the process that runs this, as Task.PID.
	Self int
	// Now is the clock.
	Now func() time.Time
	// Umask is the file mode creation mask.
	Umask fs.FileMode
	// Files calls yield for all open descriptors, also those above 2, for
	// what hands them on to a process.
	Files func(yield func(fd int, d stream.Description) bool)
	// Group is the process group to be in, 0 for one of its own.
	Group int
	// User describes who runs this.
	User User
	// Limits bound what a command may hold in memory.
	Limits Limits
	// Audit writes a message to the audit log; nil when there is none. It may
	// cut it.
	Audit func(LogEntry) error
}

// A LogEntry is a message for the audit log. Priority is FACILITY.LEVEL, empty
// for none.
type LogEntry struct{ Tag, Priority, Text string }

// A Task is a process of the session: a shell, a subshell or a job.
type Task struct {
	PID, Parent, Group int
	// Args are the name and the arguments of what it runs. They are read only.
	Args []string
	// Begin is when it was started.
	Begin time.Time
	// Stopped says that it waits for SIGCONT.
	Stopped bool
}

// A User is the identity that commands show.
type User struct {
	UID, GID int
	// Name and Group are what the numbers are called.
	Name, Group string
	// Host is the name of the machine (gethostname(2)).
	Host string
	// Home is the home directory, absolute.
	Home string
}

// Limits are bounds that commands keep. None but Rounds is zero.
type Limits struct {
	// LineBytes is the longest line or record held in memory.
	LineBytes int
	// HeldBytes is the most that one call may hold at once (sort, tac).
	HeldBytes int64
	// Steps bounds the steps of one regular expression match.
	Steps int
	// Rounds bounds the rounds of loops, and calls of functions, of a program
	// that a command interprets (awk, sed). Zero is no bound.
	Rounds int64
}

// A Reader of the call's standard input, for commands that want no more.
var _ io.Reader = stream.Description(nil)

// Registry finds commands by name.
type Registry interface {
	// Lookup returns the command of that name (no slash in it).
	Lookup(name string) (Entry, bool)
	// Names lists all names, sorted.
	Names() []string
}

// An Entry is a registered command with what `aegish commands` and `help`
// show.
type Entry struct {
	// Command is what the name runs.
	Command Command
	// Summary is one line without a full stop, lower case. Where it is empty,
	// a Command that is a Summarizer says it.
	Summary string
	// Family groups the listing: text, files, archives, data, system, net.
	Family string
}

// A Summarizer is a Command that knows its own summary.
type Summarizer interface {
	// Summary is what Entry.Summary is.
	Summary() string
}

// About is the summary, whoever has it.
func (e Entry) About() string {
	if s, ok := e.Command.(Summarizer); ok && e.Summary == "" {
		return s.Summary()
	}
	return e.Summary
}

// A Resolver says what a name means that is no function, no builtin, no
// registered command and no script of the interpreter's own language. The call
// it is given is the one that Run gets.
type Resolver interface {
	// Resolve returns the command to run, nil for a name it does not know,
	// which gives status 127.
	Resolve(ctx context.Context, call *Call) (Command, error)
}
