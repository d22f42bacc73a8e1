package vfs_test

import (
	"io/fs"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

type fileInfo struct {
	mode fs.FileMode
	sys  any
}

func (i fileInfo) Name() string       { return "f" }
func (i fileInfo) Size() int64        { return 0 }
func (i fileInfo) Mode() fs.FileMode  { return i.mode }
func (i fileInfo) ModTime() time.Time { return time.Time{} }
func (i fileInfo) IsDir() bool        { return i.mode.IsDir() }
func (i fileInfo) Sys() any           { return i.sys }

// TestAllows goes through owner, group and others: only the class that a user
// is in counts, and root stops at files that nobody may run.
func TestAllows(t *testing.T) {
	t.Parallel()
	mine := &vfs.Sys{UID: 7, GID: 8}
	for _, c := range []struct {
		mode     fs.FileMode
		sys      any
		uid, gid int64
		want     string // of rwx
	}{
		{0o700, mine, 7, 8, "rwx"},
		{0o077, mine, 7, 8, ""},
		{0o050, mine, 9, 8, "rx"},
		{0o705, mine, 9, 8, ""},
		{0o003, mine, 9, 9, "wx"},
		{0o770, mine, 9, 9, ""},
		{0o704, nil, 7, 8, "r"},
		{0, mine, 0, 0, "rw"},
		{0o001, mine, 0, 0, "rwx"},
		{fs.ModeDir, mine, 0, 0, "rwx"},
		{fs.ModeDir | 0o400, mine, 7, 8, "r"},
	} {
		got := ""
		for right, letter := range map[fs.FileMode]string{vfs.MayRead: "r", vfs.MayWrite: "w", vfs.MayExecute: "x"} {
			if vfs.Allows(fileInfo{c.mode, c.sys}, c.uid, c.gid, right) {
				got += letter
			}
		}
		if len(got) != len(c.want) || !sameLetters(got, c.want) {
			t.Errorf("%v as %d:%d: %q, want %q", c.mode, c.uid, c.gid, got, c.want)
		}
	}
}

func sameLetters(a, b string) bool {
	n := map[rune]int{}
	for _, r := range a {
		n[r]++
	}
	for _, r := range b {
		n[r]--
	}
	for _, v := range n {
		if v != 0 {
			return false
		}
	}
	return true
}
