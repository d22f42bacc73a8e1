package launch

// bootG stands in for the runtime's description of a goroutine (type g of
// package runtime, of which code compiled by gc reads the stack bounds at the
// start of most functions). It lets ordinary compiled Go run on the stack that
// the kernel gave the process, before and without the runtime. All other
// fields stay zero: runtime code that looks at them faults, which ends the
// process before it has started anything.
//
// It is written once, by start, in a process that has one thread.
var bootG [1024]byte

// start is the program's entry point when the linker is told so with -E. It
// is not a Go function: nothing may call it.
func start()

// Only assembly refers to these; saying so here keeps linters informed.
var _, _ = &bootG, start
