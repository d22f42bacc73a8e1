package executor

import (
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// A Terminal is the controlling terminal of an interactive session. Commands
// get it as their own foreground process group; between commands it belongs
// to aegish, in the modes it had when the session began to wait.
type Terminal struct {
	file  *os.File
	group int
	modes *unix.Termios
}

// NewTerminal takes the terminal for a session that reads commands from it.
func NewTerminal(file *os.File) *Terminal {
	return &Terminal{file: file, group: unix.Getpgrp()}
}

// foregroundTerminal takes the controlling terminal for one command, where this
// process is in its foreground; nil where it is not, or there is none.
func foregroundTerminal() *Terminal {
	file, err := os.OpenFile("/dev/tty", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil
	}
	t := NewTerminal(file)
	if group, err := unix.IoctlGetInt(t.fd(), unix.TIOCGPGRP); err != nil || group != t.group {
		file.Close()
		return nil
	}
	t.Save()
	return t
}

// release closes what foregroundTerminal has opened.
func (t *Terminal) release() {
	if t != nil {
		t.file.Close()
	}
}

func (t *Terminal) fd() int { return int(t.file.Fd()) }

// Save remembers the terminal's modes; the next takeBack restores them.
func (t *Terminal) Save() {
	if modes, err := unix.IoctlGetTermios(t.fd(), unix.TCGETS); err == nil {
		t.modes = modes
	}
}

// takeBack makes aegish's process group the foreground again and restores the
// modes, so that a command's `stty -echo` or a crashed editor does not stick.
// TCSETS does not wait for output to drain: a terminal that nobody reads must
// not hold the session.
func (t *Terminal) takeBack() {
	t.foreground(t.group)
	if t.modes != nil {
		withoutTTOU(func() { _ = unix.IoctlSetTermios(t.fd(), unix.TCSETS, t.modes) })
	}
}

// foreground is tcsetpgrp(3).
func (t *Terminal) foreground(group int) {
	withoutTTOU(func() { _ = unix.IoctlSetPointerInt(t.fd(), unix.TIOCSPGRP, group) })
}

// resume sets a stopped command going again, in the foreground.
func (t *Terminal) resume(pid int, sig syscall.Signal) {
	if sig == unix.SIGTSTP {
		_, _ = t.file.WriteString("\r\naegish: commands can not be suspended; continuing (end it with ctrl-C)\r\n")
	}
	t.foreground(pid)
	_ = syscall.Kill(-pid, syscall.SIGCONT)
}

// withoutTTOU runs f on a thread that blocks SIGTTOU: a background process
// group that sets the foreground is stopped by it otherwise (termios(3)).
func withoutTTOU(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var block, old unix.Sigset_t
	block.Val[(int(unix.SIGTTOU)-1)/64] = 1 << (uint(unix.SIGTTOU-1) % 64)
	if err := unix.PthreadSigmask(unix.SIG_BLOCK, &block, &old); err != nil {
		return
	}
	defer unix.PthreadSigmask(unix.SIG_SETMASK, &old, nil)
	f()
}
