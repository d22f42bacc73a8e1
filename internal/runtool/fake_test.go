package runtool

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/executor"
)

// patience bounds waits that end at once unless something is broken.
const patience = 20 * time.Second

// An engine is what an executor.Engine does with a command.
type engine func(context.Context, executor.Request) (executor.Outcome, error)

// A fake is the rest of an executor.Engine. Nothing else of it is called.
type fake struct {
	executor.Engine
	run engine
}

func (fake) Name() string { return "bash" }

func (f fake) Run(ctx context.Context, _ *envstate.State, req executor.Request) (executor.Outcome, error) {
	return f.run(ctx, req)
}

// prints is an engine whose commands print and end.
func prints(stdout, stderr string, end executor.Outcome) engine {
	return func(_ context.Context, req executor.Request) (executor.Outcome, error) {
		_, err := req.Stdout.WriteString(stdout)
		_, err2 := req.Stderr.WriteString(stderr)
		return end, errors.Join(err, err2)
	}
}

// refuses is an engine that can not start anything.
func refuses(err error) engine {
	return func(context.Context, executor.Request) (executor.Outcome, error) { return executor.Outcome{}, err }
}

// unused is an engine that must not be asked.
func unused(t *testing.T) engine {
	return func(_ context.Context, req executor.Request) (executor.Outcome, error) {
		t.Errorf("%q ran", req.Command)
		return executor.Outcome{}, nil
	}
}

// A trail is a Recorder that fails at will.
type trail struct{ err error }

func (r trail) Reserve() error               { return r.err }
func (r trail) Record(executor.Record) error { return r.err }
func (r trail) Warn(executor.Warning) error  { return r.err }

// Message implements executor.Recorder.
func (r trail) Message(executor.Message) error { return r.err }

// A confirmer gives one answer and counts the questions.
type confirmer struct {
	yes   bool
	asked int
}

func (c *confirmer) AskTerminal(context.Context, executor.Question) (bool, string) {
	c.asked++
	return c.yes, "because"
}

func (c *confirmer) AskProgram(context.Context, []string, executor.Question) (bool, string) {
	c.asked++
	return c.yes, "because"
}

// newSession makes a session in the root directory.
func newSession(t *testing.T, e engine, change func(*config.Config, *executor.Options)) *executor.Session {
	t.Helper()
	cfg, ok := config.Builtin(config.ProfileWorkspace)
	if !ok {
		t.Fatal("no workspace profile")
	}
	opts := executor.Options{
		Config: &cfg, State: envstate.New("/", envstate.Env{}), Filter: envstate.NewFilter(envstate.FilterConfig{}),
		Engine: fake{run: e}, Recorder: trail{},
	}
	if change != nil {
		change(&cfg, &opts)
	}
	return executor.NewSession(opts)
}

func defaults() Options { return Options{Timeout: patience, MaxOutput: 64 * 1024} }
