// Package executor runs commands: it judges each one, starts it in an engine
// and carries the state to the next.
//
// A Session is the unit of use. It owns the state (working directory,
// environment, $?), the effective configuration, the engine and the audit
// recorder, and is driven by one goroutine at a time. Session.Run takes one
// command through the fixed order gate, deny patterns, rules, confirmation,
// spawn, state and record.
//
// Decide is a pure function from the configuration and what is known of a
// command to a verdict; it knows no process and no clock. The bash engine
// starts every command as a fresh bash behind the dropper.
//
// The package does not parse flags, read terminals line by line or write
// audit sinks: those live in internal and reach it through the small
// interfaces Recorder and Confirmer. It may import bashast, envstate,
// landlock, config and, later, interp.
package executor
