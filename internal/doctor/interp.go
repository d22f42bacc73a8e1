package doctor

import (
	"context"
	"fmt"
	"strings"

	"github.com/aegish/aegish/config"
)

// interp reports whether sessions run commands in process.
func (e *examination) interp() bool {
	cfg := e.config()
	return cfg != nil && cfg.Engine == config.EngineInterp
}

// interpSteps are those of a machine where commands are no processes: shell,
// dropper and the limits of processes do not matter.
func (e *examination) interpSteps() []step {
	var kept []step
	for _, s := range e.bashSteps() {
		switch s.name {
		case "proc", "dropper", "limits":
			continue
		case "shell":
			s = step{"engine", e.engine}
		case "self_test":
			s.run = e.interpTest
		case "policy":
			s.run = e.interpPolicy
		case "sandbox":
			s.run = e.ownSandbox
		}
		kept = append(kept, s)
	}
	return kept
}

// engine says what scripts work on.
func (e *examination) engine(context.Context) []Check {
	in := e.config().Interp
	files := "scripts have a filesystem in memory"
	switch in.FS {
	case config.FSHost:
		files = "scripts read and write " + in.Root
	case config.FSOverlay:
		files = "scripts read " + in.Root + ", and what they write stays in memory"
	}
	for _, m := range in.Mounts {
		files += fmt.Sprintf("; %s is at %s", m.Source, m.At)
		if m.Write {
			files += ", writable"
		}
	}
	checks := []Check{pass("engine", "interp: no program is started; "+files)}
	if len(e.config().Run.Confirm.Program) > 0 {
		checks = append(checks, failure("engine.confirm", "tools.run.confirm starts a program, and the engine interp can start none",
			"No session starts. Set it to \"ask\", which asks at the terminal, or to \"never\"."))
	}
	network := note("engine.network", "curl and wget reach nothing", "Name the URLs that they may ask for in interp.allow.")
	if n := len(in.Allow); n > 0 {
		network = pass("engine.network", "curl and wget reach "+plural(n, "URL")+" and what is below")
	}
	return append(checks, network)
}

// interpTest runs a command that does nothing, in this process.
func (e *examination) interpTest(ctx context.Context) []Check {
	const name = "self_test"
	if e.facts.SelfTest == nil {
		return []Check{note(name, "no command was tried", "What kept it from being set up is among the other checks.")}
	}
	ctx, cancel := context.WithTimeout(ctx, selfTestTime)
	defer cancel()
	if err := e.facts.SelfTest(ctx); err != nil {
		return []Check{failure(name, fmt.Sprintf("a command that does nothing failed: %v", err), "Sessions start and then run nothing, or do not start.")}
	}
	return []Check{pass(name, "a command ran in the interpreter")}
}

// interpPolicy says what gate and rules do where rules judge what runs.
func (e *examination) interpPolicy(ctx context.Context) []Check {
	checks := e.policy(ctx)
	for i := range checks {
		if cfg := e.config(); checks[i].Name == "gate" && cfg.Run.BashASTMode == config.ModeOff {
			checks[i].Advice = "The rules judge each command with its final words when it runs, and each file that it opens."
		}
	}
	return checks
}

// ownSandbox says what a session's process gives up before the first command.
func (e *examination) ownSandbox(context.Context) []Check {
	cfg := e.config()
	checks := []Check{e.filter()}
	switch report := e.facts.Sandbox; {
	case e.facts.SandboxErr != nil:
		return append(checks, failure("sandbox", e.facts.SandboxErr.Error(), "No session starts. Correct [interp], or give up what this kernel can not do (landlock.best_effort)."))
	case !cfg.Landlock.Enabled:
		return append(checks, warning("sandbox", "off (landlock.enabled = false)",
			"A bug in the interpreter would reach every file that the user may. Set landlock.enabled = true."))
	case report == nil:
		return append(checks, note("sandbox", "no Landlock on this kernel: the filter alone keeps scripts, which have no directory of the host, from programs", ""))
	case len(report.Missing) > 0:
		return append(checks, warning("sandbox", fmt.Sprintf("on, %s, Landlock ABI %d; asked for and not enforced: %s",
			plural(report.Rules, "rule"), report.ABI, strings.Join(report.Missing, "; ")), "landlock.best_effort = true lets sessions start without these."))
	}
	return append(checks, pass("sandbox", fmt.Sprintf("on, %s, Landlock ABI %d: the process leaves itself what `aegish check --sandbox` lists",
		plural(e.facts.Sandbox.Rules, "rule"), e.facts.Sandbox.ABI)))
}

// filter says whether the kernel takes a filter of system calls (seccomp(2)).
func (e *examination) filter() Check {
	const name, file = "sandbox.filter", "/proc/sys/kernel/seccomp/actions_avail"
	text, err := e.host.ReadFile(file)
	if err == nil && strings.Contains(string(text), "errno") && strings.Contains(string(text), "kill_process") {
		return pass(name, "this kernel filters system calls: no program or process, no executable memory, no signal to others, on any thread")
	}
	if cfg := e.config(); cfg.Landlock.BestEffort {
		return warning(name, "this kernel does not say that it filters system calls ("+file+")", "landlock.best_effort = true lets sessions start without.")
	}
	return failure(name, "this kernel does not say that it filters system calls ("+file+")",
		"No session starts where it does not. It needs CONFIG_SECCOMP_FILTER, and /proc to be asked.")
}

// withoutFiles reports whether scripts see nothing of the host, so that sessions
// start without Landlock.
func (e *examination) withoutFiles() bool {
	cfg := e.config()
	return e.interp() && cfg.Interp.FS == config.FSMemory && len(cfg.Interp.Mounts) == 0
}
