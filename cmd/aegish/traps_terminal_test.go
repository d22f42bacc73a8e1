package main_test

import (
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

const noSuspend = `commands can not be suspended; continuing`

// newShellConsole is a person at a terminal with any program on it.
func newShellConsole(t *testing.T, argv ...string) *console {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = workplace(t)
	cmd.Env = []string{"PATH=/usr/bin:/bin", "TERM=xterm", "LC_ALL=C.UTF-8", "HOME=" + cmd.Dir, "PS1=outer> "}
	return startConsole(t, cmd)
}

// TestSuspendKey: without job control a command that is stopped goes on. It
// does so as a session leader and under a shell that has job control.
func TestSuspendKey(t *testing.T) {
	t.Parallel()
	t.Run("as the first program of a terminal", func(t *testing.T) {
		t.Parallel()
		c := newConsole(t)
		c.expect(promptPattern)
		suspend(t, c)
		c.send("exit\r")
		if got := c.ends(); got != 130 {
			t.Errorf("status %d, want that of the command", got)
		}
	})
	t.Run("under a shell with job control", func(t *testing.T) {
		t.Parallel()
		c := newShellConsole(t, "/bin/bash", "--norc", "--noprofile", "-i")
		c.expect(`outer> `)
		c.send(aegish() + "\r")
		c.expect(promptPattern)
		suspend(t, c)
		c.send("exit 3\r")
		c.expect(`outer> `)
		c.send("echo \"<$?>\"; jobs; echo end\r")
		c.expect(`<3>\r\nend`)
	})
}

// suspend presses ctrl-Z during a command and at the prompt, then ctrl-C.
func suspend(t *testing.T, c *console) {
	t.Helper()
	c.send("sleep 1000\r")
	waitForForeground(t, c, "sleep")
	c.send("\x1a")
	c.expect(noSuspend)
	waitForForeground(t, c, "sleep")
	c.send("\x03")
	c.expect(promptPattern)
	c.send("\x1aecho \"<$?>\"\r")
	c.expect(`<130>`)
	c.expect(promptPattern)
	c.send("(exit 130)\r")
	c.expect(promptPattern)
}

// TestStoppedChildOfACommand: a child that stops itself holds its own command
// as long as nobody sets it going; the suspend key does, and ctrl-C then ends it.
func TestStoppedChildOfACommand(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("sh -c 'kill -STOP $$; echo went on'; echo \"<$?>\"\r")
	waitFor(t, 1, "a stopped child", func(p proc) bool { return p.session == c.cmd.Process.Pid && p.state == "T" })
	c.send("\x1a")
	c.expect(`went on\r\n<0>`)
	c.expect(promptPattern)
	// One in the background is nobody's business.
	c.send("sleep 70301 & until grep -q sleep /proc/$!/comm; do :; done; kill -STOP $!; echo done\r")
	endLater(t, sleeps("70301"))
	c.expect(`\ndone\r\n`)
	c.expect(promptPattern)
	c.send("echo next\r")
	c.expect(`\nnext\r\n`)
}

// TestSignalsTheCallerIgnores: what the caller of an interactive session
// ignores is caught by it and the default again in its commands.
func TestSignalsTheCallerIgnores(t *testing.T) {
	t.Parallel()
	c := newShellConsole(t, "/bin/sh", "-c", `trap '' INT QUIT TSTP TTIN TTOU; exec "$0"`, aegish())
	c.expect(promptPattern)
	c.send("grep -E '^Sig(Ign|Blk)' /proc/self/status\r")
	c.expect(`SigBlk:\s+0000000000000000\s+SigIgn:\s+0000000000000000`)
	c.expect(promptPattern)
	c.send("sleep 1000\r")
	waitForForeground(t, c, "sleep")
	c.send("\x03")
	c.expect(promptPattern)
	c.send("echo \"<$?>\"\r")
	c.expect(`<130>`)
}

// TestCommandReadsAndIsResized: a command has the terminal, so it may read from
// it and is told when the window changes.
func TestCommandReadsAndIsResized(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("bash -c 'trap \"stty size; exit\" WINCH; echo ready; while :; do sleep 0.01; done'\r")
	c.expect(`\nready`)
	must(t, pty.Setsize(c.pty, &pty.Winsize{Rows: 33, Cols: 144}))
	c.expect(`\n33 144\r\n`)
	c.expect(promptPattern)
	c.send("cat; echo \"<$?>\"\r")
	waitForForeground(t, c, "cat")
	c.send("typed\r\x04")
	c.expect(`typed\r\ntyped\r\n<0>`)
	c.expect(promptPattern)
	c.send("(read -p 'in a subshell? ' x; echo \"<$x>\")\r")
	c.expect(`\nin a subshell\? `)
	c.send("yes\r")
	c.expect(`<yes>`)
}

// TestControllingTerminal: commands can ask on it, whatever their streams are,
// and so can what runs below them; one that leaves for a session of its own
// has none, as anywhere.
func TestControllingTerminal(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("echo to the terminal >/dev/tty 2>/dev/null </dev/null; sh -c 'read x </dev/tty; echo \"<$x>\"'\r")
	c.expect(`\nto the terminal\r\n`)
	c.send("answer\r")
	c.expect(`<answer>`)
	c.expect(promptPattern)
	c.send("setsid -w sh -c 'echo x >/dev/tty' 2>&1 | grep -o 'No such device'\r")
	c.expect(`\nNo such device`)
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
	c.expect(promptPattern)
	for _, command := range []string{
		"stty -echo", "stty raw -echo; kill -9 $$", "stty -icanon min 0 time 0; false", "stty -isig -ixon; exec true", "stty intr x; sleep 0",
	} {
		c.send(command + "\r")
		c.expect(promptPattern)
		c.send("stty -a | tr -s '; \\n' ' '\r")
		text := c.expect(`(?s)stty -a.*?` + promptPattern)
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
	c.expect(promptPattern)
	for range 3 {
		c.send("\x03")
		c.expect(promptPattern)
	}
	c.send("echo 'open\r")
	c.expect(`\n> `)
	c.send("\x03")
	c.expect(promptPattern)
	c.send("export KEPT=1; sleep 1000; echo not this\r")
	waitForForeground(t, c, "sleep")
	c.send("\x03")
	c.expect(promptPattern)
	c.send("echo \"<$? $KEPT>\"\r")
	c.expect(`<130 1>`)
	c.expect(promptPattern)
	c.send("sleep 1000 | cat; echo \"and <$?>\"\r")
	waitForForeground(t, c, "sleep")
	c.send("\x03")
	c.expect(promptPattern)
	c.send("trap 'echo caught' INT; sleep 1000; echo \"then <$?>\"\r")
	waitForForeground(t, c, "sleep")
	c.send("\x03")
	c.expect(`caught\r\nthen <130>`)
	c.expect(promptPattern)
	c.send("sleep 1000\r")
	waitForForeground(t, c, "sleep")
	c.send("\x1c")
	c.expect(promptPattern)
	c.send("echo \"<$?>\"\r")
	c.expect(`<131>`)
}

// TestUnfinishedTextOnATerminal: an open quote, pipe, bracket or word is
// continued behind another prompt, and history is not expanded.
func TestUnfinishedTextOnATerminal(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	for _, lines := range [][]string{
		{"echo 'a", "b'"}, {"echo a |", "cat"}, {"(echo a", ")"}, {"if true", "then echo a; fi"}, {"cat <<E", "a", "E"}, {"echo a \\", "b"}, {"true &&", "echo a"},
	} {
		for i, line := range lines {
			if i > 0 {
				c.expect(`\n> $`)
			}
			c.send(line + "\r")
		}
		c.expect(`\na`)
		c.expect(promptPattern)
	}
	c.send("echo a!!b '!$'; !!\r")
	c.expect(`\na!!b !\$\r\n.*!!: command not found`)
	c.expect(promptPattern)
	c.send("echo )\r")
	c.expect("syntax error near unexpected token `\\)'")
	c.expect(promptPattern)
	c.send("echo \"<$?>\"\r")
	c.expect(`<2>`)
}

// TestJobsKeepTheTerminal: what a job writes after its command has ended comes
// out between the prompts, and the next command has the terminal to itself.
func TestJobsKeepTheTerminal(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("(until test -e go; do sleep 0.01; done; echo from the job) &\r")
	c.expect(promptPattern)
	c.send("read -p 'ask? ' x; echo \"<$x>\"\r")
	c.expect(`\nask\? `)
	c.send("me\r")
	c.expect(`<me>\r\n`)
	c.expect(promptPattern)
	c.send("touch go\r")
	c.expect(`from the job\r\n`)
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
			c.expect(promptPattern)
			c.send("nohup sleep " + sleep + " >/dev/null 2>&1 &\r")
			c.expect(promptPattern)
			c.send("(exit 4)\r")
			c.expect(promptPattern)
			c.send(tt.keys)
			if got := c.ends(); got != tt.want {
				t.Errorf("status %d, want %d; %q", got, tt.want, c.screen())
			}
			waitFor(t, 1, "the job", sleeps(sleep))
		})
	}
}
