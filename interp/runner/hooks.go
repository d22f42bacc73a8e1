package runner

import (
	"context"
	"runtime"
	"strings"

	"github.com/aegish/aegish/interp/syntax"
)

// Hooks are asked before something happens. An error is a denial: the command
// or the open fails with status 126 and the error's text as message; the script
// goes on as after any failed command.
type Hooks struct {
	// BeforeCommand is called before each simple command that is not a call
	// of a function (whose commands are asked about themselves), and before
	// each command that another one runs (command, builtin, exec, xargs).
	BeforeCommand func(ctx context.Context, e Event) error
	// BeforeOpen is called before each open of a file and before each call
	// that changes one by its name, and once more for each file below a
	// directory that is renamed.
	BeforeOpen func(ctx context.Context, o Open) error
}

// An Open describes a file that is about to be used.
type Open struct {
	// Name is absolute and has neither "..", nor symbolic links where the file
	// is reached through some: then the hook is asked twice, about the name
	// without links and about the one that was used.
	Name string
	// Flag has the flags of open(2). O_WRONLY stands for what changes the
	// file in another way: mkdir, remove, rename, link, chmod, times. What
	// gives the file another name, by which it could be read or written later,
	// has O_RDWR. A listing has O_DIRECTORY.
	Flag int
	// Argv is the command that opens it; nil for the shell itself, such as
	// for a redirection. It must not be changed. Dir is where it runs.
	Argv []string
	Dir  string
}

// An Event describes a simple command that is about to run.
type Event struct {
	// Argv is the final argument vector; it must not be changed.
	Argv []string
	// Assigns are the assignments before it, NAME=VALUE.
	Assigns []string
	Pos     syntax.Pos
	// Function is the function that runs, Source the file; both may be
	// empty.
	Function, Source string
	Dir              string
	// Builtin says that the name means a builtin of the shell.
	Builtin bool
}

// bugID is where a panic came from: the function below the runtime's.
func bugID() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	panicked := false
	for {
		f, more := frames.Next()
		if f.Function == "runtime.gopanic" {
			panicked = true
		}
		if panicked && !strings.HasPrefix(f.Function, "runtime.") {
			return f.Function[strings.LastIndexByte(f.Function, '/')+1:]
		}
		if !more {
			return "unknown"
		}
	}
}
