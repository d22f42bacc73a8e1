package executor

import (
	"fmt"
	"path"
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// Facts are what is known of a command before anything is decided.
type Facts struct {
	Raw    string
	Family Family
	// Bash is set when the shell is bash itself. Other members of the family
	// read some accepted words differently, so an argv is no proof there.
	Bash bool
	// Parsed says that the gate was asked. Then either Violation is set or
	// Text holds the one literal command.
	Parsed    bool
	Text      bashast.PolicyText
	Violation *bashast.Violation
}

// A Verdict is the answer to one command.
type Verdict struct {
	Action config.Action
	// Denial holds code, rule and reason of a deny or an ask; for an allow
	// only Rule is set, when a rule allowed it.
	Denial Denial
	// WouldDeny says that policy.mode = audit let pass what the policy
	// denies or asks about.
	WouldDeny bool
	// Warn says that the gate's telemetry is due (bash_ast_mode = audit and
	// a violation).
	Warn bool
}

// EnforceMessage is what a command outside the accepted subset is told.
func EnforceMessage(code bashast.Code) string {
	return fmt.Sprintf("Run rejected unsupported Bash syntax (%s). Enforce mode permits only one literal command with literal arguments.", code)
}

// PatternMessage is what a command with a denied substring is told.
func PatternMessage(pattern string) string {
	return fmt.Sprintf("Command blocked by safety policy: contains '%s'", pattern)
}

// NeedsParse reports whether a configuration has to know a command's
// arguments: the gate is on, a rule exists, or the default is not allow.
func NeedsParse(cfg *config.Config) bool {
	if FamilyOf(cfg.Run.Shell) != FamilyBash {
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

// Gather collects the facts about a command, parsing it when the
// configuration needs that.
func Gather(cfg *config.Config, raw string) Facts {
	f := Facts{Raw: raw, Family: FamilyOf(cfg.Run.Shell), Bash: isBash(cfg.Run.Shell)}
	if NeedsParse(cfg) {
		f.Parse()
	}
	return f
}

// Parse asks the gate.
func (f *Facts) Parse() {
	f.Parsed = true
	f.Text, f.Violation = bashast.Parse([]byte(f.Raw))
}

// Decide judges one command: gate, deny patterns, rules. The blanket
// confirmation and the answer to an ask come after it, because they involve
// people and programs.
func Decide(cfg *config.Config, f Facts) Verdict {
	verdict := Verdict{}
	if f.Parsed && f.Violation != nil {
		switch cfg.Run.BashASTMode {
		case config.ModeEnforce:
			return Verdict{Action: config.Deny, Denial: Denial{
				Code: CodeGate, Rule: "tools.run.bash_ast_mode", Reason: EnforceMessage(f.Violation.Code)}}
		case config.ModeAudit:
			verdict.Warn = true
		}
	}
	verdict.Action, verdict.Denial = judge(cfg, f)
	if severity(verdict.Action) >= severity(config.Deny) {
		verdict.Action = config.Deny // an action that is none of the three fails closed
	}
	if verdict.Action == config.Allow {
		verdict.Denial = Denial{Rule: verdict.Denial.Rule}
	} else if cfg.Policy.Mode == config.PolicyAudit {
		verdict.Action, verdict.WouldDeny = config.Allow, true
	}
	return verdict
}

// judge applies deny patterns and then the rules.
func judge(cfg *config.Config, f Facts) (config.Action, Denial) {
	if pattern, ok := containsPattern(cfg, f); ok {
		return config.Deny, Denial{Code: CodePattern, Rule: "tools.run.deny_patterns", Reason: PatternMessage(pattern)}
	}
	if !judgesArgv(&cfg.Policy) {
		return config.Allow, Denial{}
	}
	if !f.Parsed || f.Violation != nil {
		return unparsed(cfg, f)
	}
	action, denial := judgeArgv(&cfg.Policy, f.Text)
	if !f.Bash && severity(cfg.Policy.Unparsed) > severity(action) {
		return unparsed(cfg, f)
	}
	return action, denial
}

// judgeArgv applies the rules to the decoded arguments. A rule that matches
// another spelling of the same command, its canonical form or its name without
// the directory, counts only when it is stricter: `/bin/rm` and a full-width
// `rm` are no way around a rule about rm, and neither can profit from one.
func judgeArgv(p *config.Policy, text bashast.PolicyText) (config.Action, Denial) {
	action, denial := p.Default, Denial{Code: CodePolicy, Rule: "policy.default", Reason: defaultReason(p.Default)}
	if rule, ok := strictest(p.Rules, text.Argv); ok {
		action, denial = rule.Action, ruleDenial(rule)
	}
	for _, argv := range spellings(text) {
		if rule, ok := strictest(p.Rules, argv); ok && severity(rule.Action) > severity(action) {
			action, denial = rule.Action, ruleDenial(rule)
		}
	}
	return action, denial
}

// spellings gives the other argument vectors that a rule may have meant.
func spellings(text bashast.PolicyText) [][]string {
	canonical := append([]string{text.Command}, text.Args...)
	all := [][]string{canonical}
	for _, argv := range [][]string{text.Argv, canonical} {
		if base := path.Base(argv[0]); base != argv[0] {
			all = append(all, append([]string{base}, argv[1:]...))
		}
	}
	return all
}

func ruleDenial(r config.Rule) Denial {
	return Denial{Code: CodePolicy, Rule: r.ID, Reason: ruleReason(r)}
}

func defaultReason(a config.Action) string {
	switch a {
	case config.Allow:
		return ""
	case config.Ask:
		return "no rule allows this command without a question (policy.default)"
	}
	return "no rule allows this command (policy.default); see `aegish config show` for those that are"
}

func ruleReason(r config.Rule) string {
	if r.Reason != "" {
		return r.Reason
	}
	return "matches " + strings.Join(r.Match, " ")
}

// unparsed is the answer to a command that has no arguments to judge.
func unparsed(cfg *config.Config, f Facts) (config.Action, Denial) {
	why := "the shell is not bash"
	if f.Violation != nil {
		why = string(f.Violation.Code)
	}
	return cfg.Policy.Unparsed, Denial{Code: CodePolicy, Rule: "policy.unparsed",
		Reason: fmt.Sprintf("the rules need one literal command with literal arguments (%s)", why)}
}

// containsPattern looks for a denied substring in the raw command and, where
// the gate's canonical text is in use, in that too.
func containsPattern(cfg *config.Config, f Facts) (string, bool) {
	canonical := ""
	if f.Parsed && f.Violation == nil && cfg.Run.BashASTMode != config.ModeOff {
		canonical = f.Text.String()
	}
	for _, pattern := range cfg.Run.DenyPatterns {
		if strings.Contains(f.Raw, pattern) || canonical != "" && strings.Contains(canonical, pattern) {
			return pattern, true
		}
	}
	return "", false
}
