// Package confirm puts a question about a command to the person at the
// terminal or to a program. It never reads the command's own input: the
// terminal counts only when standard input is one, and then it is opened anew.
// Whatever goes wrong is a no. It may import executor.
package confirm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/safetext"
	"golang.org/x/term"
)

const (
	// programLimit is how long a confirmation program may take.
	programLimit = 60 * time.Second
	// terminalLimit is how long a person may take.
	terminalLimit = 5 * time.Minute
	// maxAnswer bounds the line that is read from the terminal, in bytes.
	maxAnswer = 64
)

// A Confirmer asks. The zero value asks nobody.
type Confirmer struct {
	// Stdin decides whether there is a person: it has to be a terminal.
	Stdin *os.File
	// Env is the environment of the confirmation program.
	Env []string
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
	fmt.Fprintf(tty, "aegish: run %q?", safetext.Line(q.Command))
	if q.Reason != "" {
		fmt.Fprintf(tty, "\naegish: %s (%s)", safetext.Line(q.Reason), q.Rule)
	}
	fmt.Fprint(tty, "\n[y/N] ")
	answer, err := readAnswer(ctx, tty)
	if err != nil {
		fmt.Fprintln(tty)
		return false, "no answer: " + err.Error()
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return true, ""
	}
	return false, "the answer was no"
}

// readAnswer reads one line, a byte at a time, so that nothing behind it is
// taken from the command.
func readAnswer(ctx context.Context, tty *os.File) (string, error) {
	if err := tty.SetReadDeadline(time.Now().Add(terminalLimit)); err != nil && !errors.Is(err, os.ErrNoDeadline) {
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
		if err == io.EOF || err == nil && n == 0 {
			return "", errors.New("end of input")
		}
		if err != nil {
			return "", err
		}
	}
	return "", errors.New("the answer is too long")
}

// AskProgram implements executor.Confirmer.
func (c Confirmer) AskProgram(ctx context.Context, argv []string, q executor.Question) (bool, string) {
	ctx, cancel := context.WithTimeout(ctx, programLimit)
	defer cancel()
	question, err := json.Marshal(q)
	if err != nil {
		return false, err.Error()
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdin = bytes.NewReader(append(question, '\n'))
	cmd.Dir = "/"
	cmd.Env = c.Env
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return false, fmt.Sprintf("%s: %v", argv[0], err)
	}
	return true, ""
}
