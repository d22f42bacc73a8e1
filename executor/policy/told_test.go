package policy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
)

// A literal rule counts what the text tells: literal words, the home directory
// and the values that the text itself gives to variables.
func TestLiteral(t *testing.T) {
	t.Parallel()
	secrets := config.Rule{ID: "secrets", Match: []string{"*", "**"}, Paths: []string{"~/.ssh/**", "/**/.env"}, Action: config.Deny}
	literal := secrets
	literal.Literal = true
	word := config.Rule{ID: "word", Commands: []string{"deploy"}, Words: []string{"prod*"}, Action: config.Deny, Literal: true}
	out := config.Rule{ID: "out", Paths: []string{"~/.ssh/**", "/**/.env"}, Action: config.Deny, Literal: true}
	for _, tt := range []struct {
		command      string
		always, told bool
	}{
		{"cat /home/user/.ssh/id", true, true},
		{"cat x", false, false},
		{`cat "$x"`, true, false},
		{`cat "$HOME/.ssh/id"`, true, true},
		{`cat "${HOME}/.ssh"/id`, true, true},
		{`cat "$HOME"/'.ssh/id'`, true, true},
		{`cat "$HOMES/.ssh/id"`, true, false},
		{`cat "$d/.env"`, true, true},
		{`cat "$d/.envrc"`, true, false},
		{"f=/home/user/.ssh/id; cat \"$f\"", true, true},
		{"f=x; cat \"$f\"", true, false},
		{"for f in a b /home/user/.ssh/id; do cat \"$f\"; done", true, true},
		{"for f in a b; do cat \"$f\"; done", true, false},
		{"d=/home/user; f=id; cat \"$d/.ssh/$f\"", true, true},
		{"ls | xargs cat", true, false},
		{"ls | xargs -I '{}' cat '{}'", true, false},
		{"ls | xargs -I '{}' cat '/home/user/.ssh/{}'", true, true},
		{"cd; cat .ssh/id", true, true},
		{`cd "$x"; cat file`, true, false},
		{`cd "$x"; cat .env`, true, true},
		{"cd -; cat a/b", true, false},
		{"cat <<< x > .env", true, true},
		{"cd; cat <<< x > .ssh/id", true, true},
		{`cd "$x"; cat <<< x > file`, true, false},
		{`e=prod; deploy "$e"`, true, true},
		{`e=test; deploy "$e"`, true, false},
	} {
		for _, r := range []struct {
			cfg  *config.Config
			want bool
		}{{compound(config.Allow, secrets), tt.always}, {compound(config.Allow, literal, word, out), tt.told}} {
			f := Gather(r.cfg, tt.command, Context{Dir: "/home/user/project", Home: "/home/user"})
			if f.Violation != nil {
				t.Fatalf("%q: %v", tt.command, f.Violation)
			}
			if v := Decide(r.cfg, f); (v.Action == config.Deny) != r.want {
				t.Errorf("%q, literal %v: %+v", tt.command, r.cfg.Policy.Rules[0].Literal, v)
			}
		}
	}
}

// Of the values of a variable the first maxTold are tried.
func TestToldIsBounded(t *testing.T) {
	t.Parallel()
	rule := config.Rule{ID: "r", Commands: []string{"cat"}, Words: []string{"bad"}, Action: config.Deny, Literal: true}
	cfg := compound(config.Allow, rule)
	for before, want := range map[int]config.Action{maxTold - 1: config.Deny, maxTold: config.Allow} {
		var text strings.Builder
		for i := range before {
			fmt.Fprintf(&text, "f=%d; ", i)
		}
		f := Gather(cfg, text.String()+`f=bad; cat "$f"`, Context{})
		if v := Decide(cfg, f); f.Violation != nil || v.Action != want {
			t.Errorf("%d values before it: %+v, %v", before, v, f.Violation)
		}
	}
}
