package repl

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aegish/aegish/executor"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// A desk is a line editor at a terminal, with a person in front.
type desk struct {
	t      *testing.T
	in     reader
	tty    *os.File
	master *os.File

	mu    sync.Mutex
	shown strings.Builder
	fresh chan struct{}
}

func newDesk(t *testing.T, ctx context.Context) *desk {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, tty: tty, master: master, fresh: make(chan struct{}, 1)}
	t.Cleanup(func() {
		tty.Close()
		master.Close()
	})
	d.in, err = newReader(ctx, Options{Stdin: tty, Stderr: tty, Interactive: true, Term: "xterm", Terminal: executor.NewTerminal(tty)})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := d.in.(*editor); !ok {
		t.Fatalf("the reader is a %T", d.in)
	}
	go d.watch()
	return d
}

func (d *desk) watch() {
	buf := make([]byte, 4096)
	for {
		n, err := d.master.Read(buf)
		d.mu.Lock()
		d.shown.Write(buf[:n])
		d.mu.Unlock()
		select {
		case d.fresh <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// screen waits until text is shown, and forgets what was shown so far.
func (d *desk) screen(text string) {
	d.t.Helper()
	overdue := time.After(patience)
	for {
		d.mu.Lock()
		shown := d.shown.String()
		found := strings.Contains(shown, text)
		if found {
			d.shown.Reset()
		}
		d.mu.Unlock()
		if found {
			return
		}
		select {
		case <-d.fresh:
		case <-overdue:
			d.t.Fatalf("%q is not on the screen: %q", text, shown)
		}
	}
}

// A typed line is what one call of readLine gave.
type typed struct {
	line string
	err  error
}

// read lets the editor read a line while keys are typed after the prompt.
func (d *desk) read(keys string) typed {
	d.t.Helper()
	result := make(chan typed, 1)
	go func() {
		line, err := d.in.readLine("prompt$ ")
		result <- typed{line, err}
	}()
	d.screen("prompt$ ")
	if _, err := io.WriteString(d.master, keys); err != nil {
		d.t.Fatal(err)
	}
	select {
	case got := <-result:
		return got
	case <-time.After(patience):
		d.t.Fatalf("%q ends no line", keys)
	}
	return typed{}
}

func TestEditedLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, keys string
		want       typed
	}{
		{"plain", "echo hi\r", typed{"echo hi", nil}},
		{"nothing", "\r", typed{"", nil}},
		{"backspace", "echo x\x7fhi\r", typed{"echo hi", nil}},
		{"cursor", "ho\x1b[D\x1b[Dec\r", typed{"echo", nil}},
		{"to the beginning", "cho\x01e\r", typed{"echo", nil}},
		{"kill the line", "rm x\x15echo\r", typed{"echo", nil}},
		{"accents and symbols", "é€😀日\r", typed{"é€😀日", nil}},
		{"delete with ctrl-D", "echo\x01\x04\x04\r", typed{"ho", nil}},
		{"ctrl-D at the end of a line", "echo\x04\r", typed{"echo", nil}},
		{"ctrl-D", "\x04", typed{"", io.EOF}},
		{"ctrl-C", "\x03", typed{"", errInterrupt}},
		{"ctrl-C in a line", "rm x\x03", typed{"", errInterrupt}},
		{"paste", "\x1b[200~echo pasted\x1b[201~\r", typed{"echo pasted", nil}},
		{"paste in a line", "echo \x1b[200~a b\x1b[201~ c\r", typed{"echo a b c", nil}},
		{"ctrl-C in a paste", "\x1b[200~rm\x03", typed{"", errInterrupt}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := newDesk(t, t.Context()).read(tt.keys); got.line != tt.want.line || !errors.Is(got.err, tt.want.err) {
				t.Errorf("%q: %q, %v; want %q, %v", tt.keys, got.line, got.err, tt.want.line, tt.want.err)
			}
		})
	}
}

func TestALineGivenUpIsGone(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.Context())
	if got := d.read("echo first\r"); got.line != "echo first" {
		t.Fatalf("%+v", got)
	}
	if got := d.read("rm -rf \x03"); !errors.Is(got.err, errInterrupt) {
		t.Fatalf("%+v", got)
	}
	d.screen("^C\r\n")
	if got := d.read("echo second\r"); got != (typed{"echo second", nil}) {
		t.Errorf("after ctrl-C: %+v", got)
	}
	// The history outlives it: twice up is the first line.
	if got := d.read("\x1b[A\x1b[A\r"); got != (typed{"echo first", nil}) {
		t.Errorf("from the history: %+v", got)
	}
}

func TestTypedAheadStaysInTheTerminal(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.Context())
	if got := d.read("one\rtwo\rthree\r"); got != (typed{"one", nil}) {
		t.Fatalf("%+v", got)
	}
	for _, want := range []string{"two", "three"} {
		if got := d.read(""); got != (typed{want, nil}) {
			t.Errorf("%+v, want %q", got, want)
		}
	}
}

// TestCommandsFindTheTerminalAsItWas compares the modes before and after each
// way a line can end.
func TestCommandsFindTheTerminalAsItWas(t *testing.T) {
	t.Parallel()
	modes := func(f *os.File) unix.Termios {
		m, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
		if err != nil {
			t.Fatal(err)
		}
		return *m
	}
	for _, keys := range []string{"echo\r", "\x03", "\x04", "\x1b[200~a\x1b[201~\r"} {
		d := newDesk(t, t.Context())
		before := modes(d.tty)
		d.read(keys)
		if after := modes(d.tty); after != before {
			t.Errorf("%q leaves the modes %+v, they were %+v", keys, after, before)
		}
		d.screen("\x1b[?2004l") // and no bracketed paste
	}
}

func TestTheEndOfTheContextEndsTheEditor(t *testing.T) {
	t.Parallel()
	cause := errors.New("hangup")
	ctx, cancel := context.WithCancelCause(context.Background())
	d := newDesk(t, ctx)
	result := make(chan error, 1)
	go func() {
		_, err := d.in.readLine("prompt$ ")
		result <- err
	}()
	d.screen("prompt$ ")
	cancel(cause)
	select {
	case err := <-result:
		if !errors.Is(err, cause) {
			t.Errorf("%v, want %v", err, cause)
		}
	case <-time.After(patience):
		t.Fatal("the editor reads on")
	}
}

func TestDumbTerminalsGetNoEscapes(t *testing.T) {
	t.Parallel()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer tty.Close()
	for term, plain := range map[string]bool{"": true, "dumb": true, "xterm": false, "linux": false} {
		in, err := newReader(t.Context(), Options{Stdin: tty, Stderr: tty, Interactive: true, Term: term, Terminal: executor.NewTerminal(tty)})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := in.(*stream); ok != plain {
			t.Errorf("TERM=%q gets a %T", term, in)
		}
	}
}
