package config

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

const assignments = `profile = "plain"
[profiles.plain]
[profiles.tight]
base = "restricted"
[profiles.tight.policy]
default = "deny"
[profiles.open]
base = "observe"
[users.alice]
profile = "open"
[users."odd.name"]
profile = "observe"
[groups.staff]
profile = "open"
[groups.guests]
profile = "tight"
[groups."domain users"]
profile = "workspace"
`

func TestChoose(t *testing.T) {
	t.Parallel()
	user := func(name string, groups ...string) Identity {
		return Identity{UID: os.Getuid(), User: name, Groups: groups}
	}
	tests := []struct {
		name    string
		id      Identity
		asked   string
		profile string
		line    string // origin
		msg     string
	}{
		{"user before groups", user("alice", "guests"), "", "open", ":10", ""},
		{"odd name", user("odd.name"), "", "observe", ":12", ""},
		{"group", user("bob", "staff", "wheel"), "", "open", ":14", ""},
		{"strictest group", user("bob", "staff", "domain users", "guests"), "", "tight", ":16", ""},
		{"strictest group in another order", user("bob", "guests", "domain users", "staff"), "", "tight", ":16", ""},
		{"sandbox is stricter than none", user("bob", "staff", "domain users"), "", "workspace", ":18", ""},
		{"top level", user("bob", "wheel"), "", "plain", ":1", ""},
		{"asked for", user("bob"), "observe", "observe", "--profile", ""},
		{"asked for what is assigned", user("alice"), "open", "open", ":10", ""},
		{"asked against a user's entry", user("alice"), "observe", "", "", `users.alice.profile at FILE:10 assigns profile "open"`},
		{"asked against a group's entry", user("bob", "guests"), "observe", "", "", "groups.guests.profile at FILE:16"},
		{"asked for nonsense", user("bob"), "x", "", "", "one of the profiles workspace, restricted, observe, open, plain, tight"},
		{"user without a name", user(""), "", "", "", "has no name in the user database"},
		{"group without a name", Identity{UID: os.Getuid(), User: "bob", UnknownGroups: []int{4711}}, "", "", "", "group 4711 of user"},
		{"user's entry needs no groups", Identity{UID: os.Getuid(), User: "alice", UnknownGroups: []int{4711}}, "", "open", ":10", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := writeFile(t, assignments)
			e, err := Load(Options{SystemPath: path, Identity: tt.id, Profile: tt.asked})
			if tt.msg != "" {
				if want := strings.ReplaceAll(tt.msg, "FILE", path); !strings.Contains(asError(t, err).Error(), want) {
					t.Errorf("got %v, expected %q", err, want)
				}
				return
			}
			must(t, err)
			source := strings.TrimPrefix(e.Source()["profile"], path)
			if e.Config.Profile != tt.profile || source != tt.line {
				t.Errorf("got %s from %s, expected %s from %s", e.Config.Profile, source, tt.profile, tt.line)
			}
		})
	}
}

// Without [users] and [groups] nobody needs a name.
func TestNamelessIdentity(t *testing.T) {
	t.Parallel()
	id := Identity{UID: os.Getuid(), UnknownGroups: []int{7}}
	if _, err := Load(Options{SystemPath: writeFile(t, "profile = \"observe\""), Identity: id}); err != nil {
		t.Error(err)
	}
}

func TestBase(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, asked string
		login             bool
		base              string
	}{
		{"workspace by default", "", "", false, ProfileWorkspace},
		{"restricted for login shells", "", "", true, ProfileRestricted},
		{"the top level's", "profile = \"observe\"\n[profiles.x]", "x", false, ProfileObserve},
		{"its own", "profile = \"observe\"\n[profiles.x]\nbase = \"restricted\"", "x", false, ProfileRestricted},
		{"none at all", "[profiles.x]", "x", false, ProfileWorkspace},
		{"none at all, chosen at the top", "profile = \"x\"\n[profiles.x]", "", false, ProfileWorkspace},
		{"none at all in a login shell", "profile = \"x\"\n[profiles.x]", "", true, ProfileRestricted},
		{"workspace in a login shell", "profile = \"workspace\"", "", true, ProfileWorkspace},
		{"an overridden built-in", "[profiles.restricted.audit]\nsink = \"stderr\"", "restricted", false, ProfileRestricted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc, err := decode("f", []byte(tt.text))
			must(t, err)
			e, err := resolve(doc, Options{Login: tt.login, Profile: tt.asked, Identity: me()})
			must(t, err)
			if e.Config.Base != tt.base {
				t.Errorf("starts from %s, expected %s", e.Config.Base, tt.base)
			}
			if strict := tt.login || tt.base == ProfileRestricted; e.Config.Strict() != strict || e.Config.Login != tt.login {
				t.Errorf("strict %v, login %v", e.Config.Strict(), e.Config.Login)
			}
		})
	}
}

func TestPrecedence(t *testing.T) {
	t.Parallel()
	const text = `profile = "restricted"
[landlock]
min_abi = 4
read = ["/usr", "/etc"]
write = ["$START"]
[tools.run]
timeout = "5s"
[[policy.rules]]
match = ["top"]
action = "deny"
[env]
deny = ["TOP"]
import = ["SHARED", "OTHER"]
set = { A = "top", B = "top" }
[audit]
sink = "file"
file = "/var/log/a"
[profiles.restricted.landlock]
read = ["/opt"]
[profiles.restricted.env]
deny = ["SHARED"]
set = { B = "own" }
[profiles.restricted.audit]
sink = "stderr"
[[profiles.restricted.policy.rules]]
match = ["own"]
action = "allow"
`
	e := loaded(t, text, Options{})
	c, file := e.Config, e.Config.File
	if n := len(restrictedCommands); len(c.Policy.Rules) != n+2 || c.Policy.Rules[n].ID != "policy.rules[0]" || c.Policy.Rules[n+1].ID != "profiles.restricted.policy.rules[0]" {
		t.Errorf("rules do not add up: %v", c.Policy.Rules)
	}
	checks := []struct {
		key       string
		got, want any
		source    string
	}{
		{"landlock.read", c.Landlock.Read, []string{"/opt"}, file + ":19"},
		{"landlock.write", c.Landlock.Write, []string{"$START"}, file + ":5"},
		{"landlock.min_abi", c.Landlock.MinABI, 4, file + ":3"},
		{"landlock.signal_scope", c.Landlock.SignalScope, true, "profile restricted (built in)"},
		{"landlock.best_effort", c.Landlock.BestEffort, false, "default"},
		{"tools.run.timeout", c.Run.Timeout.Seconds(), 5.0, file + ":7"},
		{"env.set.PATH", c.Env.Set["PATH"], restrictedPath, "profile restricted (built in)"},
		{"env.set.A", c.Env.Set["A"], "top", file + ":14"},
		{"env.set.B", c.Env.Set["B"], "own", file + ":22"},
		{"env.deny", c.Env.Deny, []string{"SHARED"}, file + ":21"},
		{"env.import", c.Env.Import, []string{"OTHER"}, file + ":13"},
		{"audit.sink", c.Audit.Sink, SinkStderr, file + ":24"},
		{"policy.rules[0]", c.Policy.Rules[0].ID, "builtin.restricted.policy.rules[0]", "profile restricted (built in)"},
		{"policy.rules[44]", c.Policy.Rules[44].Match, []string{"top"}, file + ":8"},
		{"policy.rules[45]", c.Policy.Rules[45].Match, []string{"own"}, file + ":25"},
	}
	for _, tt := range checks {
		if !reflect.DeepEqual(tt.got, tt.want) || e.Source()[tt.key] != tt.source {
			t.Errorf("%s: got %v from %s, expected %v from %s", tt.key, tt.got, e.Source()[tt.key], tt.want, tt.source)
		}
	}
	if c.Audit.File != "" {
		t.Errorf("the file of another sink stayed: %s", c.Audit.File)
	}
}

func TestStrictness(t *testing.T) {
	t.Parallel()
	// From the least to the most restrictive; each but the first changes what
	// weighs more than all before it together.
	changes := []func(*Config){
		func(c *Config) { *c = observe(); c.Run.BashASTMode = ModeOff },
		func(c *Config) { c.Audit.Required = true },
		func(c *Config) { c.Run.Confirm.Kind = ConfirmAsk },
		func(c *Config) { c.Run.DenyPatterns = []string{"x"} },
		func(c *Config) { c.Policy.Rules = []Rule{{Action: Ask}} },
		func(c *Config) { c.Landlock.SignalScope = true },
		func(c *Config) { c.Landlock.BindTCP = Ports{List: []uint16{1}} },
		func(c *Config) { c.Landlock.ConnectTCP = Ports{List: []uint16{1, 2}} },
		func(c *Config) { c.Landlock.ConnectTCP.List = nil },
		func(c *Config) { c.Landlock.Read = nil },
		func(c *Config) { c.Landlock.Execute = nil },
		func(c *Config) { c.Sudo.Allow = true; c.Landlock.DenyShells = true },
		func(c *Config) { c.Sudo.Allow = false },
		func(c *Config) { c.Landlock.WriteExecute = false },
		func(c *Config) { c.Policy.Default = Ask },
		func(c *Config) { c.Policy.Default = Deny },
		func(c *Config) { c.Run.BashASTMode = ModeAudit },
		func(c *Config) { c.Run.BashASTMode = ModeEnforce },
		func(c *Config) { c.Policy.Mode = PolicyEnforce },
		func(c *Config) { c.Base = ProfileRestricted },
		func(c *Config) { c.Landlock.Enabled = true },
	}
	var previous, current Config
	for i, change := range changes {
		change(&current)
		if i > 0 && (compareStrictness(previous, current) >= 0 || compareStrictness(current, previous) <= 0) {
			t.Errorf("change %d does not restrict", i)
		}
		previous = current
	}
	order := []Config{observe(), workspace(), restricted()}
	for i := range order {
		for j := range order {
			if got := compareStrictness(order[i], order[j]); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%s against %s: %d", order[i].Profile, order[j].Profile, got)
			}
		}
	}
}

// A profile of equal strictness is chosen by name, not by the order in which
// a database lists groups.
func TestTiedGroups(t *testing.T) {
	t.Parallel()
	const text = "[profiles.b]\n[profiles.a]\n[groups.x]\nprofile = \"b\"\n[groups.y]\nprofile = \"a\""
	for _, groups := range [][]string{{"x", "y"}, {"y", "x"}} {
		if e := loaded(t, text, Options{Identity: me(groups...)}); e.Config.Profile != "a" {
			t.Errorf("%v: %s", groups, e.Config.Profile)
		}
	}
}

func TestBuiltin(t *testing.T) {
	t.Parallel()
	for _, name := range []string{ProfileWorkspace, ProfileRestricted, ProfileObserve} {
		c, ok := Builtin(name)
		if !ok || c.Profile != name || c.Base != name {
			t.Errorf("%s: %v %v", name, c.Profile, ok)
		}
		// A change to one copy is no change to the next.
		c.Env.Set["X"], c.Landlock.Write[0] = "1", "/"
		if again, _ := Builtin(name); again.Env.Set["X"] != "" || again.Landlock.Write[0] != VarStart {
			t.Errorf("%s is shared", name)
		}
	}
	if _, ok := Builtin("x"); ok {
		t.Error("x is built in")
	}
	var zero uint64
	l := Limits{CPU: &zero}.ForRun()
	if *l.CPU != 0 || *l.Processes != 4096 || *l.Core != 0 || l.AddressSpace != nil || l.OpenFiles != nil {
		t.Errorf("limits of run: %+v", l)
	}
}

// What was changed after it was read says who changed it.
func TestAttribute(t *testing.T) {
	t.Parallel()
	e, err := Load(Options{SystemPath: writeFile(t, "engine = \"bash\"\n")})
	if err != nil {
		t.Fatal(err)
	}
	before := e.Source()
	e.Config.Engine = EngineInterp
	e.Attribute("engine", "--engine")
	if after := e.Source(); !strings.HasSuffix(before["engine"], ":1") || after["engine"] != "--engine" || after["landlock.enabled"] != "default" {
		t.Errorf("before %q, after %q, %q", before["engine"], after["engine"], after["landlock.enabled"])
	}
}
