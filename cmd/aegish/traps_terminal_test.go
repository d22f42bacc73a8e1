package main_test

import (
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/aegish/aegish/internal/consoletest"
	"github.com/creack/pty"
)

const noSuspend = `commands can not be suspended; continuing`

// newShellConsole is a person at a terminal with any program on it.
func newShellConsole(t *testing.T, argv ...string) *console {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = workplace(t)
	cmd.Env = []string{"PATH=/usr/bin:/bin", "TERM=xterm", "LC_ALL=C.UTF-8", "HOME=" + cmd.Dir, "PS1=outer> "}
	return consoletest.Start(t, cmd)
}

// TestSuspendKey: without job control a command that is stopped goes on. It
// does so as a session leader and under a shell that has job control.
func TestSuspendKey(t *testing.T) {
	t.Parallel()
	t.Run("as the first program of a terminal", func(t *testing.T) {
		t.Parallel()
		c := newConsole(t)
		c.Expect(promptPattern)
		suspend(t, c)
		c.Send("exit\r")
		if got := c.Ends(); got != 130 {
			t.Errorf("status %d, want that of the command", got)
		}
	})
	t.Run("under a shell with job control", func(t *testing.T) {
		t.Parallel()
		c := newShellConsole(t, "/bin/bash", "--norc", "--noprofile", "-i")
		c.Expect(`outer> `)
		c.Send(aegish() + "\r")
		c.Expect(promptPattern)
		suspend(t, c)
		c.Send("exit 3\r")
		c.Expect(`outer> `)
		c.Send("echo \"<$?>\"; jobs; echo end\r")
		c.Expect(`<3>\r\nend`)
	})
}

// suspend presses ctrl-Z during a command and at the prompt, then ctrl-C.
func suspend(t *testing.T, c *console) {
	t.Helper()
	c.Send("sleep 1000\r")
	waitForForeground(t, c, "sleep")
	c.Send("\x1a")
	c.Expect(noSuspend)
	waitForForeground(t, c, "sleep")
	c.Send("\x03")
	c.Expect(promptPattern)
	c.Send("\x1aecho \"<$?>\"\r")
	c.Expect(`<130>`)
	c.Expect(promptPattern)
	c.Send("(exit 130)\r")
	c.Expect(promptPattern)
}

// TestStoppedChildOfACommand: a child that stops itself holds its own command
// as long as nobody sets it going; the suspend key does, and ctrl-C then ends it.
func TestStoppedChildOfACommand(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("sh -c 'kill -STOP $$; echo went on'; echo \"<$?>\"\r")
	waitFor(t, 1, "a stopped child", func(p proc) bool { return p.session == c.Cmd.Process.Pid && p.state == "T" })
	c.Send("\x1a")
	c.Expect(`went on\r\n<0>`)
	c.Expect(promptPattern)
	// One in the background is nobody's business.
	c.Send("sleep 70301 & until grep -q sleep /proc/$!/comm; do :; done; kill -STOP $!; echo done\r")
	endLater(t, sleeps("70301"))
	c.Expect(`\ndone\r\n`)
	c.Expect(promptPattern)
	c.Send("echo next\r")
	c.Expect(`\nnext\r\n`)
}

// TestSignalsTheCallerIgnores: what the caller of an interactive session
// ignores is caught by it and the default again in its commands.
func TestSignalsTheCallerIgnores(t *testing.T) {
	t.Parallel()
	c := newShellConsole(t, "/bin/sh", "-c", `trap '' INT QUIT TSTP TTIN TTOU; exec "$0"`, aegish())
	c.Expect(promptPattern)
	c.Send("grep -E '^Sig(Ign|Blk)' /proc/self/status\r")
	c.Expect(`SigBlk:\s+0000000000000000\s+SigIgn:\s+0000000000000000`)
	c.Expect(promptPattern)
	c.Send("sleep 1000\r")
	waitForForeground(t, c, "sleep")
	c.Send("\x03")
	c.Expect(promptPattern)
	c.Send("echo \"<$?>\"\r")
	c.Expect(`<130>`)
}

// TestCommandReadsAndIsResized: a command has the terminal, so it may read from
// it and is told when the window changes.
func TestCommandReadsAndIsResized(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("bash -c 'trap \"stty size; exit\" WINCH; echo ready; while :; do sleep 0.01; done'\r")
	c.Expect(`\nready`)
	must(t, pty.Setsize(c.PTY, &pty.Winsize{Rows: 33, Cols: 144}))
	c.Expect(`\n33 144\r\n`)
	c.Expect(promptPattern)
	c.Send("cat; echo \"<$?>\"\r")
	waitForForeground(t, c, "cat")
	c.Send("typed\r\x04")
	c.Expect(`typed\r\ntyped\r\n<0>`)
	c.Expect(promptPattern)
	c.Send("(read -p 'in a subshell? ' x; echo \"<$x>\")\r")
	c.Expect(`\nin a subshell\? `)
	c.Send("yes\r")
	c.Expect(`<yes>`)
}

// TestControllingTerminal: commands can ask on it, whatever their streams are,
// and so can what runs below them; one that leaves for a session of its own
// has none, as anywhere.
func TestControllingTerminal(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("echo to the terminal >/dev/tty 2>/dev/null </dev/null; sh -c 'read x </dev/tty; echo \"<$x>\"'\r")
	c.Expect(`\nto the terminal\r\n`)
	c.Send("answer\r")
	c.Expect(`<answer>`)
	c.Expect(promptPattern)
	c.Send("setsid -w sh -c 'echo x >/dev/tty' 2>&1 | grep -o 'No such device'\r")
	c.Expect(`\nNo such device`)
	// Without a terminal there is none to be had.
	cmd := exec.Command(aegish(), "-c", "echo x >/dev/tty")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "/dev/tty: No such device or address") {
		t.Errorf("%v, %s", err, out)
	}
}

// TestModesDoNotStick: however a command ends that changed the terminal's
// modes, the prompt has the old ones.
func TestModesDoNotStick(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	for _, command := range []string{
		"stty -echo", "stty raw -echo; kill -9 $$", "stty -icanon min 0 time 0; false", "stty -isig -ixon; exec true", "stty intr x; sleep 0",
	} {
		c.Send(command + "\r")
		c.Expect(promptPattern)
		c.Send("stty -a | tr -s '; \\n' ' '\r")
		text := c.Expect(`(?s)stty -a.*?` + promptPattern)
		for _, mode := range []string{" icanon", " echo ", " isig", "intr = ^C"} {
			if !strings.Contains(text, mode) {
				t.Errorf("after %q no%s: %q", command, mode, text)
			}
		}
	}
}

// TestInterruptsAtEveryPlace: ctrl-C ends what runs and never the session.
func TestInterruptsAtEveryPlace(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	for range 3 {
		c.Send("\x03")
		c.Expect(promptPattern)
	}
	c.Send("echo 'open\r")
	c.Expect(`\n> `)
	c.Send("\x03")
	c.Expect(promptPattern)
	c.Send("export KEPT=1; sleep 1000; echo not this\r")
	waitForForeground(t, c, "sleep")
	c.Send("\x03")
	c.Expect(promptPattern)
	c.Send("echo \"<$? $KEPT>\"\r")
	c.Expect(`<130 1>`)
	c.Expect(promptPattern)
	c.Send("sleep 1000 | cat; echo \"and <$?>\"\r")
	waitForForeground(t, c, "sleep")
	c.Send("\x03")
	c.Expect(promptPattern)
	c.Send("trap 'echo caught' INT; sleep 1000; echo \"then <$?>\"\r")
	waitForForeground(t, c, "sleep")
	c.Send("\x03")
	c.Expect(`caught\r\nthen <130>`)
	c.Expect(promptPattern)
	c.Send("sleep 1000\r")
	waitForForeground(t, c, "sleep")
	c.Send("\x1c")
	c.Expect(promptPattern)
	c.Send("echo \"<$?>\"\r")
	c.Expect(`<131>`)
}

// TestUnfinishedTextOnATerminal: an open quote, pipe, bracket or word is
// continued behind another prompt, and history is not expanded.
func TestUnfinishedTextOnATerminal(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	for _, lines := range [][]string{
		{"echo 'a", "b'"}, {"echo a |", "cat"}, {"(echo a", ")"}, {"if true", "then echo a; fi"}, {"cat <<E", "a", "E"}, {"echo a \\", "b"}, {"true &&", "echo a"},
	} {
		for i, line := range lines {
			if i > 0 {
				c.Expect(`\n> $`)
			}
			c.Send(line + "\r")
		}
		c.Expect(`\na`)
		c.Expect(promptPattern)
	}
	c.Send("echo a!!b '!$'; !!\r")
	c.Expect(`\na!!b !\$\r\n.*!!: command not found`)
	c.Expect(promptPattern)
	c.Send("echo )\r")
	c.Expect("syntax error near unexpected token `\\)'")
	c.Expect(promptPattern)
	c.Send("echo \"<$?>\"\r")
	c.Expect(`<2>`)
}

// TestJobsKeepTheTerminal: what a job writes after its command has ended comes
// out between the prompts, and the next command has the terminal to itself.
func TestJobsKeepTheTerminal(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("(until test -e go; do sleep 0.01; done; echo from the job) &\r")
	c.Expect(promptPattern)
	c.Send("read -p 'ask? ' x; echo \"<$x>\"\r")
	c.Expect(`\nask\? `)
	c.Send("me\r")
	c.Expect(`<me>\r\n`)
	c.Expect(promptPattern)
	c.Send("touch go\r")
	c.Expect(`from the job\r\n`)
}

// TestLeavingATerminal: exit, logout and end of file end the session; jobs do
// not keep it.
func TestLeavingATerminal(t *testing.T) {
	t.Parallel()
	for i, tt := range []struct {
		keys string
		want int
	}{{"exit\r", 4}, {"exit 5\r", 5}, {"logout\r", 4}, {"\x04", 4}, {"true; exit 6\r", 6}, {"exec false\r\x04", 1}} {
		t.Run(fmt.Sprintf("%q", tt.keys), func(t *testing.T) {
			t.Parallel()
			sleep := fmt.Sprint(70310 + i)
			endLater(t, sleeps(sleep))
			c := newConsole(t)
			c.Expect(promptPattern)
			c.Send("nohup sleep " + sleep + " >/dev/null 2>&1 &\r")
			c.Expect(promptPattern)
			c.Send("(exit 4)\r")
			c.Expect(promptPattern)
			c.Send(tt.keys)
			if got := c.Ends(); got != tt.want {
				t.Errorf("status %d, want %d; %q", got, tt.want, c.Screen())
			}
			waitFor(t, 1, "the job", sleeps(sleep))
		})
	}
}
