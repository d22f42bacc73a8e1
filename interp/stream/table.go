package stream

import "syscall"

// MaxDescriptors is the default limit of a Table.
const MaxDescriptors = 256

// A Table maps the descriptor numbers of one shell environment to open file
// descriptions. It holds a reference to each. Its methods are for one goroutine
// at a time; Clone gives another its own.
type Table struct {
	open  []Description
	limit int
}

// NewTable makes an empty table for the descriptors 0 to limit-1 (limit below
// 1: MaxDescriptors).
func NewTable(limit int) *Table {
	if limit < 1 {
		limit = MaxDescriptors
	}
	return &Table{limit: limit}
}

// Limit is the number of descriptors that there can be.
func (t *Table) Limit() int { return t.limit }

// Get returns what fd refers to. The reference stays the table's.
func (t *Table) Get(fd int) (Description, bool) {
	if fd < 0 || fd >= len(t.open) || t.open[fd] == nil {
		return nil, false
	}
	return t.open[fd], true
}

// Desc is Get with Closed in place of what is not open.
func (t *Table) Desc(fd int) Description {
	if d, ok := t.Get(fd); ok {
		return d
	}
	return Closed()
}

// Set makes fd refer to d, takes over the caller's reference, and closes what
// fd referred to. EBADF when fd is beyond the limit; d is then the caller's.
func (t *Table) Set(fd int, d Description) error {
	if fd < 0 || fd >= t.limit {
		return syscall.EBADF
	}
	for len(t.open) <= fd {
		t.open = append(t.open, nil)
	}
	old := t.open[fd]
	t.open[fd] = d
	if old != nil {
		old.Close()
	}
	return nil
}

// Add puts d at the lowest free descriptor from lowest on and returns it; EMFILE when
// there is none.
func (t *Table) Add(lowest int, d Description) (int, error) {
	fd, err := t.Free(lowest)
	if err != nil {
		return -1, err
	}
	return fd, t.Set(fd, d)
}

// Dup makes to refer to what from does (dup2(2)); EBADF when from is not open
// or to beyond the limit.
func (t *Table) Dup(from, to int) error {
	d, ok := t.Get(from)
	if !ok || to < 0 || to >= t.limit {
		return syscall.EBADF
	}
	if from == to {
		return nil
	}
	return t.Set(to, d.Retain())
}

// Close closes fd; EBADF when it is not open.
func (t *Table) Close(fd int) error {
	d, ok := t.Get(fd)
	if !ok {
		return syscall.EBADF
	}
	t.open[fd] = nil
	return d.Close()
}

// Take removes fd without closing and returns its reference to the caller.
func (t *Table) Take(fd int) (Description, bool) {
	d, ok := t.Get(fd)
	if ok {
		t.open[fd] = nil
	}
	return d, ok
}

// Free is the lowest descriptor from lowest on that is not open; EMFILE when there
// is none.
func (t *Table) Free(lowest int) (int, error) {
	for fd := max(lowest, 0); fd < t.limit; fd++ {
		if fd >= len(t.open) || t.open[fd] == nil {
			return fd, nil
		}
	}
	return -1, syscall.EMFILE
}

// Clone makes the table of a subshell: the same descriptions, one more
// reference to each.
func (t *Table) Clone() *Table {
	c := &Table{open: make([]Description, len(t.open)), limit: t.limit}
	for fd, d := range t.open {
		if d != nil {
			c.open[fd] = d.Retain()
		}
	}
	return c
}

// CloseAll closes every descriptor, as the end of a process does.
func (t *Table) CloseAll() {
	for fd, d := range t.open {
		if d != nil {
			t.open[fd] = nil
			d.Close()
		}
	}
}

// All calls yield for the open descriptors in order, until it returns false.
func (t *Table) All(yield func(fd int, d Description) bool) {
	for fd, d := range t.open {
		if d != nil && !yield(fd, d) {
			return
		}
	}
}

// Len counts the open descriptors.
func (t *Table) Len() int {
	n := 0
	for _, d := range t.open {
		if d != nil {
			n++
		}
	}
	return n
}
