package landlock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// denyWorld is a world with a program of its own that will be denied:
//
//	run/tree/deep/program   the file that the policy names
//	run/tree/link           a hard link to it
//	run/other/link          another
//	run/tree/symbolic       a symbolic link to it
//	run/tree/deep/true      another program, beside it
//	run/tree/free/true      another, in a directory of its own
func denyWorld(t *testing.T, uid int) world {
	t.Helper()
	w := newWorld(t, uid)
	for _, dir := range []string{"tree/deep", "tree/free", "other"} {
		must(t, os.MkdirAll(w.path("run", dir), 0o755))
	}
	denied := w.path("run", "tree", "deep", "program")
	must(t, copyFile(denied, "/bin/true", 0o755))
	must(t, copyFile(w.path("run", "tree", "deep", "true"), "/bin/true", 0o755))
	must(t, copyFile(w.path("run", "tree", "free", "true"), "/bin/true", 0o755))
	must(t, os.Link(denied, w.path("run", "tree", "link")))
	must(t, os.Link(denied, w.path("run", "other", "link")))
	must(t, os.Symlink(denied, w.path("run", "tree", "symbolic")))
	return w
}

func (w world) denying() Policy {
	p := w.policy()
	p.Deny = []string{w.path("run", "tree", "deep", "program")}
	return p
}

// TestDeny checks that a denied file is closed under each of its names, and
// that nothing else is.
func TestDeny(t *testing.T) {
	names := []string{"@/run/tree/deep/program", "@/run/tree/link", "@/run/other/link", "@/run/tree/symbolic",
		"@/run/tree/deep/../deep/program", "/proc/self/root@/run/other/link"}
	eachUser(t, droppers[:1], func(t *testing.T, d launchtest.Dropper, uid int) {
		w := denyWorld(t, uid)
		free := attempt{world: w, dropper: d, ruleset: compileFor(t, w.policy())}
		rs := compileFor(t, w.denying())
		held := attempt{world: w, dropper: d, ruleset: rs}
		for _, name := range names {
			for _, how := range []string{"read", "exec", "spawn"} {
				if got := free.try(t, how, name); got != "ok" {
					t.Errorf("%s %s does not even work without the denial: %s", how, name, got)
				}
				if got := held.try(t, how, name); got != "EACCES" {
					t.Errorf("%s %s: %s", how, name, got)
				}
			}
		}
		for _, args := range [][]string{
			{"exec", "@/run/tree/deep/true"}, {"exec", "@/run/tree/free/true"}, {"read", "@/run/tree/free/true"},
			{"exec", "@/run/true"}, {"exec", "/bin/true"}, {"stat", "@/run/tree/link"}, {"read", "@/in/file"},
			{"list", "@/run/tree"}, {"list", "@/run/tree/deep"}, {"list", "@/run/other"}, {"list", "@/run/tree/free"},
		} {
			if got := held.try(t, args...); got != "ok" {
				t.Errorf("%q: %s", args, got)
			}
		}
		if got := rs.Report().Excluded; got != (Exclusion{Files: 1, Directories: 4, Linked: w.path("run", "tree", "deep", "program")}) {
			// run, run/tree, run/tree/deep and run/other
			t.Errorf("excluded %+v", got)
		}
	})
}

// TestDenyByLinkInTheWriteSet pins that a hard link among a user's own files is
// as good as a copy that the user brought along, and no better.
func TestDenyByLinkInTheWriteSet(t *testing.T) {
	eachUser(t, droppers[:1], func(t *testing.T, d launchtest.Dropper, uid int) {
		w := denyWorld(t, uid)
		must(t, os.Link(w.path("run", "other", "link"), w.path("in", "link")))
		held := attempt{world: w, dropper: d, ruleset: compileFor(t, w.denying())}
		for name, want := range map[string]string{"@/in/link": "ok", "@/run/other/link": "EACCES"} {
			if got := held.try(t, "read", name); got != want {
				t.Errorf("read %s: %s, want %s", name, got, want)
			}
			if got := held.try(t, "exec", name); got != "EACCES" {
				t.Errorf("exec %s: %s", name, got)
			}
		}
	})
}

// TestDenyLeavesNewFilesOut pins what a directory that was taken apart costs.
func TestDenyLeavesNewFilesOut(t *testing.T) {
	eachUser(t, droppers[:1], func(t *testing.T, d launchtest.Dropper, uid int) {
		w := denyWorld(t, uid)
		held := attempt{world: w, dropper: d, ruleset: compileFor(t, w.denying())}
		for name, want := range map[string]string{"deep": "EACCES", "free": "ok"} {
			path := w.path("run", "tree", name, "new")
			must(t, copyFile(path, "/bin/true", 0o755))
			for _, how := range []string{"read", "exec"} {
				if got := held.try(t, how, path); got != want {
					t.Errorf("%s a new file in %s: %s, want %s", how, name, got, want)
				}
			}
		}
		again := attempt{world: w, dropper: d, ruleset: compileFor(t, w.denying())}
		if got := again.try(t, "exec", "@/run/tree/deep/new"); got != "ok" {
			t.Errorf("the new file with a new ruleset: %s", got)
		}
	})
}

// TestDenySeesMounts checks that a bind mount is no way around a denial.
func TestDenySeesMounts(t *testing.T) {
	if os.Getuid() != 0 {
		t.Log("only root can mount; nothing to test")
		return
	}
	w := denyWorld(t, 0)
	for point, what := range map[string]string{"run/dir": "run/tree", "run/file": "run/tree/deep/program"} {
		point = w.path(point)
		if err := unix.Mount(w.path(what), point, "", unix.MS_BIND, ""); err != nil {
			t.Logf("this root may not mount: %v; nothing to test", err)
			return
		}
		t.Cleanup(func() { must(t, unix.Unmount(point, unix.MNT_DETACH)) })
	}
	p := w.denying()
	p.Read = append(p.Read, w.path("run", "dir"))
	must(t, os.Remove(w.path("run", "tree", "link")))
	must(t, os.Remove(w.path("run", "other", "link")))
	free := attempt{world: w, dropper: droppers[0], ruleset: compileFor(t, w.policy())}
	held := attempt{world: w, dropper: droppers[0], ruleset: compileFor(t, p)}
	for _, name := range []string{"@/run/dir/deep/program", "@/run/file"} {
		if got := free.try(t, "exec", name); got != "ok" {
			t.Errorf("exec %s does not even work without the denial: %s", name, got)
		}
		if got := held.try(t, "exec", name); got != "EACCES" {
			t.Errorf("exec %s: %s", name, got)
		}
	}
	if got := held.try(t, "exec", "@/run/dir/free/true"); got != "ok" {
		t.Errorf("another program below the mount: %s", got)
	}
}

// TestDenyRefuses checks what can not be left out.
func TestDenyRefuses(t *testing.T) {
	t.Parallel()
	w := denyWorld(t, 0)
	denied := w.path("run", "tree", "deep", "program")
	for _, tt := range []struct {
		name   string
		change func(*Policy)
		set    string
		want   error
	}{
		{"reading the root", func(p *Policy) { p.Read = []string{"/"} }, "read", ErrRoot},
		{"executing the root", func(p *Policy) { p.Read, p.Execute = nil, []string{"/"} }, "execute", ErrRoot},
		{"the file itself", func(p *Policy) { p.Execute = append(p.Execute, denied) }, "execute", ErrDenied},
		{"a link to it", func(p *Policy) { p.Read = append(p.Read, w.path("run", "tree", "symbolic")) }, "read", ErrDenied},
		{"a file that is missing", func(p *Policy) { p.Deny = []string{w.path("nothing")} }, "deny", unix.ENOENT},
		{"a relative path", func(p *Policy) { p.Deny = []string{"bin/sh"} }, "deny", ErrNotAbsolute},
		{"a directory", func(p *Policy) { p.Deny = []string{w.path("run")} }, "deny", nil},
	} {
		p := w.denying()
		tt.change(&p)
		_, err := Compile(p)
		var bad *PathError
		if !errors.As(err, &bad) || bad.Set != tt.set || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	// Writing is another matter.
	p := w.denying()
	p.Read, p.Write, p.Execute = []string{w.path("run")}, []string{"/"}, nil
	compileFor(t, p)
}

// TestDenyBounds checks the largest set of rules and the longest search.
func TestDenyBounds(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	denied := filepath.Join(dir, "denied")
	must(t, os.WriteFile(denied, nil, 0o600))
	for n := range maxRules - 1 { // and one for the directory
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(n)), nil, 0o600))
	}
	p := Policy{Read: []string{dir}, Deny: []string{denied}}
	rules := func() (int, error) {
		count := 0
		_, err := p.eachRule(handledFS(1), func(int, string, uint64) error { count++; return nil })
		return count, err
	}
	if n, err := rules(); n != maxRules || err != nil {
		t.Errorf("%d rules, %v", n, err)
	}
	must(t, os.WriteFile(filepath.Join(dir, "one more"), nil, 0o600))
	if _, err := rules(); !errors.Is(err, ErrTooLarge) {
		t.Errorf("one rule more: %v", err)
	}
	for looked, want := range map[int]error{maxSearch - maxRules - 1: nil, maxSearch - maxRules: ErrSearch} {
		f := finder{looked: looked}
		if err := f.search(dir); !errors.Is(err, want) {
			t.Errorf("searched on from %d: %v", looked, err)
		}
	}
}

func TestMountTable(t *testing.T) {
	t.Parallel()
	mounts, err := readMounts()
	must(t, err)
	if !slices.ContainsFunc(mounts, func(m mount) bool { return m.point == "/proc" && m.root == "/" }) {
		t.Errorf("/proc is not among %v", mounts)
	}
	if got, want := unescape(`/a\040b\134\012\9`), "/a b\\\n\\9"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	m := mount{root: "/data", point: "/mnt/x"}
	for name, want := range map[string]string{"/mnt/x": "/data", "/mnt/x/a/b": "/data/a/b", "/mnt/xy": "", "/mnt": ""} {
		if got, ok := m.inside(name); ok != (want != "") || ok && got != want {
			t.Errorf("inside(%q) is %q, %v", name, got, ok)
		}
		if got, ok := m.outside(want); want != "" && (!ok || got != name) {
			t.Errorf("outside(%q) is %q, %v", want, got, ok)
		}
	}
	root := mount{root: "/", point: "/"}
	if got, ok := root.inside("/bin/sh"); !ok || got != "/bin/sh" {
		t.Errorf("on the root: %q, %v", got, ok)
	}
}

// A directory that is removed while a ruleset is made has no entries to allow.
func TestListOfRemovedDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() + "/gone"
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	fd, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if entries, err := list(fd); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
}
