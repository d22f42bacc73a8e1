package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aegish/aegish/internal/consoletest"
)

// newBashConsole is a person at a terminal with bash on it, whose prompt is ours.
func newBashConsole(t *testing.T) *console {
	t.Helper()
	cmd := exec.Command("bash", "--norc", "--noprofile", "--noediting")
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PATH=/usr/bin:/bin", "TERM=xterm", "LC_ALL=C.UTF-8", "HOME=" + cmd.Dir, `PS1=aegish:\w\$ `}
	return consoletest.Start(t, cmd)
}

// runs is a job in the foreground of which it is known that it has begun, and again shows
// that it goes on.
func runs(command string) turn { return turn{"(echo ready; " + command + ")\r", `\nready\r\n`, true} }

var again = turn{"again\r", `again\r\nagain\r\n`, true}

// TestJobsAtTheTerminal stops, lists and goes on with jobs, under bash and under the engine
// interp, which have to show the same.
func TestJobsAtTheTerminal(t *testing.T) {
	t.Parallel()
	stop, end := turn{"\x1a", `\n\[[0-9]\]\+  Stopped +[^\n]*\r\n`, false}, turn{keys: "\x03"}
	status := func(code string) turn { return turn{"echo \"<$?>\"\r", `\n<` + code + `>\r\n`, false} }
	shows := func(keys, want string) turn { return turn{keys + "\r", want, false} }
	goesOn := func(keys, want string) turn { return turn{keys + "\r", want, true} }
	for name, turns := range map[string][]turn{
		"a job": {
			runs("sleep 1000"), stop, status("148"), shows("jobs", `\n\[1\]\+  Stopped +\( echo ready; sleep 1000 \)\r\n`),
			shows("bg", `\n\[1\]\+ \( echo ready; sleep 1000 \) &\r\n`), shows("jobs", `\n\[1\]\+  Running +\( echo ready; sleep 1000 \) &\r\n`),
		},
		"a program": {
			goesOn("cat <(echo ready) -", "\nready\r\n"), again, stop, status("148"), shows("jobs", `\n\[1\]\+  Stopped +cat <\(echo ready\) -\r\n`),
			goesOn("fg", `\ncat <\(echo ready\) -\r\n`), again, end, status("130"),
		},
		"a pipeline": {
			goesOn("cat <(echo ready) - | tr a-z A-Z", "READY\r\n"), goesOn("ab", `AB\r\n`), stop, status("148"), shows("jobs", `\n\[1\]\+  Stopped +cat [^\n]* \| tr a-z A-Z\r\n`),
			goesOn("fg", ` \| tr a-z A-Z\r\n`), goesOn("xy", `XY\r\n`), {keys: "\x04"}, shows("(exit 3) | (exit 4); echo ${PIPESTATUS[@]}", `\n3 4\r\n`),
		},
		"lists go on and loops end": {
			goesOn("(echo ready; sleep 1000); echo next $?", `\nready\r\n`), {"\x1a", `next 148\r\n`, false},
			goesOn("f() { (echo ready; sleep 1000); echo in f $?; }; f", `\nready\r\n`), {"\x1a", `in f 148\r\n`, false},
			goesOn("for i in 1 2; do while :; do (echo ready; sleep 1000); echo no; done; done; echo after $?", `\nready\r\n`), {"\x1a", `sleep 1000 \)\r\nafter 148\r\n`, false},
			goesOn("(echo ready; cat); echo no", `\nready\r\n`), again, end, status("130"), goesOn("eval '(echo ready; cat); echo no'; echo no", `\nready\r\n`), again, end, status("130"),
		},
		"what runs in the shell itself": {
			begins("x=$(sleep 1000)"), {"\x1a\x03", `\^C`, false}, status("130"), begins("while :; do :; done"), {"\x1a\x03", `\^C`, false}, shows("jobs; echo end", `\nend\r\n`),
		},
		"a shell": {
			shows("bash -c 'kill -STOP $$; echo \"<went on>\"'", `Stopped +bash -c [^\n]*\r\n`), status("147"), shows("fg", `<went on>\r\n`),
			goesOn(`bash -c 'trap "echo \<inner\>" INT; echo ready; while :; do read x; done'`, `\nready\r\n`), {"\x03", `<inner>\r\n`, true}, stop, {keys: "kill -9 %1\r"}, shows("fg 2> /dev/null; jobs; echo end", `\nend\r\n`),
		},
		"quit": {runs("sleep 1000"), {"\x1c", `\^\\Quit[^\n]*\r\n`, false}, status("131")},
		"input is for the foreground": {
			shows("cat &", `\n\[1\] [0-9]+\r\n`), shows("until [[ $(jobs) == *Stopped* ]]; do :; done", ""), shows("jobs", `\n\[1\]\+  Stopped +cat\r\n`),
			goesOn("fg", `\ncat\r\n`), again, {keys: "\x04"}, shows("jobs; echo end", `\nend\r\n`),
		},
		"names of jobs": {
			goesOn("cat <(echo ready) -", `\nready\r\n`), again, stop, goesOn("cat <(echo ready) - -", `\nready\r\n`), again, stop, shows("jobs", `\[1\]-  Stopped +[^\n]* -\r\n\[2\]\+  Stopped +[^\n]* - -\r\n`),
			goesOn("%1", ` -\r\n`), again, stop, shows("fg %cat", `fg: cat: ambiguous job spec`), shows("bg %7", `bg: %7: no such job\r\n`), goesOn("fg '%?- -'", ` - -\r\n`), again, end, status("130"),
			runs("sleep 1000"), stop, shows("%2 &", `\n\[2\]\+ [^\n]* 1000 \) &\r\n`), shows("bg %2", `bg: job 2 already in background\r\n`), {keys: "kill %1\r"}, shows("jobs %1; echo end", `\nend\r\n`),
		},
		"jobs that end": {
			shows("(exit 3) & wait $!; echo \"<$?>\"", `\n\[1\]\+  Exit 3 +\( exit 3 \)\r\n<3>\r\n`), shows("sleep 0.1 & sleep 0.5; echo later", `\n\[1\]\+  Done +sleep 0.1\r\nlater\r\n`),
			runs("sleep 1000"), stop, shows("wait %1; echo \"<$?>\"", `warning: wait_for_job: job 1 is stopped\r\n<148>\r\n`), shows("exit", `There are stopped jobs\.\r\n`),
			shows("disown", `warning: deleting stopped job 1 with process group [0-9]+\r\n`), shows("jobs; echo end", `\nend\r\n`),
		},
	} {
		for shell, start := range map[string]func(*testing.T) *console{"bash": newBashConsole, "interp": func(t *testing.T) *console { return newInterpConsole(t) }} {
			t.Run(name+"/"+shell, func(t *testing.T) {
				t.Parallel()
				c := start(t)
				c.Expect(promptPattern)
				talk(c, turns...)
			})
		}
	}
}

// TestTimeEndsStoppedJobs stops a job, whose limit of time goes on.
func TestTimeEndsStoppedJobs(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "aegish.toml")
	must(t, os.WriteFile(config, []byte("[interp.limits]\ntime = \"1s\"\n"), 0o600))
	c := newInterpConsole(t, "--config", config)
	c.Expect(promptPattern)
	talk(c, runs("sleep 1000"), turn{"\x1a", `Stopped +[^\n]*\r\n`, false})
	c.Expect(`limit exceeded: time \(1s\)`)
	talk(c, turn{"\r", "", false}, turn{"jobs; echo end\r", `\nend\r\n`, false})
	if screen := c.Screen(); strings.Contains(screen, "Stopped") {
		t.Errorf("%q", screen)
	}
}

// TestNobodyTypes ends sessions for which nobody types a command, as TMOUT says.
func TestNobodyTypes(t *testing.T) {
	t.Parallel()
	for shell, start := range map[string]func(*testing.T) *console{"bash": newBashConsole, "interp": func(t *testing.T) *console { return newInterpConsole(t) }} {
		for name, turns := range map[string][]turn{
			"prompt":       {{keys: "trap 'echo \"<bye>\"' EXIT; TMOUT=\r"}, {keys: "TMOUT=0\r"}, {keys: "TMOUT=-1\r"}, {keys: "TMOUT=1s\r"}, {keys: "(exit 3)\r"}},
			"continuation": {{keys: "trap 'echo \"<bye>\"' EXIT; (exit 3); TMOUT=1; (exit 3)\r"}, {"if true\r", `> `, true}},
		} {
			t.Run(name+"/"+shell, func(t *testing.T) {
				t.Parallel()
				c := start(t)
				c.Expect(promptPattern)
				talk(c, turns...)
				if name == "prompt" {
					talk(c, turn{"TMOUT=1; (exit 3)\r", "", false})
				}
				c.Expect(`timed out waiting for input: auto-logout\r\n(?s).*<bye>\r\n`)
				if got := c.Ends(); got != 3 {
					t.Errorf("status %d", got)
				}
			})
		}
	}
}

// TestDumbTerminals gives up lines at a terminal without a line editor, which makes signals
// of the keys, in a session that was saved.
func TestDumbTerminals(t *testing.T) {
	t.Parallel()
	state := filepath.Join(t.TempDir(), "state")
	for _, turns := range [][]turn{
		{{"\x03", `\^C\r\n`, false}, {"echo \"<$?>\"\r", `\n<130>\r\n`, false}, {keys: "half a line\x03"}, {"\x1a\r", "", false}, {"echo still\r", `\nstill\r\n`, false}, {keys: "x=kept; trap 'echo \"<$x>\"' INT\r"}},
		{{"echo begun\r", `\nbegun\r\n`, false}, {"\x03", `\^C\r\n<kept>\r\n`, false}, {"trap 'exit 5' INT\r", "", false}},
	} {
		cmd := exec.Command(aegish(), "--engine", "interp", "--state", state)
		cmd.Dir = t.TempDir()
		cmd.Env = []string{"PATH=/usr/bin:/bin", "TERM=dumb", "HOME=" + cmd.Dir}
		c := consoletest.Start(t, cmd)
		c.Expect(promptPattern)
		talk(c, turns...)
		c.Send("exit 5\r")
		if got := c.Ends(); got != 5 {
			t.Errorf("status %d; %q", got, c.Screen())
		}
	}
}
