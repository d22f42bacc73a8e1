// Package confirm puts a question about a command to the person at the
// terminal or to a program. It never reads the command's own input: the
// terminal counts only when standard input is one, and then it is opened anew.
// Whatever goes wrong is a no. It may import executor.
package confirm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/safetext"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

const (
	defaultProgramLimit  = 60 * time.Second
	defaultTerminalLimit = 5 * time.Minute
	// maxAnswer bounds the line that is read from the terminal, in bytes with
	// the newline.
	maxAnswer = 64
)

// A Confirmer asks. The zero value asks nobody.
type Confirmer struct {
	// Stdin decides whether there is a person: it has to be a terminal.
	Stdin *os.File
	// Env is the whole environment of the confirmation program.
	Env []string
	// ProgramLimit is how long a confirmation program may take, 0 for a
	// minute, and TerminalLimit how long a person may, 0 for five.
	ProgramLimit, TerminalLimit time.Duration
}

// AskTerminal implements executor.Confirmer.
func (c Confirmer) AskTerminal(ctx context.Context, q executor.Question) (bool, string) {
	if c.Stdin == nil || !term.IsTerminal(int(c.Stdin.Fd())) {
		return false, "standard input is no terminal, so nobody can be asked"
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return false, "there is no terminal to ask on"
	}
	defer tty.Close()
	// A session survives ctrl-C; the question does not.
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT)
	defer stop()
	discardInput(tty)                              // typed before the question, it is no answer
	fmt.Fprintf(tty, "aegish: run %q?", q.Command) // %q escapes what Line does, and once
	if q.Reason != "" {
		fmt.Fprintf(tty, "\naegish: %s (%s)", safetext.Line(q.Reason), safetext.Line(q.Rule))
	}
	fmt.Fprint(tty, "\n[y/N] ")
	answer, err := readAnswer(ctx, tty, cmp.Or(c.TerminalLimit, defaultTerminalLimit))
	if err != nil {
		discardInput(tty) // what is left of it is no command
		fmt.Fprintln(tty)
		return false, "no answer: " + err.Error()
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return true, ""
	}
	return false, "the answer was no"
}

// discardInput throws away what the terminal holds (tcflush(3), TCIFLUSH).
func discardInput(tty *os.File) {
	raw, err := tty.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { _ = unix.IoctlSetInt(int(fd), unix.TCFLSH, unix.TCIFLUSH) })
}

// readAnswer reads one line, a byte at a time, so that nothing behind it is
// taken from the command.
func readAnswer(ctx context.Context, tty *os.File, limit time.Duration) (string, error) {
	if err := tty.SetReadDeadline(time.Now().Add(limit)); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() { _ = tty.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	var line []byte
	one := make([]byte, 1)
	for len(line) < maxAnswer {
		n, err := tty.Read(one)
		if n == 1 && one[0] == '\n' {
			return string(line), nil
		}
		line = append(line, one[:n]...)
		switch {
		case err == io.EOF || err == nil && n == 0:
			return "", errors.New("end of input")
		case err != nil && ctx.Err() != nil:
			return "", context.Cause(ctx)
		case errors.Is(err, os.ErrDeadlineExceeded):
			return "", fmt.Errorf("nobody answered within %v", limit)
		case err != nil:
			return "", err
		}
	}
	return "", errors.New("the answer is too long")
}

// AskProgram implements executor.Confirmer.
func (c Confirmer) AskProgram(ctx context.Context, argv []string, q executor.Question) (bool, string) {
	if len(argv) == 0 {
		return false, "there is no program to ask"
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.ProgramLimit, defaultProgramLimit))
	defer cancel()
	question, err := json.Marshal(q)
	if err != nil {
		return false, err.Error()
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdin = bytes.NewReader(append(question, '\n'))
	cmd.Dir = "/"
	cmd.Env = append([]string{}, c.Env...) // nil would be this process's own
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return false, fmt.Sprintf("%s: %v", argv[0], err)
	}
	return true, ""
}
