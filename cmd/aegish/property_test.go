package main_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/aegish/aegish/internal/runsize"
)

// probe shows, after each step, what it left behind, `$?` first, and leaves
// that as it was. \1 and \2 mark where the step's own output ends and where the
// probe's does.
const probe = `s=$?; printf '\1%s\n' "$s"; pwd -P; printf '%s\n' "$PWD" "${OLDPWD-unset}"; dirs -l -p; export -p; printf '\2'; printf '\2' >&2; (exit $s)`

// A final is a last step, after which one long bash is over.
type final struct {
	line string
	// limit begins the entry of docs/design.md that says why a session goes on
	// all the same, with the status of the second field; "" where it does not.
	limit, status string
}

var finals = []final{
	{line: "exit"}, {line: "exit 3"}, {line: "exit 300"}, {line: "true; exit 7"}, {line: "false || exit"}, {line: "eval 'exit 8'"}, {line: "f() { exit 9; }; f"},
	{line: "if true; then exit 4; fi"}, {line: "echo )"}, {line: "fi"}, {line: "if true"}, {line: "cat <<E\nx"}, {line: ":"}, {line: "(exit 5)"},
	{"exec true", "**State is as before the command**", "0"}, {"exec /nonexistent/x", "**State is as before the command**", "127"},
	{"export A=lost; kill -9 $$", "**State is as before the command**", "137"}, {"cd /usr; kill $$", "**`exit` in a session**", "143"},
	{"set -e; cd /usr; false", "**`exit` in a session**", "1"}, {"set -u; export A=kept; echo $nope", "**`exit` in a session**", "127"},
	{"builtin exit 6", "**`exit` in a session**", "6"}, {"x=ex; ${x}it 6", "**`exit` in a session**", "6"},
}

// notCompared are lines of the probe that differ by nature: bash exports the _
// that it was started with until it runs something, each new one exports
// OLDPWD, whose value the probe shows apart, and a name that is exported without
// a value is one of the attributes that are lost with each command.
var notCompared = regexp.MustCompile(`(?m)^declare -x (_=.*|OLDPWD=.*|[A-Za-z0-9_]+)\n`)

// randomStep makes one step of the kinds that hand on what a session keeps.
func randomStep(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	name := func() string { return pick("A", "B", "C", "V", "LONG_name_1") }
	embed := func(line string) string {
		return pick(line, line, line+"; (exit $?)", "{ "+line+"\n}", "true && "+line, "builtin "+line, line+" || (exit $?)")
	}
	switch r.IntN(16) {
	case 0, 1, 2:
		return embed("cd " + pick("", "", "-P ", "-L ", "-e ", "-Pe ", "-- ", "-x ") + place(r))
	case 3:
		return embed("pushd " + pick("", "", "-n ") + place(r))
	case 4:
		return embed(pick("pushd", "pushd", "popd", "popd", "popd -n") + pick("", "", " +0", " +1", " -0", " -1", " +2", " -2", " +9", " foo"))
	case 5:
		return embed("dirs " + pick("", "-l", "-p", "-v", "-c", "-lv", "+1", "-1", "x", "-x"))
	case 6, 7:
		return pick("export ", "export ", "declare -x ", "typeset -x ") + name() + "=" + value(r)
	case 8:
		n := name()
		return pick("unset "+n, "unset "+n, "export -n "+n+"; unset "+n, "unset -v "+n+" "+name(), "export "+n+"+=x", "export "+n+"=$"+name(), n+"=tmp true", "readonly r"+n+"; : ")
	case 9:
		return pick("unset HOME", "export HOME=$PWD", "export HOME=/", "export HOME=", "unset OLDPWD", "export OLDPWD=/usr", "export OLDPWD=/nonexistent", "unset PATH; PATH=/usr/bin:/bin; export PATH")
	case 10:
		return pick("(exit 3)", "(cd /usr; exit 4)", "(export A=sub; unset B; exit 255)", ": $(exit 5)", "x=$(cd /; pwd; exit 6)", "bash -c 'exit 7'", "sh -c 'cd /; exit 8'",
			"(pushd /usr >/dev/null; dirs)", "exit 1 | true", "(exit 0)", "{ (exit 9); }", "! (exit 10)", "(exit 2) || (exit 11)")
	case 11:
		return pick("sleep 0 &", "(exit 3) & wait $!", "export A=job & wait", "cd /usr & wait", "true & wait; false", "wait", "{ sleep 0; echo job; } & wait", "false & wait $!")
	case 12:
		return pick("false", "nosuch_command", "/etc/passwd", "/", "./nosuch", "ls /nonexistent 2>/dev/null", "[ 1 = 2 ]", "[ 1 = ]", "false | true", "true | false", "! true",
			"read x </dev/null", "cat </nonexistent", "return 3", "break", "shift 5", "test -d /usr", "export 1=2", "unset 1x", "kill -0 0x", "let 0", "((1/0))", "A= nosuch_command", "echo x >/dev/full")
	case 13:
		return fmt.Sprintf(pick("sh -c 'kill -%s $$'", "(kill -%s $BASHPID)", "bash -c 'kill -%s $$; :'", "sh -c 'kill -%s $$' | cat"), pick("KILL", "TERM", "HUP", "INT", "USR1", "PIPE", "ABRT"))
	case 14:
		return pick("eval 'if'", "eval ')'", "eval \"echo 'open\"", "bash -c 'fi'", "bash -c \"echo 'open\"", "eval 'for x'", ". /dev/stdin <<<'('", "eval 'echo ${x'")
	}
	if r.IntN(2) == 0 {
		return lines[r.IntN(len(lines))]
	}
	return block(r)
}

// place is a directory, or what is none.
func place(r *rand.Rand) string {
	list := []string{"foo", "foo/sub", "b/c", "'a b'", `a\ b`, "-dir", "./-dir", `$'nl\nx'`, `$'bad\xff'`, "é", "'~t'", "f1x", "f?x", "gone/deep", "path/hit", "link", "link/sub", "deep", "deep/..",
		"loop", "broken", "file", "nosuch", "..", ".", "../..", "/", "//", "//tmp", "/usr", "/tmp/..", "''", "-", "~", "~+", "~-", "~root", "~nouser", "$HOME", "$UNSET", `"$PWD"`, "a b", "$(echo foo)", "~/sub", "~1", "noexec", "noread"}
	return list[r.IntN(len(list))]
}

// value is a word, of awkward bytes more often than not.
func value(r *rand.Rand) string {
	if r.IntN(8) == 0 {
		return fmt.Sprintf("$(printf %%%dd 0)", 1+r.IntN(20000))
	}
	var b strings.Builder
	b.WriteString("$'")
	for range r.IntN(12) {
		if c := 1 + r.IntN(255); r.IntN(2) == 0 && c != 1 && c != 2 { // those mark the probe
			fmt.Fprintf(&b, "\\x%02x", c)
		} else {
			b.WriteString([]string{"a", "1", " ", "$", "`", "\"", "\\'", "\\\\", "\\n", "=", "é", "(", "!", "*", "~", "declare -x Z"}[r.IntN(16)])
		}
	}
	return b.String() + "'"
}

// A trace is what a shell showed, step by step; its last element is what came
// after the last probe.
type trace struct {
	stdout, stderr []string
	status         int
}

func newTrace(a answer) trace {
	tr := trace{strings.Split(notCompared.ReplaceAllString(a.stdout, ""), "\x02"), strings.Split(a.stderr, "\x02"), a.status}
	for i, text := range tr.stderr {
		tr.stderr[i] = samePrefix(text)
	}
	return tr
}

// steps is how many probes answered.
func (t trace) steps() int { return min(len(t.stdout), len(t.stderr)) - 1 }

// TestSequencesAgainstBash drives random sequences of steps through one session
// and through one bash, and compares all that they leave after each. Nothing
// may differ but what a final lists. AEGISH_PROPERTY_N (steps in all) and
// AEGISH_PROPERTY_SEED make it longer and other.
func TestSequencesAgainstBash(t *testing.T) {
	t.Parallel()
	const length = 40
	count, seed := runsize.Of(t, "AEGISH_PROPERTY_N", 320), runsize.Of(t, "AEGISH_PROPERTY_SEED", 1)
	limits := documentedLimits(t)
	for _, f := range finals {
		if !strings.Contains(limits, f.limit) {
			t.Errorf("docs/design.md does not list %q", f.limit)
		}
	}
	for i := range (count + length - 1) / length {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(seed), uint64(i)))
			steps := make([]string, length)
			for j := range steps {
				steps[j] = randomStep(r)
			}
			compareSequence(t, steps, finals[r.IntN(len(finals))])
		})
	}
}

// compareSequence reports the first step after which the two differ.
func compareSequence(t *testing.T, steps []string, last final) {
	t.Helper()
	text := strings.Join(append(steps, last.line), "\n"+probe+"\n") + "\n"
	if last.limit != "" || last.line == ":" || last.line == "(exit 5)" {
		text += probe + "\n"
	}
	run := func(argv ...string) trace {
		root := workplace(t)
		newPlaces(t, root)
		return newTrace(runShell(t, self(), root, nil, text, argv...))
	}
	bash, ours := run("bash", "--norc", "--noprofile"), run(aegish())
	for i := range bash.stdout {
		switch {
		case i >= bash.steps():
		case i >= ours.steps():
			t.Fatalf("aegish ended after step %d: %q\n%q", i, steps[:i+1], ours.stderr[len(ours.stderr)-1])
		case bash.stdout[i] != ours.stdout[i] || bash.stderr[i] != ours.stderr[i]:
			t.Fatalf("step %d: %q\nbash:   %s\n        %s\naegish: %s\n        %s\nafter %q", i, append(steps, last.line)[i],
				shorten(bash.stdout[i]), shorten(bash.stderr[i]), shorten(ours.stdout[i]), shorten(ours.stderr[i]), steps[:i])
		}
	}
	if bash.steps() < len(steps) {
		last = final{line: steps[bash.steps()]} // a syntax error ends a stream
	}
	switch more := ours.steps() - bash.steps(); {
	case last.limit == "" && (more != 0 || ours.status != bash.status || ours.stderr[ours.steps()] != bash.stderr[bash.steps()]):
		t.Errorf("%q: bash ended with %d %q, aegish with %d %q after %d more steps\nafter %q", last.line, bash.status, bash.stderr[bash.steps()], ours.status, ours.stderr[ours.steps()], more, steps)
	case last.limit != "" && (more != 1 || !strings.Contains(ours.stdout[bash.steps()], "\x01"+last.status+"\n")):
		t.Errorf("%q: the session went on for %d steps, want 1 with status %s: %q\nafter %q", last.line, more, last.status, ours.stdout[bash.steps():], steps)
	}
}
