package main_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// fill exports a variable of so many bytes, which no program is needed for.
func fill(name string, bytes int) string {
	return fmt.Sprintf("printf -v %s %%%dd 0; export %s", name, bytes, name)
}

// TestLargeAndAwkwardValues: the report is read while it is written, byte for
// byte, and a program that can not be started is bash's own complaint.
func TestLargeAndAwkwardValues(t *testing.T) {
	t.Parallel()
	var hundreds []string
	for i := range 10 {
		hundreds = append(hundreds, fill(fmt.Sprintf("V%d", i), 100_000))
	}
	compare(t, []trial{
		{name: "more than a pipe holds", text: fill("X", 70_000) + "\necho ${#X}; printf %s \"$X\" | cksum\n"},
		{name: "the longest that a program can be given", text: fill("X", 131069) + "\necho ${#X}\nprintf %s \"$X\" | cksum\n"},
		{name: "longer than a program can be given", text: fill("X", 131070) + "; export Y=1; cd /usr\necho ${#X} $Y; pwd\ncksum /dev/null\necho $?\nunset X\ncksum /dev/null\n"},
		{name: "200 KB in one value", text: fill("X", 200_000) + "\necho ${#X}\nX+=y\necho ${#X} ${X: -1}\ntrue | cat\necho $?\n"},
		{name: "a megabyte in total", text: strings.Join(hundreds, "\n") + "\nfor i in 0 1 2 3 4 5 6 7 8 9; do v=V$i; printf %s \"${!v}\" | cksum; done\n"},
		{name: "bytes that are no UTF-8", text: "export X=$'\\xff\\xfe\\x80' Y=$'a\\xc3'\necho \"$X$Y\" | od -An -tx1; echo ${#X}\n"},
		{name: "every byte but NUL", text: "export X=$(for i in {1..255}; do printf \"\\\\x$(printf %x $i)\"; done; echo .)\nprintf %s \"$X\" | od -An -tx1 -v\n"},
		{name: "newlines and quotes", text: "export X=$'a\\nb\\n' Y='declare -x Z=\"1\"' Q=\"'\\\"\\$(echo no)\\`\"\nprintf '<%s>' \"$X\" \"$Y\" \"$Q\" \"${Z-unset}\"\n"},
		{name: "names that are no identifiers", env: []string{"a.b=1", "x-y=2", "a b=3", "%=4"}, text: "export A=1\ncd /\nenv | grep -E '^(a.b|x-y|a b|%)=' | sort\n"},
		{name: "an empty value", text: "export X=\necho \"${X-unset}\"; export -p | grep -c ' X='\nenv | grep '^X='\n"},
		{name: "a name without a value", text: "export X\nX=1\nenv | grep ^X=\n", limit: "**Lost with each command:**", want: answer{status: 1}},
	})
}

// TestEnvironmentBeyondItsLimit: what is too much is named once, the old value
// stays, and the session goes on. bash itself could start no program any more.
func TestEnvironmentBeyondItsLimit(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 25 {
		many = append(many, fill(fmt.Sprintf("V%02d", i), 100_000))
	}
	const lost = "the environment would exceed its limit of 1048576 bytes, not kept\n"
	compare(t, []trial{
		{name: "one value", text: "export X=old; cd /\n" + fill("X", 1<<20) + "; export Y=kept; cd /usr\necho ${#X} $Y $PWD\n/bin/echo next\n",
			limit: "**A value over 131071 bytes**", want: answer{stdout: "3 kept /usr\nnext\n",
				stderr: "aegish: warning: X: the environment would exceed its limit of 1048576 bytes, old value kept\n"}},
		{name: "many values", text: strings.Join(many, "\n") + "\necho ${#V09} ${V10-unset} ${V24-unset}\n/bin/echo $?\n",
			limit: "**A value over 131071 bytes**", want: answer{stdout: "100000 unset unset\n0\n", stderr: func() (s string) {
				for i := 10; i < 25; i++ {
					s += fmt.Sprintf("aegish: warning: V%02d: %s", i, lost)
				}
				return s
			}()}},
	})
}

// TestNothingWaitsForDescendants: the answer of a shell that has ended comes
// while what it started is still alive and holds every descriptor it got.
func TestNothingWaitsForDescendants(t *testing.T) {
	t.Parallel()
	for i, tt := range []struct {
		name, text string
		ways       []way
	}{
		{"a job behind an exit", "sleep N & exit 0", []way{stream, command, captured}},
		{"a job behind an exec", "sleep N & exec true", []way{command}},
		{"a job behind an echo", "sleep N & echo x", []way{stream, command, captured}},
		{"a stopped child", "sleep N & until grep -q sleep /proc/$!/comm; do :; done; kill -STOP $!; echo x", []way{stream, command, captured}},
		{"a job of a subshell", "(sleep N &); echo x", []way{stream, command, captured}},
		{"a session of its own", "setsid sleep N & echo x", []way{stream, command, captured}},
	} {
		sleep := fmt.Sprint(70001 + i)
		endLater(t, sleeps(sleep))
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, w := range tt.ways {
				tr := trial{way: w, text: strings.ReplaceAll(tt.text, "N", sleep)}
				bash, ours := tr.answers(t, self())
				if ours != bash {
					t.Errorf("way %d: bash: %v\naegish: %v", w, bash, ours)
				}
			}
			waitFor(t, 2*len(tt.ways), "jobs that are still alive", sleeps(sleep))
			for _, p := range running(t, sleeps(sleep)) {
				_ = exec.Command("kill", "-9", fmt.Sprint(p.pid)).Run()
			}
		})
	}
}

// TestJobsKeepWriting: what a job writes after its shell has ended comes out
// where it would under bash.
func TestJobsKeepWriting(t *testing.T) {
	t.Parallel()
	const job = "(until test -e go; do sleep 0.01; done; echo late; echo later >&2; touch done) & echo early"
	for _, argv := range [][]string{{"/bin/bash", "-c", job}, {aegish(), "-c", job}, {aegish()}} {
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Dir = workplace(t)
		out := scratch(t)
		cmd.Stdout, cmd.Stderr = out, out
		if len(argv) == 1 {
			cmd.Stdin = strings.NewReader(job + "\ntrue\n")
		}
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		if got := written(t, out, cmd.Dir); got != "early\n" {
			t.Errorf("%q: %q before its job was let go", argv, got)
		}
		touch(t, filepath.Join(cmd.Dir, "go"))
		eventually(t, "the job's end", func() bool { return exists(filepath.Join(cmd.Dir, "done")) })
		if got := written(t, out, cmd.Dir); got != "early\nlate\nlater\n" {
			t.Errorf("%q: %q", argv, got)
		}
	}
}

// nonceOf finds the mark of the running command's report, as any command can.
const nonceOf = `n=$(trap -p EXIT | grep -oE '[0-9a-f]{24}' | head -n1); `

// forge writes a frame with the right mark: function, declarations, directory.
func forge(function, declarations, dir string) string {
	return nonceOf + fmt.Sprintf(`printf "$n{%s\000$n|%s\000$n|%s\n\000$n|\000%s\000$n}" >&249; `, function, declarations, dir, dir)
}

// lostState is what a session says when a command took its state with it.
const lostState = "aegish: warning: directory and variables are as before this command (it did not report them: exec, a signal, an EXIT trap of its own, or builtins that it redefined)\n"

// TestStatePipeIsNobodysTrust: whoever holds the state pipe can write what an
// export and a cd could do, and can hold up nothing.
func TestStatePipeIsNobodysTrust(t *testing.T) {
	t.Parallel()
	const after = "\necho ${A-unset} ${INJ-unset} $PWD; env | grep -c LD_PRELOAD\n"
	const closed = "exec 249>&-"
	kept, changed := "1 unset /\n0\n", "unset 1 /usr\n0\n"
	for _, tt := range []struct{ name, text, stdout, stderr string }{
		{"a frame with another mark", `printf 'abc{\0abc|declare -x INJ="1"\n\0abc|/usr\n\0abc|\0/usr\0abc}' >&249`, kept, ""},
		{"the environment as text", `printf 'PATH=/evil\0INJ=1\0PWD=/usr\0' >&249`, kept, ""},
		{"the environment as text, nothing behind it", `printf 'PATH=/evil\0INJ=1\0PWD=/usr\0' >&249; ` + closed, "unset unset /\n0\n", lostState},
		{"a right frame before the shell's own", forge("", `declare -x INJ=\"1\"\n`, "/usr"), kept, ""},
		{"a right frame alone", forge("", `declare -x INJ=\"1\"\ndeclare -x LD_PRELOAD=\"/evil\"\n`, "/usr") + closed, changed, ""},
		{"a right frame that is cut", nonceOf + `printf "$n{\000$n|declare -x INJ=\"1\"\n" >&249; ` + closed, "unset unset /\n0\n", lostState},
		{"a cut frame before the shell's own", nonceOf + `printf "$n{\000$n|declare -x INJ=\"1\"\n" >&249`, kept, ""},
		{"noise of bytes", `head -c 3000000 /dev/urandom >&249`, kept, ""},
		{"a flood", `head -c 67108864 /dev/zero >&249`, kept, ""},
		{"a closed pipe", closed, "unset unset /\n0\n", lostState},
		{"a pipe that is a file now", "exec 249>/dev/null", "unset unset /\n0\n", lostState},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := runShell(t, self(), workplace(t), nil, "cd /\nexport A=1; "+tt.text+after, aegish())
			if want := (answer{stdout: tt.stdout, stderr: tt.stderr, status: 1}); got != want {
				t.Errorf("want: %v\ngot: %v", want, got)
			}
		})
	}
}

// TestFloodIsBoundedInMemory: of what comes through the state pipe only the
// tail that a report can have is kept.
func TestFloodIsBoundedInMemory(t *testing.T) {
	t.Parallel()
	const most = 96 << 10 // in KiB; twice what is kept, and the process itself, are about a third
	cmd := exec.Command(aegish())
	cmd.Dir, cmd.Stdin = workplace(t), strings.NewReader("head -c 67108864 /dev/zero >&249\necho $?\n")
	out, err := cmd.Output()
	if err != nil || string(out) != "0\n" {
		t.Fatalf("%v, %q", err, out)
	}
	if used := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; used > most {
		t.Errorf("%d KiB", used)
	}
}

// TestReportsThatCanNotBeRead: a frame with the right mark and the wrong
// content leaves the state as it was, with one line.
func TestReportsThatCanNotBeRead(t *testing.T) {
	t.Parallel()
	for name, frame := range map[string]string{
		"text that is no declaration":  forge("", `A=1\n`, "/usr"),
		"a live expansion":             forge("", `declare -x A=\"\$(touch owned)\"\n`, "/usr"),
		"a value that is not finished": forge("", `declare -x A=\"1\n`, "/usr"),
		"zeros for parts":              nonceOf + `printf "$n{\000\000\000$n}" >&249; `,
		"nothing":                      nonceOf + `printf "$n{\000$n}" >&249; `,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := workplace(t)
			got := runShell(t, self(), root, nil, "export A=old; cd /\n"+frame+"exec 249>&-\necho $A $PWD\n", aegish())
			if want := (answer{stdout: "old /\n", stderr: lostState}); got != want || exists(root+"/owned") {
				t.Errorf("want: %v\ngot: %v", want, got)
			}
		})
	}
	// A frame whose directory can not be entered changes the rest.
	got := runShell(t, self(), workplace(t), nil, "cd /\n"+forge("", `declare -x A=\"1\"\n`, "/nonexistent")+"exec 249>&-\necho $A $PWD\n", aegish())
	if want := (answer{stdout: "1 /\n", stderr: "aegish: warning: /nonexistent: No such file or directory, directory kept\n"}); got != want {
		t.Errorf("want: %v\ngot: %v", want, got)
	}
}

// TestReadersOfTheStatePipe: a child that holds, reads or steals from the
// pipe costs its own command's state at most.
func TestReadersOfTheStatePipe(t *testing.T) {
	t.Parallel()
	for name, thief := range map[string]string{
		"reads for ever":          "cat /proc/self/fd/249 >stolen & echo begun",
		"holds it for reading":    "sleep 70101 </proc/self/fd/249 & echo begun",
		"holds it and is stopped": "sleep 70101 </proc/self/fd/249 & kill -STOP $!; echo begun",
		"floods it in the back":   "(head -c 67108864 /dev/zero >&249) & echo begun",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := workplace(t)
			got := runShell(t, self(), root, nil, "export A=old; cd /\nexport A=new; cd $OLDPWD; "+thief+"\nexport B=1\necho $A $B\n", aegish())
			if got.status != 0 || got.stdout != "begun\nnew 1\n" && (got.stdout != "begun\nold 1\n" || got.stderr != lostState) {
				t.Errorf("got: %v", got)
			}
		})
	}
	endLater(t, func(p proc) bool {
		// What is stopped may still be the shell that was to become sleep.
		stopped := len(p.args) > 0 && strings.Contains(p.args[len(p.args)-1], "& kill -STOP $!; echo begun")
		return stopped || sleeps("70101")(p) || slices.Equal(p.args, []string{"cat", "/proc/self/fd/249"})
	})
}

// TestLateReportsDoNotCount: a job that learned the mark and writes a frame of
// its own after its command has ended changes nothing.
func TestLateReportsDoNotCount(t *testing.T) {
	t.Parallel()
	text := "export A=1; " + nonceOf + "(trap '' PIPE; until test -e go; do sleep 0.01; done; " +
		strings.TrimPrefix(forge("", `declare -x LATE=\"1\"\n`, "/usr"), nonceOf) + "touch done) 2>/dev/null & :\n" +
		"touch go; until test -e done; do sleep 0.01; done\necho $A ${LATE-unset}; test $PWD = /usr || echo stayed\n"
	got := runShell(t, self(), workplace(t), nil, text, aegish())
	if got.stdout != "1 unset\nstayed\n" || got.status != 0 {
		t.Errorf("got: %v", got)
	}
}

// TestCommandLineShowsTheTextAlone: what ps shows of a command's shell is its
// text; the environment that it began with names a descriptor and no more.
func TestCommandLineShowsTheTextAlone(t *testing.T) {
	t.Parallel()
	const text = `tr '\0' '|' < /proc/$$/cmdline`
	got := runShell(t, self(), workplace(t), nil, text+"\n", aegish())
	if want := (answer{stdout: "bash|--norc|--noprofile|-c|--|" + text + "|"}); got != want {
		t.Errorf("want: %v\ngot: %v", want, got)
	}
}
