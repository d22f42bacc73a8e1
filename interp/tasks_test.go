package interp_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
)

// TestTasks runs a command that writes the list of processes: the shells with
// their own arguments, jobs and stages of pipelines with those of what they run.
func TestTasks(t *testing.T) {
	t.Parallel()
	started := make(chan bool)
	released := make(chan bool)
	b := command.NewRegistry()
	add := func(name string, run command.Func) {
		if err := b.Add(name, command.Entry{Command: run, Summary: name, Family: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	add("list", func(_ context.Context, call *command.Call) int {
		for _, task := range call.Tasks() {
			self := ""
			if task.PID == call.Self {
				self = " self"
			}
			fmt.Fprintf(call.Stdout, "%d %d %s%s\n", task.PID, task.Parent, strings.Join(task.Args, " "), self)
		}
		return 0
	})
	add("linger", func(ctx context.Context, _ *command.Call) int {
		started <- true
		<-ctx.Done()
		return 0
	})
	add("hold", func(context.Context, *command.Call) int { started <- true; <-released; return 0 })
	add("release", func(context.Context, *command.Call) int { released <- true; return 0 })
	add("lingers", func(context.Context, *command.Call) int { <-started; return 0 })
	for script, want := range map[string]string{
		"list a":                                    "50 1 sh x y self\n",
		"hold h | { lingers; list a; release; }":    "50 1 sh x y\n51 50 hold h\n52 50 list a self\n",
		"linger b & lingers; list":                  "50 1 sh x y self\n51 50 linger b\n",
		"(linger c; :) & lingers; list":             "50 1 sh x y self\n51 50 linger c\n",
		"(list d; list e)":                          "50 1 sh x y\n51 50 list d self\n50 1 sh x y\n51 50 list e self\n",
		"bash -c 'list f' z":                        "50 1 sh x y\n51 50 list f self\n",
		"bash -c '(linger; :) & lingers; list' z u": "50 1 sh x y\n51 50 list self\n52 51 linger\n",
	} {
		var out bytes.Buffer
		s, err := interp.New(interp.WithName("sh"), interp.WithParams("x", "y"), interp.WithPID(50), interp.WithRegistry(b.Build()), interp.WithStdio(nil, &out, &out))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context(), script); err != nil {
			t.Error(err)
		}
		if got := out.String(); got != want {
			t.Errorf("%s:\n%s, want\n%s", script, got, want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestKillReachesWhatRunsInside kills a job that waits for a subshell which would
// not end: it is no process that could go on alone.
func TestKillReachesWhatRunsInside(t *testing.T) {
	t.Parallel()
	for _, script := range []string{
		"{ (bash -c 'while :; do :; done'); :; } & kill $!; wait $!",
		"{ x=$(while :; do :; done); :; } & kill $!; wait $!",
	} {
		var out bytes.Buffer
		s := session(t, "/w", &out, &out, interp.WithLimits(interp.DefaultLimits()))
		res, err := s.Run(t.Context(), script)
		if err != nil || res.Status != 143 {
			t.Errorf("%s: %+v %v %s", script, res, err, out.String())
		}
	}
}

// TestJobsMayEnd closes the session while jobs run: one with little to do gets
// to its end, one that goes on is ended.
func TestJobsMayEnd(t *testing.T) {
	t.Parallel()
	const tries = 20 // for a machine on which the little takes long
	printed := ""
	for range tries {
		var out bytes.Buffer
		s, err := interp.New(interp.WithStdio(nil, &out, &out))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context(), "{ for i in {1..500}; do :; done; echo end; } & while :; do :; done &"); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if printed = out.String(); printed != "" {
			break
		}
	}
	if printed != "end\n" {
		t.Errorf("%q", printed)
	}
}
