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
