package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The manual describes every key, and no other.
func TestManual(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/man/aegish.toml.5")
	must(t, err)
	var described []string
	for _, m := range regexp.MustCompile(`(?m)^\.It Cm (\S+) No \(`).FindAllSubmatch(text, -1) {
		described = append(described, string(m[1]))
	}
	var keys []string
	for _, key := range schemaKeys(reflect.TypeFor[rawFile](), "") {
		// The tables of a profile are those of the top level.
		if !strings.HasPrefix(key, "profiles.NAME.") || key == "profiles.NAME.base" {
			keys = append(keys, key)
		}
	}
	keys = append(keys, "policy.rules")
	slices.Sort(keys)
	slices.Sort(described)
	if !slices.Equal(keys, described) {
		t.Errorf("keys:      %v\ndescribed: %v", keys, described)
	}
	for _, name := range append(slices.Clone(restrictedCommands[:]), dangerousNames[:]...) {
		if strings.HasPrefix(name, "LD_") { // by their prefix
			continue
		}
		if !regexp.MustCompile(`(?m)(^|[ ,])` + name + `([ ,.]|$)`).Match(text) {
			t.Errorf("the manual does not name %s", name)
		}
	}
}

func TestManualExamples(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/man/aegish.toml.5")
	must(t, err)
	blocks := regexp.MustCompile(`(?s)\.Bd -literal[^\n]*\n(.*?)\.Ed`).FindAllSubmatch(text, -1)
	if len(blocks) == 0 {
		t.Fatal("the manual has no example")
	}
	for _, block := range blocks {
		if _, _, err := explicit(t, string(block[1])); err != nil {
			t.Error(err)
		}
	}
}

// The samples load, as they are and with every line that is commented out as
// a default.
func TestSamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../docs/examples/*.toml")
	must(t, err)
	profiles := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		name := filepath.Base(file)
		e, _, err := explicit(t, string(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		profiles[name] = e.Config.Profile
		for _, login := range []bool{false, true} {
			if err := checkText(name, text, login); err != nil {
				t.Errorf("login %v: %v", login, err)
			}
		}
		setting := regexp.MustCompile(`(?m)^# ([a-z_]+ = )`)
		full, _, err := explicit(t, string(setting.ReplaceAll(text, []byte("$1"))))
		if err != nil {
			t.Errorf("%s with its defaults: %v", name, err)
		} else if strings.HasPrefix(name, "workspace") {
			defaults := full.Config
			defaults.File, defaults.Run.DenyPatterns = e.Config.File, e.Config.Run.DenyPatterns
			if !reflect.DeepEqual(defaults, e.Config) {
				t.Errorf("%s: what is commented out are not the defaults:\n%+v\n%+v", name, defaults, e.Config)
			}
		}
	}
	want := map[string]string{"workspace.toml": ProfileWorkspace, "login.toml": ProfileRestricted, "observe.toml": ProfileObserve, "agent.toml": ProfileWorkspace}
	if !reflect.DeepEqual(profiles, want) {
		t.Errorf("samples %v, expected %v", profiles, want)
	}
}

// docs/rules.md lists every rule of every pack. With -update it is written anew.
func TestRulesDocument(t *testing.T) {
	t.Parallel()
	const file, heading = "../docs/rules.md", "\n### The pack "
	text, err := os.ReadFile(file)
	must(t, err)
	prose, tables, _ := strings.Cut(string(text), heading)
	prose = strings.TrimRight(prose, "\n") + "\n"
	if tables != "" {
		tables = heading + tables
	}
	var want strings.Builder
	for _, pack := range Packs() {
		rules, err := PackRules(pack)
		must(t, err)
		want.WriteString(heading + pack + "\n\n| rule | answer | why | catches | spares |\n|---|---|---|---|---|\n")
		for _, r := range rules {
			fmt.Fprintf(&want, "| %s | %s | %s | %s | %s |\n", strings.TrimPrefix(r.ID, pack+"/"), r.Action, cell(r.Reason), code(r.Catches[0]), code(r.Spares[0]))
		}
	}
	if *update {
		must(t, os.WriteFile(file, []byte(prose+want.String()), 0o644))
	} else if tables != want.String() {
		t.Error("docs/rules.md does not list the rules of the packs; go test ./config -run RulesDocument -update")
	}
}

// cell is a text in a table of Markdown, and code one that is set as code.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ⏎ ").Replace(s)
}

func code(s string) string { return "`" + cell(s) + "`" }

func checkText(file string, text []byte, login bool) error {
	doc, err := decode(file, text)
	if err != nil {
		return err
	}
	_, err = resolve(doc, Options{Login: login, Identity: me("www-operators", "admins")})
	return err
}
