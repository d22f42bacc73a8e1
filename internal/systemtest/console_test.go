//go:build system

package systemtest

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

// A console is a person at a terminal with a program on it.
type console struct {
	t    *testing.T
	pty  *os.File
	cmd  *exec.Cmd
	done chan error

	mu    sync.Mutex
	text  []byte
	fresh chan struct{}
}

// newConsole starts a program as the session leader of a terminal of its own.
func newConsole(t *testing.T, argv ...string) *console {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = "/"
	cmd.Env = append(baseEnv(), "TERM=xterm")
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 200})
	if err != nil {
		t.Fatal(err)
	}
	c := &console{t: t, pty: f, cmd: cmd, done: make(chan error, 1), fresh: make(chan struct{}, 1)}
	go c.read()
	go func() { c.done <- cmd.Wait() }()
	t.Cleanup(c.hangUp)
	return c
}

// hangUp ends the program on the terminal and closes the terminal.
func (c *console) hangUp() {
	_ = c.cmd.Process.Kill()
	c.pty.Close()
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

// resize gives the terminal another size.
func (c *console) resize(rows, cols uint16) {
	c.t.Helper()
	if err := pty.Setsize(c.pty, &pty.Winsize{Rows: rows, Cols: cols}); err != nil {
		c.t.Fatal(err)
	}
}

var escapes = regexp.MustCompile("\x1b[\\[\\]>][0-9;?]*[a-zA-Z]?")

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

// ends waits for the program to end and returns its status.
func (c *console) ends() int {
	c.t.Helper()
	select {
	case <-c.done:
		return c.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		c.t.Fatalf("it did not end; screen: %q", c.screen())
	}
	return -1
}

// promptPattern is aegish's prompt; promptIn is the one in a directory.
const promptPattern = `aegish:[^\n]*[$#] `

func promptIn(dir string) string { return `aegish:` + regexp.QuoteMeta(dir) + `\$ ` }
