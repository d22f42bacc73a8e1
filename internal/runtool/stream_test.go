package runtool

import (
	"context"
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/aegish/aegish/executor"
)

// mixed has characters of one to four bytes, and beginnings of each at every
// offset.
const mixed = "a×9é€😀"

// collect writes text to a pipe and returns what is kept of it.
func collect(t *testing.T, text string, limit int) stream {
	t.Helper()
	p, err := newSinkPipe(limit)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	return p.finish(time.Now().Add(patience))
}

func TestLimitCountsBytesAndKeepsRunes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{mixed, strings.Repeat("😀", 5), strings.Repeat("é€", 4), "plain"} {
		for limit := range len(text) + 3 {
			s := collect(t, text, limit)
			want := text[:min(limit, len(text))]
			for !utf8.ValidString(want) {
				want = want[:len(want)-1]
			}
			if cut := limit < len(text); s.text != want || s.truncated != cut || s.empty {
				t.Errorf("%q up to %d: %+v; want %q, cut %v", text, limit, s, want, cut)
			}
		}
	}
}

func TestNothingIsEmpty(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{0, 1, 100} {
		if s := collect(t, "", limit); s != (stream{empty: true}) {
			t.Errorf("limit %d: %+v", limit, s)
		}
	}
}

func TestEachStrayByteIsOneReplacement(t *testing.T) {
	t.Parallel()
	const bad = "\ufffd"
	for _, tt := range []struct{ in, want string }{
		{"\xff", bad},
		{"\xff\xfe\xfd", bad + bad + bad},
		{"a\x80b", "a" + bad + "b"},
		{"\xc3(", bad + "("},
		{"\xe2\x82", bad + bad},
		{"\xf0\x9f\x98", bad + bad + bad},
		{"\xc0\xaf", bad + bad},
		{"\xed\xa0\x80", bad + bad + bad},
		{"\xf4\x90\x80\x80", bad + bad + bad + bad},
		{"€\xe2\x82€", "€" + bad + bad + "€"},
		{"real " + bad, "real " + bad},
		{"\x00\x1b", "\x00\x1b"},
	} {
		if s := collect(t, tt.in, 100); s.text != tt.want || s.truncated {
			t.Errorf("%q: %+v, want %q", tt.in, s, tt.want)
		}
	}
}

func TestStrayBytesAtTheCut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in    string
		limit int
		want  string
	}{
		{"ab\xff\xffcd", 3, "ab\ufffd"},
		{"\x80\x80\x80\x80\x80", 4, "\ufffd\ufffd\ufffd\ufffd"}, // no beginning to take off
		{"a\xe2\x82\xffb", 3, "a"},                              // could have become a €
		{"😀\x80\x80", 5, "😀\ufffd"},
	} {
		if s := collect(t, tt.in, tt.limit); s.text != tt.want || !s.truncated {
			t.Errorf("%q up to %d: %+v, want %q", tt.in, tt.limit, s, tt.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"", mixed, "\xff\xfe", "\xf0\x9f\x98", "a\xe2\x82\xffb"} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, raw []byte, more bool) {
		s := decode(head{bytes: raw, more: more})
		whole := string([]rune(string(raw))) // one U+FFFD for each stray byte
		if !utf8.ValidString(s.text) || !strings.HasPrefix(whole, s.text) {
			t.Errorf("%q became %q", raw, s.text)
		}
		if !more && s.text != whole {
			t.Errorf("%q became %q, want all of it", raw, s.text)
		}
		lost := utf8.RuneCountInString(whole) - utf8.RuneCountInString(s.text)
		if lost < 0 || lost >= utf8.UTFMax {
			t.Errorf("%q lost %d characters", raw, lost)
		}
	})
}

// TestMemoryStaysFlat prints 400 MB. It does not run beside other tests,
// because the measure is of the whole process.
func TestMemoryStaysFlat(t *testing.T) {
	const (
		total = 400 << 20
		limit = 64 << 10
		bound = 8 << 20 // bytes, all in all
	)
	chunk := make([]byte, chunkSize)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	session := newSession(t, func(_ context.Context, req executor.Request) (executor.Outcome, error) {
		for n := 0; n < total; n += len(chunk) {
			if _, err := req.Stdout.Write(chunk); err != nil {
				return executor.Outcome{}, err
			}
		}
		return executor.Outcome{}, nil
	}, nil)
	a := Run(context.Background(), session, "x", Options{Timeout: time.Minute, MaxOutput: limit})
	runtime.ReadMemStats(&after)
	if !a.StdoutTruncated || len(a.Stdout) != limit || !a.Success {
		t.Errorf("%d bytes kept, cut %v: %s", len(a.Stdout), a.StdoutTruncated, a.Text[:min(100, len(a.Text))])
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > bound {
		t.Errorf("%d bytes were allocated for %d of output, more than %d", n, total, bound)
	}
}

// TestNoDescriptorsStay runs by itself: descriptors are the process's.
func TestNoDescriptorsStay(t *testing.T) {
	session := newSession(t, prints("out", "err", executor.Outcome{}), nil)
	run := func() { Run(context.Background(), session, "x", defaults()) }
	run()
	before := descriptors(t)
	for range 50 {
		run()
	}
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors, %d after 50 runs", before, after)
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// keeper holds a pipe open beyond the command's end.
func keeper(t *testing.T, w *os.File) *os.File {
	t.Helper()
	fd, err := syscall.Dup(int(w.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "kept")
	t.Cleanup(func() { f.Close() })
	return f
}

func TestAPipeThatStaysOpenIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	p, err := newSinkPipe(100)
	if err != nil {
		t.Fatal(err)
	}
	kept := keeper(t, p.w)
	if _, err := io.WriteString(kept, "before"); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	s := p.finish(begin.Add(50 * time.Millisecond))
	if took := time.Since(begin); took > patience || s.text != "before" || s.truncated {
		t.Errorf("%+v after %v", s, took)
	}
}

// TestAFloodBehindTheEndIsNotWaitedFor has a writer that never pauses and
// dies of nothing but the closed pipe.
func TestAFloodBehindTheEndIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	p, err := newSinkPipe(10)
	if err != nil {
		t.Fatal(err)
	}
	kept := keeper(t, p.w)
	ended := make(chan error, 1)
	go func() {
		chunk := make([]byte, chunkSize)
		for {
			if _, err := kept.Write(chunk); err != nil {
				ended <- err
				return
			}
		}
	}()
	begin := time.Now()
	s := p.finish(begin.Add(50 * time.Millisecond))
	if took := time.Since(begin); took > patience || len(s.text) > 10 {
		t.Errorf("%+v after %v", s, took)
	}
	select {
	case <-ended:
	case <-time.After(patience):
		t.Error("the writer still writes")
	}
}

// TestDrainOfBothStreamsIsOneDrain keeps both pipes open: the wait is
// drainLimit, not twice that.
func TestDrainOfBothStreamsIsOneDrain(t *testing.T) {
	t.Parallel()
	session := newSession(t, func(_ context.Context, req executor.Request) (executor.Outcome, error) {
		keeper(t, req.Stdout)
		keeper(t, req.Stderr)
		_, err := req.Stdout.WriteString("hi")
		return executor.Outcome{}, err
	}, nil)
	begin := time.Now()
	a := Run(context.Background(), session, "x", defaults())
	if took := time.Since(begin); took < drainLimit || took > drainLimit+patience || a.Text != "Exit code: 0\nhi" {
		t.Errorf("%+v after %v", a, took)
	}
}

func TestBothStreamsAreReadAtOnce(t *testing.T) {
	t.Parallel()
	const size = 1 << 20 // more than a pipe holds
	text := strings.Repeat("x", size)
	for _, engine := range []engine{
		prints(text, text, executor.Outcome{}),
		func(_ context.Context, req executor.Request) (executor.Outcome, error) {
			_, _ = req.Stderr.WriteString(text)
			_, err := req.Stdout.WriteString(text)
			return executor.Outcome{}, err
		},
	} {
		a := Run(context.Background(), newSession(t, engine, nil), "x", Options{Timeout: patience, MaxOutput: 2 * size})
		if len(a.Stdout) != size || len(a.Stderr) != size || a.StdoutTruncated || a.StderrTruncated {
			t.Errorf("%d and %d bytes, want %d", len(a.Stdout), len(a.Stderr), size)
		}
	}
}
