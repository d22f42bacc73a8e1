package policy

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
)

// wordsOf makes words of a text; one that begins with $ is not known.
func wordsOf(text string) []word {
	var list []word
	for _, field := range strings.Fields(text) {
		list = append(list, word{text: field, unknown: field[0] == '$'})
	}
	return list
}

func TestMatchWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		patterns, words string
		closed, open    certainty
	}{
		{"git push **", "git push", yes, yes},
		{"git push **", "git push origin main", yes, yes},
		{"git push **", "git pull", no, no},
		{"git push **", "git", no, perhaps},
		{"git push", "git push origin", no, no},
		{"git push", "git push", yes, perhaps},
		{"git *", "git status", yes, perhaps},
		{"git *", "git", no, perhaps},
		{"** x", "anything x", yes, perhaps}, // only a last ** is the rest; elsewhere it is one argument
		{"** x", "a b x", no, no},
		{"**", "anything at all", yes, yes},
		{"echo *", "echo $x", yes, perhaps},
		{"echo **", "echo $x $y", yes, yes},
		{"echo a*", "echo $x", perhaps, perhaps},
		{"rm -r *", "rm $x /", perhaps, perhaps},
		{"rm -r *", "ls $x /", no, no},
	} {
		patterns, words := strings.Fields(tt.patterns), wordsOf(tt.words)
		if got := matchWords(patterns, words, false); got != tt.closed {
			t.Errorf("%q, %q: %v, want %v", tt.patterns, tt.words, got, tt.closed)
		}
		if got := matchWords(patterns, words, true); got != tt.open {
			t.Errorf("%q, %q with more to follow: %v, want %v", tt.patterns, tt.words, got, tt.open)
		}
	}
}

// The conditions about the words of a command, one at a time.
func TestConditions(t *testing.T) {
	t.Parallel()
	rule := func(change func(*config.Rule)) config.Rule {
		r := config.Rule{ID: "r", Commands: []string{"run", "run.*"}, Action: config.Deny}
		change(&r)
		return r
	}
	names := rule(func(*config.Rule) {})
	words := rule(func(r *config.Rule) { r.Words = []string{"*:*", "@*"} })
	lacks := rule(func(r *config.Rule) { r.Lacks = []string{"-n", "--dry-run"} })
	both := rule(func(r *config.Rule) { r.Flags, r.Lacks, r.Values = []string{"-f"}, []string{"-n"}, []string{"-o"} })
	none := rule(func(r *config.Rule) { r.Operands, r.Values = []string{}, []string{"-W"} })
	leading := rule(func(r *config.Rule) { r.Flags, r.Values, r.Leading = []string{"-c"}, []string{"-W"}, true })
	guessed := rule(func(r *config.Rule) { r.Flags, r.Leading = []string{"-c"}, true })
	cased := rule(func(r *config.Rule) { r.Words = []string{"*proxy*", "-f", "-xf"} })
	piped := rule(func(r *config.Rule) { r.Piped, r.Operands = true, []string{} })
	within := rule(func(r *config.Rule) { r.Words, r.Paths = []string{"of=*"}, []string{"/dev/sd*"} })
	for _, tt := range []struct {
		rule    config.Rule
		command string
		want    bool
	}{
		{piped, "ls | run", true}, {piped, "ls | env run -x", true}, {piped, "ls | run x", false}, {piped, "run", false},
		{piped, "run < x", false}, {piped, "run <<< x", false}, {piped, "run | ls", false}, {piped, "ls | { run; }", true},
		{piped, "ls | bash -c run", true}, {piped, "ls | eval 'run -x'", true}, {piped, "ls | bash -c 'run < x'", false}, {piped, "bash -c 'ls | run'", true},
		{within, "run if=/tmp/x of=/dev/sda", true}, {within, "run if=/dev/sda of=/tmp/x", false}, {within, "run OF=/dev/sda", true},
		{within, "cd /dev; run of=sda", true}, {within, "ls | xargs run", true}, {within, "ls | xargs run /dev/sda", true},
		{words, "run HOST:B", true}, {cased, "run -oProxyX", true}, {cased, "run PROXY", true}, {cased, "run -F", false}, {cased, "run -xF", true},
		{names, "run", true}, {names, "/bin/run x", true}, {names, "run.py", true}, {names, "RUN x", true},
		{names, "runs", false}, {names, "x run", false}, {names, "env run", true}, {names, "> run", false},
		{words, "run", false}, {words, "run a b", false}, {words, "run a host:b", true}, {words, "run -x -- @f", true},
		{words, "run --to=host:b", true}, {words, `run "$x"`, true}, {words, "ls | xargs run", true}, {words, "x host:b", false},
		{lacks, "run x", true}, {lacks, "run -n x", false}, {lacks, "run x --dry-run", false}, {lacks, "run -- -n", true},
		{lacks, "run --dry x", true}, {lacks, `run "$x"`, true}, {lacks, "run -vn", true}, {lacks, "ls | xargs run", true},
		{both, "run -f", true}, {both, "run -fn", false}, {both, "run -f -on", true}, {both, "run -f -o -n", true}, {both, "run -n", false},
		{none, "run", true}, {none, "run -v", true}, {none, "run -W x", true}, {none, "run x", false}, {none, "run -- x", false},
		{none, `run "$x"`, true}, {none, "run -", false},
		{leading, "run -c x", true}, {leading, "run -vc x", true}, {leading, "run -W x -c y", true}, {leading, "run x -c y", false},
		{leading, "run -v x -c y", false}, {leading, "run -- -c", false}, {leading, "run - -c", false},
		{guessed, "run -W x -c y", true}, {guessed, "run x -c y", false},
	} {
		cfg := compound(config.Allow, tt.rule)
		f := Gather(cfg, tt.command, Context{Dir: "/"})
		if f.Violation != nil {
			t.Fatalf("%q: %v", tt.command, f.Violation)
		}
		if v := Decide(cfg, f); (v.Action == config.Deny) != tt.want {
			t.Errorf("%q: %+v, rule %+v", tt.command, v, tt.rule)
		}
	}
	// For a rule that allows, capitals are not small letters.
	capitals := compound(config.Deny, config.Rule{ID: "r", Commands: []string{"run"}, Words: []string{"x"}, Action: config.Allow})
	for command, want := range map[string]config.Action{"run x": config.Allow, "run X": config.Deny} {
		if v := Decide(capitals, Gather(capitals, command, Context{})); v.Action != want {
			t.Errorf("%q: %+v", command, v)
		}
	}
	// A rule that allows needs what it says for certain.
	cfg := compound(config.Deny, config.Rule{ID: "r", Commands: []string{"run"}, Lacks: []string{"--exec"}, Action: config.Allow})
	for command, want := range map[string]config.Action{"run x": config.Allow, "run --ex x": config.Deny, "run --exec=x": config.Deny, `run "$x"`: config.Deny} {
		if v := Decide(cfg, Gather(cfg, command, Context{})); v.Action != want {
			t.Errorf("%q: %+v", command, v)
		}
	}
}

func TestStrictestRuleWins(t *testing.T) {
	t.Parallel()
	rule := func(id string, a config.Action, match ...string) config.Rule {
		return config.Rule{ID: id, Action: a, Match: match}
	}
	cfg := configuration(func(c *config.Config) {
		c.Policy.Rules = []config.Rule{
			rule("allow", config.Allow, "rm", "**"),
			rule("ask", config.Ask, "rm", "-r", "**"),
			rule("deny", config.Deny, "rm", "-r", "/"),
			rule("deny2", config.Deny, "rm", "-r", "/"),
			rule("unknown", config.Action("shrug"), "odd"),
			rule("odd", config.Ask, "odd"),
		}
	})
	for command, want := range map[string]string{
		"rm x": "allow", "rm -r x": "ask", "rm -r /": "deny", "odd": "unknown", "ls": "policy.default",
	} {
		if got := Decide(cfg, Gather(cfg, command, Context{})); got.Rule != want {
			t.Errorf("%q: %+v, want %s", command, got, want)
		}
	}
}
