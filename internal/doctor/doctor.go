// Package doctor looks over a machine and an installation of aegish and says,
// check by check, what is fine, what is not, what that means and what to do:
// the kernel and its Landlock, the shell, the dropper, the configuration, the
// audit trail, and the doors of this host that go around a login shell.
//
// It changes nothing and starts nothing but `bash --version` of a shell that
// only root could have written, and the self-test that its caller hands in.
// Everything is bounded: the bytes it reads, the entries it lists and the time
// each check takes. What it says holds for the user who runs it.
//
// It does not read the configuration, compile the sandbox or find the dropper
// itself: it gets those as Facts, so that what it reports is what a session
// would get. It may import config, executor, landlock and internal/safetext.
package doctor

import (
	"context"
	"errors"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock"
)

// Facts are what the caller knows about the installation. All paths are
// absolute.
type Facts struct {
	Self   string // aegish's own resolved path
	Static bool   // aegish loads no shared library, see StaticExecutable

	Identity    config.Identity
	IdentityErr error // the running user could not be resolved

	Config    *config.Effective
	ConfigErr error // the configuration was refused

	Dropper    string // the sandbox launcher that was found and found safe
	DropperErr error  // why there is none

	// Sandbox is the report of the compiled ruleset; nil where the
	// configuration has the sandbox off, or when SandboxErr is set.
	Sandbox    *landlock.Report
	SandboxErr error

	// Exposed lists configuration, binaries and audit file as far as commands
	// could write them.
	Exposed []string

	// GroupsErr is why no control group can limit processes.
	GroupsErr error

	// SelfTest runs a command that does nothing through shell, dropper and
	// sandbox as a session would; nil when the caller could not set one up.
	SelfTest func(context.Context) error
}

// Bounds in time. No check may hold up the report, whatever a dead network
// home or a broken shell does.
const (
	selfTestTime = 5 * time.Second
	checkTime    = 10 * time.Second
)

// An examination is one run over one host. It is not changed once the checks
// run, since one that hangs is left behind.
type examination struct {
	facts    Facts
	host     Host
	accounts accounts
}

// config returns the configuration, nil when there is none.
func (e *examination) config() *config.Config {
	if e.facts.ConfigErr != nil || e.facts.Config == nil {
		return nil
	}
	return &e.facts.Config.Config
}

// strict reports whether the session would be a restricted or a login one.
func (e *examination) strict() bool {
	cfg := e.config()
	return cfg != nil && cfg.Strict()
}

// sandboxed reports whether commands would run in the sandbox.
func (e *examination) sandboxed() bool {
	cfg := e.config()
	return cfg != nil && cfg.Landlock.Enabled && e.facts.SandboxErr == nil
}

// loginUse reports whether aegish is a login shell here: in this session or in
// the user database.
func (e *examination) loginUse() bool {
	cfg := e.config()
	return len(e.accounts.ours) > 0 || cfg != nil && cfg.Login
}

// door is a way around the login shell. It matters where aegish is one.
func (e *examination) door(name, summary, advice string) Check {
	if e.loginUse() {
		return warning(name, summary, advice)
	}
	return note(name, summary, advice)
}

// A step is one group of checks about one thing.
type step struct {
	name string
	run  func(context.Context) []Check
}

func (e *examination) steps() []step {
	if e.interp() {
		return e.interpSteps()
	}
	return e.bashSteps()
}

func (e *examination) bashSteps() []step {
	return []step{
		{"kernel", e.kernel}, {"proc", e.proc},
		{"binary", e.binary}, {"user", e.user},
		{"shell", e.shell}, {"dropper", e.dropper}, {"self_test", e.selfTest},
		{"config", e.configuration}, {"policy", e.policy}, {"sandbox", e.sandbox}, {"limits", e.processes}, {"audit", e.audit},
		{"login", e.login}, {"sshd", e.sshd}, {"home", e.homeFiles},
		{"jobs", e.jobs}, {"root_tools", e.rootTools}, {"sockets", e.sockets},
	}
}

// Examine runs every check. It returns early, with a failure that says so,
// when ctx ends.
func Examine(ctx context.Context, facts Facts, host Host) Report {
	e := &examination{facts: facts, host: host}
	var known bool
	if e.accounts, known = bounded(ctx, checkTime, e.readAccounts); !known {
		e.accounts.err = errors.New("looking up its shells did not finish")
	}
	var checks []Check
	for _, s := range e.steps() {
		if ctx.Err() != nil {
			checks = append(checks, failure("doctor", "interrupted before all checks were made", ""))
			break
		}
		checks = append(checks, s.try(ctx, checkTime)...)
	}
	return newReport(checks)
}

// try runs a step and gives up on it after the limit.
func (s step) try(ctx context.Context, limit time.Duration) []Check {
	checks, ok := bounded(ctx, limit, s.run)
	if !ok {
		return []Check{failure(s.name, "the check did not finish",
			"Something it looked at does not answer, such as a network file system; sessions may hang on it, too.")}
	}
	return checks
}

// bounded waits for f no longer than the limit, and leaves it behind then.
func bounded[T any](ctx context.Context, limit time.Duration, f func(context.Context) T) (result T, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	done := make(chan T, 1)
	go func() { done <- f(ctx) }()
	select {
	case result = <-done:
		return result, true
	case <-ctx.Done():
		return result, false
	}
}
