package executor

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aegish/aegish/bashast"
)

// shown is a command as one line: assignments, words (<...> for what is not
// known), redirections.
func (c ReadCommand) shown() string {
	parts := append([]string{}, c.Assigned...)
	if c.Function {
		parts = append(parts, "call")
	}
	for i, w := range c.Argv {
		for _, u := range c.Unknown {
			if u == i {
				w = "<" + w + ">"
			}
		}
		parts = append(parts, w)
	}
	for _, o := range c.Opens {
		parts = append(parts, fmt.Sprintf("%s:%s", map[bashast.Direction]string{bashast.Read: "r", bashast.Write: "w", bashast.Append: "a", bashast.ReadWrite: "rw"}[o.Direction], o.Path))
	}
	return strings.Join(parts, " ")
}

func TestReadCommands(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"rm -rf /":                           "rm -rf /",
		`r\m "a b" 'c'$'\x41'`:               "rm a b cA",
		"$x -rf ~ *.c {a,b} \"$y\" $(id)":    "<$x> -rf <~> <*.c> <{a,b}> <\"$y\"> <$(id)>; id",
		"a | b && c || ! d & e; (f; { g; })": "a; b; c; d; e; f; g",
		"if a; then b; elif c; then d; else e; fi; while f; do g; done; until h; do i; done": "a; b; c; d; e; f; g; h; i",
		"for x in $(a); do b; done; case $(c) in $(d)) e;; esac; select x in a; do f; done":  "a; b; c; d; e; f",
		"[[ -n $(a) && $(b) == c ]]; (( $(d) )); echo $(( $(e) )) ${x:-$(f)} ${y[$(g)]}":     "a; b; d; echo <$(( $(e) ))> <${x:-$(f)}> <${y[$(g)]}>; e; f; g",
		"f() { rm x; }; f a; function g { id; }; g":                                          "rm x; call f a; id; call g",
		"A=1 B=$x cmd; C=2; D=(1 $(id)); export E=3 F=$y; declare -a G=(x)":                  "A=1 B= cmd; C=2; D=; id; export E=3 <F=$y>; declare -a G=(x)",
		"cmd < in > out >> log 2>&1 >& both <> rw <<< $(w) {fd}> x >| y &> z &>> q > $v":     "cmd r:in w:out a:log w:both rw:rw w:x w:y w:z a:q w:; w",
		"cat <<E\n$(id) text\nE\n> only":                                                     "cat; id; w:only",
		"a <(b) >(c) `d \\`e\\`` \"`f`\"":                                                    "a <<(b)> <>(c)> <`d \\`e\\``> <\"`f`\">; b; c; d <`e`>; e; f",
		"coproc a; time b; coproc N { c; }; time":                                            "a; b; c",
		"{ a; } > out; ( b ) < in; if c; then d; fi > f":                                     "w:out; a; r:in; b; w:f; c; d",
		"# nothing": "",
	} {
		list, err := ReadCommands(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		var got []string
		for _, c := range list {
			got = append(got, c.shown())
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%q\n got %s\nwant %s", text, s, want)
		}
	}
	for _, text := range []string{"if", "echo )", "'"} {
		if list, err := ReadCommands(text); err == nil {
			t.Errorf("%q: %v", text, list)
		}
	}
	if list, err := ReadCommands("rm x\nif"); err == nil || len(list) != 1 || list[0].shown() != "rm x" {
		t.Errorf("a line before an error: %v, %v", list, err)
	}
	if _, err := ReadCommands(strings.Repeat("{ ", 30_000)); err == nil {
		t.Error("depth without end")
	}
}
