package command_test

import (
	"context"
	"fmt"
	"slices"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/command"
)

func exits(code int) command.Entry {
	return command.Entry{Command: command.Func(func(context.Context, *command.Call) int { return code })}
}

func TestRegistry(t *testing.T) {
	t.Parallel()
	b := command.NewRegistry()
	for _, c := range []struct {
		name string
		e    command.Entry
		ok   bool
	}{
		{"wc", exits(1), true}, {"cat", exits(2), true}, {"[", exits(3), true},
		{"wc", exits(4), false}, {"", exits(0), false}, {"a/b", exits(0), false}, {"a\x00", exits(0), false},
		{"nothing", command.Entry{}, false},
	} {
		if err := b.Add(c.name, c.e); (err == nil) != c.ok {
			t.Errorf("%q: %v", c.name, err)
		}
	}
	r := b.Build()
	if err := b.Add("later", exits(0)); err != nil {
		t.Fatal(err)
	}
	names := r.Names()
	if !slices.Equal(names, []string{"[", "cat", "wc"}) {
		t.Errorf("names %q", names)
	}
	names[0] = "changed"
	if r.Names()[0] != "[" {
		t.Error("a caller changed the registry")
	}
	if _, ok := r.Lookup("later"); ok {
		t.Error("a registry that was built has grown")
	}
}

func TestNothingIsFoundByDefault(t *testing.T) {
	t.Parallel()
	var r command.Resolver = command.NotFound{}
	if c, err := r.Resolve(context.Background(), &command.Call{Args: []string{"/bin/sh"}}); c != nil || err != nil {
		t.Errorf("%v, %v", c, err)
	}
	for err, want := range map[error]int{
		command.ErrNotFound: 127, syscall.ENOENT: 127, syscall.ENOTDIR: 127,
		syscall.EACCES: 126, syscall.ENOEXEC: 126, syscall.EISDIR: 126,
	} {
		if got := command.StatusOf(fmt.Errorf("starting: %w", err)); got != want {
			t.Errorf("%v: %d", err, got)
		}
	}
	if got := command.SignalError(syscall.SIGTERM).Code(); got != 143 {
		t.Errorf("SIGTERM is %d", got)
	}
}
