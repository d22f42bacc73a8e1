package stream_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/stream"
)

func TestPipeCarriesEverything(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 7, 512, 4096, 0} {
		r, w := stream.Pipe(size)
		want := bytes.Repeat([]byte("0123456789abcdef\n"), 9000)
		go func() {
			for rest := want; len(rest) > 0; {
				n := min(len(rest), 1+len(rest)%7001)
				w.Write(rest[:n])
				rest = rest[n:]
			}
			w.Close()
		}()
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("size %d: %d bytes of %d, %v", size, len(got), len(want), err)
		}
	}
}

func TestPipeEnds(t *testing.T) {
	t.Parallel()
	r, w := stream.Pipe(0)
	w2 := w.Retain()
	w.Close()
	if _, err := w2.Write([]byte("a\nb")); err != nil {
		t.Fatal(err)
	}
	w2.Close()
	if _, err := w2.Write([]byte("x")); !errors.Is(err, syscall.EBADF) {
		t.Errorf("write after the last close: %v", err)
	}
	if err := w2.Close(); !errors.Is(err, syscall.EBADF) {
		t.Errorf("one close too many: %v", err)
	}
	line, err := r.ReadUntil(context.Background(), '\n', 0)
	if string(line) != "a\n" || err != nil {
		t.Errorf("first line %q, %v", line, err)
	}
	line, err = r.ReadUntil(context.Background(), '\n', 0)
	if string(line) != "b" || err != io.EOF {
		t.Errorf("rest %q, %v", line, err)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("at the end %d, %v", n, err)
	}

	r, w = stream.Pipe(8)
	failed := make(chan error)
	go func() {
		_, err := w.Write(make([]byte, 100))
		failed <- err
	}()
	r.Read(make([]byte, 1))
	r.Close()
	if err := <-failed; err != stream.ErrBrokenPipe {
		t.Errorf("write without a reader: %v", err)
	}
}

func TestPipeSmallWritesStayWhole(t *testing.T) {
	t.Parallel()
	r, w := stream.Pipe(0)
	var writers sync.WaitGroup
	for _, c := range "abcdefgh" {
		line := []byte(strings.Repeat(string(c), 4095) + "\n")
		d := w.Retain()
		writers.Go(func() {
			for range 50 {
				d.Write(line)
			}
			d.Close()
		})
	}
	w.Close()
	for n := 0; ; n++ {
		line, err := r.ReadUntil(context.Background(), '\n', 0)
		if err == io.EOF {
			if n != 400 {
				t.Errorf("%d lines", n)
			}
			break
		}
		if len(line) != 4096 || strings.Trim(string(line[:4095]), string(line[0])) != "" {
			t.Fatalf("line %d is mixed: %d bytes", n, len(line))
		}
	}
	writers.Wait()
}

func TestCancelledPipeLetsGo(t *testing.T) {
	t.Parallel()
	cause := errors.New("the run is over")
	ctx, cancel := context.WithCancelCause(context.Background())
	r, w := stream.PipeContext(ctx, 4)
	r2, w2 := stream.Pipe(4)
	w2.Write([]byte("1234"))
	r3, _ := stream.Pipe(4)
	errs := make(chan error, 4)
	go func() { _, err := r.Read(make([]byte, 1)); errs <- err }()
	go func() { _, err := stream.WithContext(ctx, w2).Write([]byte("5")); errs <- err }()
	go func() { _, err := stream.WithContext(ctx, r3).Retain().Read(make([]byte, 1)); errs <- err }()
	go func() { _, err := r3.ReadUntil(ctx, '\n', 0); errs <- err }()
	cancel(cause)
	for range 4 {
		if err := <-errs; err != cause {
			t.Errorf("got %v", err)
		}
	}
	_, _ = w, r2
}

func TestReadUntilTimesOut(t *testing.T) {
	t.Parallel()
	r, w := stream.Pipe(0)
	w.Write([]byte("part"))
	ctx, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	line, err := r.ReadUntil(ctx, '\n', 0)
	if string(line) != "part" || err != stream.ErrWouldBlock {
		t.Errorf("%q, %v", line, err)
	}
}

func TestReadUntilCountsBytes(t *testing.T) {
	t.Parallel()
	r, w := stream.Pipe(0)
	w.Write([]byte("abc\ndef"))
	for _, want := range []string{"ab", "c\n", "de"} {
		if got, err := r.ReadUntil(context.Background(), '\n', 2); string(got) != want || err != nil {
			t.Errorf("%q, %v instead of %q", got, err, want)
		}
	}
	if !r.Ready() {
		t.Error("a byte is left")
	}
}

func BenchmarkPipeline(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		r, w := stream.Pipe(0)
		go func() {
			w.Write([]byte("hello\n"))
			w.Close()
		}()
		r.ReadUntil(context.Background(), '\n', 0)
		r.ReadUntil(context.Background(), '\n', 0)
		r.Close()
	}
}

func BenchmarkPipeThroughput(b *testing.B) {
	r, w := stream.Pipe(0)
	buf := make([]byte, 32<<10)
	b.SetBytes(int64(len(buf)))
	go func() {
		in := make([]byte, 32<<10)
		for {
			if _, err := r.Read(in); err != nil {
				return
			}
		}
	}()
	for b.Loop() {
		w.Write(buf)
	}
	w.Close()
}
