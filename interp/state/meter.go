package state

import (
	"fmt"
	"sync/atomic"
)

// A Meter counts the bytes that the values of a Store and of all its forks
// hold. Values that would go beyond its limit are refused, and it remembers
// that there were some. It is safe for concurrent use.
type Meter struct {
	limit int64
	// bound is limit, or a little more for a run that begins with nearly as
	// much: see Reset.
	bound atomic.Int64
	used  atomic.Int64
	over  atomic.Bool
}

// NewMeter makes a meter; a limit below 1 means none.
func NewMeter(limit int64) *Meter {
	m := &Meter{limit: limit}
	m.bound.Store(limit)
	return m
}

// Add counts n bytes, which may be negative, and remembers whether they are
// beyond the limit. A nil Meter counts nothing.
func (m *Meter) Add(n int) {
	if m == nil || n == 0 {
		return
	}
	if used := m.used.Add(int64(n)); n > 0 && m.limit > 0 && used > m.bound.Load() {
		m.over.Store(true)
	}
}

// Room tells whether n more bytes would be within the limit, and remembers if
// not.
func (m *Meter) Room(n int) bool {
	if m == nil || n <= 0 || m.limit <= 0 || m.used.Load()+int64(n) <= m.bound.Load() {
		return true
	}
	m.over.Store(true)
	return false
}

// Err is the error for what Room refused.
func (m *Meter) Err() error { return &FullError{Limit: m.limit} }

// Used is the number of bytes.
func (m *Meter) Used() int64 { return m.used.Load() }

// Over tells whether the limit was ever exceeded since the last Reset.
func (m *Meter) Over() bool { return m != nil && m.over.Load() }

// Reset forgets that the limit was exceeded, before a new command line. With
// nearly all in use the line gets a sixteenth more, so that there is room to
// look at what there is and to remove it.
func (m *Meter) Reset() {
	m.over.Store(false)
	bound := m.limit
	if reserve := m.limit / 16; m.used.Load() > m.limit-reserve {
		bound += reserve
	}
	m.bound.Store(bound)
}

// A FullError tells that a value was not stored because all values together
// would have more bytes than Limit.
type FullError struct{ Limit int64 }

func (e *FullError) Error() string { return fmt.Sprintf("more than %d bytes in variables", e.Limit) }
