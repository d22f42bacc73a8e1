package executor

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock"
)

// A followTest is a session below a directory of its own, whose policy is only
// written down.
type followTest struct {
	t    *testing.T
	dir  string
	f    *Follower
	last *landlock.Policy
	err  error
}

// follow begins a session; paths are relative to its directory.
func follow(t *testing.T, read, write []string, prepare func(dir string)) *followTest {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	prepare(dir)
	absolute := func(list []string) (paths []string) {
		for _, name := range list {
			bare, optional := config.OptionalPath(name)
			path := filepath.Join(dir, bare)
			if optional {
				path = "?" + path
			}
			paths = append(paths, path)
		}
		return paths
	}
	cfg := &config.Config{Landlock: config.Landlock{Enabled: true, WriteExecute: true, Read: absolute(read), Write: absolute(write)}}
	policy, err := SandboxPolicy(cfg, Places{})
	must(t, err)
	ft := &followTest{t: t, dir: dir}
	ft.f, err = FollowPaths(cfg, Places{}, policy, func(p landlock.Policy) (*landlock.Ruleset, error) {
		ft.last = &p
		return nil, ft.err
	})
	must(t, err)
	return ft
}

func (ft *followTest) path(name string) string { return filepath.Join(ft.dir, name) }

// move renames, which is how directories are replaced.
func (ft *followTest) move(from, to string) {
	ft.t.Helper()
	must(ft.t, os.Rename(ft.path(from), ft.path(to)))
}

func (ft *followTest) mkdir(name string) {
	ft.t.Helper()
	must(ft.t, os.MkdirAll(ft.path(name), 0o755))
}

// link makes or replaces a symbolic link.
func (ft *followTest) link(target, name string) {
	ft.t.Helper()
	must(ft.t, os.Symlink(target, ft.path("new-link")))
	ft.move("new-link", name)
}

// reads fails unless the policy was built anew with these paths to read, "-"
// when it is to stay as it is.
func (ft *followTest) reads(want string) {
	ft.t.Helper()
	ft.last = nil
	_, err := ft.f.Refresh()
	must(ft.t, err)
	got := "-"
	if ft.last != nil {
		got = strings.TrimSpace(strings.ReplaceAll(strings.Join(ft.last.Read, " "), ft.dir+"/", ""))
	}
	if got != want {
		ft.t.Errorf("reads %q, expected %q", got, want)
	}
}

func TestFollow(t *testing.T) {
	t.Parallel()
	ft := follow(t, []string{"a", "?b", "link"}, []string{"w"}, func(dir string) {
		for _, name := range []string{"a", "w", "v1", "v2"} {
			must(t, os.Mkdir(filepath.Join(dir, name), 0o755))
		}
		must(t, os.Symlink("v1", filepath.Join(dir, "link")))
	})
	ft.reads("-")
	ft.move("a", "old")
	ft.mkdir("a")
	ft.reads("a v1") // replaced
	ft.reads("-")
	ft.mkdir("b")
	ft.reads("a b v1") // appeared
	ft.link("v2", "link")
	ft.reads("a b v2") // a link that leads elsewhere
	ft.move("a", "gone")
	ft.reads("b v2") // vanished
	ft.reads("-")
	ft.move("old", "a")
	ft.reads("a b v2")
	ft.mkdir("a/inside")
	ft.mkdir("w/inside")
	ft.reads("-")
	// One that can not be compiled is tried again before the next command.
	ft.move("b", "elsewhere")
	ft.err = errors.New("no")
	for range 2 {
		if rs, err := ft.f.Refresh(); err == nil || rs != nil {
			t.Error("a failure passed")
		}
	}
	ft.err = nil
	ft.reads("a v2")
	if rs, err := (*Follower)(nil).Refresh(); rs != nil || err != nil {
		t.Error("nothing to follow")
	}
}

// What commands could have put in place gets no rights from it.
func TestFollowNothingThatCommandsCanReplace(t *testing.T) {
	t.Parallel()
	for name, attack := range map[string]func(*followTest){
		"another directory": func(ft *followTest) { ft.move("w/data", "w/old"); ft.move("w/secret", "w/data") },
		"a link":            func(ft *followTest) { ft.move("w/data", "w/old"); ft.link("/etc", "w/data") },
		"a link back":       func(ft *followTest) { ft.move("w/data", "w/old"); ft.link("old", "w/data") },
		"a link above":      func(ft *followTest) { ft.mkdir("w/x/data"); ft.move("w/data", "w/old"); ft.link("x/data", "w/data") },
	} {
		ft := follow(t, []string{"a", "w/data", "?w/later", "through"}, []string{"w"}, func(dir string) {
			for _, name := range []string{"a", "w/data", "w/secret", "w/target"} {
				must(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
			}
			must(t, os.Symlink("w/hop", filepath.Join(dir, "through")))
			must(t, os.Symlink("target", filepath.Join(dir, "w/hop")))
		})
		inode, err := landlock.InodeOf(ft.path("w/data"))
		must(t, err)
		attack(ft)
		if name == "a link back" {
			ft.reads("-") // the same directory under another name, and the old rule on it
			ft.mkdir("w/later")
		}
		switch ft.reads2(); {
		case name == "a link back":
			if ft.last.Pinned[ft.path("w/data")] != inode {
				t.Errorf("%s: not pinned: %+v", name, ft.last.Pinned)
			}
		case slices.Contains(ft.last.Read, ft.path("w/data")), slices.Contains(ft.last.Read, "/etc"):
			t.Errorf("%s: %v", name, ft.last.Read)
		}
		ft.link("/etc", "w/hop")
		ft.mkdir("w/later")
		ft.reads2()
		for _, path := range []string{"/etc", ft.path("w/later"), ft.path("w/hop")} {
			if slices.Contains(ft.last.Read, path) {
				t.Errorf("%s: %s may be read: %v", name, path, ft.last.Read)
			}
		}
		ft.reads("-")
	}
}

// reads2 is reads without an expectation, but that the policy is another one.
func (ft *followTest) reads2() {
	ft.t.Helper()
	ft.last = nil
	_, err := ft.f.Refresh()
	must(ft.t, err)
	if ft.last == nil {
		ft.t.Fatal("no change was seen")
	}
}

// Long lists are looked at in turns, so that no command waits for all of them.
func TestFollowInTurns(t *testing.T) {
	t.Parallel()
	var names []string
	for i := range 2*maxLooked + 1 {
		names = append(names, fmt.Sprintf("d%04d", i))
	}
	ft := follow(t, names, nil, func(dir string) {
		for _, name := range names {
			must(t, os.Mkdir(filepath.Join(dir, name), 0o755))
		}
	})
	ft.mkdir("new")
	must(t, os.Remove(ft.path(names[2*maxLooked])))
	ft.move("new", names[2*maxLooked])
	ft.reads("-")
	ft.reads("-")
	ft.last = nil
	if _, err := ft.f.Refresh(); err != nil || ft.last == nil {
		t.Errorf("not seen in the third turn: %v", err)
	}
}
