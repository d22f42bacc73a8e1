package stream_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/stream"
)

// Whoever reads the host's stream after us finds what we did not ask for.
func TestHostFileIsNotReadAhead(t *testing.T) {
	t.Parallel()
	text := "first\nsecond\n" + strings.Repeat("long ", 100_00) + "\nlast"
	file, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	file.WriteString(text)
	file.Seek(0, io.SeekStart)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	go func() {
		w.WriteString(text)
		w.Close()
	}()
	for _, f := range []*os.File{file, r} {
		d := stream.FromReader(f)
		line(t, d, "first\n", nil)
		if b, err := d.ReadUntil(bg, '\n', 3); string(b) != "sec" || err != nil {
			t.Errorf("%q, %v", b, err)
		}
		line(t, d, "ond\n", nil)
		var b [5]byte
		if _, err := io.ReadFull(f, b[:]); string(b[:]) != "long " || err != nil {
			t.Errorf("who reads after us finds %q, %v", b, err)
		}
		line(t, d, strings.Repeat("long ", 100_00-1)+"\n", nil)
		line(t, d, "last", io.EOF)
		line(t, d, "", io.EOF)
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if _, err := f.Stat(); err != nil {
			t.Error("the host's file was closed")
		}
	}
}

func TestHostWaitsEnd(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	blocked, unblock := io.Pipe()
	defer unblock.Close()
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(bg)
	errs := make(chan error)
	do := func(f func() error) { go func() { errs <- f() }() }
	in, out, odd := stream.FromFile(r), stream.FromFile(w), stream.FromReader(blocked)
	do(func() error { _, err := stream.WithContext(ctx, in).Read(make([]byte, 1)); return err })
	do(func() error { _, err := in.ReadUntil(ctx, '\n', 0); return err })
	do(func() error { _, err := stream.WithContext(ctx, odd).Read(make([]byte, 1)); return err })
	cancel(stop)
	for range 3 {
		if err := <-errs; err != stop {
			t.Errorf("got %v", err)
		}
	}
	ctx, cancel = context.WithCancelCause(bg)
	do(func() error { _, err := stream.WithContext(ctx, out).Write(make([]byte, 1<<20)); return err })
	if _, err := io.ReadFull(r, make([]byte, 100_000)); err != nil {
		t.Error(err)
	}
	cancel(stop)
	if err := <-errs; err != stop {
		t.Errorf("a write that blocks: %v", err)
	}
	// What came for the reader that gave up is there for the next.
	go unblock.Write([]byte("kept\n"))
	line(t, odd, "kept\n", nil)
}

func TestHostBrokenPipe(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	d := stream.FromWriter(w)
	if _, err := d.Write([]byte("x")); err != stream.ErrBrokenPipe {
		t.Errorf("got %v", err)
	}
	if d.Readable() || !d.Writable() || d.Terminal() {
		t.Error("access of the writing end of a pipe")
	}
	pr, pw := io.Pipe()
	pr.Close()
	if _, err := stream.FromWriter(pw).Write([]byte("x")); err != stream.ErrBrokenPipe {
		t.Errorf("got %v", err)
	}
	line(t, stream.FromReader(strings.NewReader("a\nb")), "a\n", nil)
}
