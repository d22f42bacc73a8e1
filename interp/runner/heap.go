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
	heapFar   = 50 * time.Millisecond // below a quarter of it
	heapBegin = 10 * time.Millisecond
	heapNear  = time.Millisecond // above half of it
)

// heapPause is how long to wait before memory is looked at again.
func heapPause(held, most uint64) time.Duration {
	switch {
	case held > most/2:
		return heapNear
	case held > most/4:
		return heapBegin
	}
	return heapFar
}

// watchHeap begins the watch a little later, where there is a limit and none is
// on. It ends when nothing runs any more, so that a session that waits for its
// next command costs nothing, and a short command next to nothing.
func (e *Engine) watchHeap() {
	if limit := e.cfg.Limits.HeapBytes; limit > 0 && e.watched.CompareAndSwap(false, true) {
		time.AfterFunc(heapBegin, func() { e.watch(uint64(limit)) })
	}
}

// busy tells whether a Run or a job is on.
func (e *Engine) busy() bool { return e.running.Load() > 0 || e.procs.others() > 0 }

// watch ends the run and all jobs when the process holds more than most bytes, or
// holds more than 7/8 of them that are no garbage. Each command bounds what it
// holds itself; many at one time do not, and what goes wrong in one must not take
// the machine.
func (e *Engine) watch(most uint64) {
	used := most - most/8
	timer := time.NewTimer(0)
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
		if !e.busy() {
			// A Run that begins now finds either no watch or this one.
			if e.watched.Store(false); !e.busy() || !e.watched.CompareAndSwap(false, true) {
				return
			}
		}
		held, idle := memoryHeld()
		switch {
		case held > over:
			e.outOfMemory()
		case held+idle > used && !collects:
			collects = true
			go func() { debug.FreeOSMemory(); collected <- struct{}{} }()
		}
		timer.Reset(heapPause(held, most))
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
