// Package launch is the last program that runs before the shell: it turns one
// freshly forked process into a restricted one and then becomes the command.
//
// Two parties share it. The front-end describes a launch as a [Spec], encodes
// it into an anonymous file and starts the dropper with that file as
// descriptor 3 and the write end of a pipe as descriptor 4. The dropper, whose
// main function is nothing but [Run], decodes the payload, empties the
// descriptor table, sets resource limits and signal dispositions, gives up the
// ability to gain privileges and, where asked to, some of them, enters the Landlock domain, installs a seccomp
// filter and calls execve(2).
// Whatever goes wrong on that way ends the process with status 126 and one
// line on descriptor 4, which [ParseFailure] reads; the command has then not
// run. A successful execve closes descriptor 4 without a byte.
//
// The package decides nothing: what is allowed was compiled into the ruleset
// by package landlock, and every field of a Spec comes from the front-end.
//
// # Start-up
//
// The dropper's own start-up is paid once per command, and nearly all of what
// an ordinary Go program spends there is the Go runtime: threads, the heap,
// the signal handlers, and then tearing the threads down again in execve. The
// code that Run executes therefore needs no runtime: it allocates nothing,
// starts nothing and imports nothing but package runtime's thread lock, and
// the linker can be told to enter it directly:
//
//	go build -ldflags "-E github.com/aegish/aegish/landlock/launch.start"
//
// Without that flag the same code runs as an ordinary Go main function, only
// slower. docs/decisions has the measurement.
//
// What this costs the code here: no make, new, append, closures, maps, string
// concatenation, interfaces, defer or panics below run; errors are values of
// type stop. A mistake against this rule makes the dropper crash before it has
// started anything, and the tests run both builds.
//
// The package may import nothing of this module, and outside its tests nothing
// of the standard library but runtime and unsafe. In particular not package
// syscall, whose initialization raises RLIMIT_NOFILE behind our back.
package launch
