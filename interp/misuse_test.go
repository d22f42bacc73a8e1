package interp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
)

// TestOneCallAtATime: during a Run, also from a command inside of it, the
// session takes no second call, and after Close none.
func TestOneCallAtATime(t *testing.T) {
	t.Parallel()
	var s *interp.Session
	inside := map[string]error{}
	b := command.NewRegistry()
	if err := b.Add("again", command.Entry{Command: command.Func(func(ctx context.Context, _ *command.Call) int {
		_, inside["Run"] = s.Run(ctx, ":")
		_, inside["RunLines"] = s.RunLines(ctx, ":", 1)
		_, inside["Exit"] = s.Exit(ctx)
		inside["SetStdio"] = s.SetStdio(strings.NewReader(""), io.Discard, io.Discard)
		inside["Save"] = s.Save(io.Discard)
		inside["Close"] = s.Close()
		return 7
	})}); err != nil {
		t.Fatal(err)
	}
	var err error
	if s, err = interp.New(interp.WithRegistry(b.Build())); err != nil {
		t.Fatal(err)
	}
	if res, err := s.Run(t.Context(), "again"); err != nil || res.Status != 7 {
		t.Errorf("%+v, %v", res, err)
	}
	for name, err := range inside {
		if !errors.Is(err, interp.ErrBusy) {
			t.Errorf("%s during a Run: %v", name, err)
		}
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if res, err := s.Run(t.Context(), ":"); !errors.Is(err, interp.ErrClosed) || res.Status == 0 {
		t.Errorf("after Close: %+v, %v", res, err)
	}
	if err := s.Save(io.Discard); err != nil {
		t.Errorf("Save after Close: %v", err)
	}
}

func TestDirectoryIsAbsolute(t *testing.T) {
	t.Parallel()
	for dir, ok := range map[string]bool{"/": true, "/gone": true, "": true, "rel": false, "./x": false} {
		if _, err := interp.New(interp.WithDir(dir)); (err == nil) != ok {
			t.Errorf("%q: %v", dir, err)
		}
	}
}

// TestOneWriterForBoth: writers that are the same are not called twice at a
// time, which the race detector would tell.
func TestOneWriterForBoth(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := session(t, "/w", &out, &out)
	if _, err := s.Run(t.Context(), "for i in {1..500}; do echo a >&2; done & for i in {1..500}; do echo b; done; wait"); err != nil {
		t.Fatal(err)
	}
	if out.Len() != 2000 {
		t.Errorf("%d bytes of 2000", out.Len())
	}
	type odd struct { // can not be compared
		io.Writer
		_ []int
	}
	if _, err := interp.New(interp.WithStdio(nil, odd{Writer: &out}, odd{Writer: &out})); err != nil {
		t.Error(err)
	}
}
