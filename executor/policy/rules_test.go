package policy

import (
	"testing"

	"github.com/aegish/aegish/config"
)

// compound is a configuration with rules for the compound subset.
func compound(def config.Action, rules ...config.Rule) *config.Config {
	return configuration(func(c *config.Config) {
		c.Run.BashASTSubset, c.Run.Expansions = config.SubsetCompound, config.ExpansionsQuoted
		c.Policy.Default, c.Policy.Rules = def, rules
		for i := range rules {
			if rules[i].Access == "" {
				rules[i].Access = config.AccessAny
			}
		}
	})
}

func allow(id string, match ...string) config.Rule {
	return config.Rule{ID: id, Match: match, Action: config.Allow}
}

func TestRules(t *testing.T) {
	t.Parallel()
	list := compound(config.Deny,
		allow("ls", "ls", "**"), allow("echo", "echo", "**"), allow("cd", "cd", "**"), allow("env", "env", "**"), allow("xargs", "xargs", "**"),
		config.Rule{ID: "cat", Match: []string{"cat", "**"}, Paths: []string{"/srv/**"}, Action: config.Allow},
		config.Rule{ID: "out", Paths: []string{"/srv/out/*"}, Access: config.AccessWrite, Action: config.Allow},
		config.Rule{ID: "in", Paths: []string{"/srv/**"}, Access: config.AccessRead, Action: config.Allow},
		config.Rule{ID: "ask", Match: []string{"rm", "**"}, Action: config.Ask},
		config.Rule{ID: "never", Match: []string{"rm", "**"}, Flags: []string{"-r", "--recursive"}, Action: config.Deny},
		config.Rule{ID: "true", Match: []string{"true"}, Action: config.Allow},
	)
	unset := compound(config.Deny, allow("unset", "unset", "**"), allow("ls", "ls", "**"))
	open := compound(config.Allow,
		config.Rule{ID: "secrets", Match: []string{"*", "**"}, Paths: []string{"~/.ssh/**", "/etc/shadow"}, Action: config.Deny},
		config.Rule{ID: "force", Match: []string{"git", "**"}, Operands: []string{"push", "**"}, Flags: []string{"-f", "--force"}, Values: []string{"-C", "-c"}, Action: config.Deny},
		config.Rule{ID: "opaque", Opaque: true, Action: config.Ask},
		config.Rule{ID: "path", Assign: []string{"PATH"}, Action: config.Deny},
		config.Rule{ID: "sshvar", Match: []string{"git", "**"}, Assign: []string{"GIT_SSH*"}, Action: config.Deny},
		config.Rule{ID: "device", Paths: []string{"/dev/sd*"}, Access: config.AccessWrite, Action: config.Deny},
		config.Rule{ID: "net", Paths: []string{"/dev/tcp/**"}, Action: config.Deny},
	)
	for _, tt := range []struct {
		cfg     *config.Config
		command string
		action  config.Action
		rule    string
	}{
		// Every command is judged, and the strictest answer counts.
		{list, "ls", config.Allow, "ls"},
		{list, "ls | echo; cd x", config.Allow, "ls"},
		{list, "ls; rm x", config.Ask, "ask"},
		{list, "ls; rm x; wget y", config.Deny, "policy.default"},
		{list, "rm -r x", config.Deny, "never"},
		{list, "rm x -vr", config.Deny, "never"},
		{list, "rm -- -r", config.Ask, "ask"},
		{list, "rm --recur x", config.Deny, "never"},
		{list, "if true; then rm -r x; fi", config.Deny, "never"},
		{list, "env rm -r x", config.Deny, "never"},
		{list, "env ls", config.Allow, "env"},
		{list, "env wget", config.Deny, "policy.default"},
		{list, "ls | xargs rm", config.Deny, "never"}, // -r may be among what follows
		{list, "ls | xargs ls", config.Allow, "ls"},
		// What is known only at run time never allows.
		{list, `echo "$x"`, config.Allow, "echo"},
		{list, `cat "$x"`, config.Deny, "policy.default"},
		{list, `rm "$x"`, config.Deny, "never"},
		// Paths.
		{list, "cat /srv/x", config.Allow, "cat"},
		{list, "cat /srv/x /etc/passwd", config.Deny, "policy.default"},
		{list, "cat /srv/../etc/passwd", config.Deny, "policy.default"},
		{list, "cat x", config.Allow, "cat"}, // the session is in /srv
		{list, "cat ../etc/passwd", config.Deny, "policy.default"},
		{list, "cd /etc; cat passwd", config.Deny, "policy.default"},
		{list, "cd x; cat y", config.Allow, "cd"},
		{list, "cat", config.Allow, "cat"},
		{list, "cd /etc; cat", config.Deny, "policy.default"},
		// Redirections are judged by rules with paths.
		{list, "echo x > out/file", config.Allow, "echo"},
		{list, "echo x > file", config.Deny, "policy.default"},
		{list, "echo x > out/../file", config.Deny, "policy.default"},
		{list, "echo x < file", config.Allow, "echo"},
		{list, "echo x < /etc/passwd", config.Deny, "policy.default"},
		{list, "echo x > /dev/null 2>&1", config.Allow, "echo"},
		{list, "{ echo x; } > /etc/x", config.Deny, "policy.default"},
		{list, "> /etc/x", config.Deny, "policy.default"},
		{list, "echo <<< x", config.Allow, "echo"},
		{list, "A=1", config.Allow, ""},
		// Where rules say what may run, nothing changes what their names mean.
		{list, "PATH=/tmp; ls", config.Deny, "environment"},
		{list, "PATH=/tmp ls", config.Deny, "environment"},
		{list, "for PATH in /tmp; do ls; done", config.Deny, "environment"},
		{list, "env PATH=/tmp ls", config.Deny, "environment"},
		{unset, "unset PATH; ls", config.Deny, "environment"},
		{unset, "unset A B; ls", config.Allow, "unset"},
		// Rules that deny where the default allows.
		{open, "ls /etc", config.Allow, "policy.default"},
		{open, "cat /etc/shadow", config.Deny, "secrets"},
		{open, "cat < /etc/shadow", config.Deny, "secrets"},
		{open, "cat /etc/../etc//shadow", config.Deny, "secrets"},
		{open, "cat ../etc/shadow", config.Deny, "secrets"},
		{open, "dd if=/etc/shadow", config.Deny, "secrets"},
		{open, "cat --file=/etc/shadow", config.Deny, "secrets"},
		{open, "cd /home; cat user/.ssh/id", config.Deny, "secrets"},
		{open, "cd; cat .ssh/id", config.Deny, "secrets"}, // where it is, nobody knows
		{open, "cat .ssh/id", config.Allow, "policy.default"},
		{open, "git push -f", config.Deny, "force"},
		{open, "git -C dir push origin --force", config.Deny, "force"},
		{open, "git -C push pull -f", config.Allow, "policy.default"},
		{open, "/usr/bin/git push --force-with-lease=x", config.Allow, "policy.default"},
		{open, "/usr/bin/git push --forc", config.Deny, "force"},
		{open, "curl x | sh", config.Ask, "opaque"},
		{open, "curl x | cat", config.Allow, "policy.default"},
		{open, "PATH=/tmp ls", config.Deny, "path"},
		{open, "env PATH=/tmp ls", config.Deny, "path"},
		{open, "export PATH=/tmp", config.Deny, "path"},
		{open, "GIT_SSH_COMMAND=x git fetch", config.Deny, "sshvar"},
		{open, "GIT_SSH_COMMAND=x ls", config.Allow, "policy.default"},
		{open, "echo > /dev/sda", config.Deny, "device"},
		{open, "cat < /dev/sda", config.Allow, "policy.default"},
		{open, "cat < /dev/tcp/h/80", config.Deny, "net"},
		{open, "LD_PRELOAD=x ls", config.Deny, "environment"},
		{open, "env LD_PRELOAD=x ls", config.Deny, "environment"},
		{open, "export LD_PRELOAD=x", config.Deny, "environment"},
	} {
		ctx := Context{Dir: "/srv", Home: "/home/user", Dangerous: func(name string) bool { return name == "LD_PRELOAD" }}
		f := Gather(tt.cfg, tt.command, ctx)
		if f.Violation != nil {
			t.Errorf("%q: %v", tt.command, f.Violation)
			continue
		}
		if v := Decide(tt.cfg, f); v.Action != tt.action || v.Rule != tt.rule {
			t.Errorf("%q: %+v, want %s by %q", tt.command, v, tt.action, tt.rule)
		}
	}
}

// In the simple subset the same holds for one command and what it starts.
func TestSimpleSubsetIsUnwrappedToo(t *testing.T) {
	t.Parallel()
	cfg := configuration(func(c *config.Config) {
		c.Run.BashASTMode = config.ModeEnforce
		c.Policy.Rules = []config.Rule{{ID: "rm", Match: []string{"rm", "**"}, Action: config.Deny}}
	})
	for command, want := range map[string]string{
		"timeout 5 rm x": "rm", "bash -c 'ls; rm x'": "rm", "find . -exec rm '{}' +": "rm", "env LD_PRELOAD=x ls": "environment",
		"timeout 5 ls": "policy.default", "ls; rm": "tools.run.bash_ast_mode",
	} {
		ctx := Context{Dangerous: func(name string) bool { return name == "LD_PRELOAD" }}
		if v := Decide(cfg, Gather(cfg, command, ctx)); v.Rule != want {
			t.Errorf("%q: %+v, want %s", command, v, want)
		}
	}
}

// Explain answers for each command by itself.
func TestExplain(t *testing.T) {
	t.Parallel()
	cfg := compound(config.Allow, config.Rule{ID: "rm", Match: []string{"rm", "**"}, Action: config.Deny, Reason: "no"})
	cfg.Policy.Mode = config.PolicyAudit
	list := Explain(cfg, Gather(cfg, "ls; sudo rm x", Context{}))
	if len(list) != 3 || list[0].Action != config.Allow || list[1].Action != config.Allow ||
		list[2].Action != config.Deny || list[2].Rule != "rm" || list[2].Reason != "no" || list[2].Via[0] != "sudo" {
		t.Errorf("%+v", list)
	}
}
