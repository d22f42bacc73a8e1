// Package runtool is the contract of `aegish run`: one command for a program
// that wants its output as data. Standard input is empty, both output streams
// are kept up to a limit, and the command, with everything it started, has
// ended when the answer is there.
//
// The texts are fixed: agents were written against them. The package starts
// nothing itself; it may import executor.
package runtool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/aegish/aegish/executor"
)

// drainLimit is how long the output is read after the command has ended:
// whoever still holds the pipes then has escaped every attempt to end it.
const drainLimit = 2 * time.Second

// Texts of refusals, word for word.
const (
	textCancelled = "Cancelled"
	textTimeout   = "Command timed out after %ss"
	textFailed    = "Failed to execute: %s"
)

// textLimit stands behind the output of a command that a limit ended, where the
// message of that limit may have been cut.
const textLimit = "\nLimit exceeded: %s"

// StatusCancelled is the exit status of a cancelled run, that of SIGINT.
const StatusCancelled = 130

var errTimeout = errors.New("timed out")

// Options are the limits of one run.
type Options struct {
	Timeout time.Duration
	// MaxOutput is how much of each stream is kept, in bytes.
	MaxOutput int
	// State asks for the working directory after the command.
	State bool
	// Hint says, where the sandbox is the reason, why a command that failed
	// was refused something; "" where it is not. It gets what is kept of
	// standard error, and the directory the command ran in. nil is never.
	Hint func(stderr, dir string) string
}

// An Answer is what became of a run. Its JSON form is stable.
type Answer struct {
	Text            string `json:"text"`
	ExitCode        int    `json:"exit_code"`
	Success         bool   `json:"success"`
	Signal          string `json:"signal"`
	TimedOut        bool   `json:"timed_out"`
	Cancelled       bool   `json:"cancelled"`
	Stdout          string `json:"stdout"`
	Stderr          string `json:"stderr"`
	StdoutTruncated bool   `json:"stdout_truncated"`
	StderrTruncated bool   `json:"stderr_truncated"`
	DurationMS      int64  `json:"duration_ms"`
	// Limit names the limit of the engine interp that ended the command.
	Limit  string           `json:"limit,omitempty"`
	Cwd    string           `json:"cwd"`
	Denial *executor.Denial `json:"denial"`
	// BackgroundProcesses were still running when the command's shell had
	// ended, and have been ended.
	BackgroundProcesses []executor.LeftProcess `json:"background_processes"`
	// SandboxHint says which rule of the sandbox refused what.
	SandboxHint string `json:"sandbox_hint,omitempty"`
	// Changes are what the command has changed; nil where nobody asked.
	Changes *[]Change `json:"changes,omitempty"`
	// ChangesTruncated says that there are more.
	ChangesTruncated bool `json:"changes_truncated,omitempty"`
}

// A Change is a file that is not as it was.
type Change struct {
	Change string `json:"change"` // added, modified, deleted or renamed
	Kind   string `json:"kind"`   // file, dir, link or other
	Path   string `json:"path"`
	From   string `json:"from,omitempty"` // of what was renamed
	// AttributesOnly says that the content of what was modified is not.
	AttributesOnly bool `json:"attributes_only,omitempty"`
	// PathEncoding is base64 where a path is not UTF-8.
	PathEncoding string `json:"path_encoding,omitempty"`
}

// Run runs one command. Cancelling ctx ends it.
func Run(ctx context.Context, session *executor.Session, command string, opts Options) Answer {
	begin, dir := time.Now(), session.Dir()
	streams, err := newStreams(opts.MaxOutput)
	if err != nil {
		return Failed(err, session.Dir())
	}
	timed, cancel := context.WithTimeoutCause(ctx, opts.Timeout, errTimeout)
	defer cancel()
	res := session.Run(timed, executor.Request{
		Command: command, Isolate: true, Capture: opts.State,
		Stdin: streams.stdin, Stdout: streams.stdout.w, Stderr: streams.stderr.w,
	})
	stdout, stderr := streams.finish(drainLimit)
	a := Answer{
		ExitCode: res.Exit, Success: res.Exit == 0 && res.Denial == nil, Denial: res.Denial,
		Stdout: stdout.text, Stderr: stderr.text,
		StdoutTruncated: stdout.truncated, StderrTruncated: stderr.truncated,
		DurationMS: time.Since(begin).Milliseconds(), Cwd: session.Dir(), Limit: res.Limit,
		BackgroundProcesses: append([]executor.LeftProcess{}, res.Left...),
	}
	if opts.Hint != nil && res.Denial == nil && res.Exit != 0 && !res.Elevated {
		a.SandboxHint = opts.Hint(stderr.text, dir)
	}
	if res.Signal != 0 {
		a.Signal = signalName(res.Signal)
	}
	a.settle(res, opts, stdout, stderr)
	return a
}

// settle words the answer and gives timeouts and cancellations their status.
func (a *Answer) settle(res executor.Result, opts Options, stdout, stderr stream) {
	switch {
	case res.Denial != nil:
		a.Text = refusal(res.Denial)
	case errors.Is(res.Stopped, errTimeout):
		a.TimedOut, a.Success, a.ExitCode = true, false, executor.StatusTimeout
		a.Text = fmt.Sprintf(textTimeout, strconv.FormatFloat(opts.Timeout.Seconds(), 'f', -1, 64))
	case res.Stopped != nil:
		a.Cancelled, a.Success, a.ExitCode = true, false, StatusCancelled
		a.Text = textCancelled
	case stderr.empty:
		a.Text = fmt.Sprintf("Exit code: %d\n%s", a.ExitCode, stdout.marked())
	default:
		a.Text = fmt.Sprintf("Exit code: %d\nSTDOUT:\n%s\nSTDERR:\n%s", a.ExitCode, stdout.marked(), stderr.marked())
	}
	if a.Limit != "" && stderr.truncated { // which may have cut the message
		a.Text += fmt.Sprintf(textLimit, a.Limit)
	}
}

// refusal is the text for a command that did not run.
func refusal(d *executor.Denial) string {
	switch d.Code {
	case executor.CodeGate, executor.CodePattern, executor.CodeConfirm:
		return d.Reason
	case executor.CodePolicy:
		return fmt.Sprintf("Command denied by %s: %s", d.Rule, d.Reason)
	}
	return fmt.Sprintf(textFailed, d.Reason)
}

// Failed is the answer when nothing could be started in cwd.
func Failed(err error, cwd string) Answer {
	d := &executor.Denial{Code: executor.CodeSpawn, Reason: err.Error()}
	return Answer{Text: refusal(d), ExitCode: executor.StatusDenied, Denial: d, Cwd: cwd,
		BackgroundProcesses: []executor.LeftProcess{}}
}

// streams are the three standard streams of one run.
type streams struct {
	stdin          *os.File
	stdout, stderr *sinkPipe
}

func newStreams(limit int) (*streams, error) {
	stdin, err := os.Open(os.DevNull)
	if err != nil {
		return nil, err
	}
	stdout, err := newSinkPipe(limit)
	if err != nil {
		stdin.Close()
		return nil, err
	}
	stderr, err := newSinkPipe(limit)
	if err != nil {
		stdin.Close()
		stdout.finish(time.Now())
		return nil, err
	}
	return &streams{stdin, stdout, stderr}, nil
}

// finish closes this side's ends and collects what came.
func (s *streams) finish(limit time.Duration) (stdout, stderr stream) {
	s.stdin.Close()
	deadline := time.Now().Add(limit)
	return s.stdout.finish(deadline), s.stderr.finish(deadline)
}
