package memory_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
)

func empty(t testing.TB, l memory.Limits) *memory.FS {
	t.Helper()
	m, err := memory.New(memory.Options{Limits: l})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func put(t testing.TB, f vfs.FS, name, text string) {
	t.Helper()
	o, err := f.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	o.Close()
}

func get(t testing.TB, f vfs.FS, name string) string {
	t.Helper()
	o, err := f.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return err.Error()
	}
	defer o.Close()
	b, err := io.ReadAll(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func wantErrno(t *testing.T, what string, err error, want syscall.Errno) {
	t.Helper()
	var pe *fs.PathError
	if want == 0 && err != nil || want != 0 && (!errors.As(err, &pe) || pe.Err != want) {
		t.Errorf("%s: %v instead of %v", what, err, want)
	}
}

func TestLimitsOfNames(t *testing.T) {
	t.Parallel()
	m := empty(t, memory.Limits{})
	wantErrno(t, "name of 255", m.Mkdir("/"+strings.Repeat("n", 255), 0o755), 0)
	wantErrno(t, "name of 256", m.Mkdir("/"+strings.Repeat("n", 256), 0o755), syscall.ENAMETOOLONG)
	_, err := m.Stat(strings.Repeat("/.", 2047) + "/")
	wantErrno(t, "path of 4095", err, 0)
	_, err = m.Stat(strings.Repeat("/.", 2048))
	wantErrno(t, "path of 4096", err, syscall.ENAMETOOLONG)
	_, err = m.Stat("")
	wantErrno(t, "no path", err, syscall.ENOENT)
	_, err = m.Stat("/a\x00b")
	wantErrno(t, "a NUL", err, syscall.EINVAL)

	m.Mkdir("/l0", 0o755)
	for i := range 41 {
		m.Symlink(fmt.Sprintf("l%d", i), fmt.Sprintf("/l%d", i+1))
	}
	_, err = m.Stat("/l40")
	wantErrno(t, "40 links", err, 0)
	_, err = m.Stat("/l41")
	wantErrno(t, "41 links", err, syscall.ELOOP)
}

func TestLimitsOfSpace(t *testing.T) {
	t.Parallel()
	m := empty(t, memory.Limits{Files: 3})
	wantErrno(t, "second", m.Mkdir("/a", 0o755), 0)
	wantErrno(t, "third", m.Mkdir("/b", 0o755), 0)
	wantErrno(t, "fourth", m.Mkdir("/c", 0o755), syscall.ENOSPC)
	m.Remove("/a")
	wantErrno(t, "after a removal", m.Mkdir("/c", 0o755), 0)

	m = empty(t, memory.Limits{Bytes: 100_000, FileBytes: 1 << 40})
	o, err := m.OpenFile("/f", os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	n, err := o.Write(make([]byte, 200_000))
	wantErrno(t, "a full disk", err, syscall.ENOSPC)
	if n < 90_000 || n > 100_000 {
		t.Errorf("%d bytes went in", n)
	}
	_, err = o.Write(make([]byte, 1000))
	wantErrno(t, "one more", err, syscall.ENOSPC)
	wantErrno(t, "truncate", o.Truncate(0), 0)
	wantErrno(t, "a hole", o.Truncate(1<<40), 0)
	wantErrno(t, "a larger one", o.Truncate(1<<40+1), syscall.EFBIG)
	o.Seek(1<<39, io.SeekStart)
	_, err = o.Write([]byte("x"))
	wantErrno(t, "an index too large", err, syscall.ENOSPC)
	o.Close()
	m.Remove("/f")
	if s, _ := m.Space("/"); s.UsedBytes > 400 || s.UsedFiles != 1 {
		t.Errorf("left after all was removed: %+v", s)
	}
}

func TestOpenUnlinkedFileStays(t *testing.T) {
	t.Parallel()
	m := empty(t, memory.Limits{})
	put(t, m, "/f", "content")
	o, err := m.OpenFile("/f", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	m.Remove("/f")
	s := m.Snapshot()
	if b, err := io.ReadAll(o); string(b) != "content" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	before, _ := m.Space("/")
	o.Close()
	after, _ := m.Space("/")
	if before.UsedFiles != 2 || after.UsedFiles != 1 {
		t.Errorf("files %d, then %d", before.UsedFiles, after.UsedFiles)
	}
	if u, _ := s.Space("/"); u.UsedFiles != 1 {
		t.Errorf("the snapshot keeps what has no name: %+v", u)
	}
}

func TestSnapshotKeepsApart(t *testing.T) {
	t.Parallel()
	m := empty(t, memory.Limits{})
	m.Mkdir("/d", 0o755)
	put(t, m, "/d/f", strings.Repeat("old", 50_000))
	m.Link("/d/f", "/hard")
	s := m.Snapshot()
	put(t, m, "/d/new", "new")
	o, _ := m.OpenFile("/hard", os.O_WRONLY, 0)
	o.Seek(70_000, io.SeekStart)
	o.Write([]byte("NEW"))
	o.Close()
	if got := get(t, m, "/d/f"); got[70_000:70_003] != "NEW" {
		t.Error("a hard link shows another file")
	}
	if got := get(t, s, "/d/f"); got != strings.Repeat("old", 50_000) {
		t.Error("the snapshot shows a later write")
	}
	if _, err := s.Stat("/d/new"); err == nil {
		t.Error("the snapshot shows a later file")
	}
	s.Truncate("/d/f", 10)
	put(t, s, "/side", "x")
	app, _ := s.OpenFile("/d/f", os.O_WRONLY|os.O_APPEND, 0)
	app.Write([]byte("XXXX"))
	if got := get(t, m, "/d/f"); got[:20] != strings.Repeat("old", 50_000)[:20] {
		t.Error("a write to the snapshot shows in the original")
	}
	if _, err := m.Stat("/side"); err == nil {
		t.Error("a file of the snapshot shows in the original")
	}
}

// The number of allocations stands for the time, which a test can not rely on.
func TestSnapshotIsConstant(t *testing.T) {
	t.Parallel()
	m := empty(t, memory.Limits{})
	for i := range 100_000 {
		if i%1000 == 0 {
			m.Mkdir(fmt.Sprintf("/d%d", i/1000), 0o755)
		}
		m.Symlink("x", fmt.Sprintf("/d%d/f%d", i/1000, i))
	}
	small := empty(t, memory.Limits{})
	cost := func(f *memory.FS) float64 {
		return float64(testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Snapshot()
			}
		}).AllocedBytesPerOp())
	}
	if a, b := cost(m), cost(small); a != b {
		t.Errorf("a snapshot of 100,000 files takes %v bytes, of none %v", a, b)
	}
}

func TestNamedPipe(t *testing.T) {
	t.Parallel()
	m := empty(t, memory.Limits{})
	if err := m.Mkfifo("/p", 0o644); err != nil {
		t.Fatal(err)
	}
	var both sync.WaitGroup
	both.Go(func() {
		w, err := m.OpenFile("/p", os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
			return
		}
		w.Write(bytes.Repeat([]byte("x"), 200_000))
		w.Close()
	})
	r, err := m.OpenFile("/p", os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(r); len(b) != 200_000 || err != nil {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	both.Wait()
	r.Close()

	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("stop")
	failed := make(chan error)
	for _, flag := range []int{os.O_RDONLY, os.O_WRONLY} {
		go func() {
			_, err := m.Snapshot().OpenFileContext(ctx, "/p", flag, 0)
			failed <- err
		}()
	}
	cancel(stop)
	for range 2 {
		if err := <-failed; !errors.Is(err, stop) {
			t.Errorf("a cancelled open: %v", err)
		}
	}
}

func TestStopAtLinks(t *testing.T) {
	t.Parallel()
	m := empty(t, memory.Limits{})
	m.Mkdir("/a", 0o755)
	m.Mkdir("/a/b", 0o755)
	m.Symlink("/x/y", "/a/b/link")
	s := m.StopAtLinks()
	for name, rest := range map[string]string{"/a/b/link": "", "/a/b/link/c/d": "c/d"} {
		_, err := s.Stat(name)
		var le *vfs.LinkError
		if !errors.As(err, &le) || *le != (vfs.LinkError{Dir: "/a/b", Target: "/x/y", Rest: rest}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.Lstat("/a/b/link"); err != nil {
		t.Error(err)
	}
}

// TestNothingIsHeldThatIsNotCounted makes large files small, in each way: the memory is
// given back as the bytes are. It is not parallel, because memory is the process's.
func TestNothingIsHeldThatIsNotCounted(t *testing.T) {
	const files, size = 200, 100_000
	held := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for what, shrink := range map[string]func(m *memory.FS, name string) error{
		"truncate by name": func(m *memory.FS, name string) error { return m.Truncate(name, 1) },
		"truncate by descriptor": func(m *memory.FS, name string) error {
			f, err := m.OpenFile(name, os.O_RDWR, 0)
			if err != nil {
				return err
			}
			return errors.Join(f.Truncate(1), f.Close())
		},
		"O_TRUNC": func(m *memory.FS, name string) error {
			f, err := m.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
			if err != nil {
				return err
			}
			_, err = f.Write([]byte("x"))
			return errors.Join(err, f.Close())
		},
		"truncate and append": func(m *memory.FS, name string) error {
			if err := m.Truncate(name, 1); err != nil {
				return err
			}
			f, err := m.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				return err
			}
			_, err = f.Write([]byte("x"))
			return errors.Join(err, f.Close())
		},
		"rename over it": func(m *memory.FS, name string) error {
			return errors.Join(m.WriteFile("/small", []byte("x"), 0o644), m.Rename("/small", name))
		},
		"removal": func(m *memory.FS, name string) error { return m.Remove(name) },
	} {
		m, before, text := empty(t, memory.Limits{}), held(), strings.Repeat("x", size)
		for i := range files {
			name := fmt.Sprintf("/f%d", i)
			put(t, m, name, text)
			if err := shrink(m, name); err != nil {
				t.Fatal(what, err)
			}
		}
		after := held()
		if space, err := m.Space("/"); err != nil || space.UsedBytes > files*1000 || after > before+files*size/4 {
			t.Errorf("%s: %d bytes were held and are %d, %d are counted, %v", what, before, after, space.UsedBytes, err)
		}
	}
}
