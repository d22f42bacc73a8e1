package memory_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
)

// What WriteFiles makes is what WriteFile makes, in content and in what it
// counts, and goes on to be separate files.
func TestWriteFilesIsManyWriteFiles(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "longer name", ".hidden"}
	for _, text := range []string{"", "text\n", strings.Repeat("x", 64<<10)} {
		one, many := empty(t, memory.Limits{}), empty(t, memory.Limits{})
		for _, m := range []*memory.FS{one, many} {
			if err := m.Mkdir("/d", 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range names {
			if err := one.WriteFile("/d/"+name, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := many.WriteFiles("/d", names, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		same := func(when string) {
			t.Helper()
			a, _ := one.Space("/")
			b, _ := many.Space("/")
			if a != b {
				t.Errorf("%d bytes, %s: %+v, one by one %+v", len(text), when, b, a)
			}
			for _, name := range names {
				if got, want := get(t, many, "/d/"+name), get(t, one, "/d/"+name); got != want {
					t.Errorf("%s, %s: %.20q instead of %.20q", name, when, got, want)
				}
				fi, err := many.Stat("/d/" + name)
				want, wantErr := one.Stat("/d/" + name)
				if fmt.Sprint(err) != fmt.Sprint(wantErr) || err == nil && (fi.Mode() != want.Mode() || fi.Size() != want.Size()) {
					t.Errorf("%s, %s: %v %v instead of %v %v", name, when, fi, err, want, wantErr)
				}
			}
		}
		same("made")
		snapshot := many.Snapshot()
		for _, m := range []*memory.FS{one, many} {
			put(t, m, "/d/a", "other")
			appendTo(t, m, "/d/b", "more")
			if err := m.Remove("/d/.hidden"); err != nil {
				t.Fatal(err)
			}
		}
		same("changed")
		if got := get(t, snapshot, "/d/b"); got != text {
			t.Errorf("the snapshot has %.20q", got)
		}
	}
}

func TestWriteFilesRefuses(t *testing.T) {
	t.Parallel()
	m := empty(t, memory.Limits{Files: 5})
	put(t, m, "/file", "")
	wantErrno(t, "no directory", m.WriteFiles("/none", []string{"a"}, nil, 0o644), syscall.ENOENT)
	wantErrno(t, "a file", m.WriteFiles("/file", []string{"a"}, nil, 0o644), syscall.ENOTDIR)
	wantErrno(t, "a name that is there", m.WriteFiles("/", []string{"file", "a"}, nil, 0o644), syscall.EEXIST)
	wantErrno(t, "a name twice", m.WriteFiles("/", []string{"a", "a"}, nil, 0o644), syscall.EEXIST)
	for _, name := range []string{"", ".", "..", "x/y", "x\x00"} {
		wantErrno(t, fmt.Sprintf("name %q", name), m.WriteFiles("/", []string{name}, nil, 0o644), syscall.EINVAL)
	}
	wantErrno(t, "more than a chunk", m.WriteFiles("/", []string{"b"}, make([]byte, 64<<10+1), 0o644), syscall.EFBIG)
	wantErrno(t, "more than fit", m.WriteFiles("/", []string{"b", "c", "d"}, nil, 0o644), syscall.ENOSPC)
	wantErrno(t, "as many as fit", m.WriteFiles("/", []string{"b", "c"}, nil, 0o644), 0)
	user := m.As(memory.Identity{UID: 1000, GID: 1000})
	wantErrno(t, "no right", user.WriteFiles("/", []string{"e"}, nil, 0o644), syscall.EACCES)
}

func appendTo(t testing.TB, f vfs.FS, name, text string) {
	t.Helper()
	o, err := f.OpenFile(name, syscall.O_WRONLY|syscall.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if _, err := o.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
}
