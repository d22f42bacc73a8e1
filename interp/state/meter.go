package state

import "sync/atomic"

// A Meter counts the bytes that the values of a Store and of all its forks
// hold, and remembers whether they were ever more than its limit. It is safe
// for concurrent use.
type Meter struct {
	limit int64
	used  atomic.Int64
	over  atomic.Bool
}

// NewMeter makes a meter; a limit below 1 means none.
func NewMeter(limit int64) *Meter { return &Meter{limit: limit} }

// Add counts n bytes, which may be negative. A nil Meter counts nothing.
func (m *Meter) Add(n int) {
	if m == nil || n == 0 {
		return
	}
	if used := m.used.Add(int64(n)); m.limit > 0 && used > m.limit {
		m.over.Store(true)
	}
}

// Used is the number of bytes.
func (m *Meter) Used() int64 { return m.used.Load() }

// Over tells whether the limit was ever exceeded since the last Reset.
func (m *Meter) Over() bool { return m != nil && m.over.Load() }

// Reset forgets that the limit was exceeded.
func (m *Meter) Reset() { m.over.Store(false) }
