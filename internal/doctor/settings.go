package doctor

import (
	"context"
	"fmt"
	"strings"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock"
)

// configuration says which one holds.
func (e *examination) configuration(context.Context) []Check {
	const name = "config"
	if err := e.facts.ConfigErr; err != nil {
		return []Check{failure(name, err.Error(), "No session starts with it; `aegish config check` names the line. What follows was looked at without it.")}
	}
	cfg := e.config()
	if cfg == nil {
		return []Check{failure(name, "no configuration was read", "")}
	}
	from := "built-in values, no file"
	if cfg.File != "" {
		from = cfg.File
	}
	kind := "not as a login shell"
	if cfg.Login {
		kind = "as a login shell"
	}
	profile := "profile " + cfg.Profile
	if cfg.Base != cfg.Profile {
		profile += " (from " + cfg.Base + ")"
	}
	checks := []Check{pass(name, fmt.Sprintf("%s, %s, %s", from, profile, kind))}
	if cfg.Login && cfg.File == "" {
		checks = append(checks, note("config.file", "login shells run with the built-in values",
			"They start from a short list of allowed commands. Put your own rules into "+config.DefaultSystemPath+"."))
	}
	return append(checks, e.exposed()...)
}

// exposed reports files of aegish's own that commands could write.
func (e *examination) exposed() []Check {
	const name = "config.exposed"
	if !e.sandboxed() {
		return nil
	}
	if len(e.facts.Exposed) == 0 {
		return []Check{pass(name, "configuration, binaries and audit file are out of the commands' reach")}
	}
	summary := "commands could write " + strings.Join(e.facts.Exposed, ", ")
	const advice = "A command could change the rules, the sandbox or the trail of later sessions. Move it out of landlock.write."
	if e.strict() {
		return []Check{failure(name, summary, advice+" Login and restricted sessions do not start like this.")}
	}
	return []Check{warning(name, summary, advice)}
}

// policy says what the gate and the rules do.
func (e *examination) policy(context.Context) []Check {
	cfg := e.config()
	if cfg == nil {
		return nil
	}
	rules := fmt.Sprintf("%s, default %s, unparsed %s", plural(len(cfg.Policy.Rules), "rule"), cfg.Policy.Default, cfg.Policy.Unparsed)
	gate := pass("gate", fmt.Sprintf("bash_ast_mode = %q", cfg.Run.BashASTMode))
	switch cfg.Run.BashASTMode {
	case config.ModeOff:
		gate = note("gate", gate.Summary, "Commands are not limited to one literal command; rules that need an argument vector still parse.")
	case config.ModeAudit:
		gate = note("gate", gate.Summary, "What the gate does not accept is logged, and runs.")
	}
	verdict := pass("policy", `mode = "enforce", `+rules)
	switch {
	case cfg.Policy.Mode == config.PolicyAudit:
		verdict = e.observed("policy", `mode = "audit", `+rules, "Denials are only logged (would_deny). Set policy.mode = \"enforce\" once the trail shows none that you want to keep running.")
	case len(cfg.Policy.Rules) == 0 && cfg.Policy.Default == config.Allow && len(cfg.Run.DenyPatterns) == 0:
		verdict = e.observed("policy", verdict.Summary, "Nothing is denied by rule; the sandbox and the user's own rights are what confine commands.")
	}
	return []Check{gate, verdict}
}

// observed is a note where the profile is made to watch or to work, and a
// warning where a session is meant to be confined.
func (e *examination) observed(name, summary, advice string) Check {
	if e.strict() {
		return warning(name, summary, advice)
	}
	return note(name, summary, advice)
}

// sandbox says what the compiled ruleset enforces.
func (e *examination) sandbox(context.Context) []Check {
	const name = "sandbox"
	cfg := e.config()
	if cfg == nil {
		return nil
	}
	if !cfg.Landlock.Enabled {
		const advice = "Commands do everything that the user may do, and set-user-ID programs gain their rights. Set landlock.enabled = true."
		if cfg.Base == config.ProfileObserve && !e.loginUse() {
			return []Check{note(name, "off (landlock.enabled = false)", advice)}
		}
		return []Check{warning(name, "off (landlock.enabled = false)", advice)}
	}
	if err := e.facts.SandboxErr; err != nil {
		return []Check{failure(name, err.Error(), "No session starts. Correct [landlock], or give up what this kernel can not do.")}
	}
	if e.facts.Sandbox == nil {
		return []Check{failure(name, "the sandbox was not compiled", "")}
	}
	report := e.facts.Sandbox
	summary := fmt.Sprintf("on, %s, Landlock ABI %d", plural(report.Rules, "rule"), report.ABI)
	checks := []Check{pass(name, summary)}
	if len(report.Missing) > 0 {
		checks[0] = warning(name, summary+"; asked for and not enforced: "+strings.Join(report.Missing, "; "),
			"landlock.best_effort = true lets sessions start without these.")
	}
	return append(checks, e.writeExecute(cfg), e.noexecWrite(cfg), e.shells(cfg, report), e.network(cfg))
}

// writeExecute says what a sandbox means in which programs can be made and
// started.
func (e *examination) writeExecute(cfg *config.Config) Check {
	const name = "sandbox.write_execute"
	if !cfg.Landlock.WriteExecute {
		return pass(name, "no path is both writable and executable")
	}
	return e.observed(name, "write_execute = true: commands can start programs that they have written",
		"Compilers need it. What the threat model says about foreign binaries does not hold then; rules see the name of a program, not what is in it.")
}

// noexecWrite says whether the loader executes what the sandbox does not.
func (e *examination) noexecWrite(cfg *config.Config) Check {
	const name = "sandbox.noexec_write"
	switch {
	case !cfg.Landlock.NoexecWrite:
		return note(name, "what commands write can be executed, by the loader at least",
			"Set landlock.noexec_write = true where no command needs that; the manual says what it costs.")
	case e.facts.Identity.UID != 0:
		return pass(name, "what commands write can not be executed; in their user namespace files of others appear to be nobody's")
	}
	return pass(name, "what commands write can not be executed")
}

// processes says what limits them, for root, whom RLIMIT_NPROC does not bind.
func (e *examination) processes(context.Context) []Check {
	const name = "limits.processes"
	cfg := e.config()
	if cfg == nil || e.facts.IdentityErr != nil || e.facts.Identity.UID != 0 {
		return nil
	}
	if e.facts.GroupsErr == nil {
		return []Check{pass(name, "a control group limits root's processes where limits.processes is set, and in aegish run")}
	}
	const advice = "RLIMIT_NPROC does not bind root. Give aegish a control group that it may write, with the pids controller, or run it as another user."
	if cfg.Limits.Processes != nil && !cfg.Landlock.BestEffort {
		return []Check{failure(name, e.facts.GroupsErr.Error(), advice+" Until then no session of root's starts.")}
	}
	return []Check{warning(name, "root's processes are not limited: "+e.facts.GroupsErr.Error(), advice)}
}

// shells says whether commands can start one.
func (e *examination) shells(cfg *config.Config, report *landlock.Report) Check {
	const name = "sandbox.deny_shells"
	if !cfg.Landlock.DenyShells {
		return e.observed(name, "commands can start shells",
			"Every program that starts others can start a shell, and rules see none of what it does. Set landlock.deny_shells = true where no command needs one.")
	}
	summary := fmt.Sprintf("no command can start a shell: %s denied, %s allowed file by file, compiled in %d ms",
		plural(report.Excluded.Files, "shell"), plural(report.Excluded.Directories, "tree"), report.Took.Milliseconds())
	if linked := report.Excluded.Linked; linked != "" {
		return note(name, summary+"; "+linked+" has hard links that are not among the shells by name",
			"Each session searches all that commands may read and execute for them when it begins. `find / -xdev -samefile "+linked+"` lists them: remove those that nobody needs.")
	}
	return pass(name, summary)
}

// network says whether TCP is limited.
func (e *examination) network(cfg *config.Config) Check {
	const name = "sandbox.network"
	if cfg.Landlock.ConnectTCP.Any && cfg.Landlock.BindTCP.Any {
		return note(name, "TCP is not limited", "Set landlock.connect_tcp and landlock.bind_tcp to lists of ports. UDP is never limited by them.")
	}
	return pass(name, "TCP ports: connect "+ports(cfg.Landlock.ConnectTCP)+", bind "+ports(cfg.Landlock.BindTCP))
}

// ports words a set of ports.
func ports(p config.Ports) string {
	if p.Any {
		return "any"
	}
	if len(p.List) == 0 {
		return "none"
	}
	return strings.Trim(fmt.Sprint(p.List), "[]")
}
