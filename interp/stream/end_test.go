package stream_test

import (
	"context"
	"errors"
	"testing"

	"github.com/aegish/aegish/interp/stream"
)

// A program that was called off writes no more; who is bound beyond its end
// does, and so does who had the description before.
func TestWritesEndWithTheProgram(t *testing.T) {
	t.Parallel()
	why := errors.New("called off")
	out := stream.Buffer(100)
	ctx, cancel := context.WithCancelCause(t.Context())
	d := stream.UntilEnd(ctx, stream.WithContext(t.Context(), out))
	kept := d.Retain()
	write := func(to stream.Description, text string, want error) {
		t.Helper()
		if _, err := to.Write([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%s: %v instead of %v", text, err, want)
		}
	}
	write(d, "a", nil)
	cancel(why)
	write(d, "b", why)
	write(kept, "c", why)
	write(stream.BeyondEnd(d), "d", nil)
	write(stream.LimitWriter(d, stream.NewQuota(10)), "e", why)
	write(out, "f", nil)
	if got := string(out.Bytes()); got != "adf" {
		t.Errorf("%q was written", got)
	}
}
