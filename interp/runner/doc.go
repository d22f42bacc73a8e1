// Package runner executes the syntax tree: simple and compound commands,
// redirections, pipelines, functions, traps, signals and jobs, as bash 5.2
// does.
//
// A shell is one execution environment. Subshells and command substitutions
// that the parent waits for run on the parent's goroutine; stages of pipelines,
// background jobs, coprocesses and process substitutions have their own. No
// process of the host is ever started: what is no function and no builtin comes
// from the registry, from a script in the filesystem, or from the resolver.
//
// Control flow is a builtins.Status that every execution function returns. Go
// errors are for limits and cancellation, which end a run as a whole.
//
// It imports the rooms below interp and nothing that imports it.
package runner
