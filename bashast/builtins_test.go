package bashast_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/internal/runsize"
)

// TestBuiltinsChangeNothing runs accepted texts with all builtins on: what
// they do to the shell must not change what the words behind them mean.
func TestBuiltinsChangeNothing(t *testing.T) {
	t.Parallel()
	w := newProgramWitness(t)
	r := rand.New(rand.NewPCG(uint64(runsize.Of(t, "AEGISH_GATE_SEED", 1)), 6))
	accepted := 0
	for range runsize.Of(t, "AEGISH_GATE_N", 20000) / 15 {
		text := liveProgram(r)
		p, violation := bashast.ParseProgram([]byte(text), allowed)
		if violation != nil {
			continue
		}
		accepted++
		done, err := w.live(text)
		if err != nil {
			t.Fatal(err)
		}
		checkLive(t, text, p, done)
	}
	t.Logf("%d texts accepted and run with all builtins", accepted)
	if accepted < 60 {
		t.Errorf("too few texts to prove anything")
	}
}

// checkLive fails if bash started or opened anything that is not in the
// program.
func checkLive(t *testing.T, text string, p bashast.Program, done []happening) {
	t.Helper()
	for _, h := range done {
		known := slices.ContainsFunc(p.Commands, func(c bashast.Command) bool {
			if h.kind == 'X' {
				return sameArgv(c, h.argv) || throughBuiltin(c, h.argv)
			}
			return h.kind == 'O' && (slices.ContainsFunc(c.Redirections, func(r bashast.Redirection) bool { return r.Path == h.what }) ||
				slices.Contains(c.Argv, h.what) || len(c.Argv) > 0 && c.Argv[0] == "history")
		})
		if !known {
			t.Errorf("FALSE ACCEPT %q: gate %s, bash %v", text, describe(p), h)
		}
	}
}

// throughBuiltin reports whether a command that runs its own arguments as a
// command has these behind it.
func throughBuiltin(c bashast.Command, argv []string) bool {
	if len(c.Argv) == 0 || c.Argv[0] != "command" && c.Argv[0] != "exec" && c.Argv[0] != "builtin" {
		return false
	}
	joined := strings.Join(c.Argv, "\x00")
	return strings.HasSuffix(joined, strings.Join(argv[1:], "\x00")) || strings.Contains(joined, argv[0])
}

// TestBuiltinsRunNoSubscripts tries every builtin with every option letter and
// words whose evaluation would run a command, written and at run time. The ones that run text by their
// purpose are left out: they are the caller's to judge. So is suspend, which
// would stop the test.
func TestBuiltinsRunNoSubscripts(t *testing.T) {
	t.Parallel()
	w := newProgramWitness(t)
	list, err := exec.Command(w.bash, "--norc", "--noprofile", "-c", "compgen -b").Output()
	if err != nil {
		t.Fatal(err)
	}
	share, tried := shortShare(t), 0
	var texts []string
	var programs []bashast.Program
	for _, name := range strings.Fields(string(list)) {
		switch name {
		case "eval", "source", ".", "trap", "suspend", "command", "builtin", "exec":
			continue
		}
		for _, option := range append([]string{"", "--"}, letters()...) {
			for _, args := range []string{" %", " % % %", " a %", " a % b %", "%", " a b -o %", " \"$z\"", " \"$y\" \"$z\"", " a \"$y\" \"$z\" b", " \"$z\" %"} {
				text := "a=1; " + name + " " + option + strings.ReplaceAll(args, "%", "'a[$(id)]'")
				p, violation := bashast.ParseProgram([]byte(text), allowed)
				if tried++; violation == nil && tried%share == 0 {
					texts, programs = append(texts, text), append(programs, p)
				}
			}
		}
	}
	for from := 0; from < len(texts); from += 1000 {
		part := texts[from:min(from+1000, len(texts))]
		byCase, err := w.script(livePrelude, "C.UTF-8", "0", part)
		if err != nil {
			t.Fatal(err)
		}
		for i, done := range byCase {
			checkLive(t, part[i], programs[from+i], done)
		}
	}
	t.Logf("%d accepted commands of builtins", len(texts))
	if len(texts) < 4000 {
		t.Errorf("too few to prove anything")
	}
	// The witness would notice: these are refused because bash runs id.
	for _, text := range []string{"test -v 'a[$(id)]'", "printf -v 'a[$(id)]' x", "read 'a[$(id)]' <<<1", "mapfile -C id -c 1 a <<<x", "jobs -x id", "compgen -W '$(id)'", "test \"$y\" \"$z\""} {
		done, err := w.live(text)
		if err != nil || !slices.ContainsFunc(done, func(h happening) bool { return h.kind == 'X' && h.argv[0] == "id" }) {
			t.Errorf("live %q = %v, %v", text, done, err)
		}
	}
}

// shortShare is how many combinations one is tried of: all in a long run.
func shortShare(t *testing.T) int {
	if runsize.Of(t, "AEGISH_GATE_N", 0) > 100000 {
		return 1
	}
	return 3
}

func letters() []string {
	var all []string
	for _, c := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		all = append(all, fmt.Sprintf("-%c", c))
	}
	return all
}

// TestVariablesEvaluateNothing assigns to every variable that bash may know a
// value whose evaluation would run a command, in every way that is accepted.
func TestVariablesEvaluateNothing(t *testing.T) {
	t.Parallel()
	w := newProgramWitness(t)
	share, tried := shortShare(t), 0
	var texts []string
	var programs []bashast.Program
	for _, name := range variableNames(t, w.bash) {
		for _, form := range []string{
			"N=V; cmd x", "N+=V; cmd x", "N=V cmd x; cmd y", "export N=V; cmd x", "for N in V b; do cmd x; done", "read -r N <<<V; cmd x", "printf -v N %s V; cmd x",
			"N=V getopts ab v -a; cmd x", "N=V read v <<<a; cmd x", "N=V test -v v; cmd x", "mapfile -t N <<<V; cmd x", "N=V printf '%(%c)T'; wait; cmd $?", "N=V; cd .; set -x; time cmd x",
		} {
			text := strings.ReplaceAll(strings.ReplaceAll(form, "N", name), "V", "'a[$(id)]'")
			p, violation := bashast.ParseProgram([]byte(text), allowed)
			if tried++; violation == nil && tried%share == 0 {
				texts, programs = append(texts, text), append(programs, p)
			}
		}
	}
	for from := 0; from < len(texts); from += 1000 {
		part := texts[from:min(from+1000, len(texts))]
		byCase, err := w.script(livePrelude, "C.UTF-8", "0", part)
		if err != nil {
			t.Fatal(err)
		}
		for i, done := range byCase {
			checkLive(t, part[i], programs[from+i], done)
		}
	}
	t.Logf("%d accepted assignments", len(texts))
	if len(texts) < 700 {
		t.Errorf("too few to prove anything")
	}
	done, err := w.live("OPTIND='a[$(id)]'")
	if err != nil || len(done) != 1 || done[0].kind != 'X' {
		t.Errorf("live OPTIND= %v, %v", done, err)
	}
}

// variableNames lists the words in the program file of bash that look like
// variables of its own.
func variableNames(t *testing.T, bash string) []string {
	t.Helper()
	image, err := os.ReadFile(bash)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, match := range regexp.MustCompile(`\x00([A-Z][A-Z0-9_]{1,24}|histchars|auto_resume|ignoreeof)\x00`).FindAllSubmatch(bytes.ReplaceAll(image, []byte{0}, []byte{0, 0}), -1) {
		names = append(names, string(match[1]))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if !slices.Contains(names, "OPTIND") || !slices.Contains(names, "POSIXLY_CORRECT") {
		t.Fatalf("bash has only %q", names)
	}
	return names
}
