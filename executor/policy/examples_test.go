package policy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
)

// Each rule of a pack has something that it catches and something near it that
// it spares, and does both.
func TestPackExamples(t *testing.T) {
	t.Parallel()
	for _, pack := range config.Packs() {
		rules, err := config.PackRules(pack)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, rule := range rules {
			if len(rule.Catches) == 0 || len(rule.Spares) == 0 || rule.Reason == "" || strings.Contains(rule.ID, "policy.rules") || seen[rule.ID] {
				t.Errorf("%s: a rule needs catches, spares, a reason and an id of its own: %+v", rule.ID, rule)
			}
			seen[rule.ID] = true
			if err := CheckExamples([]config.Rule{rule}); err != nil {
				t.Error(err)
			}
		}
	}
}

// The rules in docs/rules.md and in the sample configurations do what they say.
func TestDocumentedRules(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, block := range strings.Split(string(document), "\n```toml\n")[1:] {
		text, _, _ := strings.Cut(block, "\n```\n")
		texts = append(texts, text)
	}
	if len(texts) != 3 {
		t.Errorf("%d examples in docs/rules.md, expected 3", len(texts))
	}
	samples, err := filepath.Glob("../../docs/examples/*.toml")
	if err != nil || len(samples) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, sample := range samples {
		text, err := os.ReadFile(sample)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	identity, err := config.ResolveIdentity(os.Getuid(), config.SystemDatabase())
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		file := filepath.Join(t.TempDir(), "aegish.toml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		e, err := config.Load(config.Options{Path: file, SystemPath: filepath.Join(t.TempDir(), "none"), Identity: identity})
		if err != nil {
			t.Errorf("text %d: %v", i, err)
		} else if err := CheckExamples(e.Config.Policy.Rules); err != nil {
			t.Errorf("text %d: %v", i, err)
		}
	}
}

func TestCheckExamples(t *testing.T) {
	t.Parallel()
	rule := config.Rule{ID: "r", Match: []string{"rm", "**"}, Access: config.AccessAny, Action: config.Deny}
	for _, tt := range []struct {
		catches, spares []string
		want            string
	}{
		{[]string{"rm x", "ls; sudo rm y"}, []string{"ls rm"}, ""},
		{[]string{"ls"}, nil, `r: the rule does not catch its example "ls"`},
		{nil, []string{"rm"}, `r: the rule does not spare its example "rm"`},
		{[]string{"rm $(x)"}, nil, `r: the example "rm $(x)" is not accepted by the gate: command_substitution_not_supported at bytes 3-7`},
	} {
		rule.Catches, rule.Spares = tt.catches, tt.spares
		got := ""
		if err := CheckExamples([]config.Rule{rule}); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%q, %q: %s, want %s", tt.catches, tt.spares, got, tt.want)
		}
	}
}
