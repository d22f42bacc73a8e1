package main_test

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/aegish/aegish/internal/consoletest"
)

// patience bounds every wait. It is far beyond what any of them takes, and only
// a failure uses it up.
const patience = consoletest.Patience

// A console is a person at a terminal with aegish on it.
type console = consoletest.Console

func newConsole(t *testing.T, args ...string) *console {
	t.Helper()
	cmd := exec.Command(aegish(), args...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PATH=/usr/bin:/bin", "TERM=xterm", "LC_ALL=C.UTF-8", "HOME=" + cmd.Dir}
	return consoletest.Start(t, cmd)
}

const promptPattern = `aegish:[^\n]*[$#] `

func TestTerminalKeepsStateAndLeavesWithExit(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("cd /usr\r")
	c.Expect(`aegish:/usr[$#] `)
	c.Send("export FOO=bar\r")
	c.Expect(promptPattern)
	c.Send("echo \"<$FOO $PWD>\"\r")
	c.Expect(`<bar /usr>\r\n`)
	c.Expect(promptPattern)
	c.Send("exit 7\r")
	if got := c.Ends(); got != 7 {
		t.Errorf("status %d, want 7", got)
	}
}

func TestTerminalEndOfFileLeavesWithTheLastStatus(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("(exit 9)\r")
	c.Expect(promptPattern)
	c.Send("\x04")
	if got := c.Ends(); got != 9 {
		t.Errorf("status %d, want 9", got)
	}
}

func TestTerminalInterruptEndsTheCommandNotTheSession(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("sleep 1000\r")
	c.Expect(`sleep 1000\r\n`)
	waitForForeground(t, c, "sleep")
	c.Send("\x03")
	c.Expect(promptPattern)
	c.Send("echo \"<$?>\"\r")
	c.Expect(`<130>`)
	c.Expect(promptPattern)
	c.Send("half a line\x03")
	c.Expect(promptPattern)
	c.Send("echo \"<$?>\"\r")
	c.Expect(`<130>`)
}

// waitForForeground waits until the terminal's foreground group runs name.
func waitForForeground(t *testing.T, c *console, name string) {
	t.Helper()
	waitFor(t, 1, name+" in the foreground", func(p proc) bool {
		return p.name == name && p.session == c.Cmd.Process.Pid && p.pgrp == p.foreground
	})
}

func TestTerminalModesAreRestored(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("stty -echo -icanon\r")
	c.Expect(promptPattern)
	c.Send("stty -a\r")
	c.Expect(`[^-]icanon`)
	c.Expect(`[^-]echo `)
}

func TestTerminalCommandIsTheForegroundGroup(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("read -p 'name? ' x; echo \"<$x>\"\r")
	c.Expect(`\nname\? `)
	c.Send("ada\r")
	c.Expect(`<ada>`)
	c.Expect(promptPattern)
	// A stopped command is set going again: there is no job control.
	c.Send("kill -STOP $$; echo resumed\r")
	c.Expect(`\nresumed`)
	c.Expect(promptPattern)
}

func TestTerminalContinuesUnfinishedCommands(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("for i in 1 2\r")
	c.Expect(`\n> `)
	c.Send("do echo \"<$i>\"; done\r")
	c.Expect(`<1>\r\n<2>`)
	c.Expect(promptPattern)
}

func TestTerminalSurvivesARemovedDirectory(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("mkdir gone; cd gone; rmdir ../gone\r")
	c.Expect(promptPattern)
	c.Send("pwd\r")
	c.Expect(promptPattern)
	c.Send("cd /\r")
	c.Expect(`aegish:/[$#] `)
	c.Send("echo \"<$?>\"\r")
	c.Expect(`<0>`)
}

func TestTerminalAskIsAnsweredByThePerson(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := dir + "/ask.toml"
	if err := os.WriteFile(file, []byte("[[policy.rules]]\nmatch = [\"touch\", \"**\"]\naction = \"ask\"\nreason = \"makes files\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newConsole(t, "--config", file)
	c.Expect(promptPattern)
	c.Send("touch mark\r")
	c.Expect(`run "touch mark"\?`)
	c.Expect(`makes files`)
	c.Expect(`\[y/N\] `)
	c.Send("n\r")
	c.Expect(`denied by policy.rules\[0\]`)
	c.Expect(promptPattern)
	c.Send("touch mark\r")
	c.Expect(`\[y/N\] `)
	c.Send("y\r")
	c.Expect(promptPattern)
	c.Send("ls\r")
	c.Expect(`mark`)
}

func TestHangupAndTermEndCommandAndSession(t *testing.T) {
	t.Parallel()
	for sig, want := range map[syscall.Signal]int{syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		c := newConsole(t)
		c.Expect(promptPattern)
		c.Send("sleep 1000\r")
		waitForForeground(t, c, "sleep")
		if err := c.Cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if got := c.Ends(); got != want {
			t.Errorf("%v: status %d, want %d", sig, got, want)
		}
	}
}

// Pasted lines wait for the key, as with readline's bracketed paste.
func TestTerminalPasteDoesNotRun(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("\x1b[200~touch one\rtouch two\r\x1b[201~")
	c.Expect(`\n> $`)
	c.Send("ls; echo \"<$?>\"\r")
	c.Expect(`one\s+two\r\n<0>`)
	c.Send("\x1b[200~touch three\r\x1b[201~")
	c.Expect(`\n> $`)
	c.Send("\x03")
	c.Expect(promptPattern)
	c.Send("ls three; echo \"<$?>\"\r")
	c.Expect(`<2>`)
}

// A line that the editor can not hold is refused, not cut; and an interrupt
// drops what was pasted behind it.
func TestTerminalRunsNoPartOfALine(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.Expect(promptPattern)
	c.Send("touch " + strings.Repeat("a", 4090) + "; touch tail\r")
	c.Expect(`can not be typed here`)
	c.Expect(promptPattern)
	c.Send("\x1b[200~touch \x03tail\r\x1b[201~")
	c.Expect(`\^C`)
	c.Expect(promptPattern)
	c.Send("ls -A; echo \"<$?>\"\r")
	if got := c.Expect(`(?s)"\r\n.*<0>`); strings.Contains(got, "tail") {
		t.Errorf("ran: %q", got)
	}
}
