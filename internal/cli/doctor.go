package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/doctor"
	"github.com/aegish/aegish/landlock"
	"golang.org/x/term"
)

// doctor examines the machine and the installation. Status 1 means that a
// check failed.
func (p Process) doctor(ctx context.Context, o *options) (int, error) {
	report := doctor.Examine(ctx, p.facts(o), doctor.ThisHost())
	status := executor.StatusOK
	if !report.OK {
		status = 1
	}
	if o.json {
		return status, writeJSON(p.Stdout, report)
	}
	return status, report.WriteText(p.Stdout, p.width())
}

// width is how many columns a person sees.
func (p Process) width() int {
	const usual = 80
	if width, _, err := term.GetSize(int(p.Stdout.Fd())); err == nil && width > 0 {
		return width
	}
	return usual
}

// facts collects what a session would be made of; whatever fails is a fact
// too.
func (p Process) facts(o *options) doctor.Facts {
	f := doctor.Facts{}
	var err error
	if f.Static, err = doctor.StaticExecutable("/proc/self/exe"); err != nil {
		f.Static = false
	}
	if f.Self, err = os.Executable(); err != nil {
		f.Self = p.Args[0]
	}
	f.Identity, f.IdentityErr = config.ResolveIdentity(os.Getuid(), config.SystemDatabase())
	if f.IdentityErr != nil {
		f.ConfigErr = f.IdentityErr
	}
	s, err := p.load(o)
	if err != nil {
		f.ConfigErr = err
		return f
	}
	f.Config = s.effective
	if s.config().Engine == config.EngineInterp {
		p.interpFacts(s, &f)
		return f
	}
	dropper, err := executor.FindDropper(s.config().Dropper, f.Self)
	if err != nil {
		f.DropperErr = err
	} else {
		f.Dropper = dropper.Path
		dropper.Close()
	}
	groups, err := executor.NewGroups(executor.GroupsWanted{Processes: 1 << 20})
	groups.Close()
	f.GroupsErr = err
	state, err := start("", envstate.Env{})
	if err != nil {
		f.SandboxErr = err
		return f
	}
	s.places.Start = startDir(state)
	sandboxFacts(s, &f)
	if f.DropperErr == nil && f.SandboxErr == nil {
		f.SelfTest = func(ctx context.Context) error { return p.selfTest(ctx, s, state) }
	}
	return f
}

// interpFacts are those of the engine that starts nothing.
func (p Process) interpFacts(s *setup, f *doctor.Facts) {
	if f.SandboxErr = p.checkInterpFiles(s); f.SandboxErr != nil {
		return
	}
	policy, err := p.interpSandbox(s.config())
	if f.SandboxErr = err; err == nil && policy != nil {
		compileFacts(s, *policy, f)
	}
	state, err := start("", envstate.Env{})
	if err != nil {
		f.SandboxErr = err
		return
	}
	f.SelfTest = func(ctx context.Context) error { return p.selfTest(ctx, s, state) }
}

// sandboxFacts compiles the session's sandbox.
func sandboxFacts(s *setup, f *doctor.Facts) {
	cfg := s.config()
	if !cfg.Landlock.Enabled {
		return
	}
	policy, err := s.sandboxPolicy()
	if err != nil {
		f.SandboxErr = err
		return
	}
	compileFacts(s, policy, f)
}

// compileFacts compiles a sandbox and looks at what of aegish's own it exposes.
func compileFacts(s *setup, policy landlock.Policy, f *doctor.Facts) {
	cfg := s.config()
	f.Exposed = executor.Exposed(policy, cfg.File, s.self, f.Dropper, cfg.Audit.File)
	ruleset, err := landlock.Compile(policy)
	if err != nil {
		f.SandboxErr = err
		return
	}
	defer ruleset.Close()
	report := ruleset.Report()
	f.Sandbox = &report
}

// selfTest runs a command that does nothing as a session would, without a
// trace in the audit trail.
func (p Process) selfTest(ctx context.Context, s *setup, state *envstate.State) error {
	quiet, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer quiet.Close()
	engine, err := Process{Args: p.Args, Env: p.Env, Stdin: quiet, Stdout: quiet, Stderr: quiet}.engine(s, sessionOptions{})
	if err != nil {
		return err
	}
	defer engine.Close()
	out, err := engine.Run(ctx, state, executor.Request{
		Command: ":", Capture: true, Stdin: quiet, Stdout: quiet, Stderr: quiet,
	})
	switch {
	case err != nil:
		return err
	case out.Cause != nil:
		return out.Cause
	case out.Exit != 0:
		return fmt.Errorf("`:` ended with status %d", out.Exit)
	case out.Report == nil && s.config().Engine == config.EngineBash && config.ShellStem(s.config().Run.Shell) == "bash":
		return fmt.Errorf("`:` reported no state")
	}
	return nil
}
