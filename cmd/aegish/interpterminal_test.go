package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/aegish/aegish/internal/consoletest"
)

// newInterpConsole is a person at a terminal with the engine interp on it.
func newInterpConsole(t *testing.T, args ...string) *console {
	t.Helper()
	cmd := exec.Command(aegish(), append([]string{"--engine", "interp"}, args...)...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PATH=/usr/bin:/bin", "TERM=xterm", "LC_ALL=C.UTF-8", "HOME=" + cmd.Dir}
	return consoletest.Start(t, cmd)
}

// A turn is what is typed and what has to appear after it, and then, unless the
// command goes on reading, the next prompt.
type turn struct {
	keys, want string
	goesOn     bool
}

func talk(c *console, turns ...turn) {
	c.T.Helper()
	for _, turn := range turns {
		c.Send(turn.keys)
		if turn.want != "" {
			c.Expect(turn.want)
		}
		if !turn.goesOn {
			c.Expect(promptPattern)
		}
	}
}

// begins is a command of which it is known when it runs.
func begins(command string) turn { return turn{"echo ready; " + command + "\r", `\nready\r\n`, true} }

func TestInterpTerminal(t *testing.T) {
	t.Parallel()
	interrupt, status := turn{keys: "\x03"}, turn{"echo \"<$?>\"\r", `<130>\r\n`, false}
	more := func(keys string) turn { return turn{keys, `\n> `, true} }
	for name, tt := range map[string]struct {
		turns  []turn
		leave  string
		status int
	}{
		"state and exit": {[]turn{
			{"cd /usr; pwd\r", `\n/usr\r\n`, false}, {keys: "x=1; f() { echo \"<$x $PWD>\"; }\r"}, {"f\r", `\n<1 /usr>\r\n`, false}, {"echo $- | grep -o i\r", `\ni\r\n`, false},
		}, "exit 7\r", 7},
		"end of file":                       {[]turn{{keys: "(exit 9)\r"}}, "\x04", 9},
		"logout's status is the last one's": {[]turn{{keys: "false\r"}}, "exit\r", 1},
		"continuation": {[]turn{
			more("for i in 1 2\r"), {"do echo \"<$i>\"; done\r", `<1>\r\n<2>\r\n`, false}, more("echo 'a\r"), {"b'\r", `\na\r\nb\r\n`, false},
			more("cat <<E\r"), more("text $((1+1))\r"), {"E\r", `\ntext 2\r\n`, false}, more("if\r"), interrupt, status,
		}, "exit 0\r", 0},
		"interrupts": {[]turn{
			begins("sleep 1000"), interrupt, status, begins("while :; do :; done"), interrupt, status, {keys: "half a line\x03"}, status,
			begins("cat"), {"line\r", `line\r\nline\r\n`, true}, interrupt, begins("sleep 1000 | cat"), interrupt, status,
		}, "exit 0\r", 0},
		"reading from the terminal": {[]turn{
			{"read -p 'name? ' x; echo \"<$x>\"\r", `\nname\? `, true}, {"ada\r", `<ada>`, false}, begins("cat"), {"to cat\r", `to cat\r\nto cat\r\n`, true}, {keys: "\x04"}, {"echo \"<$?>\"\r", `<0>`, false},
			begins("read -s y"), {keys: "hidden\r"}, {"echo \"<$y>\"\r", `<hidden>`, false},
		}, "exit 0\r", 0},
		"jobs": {[]turn{
			{"sleep 1000 &\r", `\n\[1\] [0-9]+\r\n`, false}, {"jobs\r", `\[1\]\+  Running +sleep 1000 &\r\n`, false}, {"kill %1; while [[ $(jobs) == *Running* ]]; do :; done\r", `\n\[1\]\+  Terminated +sleep 1000\r\n`, false},
			{"true & while [[ $(jobs) == *Running* ]]; do :; done\r", `\n\[1\] [0-9]+\r\n\[1\]\+  Done +true\r\n`, false}, {"jobs; echo \"<$?>\"\r", `\n<0>\r\n`, false}, {"fg\r", `fg: current: no such job`, false},
		}, "exit 0\r", 0},
		"jobs in the foreground": {[]turn{
			{"sleep 1000 &\r", `\n\[1\] [0-9]+\r\n`, false}, {"fg\r", `\nsleep 1000\r\n`, true}, interrupt, status, {"jobs; echo \"<$?>\"\r", `\n<0>\r\n`, false}, {"echo $- | grep -o m\r", `\nm\r\n`, false},
			{"(sleep 1000; echo no) & kill -STOP %1\r", `\n\[1\] [0-9]+\r\n`, false}, {"bg\r", `\n\[1\]\+ \( sleep 1000; echo no \) &\r\n`, false}, {"fg %1\r", `echo no \)\r\n`, true}, interrupt, status,
			{"cat & while [[ $(jobs) == *Running* ]]; do :; done\r", `Stopped +cat`, false}, {"fg\r", `\ncat\r\n`, true}, interrupt,
		}, "exit 0\r", 0},
		"stopped jobs hold exit once": {[]turn{
			{"set -m; sleep 1000 & kill -STOP %1\r", `\n\[1\] [0-9]+\r\n`, false}, {"exit 5\r", `\nexit\r\nThere are stopped jobs\.\r\n`, false}, {"echo \"<$?>\"\r", `<1>`, false},
			{"exit 5\r", `There are stopped jobs\.`, false}, {"jobs\r", `Stopped +sleep 1000\r\n`, false},
		}, "exit 6\r", 6},
		"running jobs hold it with checkjobs": {[]turn{
			{"shopt -s checkjobs; sleep 1000 &\r", `\n\[1\] [0-9]+\r\n`, false}, {"(exit 7)\r", "", false}, {"\x04", `exit\r\nThere are running jobs\.\r\n\[1\]\+  Running +sleep 1000 &\r\n`, false}, {"echo \"<$?>\"\r", `<7>`, false},
			{"\x04", `There are running jobs\.`, false},
		}, "\x04", 0},
		"an interrupt before the first command": {[]turn{interrupt, status}, "exit 2\r", 2},
		"history": {[]turn{
			{"echo first\r", `\nfirst\r\n`, false}, {"\x1b[A\r", `\nfirst\r\n`, false}, {"history | tail -n 2\r", `echo first\r\n`, false}, {"fc -ln -1 -1\r", `history`, false},
		}, "exit 0\r", 0},
		"errors end no session": {[]turn{
			{"nosuch\r", `nosuch: command not found`, false}, {"echo )\r", `syntax error near unexpected token`, false}, {"echo \"<$?>\"\r", `<2>`, false}, {"${x?missing}\r", `missing\r\n`, false},
			{"readonly r=1; r=2\r", `readonly variable`, false}, {"echo still\r", `\nstill\r\n`, false}, {"exec nosuch\r", `not found`, false}, {"echo here\r", `\nhere\r\n`, false},
		}, "exit 3\r", 3},
		"prompts of its own": {[]turn{
			{"PS1='\\w> aegish:Y$ '\r", `\n[^\n]*> `, false}, {"PROMPT_COMMAND='echo \"pc $?\"'\r", `\npc 0\r\n`, false}, {"false\r", `\npc 1\r\n`, false}, {"echo \"<$?>\"\r", `<1>\r\npc 0\r\n`, false},
			{"PROMPT_COMMAND=('echo one' 'echo two'); PS0='[begins]'\r", `\none\r\ntwo\r\n`, false}, {"echo b\r", `\n\[begins\]b\r\n`, false}, {"unset PROMPT_COMMAND; PS0= PS2='more> '\r", "", false},
			{"if true\r", `more> `, true}, {"then echo y; fi\r", `\ny\r\n`, false}, {"PS1='one\naegish:$(echo sub)$ '\r", `one\r\naegish:sub\$ `, true},
		}, "exit 3\r", 3},
		"PROMPT_COMMAND ends the session": {[]turn{{"PROMPT_COMMAND='exit 4'\r", `exit\r\n`, true}}, "", 4},
		"ends of input that are ignored": {[]turn{
			{"set -o ignoreeof\r", "", false}, {"\x04", `Use "exit" to leave the shell\.`, false}, {"\x04", `Use "exit"`, false}, {"IGNOREEOF=1\r", "", false}, {"\x04", `Use "exit"`, false}, {"echo x\r", `\nx\r\n`, false}, {"\x04", `Use "exit"`, false},
		}, "\x04", 0},
		"the trap of an interrupt at the prompt": {[]turn{
			{"trap 'echo \"<int>\"' INT\r", "", false}, {"\x03", `\n<int>\r\n`, false}, {"echo \"<$?>\"\r", `<0>\r\n`, false}, {"trap 'exit 6' INT\r", "", false},
		}, "\x03", 6},
		"a shell at a terminal survives SIGTERM": {[]turn{
			{"kill -TERM $$\r", "", false}, {"echo alive\r", `\nalive\r\n`, false}, {"(kill -TERM $BASHPID)\r", `Terminated\r\n`, false}, {"${x?no}\r", "no", false}, {"echo \"<$?>\"\r", `<1>\r\n`, false},
		}, "exit 1\r", 1},
		"autocd and cdspell": {[]turn{
			{"shopt -s autocd cdspell; mkdir -p /tmp/one/two; cd /tmp\r", "", false}, {"one\r", `\ncd -- one\r\n`, false}, {"pwd\r", `\n/tmp/one\r\n`, false}, {"..\r", `\ncd -- \.\.\r\n`, false},
			{"cd oen/tw\r", `\none/two\r\n`, false}, {"pwd\r", `\n/tmp/one/two\r\n`, false}, {"cd xyz\r", `No such file`, false}, {"cd /tpm\r", `\n/tmp\r\n`, false},
		}, "exit 0\r", 0},
		"the trap of the end": {[]turn{{keys: "trap 'echo bye' EXIT\r"}}, "\x04", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newInterpConsole(t)
			c.Expect(promptPattern)
			talk(c, tt.turns...)
			c.Send(tt.leave)
			if got := c.Ends(); got != tt.status {
				t.Errorf("status %d, want %d; %q", got, tt.status, c.Screen())
			}
		})
	}
}

// TestInterpLogin starts the engine as login programs do: with "-" before the
// name.
func TestInterpLogin(t *testing.T) {
	t.Parallel()
	login := func(args ...string) *exec.Cmd {
		cmd := exec.Command(aegish(), append([]string{"--engine", "interp"}, args...)...)
		cmd.Args[0], cmd.Dir = "-aegish", t.TempDir()
		cmd.Env = []string{"PATH=/usr/bin:/bin", "TERM=xterm", "HOME=" + cmd.Dir}
		return cmd
	}
	for _, tt := range []struct {
		args          []string
		stdin, stdout string
		status        int
	}{
		{[]string{"-c", "exit 4"}, "", "", 4},
		{[]string{"-c", "echo $0"}, "", "", 126}, // the profile restricted takes literal commands
		{nil, "cd /tmp\npwd\nlogout 5\necho after\n", "/tmp\n", 5},
		{nil, "cd /\nlogout\n", "", 0},
		{[]string{"-c", "pwd"}, "", "HOME\n", 0},
		{[]string{"-c", "/usr/lib/openssh/sftp-server"}, "", "", 126},
		{[]string{"-c", "scp -t x"}, "", "", 126},
	} {
		cmd := login(tt.args...)
		cmd.Stdin = strings.NewReader(tt.stdin)
		out, err := cmd.Output()
		got := strings.ReplaceAll(string(out), home(t), "HOME")
		if got != tt.stdout || cmd.ProcessState.ExitCode() != tt.status {
			t.Errorf("%q: %q, %v; want %q, %d", tt.args, got, err, tt.stdout, tt.status)
		}
	}
	c := consoletest.Start(t, login())
	c.Expect(promptPattern)
	c.Send("logout\r")
	if got := c.Ends(); got != 0 {
		t.Errorf("logout: %d", got)
	}
}

func home(t *testing.T) string {
	t.Helper()
	h, err := os.UserHomeDir()
	must(t, err)
	return h
}

// TestInterpHangup saves a session whose terminal goes away, and ends it.
func TestInterpHangup(t *testing.T) {
	t.Parallel()
	state := filepath.Join(t.TempDir(), "state")
	c := newInterpConsole(t, "--state", state)
	c.Expect(promptPattern)
	talk(c, turn{keys: "x=kept; trap 'y=trap' EXIT\r"}, begins("sleep 1000"))
	must(t, c.Cmd.Process.Signal(syscall.SIGHUP))
	if got := c.Ends(); got != 129 {
		t.Errorf("status %d", got)
	}
	out, err := exec.Command(aegish(), "--engine", "interp", "--state", state, "-c", "echo $x $y").CombinedOutput()
	if string(out) != "kept trap\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}
