package grep

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/stream"
)

// TestPerlOptions compares options and patterns of -P with the host's.
func TestPerlOptions(t *testing.T) {
	t.Parallel()
	commandtest.Compare(t, Commands(), "grep", lines(`
-oP (?<=o)\w
-onP (?<=\s)\w+
-obP (?<!\w)f\w*
-P (?<!foo)bar
-P foo(?!bar)
-oP f\Ko+
-oP (\w)\1
-P ^(?=.*fish)(?=.*red)
-oP \w+(?=,|$)
-oP (?>fo+)\b
-oP \bo\w++
-oiP (?-i)T\w+
-cP ^\S+$
-vP \w
-xP one|aaa
-xP (*UTF)one
-wP (*UTF)one
-wP foo|foobar
-wP one)|(?:fish
-xP on)|(?:e
-wP (?x)one~#~x
-xP (?x)one~#~x
-P a{3}
-oP (?<n>abc)\k<n>
-P (?<=a+)b
-P (
-P [
-P \
-P (?<n
-P *a
-P (?Z)
-P -e a -e b
-P a\nb
-f pats -P
-f nopats -P
-P  EMPTY
-oP EMPTY
-wP EMPTY
-vcP EMPTY
--color=always -P f\Koo
--color=always -P (?=f)
--color=always -vP foo
-zP ^b a nul
-zoP o$ nul
-zoP (?s)f.* a
-zoP (?m)^b a nul
-zcP \Ab a nul
-P foo bin
-aoP \S+ bin
-oP f\w+ bad
-aoP [^f]+ bad
-P \xff bad
-LP foo a b
-lP beta a b empty
-hP beta a b
-HP beta a
-m1 -P o
-A1 -P fish
-qP foo
-P \x00 bin
-aP \x00 bin
`))
}

// TestPerlGenerated compares random options and patterns of -P.
func TestPerlGenerated(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 77, 200)
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var all []commandtest.Case
	for range n {
		all = append(all, perlCase(r, pick))
	}
	commandtest.Compare(t, Commands(), "grep", all)
}

func perlCase(r *rand.Rand, pick func(...string) string) commandtest.Case {
	var text, pattern strings.Builder
	for range 3 + r.IntN(40) {
		text.WriteString(pick("a", "b", "ab", " ", "\n", "\n", "é", "_", "A", "1", "a b", "\xff", "\xc3", "x"))
	}
	for range 1 + r.IntN(4) {
		pattern.WriteString(pick("a", "b", "a*", "b+?", "(a|b)", "[ab]", "[^a]", ".", "é", "(ab)?", "a{1,2}+", "^", "$", `\b`, `\w`, `(a)\1`, "(?<=a)", "(?!b)", `\K`, "(?i)", "(?<!a|é)", `(?=\w)`, `\h`, `\B`))
	}
	args := []string{"-P"}
	for range r.IntN(4) {
		args = append(args, pick("-n", "-v", "-c", "-o", "-o", "-w", "-x", "-i", "-b", "-m2", "-A1", "-H", "-l", "-L", "-q", "-a", "-z", "--color=always"))
	}
	return commandtest.Case{Args: append(args, "-e", pattern.String()), Stdin: text.String()}
}

// TestPerlLimit has a pattern that takes too long: that is the end, whatever else
// there is to search.
func TestPerlLimit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 60) + "c\n"
	got := commandtest.Run(t, Commands()["grep"], "grep", commandtest.Case{Args: []string{"-sP", `^(a+)+\1[bx]|foo`, "a", "b", "c"}, Files: map[string]string{"a": "foo\n", "b": "foo\n" + long, "c": "foo\n"}})
	if got.Status != 2 || got.Stdout != "a:foo\nb:foo\n" || got.Stderr != "grep: b: exceeded PCRE's backtracking limit\n" {
		t.Errorf("%d %q %q", got.Status, got.Stdout, got.Stderr)
	}
	got = commandtest.Run(t, Commands()["grep"], "grep", commandtest.Case{Args: []string{"-vP", `^(a+)+\1[bx]`, "b"}, Files: map[string]string{"b": long + "foo\n"}})
	if got.Status != 2 || got.Stdout != "" {
		t.Errorf("-v: %d %q %q", got.Status, got.Stdout, got.Stderr)
	}
}

// TestPerlEnds stops in the midst of lines that each take long.
func TestPerlEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	text := strings.Repeat(strings.Repeat("a", 14)+"c\n", 4000)
	call := &command.Call{Args: []string{"grep", "-P", `^(a+)+\1[bx]`}, Dir: "/", Stdin: stream.FromBytes([]byte(text)), Stdout: stream.Null(), Stderr: stream.Null(), Now: time.Now,
		Limits: command.Limits{LineBytes: 1 << 20, HeldBytes: 1 << 20, Steps: 1 << 30}}
	f, err := newFinder(&settings{kind: 'P', patterns: []string{call.Args[2]}, delim: '\n', steps: 1 << 30}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	f.ended = func() bool { lines++; return ctx.Err() != nil }
	if _, _, ok := f.next([]byte(text)); ok || lines != 1 {
		t.Errorf("%v after %d lines", ok, lines)
	}
	if status := Commands()["grep"].Command.Run(ctx, call); status == 0 {
		t.Error("found")
	}
}
