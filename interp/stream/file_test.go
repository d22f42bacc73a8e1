package stream_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs/memory"
)

var bg = context.Background()

func disk(t testing.TB) *memory.FS {
	t.Helper()
	m, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func open(t testing.TB, m *memory.FS, name string, flag int) stream.Description {
	t.Helper()
	f, err := m.OpenFile(name, flag, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	return stream.Open(f, flag)
}

func line(t *testing.T, d stream.Description, want string, wantErr error) {
	t.Helper()
	got, err := d.ReadUntil(bg, '\n', 0)
	if string(got) != want || !errors.Is(err, wantErr) {
		t.Errorf("line %q, %v instead of %q, %v", got, err, want, wantErr)
	}
}

// All who refer to a description go on where the other stopped.
func TestFileOffsetIsShared(t *testing.T) {
	t.Parallel()
	m := disk(t)
	m.WriteFile("/f", []byte("one\ntwo\nthree\nfour\n"), 0o644)
	d := open(t, m, "/f", os.O_RDWR)
	other := d.Retain()
	line(t, d, "one\n", nil)
	if at, err := other.Seek(0, io.SeekCurrent); at != 4 || err != nil {
		t.Errorf("offset %d, %v", at, err)
	}
	line(t, other, "two\n", nil)
	if _, err := d.Write([]byte("THREE")); err != nil {
		t.Error(err)
	}
	line(t, other, "\n", nil)
	line(t, d, "four\n", nil)
	line(t, d, "", io.EOF)
	d.Seek(-5, io.SeekEnd)
	line(t, d, "four\n", nil)
	d.Seek(8, io.SeekStart)
	line(t, d, "THREE\n", nil)
	d.Close()
	line(t, other, "four\n", nil)
	other.Close()
	line(t, other, "", syscall.EBADF)
}

// What others write shows, although the description reads ahead.
func TestFileShowsChanges(t *testing.T) {
	t.Parallel()
	m := disk(t)
	m.WriteFile("/f", []byte("1\n2\n3\n"), 0o644)
	d, w := open(t, m, "/f", os.O_RDONLY), open(t, m, "/f", os.O_WRONLY|os.O_APPEND)
	line(t, d, "1\n", nil)
	w.Write([]byte("4\n"))
	if at, _ := w.Seek(0, io.SeekCurrent); at != 8 {
		t.Errorf("offset after appending %d", at)
	}
	x := open(t, m, "/f", os.O_WRONLY)
	x.Write([]byte("_\n*\n"))
	for _, want := range []string{"*\n", "3\n", "4\n"} {
		line(t, d, want, nil)
	}
	line(t, d, "", io.EOF)
	w.Write([]byte("5\n"))
	line(t, d, "5\n", nil)
	m.Truncate("/f", 0)
	line(t, d, "", io.EOF)
	if _, err := x.Read(make([]byte, 1)); err != syscall.EBADF {
		t.Errorf("read of a writer: %v", err)
	}
	if _, err := d.Write([]byte("x")); err != syscall.EBADF {
		t.Errorf("write of a reader: %v", err)
	}
}

func TestRecordLimit(t *testing.T) {
	t.Parallel()
	d := stream.FromBytes(bytes.Repeat([]byte("x"), stream.MaxRecord+1))
	got, err := d.ReadUntil(bg, '\n', 0)
	var limit *stream.LimitError
	if len(got) != stream.MaxRecord || !errors.As(err, &limit) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	d = stream.FromBytes(append(bytes.Repeat([]byte("x"), stream.MaxRecord-1), '\n'))
	if got, err := d.ReadUntil(bg, '\n', 0); len(got) != stream.MaxRecord || err != nil {
		t.Errorf("at the limit: %d bytes, %v", len(got), err)
	}
}

func TestConstants(t *testing.T) {
	t.Parallel()
	d := stream.FromBytes([]byte("a\nb"))
	line(t, d, "a\n", nil)
	line(t, d, "b", io.EOF)
	if at, err := d.Seek(1, io.SeekStart); at != 1 || err != nil {
		t.Errorf("%d, %v", at, err)
	}
	line(t, d, "\n", nil)
	line(t, stream.Null(), "", io.EOF)
	line(t, stream.Closed(), "", syscall.EBADF)
	if _, err := stream.Closed().Write(nil); err != syscall.EBADF {
		t.Errorf("closed: %v", err)
	}
	if n, err := stream.Null().Write([]byte("abc")); n != 3 || err != nil {
		t.Errorf("null: %d, %v", n, err)
	}
}

func TestCaptureAndQuota(t *testing.T) {
	t.Parallel()
	var limit *stream.LimitError
	c := stream.Buffer(5)
	if n, err := c.Write([]byte("12345")); n != 5 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := c.Write([]byte("6")); n != 0 || !errors.As(err, &limit) || limit.Limit != 5 {
		t.Errorf("one too many: %d, %v", n, err)
	}
	q := stream.NewQuota(10)
	a, b := stream.Buffer(0), stream.Buffer(0)
	la, lb := stream.LimitWriter(a, q), stream.WithContext(bg, stream.LimitWriter(b, q)).Retain()
	la.Write([]byte("123456"))
	if n, err := lb.Write([]byte("1234")); n != 4 || err != nil {
		t.Errorf("at the limit: %d, %v", n, err)
	}
	if n, err := la.Write([]byte("x")); n != 0 || !errors.As(err, &limit) {
		t.Errorf("beyond: %d, %v", n, err)
	}
	if string(a.Bytes())+string(b.Bytes()) != "1234561234" {
		t.Errorf("%q, %q", a.Bytes(), b.Bytes())
	}
	q = stream.NewQuota(3)
	if n, err := stream.LimitWriter(a, q).Write([]byte("abcdef")); n != 3 || !errors.As(err, &limit) {
		t.Errorf("across: %d, %v", n, err)
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	tb := stream.NewTable(4)
	r, w := stream.Pipe(0)
	for fd, d := range []stream.Description{r, w, stream.Null()} {
		if got, err := tb.Add(0, d); got != fd || err != nil {
			t.Errorf("%d: %d, %v", fd, got, err)
		}
	}
	errs := []error{tb.Dup(1, 3), tb.Dup(1, 4), tb.Dup(9, 0), tb.Close(-1), tb.Set(4, stream.Null()), tb.Dup(1, 1)}
	for i, want := range []error{nil, syscall.EBADF, syscall.EBADF, syscall.EBADF, syscall.EBADF, nil} {
		if errs[i] != want {
			t.Errorf("call %d: %v instead of %v", i, errs[i], want)
		}
	}
	if _, err := tb.Free(0); err != syscall.EMFILE {
		t.Errorf("a full table: %v", err)
	}
	sub := tb.Clone()
	if d1, d3 := tb.Desc(1), sub.Desc(3); !stream.Same(d1, d3) || stream.Same(d1, tb.Desc(0)) {
		t.Error("a copy refers to another description")
	}
	tb.CloseAll()
	if _, err := sub.Desc(1).Write([]byte("x\n")); err != nil {
		t.Errorf("the subshell's descriptor was closed: %v", err)
	}
	sub.Close(1)
	line(t, sub.Desc(0), "x\n", nil)
	if sub.Len() != 3 || sub.Close(1) != syscall.EBADF {
		t.Error("closing one of two")
	}
	d, _ := sub.Take(0)
	sub.CloseAll()
	line(t, d, "", io.EOF)
	line(t, sub.Desc(0), "", syscall.EBADF)
	if stream.NewTable(0).Limit() != 256 {
		t.Error("default limit")
	}
}

func TestNamedPipeIsAStream(t *testing.T) {
	t.Parallel()
	m := disk(t)
	m.Mkfifo("/p", 0o644)
	d := open(t, m, "/p", os.O_RDWR)
	if d.Ready() {
		t.Error("nothing is in it")
	}
	d.Write([]byte("a\nb\n"))
	line(t, d, "a\n", nil)
	ctx, cancel := context.WithCancelCause(bg)
	cancel(io.ErrClosedPipe)
	line(t, d, "b\n", nil)
	if _, err := stream.WithContext(ctx, d).Read(make([]byte, 1)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := d.Seek(0, io.SeekCurrent); err != syscall.ESPIPE {
		t.Errorf("seek: %v", err)
	}
}

func BenchmarkReadLines(b *testing.B) {
	m := disk(b)
	m.WriteFile("/f", []byte(strings.Repeat("a line of some length\n", 10_000)), 0o644)
	d := open(b, m, "/f", os.O_RDONLY)
	for b.Loop() {
		if _, err := d.ReadUntil(bg, '\n', 0); err == io.EOF {
			d.Seek(0, io.SeekStart)
		}
	}
}
