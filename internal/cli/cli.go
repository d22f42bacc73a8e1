// Package cli is aegish's command line: it reads the arguments, puts a session
// together from configuration, sandbox and audit trail, and hands it to the
// front-end that was asked for. It prints messages and gives exit statuses;
// it never calls os.Exit.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/safetext"
)

// A Process is what the command line has of its process.
type Process struct {
	Args                  []string
	Env                   []string
	Stdin, Stdout, Stderr *os.File
	// HangupIgnored says that the caller ignores SIGHUP (nohup(1)).
	HangupIgnored bool
}

// Main runs one invocation and returns its exit status.
func Main(p Process) int {
	if len(p.Args) == 0 {
		p.Args = []string{"aegish"} // execve(2) may be given none
	}
	o, err := parse(p.Args)
	if err != nil {
		return p.fail(err)
	}
	// What is caught is not given back: the process ends with Main, and each
	// signal is a change of threads.
	ctx, _ := watchSignals(o.endsOnInterrupt())
	status, err := p.dispatch(ctx, o)
	if err != nil {
		return p.fail(err)
	}
	return status
}

// dispatch runs the verb, or the front-end that the operands ask for.
func (p Process) dispatch(ctx context.Context, o *options) (int, error) {
	switch o.verb {
	case verbHelp:
		text := helpText
		if o.about != verbNone {
			text = helpOf(o.about)
		}
		_, err := io.WriteString(p.Stdout, text)
		return executor.StatusOK, err
	case verbVersion:
		_, err := fmt.Fprintln(p.Stdout, "aegish "+version())
		return executor.StatusOK, err
	case verbCheck:
		return p.check(ctx, o)
	case verbWhy:
		return p.why(o)
	case verbConfig:
		return p.config(o)
	case verbDoctor:
		return p.doctor(ctx, o)
	case verbCommands:
		return p.commands(o)
	case verbRun:
		return p.run(ctx, o)
	}
	return p.shell(ctx, o)
}

// An exitError is a failure with an exit status of its own.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// fail prints why nothing could run. A usage error shows where help is.
func (p Process) fail(err error) int {
	fmt.Fprintf(p.Stderr, "aegish: %s\n", safetext.Line(err.Error()))
	var usage *usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(p.Stderr, "Try `%s --help`.\n", strings.TrimSpace("aegish "+string(usage.verb)))
	}
	var exit *exitError
	if errors.As(err, &exit) {
		return exit.status
	}
	return executor.StatusUsage
}

// lookup finds a variable of the caller's environment.
func (p Process) lookup(name string) string {
	for i := len(p.Env) - 1; i >= 0; i-- {
		if n := len(name); len(p.Env[i]) > n && p.Env[i][n] == '=' && p.Env[i][:n] == name {
			return p.Env[i][n+1:]
		}
	}
	return ""
}
