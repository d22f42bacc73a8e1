package policy

import (
	"fmt"

	"github.com/aegish/aegish/config"
)

// exampleContext is where the examples of rules are judged.
var exampleContext = Context{Dir: "/home/user/project", Home: "/home/user"}

// CheckExamples tries every rule, by itself, on the commands that it says it
// catches and spares. Whether it stands in a simple or a compound
// configuration, its examples may be compound.
func CheckExamples(rules []config.Rule) error {
	for _, rule := range rules {
		for _, example := range rule.Catches {
			if caught, err := catches(rule, example); err != nil || !caught {
				return exampleError(rule, "catch", example, err)
			}
		}
		for _, example := range rule.Spares {
			if caught, err := catches(rule, example); err != nil || caught {
				return exampleError(rule, "spare", example, err)
			}
		}
	}
	return nil
}

func exampleError(rule config.Rule, does, example string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: the example %q is not accepted by the gate: %w", rule.ID, example, err)
	}
	return fmt.Errorf("%s: the rule does not %s its example %q", rule.ID, does, example)
}

// catches reports whether a rule alone decides about a text.
func catches(rule config.Rule, text string) (bool, error) {
	cfg, _ := config.Builtin(config.ProfileWorkspace)
	cfg.Run.BashASTSubset, cfg.Run.Expansions = config.SubsetCompound, config.ExpansionsQuoted
	cfg.Policy.Rules = []config.Rule{rule}
	if rule.Action == config.Allow {
		cfg.Policy.Default = config.Deny
	}
	f := Gather(&cfg, text, exampleContext)
	if f.Violation != nil {
		return false, f.Violation
	}
	v := Decide(&cfg, f)
	return v.Action == rule.Action && v.Rule == rule.ID, nil
}
