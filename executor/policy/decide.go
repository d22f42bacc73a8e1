package policy

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// A Verdict is the answer to one text.
type Verdict struct {
	Action config.Action
	// Code, Rule and Reason say what decided, for a deny or an ask. For an
	// allow only Rule is set, when a rule allowed it.
	Code, Rule, Reason string
	// WouldDeny says that policy.mode = audit let pass what the policy
	// denies or asks about.
	WouldDeny bool
	// Warn says that the gate's telemetry is due (bash_ast_mode = audit and
	// a violation).
	Warn bool
	// Elevated is set when what may run does so outside of the sandbox.
	Elevated *Elevation
}

// The codes of verdicts.
const (
	CodeGate    = "bash_ast"
	CodePattern = "deny_pattern"
	CodePolicy  = "policy"
)

// An answer is what the policy says of one thing: a command, a redirection, an
// assignment.
type answer struct {
	action             config.Action
	code, rule, reason string
}

// stricter gives the more restrictive of two answers, the first of equals that
// a rule gave.
func (a answer) stricter(b answer) answer {
	if b.action.Severity() > a.action.Severity() || a.rule == "" && b.action.Severity() == a.action.Severity() {
		return b
	}
	return a
}

// Stricter is w where it is stricter than v, else v.
func (v Verdict) Stricter(w Verdict) Verdict {
	if w.Action.Severity() > v.Action.Severity() {
		return w
	}
	return v
}

// EnforceMessage is what a command outside the accepted subset is told.
func EnforceMessage(code bashast.Code, subset config.Subset) string {
	permits := "Enforce mode permits only one literal command with literal arguments."
	if subset == config.SubsetCompound {
		permits = "Enforce mode permits only literal commands, joined by lists, pipelines, redirections, conditions and loops."
	}
	return fmt.Sprintf("Run rejected unsupported Bash syntax (%s). %s", code, permits)
}

// PatternMessage is what a command with a denied substring is told.
func PatternMessage(pattern string) string {
	return fmt.Sprintf("Command blocked by safety policy: contains '%s'", pattern)
}

// NeedsParse reports whether a configuration has to know a command's
// arguments: the gate is on, a rule exists, or the default is not allow.
func NeedsParse(cfg *config.Config) bool {
	if config.FamilyOf(cfg.Run.Shell) != config.FamilyBash {
		return false
	}
	return cfg.Run.BashASTMode != config.ModeOff || judgesArgv(&cfg.Policy)
}

// NeedsText reports whether a configuration has to see a command's text.
func NeedsText(cfg *config.Config) bool { return NeedsParse(cfg) || len(cfg.Run.DenyPatterns) > 0 }

// Binds reports whether what a configuration thinks of a command's text can
// keep the command from running. Elsewhere the text is only watched.
func Binds(cfg *config.Config) bool {
	if NeedsParse(cfg) && cfg.Run.BashASTMode == config.ModeEnforce {
		return true
	}
	judged := len(cfg.Run.DenyPatterns) > 0 || judgesArgv(&cfg.Policy) || cfg.Run.Confirm.Kind == config.ConfirmProgram
	return judged && cfg.Policy.Mode == config.PolicyEnforce
}

func judgesArgv(p *config.Policy) bool {
	return len(p.Rules) > 0 || p.Default != config.Allow
}

// Decide judges one text: gate, deny patterns, variables, rules. The blanket
// confirmation and the answer to an ask come after it, because they involve
// people and programs.
func Decide(cfg *config.Config, f Facts) Verdict {
	elevated, refusal := f.elevation(cfg)
	if refusal != nil {
		return *refusal
	}
	verdict := Verdict{Elevated: elevated}
	if f.Parsed && f.Violation != nil {
		switch cfg.Run.BashASTMode {
		case config.ModeEnforce:
			return Verdict{Action: config.Deny, Code: CodeGate, Rule: "tools.run.bash_ast_mode",
				Reason: EnforceMessage(f.Violation.Code, f.Subset)}
		case config.ModeAudit:
			verdict.Warn = true
		}
	}
	return settled(cfg, verdict, judge(cfg, f))
}

// settled puts an answer into a verdict, as policy.mode wants it.
func settled(cfg *config.Config, verdict Verdict, a answer) Verdict {
	verdict.Action, verdict.Code, verdict.Rule, verdict.Reason = a.action, a.code, a.rule, a.reason
	if a.action.Severity() >= config.Deny.Severity() {
		verdict.Action = config.Deny // an action that is none of the three fails closed
	}
	if verdict.Action == config.Allow {
		verdict.Code, verdict.Reason = "", ""
	} else if cfg.Policy.Mode == config.PolicyAudit {
		verdict.Action, verdict.WouldDeny = config.Allow, true
	}
	if verdict.Action == config.Deny {
		verdict.Elevated = nil
	}
	return verdict
}

// judge applies deny patterns, then what the gate accepted to the rules.
func judge(cfg *config.Config, f Facts) answer {
	if pattern, ok := containsPattern(cfg, f); ok {
		return answer{config.Deny, CodePattern, "tools.run.deny_patterns", PatternMessage(pattern)}
	}
	if !f.Parsed || f.Violation != nil {
		if judgesArgv(&cfg.Policy) {
			return unparsed(cfg, f)
		}
		return answer{action: config.Allow}
	}
	all := judgeCommands(cfg, f)
	if judgesArgv(&cfg.Policy) && !f.Bash {
		return all.stricter(unparsed(cfg, f))
	}
	return all
}

// unparsed is the answer to a command that has no arguments to judge.
func unparsed(cfg *config.Config, f Facts) answer {
	why := "the shell is not bash"
	if f.Violation != nil {
		why = string(f.Violation.Code)
	}
	need := "one literal command with literal arguments"
	if f.Subset == config.SubsetCompound {
		need = "literal commands with literal arguments"
	}
	return answer{cfg.Policy.Unparsed, CodePolicy, "policy.unparsed", fmt.Sprintf("the rules need %s (%s)", need, why)}
}

// containsPattern looks for a denied substring in the raw command and, where
// the gate's canonical text is in use, in that too.
func containsPattern(cfg *config.Config, f Facts) (string, bool) {
	canonical := ""
	if f.Parsed && f.Violation == nil && cfg.Run.BashASTMode != config.ModeOff {
		canonical = f.Canonical()
	}
	for _, pattern := range cfg.Run.DenyPatterns {
		if strings.Contains(f.Raw, pattern) || canonical != "" && strings.Contains(canonical, pattern) {
			return pattern, true
		}
	}
	return "", false
}

// spellings gives the other argument vectors that a rule may have meant: the
// canonical form, and the name without its directory.
func (c Command) spellings() [][]string {
	canonical := append([]string{c.PolicyText.Command}, c.Args...)
	var all [][]string
	if !slices.Equal(canonical, c.Argv) {
		all = append(all, canonical)
	}
	for _, argv := range [][]string{c.Argv, canonical} {
		if base := path.Base(argv[0]); base != argv[0] {
			all = append(all, append([]string{base}, argv[1:]...))
		}
	}
	return all
}
