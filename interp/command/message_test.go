package command_test

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"strings"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/stream"
)

func TestMessage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, "Success"}, {syscall.ENOENT, "No such file or directory"}, {syscall.EISDIR, "Is a directory"},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, "Permission denied"},
		{syscall.EXDEV, "Invalid cross-device link"}, {syscall.ENAMETOOLONG, "File name too long"},
		{fs.ErrExist, "File exists"}, {stream.ErrBrokenPipe, "Broken pipe"}, {errors.New("odd"), "odd"},
		{&fs.PathError{Op: "open", Path: "x", Err: errors.New("odd")}, "odd"},
	} {
		if got := command.Message(c.err); got != c.want {
			t.Errorf("%v: %q", c.err, got)
		}
	}
}

func TestQuotes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, quote, shell, needed string }{
		{"x", "‘x’", "'x'", "x"},
		{"", "‘’", "''", "''"},
		{"a b", "‘a b’", "'a b'", "'a b'"},
		{"it's", "‘it's’", `"it's"`, `"it's"`},
		{"a\nb", `‘a\nb’`, `'a'$'\n''b'`, `'a'$'\n''b'`},
		{"\xff", `‘\377’`, `''$'\377'`, `''$'\377'`},
		{"ä", "‘ä’", "'ä'", "ä"},
	} {
		if q, s, n := command.Quote(c.in), command.QuoteShell(c.in), command.QuoteIfNeeded(c.in); q != c.quote || s != c.shell || n != c.needed {
			t.Errorf("%q: %s %s %s", c.in, q, s, n)
		}
	}
}

func TestParseSize(t *testing.T) {
	t.Parallel()
	const suffixes = "bkKmMGTPEZY0"
	for _, c := range []struct {
		in   string
		want int64
		err  error
	}{
		{"0", 0, nil}, {"12", 12, nil}, {"1K", 1024, nil}, {"1k", 1024, nil}, {"2KiB", 2048, nil}, {"5MB", 5_000_000, nil},
		{"1kB", 1000, nil}, {"3b", 1536, nil}, {"K", 1024, nil}, {"7E", 7 << 60, nil}, {"8E", math.MaxInt64, syscall.EOVERFLOW},
		{"1Z", math.MaxInt64, syscall.EOVERFLOW}, {"9223372036854775807", math.MaxInt64, nil}, {"9223372036854775808", math.MaxInt64, syscall.EOVERFLOW},
		{"", 0, command.ErrNumber}, {"x", 0, command.ErrNumber}, {"1x", 1, command.ErrNumber}, {"1KB2", 1, command.ErrNumber}, {"-1", 0, command.ErrNumber}, {"0B", 0, command.ErrNumber},
	} {
		if got, err := command.ParseSize(c.in, suffixes); got != c.want || err != c.err {
			t.Errorf("%q: %d, %v", c.in, got, err)
		}
	}
}

func TestOutput(t *testing.T) {
	t.Parallel()
	sink, errs := stream.Buffer(0), stream.Buffer(0)
	call := &command.Call{Args: []string{"x"}, Stdout: sink, Stderr: errs}
	o := command.NewOutput(call)
	var want strings.Builder
	for i := range 3000 {
		part := strings.Repeat("ab", i%97)
		if i == 1500 {
			part = strings.Repeat("long", 50_000)
		}
		want.WriteString(part + "\n")
		o.Write([]byte(part))
		o.WriteByte('\n')
	}
	if o.Finish(7, 1) != 7 || string(sink.Bytes()) != want.String() {
		t.Error("what was written did not arrive")
	}
	call.Stdout = stream.Closed()
	o = command.NewOutput(call)
	o.WriteString("text")
	if o.Finish(0, 2) != 2 || string(errs.Bytes()) != "x: write error: Bad file descriptor\n" {
		t.Errorf("closed: %q", errs.Bytes())
	}
	r, w := stream.Pipe(0)
	r.Close()
	call.Stdout, call.Stderr = w, stream.Buffer(0)
	o = command.NewOutput(call)
	var failed *command.OutputError
	if _, err := o.Write(make([]byte, 1<<17)); !errors.As(err, &failed) || o.Finish(0, 3) != 3 {
		t.Errorf("broken pipe: %v", err)
	}
}

func TestEndedContextEndsReading(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	errs := stream.Buffer(0)
	call := &command.Call{Args: []string{"x"}, Stdin: stream.FromBytes([]byte("text")), Stderr: errs}
	in, err := call.Open(ctx, "-")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := in.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if got := call.Each(ctx, nil, 1, func(*command.Input) error { return nil }); got != 1 {
		t.Errorf("status %d", got)
	}
}
