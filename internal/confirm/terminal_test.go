package confirm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"github.com/aegish/aegish/internal/confirm"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// An outcome is what the asking process tells its test.
type outcome struct {
	Yes    bool
	Reason string
	// Left says that the terminal still holds input.
	Left bool
	// Stdin is what standard input holds, where that is no terminal.
	Stdin string
}

// outcomeFD is the asking process's descriptor for its outcome.
const outcomeFD = 3

// actAsAegish asks at the terminal. The role says how: "typed" waits until
// something has been typed, "brief" gives the person no time, "ended" has a
// context that has ended.
func actAsAegish(role string) int {
	c := confirm.Confirmer{Stdin: os.Stdin}
	ctx, end := context.WithCancel(context.Background())
	defer end()
	switch role {
	case "typed":
		ready([]unix.PollFd{{Fd: 0, Events: unix.POLLIN}}, patience)
	case "brief":
		c.TerminalLimit = 50 * time.Millisecond
	case "ended":
		end()
	case "nothing":
		c.Stdin = nil
	}
	var o outcome
	o.Yes, o.Reason = c.AskTerminal(ctx, newQuestion())
	if tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0); err == nil {
		o.Left = ready([]unix.PollFd{{Fd: int32(tty.Fd()), Events: unix.POLLIN}}, 0)
	}
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		stdin, _ := io.ReadAll(os.Stdin)
		o.Stdin = string(stdin)
	}
	if json.NewEncoder(os.NewFile(outcomeFD, "outcome")).Encode(o) != nil {
		return 1
	}
	return 0
}

func ready(fds []unix.PollFd, wait time.Duration) bool {
	n, err := unix.Poll(fds, int(wait.Milliseconds()))
	return err == nil && n > 0
}

// ask starts a process in role at a terminal of its own, sends it keys when it
// asks, and returns what it says and what the terminal shows.
func ask(t *testing.T, role, keys string, change func(*exec.Cmd)) (outcome, string) {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Close()
		master.Close()
	})
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = []string{roleVar + "=" + role, "GORACE=atexit_sleep_ms=0"}
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = tty, tty, tty, []*os.File{w}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	if change != nil {
		change(cmd)
	}
	if role == "typed" {
		if _, err := io.WriteString(master, keys); err != nil {
			t.Fatal(err)
		}
		keys = "\n"
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	tty.Close()
	w.Close()
	screen := make(chan string, 1)
	go func() { screen <- watch(master, keys) }()
	var o outcome
	if err := r.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(r).Decode(&o); err != nil {
		t.Fatalf("no outcome: %v", err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	select {
	case text := <-screen:
		return o, text
	case <-time.After(patience):
		t.Fatal("the terminal stays open")
	}
	return o, ""
}

// watch reads the terminal until nobody has it open, and answers the question.
func watch(master *os.File, keys string) string {
	var text strings.Builder
	buf := make([]byte, 1024)
	for asked := false; ; {
		n, err := master.Read(buf)
		text.Write(buf[:n])
		if !asked && strings.HasSuffix(text.String(), "[y/N] ") {
			asked = true
			_, _ = io.WriteString(master, keys)
		}
		if err != nil {
			return text.String() // EIO: the last descriptor was closed
		}
	}
}

func TestAnswersAtTheTerminal(t *testing.T) {
	t.Parallel()
	padded := func(n int) string { return "y" + strings.Repeat(" ", n-1) + "\n" }
	for _, tt := range []struct {
		name, keys string
		want       bool
		reason     string
	}{
		{"y", "y\n", true, ""},
		{"yes", "yes\n", true, ""},
		{"capitals", "YES\n", true, ""},
		{"blanks around", "  Yes\t\n", true, ""},
		{"corrected", "n\x7fy\n", true, ""},
		{"n", "n\n", false, "the answer was no"},
		{"no", "no\n", false, "the answer was no"},
		{"nothing", "\n", false, "the answer was no"},
		{"blank", "  \n", false, "the answer was no"},
		{"garbage", "\xff\x1b[A\n", false, "the answer was no"},
		{"more than a yes", "yes please\n", false, "the answer was no"},
		{"full-width yes", "ｙ\n", false, "the answer was no"},
		{"end of file", "\x04", false, "no answer: end of input"},
		{"end of file after a yes", "y\x04\x04", false, "no answer: end of input"},
		{"ctrl-C", "\x03", false, "no answer: interrupt signal received"},
		{"ctrl-C after a yes", "y\x03", false, "no answer: interrupt signal received"},
		{"as long as it may be", padded(63), true, ""},
		{"too long", padded(64), false, "no answer: the answer is too long"},
		{"far too long", padded(4000), false, "no answer: the answer is too long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o, screen := ask(t, "asks", tt.keys, nil)
			if o.Yes != tt.want || o.Reason != tt.reason {
				t.Errorf("%v, %q; want %v, %q; the screen shows %q", o.Yes, o.Reason, tt.want, tt.reason, screen)
			}
			if o.Left {
				t.Error("a part of the answer is left, for whoever reads next")
			}
		})
	}
}

// TestWhatFollowsTheAnswerStays types the next command behind the answer.
func TestWhatFollowsTheAnswerStays(t *testing.T) {
	t.Parallel()
	if o, _ := ask(t, "asks", "y\necho next\n", nil); !o.Yes || !o.Left {
		t.Errorf("%+v; want a yes, and the next line left", o)
	}
}

// TestTypedAheadIsNoAnswer: a pasted line behind a command is not an answer to
// a question that nobody had seen.
func TestTypedAheadIsNoAnswer(t *testing.T) {
	t.Parallel()
	if o, screen := ask(t, "typed", "y\n", nil); o.Yes {
		t.Errorf("what was typed before the question answered it; the screen shows %q", screen)
	}
}

func TestNobodyAnswers(t *testing.T) {
	t.Parallel()
	for role, reason := range map[string]string{
		"brief": "no answer: nobody answered within 50ms",
		"ended": "no answer: context canceled",
	} {
		begin := time.Now()
		o, _ := ask(t, role, "", nil)
		if took := time.Since(begin); o.Yes || o.Reason != reason || took > patience {
			t.Errorf("%s: %+v after %v, want %q", role, o, took, reason)
		}
	}
}

// TestOnlyATerminalIsAsked gives standard input other forms. There is a
// terminal at /dev/tty each time, and it stays untouched.
func TestOnlyATerminalIsAsked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, role string
		stdin      func(t *testing.T) *os.File
		left       string
	}{
		{"pipe full of yes", "asks", pipeOfYes, "y\ny\n"},
		{"null device", "asks", nullDevice, ""},
		{"nothing", "nothing", nullDevice, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o, screen := ask(t, tt.role, "y\n", func(cmd *exec.Cmd) { cmd.Stdin = tt.stdin(t) })
			if o.Yes || !strings.Contains(o.Reason, "no terminal") {
				t.Errorf("%+v", o)
			}
			if screen != "" {
				t.Errorf("the terminal shows %q", screen)
			}
			if o.Stdin != tt.left {
				t.Errorf("of standard input %q is left, want %q", o.Stdin, tt.left)
			}
		})
	}
}

func pipeOfYes(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.WriteString("y\ny\n"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() { r.Close() })
	return r
}

func nullDevice(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestATerminalThatIsNotOurs(t *testing.T) {
	t.Parallel()
	o, screen := ask(t, "asks", "y\n", func(cmd *exec.Cmd) {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no controlling terminal
	})
	if o.Yes || o.Reason != "there is no terminal to ask on" || screen != "" {
		t.Errorf("%+v; the screen shows %q", o, screen)
	}
}

func TestTheQuestionIsInert(t *testing.T) {
	t.Parallel()
	_, screen := ask(t, "asks", "n\n", nil)
	acts := func(r rune) bool { return r != '\r' && r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf) }
	if i := strings.IndexFunc(screen, acts); i >= 0 {
		t.Errorf("the screen shows %q", screen)
	}
	q := newQuestion()
	for _, want := range []string{`run "rm \"a b\" \x1b[31m\n\u202e"?`, `it\x1b[2J removes`, fmt.Sprintf("(%s)", q.Rule)} {
		if !strings.Contains(screen, want) {
			t.Errorf("the screen shows %q, without %q", screen, want)
		}
	}
}
