// Package expand does word expansion (bash(1), EXPANSION; POSIX XCU 2.6).
//
// A word goes through the phases in bash's order, one file each: brace, tilde,
// parameter, command substitution and arithmetic, word splitting, pathname
// expansion, quote removal. Between the phases it is a list of segments that
// are literal, expanded or quoted-expanded; splitting and globbing join at word
// level.
//
// It runs no command itself: command and process substitutions are the
// caller's. It imports syntax, state, arith, pattern, ctype, strftime
// and vfs.
package expand

import (
	"context"

	"github.com/aegish/aegish/interp/arith"
	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
	"github.com/aegish/aegish/interp/vfs"
)

// An Expander expands words in one shell environment. It is used by one
// goroutine, as the environment is.
type Expander struct {
	Shell *state.Shell
	// FS is what pathname expansion reads.
	FS vfs.FS
	// Arith keeps compiled expressions; the forks of a shell may share it.
	// Nil for none.
	Arith *arith.Cache
	// Patterns keeps compiled patterns as Arith does expressions.
	Patterns *pattern.Cache
	// Host does what an expansion can not.
	Host   Host
	Limits Limits
	// Source is the letter in $- for where commands come from: c for -c, s
	// for standard input, 0 for a script.
	Source byte

	// Evaluator is what bash names in front of messages of the arithmetic at hand, such as
	// "((: " or "let: ".
	Evaluator string

	// free are builders that no expansion uses, to be used again.
	free []*builder
	ifs  ifsTable
	// cutter is that of the word at hand, kept for its memory.
	cutter cutter
	env    env
	// measured is the text whose characters were asked for last.
	measured measure
	// globs are fields that wait for pathname expansion while deferring is set.
	globs     []globField
	deferring bool
	// depth counts expansions inside each other.
	depth int
}

// Host is what the runner does for expansions.
type Host interface {
	// CommandSubst runs a command substitution and returns its output, with
	// NUL bytes and trailing newlines still there.
	CommandSubst(ctx context.Context, c *syntax.CmdSubst) ([]byte, error)
	// ProcessSubst starts a process substitution and returns the name of its
	// file.
	ProcessSubst(ctx context.Context, p *syntax.ProcSubst) (string, error)
	// Home is the home directory of ~NAME.
	Home(user string) (string, bool)
	// Warn prints a message on standard error as bash would, after
	// "bash: line N: ".
	Warn(text string)
	// Step counts work; an error ends the expansion (limits, cancellation).
	Step(n int) error
}

// Limits bound what one expansion makes. Zero means none.
type Limits struct {
	StringBytes   int // of one word
	Words         int // that one brace expansion or pathname expansion gives
	ArrayElements int
	PatternSteps  int
}

// An Error is an expansion that failed. Text is bash's message, without
// "bash: line N: "; Code is the status (1, or 127 for ${x:?}).
type Error struct {
	Text string
	Code int
	// Fatal errors end a shell that is not interactive; others only give
	// up the command line.
	Fatal bool
	// Arith is set for errors of arithmetic, before which bash names what
	// evaluates ("((: ", "let: ").
	Arith bool
	// Whole is set where Text is all of the message, name and line too.
	Whole bool
	// Plain is set for errors before which bash does not put the name of the
	// builtin that assigns or declares.
	Plain bool
	// Deep errors give up eval, sourced files and a -c string too: those of
	// subscripts and of the values of integer variables.
	Deep bool
	// Subscript is set for errors in a subscript, before which bash names
	// nothing.
	Subscript bool
	// Words is set for errors of the words in a list of elements, which fail
	// a declaration builtin as those of its other words do.
	Words bool
	// Reported errors end the shell at once where set -e is on, wherever the
	// command stands: bash prints them with report_error.
	Reported bool
	// reference is set where a nameref can not refer to what it was given, of which
	// arithmetic only tells.
	reference bool
	// inner is set until the text names the string in which the error is.
	inner bool
}

func (e *Error) Error() string { return e.Text }

// A LimitError tells that a limit was exceeded.
type LimitError struct {
	Name  string // as in the configuration
	Limit int64
}

func (e *LimitError) Error() string { return "limit exceeded: " + e.Name }

// complain prints an error after which bash goes on, unless set -e is on.
func (e *Expander) complain(text string) error {
	if e.Shell.Opts.On(state.ErrExit) {
		return &Error{Text: text, Code: 1, Reported: true}
	}
	e.Host.Warn(text)
	return nil
}
