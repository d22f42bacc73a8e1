package executor

import (
	"context"
	"errors"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Bounds on ending a command that has to go.
const (
	// termGrace is how long a command may take to end once it is asked to.
	termGrace = 400 * time.Millisecond
)

// A process is a started command.
type process struct {
	pid      int
	isolated bool      // leader of its own session
	terminal *Terminal // foreground process group of this terminal
	kills    bool      // nothing that it started outlives it
	family   family    // children that aegish had before
	group    *group    // control group of its own, or nil
	grouped  bool      // leader of a process group in the background
}

// An ending is how a process went.
type ending struct {
	status int
	signal syscall.Signal
	cause  error
	left   []LeftProcess
}

// wait waits for the shell itself, not for what it left running. When ctx
// ends first, the command and all its descendants are ended.
func (p *process) wait(ctx context.Context) ending {
	done := make(chan syscall.WaitStatus, 1)
	go p.reap(done)
	var end ending
	ws, ended := p.awaitEnd(ctx, done)
	if !ended {
		end.cause = context.Cause(ctx)
		ws = p.end(done, signalOf(end.cause))
	}
	end.status, end.signal = waitStatus(ws)
	if p.terminal != nil {
		p.terminal.takeBack()
	}
	if p.kills {
		end.left = p.endLeft()
	}
	return end
}

// awaitEnd waits for the shell, or for ctx, whichever is first, and reaps
// orphans meanwhile: to reap what nobody else can is what a subreaper has to do.
func (p *process) awaitEnd(ctx context.Context, done <-chan syscall.WaitStatus) (ws syscall.WaitStatus, ended bool) {
	var orphans <-chan time.Time
	if p.kills {
		ticker := time.NewTicker(orphanInterval)
		defer ticker.Stop()
		orphans = ticker.C
	}
	for {
		select {
		case ws = <-done:
			return ws, true
		case <-orphans:
			p.family.reapOthers(p.pid)
		case <-ctx.Done():
			select {
			case ws = <-done: // it had ended already: that result counts
				return ws, true
			default:
				return 0, false
			}
		}
	}
}

// reap waits for the shell. A command that stops is set going again where
// aegish has the terminal: there is no job control to bring it back with, and
// a stopped command would hold the session for ever.
func (p *process) reap(done chan<- syscall.WaitStatus) {
	options := 0
	if p.terminal != nil {
		options = unix.WUNTRACED
	}
	for {
		var ws syscall.WaitStatus
		_, err := syscall.Wait4(p.pid, &ws, options, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			done <- syscall.WaitStatus(statusLost << 8)
			return
		case ws.Stopped():
			p.terminal.resume(p.pid, ws.StopSignal())
		default:
			done <- ws
			return
		}
	}
}

// statusLost stands for a shell whose end nobody saw (ECHILD).
const statusLost = 255

// signalOf is what a command is told when it is ended for a cause: the signal
// that aegish itself got, or SIGTERM.
func signalOf(cause error) syscall.Signal {
	var by interface{ Number() syscall.Signal }
	if errors.As(cause, &by) {
		return by.Number()
	}
	return syscall.SIGTERM
}

// end asks the command to go, then makes it.
func (p *process) end(done <-chan syscall.WaitStatus, sig syscall.Signal) syscall.WaitStatus {
	p.signalAll(sig)
	p.signalAll(syscall.SIGCONT)
	timer := time.NewTimer(termGrace)
	defer timer.Stop()
	select {
	case ws := <-done:
		p.awaitGroup(timer.C)
		p.signalAll(syscall.SIGKILL)
		return ws
	case <-timer.C:
		p.signalAll(syscall.SIGKILL)
	}
	timer.Reset(reapLimit)
	select {
	case ws := <-done:
		return ws
	case <-timer.C:
		// Not even SIGKILL ends a process that waits in the kernel, on a dead
		// network file system for one. It is left to whoever inherits it.
		return syscall.WaitStatus(syscall.SIGKILL)
	}
}

// awaitGroup gives what the shell leaves in its group the rest of the time that
// the shell had.
func (p *process) awaitGroup(over <-chan time.Time) {
	for p.leads() && syscall.Kill(-p.pid, 0) == nil {
		if p.kills {
			p.family.living() // reaps: a process that has ended is in its group until then
		}
		select {
		case <-over:
			return
		case <-time.After(reapInterval):
		}
	}
}

// endLeft ends what the command has left running: its control group at once,
// then what is below this process, which reaps the group's, too.
func (p *process) endLeft() []LeftProcess {
	if p.group == nil || !p.group.own {
		return p.family.end()
	}
	left, over := p.group.kill()
	for _, l := range p.family.end() {
		if !slices.ContainsFunc(left, func(known LeftProcess) bool { return known.PID == l.PID }) {
			left = append(left, l)
		}
	}
	if !over {
		left = alive(left, p.group.members())
	}
	p.group.remove()
	return left
}

// leads reports whether the command has a process group of its own.
func (p *process) leads() bool { return p.isolated || p.grouped || p.terminal != nil }

// signalAll signals the command's process group, or, where it shares aegish's
// own, the shell and its descendants.
func (p *process) signalAll(sig syscall.Signal) {
	if p.leads() {
		_ = syscall.Kill(-p.pid, sig)
		return
	}
	for _, pid := range descendants(p.pid) {
		_ = syscall.Kill(pid, sig)
	}
	_ = syscall.Kill(p.pid, sig)
}
