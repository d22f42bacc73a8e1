// Package repl reads commands one after the other, from a terminal or from a
// stream, and runs each in a session. Where a command ends is bash's to say:
// an open quote, here-document or `if` goes on in the next line.
//
// A stream is read a byte at a time, because a command may read the same
// input: `head -n1` in the middle of a script gets the line behind it. The
// package judges nothing. It may import executor.
package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/safetext"
)

// Options say where commands come from and go to.
type Options struct {
	Stdin, Stdout, Stderr *os.File
	// Name and Args are $0 and the positional parameters of each command.
	Name string
	Args []string
	// Interactive shows prompts and survives interrupts.
	Interactive bool
	// Terminal is the terminal that commands get; nil without one.
	Terminal *executor.Terminal
	// Term is the terminal's type (TERM).
	Term string
	// Home and UID shape the prompt.
	Home string
	UID  int
}

// A reader gives one line without its newline. At the end of input it returns
// io.EOF, with what stood there without a newline. errInterrupt says that the
// person gave the line up, errPasted that a newline was not typed.
type reader interface {
	readLine(prompt string) (string, error)
	// until makes reads that wait at that time fail with errTimedOut; the zero
	// time is never.
	until(time.Time)
}

// errTimedOut says that nobody typed a command in time.
var errTimedOut = errors.New("timed out waiting for input")

var errInterrupt = errors.New("interrupted")

// errPasted comes with a line that was pasted, its newline included.
var errPasted = errors.New("pasted")

// A loop is one run over the input.
type loop struct {
	session *executor.Session
	opts    Options
	in      reader
	// broken says that bash can not read the command: a stream ends with it,
	// because what follows is out of step.
	broken bool
	// whole says that bash can: it has been asked, and need not be again.
	whole bool
	// read counts the lines of input, of which the command at hand starts
	// with the one numbered line.
	read, line int
	// ends counts the ends of input in a row that did not end the session.
	ends int
	// left says that the session has ended meanwhile.
	left bool
}

// Run reads and runs commands until the input ends, a command leaves, or ctx
// does. It returns the session's exit status.
func Run(ctx context.Context, session *executor.Session, opts Options) int {
	in, err := newReader(ctx, opts)
	l := &loop{session: session, opts: opts, in: in}
	if err != nil {
		l.say("can not read commands: %v", err)
		return executor.StatusDenied
	}
	if !session.KeepsState() {
		l.say("%s can not report its state: variables and directory changes of its commands are not kept", session.Config().Run.Shell)
	}
	for {
		command, err := l.command(ctx)
		switch {
		case errors.Is(err, errInterrupt):
			if session.Interrupted(ctx) {
				return session.State().Exit
			}
			continue
		case l.left:
			return session.State().Exit
		case errors.Is(err, errTimedOut):
			fmt.Fprintf(opts.Stdout, "\a%v: auto-logout\n", errTimedOut)
			return session.State().Exit
		case ctx.Err() != nil:
			return l.endedBy(ctx)
		case err != nil && !errors.Is(err, io.EOF):
			l.say("can not read commands: %v", err)
			return executor.StatusDenied
		}
		if !executor.IsBlank(command) {
			if status, leave := l.run(ctx, command); leave || l.broken && !opts.Interactive {
				return status
			}
		}
		if err != nil {
			if opts.Interactive && opts.Terminal != nil {
				if l.stays(command) {
					continue
				}
				fmt.Fprintln(opts.Stderr, "exit")
				if session.HeldByJobs(ctx) {
					continue
				}
			}
			return session.State().Exit
		}
		l.ends = 0
	}
}

// stays tells whether the session outlives an end of its input, and says so.
func (l *loop) stays(command string) bool {
	if l.ends++; l.ends > l.session.IgnoredEnds() || command != "" {
		return false
	}
	fmt.Fprintln(l.opts.Stderr, `Use "exit" to leave the shell.`)
	return true
}

// run runs one command and says what has to be said about it.
func (l *loop) run(ctx context.Context, command string) (status int, leave bool) {
	if l.opts.Terminal != nil {
		l.opts.Terminal.Save()
	}
	res := l.session.Run(ctx, executor.Request{
		Command: command, Line: l.line, Name: l.opts.Name, Args: l.opts.Args, Capture: true, Reads: true, Whole: l.whole,
		Stdin: l.opts.Stdin, Stdout: l.opts.Stdout, Stderr: l.opts.Stderr,
	})
	if res.Denial != nil {
		fmt.Fprintln(l.opts.Stderr, Refusal(res.Denial))
	}
	for _, warning := range res.Warnings {
		l.say("warning: %s", warning)
	}
	if !res.Kept {
		l.say("warning: directory and variables are as before this command (it did not report them: exec, a signal, an EXIT trap of its own, or builtins that it redefined)")
	}
	if res.Stopped != nil {
		return l.endedBy(ctx), true
	}
	if res.Signal != 0 && l.opts.Interactive {
		l.sayDeath(res)
	}
	return res.Exit, res.Leave
}

// sayDeath tells the person that a signal ended the command, as a shell does,
// but for an interrupt, of which only the line is ended.
func (l *loop) sayDeath(res executor.Result) {
	if res.Signal == 2 {
		fmt.Fprintln(l.opts.Stderr)
		return
	}
	fmt.Fprintln(l.opts.Stderr, signalName(res.Signal))
}

func (l *loop) say(format string, args ...any) {
	fmt.Fprintf(l.opts.Stderr, "aegish: %s\n", safetext.Line(fmt.Sprintf(format, args...)))
}

// Refusal is the one line that says why a command did not run: by which rule,
// and nothing in it that a terminal would act on.
func Refusal(d *executor.Denial) string {
	text := d.Reason
	if d.Detail != "" {
		text += " (" + d.Detail + ")"
	}
	switch d.Code {
	case executor.CodePolicy, executor.CodeConfirm:
		text = "denied by " + d.Rule + ": " + text
	case executor.CodeSandbox:
		text = "the sandbox could not be set up, nothing ran: " + text
	case executor.CodeSpawn:
		text = "nothing ran: " + text
	}
	return "aegish: " + safetext.Line(text)
}
