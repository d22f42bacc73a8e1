package policy

import (
	"testing"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

func denyingConfig() *config.Config {
	cfg := &config.Config{}
	cfg.Run.Shell, cfg.Run.BashASTMode = "/bin/bash", config.ModeEnforce
	cfg.Policy = config.Policy{Mode: config.PolicyEnforce, Default: config.Allow, Unparsed: config.Deny, Rules: []config.Rule{
		{ID: "no-rm", Match: []string{"rm", "**"}, Action: config.Deny, Reason: "no removing"},
		{ID: "no-etc", Paths: []string{"/etc/**"}, Access: config.AccessWrite, Action: config.Deny, Reason: "not there"},
		{ID: "no-preload", Assign: []string{"LD_*"}, Action: config.Deny, Reason: "no preloading"},
	}}
	return cfg
}

func TestCommandsAreJudgedAsTheyRun(t *testing.T) {
	t.Parallel()
	cfg := denyingConfig()
	for _, c := range []struct {
		argv, assigned []string
		rule           string
	}{
		{[]string{"ls", "-l"}, nil, ""},
		{[]string{"rm", "-rf", "/"}, nil, "no-rm"},
		{[]string{"/bin/rm", "x"}, nil, "no-rm"},
		{[]string{"env", "-i", "rm", "x"}, nil, "no-rm"},
		{[]string{"bash", "-c", "true; rm x"}, nil, "no-rm"},
		{[]string{"ls"}, []string{"LD_PRELOAD=x"}, "no-preload"},
		{nil, []string{"LD_AUDIT=x"}, "no-preload"},
		{[]string{"echo", "rm -rf /", "$(rm x)", ";", "a b"}, nil, ""},
		{[]string{""}, nil, ""},
	} {
		v := DecideRun(cfg, GatherArgv(cfg, c.argv, c.assigned, Context{Dir: "/w"}))
		if denied := v.Action == config.Deny; denied != (c.rule != "") || denied && v.Rule != c.rule {
			t.Errorf("%q %q: %s by %q, wanted %q", c.assigned, c.argv, v.Action, v.Rule, c.rule)
		}
	}
}

func TestOpensAreJudgedAsRedirections(t *testing.T) {
	t.Parallel()
	cfg := denyingConfig()
	for _, c := range []struct {
		name      string
		direction bashast.Direction
		denied    bool
	}{
		{"/etc/passwd", bashast.Read, false},
		{"/etc/passwd", bashast.Write, true},
		{"/etc/passwd", bashast.Append, true},
		{"/etc/passwd", bashast.ReadWrite, true},
		{"/tmp/x", bashast.Write, false},
	} {
		v := DecideOpen(cfg, Opened{Path: c.name, Direction: c.direction}, Context{Dir: "/w"})
		if (v.Action == config.Deny) != c.denied {
			t.Errorf("%s (%d): %s by %q", c.name, c.direction, v.Action, v.Rule)
		}
	}
}

// TestTextsAreNotJudgedByRules shows that what the gate can not read is left to
// the moment it runs, while the gate itself and the deny patterns still bind.
func TestTextsAreNotJudgedByRules(t *testing.T) {
	t.Parallel()
	cfg := denyingConfig()
	cfg.Run.BashASTMode, cfg.Run.DenyPatterns = config.ModeOff, []string{"shutdown"}
	for text, want := range map[string]config.Action{
		"$(echo rm) x": config.Allow, "rm x": config.Allow, "shutdown now": config.Deny,
	} {
		if v := DecideText(cfg, Gather(cfg, text, Context{})); v.Action != want {
			t.Errorf("%s: %s by %q", text, v.Action, v.Rule)
		}
	}
	cfg.Run.BashASTMode = config.ModeEnforce
	if v := DecideText(cfg, Gather(cfg, "$(echo rm) x", Context{})); v.Action != config.Deny || v.Code != CodeGate {
		t.Errorf("enforce: %s by %q", v.Action, v.Rule)
	}
}
