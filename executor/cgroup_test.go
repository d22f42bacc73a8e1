package executor

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestFindHierarchies(t *testing.T) {
	t.Parallel()
	const v2 = "31 23 0:28 / /sys/fs/cgroup rw,relatime shared:9 - cgroup2 cgroup2 rw\n"
	const v1 = "39 31 0:36 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n40 31 0:37 / /sys/fs/cgroup/mem rw - cgroup cgroup rw,memory\n"
	for _, tt := range []struct {
		name, mounts, groups string
		unified              []string
		pids                 string
	}{
		{"nothing", "", "", nil, ""},
		{"root group", v2, "0::/\n", []string{"/sys/fs/cgroup"}, ""},
		{"a scope", v2, "0::/user.slice/s.scope\n", []string{"/sys/fs/cgroup/user.slice/s.scope", "/sys/fs/cgroup/user.slice", "/sys/fs/cgroup"}, ""},
		{"both", v1 + v2, "9:name=systemd:/\n8:cpu,pids:/a\n0::/b\n", []string{"/sys/fs/cgroup/b", "/sys/fs/cgroup"}, "/sys/fs/cgroup/pids/a"},
		{"no group of version 2", v2, "8:pids:/a\n", nil, ""},
		{"mounted from below", "31 23 0:28 /a /m rw - cgroup2 cgroup2 rw\n", "0::/a/b\n", []string{"/m/b", "/m"}, ""},
		{"another's namespace", "31 23 0:28 /a /m rw - cgroup2 cgroup2 rw\n", "0::/ab\n", nil, ""},
		{"above the namespace", v2, "0::/../x\n", nil, ""},
		{"odd mount point", "31 23 0:28 / /a\\040b rw - cgroup2 cgroup2 rw\n", "0::/\n", nil, ""},
		{"broken", "31 23 - cgroup2\n - \n" + v2, "0:/\n0::/x\n", []string{"/sys/fs/cgroup/x", "/sys/fs/cgroup"}, ""},
	} {
		h := findHierarchies(tt.mounts, tt.groups)
		if !slices.Equal(h.unified, tt.unified) || h.pids != tt.pids {
			t.Errorf("%s: %+v", tt.name, h)
		}
	}
}

// A limit that nothing can hold is an error; ending processes has another way.
func TestGroupsThatCanNotBeMade(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() // no control groups: it makes no files by itself
	if err := os.WriteFile(filepath.Join(dir, "cgroup.procs"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, h := range []hierarchies{{}, {unified: []string{dir, "/nonexistent"}, pids: dir}} {
		if g, err := newGroups(GroupsWanted{Kill: true}, h); err != nil || g.dir != "" {
			t.Errorf("%+v: %+v, %v", h, g, err)
		}
		g, err := newGroups(GroupsWanted{Kill: true, Processes: 5}, h)
		if !errors.Is(err, ErrNoProcessGroup) || g.dir != "" || g.v1 != "" {
			t.Errorf("%+v: %+v, %v", h, g, err)
		}
		if group, err := g.next(); group != nil || err != nil {
			t.Errorf("%+v: %+v, %v", h, group, err)
		}
		g.Close()
	}
	if left, _ := filepath.Glob(dir + "/*/"); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// Groups of sessions that were killed are removed by the next one.
func TestGroupsOfTheDeadAreSwept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"aegish-999999999-x", "aegish-1-x", "aegish-x", "other"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	sweepGroups(dir)
	left, _ := filepath.Glob(dir + "/*")
	if want := []string{dir + "/aegish-1-x", dir + "/aegish-x", dir + "/other"}; !slices.Equal(left, want) {
		t.Errorf("left %v", left)
	}
}

func TestAliveMarks(t *testing.T) {
	t.Parallel()
	got := alive([]LeftProcess{{PID: 5, Name: "a"}, {PID: 6, Name: "b"}}, []LeftProcess{{PID: 6, Name: "b"}, {PID: 7, Name: "c"}})
	want := []LeftProcess{{PID: 5, Name: "a"}, {PID: 6, Name: "b", Alive: true}, {PID: 7, Name: "c", Alive: true}}
	if !slices.Equal(got, want) || len(stillAlive(got)) != 2 {
		t.Errorf("%+v", got)
	}
}
