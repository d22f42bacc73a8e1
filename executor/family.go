package executor

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Bounds on ending what a command has left running.
const (
	// reapLimit is how long it is hunted.
	reapLimit = 2 * time.Second
	// reapInterval is the pause between two looks at it that show the same. A
	// process that keeps forking and ending has to be met without one.
	reapInterval = 2 * time.Millisecond
	// orphanInterval is the pause between two times that orphans are reaped
	// while a command runs.
	orphanInterval = 100 * time.Millisecond
	// sureLooks is how many looks have to find nothing.
	sureLooks = 3
	// reapDeep is how often a look goes below the children.
	reapDeep = 256
)

// A family are the children that this process had before a command: whoever
// started it and then became aegish by execve(2) has left them. They are no
// business of the command's, so they are neither ended nor reaped.
type family []int

// gather finds the present children.
func gather() family { return children() }

// becomeSubreaper makes orphans of this process's descendants its children
// (prctl(2), PR_SET_CHILD_SUBREAPER), so that a command can not leave any
// behind by forking twice or by setsid.
func becomeSubreaper() error {
	return os.NewSyscallError("prctl(PR_SET_CHILD_SUBREAPER)", unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
}

// end ends every process below this one that does not belong to the family,
// reaps it, and tells which there were at first. Those that are Alive could not
// be ended within reapLimit.
//
// Whatever is below a subreaper becomes its child when its own parent ends, so
// that nothing is left when no child is. To the end of a child its number can
// not be another's, because nobody else reaps it.
func (f family) end() (left []LeftProcess) {
	begin := time.Now()
	quick := openOwnChildren()
	defer quick.close()
	var before []int
	for round := 0; ; round++ {
		found := f.others(quick.list())
		if len(found) == 0 || round%reapDeep == 0 {
			if found = f.living(); len(found) == 0 {
				return left
			}
			found = append(found, below(found)...)
		}
		took := time.Since(begin)
		if round == 0 {
			left = named(found)
		} else if took > reapLimit {
			return alive(left, named(f.living()))
		}
		for _, pid := range slices.Backward(found) { // the last one is the newest
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		for _, pid := range found {
			reaped(pid)
		}
		if slices.Equal(found, before) {
			time.Sleep(reapInterval)
		}
		before = found
	}
}

// others leaves out the family.
func (f family) others(pids []int) []int {
	return slices.DeleteFunc(pids, func(pid int) bool { return slices.Contains(f, pid) })
}

// reapOthers reaps the children that have ended, but for the family and the
// shell, which somebody else waits for.
func (f family) reapOthers(shell int) {
	for _, pid := range f.others(children()) {
		if pid != shell {
			reaped(pid)
		}
	}
}

// living gives the children that are not of the family and have not ended;
// those that have are reaped.
//
// The kernel's list may leave some out while others come and go, so that
// without a family only wait4(2) knows that there are none.
func (f family) living() []int {
	if len(f) == 0 && noChildren() {
		return nil
	}
	for range sureLooks {
		if found := slices.DeleteFunc(f.others(children()), reaped); len(found) > 0 {
			return found
		}
	}
	return f.others(childrenInTable())
}

// noChildren reaps every child that has ended and reports whether there are no
// others.
func noChildren() bool {
	for {
		pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		if err != syscall.EINTR && (err != nil || pid == 0) {
			return err != nil
		}
	}
}

// reaped reaps a child if it has ended, or is none.
func reaped(pid int) bool {
	for {
		got, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		if err != syscall.EINTR {
			return err != nil || got == pid
		}
	}
}

// alive marks the processes that are still there and adds those that are new.
func alive(left, still []LeftProcess) []LeftProcess {
	for _, p := range still {
		p.Alive = true
		same := func(l LeftProcess) bool { return l.PID == p.PID }
		if i := slices.IndexFunc(left, same); i >= 0 {
			left[i] = p
		} else if len(left) < maxLeft {
			left = append(left, p)
		}
	}
	return left
}

// children lists the children of this process, ended ones included, from what
// each of its threads has (proc_tid_children(5)), or, where the kernel does not
// tell that, from the process table.
func children() []int {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return childrenInTable()
	}
	var found []int
	for _, task := range tasks {
		text, err := os.ReadFile("/proc/self/task/" + task.Name() + "/children")
		if err != nil && !threadEnded(err, task.Name()) {
			return childrenInTable()
		}
		found = append(found, numbers(string(text))...)
	}
	return found
}

func numbers(text string) (list []int) {
	for _, field := range strings.Fields(text) {
		if n, err := strconv.Atoi(field); err == nil {
			list = append(list, n)
		}
	}
	return list
}

// ownChildren is the list of the main thread's children, to which orphans come,
// held open: reading it again takes microseconds.
type ownChildren struct {
	file   *os.File
	buffer []byte
}

// maxChildren bounds one look at that list, in bytes; what is behind comes with
// the next look.
const maxChildren = 64 * 1024

func openOwnChildren() ownChildren {
	pid := strconv.Itoa(os.Getpid())
	file, err := os.Open("/proc/self/task/" + pid + "/children")
	if err != nil {
		return ownChildren{}
	}
	return ownChildren{file, make([]byte, maxChildren)}
}

// list is empty, too, where the kernel has no such list.
func (c ownChildren) list() []int {
	if c.file == nil {
		return nil
	}
	n, _ := unix.Pread(int(c.file.Fd()), c.buffer, 0)
	return numbers(string(c.buffer[:max(n, 0)]))
}

func (c ownChildren) close() {
	if c.file != nil {
		c.file.Close()
	}
}

// threadEnded tells a thread that is gone from a kernel without the file.
func threadEnded(err error, thread string) bool {
	_, gone := os.Stat("/proc/self/task/" + thread)
	return os.IsNotExist(gone) || !os.IsNotExist(err)
}

func childrenInTable() []int {
	var found []int
	self := os.Getpid()
	for _, p := range processes() {
		if p.parent == self {
			found = append(found, p.pid)
		}
	}
	return found
}

// below lists what is below processes, without themselves.
func below(roots []int) []int { return descend(processes(), roots) }
