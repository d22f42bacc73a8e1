package policy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// found describes the commands of a text, one after the other: VIA>WORDS, with
// ? for a word that is not known, ... where more follow, and ! where it is
// opaque.
func found(t *testing.T, text string) string {
	t.Helper()
	program, violation := bashast.ParseProgram([]byte(text), bashast.Allow{QuotedExpansions: true})
	if violation != nil {
		// The simple subset takes builtins that the compound one does not.
		simple, refused := bashast.Parse([]byte(text))
		if refused != nil {
			t.Fatalf("%q: %v, %v", text, violation, refused)
		}
		program = bashast.Program{Commands: []bashast.Command{{PolicyText: simple}}}
	}
	var list []string
	for _, c := range unwrapAll(program, Context{Dir: "/d"}, bashast.Allow{QuotedExpansions: true}) {
		var words []string
		for _, a := range c.Assignments {
			if len(c.Via) > 0 {
				words = append(words, a.Name+"="+a.Value)
			}
		}
		for _, w := range c.words(c.Argv) {
			if w.unknown {
				w.text = "?"
			}
			words = append(words, w.text)
		}
		if c.Open {
			words = append(words, "...")
		}
		text := strings.Join(append(c.Via[:len(c.Via):len(c.Via)], strings.Join(words, " ")), ">")
		if c.Opaque != "" {
			text += "!"
		}
		list = append(list, text)
	}
	return strings.Join(list, " | ")
}

func TestUnwrap(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"ls -l":                                "ls -l",
		"ls; rm x":                             "ls | rm x",
		"/usr/bin/env ls":                      "/usr/bin/env ls | env>ls",
		"env -i A=1 B= ls -l":                  "env -i A=1 B= ls -l | env>A=1 B= ls -l",
		"env -u A -C /x ls":                    "env -u A -C /x ls | env>ls",
		"env -uA --chdir=/ ls":                 "env -uA --chdir=/ ls | env>ls",
		"env - ls":                             "env - ls | env>ls",
		"env -S 'rm x'":                        "env -S rm x!",
		"env --frob ls":                        "env --frob ls!",
		"env":                                  "env",
		"env A=1":                              "env A=1",
		"command ls":                           "command ls | command>ls",
		"command -v ls":                        "command -v ls",
		"command -p -- ls":                     "command -p -- ls | command>ls",
		"builtin cd x":                         "builtin cd x | builtin>cd x",
		"exec -a name ls":                      "exec -a name ls | exec>ls",
		"exec > file":                          "exec",
		"nohup ls":                             "nohup ls | nohup>ls",
		"nice -n 5 ls":                         "nice -n 5 ls | nice>ls",
		"nice -5 ls":                           "nice -5 ls | nice>ls",
		"setsid -w ls":                         "setsid -w ls | setsid>ls",
		"timeout -k 5 -s KILL 10 rm x":         "timeout -k 5 -s KILL 10 rm x | timeout>rm x",
		"timeout --signal=KILL 10 rm":          "timeout --signal=KILL 10 rm | timeout>rm",
		"timeout 10":                           "timeout 10",
		"stdbuf -oL rm x":                      "stdbuf -oL rm x | stdbuf>rm x",
		"sudo --reset-timestamp rm x":          "sudo --reset-timestamp rm x | sudo>rm x",
		"sudo -u bob A=1 rm x":                 "sudo -u bob A=1 rm x | sudo>A=1 rm x",
		"sudo -nu bob rm x":                    "sudo -nu bob rm x | sudo>rm x",
		"sudo -i":                              "sudo -i!",
		"sudo -l":                              "sudo -l",
		"sudo -Z rm":                           "sudo -Z rm!",
		"sudo env nohup rm x":                  "sudo env nohup rm x | sudo>env nohup rm x | sudo>env>nohup rm x | sudo>env>nohup>rm x",
		"xargs rm -r":                          "xargs rm -r | xargs>rm -r ...",
		"xargs":                                "xargs",
		"xargs -n1 -P 4 rm":                    "xargs -n1 -P 4 rm | xargs>rm ...",
		"xargs -I '{}' rm {} x":                "xargs -I {} rm {} x | xargs>rm ? x",
		"xargs -i rm 'a{}'":                    "xargs -i rm a{} | xargs>rm ?",
		"xargs sh":                             "xargs sh | xargs>sh ...!",
		"xargs sh -c 'rm x'":                   "xargs sh -c rm x | xargs>sh -c rm x ...!",
		"xargs sh -c":                          "xargs sh -c | xargs>sh -c ...!", // the text comes from its input
		"xargs --process-slot-var=PATH ls":     "xargs --process-slot-var=PATH ls!",
		"xargs env":                            "xargs env | xargs>env ...!",
		"find . -name x -exec rm {} ';'":       "find . -name x -exec rm {} ; | find>rm ?",
		"find . -exec rm -r {} + -print":       "find . -exec rm -r {} + -print | find>rm -r ?",
		"find . -exec a ';' -execdir b {} ';'": "find . -exec a ; -execdir b {} ; | find>a | find>b ?",
		"find . -ok {} ';'":                    "find . -ok {} ; | find>?!",
		`find "$x"`:                            "find ?!",
		"eval 'rm x; ls'":                      "eval rm x; ls | eval>rm x | eval>ls",
		"eval rm x '>' y":                      "eval rm x > y | eval>rm x",
		"eval":                                 "eval",
		`eval "$x"`:                            "eval ?!",
		"eval 'rm $(x)'":                       "eval rm $(x)!",
		"bash -c 'rm x | ls'":                  "bash -c rm x | ls | bash>rm x | bash>ls",
		"bash -xec 'rm x' name arg":            "bash -xec rm x name arg | bash>rm x",
		"bash -o errexit -c 'rm x'":            "bash -o errexit -c rm x | bash>rm x",
		"bash -oc errexit 'rm x'":              "bash -oc errexit rm x | bash>rm x",
		"bash -oOc errexit dotglob 'rm x'":     "bash -oOc errexit dotglob rm x | bash>rm x",
		"bash -lc 'rm x'":                      "bash -lc rm x! | bash>rm x",
		"bash --norc -c 'rm x'":                "bash --norc -c rm x | bash>rm x",
		"bash --rcfile f -c 'rm x'":            "bash --rcfile f -c rm x! | bash>rm x",
		"bash -c 'rm $(x)'":                    "bash -c rm $(x)!",
		`bash -c "$x"`:                         "bash -c ?!",
		"bash script":                          "bash script!",
		"bash":                                 "bash!",
		"bash --version":                       "bash --version",
		"bash <<< 'rm x'":                      "bash | bash>rm x",
		"bash <<'E'\nrm x\nE":                  "bash | bash>rm x",
		"ls | sh":                              "ls | sh!",
		"sh -c 'rm x'":                         "sh -c rm x | sh>rm x",
		"sh -c 'rm x &> y'":                    "sh -c rm x &> y!", // dash reads that differently
		"dash -c 'bash -c \"rm x\"'":           "dash -c bash -c \"rm x\" | dash>bash -c rm x | dash>bash>rm x",
		"trap 'rm x' EXIT":                     "trap rm x EXIT | trap>rm x",
		"trap - INT":                           "trap - INT",
		"trap '' INT":                          "trap  INT",
		"trap -p":                              "trap -p",
		"source x":                             "source x!",
		". x":                                  ". x!",
		"su -c 'rm x'":                         "su -c rm x!",
		"busybox rm x":                         "busybox rm x | busybox>rm x",
		"test -v 'a[$(id)]'":                   "test -v a[$(id)]!",
		"read 'a[$(id)]'":                      "read a[$(id)]!",
		`[ "$a" = b ]`:                         "[ ? = b ]",
		`[ -n "$a" ]`:                          "[ -n ? ]",
		`printf %s "$a"`:                       "printf %s ?",
		"mapfile -C 'rm x' a":                  "mapfile -C rm x a!",
		"hash -p /x ls":                        "hash -p /x ls!",
		"set -e":                               "set -e",
		"set -o posix":                         "set -o posix!",
		"compgen -W '$(id)'":                   "compgen -W $(id)!",
		"jobs -x rm %1":                        "jobs -x rm %1!",
		"source x; ls; cd y":                   "source x! | ls! | cd y!",
		"eval 'a $(b)'; ls":                    "eval a $(b)! | ls!",
		"eval a; ls":                           "eval a | eval>a | ls",
		"trap 'a; $b' INT; ls":                 "trap a; $b INT! | ls!",
	} {
		if got := found(t, text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// Depth and number are bounded, and beyond the bounds a command is opaque.
func TestUnwrapIsBounded(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("env ", maxDepth) + "ls"
	if got := found(t, deep); !strings.HasSuffix(got, ">ls!") || strings.Count(got, "!") != 1 {
		t.Errorf("%d wrappers: %s", maxDepth, got)
	}
	if got := found(t, strings.Repeat("env ", maxDepth-1)+"ls"); strings.Contains(got, "!") {
		t.Errorf("%d wrappers: %s", maxDepth-1, got)
	}
	// A trap in a trap in a trap doubles nothing: each text is read once.
	text := "true"
	for range 8 {
		text = "eval " + quoted(text)
	}
	if got := found(t, text); strings.Count(got, "|") != 8 {
		t.Errorf("%s", got)
	}
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Where a command may run follows cd, which may fail, and the options of
// wrappers.
func TestDirectories(t *testing.T) {
	t.Parallel()
	cfg, _ := config.Builtin(config.ProfileWorkspace)
	cfg.Run.BashASTSubset, cfg.Policy.Default = config.SubsetCompound, config.Ask
	for text, want := range map[string]string{
		"ls":                               "[/d]",
		"cd x; ls":                         "[/d /d/x]",
		"cd /x && cd y; ls":                "[/d /x /d/y /x/y]",
		"cd ..; ls":                        "[/d /]",
		"cd; ls":                           "[]",
		"cd -; ls":                         "[]",
		"cd -- -x; ls":                     "[/d /d/-x]",
		"pushd x; popd; ls":                "[]",
		"cd a b; ls":                       "[]",
		"env -C x ls":                      "[/d/x]",
		"env -C /x ls":                     "[/x]",
		"find . -execdir ls '{}' +":        "[]",
		"builtin cd x; ls":                 "[/d /d/x]",
		strings.Repeat("cd x;", 9) + " ls": "[]",
	} {
		f := Gather(&cfg, text, Context{Dir: "/d"})
		if f.Violation != nil {
			t.Fatalf("%q: %v", text, f.Violation)
		}
		if got := fmt.Sprint(f.Commands[len(f.Commands)-1].Dirs); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
