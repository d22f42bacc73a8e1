package runner

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
)

// processes is the table of all processes of an Engine.
type processes struct {
	now   func() time.Time
	mu    sync.Mutex
	next  int
	table map[int]*process
	// first is the first shell.
	first *process
	// turns counts the reads from the terminal that are going on; idle, where it is
	// set, is closed when there are none any more.
	turns int
	idle  chan struct{}
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
	p := &process{wake: make(chan struct{}, 1), stops: make(chan struct{}, 1), base: args, begun: ps.now(), table: ps}
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
		ps.first = p
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
