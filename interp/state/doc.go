// Package state holds the shell execution environment of the interpreter as
// data (POSIX XCU 2.12): variables with their attributes and scopes, options,
// functions, traps, aliases, the directory stack, positional parameters.
//
// It runs nothing and expands nothing. A Fork is what a subshell gets: cheap,
// because values are shared until one side writes.
//
// It imports interp/syntax alone, for the bodies of functions.
package state
