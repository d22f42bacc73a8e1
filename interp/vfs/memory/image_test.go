package memory_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
)

func sample(t *testing.T) *memory.FS {
	t.Helper()
	m := empty(t, memory.Limits{})
	for _, err := range []error{
		m.Mkdir("/d", 0o755), m.Mkdir("/d/e", 0o700), m.WriteFile("/d/f", bytes.Repeat([]byte("data"), 50_000), 0o640),
		m.Link("/d/f", "/hard"), m.Symlink("../hard", "/d/e/link"), m.Mkfifo("/pipe", 0o600), m.WriteFile("/hole", []byte("x"), 0o4755),
		m.Truncate("/hole", 1<<30), m.Chown("/d", 7, 8), m.Remove("/pipe"), m.Mkfifo("/pipe2", 0o600), m.Rename("/d/e", "/e"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func show(t *testing.T, m vfs.FS, dir string) string {
	t.Helper()
	list, err := m.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range list {
		name := strings.TrimRight(dir, "/") + "/" + e.Name()
		fi, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		s := *fi.Sys().(*vfs.Sys)
		s.Dev = 0
		fmt.Fprintln(&b, name, fi.Mode(), fi.Size(), fi.ModTime().UnixNano(), s.Ino, s.Nlink, s.UID, s.Blocks)
		switch {
		case fi.IsDir():
			b.WriteString(show(t, m, name))
		case fi.Size() < 1<<20 && fi.Mode().IsRegular():
			b.WriteString(get(t, m, name))
		}
	}
	return b.String()
}

func TestImage(t *testing.T) {
	t.Parallel()
	m := sample(t)
	orphan, _ := m.OpenFile("/orphan", os.O_WRONLY|os.O_CREATE, 0o600)
	m.Remove("/orphan")
	var image bytes.Buffer
	if err := m.Export(&image); err != nil {
		t.Fatal(err)
	}
	orphan.Close()
	back, err := memory.Import(bytes.NewReader(image.Bytes()), memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := back.Export(&again); err != nil || !bytes.Equal(again.Bytes(), image.Bytes()) {
		t.Errorf("a second image differs, %v", err)
	}
	if got, want := show(t, back, "/"), show(t, m, "/"); got != want {
		t.Errorf("got\n%.2000s\nwant\n%.2000s", got, want)
	}
	a, _ := m.Space("/")
	b, _ := back.Space("/")
	if a != b {
		t.Errorf("space %+v instead of %+v", b, a)
	}
	if err := back.Mkdir("/new", 0o755); err != nil {
		t.Error(err)
	}
	for _, l := range []memory.Limits{{Files: 3}, {Bytes: 150_000}} {
		if _, err := memory.Import(bytes.NewReader(image.Bytes()), memory.Options{Limits: l}); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%+v: %v", l, err)
		}
	}
}

func TestDamagedImageIsRefused(t *testing.T) {
	t.Parallel()
	m := empty(t, memory.Limits{})
	m.Mkdir("/d", 0o755)
	m.WriteFile("/d/f", []byte("text"), 0o644)
	var b bytes.Buffer
	if err := m.Export(&b); err != nil {
		t.Fatal(err)
	}
	image := b.Bytes()
	for i := range image {
		bad := bytes.Clone(image)
		for _, x := range []byte{1, 0x80, 0xff} {
			bad[i] = image[i] ^ x
			if _, err := memory.Import(bytes.NewReader(bad), memory.Options{}); err == nil {
				t.Errorf("byte %d changed by %#x is accepted", i, x)
			}
		}
		if _, err := memory.Import(bytes.NewReader(image[:i]), memory.Options{}); !errors.Is(err, memory.ErrDamaged) {
			t.Errorf("cut at %d: %v", i, err)
		}
	}
	broken := errors.New("broken disk")
	if _, err := memory.Import(io.MultiReader(bytes.NewReader(image[:40]), failing{broken}), memory.Options{}); !errors.Is(err, broken) {
		t.Errorf("an error of the reader: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func FuzzImport(f *testing.F) {
	m, err := memory.New(memory.Options{})
	if err != nil {
		f.Fatal(err)
	}
	m.WriteFile("/f", []byte("text"), 0o644)
	var b bytes.Buffer
	if err := m.Export(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, image []byte) {
		// The checksum would keep everything out that is interesting.
		m, err := memory.ImportUnchecked(image, memory.Options{Limits: memory.Limits{Bytes: 1 << 20}})
		if err != nil {
			return
		}
		show(t, m, "/")
		if err := m.Export(io.Discard); err != nil {
			t.Error(err)
		}
	})
}

// FuzzImportChanges reads images of changes to a small tree.
func FuzzImportChanges(f *testing.F) {
	base, err := memory.New(memory.Options{})
	if err != nil {
		f.Fatal(err)
	}
	for _, err := range []error{
		base.Mkdir("/d", 0o755), base.WriteFile("/d/f", []byte("text"), 0o644), base.WriteFile("/g", []byte("more"), 0o644),
		base.Link("/g", "/d/g"), base.Symlink("g", "/l"), base.Mkdir("/e", 0o755),
	} {
		if err != nil {
			f.Fatal(err)
		}
	}
	m, err := memory.New(memory.Options{Base: base})
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	for _, change := range []func() error{
		func() error { return nil }, func() error { return m.Chmod("/d/g", 0o600) }, func() error { return m.Rename("/d", "/e/d") },
		func() error { return m.WriteFile("/e/d/new", []byte("new"), 0o600) }, func() error { return m.Remove("/e/d/f") }, func() error { return m.WriteFile("/g", []byte("x"), 0o600) },
	} {
		b.Reset()
		if err := errors.Join(change(), m.Export(&b)); err != nil {
			f.Fatal(err)
		}
		f.Add(bytes.Clone(b.Bytes()))
	}
	f.Fuzz(func(t *testing.T, image []byte) {
		m, err := memory.ImportUnchecked(image, memory.Options{Base: vfs.ReadOnly(base), Limits: memory.Limits{Bytes: 1 << 20}})
		if err != nil {
			return
		}
		look(m, "/", 0)
		if _, err := m.Changes(); err != nil {
			t.Error(err)
		}
		_ = m.WriteFile("/d/f", []byte("again"), 0o644)
		_ = m.Rename("/d", "/moved")
		_ = m.Remove("/g")
		if err := m.Export(io.Discard); err != nil {
			t.Error(err)
		}
	})
}

// look walks a tree that may promise what its base does not have.
func look(f vfs.FS, dir string, depth int) {
	list, err := f.ReadDir(dir)
	if err != nil || depth > 20 {
		return
	}
	for _, e := range list {
		name := strings.TrimRight(dir, "/") + "/" + e.Name()
		if fi, err := e.Info(); err == nil && fi.Mode().IsRegular() && fi.Size() < 1<<20 {
			if o, err := f.OpenFile(name, os.O_RDONLY, 0); err == nil {
				_, _ = io.Copy(io.Discard, o)
				o.Close()
			}
		}
		if e.IsDir() {
			look(f, name, depth+1)
		}
	}
}
