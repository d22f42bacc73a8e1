package policy

import (
	"testing"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// policy makes a configuration with the defaults of the workspace profile.
func configuration(change func(*config.Config)) *config.Config {
	cfg := &config.Config{
		Run:    config.Run{BashASTMode: config.ModeOff, Shell: "/bin/bash", Confirm: config.Confirm{Kind: config.ConfirmNever}},
		Policy: config.Policy{Mode: config.PolicyEnforce, Default: config.Allow, Unparsed: config.Deny},
	}
	if change != nil {
		change(cfg)
	}
	return cfg
}

func deny(match ...string) config.Rule {
	return config.Rule{ID: "policy.rules[0]", Match: match, Action: config.Deny, Reason: "no"}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	mode := func(m config.Mode) func(*config.Config) {
		return func(c *config.Config) { c.Run.BashASTMode = m }
	}
	rules := func(m config.Mode, unparsed config.Action, rules ...config.Rule) func(*config.Config) {
		return func(c *config.Config) {
			c.Run.BashASTMode, c.Policy.Unparsed, c.Policy.Rules = m, unparsed, rules
		}
	}
	for _, tt := range []struct {
		name    string
		cfg     *config.Config
		command string
		action  config.Action
		code    string
		rule    string
		warn    bool
		would   bool
	}{
		{name: "off allows what no parser accepts", cfg: configuration(nil), command: "a | b; $(c", action: config.Allow},
		{name: "enforce allows a literal", cfg: configuration(mode(config.ModeEnforce)), command: "ls -l", action: config.Allow},
		{name: "enforce denies a pipeline", cfg: configuration(mode(config.ModeEnforce)), command: "a | b", action: config.Deny, code: CodeGate, rule: "tools.run.bash_ast_mode"},
		{name: "audit warns and allows", cfg: configuration(mode(config.ModeAudit)), command: "a | b", action: config.Allow, warn: true},
		{name: "audit is silent about a literal", cfg: configuration(mode(config.ModeAudit)), command: "a b", action: config.Allow},
		{name: "a rule makes off parse", cfg: configuration(rules(config.ModeOff, config.Deny, deny("rm", "**"))), command: `r\m x`, action: config.Deny, code: CodePolicy, rule: "policy.rules[0]"},
		{name: "a rule matches the name behind a directory", cfg: configuration(rules(config.ModeOff, config.Deny, deny("rm", "**"))), command: "/bin/rm x", action: config.Deny, code: CodePolicy, rule: "policy.rules[0]"},
		{name: "a rule matches a full-width name", cfg: configuration(rules(config.ModeOff, config.Deny, deny("rm", "**"))), command: "ｒｍ x", action: config.Deny, code: CodePolicy, rule: "policy.rules[0]"},
		{name: "other commands pass a rule", cfg: configuration(rules(config.ModeOff, config.Deny, deny("rm", "**"))), command: "ls", action: config.Allow, rule: "policy.default"},
		{name: "no argv, unparsed denies", cfg: configuration(rules(config.ModeOff, config.Deny, deny("rm", "**"))), command: "ls | wc", action: config.Deny, code: CodePolicy, rule: "policy.unparsed"},
		{name: "no argv, unparsed asks", cfg: configuration(rules(config.ModeOff, config.Ask, deny("rm", "**"))), command: "ls | wc", action: config.Ask, code: CodePolicy, rule: "policy.unparsed"},
		{name: "no argv, unparsed allows", cfg: configuration(rules(config.ModeAudit, config.Allow, deny("rm", "**"))), command: "ls | wc", action: config.Allow, rule: "policy.unparsed", warn: true},
		{name: "default deny", cfg: configuration(func(c *config.Config) { c.Policy.Default = config.Deny }), command: "ls", action: config.Deny, code: CodePolicy, rule: "policy.default"},
		{name: "default ask", cfg: configuration(func(c *config.Config) { c.Policy.Default = config.Ask }), command: "ls", action: config.Ask, code: CodePolicy, rule: "policy.default"},
		{name: "an unknown default denies", cfg: configuration(func(c *config.Config) { c.Policy.Default = "" }), command: "ls", action: config.Deny, code: CodePolicy, rule: "policy.default"},
		{name: "an allow rule does not reach another directory's name", cfg: configuration(func(c *config.Config) {
			c.Policy.Default = config.Deny
			c.Policy.Rules = []config.Rule{{ID: "r", Match: []string{"ls"}, Action: config.Allow}}
		}), command: "/tmp/ls", action: config.Deny, code: CodePolicy, rule: "policy.default"},
		{name: "policy audit lets a denied command run", cfg: configuration(func(c *config.Config) {
			c.Policy.Mode, c.Policy.Default = config.PolicyAudit, config.Deny
		}), command: "ls", action: config.Allow, code: CodePolicy, rule: "policy.default", would: true},
		{name: "policy audit does not lift the gate", cfg: configuration(func(c *config.Config) {
			c.Policy.Mode, c.Run.BashASTMode = config.PolicyAudit, config.ModeEnforce
		}), command: "a|b", action: config.Deny, code: CodeGate, rule: "tools.run.bash_ast_mode"},
		{name: "pattern on the raw text", cfg: configuration(func(c *config.Config) { c.Run.DenyPatterns = []string{"rm -rf /"} }), command: "echo 'rm -rf /'", action: config.Deny, code: CodePattern, rule: "tools.run.deny_patterns"},
		{name: "pattern misses another spelling when off", cfg: configuration(func(c *config.Config) { c.Run.DenyPatterns = []string{"rm -rf /"} }), command: "rm  -rf /", action: config.Allow},
		{name: "pattern on the canonical text", cfg: configuration(func(c *config.Config) {
			c.Run.DenyPatterns, c.Run.BashASTMode = []string{"rm -rf /"}, config.ModeAudit
		}), command: "'rm'  -rf /", action: config.Deny, code: CodePattern, rule: "tools.run.deny_patterns"},
		{name: "the gate comes before the patterns", cfg: configuration(func(c *config.Config) {
			c.Run.DenyPatterns, c.Run.BashASTMode = []string{"a"}, config.ModeEnforce
		}), command: "a|b", action: config.Deny, code: CodeGate, rule: "tools.run.bash_ast_mode"},
		{name: "an argv is no proof for dash", cfg: configuration(func(c *config.Config) {
			c.Run.Shell, c.Policy.Rules = "/bin/dash", []config.Rule{deny("rm")}
		}), command: "ls", action: config.Deny, code: CodePolicy, rule: "policy.unparsed"},
		{name: "another shell is not parsed", cfg: configuration(func(c *config.Config) {
			c.Run.Shell, c.Run.BashASTMode, c.Policy.Rules = "/usr/bin/fish", config.ModeAudit, []config.Rule{deny("rm")}
		}), command: "ls", action: config.Deny, code: CodePolicy, rule: "policy.unparsed"},
		{name: "another shell, raw text to the patterns", cfg: configuration(func(c *config.Config) {
			c.Run.Shell, c.Run.BashASTMode, c.Run.DenyPatterns = "/usr/bin/fish", config.ModeAudit, []string{"x"}
		}), command: "a | x", action: config.Deny, code: CodePattern, rule: "tools.run.deny_patterns"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := Decide(tt.cfg, Gather(tt.cfg, tt.command, Context{}))
			if v.Action != tt.action || v.Code != tt.code || v.Rule != tt.rule || v.Warn != tt.warn || v.WouldDeny != tt.would {
				t.Errorf("Decide = %+v", v)
			}
		})
	}
}

func TestGateIsAskedOnlyWhenNeeded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(*config.Config)
		want   bool
	}{
		{"off, no rules", nil, false},
		{"off, deny patterns only", func(c *config.Config) { c.Run.DenyPatterns = []string{"x"} }, false},
		{"audit", func(c *config.Config) { c.Run.BashASTMode = config.ModeAudit }, true},
		{"enforce", func(c *config.Config) { c.Run.BashASTMode = config.ModeEnforce }, true},
		{"off, a rule", func(c *config.Config) { c.Policy.Rules = []config.Rule{deny("x")} }, true},
		{"off, default deny", func(c *config.Config) { c.Policy.Default = config.Deny }, true},
		{"audit, not a bash-family shell", func(c *config.Config) { c.Run.BashASTMode, c.Run.Shell = config.ModeAudit, "/usr/bin/pwsh" }, false},
	} {
		if got := NeedsParse(configuration(tt.change)); got != tt.want {
			t.Errorf("%s: NeedsParse = %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestMessagesAreWordForWord(t *testing.T) {
	t.Parallel()
	if got, want := EnforceMessage(bashast.PipelineNotSupported, config.SubsetSimple),
		"Run rejected unsupported Bash syntax (pipeline_not_supported). Enforce mode permits only one literal command with literal arguments."; got != want {
		t.Errorf("EnforceMessage = %q", got)
	}
	if got, want := PatternMessage("rm -rf"), "Command blocked by safety policy: contains 'rm -rf'"; got != want {
		t.Errorf("PatternMessage = %q", got)
	}
}

func TestBinds(t *testing.T) {
	t.Parallel()
	audit := func(c *config.Config) { c.Policy.Mode = config.PolicyAudit }
	patterns := func(c *config.Config) { c.Run.DenyPatterns = []string{"x"} }
	program := func(c *config.Config) { c.Run.Confirm.Kind = config.ConfirmProgram }
	for _, tt := range []struct {
		name    string
		changes []func(*config.Config)
		want    bool
	}{
		{"nothing", nil, false},
		{"patterns", []func(*config.Config){patterns}, true},
		{"patterns that are only watched", []func(*config.Config){patterns, audit}, false},
		{"rules", []func(*config.Config){func(c *config.Config) { c.Policy.Rules = []config.Rule{deny("x")} }}, true},
		{"a default", []func(*config.Config){func(c *config.Config) { c.Policy.Default = config.Ask }}, true},
		{"a program that confirms", []func(*config.Config){program}, true},
		{"a program that is not asked", []func(*config.Config){program, audit}, false},
		{"the gate warns", []func(*config.Config){func(c *config.Config) { c.Run.BashASTMode = config.ModeAudit }}, false},
		{"the gate denies", []func(*config.Config){func(c *config.Config) { c.Run.BashASTMode = config.ModeEnforce }}, true},
		{"the gate denies whatever the policy's mode", []func(*config.Config){func(c *config.Config) { c.Run.BashASTMode = config.ModeEnforce }, audit}, true},
	} {
		cfg := configuration(nil)
		for _, change := range tt.changes {
			change(cfg)
		}
		if got := Binds(cfg); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
