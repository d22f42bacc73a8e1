package executor

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/envstate"
)

func TestAppendTailKeepsTheLastBytes(t *testing.T) {
	t.Parallel()
	const max = 10
	var all, tail []byte
	for i := range 100 {
		piece := bytes.Repeat([]byte{byte('a' + i%26)}, i%7)
		all = append(all, piece...)
		tail = appendTail(tail, piece, max)
		if len(tail) > 2*max+7 {
			t.Fatalf("the buffer grew to %d bytes", len(tail))
		}
		want := all[max0(len(all)-max):]
		if got := tail[max0(len(tail)-max):]; !bytes.Equal(got, want) {
			t.Fatalf("after %d pieces the tail is %q, want %q", i, got, want)
		}
	}
}

func max0(n int) int { return max(n, 0) }

// The pipe's end is not waited for: a child may hold it open for ever, and it
// may write without end.
func TestCaptureEndsWithTheShellNotWithThePipe(t *testing.T) {
	t.Parallel()
	c, w, err := newCapture()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	text := strings.Repeat("x", 200_000)
	if _, err := w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if got := c.finish(); string(got) != text {
		t.Errorf("finish gave %d bytes, want %d", len(got), len(text))
	}
}

func TestCaptureOfAFloodIsBounded(t *testing.T) {
	t.Parallel()
	c, w, err := newCapture()
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	done := make(chan struct{})
	go flood(w, stop, done)
	deadline := time.After(300 * time.Millisecond)
	<-deadline
	got := c.finish()
	close(stop)
	<-done
	if len(got) > envstate.MaxReport {
		t.Errorf("finish gave %d bytes; the limit is %d", len(got), envstate.MaxReport)
	}
}

// flood writes until the reader is gone.
func flood(w *os.File, stop, done chan struct{}) {
	defer close(done)
	defer w.Close()
	chunk := bytes.Repeat([]byte("y\n"), 32*1024)
	for {
		select {
		case <-stop:
			return
		default:
		}
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}
