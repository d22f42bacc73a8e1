// Package builtins holds the builtin commands of the shell.
//
// A builtin sees the shell as data (state.Shell) and asks the interpreter for
// what only it can do through the Shell interface below: run text, assign
// through subscripts and namerefs, deliver signals, wait for jobs. Builtins
// print and report as bash 5.2 does.
//
// It imports what lies below the runner, never the runner.
package builtins

import (
	"context"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
)

// A Builtin runs one call.
type Builtin func(call *Call) Status

// Info describes a builtin.
type Info struct {
	Name string
	Run  Builtin
	// Special builtins are those of POSIX XCU 2.14: in posix mode their
	// errors end the shell and assignments before them persist.
	Special bool
	// Declares is set for declare, typeset, local, export and readonly,
	// whose arguments are assignments: they get Call.Decls.
	Declares bool
	// Synopsis and Help are what `help` shows, in our own words.
	Synopsis string
	Help     string
}

// A Kind tells how control goes on after a command.
type Kind uint8

// The kinds of control flow.
const (
	Next     Kind = iota // to the next command
	Break                // out of Levels loops
	Continue             // to the next round of the Levels-th loop
	Return               // out of the function or sourced file
	Exit                 // out of the shell environment
	// Abort gives up what bash calls the top level command: a failed
	// expansion, an assignment to a readonly variable. A shell that is not
	// interactive exits with the code.
	Abort
	// Discard gives up everything up to the next line that the shell itself
	// reads: eval, sourced files and a -c string end too. bash does so after
	// an error in a subscript or in the value of an integer variable.
	Discard
)

// A Status is how a command ended: its exit code, and where control goes.
type Status struct {
	Code   int
	Kind   Kind
	Levels int
}

// A Call is one call of a builtin.
type Call struct {
	Ctx   context.Context
	Shell Shell
	State *state.Shell
	// Args is the argument vector after expansion; Args[0] is the name.
	Args []string
	// Decls are the arguments of a builtin that Declares, in order; Args[1:]
	// holds their text too.
	Decls []Decl
	// Line is where the call stands.
	Line int
	// Stdin, Stdout and Stderr are descriptors 0 to 2, never nil.
	Stdin, Stdout, Stderr stream.Description
	// File is a descriptor of any number, nil for a closed one.
	File func(fd int) stream.Description
	// Last is what $_ is behind the call, where that is not the last argument.
	Last string

	// pending is output that is not written yet, writeErr what the last
	// write ended with.
	pending  []byte
	writeErr error
}

// A Decl is an argument of a declaration builtin: plain text (an option, a
// name, an assignment that came out of an expansion) unless Assign is set.
type Decl struct {
	Text string
	// Assign is the assignment as parsed. Value is the expanded value of a
	// scalar assignment; arrays are expanded when they are assigned.
	Assign *syntax.Assign
	Value  string
	// Elements are those of an array that are expanded already, or nil.
	Elements *expand.Elements
}
