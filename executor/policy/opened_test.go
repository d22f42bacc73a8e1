package policy

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// The default binds redirections and commands whose rule is about paths; what
// another rule lets run may open what no rule is about.
func TestOpensByCommands(t *testing.T) {
	t.Parallel()
	rules := []config.Rule{
		{ID: "cat", Match: []string{"cat", "**"}, Action: config.Allow},
		{ID: "head", Match: []string{"head", "**"}, Paths: []string{"/srv/**"}, Access: config.AccessRead, Action: config.Allow},
		{ID: "out", Paths: []string{"/out/**"}, Action: config.Allow},
		{ID: "tac", Match: []string{"tac", "**"}, Action: config.Ask},
		{ID: "secret", Paths: []string{"/srv/secret"}, Action: config.Deny},
		{ID: "rm", Match: []string{"rm", "**"}, Paths: []string{"/etc/**"}, Action: config.Deny},
	}
	for _, c := range []struct {
		fallback  config.Action
		argv      string
		name      string
		direction bashast.Direction
		want      config.Action
	}{
		{config.Deny, "", "/x", bashast.Read, config.Deny},
		{config.Deny, "", "/out/x", bashast.Write, config.Allow},
		{config.Deny, "cat /x", "/x", bashast.Read, config.Allow},
		{config.Deny, "cat /srv/secret", "/srv/secret", bashast.Read, config.Deny},
		{config.Deny, "head /srv/link", "/srv/x", bashast.Read, config.Allow},
		{config.Deny, "head /srv/link", "/etc/shadow", bashast.Read, config.Deny},
		{config.Deny, "head /srv/link", "/out/x", bashast.Write, config.Allow},
		{config.Deny, "tac /x", "/x", bashast.Read, config.Allow},
		{config.Ask, "id", "/x", bashast.Read, config.Allow}, // a person has said yes to id
		{config.Ask, "head /srv/link", "/etc/shadow", bashast.Read, config.Ask},
		{config.Allow, "", "/x", bashast.Write, config.Allow},
		{config.Allow, "rm /tmp/link/x", "/etc/x", bashast.Write, config.Deny},
		{config.Allow, "touch /tmp/link/x", "/etc/x", bashast.Write, config.Allow},
		{config.Allow, "", "/dev/null", bashast.Write, config.Allow},
	} {
		cfg := &config.Config{Policy: config.Policy{Mode: config.PolicyEnforce, Default: c.fallback, Rules: rules}}
		o := Opened{Path: c.name, Direction: c.direction, Argv: strings.Fields(c.argv)}
		if v := DecideOpen(cfg, o, Context{Dir: "/"}); v.Action != c.want {
			t.Errorf("default %s, %q opens %s (%d): %s by %q, want %s", c.fallback, c.argv, c.name, c.direction, v.Action, v.Rule, c.want)
		}
	}
	cfg := &config.Config{Policy: config.Policy{Mode: config.PolicyEnforce, Default: config.Deny}}
	if v := DecideOpen(cfg, Opened{Path: "/", Direction: bashast.Read, Listing: true}, Context{}); v.Action != config.Allow {
		t.Error("a pattern of names needs a rule")
	}
	cfg.Policy.Default = config.Allow
	if JudgesFiles(cfg) {
		t.Error("nothing to judge files by")
	}
	if cfg.Policy.Rules = rules; !JudgesFiles(cfg) {
		t.Error("rules with paths judge nothing")
	}
}
