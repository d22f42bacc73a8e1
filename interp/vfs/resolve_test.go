package vfs_test

import (
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
)

func TestResolve(t *testing.T) {
	t.Parallel()
	m, err := memory.New(memory.Options{Identity: memory.Identity{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"/a", "/a/b", "/c"} {
		if err := m.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"/c/up": "../a/b", "/c/abs": "/a", "/c/chain": "up", "/loop": "loop", "/dangling": "/a/new", "/a/b/here": ".", "/far": strings.Repeat("x/", 5000),
	} {
		if err := m.Symlink(target, name); err != nil && name != "/far" {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		follow bool
		want   string
		err    error
	}{
		{"/", true, "/", nil}, {"/..", true, "/", nil}, {"//a/./b/", true, "/a/b", nil},
		{"/c/up", true, "/a/b", nil}, {"/c/up", false, "/c/up", nil}, {"/c/up/x", false, "/a/b/x", nil},
		{"/c/up/..", true, "/a", nil}, {"/c/up/..", false, "/a/b/..", nil}, {"/c/up/../new", true, "/a/new", nil},
		{"/c/chain/here/here/../b/x", true, "/a/b/x", nil}, {"/c/abs/b", true, "/a/b", nil},
		{"/dangling", true, "/a/new", nil}, {"/dangling/x", true, "", syscall.ENOENT}, {"/loop", true, "", syscall.ELOOP},
		{"/none/x", true, "", syscall.ENOENT}, {"/none", true, "/none", nil}, {"", true, "", syscall.ENOENT}, {"a", true, "", syscall.EINVAL},
	} {
		got, err := vfs.Resolve(m, c.name, c.follow)
		if got != c.want || !errors.Is(err, c.err) || c.err == nil && err != nil {
			t.Errorf("%q (%v): %q, %v; want %q, %v", c.name, c.follow, got, err, c.want, c.err)
		}
	}
}
