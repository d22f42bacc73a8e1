package policy

import (
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
