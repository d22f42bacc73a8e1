package cli

import (
	"fmt"
	"syscall"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/executor/policy"
	"golang.org/x/sys/unix"
)

// engine makes the engine that runs the session's commands.
func (p Process) engine(s *setup, so sessionOptions) (executor.Engine, error) {
	if s.config().Engine == config.EngineInterp {
		return p.interp(s, so)
	}
	return p.bash(s, so)
}

// bash makes the bash engine with its dropper and its compiled sandbox.
func (p Process) bash(s *setup, so sessionOptions) (executor.Engine, error) {
	cfg := s.config()
	if err := config.CheckShell(cfg.Run.Shell); err != nil {
		return nil, err
	}
	if err := executor.CheckOpenFiles(); err != nil {
		return nil, &exitError{executor.StatusDenied, err}
	}
	dropper, err := executor.FindDropper(cfg.Dropper, s.self)
	if err != nil {
		return nil, &exitError{executor.StatusDenied, err}
	}
	limits := cfg.Limits
	if so.runLimits {
		limits = limits.ForRun()
	}
	opts := executor.BashOptions{
		Shell: cfg.Run.Shell, Dropper: dropper, Terminal: so.terminal, Judged: policy.NeedsParse(cfg),
		Limits: executor.ResourceLimits(limits), KillLeft: cfg.Run.Background == config.BackgroundKill,
	}
	if so.keepHUP {
		opts.KeepIgnored = []int{int(syscall.SIGHUP)}
	}
	if opts.Filter, err = executor.SystemCallFilter(cfg, mayMount()); err != nil {
		dropper.Close()
		return nil, fmt.Errorf("%s: %w", s.effective.Source()["seccomp.allow"], err)
	}
	if cfg.Landlock.Enabled {
		loaded := loadShell(cfg)
		opts.Ruleset, opts.Paths, err = p.sandbox(s, dropper.Path)
		image, failed := loaded()
		opts.Image = image
		if err == nil && failed != nil {
			err = &exitError{executor.StatusDenied, failed}
		}
		if err == nil {
			opts.Noexec, err = p.tryNoexec(s, dropper)
		}
		if err != nil {
			executor.NewBash(opts).Close()
			return nil, err
		}
	}
	if opts.Groups, err = p.groups(s, limits); err != nil {
		executor.NewBash(opts).Close()
		return nil, err
	}
	return executor.NewBash(opts), nil
}

// loadShell reads the shell into memory, where it is to lie there, while the
// caller goes on: it takes as long as a good part of the ruleset. The result
// has to be asked for.
func loadShell(cfg *config.Config) func() (*executor.ShellImage, error) {
	if !cfg.Landlock.DenyShells {
		return func() (*executor.ShellImage, error) { return nil, nil }
	}
	type result struct {
		image *executor.ShellImage
		err   error
	}
	done := make(chan result, 1)
	go func() {
		image, err := executor.LoadShell(cfg.Run.Shell)
		done <- result{image, err}
	}()
	return func() (*executor.ShellImage, error) {
		r := <-done
		return r.image, r.err
	}
}

// mayMount reports whether this process has the privilege to mount
// (CAP_SYS_ADMIN in effect). What can not be found out counts as a yes.
func mayMount() bool {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&header, &data[0]); err != nil {
		return true
	}
	return data[0].Effective&(1<<unix.CAP_SYS_ADMIN) != 0
}

// chooseEngine applies --engine. It may ask for the engine that starts nothing,
// and not for the one that does where the configuration has it otherwise.
func (s *setup) chooseEngine(asked string) error {
	cfg := s.config()
	if asked == "" || asked == cfg.Engine {
		return nil
	}
	if asked != config.EngineInterp {
		return usage("--engine: the configuration (%s) has the engine %q", s.effective.Source()["engine"], cfg.Engine)
	}
	cfg.Engine = asked
	s.effective.Attribute("engine", "--engine")
	return nil
}
