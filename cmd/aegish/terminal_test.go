package main_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// patience bounds every wait for the terminal. It is far beyond what any of
// them takes, and only a failure uses it up.
const patience = 20 * time.Second

// A console is a person at a terminal with aegish on it.
type console struct {
	t    *testing.T
	pty  *os.File
	cmd  *exec.Cmd
	done chan error

	mu    sync.Mutex
	text  []byte
	fresh chan struct{}
}

func newConsole(t *testing.T, args ...string) *console {
	t.Helper()
	cmd := exec.Command(aegish(), args...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PATH=/usr/bin:/bin", "TERM=xterm", "LC_ALL=C.UTF-8", "HOME=" + cmd.Dir}
	return startConsole(t, cmd)
}

// startConsole puts a program on a terminal of its own.
func startConsole(t *testing.T, cmd *exec.Cmd) *console {
	t.Helper()
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 200})
	if err != nil {
		t.Fatal(err)
	}
	c := &console{t: t, pty: f, cmd: cmd, done: make(chan error, 1), fresh: make(chan struct{}, 1)}
	go c.read()
	go func() { c.done <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		f.Close()
	})
	return c
}

func (c *console) read() {
	buf := make([]byte, 4096)
	for {
		n, err := c.pty.Read(buf)
		c.mu.Lock()
		c.text = append(c.text, buf[:n]...)
		c.mu.Unlock()
		select {
		case c.fresh <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

func (c *console) send(keys string) {
	c.t.Helper()
	if _, err := io.WriteString(c.pty, keys); err != nil {
		c.t.Fatal(err)
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;?]*[a-zA-Z]")

// expect waits until the text since the last match has the pattern, and
// forgets everything up to its end.
func (c *console) expect(pattern string) string {
	c.t.Helper()
	re := regexp.MustCompile(pattern)
	timeout := time.After(patience)
	for {
		c.mu.Lock()
		plain := escapes.ReplaceAll(c.text, nil)
		if at := re.FindIndex(plain); at != nil {
			found := string(plain[at[0]:at[1]])
			c.text = bytes.Clone(plain[at[1]:])
			c.mu.Unlock()
			return found
		}
		c.mu.Unlock()
		select {
		case <-c.fresh:
		case <-timeout:
			c.t.Fatalf("no %q in %q", pattern, c.screen())
		}
	}
}

func (c *console) screen() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(escapes.ReplaceAll(c.text, nil))
}

// ends waits for aegish to end and returns its status.
func (c *console) ends() int {
	c.t.Helper()
	select {
	case <-c.done:
		return c.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		c.t.Fatalf("aegish did not end; screen: %q", c.screen())
	}
	return -1
}

const promptPattern = `aegish:[^\n]*[$#] `

func TestTerminalKeepsStateAndLeavesWithExit(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("cd /usr\r")
	c.expect(`aegish:/usr[$#] `)
	c.send("export FOO=bar\r")
	c.expect(promptPattern)
	c.send("echo \"<$FOO $PWD>\"\r")
	c.expect(`<bar /usr>\r\n`)
	c.expect(promptPattern)
	c.send("exit 7\r")
	if got := c.ends(); got != 7 {
		t.Errorf("status %d, want 7", got)
	}
}

func TestTerminalEndOfFileLeavesWithTheLastStatus(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("(exit 9)\r")
	c.expect(promptPattern)
	c.send("\x04")
	if got := c.ends(); got != 9 {
		t.Errorf("status %d, want 9", got)
	}
}

func TestTerminalInterruptEndsTheCommandNotTheSession(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("sleep 1000\r")
	c.expect(`sleep 1000\r\n`)
	waitForForeground(t, c, "sleep")
	c.send("\x03")
	c.expect(promptPattern)
	c.send("echo \"<$?>\"\r")
	c.expect(`<130>`)
	c.expect(promptPattern)
	c.send("half a line\x03")
	c.expect(promptPattern)
	c.send("echo \"<$?>\"\r")
	c.expect(`<130>`)
}

// waitForForeground waits until the terminal's foreground group runs name.
func waitForForeground(t *testing.T, c *console, name string) {
	t.Helper()
	waitFor(t, 1, name+" in the foreground", func(p proc) bool {
		return p.name == name && p.session == c.cmd.Process.Pid && p.pgrp == p.foreground
	})
}

func TestTerminalModesAreRestored(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("stty -echo -icanon\r")
	c.expect(promptPattern)
	c.send("stty -a\r")
	c.expect(`[^-]icanon`)
	c.expect(`[^-]echo `)
}

func TestTerminalCommandIsTheForegroundGroup(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("read -p 'name? ' x; echo \"<$x>\"\r")
	c.expect(`\nname\? `)
	c.send("ada\r")
	c.expect(`<ada>`)
	c.expect(promptPattern)
	// A stopped command is set going again: there is no job control.
	c.send("kill -STOP $$; echo resumed\r")
	c.expect(`\nresumed`)
	c.expect(promptPattern)
}

func TestTerminalContinuesUnfinishedCommands(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("for i in 1 2\r")
	c.expect(`\n> `)
	c.send("do echo \"<$i>\"; done\r")
	c.expect(`<1>\r\n<2>`)
	c.expect(promptPattern)
}

func TestTerminalSurvivesARemovedDirectory(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("mkdir gone; cd gone; rmdir ../gone\r")
	c.expect(promptPattern)
	c.send("pwd\r")
	c.expect(promptPattern)
	c.send("cd /\r")
	c.expect(`aegish:/[$#] `)
	c.send("echo \"<$?>\"\r")
	c.expect(`<0>`)
}

func TestTerminalAskIsAnsweredByThePerson(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := dir + "/ask.toml"
	if err := os.WriteFile(file, []byte("[[policy.rules]]\nmatch = [\"touch\", \"**\"]\naction = \"ask\"\nreason = \"makes files\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newConsole(t, "--config", file)
	c.expect(promptPattern)
	c.send("touch mark\r")
	c.expect(`run "touch mark"\?`)
	c.expect(`makes files`)
	c.expect(`\[y/N\] `)
	c.send("n\r")
	c.expect(`denied by policy.rules\[0\]`)
	c.expect(promptPattern)
	c.send("touch mark\r")
	c.expect(`\[y/N\] `)
	c.send("y\r")
	c.expect(promptPattern)
	c.send("ls\r")
	c.expect(`mark`)
}

func TestHangupAndTermEndCommandAndSession(t *testing.T) {
	t.Parallel()
	for sig, want := range map[syscall.Signal]int{syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		c := newConsole(t)
		c.expect(promptPattern)
		c.send("sleep 1000\r")
		waitForForeground(t, c, "sleep")
		if err := c.cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if got := c.ends(); got != want {
			t.Errorf("%v: status %d, want %d", sig, got, want)
		}
	}
}

// Pasted lines wait for the key, as with readline's bracketed paste.
func TestTerminalPasteDoesNotRun(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("\x1b[200~touch one\rtouch two\r\x1b[201~")
	c.expect(`\n> $`)
	c.send("ls; echo \"<$?>\"\r")
	c.expect(`one\s+two\r\n<0>`)
	c.send("\x1b[200~touch three\r\x1b[201~")
	c.expect(`\n> $`)
	c.send("\x03")
	c.expect(promptPattern)
	c.send("ls three; echo \"<$?>\"\r")
	c.expect(`<2>`)
}

// A line that the editor can not hold is refused, not cut; and an interrupt
// drops what was pasted behind it.
func TestTerminalRunsNoPartOfALine(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.expect(promptPattern)
	c.send("touch " + strings.Repeat("a", 4090) + "; touch tail\r")
	c.expect(`can not be typed here`)
	c.expect(promptPattern)
	c.send("\x1b[200~touch \x03tail\r\x1b[201~")
	c.expect(`\^C`)
	c.expect(promptPattern)
	c.send("ls -A; echo \"<$?>\"\r")
	if got := c.expect(`(?s)"\r\n.*<0>`); strings.Contains(got, "tail") {
		t.Errorf("ran: %q", got)
	}
}
