package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/aegish/aegish/executor"
)

// maxPending bounds one command while it is read, in bytes. It is more than a
// session takes, so that a command which is too long is read to its end and
// refused whole: what is left of it must not run as the next one.
const maxPending = 1 << 20

// errTooLong says that not even the end of a command could be found.
var errTooLong = fmt.Errorf("the command is longer than %d bytes; the session ends because its end is unknown", maxPending)

// command reads one whole command, asking bash after a line that may end it
// whether the command goes on.
func (l *loop) command(ctx context.Context) (string, error) {
	var pending strings.Builder
	var reading executor.Reading
	l.broken, l.whole, l.line = false, false, l.read+1
	for {
		prompt := ""
		if l.opts.Interactive {
			prompt = l.prompt(ctx, pending.Len() > 0)
		}
		if l.left {
			return "", io.EOF
		}
		if pending.Len() == 0 && l.opts.Interactive {
			l.in.until(l.deadline())
		}
		line, err := l.in.readLine(prompt)
		if errors.Is(err, errInterrupt) {
			return "", err
		}
		l.read++
		pending.WriteString(line)
		text := pending.String()
		switch {
		case len(text) > maxPending:
			return "", errTooLong
		case errors.Is(err, errPasted):
			// Nothing that was pasted runs before the person has seen it and
			// pressed the key.
			reading = executor.Reading{}
			pending.WriteByte('\n')
			continue
		case err != nil:
			return l.atEnd(ctx, text), err
		case isSilent(text):
			return "", nil
		case reading.MayEnd(line):
			if reading, err = l.session.Check(ctx, text); err != nil && !l.opts.Interactive {
				return "", fmt.Errorf("bash can not say where the command ends: %w", err)
			}
			if err != nil || reading.Completeness != executor.Incomplete {
				l.broken = reading.Completeness == executor.Invalid
				l.whole = err == nil && reading.Completeness == executor.Complete
				return text, nil
			}
		}
		pending.WriteByte('\n')
	}
}

// deadline is when the session ends unless a command has been typed, zero for never.
func (l *loop) deadline() time.Time {
	if wait := l.session.InputTime(); wait > 0 {
		return time.Now().Add(wait)
	}
	return time.Time{}
}

// atEnd drops a backslash at the end of the input that continues a line with
// nothing, as bash does. One that is a character stays.
func (l *loop) atEnd(ctx context.Context, text string) string {
	short, found := strings.CutSuffix(text, `\`)
	if !found {
		return text
	}
	with, err := l.session.Check(ctx, text)
	if err != nil || with.Completeness != executor.Incomplete {
		return text
	}
	without, err := l.session.Check(ctx, short)
	if err != nil || without.Completeness != executor.Complete {
		return text
	}
	return short
}

// isSilent reports whether a text is nothing but blanks and comments: no
// command, for bash and for the policy alike.
func isSilent(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, " \t\n")
		if line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}
