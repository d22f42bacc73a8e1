package config

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"reflect"
	"strings"
	"testing"
)

// The rules of the packs are data of the program, so that no start has to read
// 2,000 lines of TOML. This test writes them (-update), and holds them to the
// packs' files.
func TestPackRulesAreThoseOfTheFiles(t *testing.T) {
	t.Parallel()
	const path = "packs_rules.go"
	source := packSource(t)
	if *update {
		must(t, os.WriteFile(path, source, 0o644))
	}
	have, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(have, source) {
		t.Errorf("%s is not what the packs say: go test ./config -update, and build again", path)
	}
	for _, name := range Packs() {
		want, err := readPack(name)
		must(t, err)
		if got, err := PackRules(name); err != nil || len(got) == 0 || !*update && !reflect.DeepEqual(got, want) {
			t.Errorf("pack %s: %d rules, %v; want %d", name, len(got), err, len(want))
		}
	}
	if _, err := PackRules("nice"); err == nil {
		t.Error("there is no pack nice")
	}
}

// readPack reads the rules of a pack from its file.
func readPack(name string) ([]Rule, error) {
	text, err := packFiles.ReadFile("packs/" + name + ".toml")
	if err != nil {
		return nil, err
	}
	doc, err := decode("pack "+name, text)
	if err != nil {
		return nil, err
	}
	m := newMerger(doc, Config{})
	for i := range doc.raw.Policy.Rules {
		m.applyRule(fmt.Sprintf("policy.rules[%d]", i), &doc.raw.Policy.Rules[i])
	}
	if m.err != nil {
		return nil, m.err
	}
	for i := range m.cfg.Policy.Rules {
		m.cfg.Policy.Rules[i].ID = name + "/" + m.cfg.Policy.Rules[i].ID
	}
	return m.cfg.Policy.Rules, nil
}

// packSource writes the rules of all packs as Go.
func packSource(t *testing.T) []byte {
	t.Helper()
	var b strings.Builder
	b.WriteString("// Code generated from packs/*.toml by go test ./config -update; DO NOT EDIT.\n\npackage config\n\n")
	b.WriteString("// packRules gives the rules of a pack. They must not be changed.\nfunc packRules(name string) []Rule {\n\tswitch name {\n")
	for _, name := range Packs() {
		fmt.Fprintf(&b, "\tcase %q:\n\t\treturn %s[:]\n", name, packVariable(name))
	}
	b.WriteString("\t}\n\treturn nil\n}\n")
	for _, name := range Packs() {
		rules, err := readPack(name)
		must(t, err)
		fmt.Fprintf(&b, "\nvar %s = [...]Rule{\n", packVariable(name))
		for _, r := range rules {
			b.WriteString("\t{\n")
			v := reflect.ValueOf(r)
			for i := range v.NumField() {
				if text := literal(v.Field(i)); text != "" {
					fmt.Fprintf(&b, "\t\t%s: %s,\n", v.Type().Field(i).Name, text)
				}
			}
			b.WriteString("\t},\n")
		}
		b.WriteString("}\n")
	}
	source, err := format.Source([]byte(b.String()))
	must(t, err)
	return source
}

// packVariable is the Go name for a pack: agentDefaultRules for agent-default.
func packVariable(name string) string {
	words := strings.Split(name, "-")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "") + "Rules"
}

// literal writes a field's value as Go, or nothing where it is the zero value.
// An empty list is not the absence of one.
func literal(v reflect.Value) string {
	switch {
	case v.IsZero():
		return ""
	case v.Kind() == reflect.Bool:
		return "true"
	case v.Kind() == reflect.String:
		return fmt.Sprintf("%q", v.String())
	}
	var parts []string
	for i := range v.Len() {
		parts = append(parts, fmt.Sprintf("%q", v.Index(i).String()))
	}
	return "[]string{" + strings.Join(parts, ", ") + "}"
}
