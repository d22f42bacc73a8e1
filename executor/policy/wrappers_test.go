package policy

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/internal/runsize"
)

// wrapperWords are what random calls of a wrapper are made of: its own options
// in every spelling, some that it does not have, values, and the operands in
// front of the command. None of them can do harm.
var wrapperWords = map[string]string{
	"env":     "-i -0 -v -u -uA -C . -C. --chdir=. --chdir --unset=B --unset -iv -iu - -- -S A=1 B= --ignore-environment --block-signal --block-signal=INT --debug --null -x",
	"nohup":   "-- --version --help -x",
	"nice":    "-n 1 -n1 -1 -5 --adjustment=2 --adjustment -- -x 3 -n=1",
	"timeout": "-k 1 -k1 -s INT -sINT -v --foreground --preserve-status --signal=TERM --signal --kill-after=1 --verbose 9 9s 0 -- -x -vk",
	"stdbuf":  "-o L -oL -i0 -e 0 --output=L --output 0 -- -x",
	"setsid":  "-w -c --wait -- -x --version",
	"xargs":   "-0 -r -t -n 1 -n1 -P 2 -L 1 -I X -IX -i -iX -d , -d, -s 999 -e -E e -x --null --no-run-if-empty --max-args=1 --max-args 2 --replace --replace=X --replace X --delimiter=, -- -l -l1 -z",
	"ionice":  "-c 3 -c3 -n 1 -t --class 2 --class=2 -- -x",
	"chrt":    "-o -b -i 0 -v -a --other --idle -- -x",
	"taskset": "-c 0 -a ff 0xff --cpu-list -- -x",
	"command": "-p -v -V -- -pv -x",
	"exec":    "-a name -aname -c -l -cl -- -x",
	"builtin": "-- -x eval",
	"bash":    "-c -e -x -ec -ce -oc -co -oec -Oc -oOc -o errexit -O dotglob +e +o -c --norc --noprofile --posix -- - -s -i -l",
	"sh":      "-c -e -x -ec -oc -co -o errexit +e -- -s",
	"find":    ". -maxdepth 0 -name x -exec -execdir ; + {} -o ! ( ) -print -quit",
	"time":    "-p -f %e -o /dev/null -- -x",
	"eval":    "-- ; true && ! -x",
	"trap":    "-- - EXIT 0 TERM -p -l",
}

// A probe is a program that notes how it was called, and nothing else.
type probe struct{ path, log string }

func newProbe(t *testing.T) probe {
	t.Helper()
	dir := t.TempDir()
	p := probe{filepath.Join(dir, "probe"), filepath.Join(dir, "log")}
	script := "#!/bin/bash\nprintf '%s\\0' \"$#\" \"$@\" >> '" + p.log + "'\n"
	if err := os.WriteFile(p.path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return p
}

// calls runs a text in bash and gives the arguments of each call of the probe.
func (p probe) calls(t *testing.T, text string) [][]string {
	t.Helper()
	_ = os.Remove(p.log)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/bash", "--norc", "-c", text)
	cmd.Dir = filepath.Dir(p.path)
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C"}
	cmd.Stdin = strings.NewReader("one two\nthree\n")
	cmd.WaitDelay = time.Second
	_ = cmd.Run() // wrappers fail on what they do not know
	if ctx.Err() != nil {
		t.Fatalf("%s: takes too long", text)
	}
	data, err := os.ReadFile(p.log)
	if err != nil {
		return nil
	}
	var calls [][]string
	for fields := strings.Split(string(data), "\x00"); len(fields) > 1; {
		n, err := strconv.Atoi(fields[0])
		if err != nil || n >= len(fields) {
			t.Fatalf("%s: the probe wrote %q", text, data)
		}
		calls, fields = append(calls, fields[1:n+1]), fields[n+1:]
	}
	return calls
}

// Whatever options stand in front of it: a command that a wrapper starts is one
// that was foreseen, or the wrapper is opaque.
func TestWrappersAgainstThePrograms(t *testing.T) {
	t.Parallel()
	calls, seed := runsize.Of(t, "AEGISH_WRAPPER_N", 600), runsize.Of(t, "AEGISH_WRAPPER_SEED", 1)
	random := rand.New(rand.NewPCG(uint64(seed), 1))
	p := newProbe(t)
	names := make([]string, 0, len(wrapperWords))
	for name := range wrapperWords {
		if _, err := exec.LookPath(name); err == nil || isBuiltinWrapper(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	ran, seen := 0, 0
	for range calls {
		text := randomCall(random, names[random.IntN(len(names))], p.path)
		program, violation := bashast.ParseProgram([]byte(text), bashast.Allow{})
		if violation != nil {
			continue
		}
		ran++
		commands := unwrapAll(program, Context{}, bashast.Allow{})
		for _, argv := range p.calls(t, text) {
			seen++
			if !foreseen(commands, p.path, argv) {
				t.Errorf("%s\nruns probe %q, which is not foreseen in\n%s", text, argv, found(t, text))
			}
		}
	}
	if ran < calls/2 || seen < calls/8 {
		t.Errorf("of %d calls %d were accepted and ran, and the probe ran %d times: that shows little", calls, ran, seen)
	}
}

func isBuiltinWrapper(name string) bool {
	return slices.Contains([]string{"command", "exec", "builtin", "eval", "trap"}, name)
}

// randomCall puts random words of a wrapper, or of two, in front of the probe.
func randomCall(random *rand.Rand, name, probe string) string {
	words := []string{name}
	for range random.IntN(5) {
		words = append(words, pick(random, strings.Fields(wrapperWords[name])))
	}
	switch {
	case random.IntN(4) == 0:
		words = append(words, fmt.Sprintf("%s a %s", probe, pick(random, []string{"b", "X", "-r", "{}", "A=1", "--"})))
	case random.IntN(4) == 0:
		words = append(words, "env", probe, "e")
	default:
		words = append(words, probe, pick(random, []string{"x", "-x", "--", "{}", "X"}))
	}
	for range random.IntN(3) {
		words = append(words, pick(random, append(strings.Fields(wrapperWords[name]), "z")))
	}
	for i, w := range words[1:] {
		words[i+1] = "'" + w + "'"
	}
	return strings.Join(words, " ")
}

func pick(random *rand.Rand, list []string) string { return list[random.IntN(len(list))] }

// foreseen reports whether one of the commands is this call of the probe, or
// cannot be known.
func foreseen(commands []Command, probe string, argv []string) bool {
	return slices.ContainsFunc(commands, func(c Command) bool {
		if c.Opaque != "" {
			return true
		}
		if len(c.Argv) == 0 || c.Argv[0] != probe {
			return false
		}
		words := c.words(c.Argv)[1:]
		if len(argv) < len(words) || len(argv) > len(words) && !c.Open {
			return false
		}
		for i, w := range words {
			if !w.unknown && w.text != argv[i] {
				return false
			}
		}
		return true
	})
}
