package executor

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/landlock/launch"
)

// A Completeness is bash's own idea of whether a text is a whole command.
type Completeness int

const (
	Complete   Completeness = iota // can run as it is
	Incomplete                     // goes on in the next line
	Invalid                        // a syntax error that more lines can not mend
)

// checkLimit is how long bash may take to read a text without running it.
const checkLimit = 5 * time.Second

// maxCheckOutput bounds what is read of bash's messages, in bytes.
const maxCheckOutput = 16 * 1024

// Check asks bash, with `-n`, whether text is a whole command. Nothing of it
// is run. A last line that ends in a backslash which bash would take as a
// continuation counts as incomplete. NUL bytes do not count, as in a script.
func (b *Bash) Check(ctx context.Context, st *envstate.State, text string) (Reading, error) {
	if plainlyComplete(text) || !config.IsBash(b.opts.Shell) {
		return Reading{}, nil
	}
	text = strings.ReplaceAll(text, "\x00", "")
	messages, status, err := b.readOnly(ctx, st, text)
	if err != nil {
		return Reading{}, err
	}
	if wants, early := endsEarly(messages, text); early {
		return Reading{Completeness: Incomplete, wants: wants}, nil
	}
	if status != 0 {
		return Reading{Completeness: Invalid}, nil
	}
	if strings.HasSuffix(text, `\`) {
		// Is that backslash live? A quote in its place is left open exactly
		// then: not in a comment, and not when it is itself escaped.
		probe, _, err := b.readOnly(ctx, st, text[:len(text)-1]+"'")
		if err == nil && strings.Contains(probe, "unexpected EOF while looking for matching `''") {
			return Reading{Completeness: Incomplete}, nil
		}
		return Reading{}, err
	}
	return Reading{}, nil
}

// plainlyComplete recognizes, without asking, texts of one line that hold
// nothing which could go on: no quote, operator, bracket or backslash, and no
// reserved word in front.
func plainlyComplete(text string) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case strings.IndexByte(" _./:,@%+-=~", c) >= 0:
		default:
			return false
		}
	}
	first, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	switch first {
	case "if", "for", "while", "until", "case", "select", "function", "time", "coproc", "then", "else",
		"elif", "fi", "do", "done", "esac", "in":
		return false
	}
	return true
}

// readOnly runs `bash -n` on a text and returns its messages.
func (b *Bash) readOnly(ctx context.Context, st *envstate.State, text string) (string, int, error) {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return "", 0, err
	}
	defer null.Close()
	r, w, err := os.Pipe()
	if err != nil {
		return "", 0, err
	}
	defer r.Close()
	l := launcher{engine: b, spec: launch.Spec{
		Path:       b.opts.Shell,
		Argv:       []string{"bash", "--norc", "--noprofile", "-n"},
		Env:        []string{"LC_ALL=C", "PATH=/nonexistent"},
		Ruleset:    launch.NoRuleset,
		Limits:     b.opts.Limits,
		NoNewPrivs: true,
	}}
	defer l.closeFiles()
	l.own(w)
	l.files = []*os.File{null, null, w, nil, nil}
	l.useImage(b.opts.Image)
	if err := l.addText(text); err != nil {
		return "", 0, err
	}
	// Where a text ends does not depend on the directory, and the session's may
	// be one that can not be entered any more.
	child, err := l.start("/", false)
	if err != nil {
		return "", 0, fmt.Errorf("ask bash: %w", err)
	}
	l.closeFiles()
	messages := make(chan []byte, 1)
	go func() {
		var buf bytes.Buffer
		_, _ = io.Copy(&buf, io.LimitReader(r, maxCheckOutput))
		_, _ = io.Copy(io.Discard, r)
		messages <- buf.Bytes()
	}()
	ended := child.wait(ctx)
	if failed := l.failure(); failed != nil {
		return "", 0, failed
	}
	if ended.cause != nil {
		return "", 0, ended.cause
	}
	return string(<-messages), ended.status, nil
}

// addText hands the shell a text to read: as the argument of -c, or, where it
// is longer than a command may be, as a script in memory, because one argument
// has the kernel's limit of 128 KiB.
func (l *launcher) addText(text string) error {
	if len(text) <= MaxCommand {
		l.spec.Argv = append(l.spec.Argv, "-c", "--", text)
		return nil
	}
	file, err := l.memory("text", []byte(text))
	if err != nil {
		return err
	}
	l.spec.Moves = append(l.spec.Moves, launch.Move{From: l.add(file), To: prologueFD})
	l.spec.Argv = append(l.spec.Argv, "--", fmt.Sprintf("/proc/self/fd/%d", prologueFD))
	return nil
}
