// Package interp is a bash in process: it runs scripts as bash 5.2 does without
// starting any process.
//
// A Session is a shell whose state lives from one Run to the next: variables,
// functions, options, traps, the working directory, background jobs. Files are
// those of a vfs.FS, commands those of a registry. Hooks see each command with
// its final arguments and each open of a file before it happens, and Limits
// bound what a script can use; exceeding one ends the Run with a *LimitError
// and leaves the Session alive.
//
// This package only composes; interp/runner does the work. It imports the rooms
// below interp, never a command.
package interp
