package treetest

import (
	"os"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/host"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/overlay"
)

// stage makes the filesystem that our command runs on, and the tree in it, and
// returns what lists the tree afterwards. It is in memory unless
// AEGISH_TREE_FS says "host" or "overlay", which work with the rights of the
// test.
func (b *bench) stage(t testing.TB, tr trial) (me vfs.FS, list func() string) {
	t.Helper()
	kind := os.Getenv("AEGISH_TREE_FS")
	if kind == "" {
		root, me := b.world(t)
		plant(inMemory{me}, b.dir, tr.tree)
		return me, func() string { return listing(t, inMemory{root}, b.dir) }
	}
	if err := os.Mkdir(b.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	plant(disk{}, b.dir, tr.tree)
	disks, err := host.New("/")
	if err != nil {
		t.Fatal(err)
	}
	me = disks
	var v viewer = disk{}
	if kind == "overlay" {
		uid, gid := whoami()
		o, err := overlay.New(disks, memory.Identity{UID: uint32(uid), GID: uint32(gid)}, memory.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		me = o
		v = inMemory{o.FS.As(memory.Identity{})}
	}
	return me, func() string {
		defer disks.Close()
		defer wipe(t, b.dir)
		return listing(t, v, b.dir)
	}
}
