package landlock

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// maxNoexec bounds the trees of one session.
const maxNoexec = 256

// NoexecTrees lists where mounts that can not be executed from have to lie so
// that nothing in the writable paths can be executed: the directories and
// regular files among them, and every other place at which a mount shows the
// same files. Device nodes are left out. The list is empty when every mount
// there is noexec already.
//
// Two things it can not see: layers of an overlay that are mounted elsewhere,
// and hard links that lie outside of the trees.
func NoexecTrees(writable []string) ([]string, error) {
	mounts, err := readMounts()
	if err != nil {
		return nil, err
	}
	var trees []string
	for _, name := range writable {
		found, err := shownAt(mounts, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		trees = append(trees, found...)
	}
	slices.Sort(trees)
	var roots []string
	for _, tree := range trees { // a directory comes before what is in it
		if !slices.ContainsFunc(roots, func(root string) bool { _, in := below(root, tree); return in }) {
			roots = append(roots, tree)
		}
	}
	if len(roots) > maxNoexec {
		return nil, fmt.Errorf("the writable paths are mounted at %d places, of which %d can be made noexec", len(roots), maxNoexec)
	}
	if slices.ContainsFunc(roots, func(root string) bool { return executable(mounts, root) }) {
		return roots, nil
	}
	return nil, nil
}

// shownAt gives the names under which the mounts show a directory or a regular
// file, or parts of it.
func shownAt(mounts []mount, name string) ([]string, error) {
	var st unix.Stat_t
	if err := unix.Stat(name, &st); err != nil {
		return nil, err
	}
	kind := st.Mode & unix.S_IFMT
	if kind != unix.S_IFDIR && kind != unix.S_IFREG || name == "/dev/pts" {
		return nil, nil
	}
	if name == "/" {
		return nil, fmt.Errorf("the root directory can not be made noexec")
	}
	own, err := mountOf(mounts, name)
	if err != nil {
		return nil, err
	}
	inside, ok := own.inside(name)
	if !ok {
		return nil, fmt.Errorf("it is not below its mount point")
	}
	places := []string{name}
	for _, m := range mounts {
		if m.device != own.device {
			continue
		}
		other, ok := m.outside(inside)
		if _, part := below(inside, m.root); !ok && part {
			other, ok = m.point, true
		}
		if !ok || other == name || other == "/" {
			continue
		}
		if on, err := mountOf(mounts, other); err == nil && on.id == m.id { // else another mount hides it
			places = append(places, other)
		}
	}
	return places, nil
}

// mountOf finds the mount on which a path lies.
func mountOf(mounts []mount, name string) (mount, error) {
	fd, err := unix.Open(name, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return mount{}, os.NewSyscallError("open", err)
	}
	defer unix.Close(fd)
	id, err := mountID(fd)
	if err != nil {
		return mount{}, os.NewSyscallError("statx", err)
	}
	for _, m := range mounts {
		if m.id == id {
			return m, nil
		}
	}
	return mount{}, fmt.Errorf("its mount is not in the table of mounts")
}

// executable reports whether anything at or below a path may be executed.
func executable(mounts []mount, tree string) bool {
	own, err := mountOf(mounts, tree)
	if err != nil || !own.noexec() {
		return true
	}
	return slices.ContainsFunc(mounts, func(m mount) bool {
		if _, in := below(tree, m.point); !in || m.noexec() {
			return false
		}
		on, err := mountOf(mounts, m.point)
		return err != nil || on.id == m.id // else another mount hides it
	})
}

func (m mount) noexec() bool { return slices.Contains(strings.Split(m.options, ","), "noexec") }
