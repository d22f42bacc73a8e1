package record_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/aegish/aegish/interp/command/record"
)

func TestRecords(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 200_000)
	for _, in := range []string{"", "\n", "a", "a\n", "a\nb", "\n\nab\n\n", long, long + "\n" + long, strings.Repeat("line\n", 50_000)} {
		want := strings.SplitAfter(in, "\n")
		if want[len(want)-1] == "" {
			want = want[:len(want)-1]
		}
		for _, r := range []io.Reader{strings.NewReader(in), iotest.HalfReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in))} {
			rd := record.NewReader(r, '\n', 1<<20)
			for i, w := range want {
				if got, err := rd.Next(); err != nil || string(got) != w {
					t.Fatalf("record %d of %d: %d bytes, %v; want %d", i, len(want), len(got), err, len(w))
				}
			}
			if got, err := rd.Next(); err != io.EOF || got != nil {
				t.Errorf("at the end: %q, %v", got, err)
			}
		}
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in  string
		err error
	}{{strings.Repeat("x", 1000) + "\n", nil}, {strings.Repeat("x", 1000), nil}, {strings.Repeat("x", 1001) + "\n", record.ErrTooLong}, {strings.Repeat("x", 1001), record.ErrTooLong}} {
		if _, err := record.NewReader(strings.NewReader(c.in), '\n', 1000).Next(); !errors.Is(err, c.err) {
			t.Errorf("%d bytes: %v", len(c.in), err)
		}
	}
	failing := io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(io.ErrUnexpectedEOF))
	r := record.NewReader(failing, '\n', 1000)
	if got, err := r.Next(); string(got) != "a\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := r.Next(); got != nil || err != io.ErrUnexpectedEOF {
		t.Errorf("%q, %v", got, err)
	}
}
