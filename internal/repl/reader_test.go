package repl

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// patience bounds waits that end at once unless something is broken.
const patience = 20 * time.Second

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Close()
		w.Close()
	})
	return r, w
}

func newStream(t *testing.T, ctx context.Context, stdin *os.File) reader {
	t.Helper()
	in, err := newReader(ctx, Options{Stdin: stdin})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestLinesOfAStream(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   string
		want []string // the last one is what stands before the end
	}{
		{"", []string{""}},
		{"\n", []string{"", ""}},
		{"one", []string{"one"}},
		{"one\n", []string{"one", ""}},
		{"one\ntwo", []string{"one", "two"}},
		{"\n\n x \n", []string{"", "", " x ", ""}},
		{"cr\r\nnul\x00\n\xff\xfe\n", []string{"cr\r", "nul\x00", "\xff\xfe", ""}},
		{strings.Repeat("x", 5000) + "\n", []string{strings.Repeat("x", 5000), ""}},
	} {
		r, w := pipe(t)
		if _, err := w.WriteString(tt.in); err != nil {
			t.Fatal(err)
		}
		w.Close()
		in := newStream(t, t.Context(), r)
		for i, want := range tt.want {
			line, err := in.readLine("")
			last := i == len(tt.want)-1
			if line != want || errors.Is(err, io.EOF) != last || err != nil && !last {
				t.Errorf("%.20q: line %d is %.20q, %v; want %.20q", tt.in, i+1, line, err, want)
			}
		}
		if line, err := in.readLine(""); line != "" || !errors.Is(err, io.EOF) {
			t.Errorf("%.20q: behind the end: %q, %v", tt.in, line, err)
		}
	}
}

// TestNothingBehindTheNewlineIsRead lets others read on: a command from the
// same pipe, or from the same open file.
func TestNothingBehindTheNewlineIsRead(t *testing.T) {
	t.Parallel()
	const text, first = "one\ntwo\nthree", "one"
	r, w := pipe(t)
	if _, err := w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	w.Close()
	path := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for name, stdin := range map[string]*os.File{"pipe": r, "file": file} {
		in := newStream(t, t.Context(), stdin)
		if line, err := in.readLine(""); line != first || err != nil {
			t.Errorf("%s: %q, %v", name, line, err)
		}
		if rest, err := io.ReadAll(stdin); err != nil || string(rest) != text[len(first)+1:] {
			t.Errorf("%s: %q is left (%v)", name, rest, err)
		}
	}
}

func TestInputThatDoesNotBlock(t *testing.T) {
	t.Parallel()
	var fds [2]int
	if err := syscall.Pipe2(fds[:], syscall.O_NONBLOCK|syscall.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	r, w := os.NewFile(uintptr(fds[0]), "r"), os.NewFile(uintptr(fds[1]), "w")
	defer r.Close()
	in := newStream(t, t.Context(), r)
	go func() {
		defer w.Close()
		for _, part := range []string{"on", "e\nt", "wo"} {
			_, _ = w.WriteString(part)
		}
	}()
	if line, err := in.readLine(""); line != "one" || err != nil {
		t.Errorf("%q, %v", line, err)
	}
	if line, err := in.readLine(""); line != "two" || !errors.Is(err, io.EOF) {
		t.Errorf("%q, %v", line, err)
	}
}

func TestInputThatIsNone(t *testing.T) {
	t.Parallel()
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	if line, err := newStream(t, t.Context(), dir).readLine(""); err == nil || errors.Is(err, io.EOF) {
		t.Errorf("directory: %q, %v", line, err)
	}
	file, err := os.OpenFile(filepath.Join(t.TempDir(), "file"), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	_, w := pipe(t)
	for name, stdin := range map[string]*os.File{"write only": file, "the write end of a pipe": w} {
		if in, err := newReader(t.Context(), Options{Stdin: stdin}); err == nil {
			t.Errorf("%s: got %T, want an error: it would wait for ever", name, in)
		}
	}
}

// TestTheEndOfTheContextEndsTheRead waits on inputs where nothing ever comes.
func TestTheEndOfTheContextEndsTheRead(t *testing.T) {
	t.Parallel()
	cause := errors.New("hangup")
	r, _ := pipe(t)
	half, w := pipe(t)
	if _, err := w.WriteString("half a li"); err != nil {
		t.Fatal(err)
	}
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer tty.Close()
	for name, stdin := range map[string]*os.File{"pipe": r, "part of a line": half, "terminal": tty} {
		ctx, cancel := context.WithCancelCause(context.Background())
		in := newStream(t, ctx, stdin)
		result := make(chan error, 1)
		go func() {
			_, err := in.readLine("")
			result <- err
		}()
		cancel(cause)
		select {
		case err := <-result:
			if !errors.Is(err, cause) {
				t.Errorf("%s: %v, want %v", name, err, cause)
			}
		case <-time.After(patience):
			t.Fatalf("%s: the read goes on", name)
		}
	}
}

func TestNothingIsReadOnceTheContextHasEnded(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := pipe(t)
	in := newStream(t, ctx, r)
	cancel()
	if _, err := w.WriteString("rm x\n"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if line, err := in.readLine(""); line != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("%q, %v", line, err)
	}
	if rest, err := io.ReadAll(r); err != nil || string(rest) != "rm x\n" {
		t.Errorf("%q is left (%v)", rest, err)
	}
}

func TestPromptsAreForPeople(t *testing.T) {
	t.Parallel()
	for _, interactive := range []bool{false, true} {
		r, w := pipe(t)
		screen, stderr := pipe(t)
		if _, err := w.WriteString("one\n"); err != nil {
			t.Fatal(err)
		}
		in, err := newReader(t.Context(), Options{Stdin: r, Stderr: stderr, Interactive: interactive})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := in.readLine("prompt$ "); err != nil {
			t.Fatal(err)
		}
		stderr.Close()
		want := ""
		if interactive {
			want = "prompt$ "
		}
		if got, err := io.ReadAll(screen); err != nil || string(got) != want {
			t.Errorf("interactive %v: %q (%v)", interactive, got, err)
		}
	}
}
