package runner

import (
	"context"
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/command"
)

// A started process is what a command has started with Call.Start.
type started struct {
	*process
	table *processes
}

var _ command.Process = (*started)(nil)

// startFor starts a command for another one (timeout, xargs -P).
func (sh *shell) startFor(ctx context.Context, outer, inner *command.Call) (command.Process, error) {
	if len(inner.Args) == 0 {
		return nil, command.ErrNotFound
	}
	if sh.run.commands.Add(1); sh.halted() {
		return nil, syscall.EAGAIN
	}
	if _, ok := sh.deeper(); !ok {
		return nil, syscall.EAGAIN
	}
	c := inheriting(outer, inner)
	n := sh.child(ctx, c)
	n.onlyPassesOn(c.Env)
	n.proc, n.whole = sh.eng.procs.add(sh.proc, nil), true
	p, ok := n.start(ctx, func(ctx context.Context) builtins.Status {
		inside := *c
		// Those are what the table holds, which end their waits with ctx.
		inside.Stdin, inside.Stdout, inside.Stderr = n.fds.Desc(0), n.fds.Desc(1), n.fds.Desc(2)
		return status(n.execute(ctx, &inside))
	})
	if !ok {
		n.st.Vars.Release()
		return nil, syscall.EAGAIN
	}
	return &started{p, &sh.eng.procs}, nil
}

// ID implements command.Process.
func (s *started) ID() int { return s.pid }

// Wait implements command.Process. What is stopped is waited for all the same.
func (s *started) Wait(ctx context.Context) (command.Status, error) {
	select {
	case <-s.done:
		return command.Status{Code: s.code, Signal: syscall.Signal(s.killed.Load())}, nil
	case <-ctx.Done():
		return command.Status{}, context.Cause(ctx)
	}
}

// Signal implements command.Process. Its group is what it has started.
func (s *started) Signal(sig syscall.Signal, group bool) error {
	if s.ended() {
		return syscall.ESRCH
	}
	if !group {
		s.signal(sig)
		return nil
	}
	for _, p := range s.table.family(s.process) {
		p.signal(sig)
	}
	return nil
}

// Foreground implements command.Process: there is no terminal to give away.
func (*started) Foreground(bool) error { return nil }
