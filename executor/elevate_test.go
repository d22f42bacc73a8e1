package executor

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/executor/policy"
	"github.com/aegish/aegish/landlock/launch"
)

// A spy is an engine that only notes what it is asked for.
type spy struct {
	Engine
	asked []Request
	err   error
}

func (s *spy) Name() string { return "bash" }
func (s *spy) Run(_ context.Context, _ *envstate.State, req Request) (Outcome, error) {
	s.asked = append(s.asked, req)
	return Outcome{Exit: 3, Asked: req.Capture}, s.err
}

// A notebook is a Recorder.
type notebook struct {
	records  []Record
	messages []Message
	err      error
}

func (n *notebook) Reserve() error        { return nil }
func (n *notebook) Record(r Record) error { n.records = append(n.records, r); return nil }
func (n *notebook) Warn(Warning) error    { return nil }
func (n *notebook) Message(m Message) error {
	n.messages = append(n.messages, m)
	return n.err
}

// elevatingSession is one of an ordinary user in the sandbox.
func elevatingSession(change func(*config.Config)) (*Session, *spy, *notebook) {
	cfg, _ := config.Builtin(config.ProfileWorkspace)
	cfg.Sudo.Allow = true
	if change != nil {
		change(&cfg)
	}
	engine, book := &spy{}, &notebook{}
	return NewSession(Options{Config: &cfg, Identity: config.Identity{UID: 1000, User: "ada"}, State: envstate.New("/", envstate.Env{}),
		Filter: envstate.NewFilter(envstate.FilterConfig{}), Engine: engine, Recorder: book}), engine, book
}

// What the sandbox lacks is on record once for a session.
func TestSandboxMissingIsRecordedOnce(t *testing.T) {
	t.Parallel()
	s, _, book := elevatingSession(nil)
	s.opts.SandboxMissing = []string{"x"}
	s.Run(t.Context(), Request{Command: " "})
	s.Run(t.Context(), Request{Command: "ls"})
	s.Run(t.Context(), Request{Command: "ls"})
	if len(book.records) != 2 || !slices.Equal(book.records[0].SandboxMissing, []string{"x"}) || book.records[1].SandboxMissing != nil {
		t.Errorf("%+v", book.records)
	}
}

// What runs outside of the sandbox is asked for without its state, and its
// record says whose rights it had.
func TestElevatedTurn(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]Record{
		"sudo ls":           {Elevated: true, ElevatedUser: "root"},
		"sudo -u bob ls":    {Elevated: true, ElevatedUser: "bob"},
		"sudo -g adm ls":    {Elevated: true, ElevatedUser: "ada", ElevatedGroup: "adm"},
		"doas -u bob ls":    {Elevated: true, ElevatedUser: "bob"},
		"A=1 sudo -u b id ": {Elevated: true, ElevatedUser: "b"},
		"ls":                {},
	} {
		s, engine, book := elevatingSession(nil)
		res := s.Run(t.Context(), Request{Command: command, Capture: true})
		if res.Denial != nil || res.Exit != 3 || len(engine.asked) != 1 || len(book.records) != 1 {
			t.Errorf("%q: %+v, %d runs", command, res, len(engine.asked))
			continue
		}
		req, got := engine.asked[0], book.records[0]
		if req.Capture == want.Elevated || (req.elevation != nil) != want.Elevated || res.Elevated != want.Elevated {
			t.Errorf("%q: request %+v", command, req)
		}
		if got.Elevated != want.Elevated || got.ElevatedUser != want.ElevatedUser || got.ElevatedGroup != want.ElevatedGroup || got.Decision != DecisionAllow {
			t.Errorf("%q: record %+v", command, got)
		}
		if s.State().Exit != 3 || s.State().Dir != "/" {
			t.Errorf("%q: state %+v", command, s.State())
		}
	}
}

func TestElevatedTurnRefused(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"sudo ls; id", "sudo -i", "sudo vi x", "su", "sudo a > /root/f"} {
		s, engine, book := elevatingSession(nil)
		res := s.Run(t.Context(), Request{Command: command, Capture: true})
		if res.Denial == nil || res.Denial.Code != policy.CodeElevation || len(engine.asked) != 0 {
			t.Errorf("%q: %+v", command, res)
		}
		if len(book.records) != 1 || book.records[0].Elevated || book.records[0].Decision != DecisionDeny || book.records[0].Rule != "sudo.allow" {
			t.Errorf("%q: %+v", command, book.records)
		}
	}
	// A script stays inside, and a command that was not started was not elevated.
	script := filepath.Join(t.TempDir(), "script")
	must(t, os.WriteFile(script, []byte("sudo ls\n"), 0o600))
	s, engine, _ := elevatingSession(func(c *config.Config) { c.Run.BashASTMode = config.ModeAudit })
	if res := s.Run(t.Context(), Request{Command: script, Script: true}); res.Denial == nil || !strings.Contains(res.Denial.Reason, "script") || len(engine.asked) != 0 {
		t.Errorf("a script: %+v", res)
	}
	s, engine, book := elevatingSession(nil)
	engine.err = &SetupError{CodeSpawn, errors.New("no sudo")}
	if res := s.Run(t.Context(), Request{Command: "sudo ls"}); res.Denial == nil || book.records[0].Elevated {
		t.Errorf("not started: %+v, %+v", res, book.records)
	}
}

// A command outside of the sandbox starts sudo itself: no shell, no filter, no
// no_new_privs, and none of what the text calls something else.
func TestElevate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sudo := filepath.Join(dir, "sudo")
	must(t, os.WriteFile(sudo, []byte("x"), 0o755))
	b := NewBash(BashOptions{Shell: "/bin/bash", Filter: []byte("12345678")})
	b.find = func(name string) (string, error) { return filepath.Join(dir, name), nil }
	st := envstate.New(dir, envstate.Env{})
	start := func(path string, isolate bool) (*launcher, error) {
		l := &launcher{engine: b, spec: launch.Spec{Path: "/bin/bash", Argv: []string{"bash", "-c", "x"}, Env: []string{"A=0", "B=0"},
			Filter: b.opts.Filter, NoNewPrivs: true}}
		return l, b.elevate(l, st, Request{Isolate: isolate, elevation: &policy.Elevation{Program: "sudo", Path: path, Args: []string{"ls"}, Env: []string{"A=1", "C=2"}}})
	}
	l, err := start("", true)
	must(t, err)
	if l.spec.Path != sudo || !slices.Equal(l.spec.Argv, []string{"sudo", "-n", "ls"}) || !slices.Equal(l.spec.Env, []string{"B=0", "A=1", "C=2"}) ||
		l.spec.Filter != nil || l.spec.NoNewPrivs || l.spec.DropCapabilities || !l.elevated {
		t.Errorf("%+v", l.spec)
	}
	for _, path := range []string{sudo, "./sudo", "../" + filepath.Base(dir) + "/sudo"} {
		if _, err := start(path, true); err != nil {
			t.Errorf("%s is the same file: %v", path, err)
		}
	}
	other := filepath.Join(t.TempDir(), "sudo")
	must(t, os.WriteFile(other, []byte("x"), 0o755))
	for _, path := range []string{other, "./x/sudo", dir + "/missing/sudo"} {
		if _, err := start(path, true); err == nil {
			t.Errorf("%s is taken for the system's", path)
		}
	}
	b.find = func(string) (string, error) { return "", errors.New("none") }
	if _, err := start("", true); err == nil {
		t.Error("there is none")
	}
}

// PATH has no say in which sudo it is, and nobody but root has.
func TestFindElevator(t *testing.T) {
	t.Parallel()
	if _, err := findElevator("aegish-has-no-such-program"); err == nil {
		t.Error("found what is not there")
	}
	path, err := findElevator("env") // stands for any program of root's
	if err != nil || path != "/usr/bin/env" {
		t.Errorf("%q, %v", path, err)
	}
}
