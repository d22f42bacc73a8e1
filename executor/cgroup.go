package executor

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Groups are the control groups (cgroups(7)) that a session makes for its
// commands: one of version 2 for the session and, where everything that a
// command started has to end with it, one below for each command; and, where
// the controller of process numbers is only in version 1, one of that.
type Groups struct {
	dir     string   // the session's, version 2; "" for none
	each    bool     // commands get groups of their own below dir
	limits  bool     // dir limits processes
	last    int      // number of the last one
	v1      string   // the session's in the hierarchy of pids, version 1, or ""
	v1Procs *os.File // its cgroup.procs
}

// GroupsWanted is what a session needs control groups for.
type GroupsWanted struct {
	// Kill asks for a group for each command. Without one commands are ended
	// process by process.
	Kill bool
	// Processes is the most processes that all commands of the session may
	// have together, 0 for no limit.
	Processes uint64
}

// ErrNoProcessGroup says that no control group can limit processes here.
var ErrNoProcessGroup = errors.New("no control group with the pids controller can be made here")

// NewGroups makes what is wanted as far as this host has control groups that
// can be written. The error is ErrNoProcessGroup, or wraps it, where Processes
// can not be limited; the groups are usable all the same.
func NewGroups(wanted GroupsWanted) (*Groups, error) {
	return newGroups(wanted, readHierarchies())
}

func newGroups(wanted GroupsWanted, h hierarchies) (*Groups, error) {
	g := &Groups{each: wanted.Kill}
	if !wanted.Kill && wanted.Processes == 0 {
		return g, nil
	}
	name, err := groupName()
	if err != nil {
		return g, err
	}
	limited := wanted.Processes == 0
	for _, parent := range h.unified {
		dir := filepath.Join(parent, name)
		if !makeGroup(dir, "cgroup.kill", parent) {
			continue
		}
		if wanted.Processes > 0 {
			limited = setLimit(dir, wanted.Processes) == nil
		}
		if g.dir == "" && wanted.Kill || limited {
			removeGroup(g.dir)
			g.dir = dir
		} else {
			removeGroup(dir)
		}
		if limited {
			g.limits = wanted.Processes > 0
			return g, nil
		}
	}
	if limited {
		return g, nil
	}
	return g, g.limitByVersion1(h.pids, name, wanted.Processes)
}

// limitByVersion1 makes the group of the old hierarchy of pids.
func (g *Groups) limitByVersion1(parent, name string, processes uint64) error {
	if parent == "" {
		return ErrNoProcessGroup
	}
	dir := filepath.Join(parent, name)
	if !makeGroup(dir, "pids.max", parent) {
		return ErrNoProcessGroup
	}
	err := setLimit(dir, processes)
	if err == nil {
		g.v1Procs, err = os.OpenFile(filepath.Join(dir, "cgroup.procs"), os.O_WRONLY, 0)
	}
	if err != nil {
		removeGroup(dir)
		return fmt.Errorf("%w: %w", ErrNoProcessGroup, err)
	}
	g.v1 = dir
	return nil
}

// makeGroup makes a group that holds a file, in one that processes can be moved
// out of. Groups that dead sessions have left go first.
func makeGroup(dir, file, parent string) bool {
	sweepGroups(parent)
	probe, err := os.OpenFile(filepath.Join(parent, "cgroup.procs"), os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	probe.Close()
	if os.Mkdir(dir, 0o755) != nil {
		return false
	}
	if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
		removeGroup(dir)
		return false
	}
	if kind, err := os.ReadFile(filepath.Join(dir, "cgroup.type")); err == nil && strings.TrimSpace(string(kind)) != "domain" {
		removeGroup(dir) // in a threaded subtree processes can neither enter nor be killed
		return false
	}
	return true
}

func setLimit(dir string, processes uint64) error {
	return os.WriteFile(filepath.Join(dir, "pids.max"), strconv.AppendUint(nil, processes, 10), 0)
}

// groupPrefix begins the names of sessions' groups; the process follows.
const groupPrefix = "aegish-"

func groupName() (string, error) {
	var raw [6]byte
	if _, err := rand.Read(raw[:]); err != nil {
		return "", fmt.Errorf("group: %w", err)
	}
	return fmt.Sprintf("%s%d-%s", groupPrefix, os.Getpid(), hex.EncodeToString(raw[:])), nil
}

// maxSwept bounds how many groups of other sessions one session looks at.
const maxSwept = 256

// sweepGroups removes empty groups of sessions that could not.
func sweepGroups(parent string) {
	dir, err := os.Open(parent)
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(maxSwept)
	for _, name := range names {
		rest, ours := strings.CutPrefix(name, groupPrefix)
		pid, _, _ := strings.Cut(rest, "-")
		if n, err := strconv.Atoi(pid); !ours || err != nil || n <= 0 {
			continue
		}
		if _, err := os.Stat("/proc/" + pid); os.IsNotExist(err) {
			removeGroup(filepath.Join(parent, name))
		}
	}
}

// removeGroup removes an empty group and what is directly below it.
func removeGroup(dir string) {
	if dir == "" || os.Remove(dir) == nil {
		return
	}
	inner, err := filepath.Glob(dir + "/*/cgroup.procs")
	if err != nil {
		return
	}
	for _, procs := range inner {
		_ = os.Remove(filepath.Dir(procs))
	}
	_ = os.Remove(dir)
}

// giveUp has the session do without groups of version 2, if it has some and may.
func (g *Groups) giveUp() bool {
	if g == nil || g.dir == "" || g.limits {
		return false
	}
	removeGroup(g.dir)
	g.dir = ""
	return true
}

// Close removes the groups. Those with processes in them stay, for the next
// session to remove.
func (g *Groups) Close() {
	if g == nil {
		return
	}
	if g.v1Procs != nil {
		g.v1Procs.Close()
	}
	removeGroup(g.dir)
	removeGroup(g.v1)
}

// A group is where one command runs.
type group struct {
	dir  string
	file *os.File // the directory, for clone3(2)
	own  bool     // the command's alone
}

// next opens the group of the next command; nil where there is none.
func (g *Groups) next() (*group, error) {
	if g == nil || g.dir == "" {
		return nil, nil
	}
	dir := g.dir
	if g.each {
		g.last++
		dir = filepath.Join(dir, strconv.Itoa(g.last))
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, fmt.Errorf("control group: %w", err)
		}
	}
	file, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("control group: %w", err)
	}
	return &group{dir, file, g.each}, nil
}

// opened closes what was needed to start the command.
func (g *group) opened() {
	if g != nil {
		g.file.Close()
	}
}

// kill ends every process of the group, which can not outrun it by forking,
// tells which there were, and reports whether the group is empty within
// reapLimit.
func (g *group) kill() (left []LeftProcess, over bool) {
	if !g.populated() {
		return nil, true
	}
	left = g.members()
	deadline := time.Now().Add(reapLimit)
	err := os.WriteFile(filepath.Join(g.dir, "cgroup.kill"), []byte("1"), 0)
	for err == nil && g.populated() {
		if time.Now().After(deadline) {
			return left, false
		}
		time.Sleep(reapInterval)
	}
	return left, err == nil
}

// populated reports whether there is a living process in the group or below.
func (g *group) populated() bool {
	events, err := os.ReadFile(filepath.Join(g.dir, "cgroup.events"))
	return err != nil || strings.Contains(string(events), "populated 1")
}

// members names the processes of the group.
func (g *group) members() []LeftProcess {
	text, _ := os.ReadFile(filepath.Join(g.dir, "cgroup.procs"))
	var pids []int
	for _, field := range strings.Fields(string(text)) {
		if pid, err := strconv.Atoi(field); err == nil {
			pids = append(pids, pid)
		}
	}
	return named(pids)
}

func (g *group) remove() {
	if g != nil && g.own {
		removeGroup(g.dir)
	}
}
