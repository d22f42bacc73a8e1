package config

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var update = flag.Bool("update", false, "write the golden files of `config show`")

func TestShowGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{ProfileWorkspace, ProfileRestricted, ProfileObserve} {
		e, err := Load(Options{SystemPath: noFile, Profile: name, Identity: me()})
		must(t, err)
		var text bytes.Buffer
		must(t, e.WriteText(&text))
		doc, err := json.MarshalIndent(e, "", "  ")
		must(t, err)
		golden(t, name+".txt", text.Bytes())
		golden(t, name+".json", append(doc, '\n'))
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := "testdata/show/" + name
	if *update {
		must(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; got:\n%s", path, got)
	}
}

// Whatever a configuration holds, what is printed of it is inert on a
// terminal, and JSON readers get it back.
func TestShowIsInert(t *testing.T) {
	t.Parallel()
	const evil = "a\\u001b[31m\\u009b1m\\u202e\\u007f\\U000e0041é€😀"
	e, _, err := explicit(t, "[tools.run]\ndeny_patterns = [\""+evil+"\"]\n[env.set]\nA = \""+evil+"\"")
	must(t, err)
	var text bytes.Buffer
	must(t, e.WriteText(&text))
	doc, err := e.MarshalJSON()
	must(t, err)
	for _, out := range []string{strings.ReplaceAll(text.String(), "\n", ""), string(doc)} {
		if i := strings.IndexFunc(out, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
			t.Errorf("%q in the output", out[i:i+8])
		}
		if !strings.Contains(out, "é€😀") {
			t.Errorf("printable characters are escaped: %s", out)
		}
	}
	var back struct {
		Config struct {
			Env struct {
				Set map[string]string `json:"set"`
			} `json:"env"`
		} `json:"config"`
	}
	must(t, json.Unmarshal(doc, &back))
	if got := back.Config.Env.Set["A"]; got != e.Config.Env.Set["A"] {
		t.Errorf("got %q", got)
	}
}

// The settings that are shown are the keys that a file may hold.
func TestSettingsMatchSchema(t *testing.T) {
	t.Parallel()
	var shown []string
	for _, s := range workspace().settings() {
		shown = append(shown, s.Key)
	}
	want := schemaKeys(reflect.TypeFor[rawFile](), "")
	want = slices.DeleteFunc(want, func(key string) bool {
		return strings.HasPrefix(key, "profiles.") || strings.HasPrefix(key, "users.") || strings.HasPrefix(key, "groups.") ||
			strings.HasPrefix(key, "policy.rules.")
	})
	want = append(want, "policy.rules")
	slices.Sort(shown)
	slices.Sort(want)
	if !slices.Equal(shown, want) {
		t.Errorf("shown:  %v\nschema: %v", shown, want)
	}
}

// schemaKeys lists the dotted keys of a raw struct; a name of the user's
// choice is NAME.
func schemaKeys(typ reflect.Type, prefix string) []string {
	var keys []string
	for i := range typ.NumField() {
		f := typ.Field(i)
		key := joinKey(prefix, f.Tag.Get("toml"))
		t := f.Type
		if t.Kind() == reflect.Map && t.Elem().Kind() == reflect.Struct {
			key, t = key+".NAME", t.Elem()
		} else if isTables(t) {
			t = t.Elem()
		}
		if t.Kind() == reflect.Struct {
			keys = append(keys, schemaKeys(t, key)...)
			continue
		}
		keys = append(keys, key)
	}
	return keys
}

func TestHash(t *testing.T) {
	t.Parallel()
	base := loaded(t, "", Options{})
	if len(base.Config.Hash()) != 64 {
		t.Errorf("hash %q", base.Config.Hash())
	}
	same := []string{"# a comment", "[audit]\nsink = \"syslog\"", "[policy]\nrules = []"}
	for _, text := range same {
		if got := loaded(t, text, Options{}); got.Config.Hash() != base.Config.Hash() {
			t.Errorf("%q changes the hash", text)
		}
	}
	other := []string{
		"[audit]\nsink = \"none\"", "[limits]\ncore = 0", "[env.set]\nA = \"\"", "[landlock]\nconnect_tcp = []",
		"[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"", "profile = \"observe\"", "[tools.run]\nconfirm = [\"/x\"]",
	}
	seen := map[string]string{base.Config.Hash(): ""}
	for _, text := range other {
		hash := loaded(t, text, Options{}).Config.Hash()
		if before, ok := seen[hash]; ok {
			t.Errorf("%q has the hash of %q", text, before)
		}
		seen[hash] = text
	}
	login := base.Config
	login.Login = true
	if login.Hash() == base.Config.Hash() {
		t.Error("a login shell has the same hash")
	}
}
