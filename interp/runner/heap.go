package runner

import (
	"runtime"
	"runtime/metrics"
	"syscall"
	"time"
)

// heapEvery is how often the heap is looked at.
const heapEvery = 10 * time.Millisecond

// watchHeap ends the run and all jobs when the process holds more than limit
// bytes. Each command bounds what it holds itself; many at one time do not, and
// what goes wrong in one must not take the machine.
func (e *Engine) watchHeap(limit int64) {
	most := uint64(limit)
	tick := time.NewTicker(heapEvery)
	defer tick.Stop()
	// collected gets a value when the garbage is gone that had not been
	// collected when the limit was exceeded.
	collected, collects := make(chan struct{}, 1), false
	for {
		over := most + most/4
		select {
		case <-e.life.Done():
			return
		case <-collected:
			over, collects = most, false
		case <-tick.C:
		}
		switch held := heapObjects(); {
		case held > over:
			e.outOfMemory()
		case held > most && !collects:
			collects = true
			go func() { runtime.GC(); collected <- struct{}{} }()
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

// heapObjects is what live objects take, and garbage that is not collected yet.
func heapObjects() uint64 {
	held := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(held)
	if held[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return held[0].Value.Uint64()
}
