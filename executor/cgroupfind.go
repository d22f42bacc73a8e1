package executor

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// hierarchies are the places where control groups may be made.
type hierarchies struct {
	unified []string // version 2: the group of this process, then those above it
	pids    string   // version 1: the group of this process; "" where there is none
}

// maxGroupDepth bounds how many groups above the own one are looked at.
const maxGroupDepth = 32

// maxTable bounds what is read of the table of mounts, in bytes.
const maxTable = 1 << 20

// readHierarchies looks at where cgroup file systems are mounted and which
// groups this process is in (proc_pid_mountinfo(5), proc_pid_cgroup(5)).
func readHierarchies() hierarchies {
	mounts, err := readBounded("/proc/self/mountinfo", maxTable)
	if err != nil {
		return hierarchies{}
	}
	groups, err := readBounded("/proc/self/cgroup", maxTable)
	if err != nil {
		return hierarchies{}
	}
	return findHierarchies(string(mounts), string(groups))
}

func readBounded(path string, limit int) ([]byte, error) {
	text, err := os.ReadFile(path)
	return text[:min(len(text), limit)], err
}

func findHierarchies(mounts, groups string) (h hierarchies) {
	unified, pids := ownGroups(groups)
	for line := range strings.Lines(mounts) {
		left, right, found := strings.Cut(line, " - ")
		fields, kind := strings.Fields(left), strings.Fields(right)
		if !found || len(fields) < 6 || len(kind) < 3 || strings.Contains(left, `\`) {
			continue
		}
		root, point := fields[3], fields[4]
		switch {
		case kind[0] == "cgroup2" && h.unified == nil:
			h.unified = upwards(root, point, unified)
		case kind[0] == "cgroup" && h.pids == "" && slices.Contains(strings.Split(kind[2], ","), "pids"):
			if dirs := upwards(root, point, pids); len(dirs) > 0 {
				h.pids = dirs[0]
			}
		}
	}
	return h
}

// ownGroups reads /proc/self/cgroup; "" stands for a hierarchy that is missing.
func ownGroups(text string) (unified, pids string) {
	for line := range strings.Lines(text) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		switch {
		case len(parts) != 3:
		case parts[0] == "0" && parts[1] == "":
			unified = parts[2]
		case slices.Contains(strings.Split(parts[1], ","), "pids"):
			pids = parts[2]
		}
	}
	return unified, pids
}

// upwards gives the directories of a group and of those above it, as far as a
// mount shows them.
func upwards(root, point, group string) (dirs []string) {
	if group == "" || strings.Contains(group, "..") {
		return nil
	}
	rest, ok := group, true
	if root != "/" {
		rest, ok = strings.CutPrefix(group, root)
	}
	if !ok || rest != "" && rest[0] != '/' {
		return nil
	}
	for dir := filepath.Join(point, rest); len(dirs) < maxGroupDepth; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if dir == point {
			break
		}
	}
	return dirs
}
