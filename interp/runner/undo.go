package runner

import (
	"slices"
	"strconv"
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/stream"
)

// An undo knows what the descriptors were before redirections.
type undo struct {
	saved []savedFD
	small [2]savedFD
	// forked is set for a command that bash would run in a process of its own,
	// where N>&M- closes M for that process alone.
	forked bool
}

type savedFD struct {
	fd int
	// d is what fd referred to, nil where it was closed.
	d stream.Description
	// at is the descriptor that bash would keep d at, so that {NAME}> gets
	// the number that it gets there; 0 for none.
	at int
}

// firstHigh is the lowest descriptor that the shell takes for itself, for
// {NAME}> and for what it saves.
const firstHigh = 10

// stays tells whether what surrounds a command stays in force behind it, because the
// shell ends with st and its EXIT trap runs there. What a text of eval and its like
// has begun is left first, unless a function of it calls exit.
func (sh *shell) stays(st builtins.Status) bool {
	switch {
	case !sh.subshell() || st.Kind != builtins.Exit && st.Kind != builtins.Abort:
		return false
	case sh.texts == 0:
		return true
	}
	return st.Kind == builtins.Exit && !sh.gaveUp && sh.functionDepth() > 0
}

// afterwards brings the descriptors back behind a command that ended with st, or
// closes what was there where its redirections stay: somebody may wait for that.
func (sh *shell) afterwards(u *undo, st builtins.Status) {
	if sh.stays(st) {
		sh.keep(u)
	} else {
		sh.undo(u)
	}
}

// undo brings the descriptors back.
func (sh *shell) undo(u *undo) {
	if u == nil {
		return
	}
	for i := len(u.saved) - 1; i >= 0; i-- {
		s := u.saved[i]
		sh.unreserve(s.at)
		if s.d == nil {
			_ = sh.fds.Close(s.fd) // it may have been closed by the command
		} else {
			_ = sh.fds.Set(s.fd, s.d)
		}
	}
}

// keep makes redirections last: what was there before is closed.
func (sh *shell) keep(u *undo) {
	for _, s := range u.saved {
		sh.unreserve(s.at)
		if s.d != nil {
			s.d.Close()
		}
	}
}

// put makes fd refer to d and takes over the reference.
func (sh *shell) put(fd int, d stream.Description, u *undo) error {
	if fd >= sh.fds.Limit() {
		d.Close()
		return &redirectError{text: strconv.Itoa(fd) + ": " + strerror(syscall.EBADF)}
	}
	if u != nil {
		if len(u.saved) >= sh.fds.Limit() {
			d.Close() // bash would have no descriptor to save this one at
			return &redirectError{text: "redirection error: cannot duplicate fd: " + strerror(syscall.EMFILE)}
		}
		sh.save(u, fd)
	}
	return sh.fds.Set(fd, d)
}

func (sh *shell) save(u *undo, fd int) {
	s := savedFD{fd: fd}
	if old, ok := sh.fds.Get(fd); ok {
		s.d = old.Retain()
		s.at = sh.freeHigh()
		sh.reserved = append(sh.reserved, s.at)
	}
	u.saved = append(u.saved, s)
}

// freeHigh is the lowest descriptor from firstHigh on that is neither open nor
// where bash would have saved one.
func (sh *shell) freeHigh() int {
	for fd := firstHigh; ; fd++ {
		if _, open := sh.fds.Get(fd); !open && !slices.Contains(sh.reserved, fd) {
			return fd
		}
	}
}

func (sh *shell) unreserve(fd int) {
	if i := slices.Index(sh.reserved, fd); i >= 0 {
		sh.reserved = slices.Delete(sh.reserved, i, i+1)
	}
}
