package runner

import (
	"context"
	"errors"
	"maps"
	"slices"
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
	// halt is set while the process is stopped; it is closed to go on.
	mu   sync.Mutex
	halt chan struct{}
	// programs are the programs that run in it.
	programs map[*programRun]bool
	// pending are signals with a trap, a bit for each; ignored and trapped
	// say what becomes of a signal.
	pending, ignored, trapped atomic.Uint64
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

// processes is the table of all processes of an Engine.
type processes struct {
	now   func() time.Time
	mu    sync.Mutex
	next  int
	table map[int]*process
	// running counts those with their own goroutine.
	running int
	// substs are the process substitutions that may still run.
	substs []*process
	// tracked waits for the goroutines.
	tracked sync.WaitGroup
}

// add makes a process. Pids grow; they are never used twice. args is nil for
// what has those of its parent.
func (ps *processes) add(parent *process, args []string) *process {
	p := &process{wake: make(chan struct{}, 1), base: args, begun: ps.now(), table: ps}
	if parent != nil {
		if args == nil {
			p.base = parent.base
		}
		p.parent, p.up = parent.pid, parent
		p.group.Store(parent.group.Load())
		p.ignored.Store(parent.ignored.Load())
	}
	ps.mu.Lock()
	p.pid = ps.next
	ps.next++
	ps.table[p.pid] = p
	ps.mu.Unlock()
	if parent != nil {
		if sig := parent.killed.Load(); sig != 0 {
			p.kill(syscall.Signal(sig)) // one that dies starts nothing that lives on
		}
	}
	if parent == nil {
		p.group.Store(int64(p.pid))
	}
	return p
}

func (ps *processes) remove(p *process) {
	ps.mu.Lock()
	delete(ps.table, p.pid)
	ps.mu.Unlock()
}

// start counts the goroutine of p; false when there are limit already.
func (ps *processes) start(p *process, limit int) bool {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if ps.running >= limit {
		return false
	}
	p.apart = true
	ps.running++
	ps.tracked.Add(1)
	return true
}

// addSubst notes that a process is a process substitution.
func (ps *processes) addSubst(p *process) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.substs = append(slices.DeleteFunc(ps.substs, (*process).ended), p)
}

// takeSubsts is the process substitutions since the last call.
func (ps *processes) takeSubsts() []*process {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	list := ps.substs
	ps.substs = nil
	return list
}

// others is how many run beside the shell itself.
func (ps *processes) others() int64 {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return int64(ps.running)
}

func (ps *processes) end() {
	ps.mu.Lock()
	ps.running--
	ps.mu.Unlock()
	ps.tracked.Done()
}

// find returns the processes that kill's pid means: one, the group -pid, for 0
// the group of the caller, for -1 all.
func (ps *processes) find(pid int, caller *process) []*process {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if pid > 0 {
		if p := ps.table[pid]; p != nil {
			return []*process{p}
		}
		return nil
	}
	group := int64(-pid)
	if pid == 0 {
		group = caller.group.Load()
	}
	var out []*process
	for _, p := range ps.table {
		if pid == -1 && p != caller || pid != -1 && p.group.Load() == group {
			out = append(out, p)
		}
	}
	return out
}

// inside returns the children of p that run on its goroutine.
func (ps *processes) inside(p *process) []*process {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	var out []*process
	for _, q := range ps.table {
		if q.parent == p.pid && !q.apart {
			out = append(out, q)
		}
	}
	return out
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
		p.stop()
		return
	case syscall.SIGCONT:
		p.resume()
	}
	switch {
	case p.trapped.Load()&bit(sig) != 0:
		p.pending.Or(bit(sig))
		p.attention.Store(true)
		if sig == syscall.SIGCHLD {
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
			p.stop()
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

// callOff ends a process whose caller does not wait any more, and all that it
// has started: each by the signal that is the cause where it has a trap for
// that, else for good.
func (ps *processes) callOff(p *process, cause error) {
	sig := syscall.SIGKILL
	var by command.SignalError
	if errors.As(cause, &by) {
		sig = syscall.Signal(by)
	}
	for _, p := range ps.family(p) {
		if sig != syscall.SIGKILL && p.trapped.Load()&bit(sig) != 0 {
			p.signal(sig)
		} else {
			p.kill(sig)
		}
	}
}

// family lists a process and all that came from it, as long as the processes
// between are there.
func (ps *processes) family(p *process) []*process {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	list, in := []*process{p}, map[int]bool{p.pid: true}
	for _, pid := range slices.Sorted(maps.Keys(ps.table)) { // parents are older
		if other := ps.table[pid]; in[other.parent] && !in[pid] {
			in[pid] = true
			list = append(list, other)
		}
	}
	return list
}

func (p *process) stop() {
	p.mu.Lock()
	if p.halt == nil {
		p.halt = make(chan struct{})
	}
	p.mu.Unlock()
	p.attention.Store(true)
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
