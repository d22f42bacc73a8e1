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
	// BeforeOpen is called before each open of a file, with the resolved
	// name and the flags of open(2).
	BeforeOpen func(ctx context.Context, path string, flag int) error
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
