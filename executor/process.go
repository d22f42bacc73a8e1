package executor

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Bounds on ending a command that has to go.
const (
	// termGrace is how long a command may take to end after SIGTERM.
	termGrace = 400 * time.Millisecond
	// reapLimit is how long what it left behind is hunted after SIGKILL.
	reapLimit = 2 * time.Second
	// reapInterval is the pause between two looks at the process table.
	reapInterval = 2 * time.Millisecond
	// maxProcesses bounds one look at the process table.
	maxProcesses = 1 << 17
)

// A process is a started command.
type process struct {
	pid      int
	isolated bool      // leader of its own session
	terminal *Terminal // foreground process group of this terminal
}

// An ending is how a process went.
type ending struct {
	status int
	signal syscall.Signal
	cause  error
}

// wait waits for the shell itself, not for what it left running. When ctx
// ends first, the command and all its descendants are ended.
func (p *process) wait(ctx context.Context) ending {
	done := make(chan syscall.WaitStatus, 1)
	go p.reap(done)
	var end ending
	var ws syscall.WaitStatus
	select {
	case ws = <-done:
	case <-ctx.Done():
		select {
		case ws = <-done: // it had ended already: that result counts
		default:
			end.cause = context.Cause(ctx)
			ws = p.end(done)
		}
	}
	end.status, end.signal = waitStatus(ws)
	if p.terminal != nil {
		p.terminal.takeBack()
	}
	if p.isolated {
		killChildren()
	}
	return end
}

// reap waits for the shell. A command that stops is set going again where
// aegish has the terminal: there is no job control to bring it back with, and
// a stopped command would hold the session for ever.
func (p *process) reap(done chan<- syscall.WaitStatus) {
	options := 0
	if p.terminal != nil {
		options = unix.WUNTRACED
	}
	for {
		var ws syscall.WaitStatus
		_, err := syscall.Wait4(p.pid, &ws, options, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			done <- syscall.WaitStatus(statusLost << 8)
			return
		case ws.Stopped():
			p.terminal.resume(p.pid, ws.StopSignal())
		default:
			done <- ws
			return
		}
	}
}

// statusLost stands for a shell whose end nobody saw (ECHILD).
const statusLost = 255

// end asks the command to go, then makes it.
func (p *process) end(done <-chan syscall.WaitStatus) syscall.WaitStatus {
	p.signalAll(syscall.SIGTERM)
	p.signalAll(syscall.SIGCONT)
	timer := time.NewTimer(termGrace)
	defer timer.Stop()
	select {
	case ws := <-done:
		p.signalAll(syscall.SIGKILL)
		return ws
	case <-timer.C:
		p.signalAll(syscall.SIGKILL)
	}
	timer.Reset(reapLimit)
	select {
	case ws := <-done:
		return ws
	case <-timer.C:
		// Not even SIGKILL ends a process that waits in the kernel, on a dead
		// network file system for one. It is left to whoever inherits it.
		return syscall.WaitStatus(syscall.SIGKILL)
	}
}

// signalAll signals the command's process group, or, where it shares aegish's
// own, the shell and its descendants.
func (p *process) signalAll(sig syscall.Signal) {
	if p.isolated || p.terminal != nil {
		_ = syscall.Kill(-p.pid, sig)
		return
	}
	for _, pid := range descendants(p.pid) {
		_ = syscall.Kill(pid, sig)
	}
	_ = syscall.Kill(p.pid, sig)
}

// becomeSubreaper makes orphans of this process's descendants its children
// (prctl(2), PR_SET_CHILD_SUBREAPER), so that a command can not leave any
// behind by forking twice or by setsid.
func becomeSubreaper() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("become subreaper: %w", err)
	}
	return nil
}

// killChildren ends every process that is left below this one and reaps it.
// As a subreaper this process has no descendants when it has no children, so
// in the usual case one wait4(2) is all there is to it. It gives up after
// reapLimit.
func killChildren() {
	for deadline := time.Now().Add(reapLimit); reapExited() && time.Now().Before(deadline); {
		for _, pid := range descendants(os.Getpid()) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(reapInterval)
	}
}

// reapExited reaps every child that has ended and reports whether others are
// left.
func reapExited() bool {
	for {
		pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return false // ECHILD
		case pid == 0:
			return true
		}
	}
}

// descendants lists the processes below one, children first, from one look at
// the process table (proc(5), /proc/PID/stat).
func descendants(root int) []int {
	children := map[int][]int{}
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(maxProcesses)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if parent, ok := parentOf(name); ok {
			children[parent] = append(children[parent], pid)
		}
	}
	var found []int
	for queue := []int{root}; len(queue) > 0; queue = queue[1:] {
		found = append(found, children[queue[0]]...)
		queue = append(queue, children[queue[0]]...)
	}
	return found
}

// parentOf reads a process's parent; a zombie has none worth ending.
func parentOf(pid string) (int, bool) {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, false
	}
	// The command name is in parentheses and may hold anything; the fields
	// after its last parenthesis are state and parent.
	_, rest, ok := strings.Cut(string(text[max(0, strings.LastIndexByte(string(text), ')')):]), ") ")
	fields := strings.Fields(rest)
	if !ok || len(fields) < 2 || fields[0] == "Z" {
		return 0, false
	}
	parent, err := strconv.Atoi(fields[1])
	return parent, err == nil
}
