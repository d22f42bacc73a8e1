package archives

import (
	"archive/tar"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
)

// small runs a command over a filesystem that takes few bytes, from its root.
func small(t *testing.T, ctx context.Context, limits command.Limits, files map[string]string, args ...string) (int, string, *memory.FS) {
	t.Helper()
	const room = 4 << 20
	m, err := memory.New(memory.Options{Limits: memory.Limits{Bytes: room}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range files {
		f, err := m.OpenFile("/"+name, os.O_WRONLY|os.O_CREATE, 0o644)
		if err == nil {
			_, err = f.Write([]byte(data))
			f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	errs := stream.Buffer(1 << 20)
	call := &command.Call{Args: args, Dir: "/", Stdin: stream.FromBytes(nil), Stdout: stream.Buffer(8 << 20), Stderr: errs, FS: rooted{m}, Now: time.Now, Limits: limits}
	return Commands()[args[0]].Command.Run(ctx, call), string(errs.Bytes()), m
}

// rooted takes names from the root.
type rooted struct{ *memory.FS }

func at(name string) string { return "/" + strings.TrimPrefix(name, "/") }

func (r rooted) OpenFileContext(ctx context.Context, name string, flag int, perm fs.FileMode) (vfs.File, error) {
	return r.FS.OpenFileContext(ctx, at(name), flag, perm)
}
func (r rooted) OpenFile(name string, flag int, perm fs.FileMode) (vfs.File, error) {
	return r.FS.OpenFile(at(name), flag, perm)
}
func (r rooted) Stat(name string) (fs.FileInfo, error)      { return r.FS.Stat(at(name)) }
func (r rooted) Lstat(name string) (fs.FileInfo, error)     { return r.FS.Lstat(at(name)) }
func (r rooted) Remove(name string) error                   { return r.FS.Remove(at(name)) }
func (r rooted) Mkdir(name string, perm fs.FileMode) error  { return r.FS.Mkdir(at(name), perm) }
func (r rooted) Chmod(name string, mode fs.FileMode) error  { return r.FS.Chmod(at(name), mode) }
func (r rooted) Chtimes(name string, a, m time.Time) error  { return r.FS.Chtimes(at(name), a, m) }
func (r rooted) ReadDir(name string) ([]fs.DirEntry, error) { return r.FS.ReadDir(at(name)) }
func (r rooted) Symlink(target, name string) error          { return r.FS.Symlink(target, at(name)) }

var plenty = command.Limits{LineBytes: 1 << 20, HeldBytes: 256 << 20, Steps: 1 << 20}

// TestBombsEnd unpacks 64 MiB of zeros where 4 MiB have room: the tools end with
// ENOSPC, and what is not complete is gone.
func TestBombsEnd(t *testing.T) {
	t.Parallel()
	zeros := strings.Repeat("\x00", 64<<20)
	for _, c := range []struct{ tool, file, data, args, left, say string }{
		{"gzip", "a.gz", hostPacks(t, "gzip", zeros), "gzip -d a.gz", "a", "No space left"},
		{"bzip2", "a.bz2", hostPacks(t, "bzip2", zeros), "bzip2 -d a.bz2", "a", "No space left"},
		{"xz", "a.xz", hostPacks(t, "xz", zeros, "-1"), "xz -d a.xz", "a", "No space left"},
		{"zstd", "a.zst", hostPacks(t, "zstd", zeros), "zstd -d a.zst", "a", "No space left"},
		{"tar", "a.tgz", hostPacks(t, "gzip", tarball(t, tarMember{name: "b", data: zeros})), "tar -xf a.tgz", "", "b: Cannot write: No space left"},
		{"unzip", "a.zip", zipball(t, zipped{name: "b", data: zeros}), "unzip a.zip", "", "write error: No space left"},
	} {
		status, errs, m := small(t, t.Context(), plenty, map[string]string{c.file: c.data}, strings.Fields(c.args)...)
		if status == 0 || !strings.Contains(errs, c.say) {
			t.Errorf("%s: %d %s", c.args, status, errs)
		}
		if c.left == "" {
			continue
		}
		if _, err := m.Stat(path.Join("/", c.left)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s left %s: %v", c.args, c.left, err)
		}
		if _, err := m.Stat("/" + c.file); err != nil {
			t.Errorf("%s: %v", c.args, err)
		}
	}
}

// TestWhatIsHeldIsBounded tries archives with more entries than may be
// remembered.
func TestWhatIsHeldIsBounded(t *testing.T) {
	t.Parallel()
	var dirs, links []tarMember
	var files []zipped
	for i := range 2000 {
		name := strings.Repeat("n", i%50+1) + string(rune('a'+i%26))
		dirs = append(dirs, tarMember{name: name + "/", kind: tar.TypeDir})
		links = append(links, tarMember{name: name, kind: tar.TypeSymlink, link: "/" + name})
		files = append(files, zipped{name: strings.Repeat("long", 200) + name})
	}
	few := command.Limits{LineBytes: 1 << 16, HeldBytes: 64 << 10, Steps: 1 << 16}
	for _, c := range []struct{ data, args, say string }{
		{tarball(t, dirs...), "tar -xf x", "too many entries"}, {tarball(t, links...), "tar -xf x", "too many entries"},
		{zipball(t, files...), "unzip -p x", "too many entries"},
	} {
		if status, errs, _ := small(t, t.Context(), few, map[string]string{"x": c.data}, strings.Fields(c.args)...); status == 0 || !strings.Contains(errs, c.say) {
			t.Errorf("%s: %d %s", c.args, status, errs)
		}
	}
}

func TestEndedContextEndsAll(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	plain := hostPacks(t, "gzip", strings.Repeat("\x00", 8<<20))
	for _, args := range []string{"gzip -dc a.gz", "gzip a.gz", "tar -tf a.gz", "tar -cf - a.gz", "zip x.zip a.gz", "unzip -p a.gz"} {
		if status, _, _ := small(t, ctx, plenty, map[string]string{"a.gz": plain}, strings.Fields(args)...); status == 0 {
			t.Errorf("%s went on", args)
		}
	}
}

func BenchmarkGunzip(b *testing.B) {
	text := strings.Repeat("the quick brown fox jumps over the lazy dog\n", 500_000)
	r := commandtest.Run(b, Commands()["gzip"], "gzip", commandtest.Case{Args: []string{"-c"}, Stdin: text})
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		commandtest.Run(b, Commands()["gzip"], "gzip", commandtest.Case{Args: []string{"-dc"}, Stdin: r.Stdout})
	}
}
