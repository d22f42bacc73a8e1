package repl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// An editor reads lines from a terminal with editing, history and bracketed
// paste. The terminal is in raw mode only while a line is read: commands find
// it as it was.
type editor struct {
	opts  Options
	term  *term.Terminal
	in    interrupts
	input *stream
}

// newEditor makes an editor that takes one byte at a time from in, so that
// what is typed ahead stays in the terminal for the next command.
func newEditor(in *stream, opts Options) *editor {
	e := &editor{opts: opts, in: interrupts{in}, input: in}
	e.renew()
	return e
}

// renew begins with an empty line and keeps the history.
func (e *editor) renew() {
	old := e.term
	e.term = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{e.in, lineFeeds{e.opts.Stderr}}, "")
	if old != nil {
		e.term.History = old.History
	}
}

func (e *editor) until(t time.Time) { e.input.until(t) }

func (e *editor) readLine(prompt string) (string, error) {
	fd := int(e.opts.Stdin.Fd())
	old, err := makeRaw(fd)
	if err != nil {
		return "", err
	}
	defer term.Restore(fd, old)
	if width, height, err := term.GetSize(fd); err == nil && width > 0 && height > 0 {
		_ = e.term.SetSize(width, height)
	}
	e.term.SetBracketedPasteMode(true)
	defer e.term.SetBracketedPasteMode(false)
	if i := strings.LastIndexByte(prompt, '\n'); i >= 0 {
		_, _ = io.WriteString(e.opts.Stderr, prompt[:i+1])
		prompt = prompt[i+1:]
	}
	e.term.SetPrompt(prompt)
	line, err := e.term.ReadLine()
	if errors.Is(err, term.ErrPasteIndicator) {
		err = errPasted
	}
	if errors.Is(err, io.EOF) {
		e.renew() // x/term would see the same ctrl-D again, should the session go on
	}
	if errors.Is(err, errInterrupt) {
		_, _ = io.WriteString(e.opts.Stderr, "^C\n")
		return "", e.giveUp()
	}
	if utf8.RuneCountInString(line) >= maxLine {
		// The editor drops what goes beyond, and a part of a line must not run.
		_, _ = fmt.Fprintf(e.opts.Stderr, "aegish: lines of %d characters and more can not be typed here; nothing ran\n", maxLine)
		return "", e.giveUp()
	}
	return strings.TrimSuffix(line, "\r"), err
}

// makeRaw is raw mode for what is typed and none for what is shown: a job of an
// earlier command goes on writing, and its lines begin on the left.
func makeRaw(fd int) (*term.State, error) {
	old, err := term.MakeRaw(fd)
	if err != nil {
		return nil, err
	}
	modes, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err == nil {
		modes.Oflag |= unix.OPOST | unix.ONLCR
		err = unix.IoctlSetTermios(fd, unix.TCSETS, modes)
	}
	if err != nil {
		_ = term.Restore(fd, old)
		return nil, err
	}
	return old, nil
}

// lineFeeds leaves to the terminal what x/term writes for a raw one: the
// carriage return before each newline.
type lineFeeds struct{ out io.Writer }

func (l lineFeeds) Write(p []byte) (int, error) {
	if _, err := l.out.Write(bytes.ReplaceAll(p, []byte("\r\n"), []byte("\n"))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// maxLine is how many characters x/term keeps of a line.
const maxLine = 4096

// giveUp drops the line and what is typed or pasted behind it.
func (e *editor) giveUp() error {
	e.renew()
	_ = unix.IoctlSetInt(int(e.opts.Stdin.Fd()), unix.TCFLSH, unix.TCIFLUSH)
	return errInterrupt
}

// ctrlC is what a terminal in raw mode sends for an interrupt.
const ctrlC = 3

// interrupts makes a ctrl-C on its way to the line editor an error, where the
// editor would see an end of file. It hands on one byte at a time.
type interrupts struct{ in io.Reader }

func (r interrupts) Read(p []byte) (int, error) {
	n, err := r.in.Read(p[:min(1, len(p))])
	if n == 1 && p[0] == ctrlC {
		return 0, errInterrupt
	}
	return n, err
}
