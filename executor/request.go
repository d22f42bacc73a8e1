package executor

import (
	"os"
	"syscall"
	"time"

	"github.com/aegish/aegish/executor/policy"
)

// MaxCommand is the longest command, in bytes, that a session takes. Scripts
// that nobody judges are not bound by it: bash reads those itself.
const MaxCommand = 64 * 1024

// A Request is one command for a session.
type Request struct {
	// Command is the text as the user gave it, or the path of a script when
	// Script is set.
	Command string
	// Line is the number of Command's first line in the input that it was read
	// from; 0 for a command that was given as a whole.
	Line int
	// Script makes Command the path of a file that bash runs as a script.
	Script bool
	// Name and Args become $0 and the positional parameters. An empty Name
	// stands for the shell's own name.
	Name string
	Args []string
	// Stdin, Stdout and Stderr are handed to the command. All three are set.
	Stdin, Stdout, Stderr *os.File
	// Capture asks for the state after the command. Without it the command
	// runs without a prologue and the session's state stays as it was,
	// apart from $?.
	Capture bool
	// Reads says that the session reads further commands after this one, so
	// that the engine should tell whether the command left through exit.
	Reads bool
	// Whole says that Check has found Command to be a whole command.
	Whole bool
	// Isolate starts the command in a session of its own (setsid(2)), away
	// from any controlling terminal.
	Isolate bool
	// elevation is set for a command that runs outside of the sandbox.
	elevation *policy.Elevation
	// scriptFD is the descriptor that a script's path names, or 0.
	scriptFD int
}

// A Result says what became of a Request.
type Result struct {
	// Exit is the shell status: 0 to 255.
	Exit int
	// Signal is the signal that ended the shell, or 0.
	Signal syscall.Signal
	// Denial is set when the command did not run.
	Denial *Denial
	// Leave is set when the command ended the shell through exit, so that a
	// session which reads further commands should end with Exit.
	Leave bool
	// Stopped is why the engine ended the command early, or nil.
	Stopped error
	// Limit is the limit of the interpreter that ended the command, or "".
	Limit string
	// Kept is false when state was asked for and none came back.
	Kept bool
	// Warnings are lines about state that could not be kept as it was, and about
	// processes that could not be ended.
	Warnings []string
	// Left are processes that the command left running and that have been ended
	// since, but for those that are Alive. Without Isolate and
	// BashOptions.KillLeft nobody looks for them.
	Left []LeftProcess
	// Elevated says that the command ran outside of the sandbox.
	Elevated bool
	// Duration is the wall time from spawn to the end of the shell.
	Duration time.Duration
}

// A Denial says why a command did not run.
type Denial struct {
	// Code is stable: bash_ast, deny_pattern, policy, elevation, confirm,
	// input, script, sandbox, spawn, audit.
	Code string `json:"code"`
	// Rule names what decided, e.g. policy.rules[2].
	Rule string `json:"rule"`
	// Reason is one line for people.
	Reason string `json:"reason"`
	// Detail says more about a reason whose wording is fixed.
	Detail string `json:"-"`
	// Errno is why a script could not be read.
	Errno syscall.Errno `json:"-"`
}

// denialOf is what a command is told that a verdict keeps from running.
func denialOf(v policy.Verdict) *Denial {
	return &Denial{Code: v.Code, Rule: v.Rule, Reason: v.Reason}
}

// Error implements error.
func (d *Denial) Error() string { return d.Reason }

// Denial codes.
const (
	CodeGate    = policy.CodeGate
	CodePattern = policy.CodePattern
	CodePolicy  = policy.CodePolicy
	CodeConfirm = "confirm"
	CodeInput   = "input"
	CodeSandbox = "sandbox"
	CodeSpawn   = "spawn"
	CodeAudit   = "audit"
)
