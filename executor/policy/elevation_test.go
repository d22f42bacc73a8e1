package policy

import (
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
)

// elevating is a policy that lets sudo out of the sandbox, and what a session
// behind no_new_privs knows.
func elevating(change func(*config.Config)) (*config.Config, Context) {
	return configuration(func(c *config.Config) {
			c.Sudo.Allow = true
			if change != nil {
				change(c)
			}
		}), Context{NoNewPrivs: true, Dir: "/d",
			Dangerous: func(name string) bool { return strings.HasPrefix(name, "LD_") || name == "BASH_ENV" }}
}

func TestElevationOptions(t *testing.T) {
	t.Parallel()
	cfg, ctx := elevating(nil)
	for command, want := range map[string]string{ // PROGRAM USER:GROUP ARGUMENTS, ENV
		"sudo ls":                                "sudo root: ls",
		"  sudo ls -l /root \n":                  "sudo root: ls -l /root",
		"sudo ls ;":                              "sudo root: ls",
		"command sudo ls":                        "sudo root: ls",
		"command -p -- sudo ls":                  "sudo root: ls",
		"/usr/bin/sudo ls":                       "/usr/bin/sudo root: ls",
		`\sudo ls`:                               "sudo root: ls",
		`s'u'"do" ls`:                            "sudo root: ls",
		"$'sudo' ls":                             "sudo root: ls",
		"A=1 sudo ls":                            "A=1 sudo root: ls",
		"A='x y' B= sudo ls":                     "A=x y,B= sudo root: ls",
		"sudo -u bob ls":                         "sudo bob: -u bob ls",
		"sudo -ubob ls":                          "sudo bob: -ubob ls",
		"sudo -nHu bob ls":                       "sudo bob: -nHu bob ls",
		"sudo -u '#1000' ls":                     "sudo #1000: -u #1000 ls",
		"sudo --user=bob --group adm ls":         "sudo bob:adm --user=bob --group adm ls",
		"sudo -g adm ls":                         "sudo :adm -g adm ls",
		"sudo -k -n -- ls -u":                    "sudo root: -k -n -- ls -u",
		"sudo --non-interactive --set-home ls":   "sudo root: --non-interactive --set-home ls",
		"sudo A=1 B=2 ls":                        "sudo root: A=1 B=2 ls",
		"sudo /bin/a=b":                          "sudo root: /bin/a=b",
		"sudo ls 'a b' ''":                       "sudo root: ls a b ",
		"sudo -u a -u b ls":                      "sudo b: -u a -u b ls",
		"doas ls":                                "doas root: ls",
		"doas -n -u bob -- ls":                   "doas bob: -n -u bob -- ls",
		"sudo env A=1 ls":                        "sudo root: env A=1 ls",
		"sudo find /x -exec rm '{}' +":           "sudo root: find /x -exec rm {} +",
		"sudo timeout 5 systemctl restart nginx": "sudo root: timeout 5 systemctl restart nginx",
	} {
		v := Decide(cfg, Gather(cfg, command, ctx))
		if v.Elevated == nil || v.Action != config.Allow {
			t.Errorf("%q: %+v", command, v)
			continue
		}
		e := v.Elevated
		got := e.Program + " " + e.User + ":" + e.Group + " " + strings.Join(e.Args, " ")
		if e.Path != "" {
			got = e.Path + strings.TrimPrefix(got, e.Program)
		}
		if len(e.Env) > 0 {
			got = strings.Join(e.Env, ",") + " " + got
		}
		if got != want {
			t.Errorf("%q: %q, expected %q", command, got, want)
		}
	}
}

func TestElevationRefused(t *testing.T) {
	t.Parallel()
	cfg, ctx := elevating(nil)
	const options, none, single, itself = "is not among the options", "is none", "only one literal command", "has to be the command itself"
	for command, why := range map[string]string{
		// Options that start something else, or that nobody here understands.
		"sudo -s": options, "sudo -i": options, "sudo -i ls": options, "sudo -s ls": options, "sudo -ns ls": options, "sudo -e /etc/x": options,
		"sudo -b ls": options, "sudo -E ls": options, "sudo -A ls": options, "sudo -S ls": options, "sudo -D /x ls": options, "sudo -R / ls": options,
		"sudo -C 9 ls": options, "sudo -p x ls": options, "sudo -h host ls": options, "sudo -l": options, "sudo -v": options, "sudo -K": options,
		"sudo --login": options, "sudo --shell": options, "sudo --us=bob ls": options, "sudo --user": options, "sudo -u": options, "sudo -n -u": options,
		"sudo --preserve-env=LD_PRELOAD ls": options, "sudo --non-interactive=1 ls": options, "sudo - ls": options, "sudo -u '' ls": options,
		"sudo -u -n ls": options, "sudo --": "followed by a command", "sudo": "followed by a command", "sudo -n": "followed by a command", "sudo A=1": "followed by a command",
		"doas -s": options, "doas -L": options, "doas -C /x ls": options, "doas -g adm ls": options, "doas": "followed by a command",
		"sudo -- -x": none, "sudo -- A=1 ls": none, "sudo A=1 -n ls": none, "sudo A=1 -- ls": none, "sudo ''": none, "doas A=1 ls": none,
		// Variables.
		"sudo LD_PRELOAD=/x ls": "LD_PRELOAD is a variable", "LD_PRELOAD=/x sudo ls": "LD_PRELOAD is a variable", "sudo PATH=/x ls": "PATH is a variable",
		"A=1 PATH=/x sudo ls": "PATH is a variable", "sudo A=1 BASH_ENV=/x ls": "BASH_ENV is a variable",
		// More than one literal command.
		"sudo ls; id": single, "sudo a > /root/f": single, "sudo ls | tee x": single, "ls | sudo tee x": single, "sudo ls && id": single, "true && sudo ls": single,
		"sudo ls &": single, "sudo ls\nid": single, "(sudo ls)": single, "{ sudo ls; }": single, "! sudo ls": single, "time sudo ls": single,
		"if true; then sudo ls; fi": single, "sudo ls;;": single, "A=1 sudo ls # x": single, "A=1 sudo ls > x": single,
		"sudo ls *": single, "sudo ls ~": single, "sudo ls $HOME": single, `sudo "$x"`: single, "sudo $(x)": single, "sudo ls {a,b}": single,
		"A=$B sudo ls": single, "A+=1 sudo ls": single, "sudo cat <<x\ny\nx": single, "sudo cat < /etc/shadow": single, "sudo ls #x": single,
		// Started by something else.
		"env sudo ls": itself, "bash -c 'sudo ls'": itself, "nohup sudo ls": itself, "exec sudo ls": itself, "builtin sudo ls": itself, "xargs sudo rm": itself,
		"find . -exec sudo rm x ';'": itself, "A=1 env sudo ls": itself, "eval sudo ls": itself,
		// Programs that are never followed.
		"su": "stays refused", "su - bob -c ls": "stays refused", "pkexec ls": "stays refused", "sudoedit /etc/x": "stays refused", "/usr/bin/pkexec --user bob ls": "stays refused",
		// Shells, editors and what is not followed, behind it.
		"sudo sh": "it gives a shell", "sudo bash -c 'ls'": "it gives a shell", "sudo sh /x": "it gives a shell", "sudo env sh -c id": "it gives a shell",
		"sudo vim /etc/hosts": "it gives a shell", "sudo vim.tiny x": "it gives a shell", "sudo less x": "it gives a shell", "sudo python3.11 -c 1": "it gives a shell",
		"sudo -u bob /usr/bin/perl -e 1": "it gives a shell", "sudo awk x": "it gives a shell", "sudo nice -n 5 nano x": "it gives a shell", "sudo VISUDO": "it gives a shell",
		"sudo find / -exec sh -c id ';'": "it gives a shell", "sudo xargs sh -c": "it gives a shell", "sudo busybox sh": "it gives a shell",
		"sudo env -S 'sh -c id'": "its options make it start a shell", "sudo script x": "it gives a shell", "sudo systemd-run id": "not followed", "sudo strace ls": "not followed",
		"sudo chroot /x": "a shell", "sudo sudo ls": "one elevation is all", "sudo doas ls": "one elevation is all", "sudo env sudo ls": "one elevation is all",
	} {
		v := Decide(cfg, Gather(cfg, command, ctx))
		if v.Action != config.Deny || v.Code != CodeElevation || v.Rule != "sudo.allow" || v.Elevated != nil || !strings.Contains(v.Reason, why) {
			t.Errorf("%q: %+v, expected %q", command, v, why)
		}
	}
}

// Where nothing is confined, and for commands that name no elevator, the key
// changes nothing.
func TestElevationElsewhere(t *testing.T) {
	t.Parallel()
	cfg, ctx := elevating(nil)
	for _, command := range []string{"ls", "echo sudo", "which sudo", "command -v sudo", "ls sudo", "sudoku", "man su"} {
		if v := Decide(cfg, Gather(cfg, command, ctx)); v.Elevated != nil || v.Action != config.Allow {
			t.Errorf("%q: %+v", command, v)
		}
	}
	for _, command := range []string{"sudo ls", "sudo -i", "ls | sudo tee x", "su"} {
		if v := Decide(cfg, Gather(cfg, command, Context{})); v.Elevated != nil || v.Action != config.Allow {
			t.Errorf("%q where it can work: %+v", command, v)
		}
	}
}

// The rules judge what is started, the elevator, and the variables.
func TestElevationRules(t *testing.T) {
	t.Parallel()
	rule := func(action config.Action, match ...string) config.Rule {
		return config.Rule{ID: "r-" + match[0] + "-" + string(action), Match: match, Action: action, Access: config.AccessAny}
	}
	deny, allow, ask := config.Deny, config.Allow, config.Ask
	closed := func(rules ...config.Rule) func(*config.Config) {
		return func(c *config.Config) { c.Policy.Default, c.Policy.Rules = config.Deny, rules }
	}
	open := func(rules ...config.Rule) func(*config.Config) {
		return func(c *config.Config) { c.Policy.Rules = rules }
	}
	for _, tt := range []struct {
		command string
		change  func(*config.Config)
		action  config.Action
		code    string
	}{
		{"sudo rm x", open(rule(deny, "rm", "**")), deny, CodePolicy},
		{"sudo env rm x", open(rule(deny, "rm", "**")), deny, CodePolicy},
		{"sudo ls", open(rule(deny, "sudo", "**")), deny, CodePolicy},
		{"/usr/bin/sudo ls", open(rule(deny, "sudo", "**")), deny, CodePolicy},
		{`\sudo ls`, open(rule(deny, "sudo", "**")), deny, CodePolicy},
		{"command sudo ls", open(rule(deny, "sudo", "**")), deny, CodePolicy},
		{"sudo ls", open(rule(ask, "ls", "**")), ask, CodePolicy},
		{"sudo ls", closed(rule(allow, "sudo", "**")), deny, CodePolicy}, // ls itself is not allowed
		{"sudo ls", closed(rule(allow, "ls", "**")), deny, CodePolicy},
		{"sudo ls", closed(rule(allow, "sudo", "**"), rule(allow, "ls", "**")), allow, ""},
		{"sudo vi x", closed(rule(allow, "sudo", "**"), rule(allow, "vi", "**")), deny, CodeElevation}, // vi alone was meant
		{"sudo vi x", closed(rule(allow, "sudo", "vi", "**"), rule(allow, "vi", "**")), allow, ""},
		{"sudo vi x", open(rule(allow, "sudo", "vi", "**")), allow, ""},
		{"sudo vi x", open(rule(allow, "sudo", "**"), rule(allow, "sudo", "vi", "x")), allow, ""}, // in any order
		{"sudo vi y", open(rule(allow, "sudo", "**"), rule(allow, "sudo", "vi", "x")), deny, CodeElevation},
		{"sudo vi x", open(rule(allow, "sudo", "vi", "**"), rule(deny, "sudo", "vi", "x")), deny, CodeElevation},
		{"sudo vi x", open(rule(allow, "sudo", "vi", "**"), rule(deny, "vi", "**")), deny, CodePolicy},
		{"sudo ed x", open(rule(allow, "sudo", "vi", "**")), deny, CodeElevation},
		{"sudo ls", func(c *config.Config) { c.Run.DenyPatterns = []string{"sudo ls"} }, deny, CodePattern},
		{"A=1 sudo ls", func(c *config.Config) { c.Run.BashASTMode = config.ModeEnforce }, deny, CodeGate},
		{"sudo ls", func(c *config.Config) { c.Run.BashASTMode = config.ModeEnforce }, allow, ""},
	} {
		cfg, ctx := elevating(tt.change)
		v := Decide(cfg, Gather(cfg, tt.command, ctx))
		if v.Action != tt.action || tt.action != allow && v.Code != tt.code || (v.Elevated == nil) != (tt.code == CodeElevation || tt.action == deny) {
			t.Errorf("%q: %+v, expected %s %s", tt.command, v, tt.action, tt.code)
		}
	}
	// What only watches lets a denial pass, and never the way out itself.
	cfg, ctx := elevating(func(c *config.Config) {
		c.Policy.Mode = config.PolicyAudit
		c.Policy.Rules = []config.Rule{rule(deny, "rm", "**")}
	})
	if v := Decide(cfg, Gather(cfg, "sudo rm x", ctx)); v.Action != allow || !v.WouldDeny || v.Elevated == nil {
		t.Errorf("watched: %+v", v)
	}
	if v := Decide(cfg, Gather(cfg, "sudo -i", ctx)); v.Action != deny || v.WouldDeny {
		t.Errorf("watched, and not to be understood: %+v", v)
	}
}

// One list says which programs they are.
func TestIsElevator(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"sudo", "/usr/bin/sudo", "./doas", "su", "pkexec", "sudoedit"} {
		if !IsElevator(program) {
			t.Error(program)
		}
	}
	for _, program := range []string{"", "sudoers", "sum", "/sudo/ls", "runuser"} {
		if IsElevator(program) {
			t.Error(program)
		}
	}
	for name := range elevators {
		_, followed := wrappers[name]
		if (elevators[name].refused == "") != followed && !slices.Contains(opaqueWrappers, name) && name != "sudoedit" {
			t.Errorf("%s is elevated and not followed", name)
		}
	}
}
