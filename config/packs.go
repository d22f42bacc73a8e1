package config

import (
	"embed"
	"slices"
	"strings"
)

// A pack is a set of rules that comes with aegish, to be used by its name
// (policy.packs). Its file holds [[policy.rules]] with an id each and nothing
// else.

//go:embed packs/*.toml
var packFiles embed.FS

// Packs lists the names of the rule packs that come with aegish.
func Packs() []string {
	entries, err := packFiles.ReadDir("packs")
	if err != nil {
		panic("BUG(config): no packs: " + err.Error())
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".toml")
	}
	return names
}

// PackText gives the commented TOML of a pack.
func PackText(name string) ([]byte, error) {
	if packRules(name) == nil {
		return nil, noSuchPack(name)
	}
	return packFiles.ReadFile("packs/" + name + ".toml")
}

// PackRules gives the rules of a pack, with the ids PACK/ID. They were read from
// its file when aegish was built (packs_rules.go).
func PackRules(name string) ([]Rule, error) {
	rules := packRules(name)
	if rules == nil {
		return nil, noSuchPack(name)
	}
	return slices.Clone(rules), nil
}

func noSuchPack(name string) error {
	return &Error{Key: "pack", Msg: expected(alternatives(Packs()), name).Error()}
}

// applyPacks adds the rules of the packs that the layers ask for.
func (m *merger) applyPacks() {
	for _, name := range m.cfg.Policy.Packs {
		if m.err != nil {
			return
		}
		rules, err := PackRules(name)
		if err != nil {
			m.fail("policy.packs", err)
			return
		}
		for _, rule := range rules {
			m.addRule(rule, "pack "+name)
		}
	}
}
