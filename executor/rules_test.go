package executor

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
)

func TestGlobMatch(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, s string
		want       bool
	}{
		{"", "", true}, {"", "a", false}, {"a", "a", true}, {"a", "b", false}, {"a", "ab", false},
		{"*", "", true}, {"*", "a/b\nc", true}, {"a*", "abc", true}, {"a*c", "abcbc", true}, {"a*c", "abcb", false},
		{"*.go", "x.go", true}, {"*.go", "x.goo", false}, {"**", "anything", true},
		{"?", "a", true}, {"?", "", false}, {"??", "é", true}, // bytes, not runes
		{"[abc]", "b", true}, {"[abc]", "d", false}, {"[a-c]x", "bx", true}, {"[!a-c]", "b", false}, {"[^a-c]", "z", true},
		{"[]]", "]", true}, {"[a-]", "-", true}, {"[", "[", true}, {"[ab", "[ab", true},
		{`\*`, "*", true}, {`\*`, "a", false}, {`\`, `\`, true}, {`a\[b`, "a[b", true},
		{"*a*b*", "xxaxxbxx", true}, {"*a*b*", "xxbxxaxx", false},
	} {
		if got := globMatch(tt.pattern, tt.s); got != tt.want {
			t.Errorf("globMatch(%q, %q) = %v, want %v", tt.pattern, tt.s, got, tt.want)
		}
	}
}

// A pattern of many stars is where a backtracking matcher takes for ever.
func TestGlobMatchIsNotExponential(t *testing.T) {
	t.Parallel()
	if globMatch(strings.Repeat("*a", 200)+"b", strings.Repeat("a", 64*1024)) {
		t.Error("matched")
	}
}

func FuzzGlobMatch(f *testing.F) {
	f.Add("a*[b-d]?\\*", "axxcy*")
	f.Fuzz(func(t *testing.T, pattern, s string) {
		got := globMatch(pattern, s)
		if pattern == "*"+s && !strings.ContainsAny(s, `*?[\`) && !got {
			t.Errorf("globMatch(%q, %q) = false", pattern, s)
		}
	})
}

func TestMatchRule(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		match, argv string
		want        bool
	}{
		{"git push **", "git push", true},
		{"git push **", "git push origin main", true},
		{"git push **", "git pull", false},
		{"git push **", "git", false},
		{"git push", "git push origin", false},
		{"git *", "git status", true},
		{"git *", "git", false},
		{"** x", "anything x", true}, // only a last ** is the rest; elsewhere it is one argument
		{"** x", "a b x", false},
		{"**", "anything at all", true},
	} {
		if got := matchRule(strings.Fields(tt.match), strings.Fields(tt.argv)); got != tt.want {
			t.Errorf("matchRule(%q, %q) = %v, want %v", tt.match, tt.argv, got, tt.want)
		}
	}
}

func TestStrictestRuleWins(t *testing.T) {
	t.Parallel()
	rule := func(id string, a config.Action, match ...string) config.Rule {
		return config.Rule{ID: id, Action: a, Match: match}
	}
	rules := []config.Rule{
		rule("allow", config.Allow, "rm", "**"),
		rule("ask", config.Ask, "rm", "-r", "**"),
		rule("deny", config.Deny, "rm", "-r", "/"),
		rule("deny2", config.Deny, "rm", "-r", "/"),
		rule("unknown", config.Action("shrug"), "odd"),
		rule("odd", config.Ask, "odd"),
	}
	for _, tt := range []struct{ argv, want string }{
		{"rm x", "allow"}, {"rm -r x", "ask"}, {"rm -r /", "deny"}, {"odd", "unknown"}, {"ls", ""},
	} {
		got, ok := strictest(rules, strings.Fields(tt.argv))
		if got.ID != tt.want || ok != (tt.want != "") {
			t.Errorf("strictest(%q) = %q, %v; want %q", tt.argv, got.ID, ok, tt.want)
		}
	}
}
