package interp_test

import (
	"bytes"
	"context"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
)

// blocking is a registry with the command block, which says that it runs and
// waits for its end.
func blocking(t *testing.T) (command.Registry, <-chan struct{}) {
	t.Helper()
	started := make(chan struct{}, 1)
	b := command.NewRegistry()
	err := b.Add("block", command.Entry{Command: command.Func(func(ctx context.Context, _ *command.Call) int {
		started <- struct{}{}
		<-ctx.Done()
		return 1
	})})
	if err != nil {
		t.Fatal(err)
	}
	return b.Build(), started
}

// TestInterruptEndsProgramsOfATrappingShell checks that an interrupt ends the
// program which runs, although the shell has a trap: the trap is the shell's
// alone. At a terminal the shell gets it only when no program does.
func TestInterruptEndsProgramsOfATrappingShell(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, script string
		terminal     bool
		want         string
	}{
		{"script", "block; echo $?", false, "trap\n130\n"},
		{"script, function", "f() { block; echo in; }; f; echo $?", false, "trap\nin\n0\n"},
		{"script, input", "block < /dev/null; echo $?", false, "trap\n130\n"},
		{"script, loop", "for i in 1; do block; done; echo $?", false, "trap\n130\n"},
		{"terminal", "block; echo $?", true, "130\n"},
		{"terminal, function", "f() { block; echo in; }; f; echo $?", true, "in\n0\n"},
		{"terminal, loop", "for i in 1 2; do block; done; echo $?", true, ""},
		{"terminal, subshell", "(block; echo sub); echo $?", true, "130\n"},
		{"terminal, pipeline", "block | block; echo $?", true, "130\n"},
		{"terminal, shell with a trap of its own", "bash -c 'trap \"echo inner\" INT; block; echo $?'; echo $?", true, "inner\n130\n0\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			registry, started := blocking(t)
			var out bytes.Buffer
			s := session(t, "/w", &out, &bytes.Buffer{}, interp.WithRegistry(registry), interp.WithInteractive(c.terminal), interp.WithExit(false))
			if _, err := s.Run(t.Context(), "trap 'echo trap' INT"); err != nil {
				t.Fatal(err)
			}
			go func() {
				<-started
				if c.name == "terminal, pipeline" {
					<-started
				}
				s.Signal(syscall.SIGINT)
			}()
			if _, err := s.Run(t.Context(), c.script); err != nil {
				t.Fatal(err)
			}
			if out.String() != c.want {
				t.Errorf("%q, want %q", out.String(), c.want)
			}
			if res, err := s.Run(t.Context(), "(exit 3)"); err != nil || res.Status != 3 {
				t.Errorf("afterwards: %+v, %v", res, err)
			}
		})
	}
}
