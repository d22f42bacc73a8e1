package doctor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock"
)

// filters is what a kernel says that filters system calls.
var filters = map[string]string{"/proc/sys/kernel/seccomp/actions_avail": "kill_process kill_thread trap errno user_notif trace log allow\n"}

// inProcess is the configuration of sessions that start nothing.
func inProcess(change func(*config.Config)) Facts {
	f := installed()
	f.Config = workspace()
	c := &f.Config.Config
	c.Engine, c.Interp.FS = config.EngineInterp, config.FSMemory
	f.SelfTest = func(context.Context) error { return nil }
	f.Sandbox = &landlock.Report{ABI: 7, Rules: 4}
	if change != nil {
		change(c)
	}
	return f
}

func found(r Report, name string) Check {
	if i := slices.IndexFunc(r.Checks, func(c Check) bool { return c.Name == name }); i >= 0 {
		return r.Checks[i]
	}
	return Check{}
}

func TestInterpEngine(t *testing.T) {
	t.Parallel()
	r := Examine(t.Context(), inProcess(nil), newHost(t, plus(filters)))
	if !r.OK {
		t.Errorf("%+v", r.Checks)
	}
	for _, name := range []string{"engine", "engine.network", "sandbox.filter", "sandbox", "self_test", "config", "policy"} {
		if c := found(r, name); c.Status != OK && c.Status != Info {
			t.Errorf("%s: %+v", name, c)
		}
	}
	for _, c := range r.Checks {
		if c.Name == "shell" || c.Name == "dropper" || c.Name == "proc" || strings.HasPrefix(c.Name, "sandbox.write") || strings.HasPrefix(c.Name, "limits") {
			t.Errorf("%s is of the other engine", c.Name)
		}
	}
}

func TestInterpEngineFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	noLandlock := func() (int, error) { return 0, errors.New("none") }
	for _, tt := range []struct {
		what   string
		facts  Facts
		change func(*Facts, *Host)
		name   string
		want   Status
	}{
		{"a confirmation program", inProcess(func(c *config.Config) {
			c.Run.Confirm = config.Confirm{Kind: config.ConfirmProgram, Program: []string{"/bin/true"}}
		}), nil, "engine.confirm", Failure},
		{"no filter", inProcess(nil), func(_ *Facts, h *Host) { h.Root = newHost(t, system()).Root }, "sandbox.filter", Failure},
		{"no filter, and none is needed", inProcess(func(c *config.Config) { c.Landlock.BestEffort = true }), func(_ *Facts, h *Host) { h.Root = newHost(t, system()).Root }, "sandbox.filter", Warning},
		{"no Landlock and no files", inProcess(nil), func(f *Facts, h *Host) { h.Landlock, f.Sandbox = noLandlock, nil }, "landlock", Warning},
		{"no Landlock and no files, the sandbox", inProcess(nil), func(f *Facts, h *Host) { h.Landlock, f.Sandbox = noLandlock, nil }, "sandbox", Info},
		{"no Landlock", inProcess(func(c *config.Config) { c.Interp.FS, c.Interp.Root = config.FSHost, "/srv" }), func(f *Facts, h *Host) {
			h.Landlock, f.Sandbox, f.SandboxErr = noLandlock, nil, errors.New("none")
		}, "landlock", Failure},
		{"a directory that is not there", inProcess(nil), func(f *Facts, _ *Host) { f.SandboxErr = errors.New("interp.root: no such directory") }, "sandbox", Failure},
		{"no sandbox", inProcess(func(c *config.Config) { c.Landlock.Enabled = false }), nil, "sandbox", Warning},
		{"an incomplete sandbox", inProcess(nil), func(f *Facts, _ *Host) { f.Sandbox.Missing = []string{"refer"} }, "sandbox", Warning},
		{"a test that fails", inProcess(nil), func(f *Facts, _ *Host) { f.SelfTest = func(context.Context) error { return errors.New("no") } }, "self_test", Failure},
	} {
		host := newHost(t, plus(filters))
		if tt.change != nil {
			tt.change(&tt.facts, &host)
		}
		if c := found(Examine(t.Context(), tt.facts, host), tt.name); c.Status != tt.want {
			t.Errorf("%s: %+v", tt.what, c)
		}
	}
}
