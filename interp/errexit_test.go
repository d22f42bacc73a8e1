package interp_test

import (
	"strings"
	"testing"
)

// The commands that fail in some way, and the places where they stand, of the
// errexit matrix (bash manual, "The Set Builtin", -e; trap ERR).
var (
	failures = []string{
		"false", "(false)", "{ false; }", "f", "false | true", "true | false", "! true", "((0))", "[[ a == b ]]",
		"x=$(false)", "nosuch 2>/dev/null", "eval false", "false && true", "true && false", "false || false",
		". ./src", "command false", "x=1 </nosuch", "{ :; } </nosuch", "export y=$(false)", "(exit 3)", "return 4",
		"if false; then :; fi", "while false; do :; done", "for i in 1; do false; done", "case a in a) false;; esac", "g",
		"! { false; true; }", "true && (false)", "{ false; echo in; } | cat", "[ a = b ]", "let 0",
	}
	places = []string{
		"%; echo after", "if %; then echo t; else echo e; fi; echo after", "% && echo y; echo after", "% || echo n; echo after",
		"true && %; echo after", "! %; echo after", "h() { %; echo inh; }; h; echo after",
		"h() { %; echo inh; }; if h; then echo t; fi; echo after", "h() { %; echo inh; }; h || echo n; echo after",
		"(%; echo insub); echo after", `x=$(%; echo insub); echo "$x" after`, "{ %; echo inblk; } | cat; echo after",
		"while %; do echo b; break; done; echo after", "for i in 1 2; do %; echo $i; done; echo after", "h() { %; }; h; echo after",
		"case a in a) %;; esac; echo after", "until %; do echo u; break; done; echo after", "(%) || echo n; echo after",
		`trap "echo EXIT \$?" EXIT; %; echo after`,
	}
	modes = []string{
		"set -e; ", `trap "echo ERR \$?" ERR; `, `set -E; trap "echo ERR \$?" ERR; `, `set -eE; trap "echo ERR \$?" ERR; `,
		"set -e -o pipefail; ", "shopt -s inherit_errexit; set -e; ", "",
	}
)

// knownDifferent tells which pairs are left out: bash 5.2 prints an internal
// error for an exit from eval or source inside a function, and takes the
// negation of a group that exits in a subshell of its own for success.
func knownDifferent(place, failure string) bool {
	inFunction := strings.HasPrefix(place, "h()")
	return inFunction && (failure == "eval false" || failure == ". ./src") ||
		strings.HasPrefix(place, "(%)") && failure == "! { false; true; }"
}

// TestErrexitMatrix compares all pairs of failures and places in all modes. A
// shell runs the places of one failure and mode, each in a subshell of its own
// process.
func TestErrexitMatrix(t *testing.T) {
	t.Parallel()
	const prelude = "printf 'false; true; false\\n' > src; f() { false; }; g() { false; echo ing; }; "
	for _, mode := range modes {
		for _, failure := range failures {
			t.Run(mode+failure, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				var script strings.Builder
				script.WriteString(prelude)
				for _, place := range places {
					if !knownDifferent(place, failure) {
						text := mode + strings.ReplaceAll(place, "%", failure)
						script.WriteString("( " + text + "\n); echo \"$?\"\n")
					}
				}
				theirs, ours := underBash(t, script.String(), dir), inProcess(t, script.String(), dir)
				if theirs.stdout == ours.stdout && theirs.status == ours.status {
					return
				}
				a, b := strings.Split(theirs.stdout, "\n"), strings.Split(ours.stdout, "\n")
				for i := range min(len(a), len(b)) {
					if a[i] != b[i] {
						t.Fatalf("%s\nline %d: bash %q, here %q", script.String(), i+1, a[i], b[i])
					}
				}
				t.Fatalf("%s\nbash %d lines, here %d", script.String(), len(a), len(b))
			})
		}
	}
}
