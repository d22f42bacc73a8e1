package executor

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// maxProcesses bounds one look at the process table.
const maxProcesses = 1 << 17

// A tableEntry is one process as the table shows it.
type tableEntry struct{ pid, parent, session int }

// processes looks at the process table once (proc(5)). Zombies, which nothing
// can end, are left out.
func processes() []tableEntry {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(maxProcesses)
	var list []tableEntry
	for _, name := range names {
		if _, err := strconv.Atoi(name); err != nil {
			continue
		}
		if text, err := os.ReadFile("/proc/" + name + "/stat"); err == nil {
			if entry, ok := parseStat(string(text)); ok {
				list = append(list, entry)
			}
		}
	}
	return list
}

// parseStat reads /proc/PID/stat. The command's name is in parentheses and may
// hold anything; the fields behind the last one are state, parent, group and
// session.
func parseStat(text string) (tableEntry, bool) {
	number, _, _ := strings.Cut(text, " ")
	_, rest, ok := strings.Cut(text[max(0, strings.LastIndexByte(text, ')')):], ") ")
	fields := strings.Fields(rest)
	if !ok || len(fields) < 4 || fields[0] == "Z" {
		return tableEntry{}, false
	}
	var numbers [3]int
	for i, field := range [...]string{number, fields[1], fields[3]} {
		n, err := strconv.Atoi(field)
		if err != nil {
			return tableEntry{}, false
		}
		numbers[i] = n
	}
	return tableEntry{numbers[0], numbers[1], numbers[2]}, true
}

// descendants lists the processes below one, parents first, from one look at
// the process table (proc(5), /proc/PID/stat).
func descendants(root int) []int { return descend(processes(), []int{root}) }

func descend(table []tableEntry, roots []int) []int {
	children := map[int][]int{}
	for _, p := range table {
		children[p.parent] = append(children[p.parent], p.pid)
	}
	var found []int
	for queue := slices.Clone(roots); len(queue) > 0; queue = queue[1:] {
		found = append(found, children[queue[0]]...)
		queue = append(queue, children[queue[0]]...)
	}
	return found
}

// maxLeft bounds how many processes are named that a command left behind.
const maxLeft = 32

// named gives processes their names, those that are still there.
func named(pids []int) []LeftProcess {
	var list []LeftProcess
	for _, pid := range pids {
		comm, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/comm")
		if err == nil && len(list) < maxLeft {
			list = append(list, LeftProcess{PID: pid, Name: strings.TrimSuffix(string(comm), "\n")})
		}
	}
	return list
}

// HangUp tells what earlier commands left running in the background that the
// terminal is gone, as a login shell does: SIGHUP to every process of the
// session, which nohup(1) and setsid(1) escape. Only the leader of a session
// does so; where aegish was started from another shell, that is the leader's.
func HangUp() {
	self := os.Getpid()
	if session, err := unix.Getsid(0); err != nil || session != self {
		return
	}
	for _, p := range processes() {
		if p.session == self && p.pid != self {
			_ = syscall.Kill(p.pid, syscall.SIGHUP)
			_ = syscall.Kill(p.pid, syscall.SIGCONT)
		}
	}
}
