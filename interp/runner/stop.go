package runner

import (
	"context"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/stream"
)

// How the wait for a job in the foreground ended.
type waited byte

const (
	hasEnded  waited = iota
	heldUp           // it has been stopped
	calledOff        // there is nobody any more who waits
)

// untilStopped waits until p ends, is stopped, or quit is closed.
func (p *process) untilStopped(quit <-chan struct{}) waited {
	for {
		select {
		case <-p.done:
			return hasEnded
		case <-p.stops:
			if p.isStopped() {
				p.table.awaitTurns()
				return heldUp
			}
		case <-quit:
			return calledOff
		}
	}
}

// stop stops p by a signal: what runs in it waits where it looks next whether it may go on,
// and what it reads from a terminal is left to others.
func (p *process) stop(by syscall.Signal) {
	p.mu.Lock()
	if p.halt == nil {
		p.halt = make(chan struct{})
	}
	if p.takeAway != nil {
		p.takeAway(errStopped)
		p.going, p.takeAway = nil, nil
	}
	p.stoppedBy = by
	p.mu.Unlock()
	p.attention.Store(true)
	select {
	case p.stops <- struct{}{}:
	default:
	}
}

// stopCode is the status of a job that has been stopped (bash(1), Exit Status).
func (p *process) stopCode() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return 128 + int(p.stoppedBy)
}

// stoppable is the context of a program that runs in p: asked whether it has ended, it
// answers when p is not stopped. It is what every program asks that may run long.
type stoppable struct {
	context.Context
	p *process
}

// Err implements context.Context.
func (c stoppable) Err() error {
	if c.p.attention.Load() {
		c.p.wait(c.Done())
	}
	return c.Context.Err()
}

// inTurns makes ctx the context of a job that reads from a terminal only in the foreground.
func (p *process) inTurns(ctx context.Context) context.Context {
	return stream.WithTurns(ctx, p.turn)
}

// turn waits until p is in the foreground; a job that is not is stopped by SIGTTIN, and
// fails where it ignores that (termios(3)). What it returns ends when p is stopped.
func (p *process) turn(ctx context.Context) (context.Context, context.CancelFunc, error) {
	for {
		if p.wait(ctx.Done()) {
			if ctx.Err() != nil {
				return nil, nil, context.Cause(ctx)
			}
			return nil, nil, syscall.EINTR
		}
		if group := p.group.Load(); group != p.table.front() {
			if (p.ignored.Load()|p.trapped.Load())&bit(syscall.SIGTTIN) != 0 {
				return nil, nil, syscall.EIO
			}
			for _, member := range p.table.find(-int(group), p) {
				member.signal(syscall.SIGTTIN)
			}
			continue
		}
		if inner, end, ok := p.whileGoing(ctx); ok {
			return inner, end, nil
		}
	}
}

// whileGoing is a context that ends with ctx and when p is stopped; false when it is.
func (p *process) whileGoing(ctx context.Context) (context.Context, context.CancelFunc, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.halt != nil {
		return nil, nil, false
	}
	if p.going == nil {
		p.going, p.takeAway = context.WithCancelCause(context.Background())
	}
	inner, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(p.going, func() { cancel(errStopped) })
	p.table.beginTurn()
	return inner, func() {
		stop()
		cancel(nil)
		p.table.endTurn()
	}, true
}

func (ps *processes) beginTurn() {
	ps.mu.Lock()
	ps.turns++
	ps.mu.Unlock()
}

func (ps *processes) endTurn() {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if ps.turns--; ps.turns == 0 && ps.idle != nil {
		close(ps.idle)
		ps.idle = nil
	}
}

// turnWait bounds the wait for jobs to leave the terminal.
const turnWait = time.Second

// awaitTurns waits until no job reads from the terminal any more: what is typed then is
// for the shell.
func (ps *processes) awaitTurns() {
	ps.mu.Lock()
	if ps.turns == 0 {
		ps.mu.Unlock()
		return
	}
	if ps.idle == nil {
		ps.idle = make(chan struct{})
	}
	idle := ps.idle
	ps.mu.Unlock()
	within(idle, turnWait)
}

// front is the group in the foreground of the terminal.
func (ps *processes) front() int64 {
	if group := ps.first.foreground.Load(); group != 0 {
		return group
	}
	return ps.first.group.Load()
}
