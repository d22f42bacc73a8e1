package landlock

import (
	"testing"

	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// TestAttacks tries each operation twice: free, where it must work, and behind
// a ruleset, where it must not.
func TestAttacks(t *testing.T) {
	tests := []struct {
		args []string
		want string // outcome behind the ruleset
		root bool   // needs privileges: nothing is to be seen without them
		abi  int    // that stops it, if not the oldest
	}{
		{[]string{"read", "@/hidden/file"}, "EACCES", false, 0},
		{[]string{"list", "@/hidden"}, "EACCES", false, 0},
		{[]string{"list", "@"}, "EACCES", false, 0},
		{[]string{"read", "@/in/to-hidden/file"}, "EACCES", false, 0},
		{[]string{"read", "@/in/../hidden/file"}, "EACCES", false, 0},
		{[]string{"read", "/proc/self/root@/hidden/file"}, "EACCES", false, 0},
		{[]string{"write", "@/out/file"}, "EACCES", false, 0},
		{[]string{"append", "@/out/file"}, "EACCES", false, 0},
		{[]string{"update", "@/out/file"}, "EACCES", false, 0},
		{[]string{"write", "@/in/to-out"}, "EACCES", false, 0},
		{[]string{"empty", "@/out/file"}, "EACCES", false, 0},
		{[]string{"truncate", "@/out/file"}, "EACCES", false, abiTruncate},
		{[]string{"truncate", "@/hidden/file"}, "EACCES", false, abiTruncate},
		{[]string{"create", "@/out/new"}, "EACCES", false, 0},
		{[]string{"create", "@/new"}, "EACCES", false, 0},
		{[]string{"tmpfile", "@/out"}, "EACCES", false, 0},
		{[]string{"mkdir", "@/out/new"}, "EACCES", false, 0},
		{[]string{"symlink", "@/out/new"}, "EACCES", false, 0},
		{[]string{"fifo", "@/out/new"}, "EACCES", false, 0},
		{[]string{"unlink", "@/out/file"}, "EACCES", false, 0},
		{[]string{"unlink", "@/hidden/file"}, "EACCES", false, 0},
		{[]string{"rmdir", "@/out/dir"}, "EACCES", false, 0},
		{[]string{"link", "@/out/file", "@/in/new"}, "EXDEV", false, 0},
		{[]string{"link", "@/hidden/file", "@/in/new"}, "EXDEV", false, 0},
		{[]string{"link", "@/in/file", "@/out/new"}, "EACCES", false, 0},
		{[]string{"rename", "@/out/file", "@/in/new"}, "EACCES", false, 0},
		{[]string{"rename", "@/in/file", "@/out/new"}, "EACCES", false, 0},
		{[]string{"rename", "@/in", "@/moved"}, "EACCES", false, 0},
		{[]string{"rename", "@/out/file", "@/out/new"}, "EACCES", false, 0},
		{[]string{"exchange", "@/in/file", "@/out/file"}, "EACCES", false, 0},
		{[]string{"exec", "@/in/true"}, "EACCES", false, 0},
		{[]string{"exec", "@/in/script"}, "EACCES", false, 0},
		{[]string{"exec", "@/out/true"}, "EACCES", false, 0},
		{[]string{"exec", "@/hidden/true"}, "EACCES", false, 0},
		{[]string{"chardev", "@/out/new"}, "EACCES", true, 0},
		{[]string{"chardev", "@/in/new"}, "EACCES", true, 0},
		{[]string{"blockdev", "@/in/new"}, "EACCES", true, 0},
		{[]string{"mount", "@/in/dir"}, "EPERM", true, 0},
		{[]string{"chroot", "@/hidden", "/file"}, "EACCES", true, 0},
	}
	eachUser(t, droppers[:1], func(t *testing.T, d launchtest.Dropper, uid int) {
		for _, tt := range tests {
			t.Run(tt.args[0], func(t *testing.T) {
				t.Parallel()
				if !since(t, tt.abi) {
					return
				}
				free := attempt{world: newWorld(t, uid), dropper: d}
				if got := free.try(t, tt.args...); got != "ok" {
					if !tt.root || got != "EPERM" {
						t.Fatalf("%q does not even work without the ruleset: %s", tt.args, got)
					}
					return
				}
				w := newWorld(t, uid)
				held := attempt{world: w, dropper: d, ruleset: compileFor(t, w.policy())}
				if got := held.try(t, tt.args...); got != tt.want {
					t.Errorf("%q: %s, want %s", tt.args, got, tt.want)
				}
			})
		}
	})
}

// TestAllowed checks that the ruleset of TestAttacks leaves alone what it is
// to leave alone.
func TestAllowed(t *testing.T) {
	tests := [][]string{
		{"read", "@/in/file"}, {"read", "@/out/file"}, {"list", "@/in"}, {"list", "@/out/dir"},
		{"read", "@/in/to-out"},
		{"write", "@/in/file"}, {"append", "@/in/file"}, {"update", "@/in/file"}, {"empty", "@/in/file"},
		{"truncate", "@/in/file"}, {"create", "@/in/new"}, {"create", "@/in/dir/new"}, {"tmpfile", "@/in"},
		{"mkdir", "@/in/new"}, {"rmdir", "@/in/dir"}, {"unlink", "@/in/file"}, {"symlink", "@/in/new"},
		{"fifo", "@/in/new"}, {"link", "@/in/file", "@/in/dir/new"}, {"rename", "@/in/file", "@/in/dir/new"},
		{"rename", "@/in/dir", "@/in/new"}, {"exchange", "@/in/file", "@/in/dir"},
		{"exec", "@/run/true"}, {"exec", "/bin/true"}, {"spawn", "/bin/true"}, {"chdir", "@/in/dir"},
		{"spawn", "/bin/bash", "-c", "sleep 1000 & kill $!; wait $!; (($? == 143))"},
	}
	eachUser(t, droppers[:1], func(t *testing.T, d launchtest.Dropper, uid int) {
		for _, args := range tests {
			t.Run(args[0], func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, uid)
				p := w.policy()
				p.SignalScope, p.AbstractScope, p.BestEffort = true, true, true
				held := attempt{world: w, dropper: d, ruleset: compileFor(t, p)}
				if got := held.try(t, args...); got != "ok" {
					t.Errorf("%q: %s", args, got)
				}
			})
		}
	})
}
