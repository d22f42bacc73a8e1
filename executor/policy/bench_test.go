package policy

import (
	"testing"

	"github.com/aegish/aegish/config"
)

// The whole way of a command of 54 bytes: parsed, canonicalized and decided.
func BenchmarkDecide(b *testing.B) {
	const command = "git commit --quiet --message 'one two three' -- a.go b"
	packs := []config.Rule{}
	for _, name := range config.Packs() {
		rules, err := config.PackRules(name)
		if err != nil {
			b.Fatal(err)
		}
		packs = append(packs, rules...)
	}
	for _, bm := range []struct {
		name   string
		subset config.Subset
		rules  []config.Rule
	}{
		{"simple", config.SubsetSimple, packs[:1]},
		{"compound", config.SubsetCompound, packs[:1]},
		{"simple, every pack", config.SubsetSimple, packs},
		{"compound, every pack", config.SubsetCompound, packs},
	} {
		b.Run(bm.name, func(b *testing.B) {
			cfg := configuration(func(c *config.Config) {
				c.Run.BashASTMode, c.Run.BashASTSubset, c.Policy.Rules = config.ModeEnforce, bm.subset, bm.rules
			})
			ctx := Context{Dir: "/home/user/project", Home: "/home/user"}
			b.ReportAllocs()
			for b.Loop() {
				if v := Decide(cfg, Gather(cfg, command, ctx)); v.Action != config.Allow {
					b.Fatal(v)
				}
			}
		})
	}
}
