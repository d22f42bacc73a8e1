package overlay_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/host"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/overlay"
)

// options are those of an overlay on a directory of the host.
func options(t *testing.T, dir string) memory.Options {
	t.Helper()
	h, err := host.New(dir)
	must(t, err)
	t.Cleanup(func() { h.Close() })
	id := memory.Identity{UID: uint32(os.Getuid()), GID: uint32(os.Getgid())}
	return memory.Options{Base: vfs.ReadOnly(h), BaseName: "the directory", Identity: id}
}

func made(t *testing.T, o memory.Options) *overlay.FS {
	t.Helper()
	f, err := overlay.Make(o)
	must(t, err)
	return f
}

func export(t *testing.T, f *overlay.FS) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, f.Export(&b))
	return b.Bytes()
}

// everything describes a tree and its changes.
func everything(t *testing.T, f *overlay.FS) string {
	t.Helper()
	var b strings.Builder
	must(t, f.WriteChanges(&b))
	var list func(dir string)
	list = func(dir string) {
		names, err := f.ReadDir(dir)
		must(t, err)
		for _, e := range names {
			name := strings.TrimSuffix(dir, "/") + "/" + e.Name()
			fi, err := f.Lstat(name)
			must(t, err)
			sys := fi.Sys().(*vfs.Sys)
			fmt.Fprintln(&b, name, fi.Mode(), fi.Size(), fi.ModTime().UnixNano(), sys.Nlink, sys.UID, sys.GID, sys.Ino, sys.Ctime.UnixNano())
			switch {
			case fi.IsDir():
				list(name)
			case fi.Mode().IsRegular():
				b.WriteString(read(t, f, name) + "\n")
			case fi.Mode().Type() == fs.ModeSymlink:
				target, err := f.Readlink(name)
				must(t, err)
				b.WriteString(target + "\n")
			}
		}
	}
	list("/")
	return b.String()
}

// change does something to the tree, and may fail.
func change(r *rand.Rand, f *overlay.FS) {
	names := []string{"/file", "/dir", "/dir/a", "/dir/sub", "/dir/sub/b", "/gone", "/gone/deep", "/gone/deep/c", "/same", "/same/d", "/same/hard", "/hard",
		"/mode", "/replaced", "/back", "/link", "/new", "/new2", "/dir/new", "/moved", "/moved/sub", "/moved/a", "/same/\xff\xfe"}
	name, other := names[r.IntN(len(names))], names[r.IntN(len(names))]
	switch r.IntN(12) {
	case 0, 1:
		if o, err := f.OpenFile(name, os.O_WRONLY|os.O_CREATE|[]int{0, os.O_APPEND, os.O_TRUNC}[r.IntN(3)], 0o644); err == nil {
			_, _ = o.Write(bytes.Repeat([]byte{byte('a' + r.IntN(26))}, r.IntN(100_000)))
			o.Close()
		}
	case 2, 3:
		_ = f.Rename(name, other)
	case 4, 5:
		_ = f.Remove(name)
	case 6:
		_ = f.Link(name, other)
	case 7:
		_ = f.Mkdir(name, 0o755)
	case 8:
		_ = f.Symlink(other, name)
	case 9:
		_ = f.Chmod(name, fs.FileMode(0o400|r.IntN(0o777)))
	case 10:
		_ = f.Truncate(name, int64(r.IntN(20)))
	case 11:
		_ = f.Chtimes(name, time.Unix(int64(r.IntN(1e9)), 0), time.Unix(int64(r.IntN(1e9)), 0))
	}
}

// TestImageOfChanges wants the same tree after it was saved and read again, at
// once and after further changes, and the same bytes of saving that.
func TestImageOfChanges(t *testing.T) {
	t.Parallel()
	dir := base(t)
	before := state(t, dir)
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 9))
		o := options(t, dir)
		tick := int64(0)
		o.Clock = func() time.Time { tick++; return time.Unix(2e9+tick, 0) }
		f := made(t, o)
		for range 3 {
			for range 1 + r.IntN(25) {
				change(r, f)
			}
			image := export(t, f)
			again, err := overlay.Import(bytes.NewReader(image), o)
			must(t, err)
			if got := export(t, again); !bytes.Equal(got, image) {
				t.Fatalf("seed %d: the second image differs", seed)
			}
			if got, want := everything(t, again), everything(t, f); got != want {
				t.Fatalf("seed %d\ngot\n%s\nwant\n%s", seed, got, want)
			}
			f = again
		}
	}
	if state(t, dir) != before {
		t.Error("the base has changed")
	}
}

func TestImageOfNothingIsSmall(t *testing.T) {
	t.Parallel()
	f := made(t, options(t, base(t)))
	everything(t, f) // looks at all there is
	if n := len(export(t, f)); n > 256 {
		t.Errorf("%d bytes", n)
	}
}

// What others change in the base meanwhile shows where the session has changed
// nothing, and hinders nobody.
func TestBaseChangesMeanwhile(t *testing.T) {
	t.Parallel()
	dir := base(t)
	o := options(t, dir)
	f := made(t, o)
	write(t, f, "/file", "ours", os.O_TRUNC)
	write(t, f, "/dir/sub/new", "new", 0)
	must(t, f.Chmod("/mode", 0o600), f.Rename("/back", "/moved"), f.Remove("/same/d"), f.Chmod("/gone", 0o700))
	image := export(t, f)
	for _, name := range []string{"/file", "/mode", "/back", "/dir", "/gone", "/same/d"} {
		must(t, os.RemoveAll(dir+name))
	}
	must(t, os.WriteFile(dir+"/hard", []byte("theirs"), 0o644), os.WriteFile(dir+"/gone", []byte("a file now"), 0o644), os.WriteFile(dir+"/same/d", []byte("back"), 0o644))
	again, err := overlay.Import(bytes.NewReader(image), o)
	must(t, err)
	for name, want := range map[string]string{
		"/file": "ours", "/dir/sub/new": "new", "/hard": "theirs", "/same/d": "open /same/d: no such file or directory",
		"/moved": "open /moved: no such file or directory", "/mode": "open /mode: no such file or directory",
	} {
		if got := read(t, again, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if list, err := again.ReadDir("/gone"); len(list) != 0 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
}

func TestImageGoesWithItsBase(t *testing.T) {
	t.Parallel()
	o := options(t, base(t))
	f := made(t, o)
	write(t, f, "/new", "x", 0)
	changes := export(t, f)
	m, err := memory.New(memory.Options{})
	must(t, err)
	var whole bytes.Buffer
	must(t, m.Export(&whole))
	other := o
	other.BaseName = "another directory"
	for what, tt := range map[string]struct {
		image   []byte
		options memory.Options
		want    error
	}{
		"another base":  {changes, other, memory.ErrBase},
		"no base":       {changes, memory.Options{}, memory.ErrBase},
		"a whole image": {whole.Bytes(), o, memory.ErrBase},
		"nothing":       {nil, o, memory.ErrDamaged},
	} {
		if _, err := memory.Import(bytes.NewReader(tt.image), tt.options); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range changes {
		bad := bytes.Clone(changes)
		bad[i] ^= 0x81
		if _, err := overlay.Import(bytes.NewReader(bad), o); err == nil {
			t.Errorf("byte %d changed is accepted", i)
		}
		if _, err := overlay.Import(bytes.NewReader(changes[:i]), o); !errors.Is(err, memory.ErrDamaged) {
			t.Errorf("cut at %d: %v", i, err)
		}
	}
}
