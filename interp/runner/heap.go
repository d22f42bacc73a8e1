package runner

import (
	"runtime/debug"
	"runtime/metrics"
	"syscall"
	"time"
)

// How often memory is looked at: the oftener the nearer it is to the limit,
// because a script takes more than a gigabyte in a second.
const (
	heapFar  = 10 * time.Millisecond
	heapNear = time.Millisecond
)

// watchHeap ends the run and all jobs when the process holds more than limit
// bytes, or holds more than 7/8 of them that are no garbage. Each command bounds
// what it holds itself; many at one time do not, and what goes wrong in one must
// not take the machine.
func (e *Engine) watchHeap(limit int64) {
	most := uint64(limit)
	used := most - most/8
	timer := time.NewTimer(heapFar)
	defer timer.Stop()
	// collected gets a value when the garbage is gone that had not been
	// collected when there was much.
	collected, collects := make(chan struct{}, 1), false
	for {
		over := most
		select {
		case <-e.life.Done():
			return
		case <-collected:
			over, collects = used, false
		case <-timer.C:
		}
		held, idle := memoryHeld()
		switch {
		case held > over:
			e.outOfMemory()
		case held+idle > used && !collects:
			collects = true
			go func() { debug.FreeOSMemory(); collected <- struct{}{} }()
		}
		if held > most/2 {
			timer.Reset(heapNear)
		} else {
			timer.Reset(heapFar)
		}
	}
}

// outOfMemory ends all that runs.
func (e *Engine) outOfMemory() {
	if r := e.current.Load(); r != nil {
		r.fail(&LimitError{limitLive, e.cfg.Limits.LiveBytes})
	}
	for _, p := range e.procs.find(-1, e.main.proc) {
		p.kill(syscall.SIGKILL)
	}
}

// memoryHeld is what the process has of the system: what is in use, which is
// live objects, garbage that is not collected yet, stacks and what lies unused
// between them, and idle memory that can be given back.
func memoryHeld() (held, idle uint64) {
	m := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
	}
	metrics.Read(m)
	for _, s := range m {
		if s.Value.Kind() != metrics.KindUint64 {
			return 0, 0
		}
	}
	idle = m[2].Value.Uint64()
	return m[0].Value.Uint64() - m[1].Value.Uint64() - idle, idle
}
