package runner

import (
	"context"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
)

// A process is what has a process id: the shell itself, and each of its
// subshells and jobs. None of them is a process of the host.
type process struct {
	pid, parent int
	// base is the name and the arguments of the shell that this is, or was
	// forked from; args those of the program that it runs, nil for none.
	base  []string
	args  atomic.Pointer[[]string]
	begun time.Time
	up    *process // parent, as long as it may want to know of the end
	group atomic.Int64
	// attention is set when the shell has to look at the fields below before
	// it goes on.
	attention atomic.Bool
	// killed is the signal that ended the process.
	killed atomic.Int32
	// halt is set while the process is stopped, by the signal stoppedBy; it is
	// closed to go on. stops gets a value when it is stopped.
	mu        sync.Mutex
	halt      chan struct{}
	stoppedBy syscall.Signal
	stops     chan struct{}
	// going ends when the process is stopped. Nil where nothing waits for that.
	going    context.Context
	takeAway context.CancelCauseFunc
	// programs are the programs that run in it.
	programs map[*programRun]bool
	// pending are signals with a trap, a bit for each; ignored and trapped
	// say what becomes of a signal.
	pending, ignored, trapped atomic.Uint64
	// children counts the pending SIGCHLD: the trap runs once for each. mourning is
	// set while it runs, which what it runs does not bring about again.
	children atomic.Int32
	mourning atomic.Bool
	// wake gets a value when a trapped signal arrives.
	wake chan struct{}
	// cancel ends what the process waits for. Nil for one that runs on the
	// goroutine of its parent.
	cancel context.CancelCauseFunc
	// table is where it is; apart, which is the table's, is set for one with
	// a goroutine of its own.
	table *processes
	apart bool
	// shell is set for a shell that is no subshell: it ignores SIGQUIT, which
	// nothing that it starts inherits (bash manual, Signals).
	shell atomic.Bool
	// foreground is the group of the job that fg waits for, 0 for none: the terminal's
	// signals are for it.
	foreground atomic.Int64
	// terminal is set for the shell that a person talks to: it ignores SIGTERM.
	terminal atomic.Bool
	// done is closed when a process with its own goroutine has ended; code is
	// valid then.
	done chan struct{}
	code int
}

// signal delivers a signal (kill(2)).
func (p *process) signal(sig syscall.Signal) {
	switch sig {
	case 0:
		return
	case syscall.SIGKILL:
		p.kill(sig)
		return
	case syscall.SIGSTOP:
		p.stop(sig)
		return
	case syscall.SIGCONT:
		p.resume()
	}
	switch {
	case sig == syscall.SIGCHLD && p.mourning.Load():
	case p.trapped.Load()&bit(sig) != 0:
		p.pending.Or(bit(sig))
		p.attention.Store(true)
		if sig == syscall.SIGCHLD {
			p.children.Add(1)
			return // interrupts no wait
		}
		select {
		case p.wake <- struct{}{}:
		default:
		}
	case p.ignored.Load()&bit(sig) != 0:
	default:
		switch sig {
		case syscall.SIGCHLD, syscall.SIGCONT, syscall.SIGURG, syscall.SIGWINCH:
		case syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU:
			p.stop(sig)
		case syscall.SIGQUIT:
			if !p.shell.Load() {
				p.kill(sig)
			}
		case syscall.SIGTERM:
			if !p.terminal.Load() {
				p.kill(sig)
			}
		default:
			p.kill(sig)
		}
	}
}

// childEnded tells the parent that p has ended (SIGCHLD).
func (p *process) childEnded() {
	if up := p.up; up != nil && up.trapped.Load()&bit(syscall.SIGCHLD) != 0 {
		up.signal(syscall.SIGCHLD)
	}
	p.up = nil
}

// kill ends p and what runs on its goroutine, which could not go on without it.
func (p *process) kill(sig syscall.Signal) {
	for _, inner := range p.table.inside(p) {
		inner.kill(sig)
	}
	p.killed.CompareAndSwap(0, int32(sig))
	p.attention.Store(true)
	p.resume()
	p.mu.Lock()
	cancel := p.cancel
	p.mu.Unlock()
	if cancel != nil {
		cancel(command.SignalError(sig))
	}
}

// endsWith makes cancel what kill ends p with, also when that was before.
func (p *process) endsWith(cancel context.CancelCauseFunc) {
	p.mu.Lock()
	p.cancel = cancel
	p.mu.Unlock()
	if sig := p.killed.Load(); sig != 0 {
		cancel(command.SignalError(sig))
	}
}

func (p *process) resume() {
	p.mu.Lock()
	if p.halt != nil {
		close(p.halt)
		p.halt = nil
	}
	p.mu.Unlock()
}

func (p *process) isStopped() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.halt != nil
}

// wait waits while the process is stopped, or until quit is closed. It tells
// whether it was killed.
func (p *process) wait(quit <-chan struct{}) (killed bool) {
	for {
		if p.killed.Load() != 0 {
			return true
		}
		p.mu.Lock()
		halt := p.halt
		p.mu.Unlock()
		if halt == nil {
			return false
		}
		select {
		case <-halt:
		case <-quit:
			return true
		}
	}
}

// take takes the pending signals.
func (p *process) take() uint64 {
	select {
	case <-p.wake:
	default:
	}
	return p.pending.Swap(0)
}
