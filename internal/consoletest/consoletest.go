// Package consoletest plays a person at a terminal: it starts a program on a
// pseudo terminal of its own, types, and waits for what appears. It knows
// nothing of the program; only tests import it.
package consoletest

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// Patience bounds every wait for the terminal. It is far beyond what any of
// them takes, and only a failure uses it up.
const Patience = 20 * time.Second

// A Console is a terminal with a program on it.
type Console struct {
	T   *testing.T
	PTY *os.File // the person's end
	Cmd *exec.Cmd

	done  chan error
	mu    sync.Mutex
	text  []byte
	fresh chan struct{}
}

// Start puts a program on a terminal of 24 rows and 200 columns, as the leader
// of its session. It is ended with the test.
func Start(t *testing.T, cmd *exec.Cmd) *Console {
	t.Helper()
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 200})
	if err != nil {
		t.Fatal(err)
	}
	c := &Console{T: t, PTY: f, Cmd: cmd, done: make(chan error, 1), fresh: make(chan struct{}, 1)}
	go c.read()
	go func() { c.done <- cmd.Wait() }()
	t.Cleanup(c.HangUp)
	return c
}

// HangUp ends the program on the terminal and closes the terminal.
func (c *Console) HangUp() {
	_ = c.Cmd.Process.Kill()
	c.PTY.Close()
}

func (c *Console) read() {
	buf := make([]byte, 4096)
	for {
		n, err := c.PTY.Read(buf)
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

// Send types.
func (c *Console) Send(keys string) {
	c.T.Helper()
	if _, err := io.WriteString(c.PTY, keys); err != nil {
		c.T.Fatal(err)
	}
}

// Resize gives the terminal another size.
func (c *Console) Resize(rows, cols uint16) {
	c.T.Helper()
	if err := pty.Setsize(c.PTY, &pty.Winsize{Rows: rows, Cols: cols}); err != nil {
		c.T.Fatal(err)
	}
}

var escapes = regexp.MustCompile("\x1b[\\[\\]>][0-9;?]*[a-zA-Z]?")

// Expect waits until the text since the last match, without escape sequences,
// has the pattern, and forgets everything up to its end.
func (c *Console) Expect(pattern string) string {
	c.T.Helper()
	re := regexp.MustCompile(pattern)
	timeout := time.After(Patience)
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
			c.T.Fatalf("no %q in %q", pattern, c.Screen())
		}
	}
}

// Screen is the text since the last match.
func (c *Console) Screen() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(escapes.ReplaceAll(c.text, nil))
}

// Ends waits for the program to end and returns its status.
func (c *Console) Ends() int {
	c.T.Helper()
	select {
	case <-c.done:
		return c.Cmd.ProcessState.ExitCode()
	case <-time.After(Patience):
		c.T.Fatalf("it did not end; screen: %q", c.Screen())
	}
	return -1
}
