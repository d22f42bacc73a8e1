package repl

import (
	"context"
	"errors"
	"strings"
	"syscall"

	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/safetext"
	"golang.org/x/sys/unix"
)

// continuation is the prompt of a line that goes on, bash's PS2.
const continuation = "> "

// prompt is what the session has set, or else the directory, with ~ for the home, and `$`,
// or `#` for root.
func (l *loop) prompt(ctx context.Context, goesOn bool) string {
	text, own, left := l.session.Prompt(ctx, goesOn)
	l.left = l.left || left
	switch {
	case own:
		return text
	case goesOn:
		return continuation
	}
	dir := l.session.Dir()
	if pwd, ok := l.session.State().Env.Get("PWD"); ok && dir == l.session.State().Dir {
		dir = pwd
	}
	if home := l.opts.Home; home != "" && home != "/" {
		if rest, ok := strings.CutPrefix(dir, home); ok && (rest == "" || rest[0] == '/') {
			dir = "~" + rest
		}
	}
	mark := "$ "
	if l.opts.UID == 0 {
		mark = "# "
	}
	return "aegish:" + safetext.Line(dir) + mark
}

// endedBy is the status of a session that a signal ended, 128+n.
func (l *loop) endedBy(ctx context.Context) int {
	var sig interface{ Number() syscall.Signal }
	if errors.As(context.Cause(ctx), &sig) {
		return executor.SignalStatus(sig.Number())
	}
	return l.session.State().Exit
}

// signalName is what a shell prints of a command that a signal ended.
func signalName(sig syscall.Signal) string {
	name := sig.String()
	if name == "" {
		name = unix.SignalName(sig)
	}
	return strings.ToUpper(name[:1]) + name[1:]
}
