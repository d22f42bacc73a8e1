package doctor

import (
	"context"
	"fmt"
)

// dropper reports what the caller found when it looked for the launcher as a
// session does.
func (e *examination) dropper(context.Context) []Check {
	const name = "dropper"
	if err := e.facts.DropperErr; err != nil {
		return []Check{failure(name, err.Error(), "No command starts without it. Reinstall aegish; the dropper belongs beside it or into libexec/aegish.")}
	}
	if e.facts.Dropper == "" {
		return []Check{failure(name, "no sandbox launcher was looked for", "")}
	}
	checks := []Check{pass(name, e.facts.Dropper+" is owned and protected as it has to be")}
	if err := e.host.rootOnly(e.facts.Dropper); err != nil {
		checks[0] = e.door(name, fmt.Sprintf("%s: %v", e.facts.Dropper, err),
			"Its owner could change what confines a later session. Behind a login shell it has to be root's.")
	}
	return checks
}

// selfTest starts a command that does nothing as a session would.
func (e *examination) selfTest(ctx context.Context) []Check {
	const name = "self_test"
	if e.facts.SelfTest == nil {
		return []Check{note(name, "no command was tried", "What kept it from being set up is among the other checks.")}
	}
	ctx, cancel := context.WithTimeout(ctx, selfTestTime)
	defer cancel()
	if err := e.facts.SelfTest(ctx); err != nil {
		return []Check{failure(name, fmt.Sprintf("a command that does nothing failed: %v", err),
			"Sessions start and then run nothing. The step named here is where; aegish and its dropper must be of one build.")}
	}
	how := "shell and dropper"
	if e.sandboxed() {
		how = "shell, dropper and sandbox"
	}
	return []Check{pass(name, "a command ran through "+how)}
}
