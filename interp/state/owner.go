package state

import (
	"sync"
	"sync/atomic"
)

// An owner stands for the time in which one Store may change in place what it
// has made. It passes when somebody who runs at the same time can see it.
type owner struct {
	of *Store
	// seen counts the forks on other goroutines that see what is owned.
	seen atomic.Int32

	mu sync.Mutex
	// left is what the store has replaced or given up while it was seen, in
	// bytes: on the meter until nobody sees it any more.
	left  int
	meter *Meter
}

// leave takes n bytes off the meter as soon as nobody sees them.
func (o *owner) leave(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.seen.Load() == 0 {
		o.meter.Add(-n)
		return
	}
	o.left += n
}

// unsee is the end of a fork.
func (o *owner) unsee() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.seen.Add(-1) == 0 {
		o.meter.Add(-o.left)
		o.left = 0
	}
}
