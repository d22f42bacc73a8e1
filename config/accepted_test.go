package config

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

// everything gives every key a value that differs from its default.
const everything = `
profile = "custom"
engine = "interp"
dropper = "/opt/aegish/dropper"
allow_user_config = true
[tools.run]
bash_ast_mode = "enforce"
bash_ast_subset = "compound"
expansions = "quoted"
shell = "/usr/local/bin/Bash.static"
timeout = "1m30s"
max_output_bytes = 1
deny_patterns = ["rm -rf /", "mkfs"]
background = "kill"
confirm = ["/usr/bin/ok", "--now", ""]
[policy]
mode = "audit"
default = "ask"
unparsed = "allow"
packs = ["destructive"]
[[policy.rules]]
match = ["git", "push", "**"]
action = "deny"
reason = "push goes through review"
[[policy.rules]]
id = "cp-over-etc"
match = ["cp", "**"]
operands = ["*", "**"]
flags = ["-f", "--force"]
values = ["-t", "-S"]
paths = ["/etc/**", "~/.ssh/*"]
access = "write"
action = "ask"
catches = ["cp -f x /etc/x"]
spares = ["cp x /tmp/x"]
[[policy.rules]]
commands = ["python*", "perl"]
operands = []
words = ["-*e*"]
lacks = ["-V", "--version"]
leading = true
piped = true
literal = true
action = "ask"
[[policy.rules]]
assign = ["GIT_*"]
action = "deny"
[[policy.rules]]
opaque = true
action = "deny"
[landlock]
enabled = false
min_abi = 6
best_effort = true
read = ["/usr", "$START"]
write = ["$START", "/srv/data"]
execute = ["/usr/bin"]
write_execute = false
signal_scope = true
abstract_scope = true
deny_shells = true
noexec_write = true
connect_tcp = [443, 80, 443]
bind_tcp = []
[seccomp]
filter = "strict"
allow = ["ptrace"]
[network]
mode = "ports"
unix = "off"
[sudo]
allow = true
[interp]
fs = "overlay"
root = "/srv/work"
mounts = ["/data=/srv/data", "/out=/srv/out:rw,noexec"]
allow = ["https://example.org/api/", "GET,POST http://127.0.0.1:8080 private"]
[interp.limits]
profile = "agent"
time = "90s"
commands = 1
loop_iterations = 2
call_depth = 3
subst_depth = 4
string_bytes = 1024
array_elements = 6
live_bytes = 65536
output_bytes = 8
expansion_words = 9
heredoc_bytes = 10
descriptors = 16
jobs = 12
processes = 13
pattern_steps = 1000
fs_bytes = 1048577
fs_files = 1017
[limits]
cpu = 60
file_size = 0
open_files = 1024
processes = 100
address_space = 4294967296
core = 0
[env]
import = ["SSH_AUTH_SOCK"]
deny = ["AWS_SECRET_ACCESS_KEY"]
set = { LANG = "C.UTF-8", "PATH" = "/usr/bin" }
[audit]
sink = "file"
file = "/var/log/aegish.jsonl"
required = true
command_text = true
[profiles.custom]
`

func TestEveryKey(t *testing.T) {
	t.Parallel()
	const path = "/etc/aegish/aegish.toml"
	doc, err := decode(path, []byte(everything))
	must(t, err)
	doc.byRoot = true
	e, err := resolve(doc, Options{Identity: me()})
	must(t, err)
	n := func(v uint64) *uint64 { return &v }
	pack, err := PackRules("destructive")
	must(t, err)
	want := Config{
		Profile: "custom", Base: ProfileWorkspace, Engine: EngineInterp, Dropper: "/opt/aegish/dropper", AllowUserConfig: true, File: path,
		Run: Run{
			BashASTMode: ModeEnforce, BashASTSubset: SubsetCompound, Expansions: ExpansionsQuoted, Shell: "/usr/local/bin/Bash.static", Timeout: 90 * time.Second, MaxOutputBytes: 1,
			DenyPatterns: []string{"rm -rf /", "mkfs"},
			Background:   BackgroundKill,
			Confirm:      Confirm{Kind: ConfirmProgram, Program: []string{"/usr/bin/ok", "--now", ""}},
		},
		Policy: Policy{Mode: PolicyAudit, Default: Ask, Unparsed: Allow, Packs: []string{"destructive"}, Rules: append([]Rule{
			{Match: []string{"git", "push", "**"}, Access: AccessAny, Action: Deny, Reason: "push goes through review", ID: "policy.rules[0]"},
			{Match: []string{"cp", "**"}, Operands: []string{"*", "**"}, Flags: []string{"-f", "--force"}, Values: []string{"-t", "-S"},
				Paths: []string{"/etc/**", "~/.ssh/*"}, Access: AccessWrite, Action: Ask, ID: "cp-over-etc",
				Catches: []string{"cp -f x /etc/x"}, Spares: []string{"cp x /tmp/x"}},
			{Commands: []string{"python*", "perl"}, Operands: []string{}, Words: []string{"-*e*"}, Lacks: []string{"-V", "--version"},
				Leading: true, Piped: true, Literal: true, Access: AccessAny, Action: Ask, ID: "policy.rules[2]"},
			{Assign: []string{"GIT_*"}, Access: AccessAny, Action: Deny, ID: "policy.rules[3]"},
			{Opaque: true, Access: AccessAny, Action: Deny, ID: "policy.rules[4]"}}, pack...)},
		Landlock: Landlock{
			MinABI: 6, BestEffort: true, Read: []string{"/usr", VarStart}, Write: []string{VarStart, "/srv/data"},
			Execute: []string{"/usr/bin"}, DenyShells: true, NoexecWrite: true, SignalScope: true, AbstractScope: true, ConnectTCP: Ports{List: []uint16{80, 443}}, BindTCP: Ports{List: []uint16{}},
		},
		Seccomp: Seccomp{Filter: FilterStrict, Allow: []string{"ptrace"}}, Network: Network{Mode: NetworkPorts, Unix: DoorOff},
		Sudo: Sudo{Allow: true},
		Interp: Interp{FS: FSOverlay, Root: "/srv/work",
			Mounts: []Mount{{At: "/data", Source: "/srv/data"}, {At: "/out", Source: "/srv/out", Write: true, Noexec: true}},
			Allow: []Endpoint{{Scheme: "https", Host: "example.org", Path: "/api/"},
				{Methods: []string{"GET", "POST"}, Scheme: "http", Host: "127.0.0.1:8080", Path: "/", Private: true}},
			Limits: InterpLimits{Profile: LimitsAgent, Time: 90 * time.Second, Commands: n(1), LoopIterations: n(2), CallDepth: n(3),
				SubstDepth: n(4), StringBytes: n(1024), ArrayElements: n(6), LiveBytes: n(65536), OutputBytes: n(8), ExpansionWords: n(9),
				HeredocBytes: n(10), Descriptors: n(16), Jobs: n(12), Processes: n(13), PatternSteps: n(1000), FSBytes: n(1<<20 + 1), FSFiles: n(1017)}},
		Limits: Limits{CPU: n(60), FileSize: n(0), OpenFiles: n(1024), Processes: n(100), AddressSpace: n(4 << 30), Core: n(0)},
		Env: Env{Import: []string{"SSH_AUTH_SOCK"}, Deny: []string{"AWS_SECRET_ACCESS_KEY"},
			Set: map[string]string{"LANG": "C.UTF-8", "PATH": "/usr/bin"}},
		Audit: Audit{Sink: SinkFile, File: "/var/log/aegish.jsonl", Required: true, CommandText: true},
	}
	if !reflect.DeepEqual(e.Config, want) {
		t.Errorf("got  %+v\nwant %+v", e.Config, want)
	}
	// Every one of these values has a line of the file as its origin, and
	// that line holds the key.
	lines := strings.Split(everything, "\n")
	for _, s := range e.Config.expanded() {
		if rule, ok := s.Value.(ruleView); ok && strings.HasPrefix(rule.ID, "destructive/") {
			if e.Source()[s.Key] != "pack destructive" {
				t.Errorf("%s: origin %q", s.Key, e.Source()[s.Key])
			}
			continue
		}
		var n int
		if _, err := fmt.Sscanf(strings.TrimPrefix(e.Source()[s.Key], path), ":%d", &n); err != nil || n < 1 || n > len(lines) {
			t.Errorf("%s: origin %q, expected a line of %s", s.Key, e.Source()[s.Key], path)
			continue
		}
		name := s.Key[strings.LastIndexByte(s.Key, '.')+1:]
		name, _, _ = strings.Cut(name, "[")
		if !strings.Contains(lines[n-1], name) {
			t.Errorf("%s: origin is line %d, %q", s.Key, n, lines[n-1])
		}
	}
}

func TestAccepted(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		check      func(Config) bool
	}{
		{"empty lists grant nothing", "[landlock]\nread = []\nwrite = []\nexecute = []", func(c Config) bool {
			l := c.Landlock
			return l.Read != nil && len(l.Read)+len(l.Write)+len(l.Execute) == 0
		}},
		{"any port", "[landlock]\nconnect_tcp = \"any\"", func(c Config) bool { return c.Landlock.ConnectTCP.Any }},
		{"ask", "[tools.run]\nconfirm = \"ask\"", func(c Config) bool { return c.Run.Confirm.Kind == ConfirmAsk }},
		{"dotted keys", "tools.run.shell = \"/bin/zsh\"", func(c Config) bool { return c.Run.Shell == "/bin/zsh" }},
		{"in line", "tools = { run = { shell = \"/bin/zsh\" } }", func(c Config) bool { return c.Run.Shell == "/bin/zsh" }},
		{"audit mode with dash", "[tools.run]\nshell = \"/bin/dash\"\nbash_ast_mode = \"audit\"", func(c Config) bool { return c.Run.BashASTMode == ModeAudit }},
		{"longest timeout", "[tools.run]\ntimeout = \"168h\"", func(c Config) bool { return c.Run.Timeout == 168*time.Hour }},
		{"most output", "[tools.run]\nmax_output_bytes = 1048576", func(c Config) bool { return c.Run.MaxOutputBytes == 1<<20 }},
		{"first and last port", "[landlock]\nbind_tcp = [65535, 1]", func(c Config) bool {
			return reflect.DeepEqual(c.Landlock.BindTCP.List, []uint16{1, math.MaxUint16})
		}},
		{"everything in one rule", "[[policy.rules]]\nmatch = [\"**\"]\naction = \"ask\"", func(c Config) bool { return c.Policy.Rules[0].Action == Ask }},
		{"rest as part of a word", "[[policy.rules]]\nmatch = [\"a**\", \"b\"]\naction = \"ask\"", func(c Config) bool { return len(c.Policy.Rules) == 1 }},
		{"devices are never executed", "[landlock]\nwrite = [\"$DEV\"]\nwrite_execute = false", func(c Config) bool { return !c.Landlock.WriteExecute }},
		{"disjoint", "[landlock]\nwrite = [\"$START\", \"/srv\"]\nexecute = [\"/usr\", \"/srvx\"]\nwrite_execute = false", func(c Config) bool { return !c.Landlock.WriteExecute }},
		{"CRLF", "profile = \"observe\"\r\n[audit]\r\nsink = \"none\"\r\n", func(c Config) bool { return c.Audit.Sink == SinkNone && c.Profile == "observe" }},
		{"empty audit file", "[audit]\nfile = \"\"", func(c Config) bool { return c.Audit.File == "" }},
		{"table without keys", "[tools.run]", func(c Config) bool { return c.Run.BashASTMode == ModeOff }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e, _, err := explicit(t, tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if !tt.check(e.Config) {
				t.Errorf("got %+v", e.Config)
			}
		})
	}
}

// Every buffer has a limit, and it is where it is said to be.
func TestSizes(t *testing.T) {
	t.Parallel()
	comment := "[tools.run]\n#"
	repeat := func(n int) string { return strings.Repeat("x", n) }
	many := func(n int) string {
		return "[landlock]\nread = [" + strings.Repeat(`"/usr",`, n) + "]\n"
	}
	tests := []struct {
		name       string
		fits, over string
	}{
		{"file", comment + repeat(maxFileSize-len(comment)), comment + repeat(maxFileSize-len(comment)+1)},
		{"keys", many(maxKeys - 2), many(maxKeys - 1)},
		{"pattern", "[tools.run]\ndeny_patterns = [\"" + repeat(maxPatternLen) + "\"]", "[tools.run]\ndeny_patterns = [\"" + repeat(maxPatternLen+1) + "\"]"},
		{"constant", "[env.set]\nA = \"" + repeat(maxEnvValue-2) + "\"", "[env.set]\nA = \"" + repeat(maxEnvValue-1) + "\""},
		{"variable", "[env]\ndeny = [\"" + repeat(255) + "\"]", "[env]\ndeny = [\"" + repeat(256) + "\"]"},
		{"profile name", "[profiles." + repeat(64) + "]", "[profiles." + repeat(65) + "]"},
		{"profiles", numbered("[profiles.p%d]\n", maxProfiles), numbered("[profiles.p%d]\n", maxProfiles+1)},
		{"program", "[tools.run]\nconfirm = [\"/x\"" + strings.Repeat(",\"\"", maxArgs-1) + "]", "[tools.run]\nconfirm = [\"/x\"" + strings.Repeat(",\"\"", maxArgs) + "]"},
		{"match", "[[policy.rules]]\naction = \"deny\"\nmatch = [" + strings.Repeat("\"a\",", maxArgs) + "]", "[[policy.rules]]\naction = \"deny\"\nmatch = [" + strings.Repeat("\"a\",", maxArgs+1) + "]"},
		{"reason", "[[policy.rules]]\naction = \"deny\"\nmatch = [\"a\"]\nreason = \"" + repeat(maxReasonLen) + "\"", "[[policy.rules]]\naction = \"deny\"\nmatch = [\"a\"]\nreason = \"" + repeat(maxReasonLen+1) + "\""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, _, err := explicit(t, tt.fits); err != nil {
				t.Errorf("at the limit: %v", err)
			}
			_, _, err := explicit(t, tt.over)
			if err == nil {
				t.Fatal("above the limit: no error")
			}
			if msg := asError(t, err).Msg; !strings.Contains(msg, "expected") || len(msg) > 300 {
				t.Errorf("above the limit: %s", msg)
			}
		})
	}
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// A file that is made to be slow is refused before it is.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	texts := map[string]string{
		"deep array":    "x = " + strings.Repeat("[", maxFileSize-8),
		"deep list":     "[landlock]\nread = " + strings.Repeat("[", maxFileSize-100),
		"long key":      "[" + strings.Repeat("a.", maxFileSize/2-8) + "a]",
		"known long":    "[users." + strings.Repeat("a.", maxFileSize/2-8) + "a]",
		"many profiles": numbered("[profiles.p%d]\n", 50000),
		"many users":    numbered("[users.u%d]\nprofile=\"observe\"\n", 20000),
		"many rules":    strings.Repeat("[[policy.rules]]\n", 60000),
		"many names":    "[env.set]\n" + numbered("a%d=\"\"\n", 60000),
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			_, err := decode("f", []byte(text))
			if err == nil || len(err.Error()) > 1000 {
				t.Errorf("error %.200v", err)
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(everything))
	f.Add([]byte("[profiles.x]\nbase = \"restricted\"\n[[profiles.x.policy.rules]]\nmatch=[\"a\"]\naction=\"deny\"\n[users.\"b c\"]\nprofile=\"x\"\n[groups]\nd={profile=\"observe\"}"))
	f.Add([]byte("landlock.connect_tcp = [1, [2], {a=1}]\nx = 1979-05-27T07:32:00Z\n'''"))
	f.Add([]byte("[[policy.rules]]\n[policy.rules.match]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := decode("f", text)
		if err == nil {
			var e *Effective
			e, err = resolve(doc, Options{Identity: Identity{User: "b c", Groups: []string{"d"}}})
			if err == nil && (e.Config.Hash() == "" || len(e.rows()) == 0) {
				t.Error("nothing to show")
			}
		}
		if err != nil && !isPrintable(asError(t, err).Error()) {
			t.Errorf("message %q does not print", err)
		}
	})
}
