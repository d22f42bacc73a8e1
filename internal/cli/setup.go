package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/audit"
	"github.com/aegish/aegish/internal/confirm"
	"github.com/aegish/aegish/interp/vfs/overlay"
	"github.com/aegish/aegish/landlock"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// systemConfig is the configuration that counts alone where it exists. A
// packager may move it (-ldflags -X).
var systemConfig = config.DefaultSystemPath

// A setup is everything of an invocation that does not depend on the command.
type setup struct {
	identity  config.Identity
	asked     config.Options
	effective *config.Effective
	self      string // aegish's own resolved path
	places    executor.Places
	missing   []string         // what the kernel leaves out of the sandbox
	writable  []string         // paths that commands of the session may write
	overlay   *overlay.FS      // what keeps the changes of a session of the interpreter
	mounts    *executor.Noexec // how they are kept from executing what is there
}

func (s *setup) config() *config.Config { return &s.effective.Config }

// filter is what decides about the environment of commands.
func (s *setup) filter() envstate.Filter {
	cfg := s.config()
	return envstate.NewFilter(envstate.FilterConfig{
		Strict: cfg.Strict(), Import: cfg.Env.Import, Deny: cfg.Env.Deny, Set: cfg.Env.Set, KeepLarge: true,
	})
}

// load finds out who runs aegish and reads the configuration.
func (p Process) load(o *options) (*setup, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("own path: %w", err)
	}
	s := &setup{self: self}
	if s.identity, err = config.ResolveIdentity(os.Getuid(), config.SystemDatabase()); err != nil {
		return nil, err
	}
	login := o.login || s.identity.ShellUnknown || sameFile(s.identity.Shell, self)
	if login {
		if err := p.withoutRuntimeVars(); err != nil {
			return nil, err
		}
	}
	switch o.engine {
	case "", config.EngineBash, config.EngineInterp:
	default:
		return nil, usage("--engine: %q is unknown; the engines are bash and interp", o.engine)
	}
	s.asked = config.Options{
		Path: o.config, Profile: o.profile, Login: login, Identity: s.identity,
		XDGConfigHome: p.lookup("XDG_CONFIG_HOME"), Home: s.identity.Home, SystemPath: systemConfig,
	}
	if s.effective, err = config.Load(s.asked); err != nil {
		return nil, err
	}
	if err := s.chooseEngine(o.engine); err != nil {
		return nil, err
	}
	if err := o.checkState(s.config(), login); err != nil {
		return nil, err
	}
	s.places = executor.Places{Home: s.identity.Home, UID: s.identity.UID, Login: login}
	if !login {
		s.places.TmpDir, s.places.CacheHome = p.lookup("TMPDIR"), p.lookup("XDG_CACHE_HOME")
	}
	return s, nil
}

// sameFile reports whether a path names the running binary.
func sameFile(path, self string) bool {
	if path == "" {
		return false
	}
	a, errA := os.Stat(path)
	b, errB := os.Stat(self)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// start is the state a session begins with, in cwd or, where that is empty, in
// the process's own directory.
func start(cwd string, env envstate.Env) (*envstate.State, error) {
	if cwd != "" {
		if err := unix.Chdir(cwd); err != nil {
			return nil, &os.PathError{Op: "chdir", Path: cwd, Err: err}
		}
	}
	return envstate.Here(env)
}

// startDir is what $START may stand for: the directory the session begins in,
// or the root, which never does, where that has been removed.
func startDir(st *envstate.State) string {
	if st.Removed() {
		return "/"
	}
	return st.Dir
}

// loadHere loads the configuration for a session that would begin in the current
// directory.
func (p Process) loadHere(o *options) (*setup, error) {
	s, err := p.load(o)
	if err != nil {
		return nil, err
	}
	return s, s.beginHere()
}

// beginHere makes the current directory the one where a session would begin.
func (s *setup) beginHere() error {
	state, err := start("", envstate.Env{})
	if err != nil {
		return err
	}
	defer state.Close()
	s.places.Start = startDir(state)
	return nil
}

// A cwdError is a directory to start in that can not be entered.
type cwdError struct{ err error }

func (e *cwdError) Error() string { return e.err.Error() }

// sessionOptions say what kind of session a front-end wants.
type sessionOptions struct {
	terminal *executor.Terminal // interactive
	cwd      string             // "" is the process's own
	env      []string           // extra variables
	keepHUP  bool               // SIGHUP stays ignored in commands
	login    bool               // started as a login shell: -l, or "-" before the name
	// runLimits fills the limits that the configuration leaves open with
	// those of `aegish run`.
	runLimits bool
	// state is the file that the session is read from and saved to, "" for none;
	// keepEach saves it after each command.
	state    string
	keepEach bool
	// hostFiles are the files of the host that the interpreter goes on to use.
	hostFiles []hostFile
}

// A hostFile is a file, or a directory, that the command line names.
type hostFile struct {
	path  string
	write bool
}

// session puts a session together; the closer releases all of it.
func (p Process) session(s *setup, so sessionOptions) (*executor.Session, func(), error) {
	cfg := s.config()
	filter := s.filter()
	log := p.logger(cfg)
	state, err := start(so.cwd, p.environment(filter, so.env, log))
	if err != nil {
		return nil, nil, &cwdError{err}
	}
	s.places.Start = startDir(state)
	engine, err := p.engine(s, so)
	if err != nil {
		return nil, nil, err
	}
	trail, err := audit.Open(cfg.Audit, p.Stderr)
	if err != nil {
		engine.Close()
		return nil, nil, &exitError{executor.StatusDenied, err}
	}
	if cfg.Engine == config.EngineInterp {
		if so.state != "" {
			so.hostFiles = append(so.hostFiles, hostFile{path: filepath.Dir(so.state), write: true})
		}
		if err := p.confine(s, so); err != nil {
			engine.Close()
			trail.Close()
			return nil, nil, err
		}
	}
	keeper := p.keeper(so.state, engine)
	opts := executor.Options{
		Config: cfg, Identity: s.identity, ID: executor.NewID(8), State: state, Filter: filter,
		Engine: engine, Recorder: trail, Log: log, SandboxMissing: s.missing,
		Confirmer: confirm.Confirmer{Stdin: p.Stdin, Env: []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"}},
	}
	if so.keepEach {
		opts.AfterRun = func() { keeper.keep(false) }
	}
	session := executor.NewSession(opts)
	return session, func() {
		session.Close()
		keeper.keep(true)
		trail.Close()
	}, nil
}

// environment is what a session takes over from its caller, and what the
// command line adds to it: that was meant, so only the deny-list applies.
func (p Process) environment(filter envstate.Filter, added []string, log *slog.Logger) envstate.Env {
	env, stripped := filter.Import(p.Env)
	for _, entry := range added {
		name, value, _ := strings.Cut(entry, "=")
		env.Set(name, value)
	}
	if len(added) > 0 {
		var more []string
		env, more = filter.Sanitize(env)
		stripped = append(stripped, more...)
	}
	for _, name := range stripped {
		log.Debug("variable not taken over from the caller", "name", name)
	}
	return env
}

// sandbox compiles the Landlock ruleset of the session.
func (p Process) sandbox(s *setup, dropper string) (*landlock.Ruleset, *executor.Follower, error) {
	policy, err := s.sandboxPolicy()
	if err != nil {
		return nil, nil, err
	}
	if err := p.refuseExposed(s, policy, dropper); err != nil {
		return nil, nil, err
	}
	follower, err := executor.FollowPaths(s.config(), s.places, policy, func(policy landlock.Policy) (*landlock.Ruleset, error) {
		policy, err := executor.CheckedPolicy(s.config(), policy)
		if err != nil {
			return nil, err
		}
		if exposed := s.exposed(policy, dropper); len(exposed) > 0 && s.config().Strict() {
			return nil, exposedError(exposed)
		}
		if err := s.mounts.Follow(policy); err != nil {
			return nil, err
		}
		return landlock.Compile(policy)
	})
	if err != nil {
		return nil, nil, err
	}
	ruleset, err := landlock.Compile(policy)
	if err != nil {
		return nil, nil, &exitError{executor.StatusDenied, sandboxHelp(err)}
	}
	s.writable = policy.Write
	if missing := ruleset.Report().Missing; len(missing) > 0 {
		s.missing = missing
		p.logger(s.config()).Debug("landlock.best_effort: the sandbox is not complete", "missing", missing)
		fmt.Fprintf(p.Stderr, "aegish: warning: landlock.best_effort is on and this kernel (Landlock ABI %d) leaves out: %s\n",
			ruleset.Report().ABI, strings.Join(missing, "; "))
	}
	return ruleset, follower, nil
}

// sandboxPolicy is what the kernel will be told. A path that can not be used is
// an error of the configuration's line that names it.
func (s *setup) sandboxPolicy() (landlock.Policy, error) {
	policy, err := executor.SandboxPolicy(s.config(), s.places)
	var bad *executor.PathError
	if errors.As(err, &bad) {
		return policy, fmt.Errorf("%s: %w", s.effective.Source()["landlock."+bad.Key], err)
	}
	return policy, err
}

// sandboxHelp names the ways out when the kernel has no sandbox to give.
func sandboxHelp(err error) error {
	if errors.Is(err, landlock.ErrNotSupported) {
		return fmt.Errorf("the sandbox is not available: %w; boot with Landlock in lsm=, "+
			"or go without a sandbox: landlock.enabled = false, or --profile observe", err)
	}
	var unsupported *landlock.UnsupportedError
	if errors.As(err, &unsupported) {
		return fmt.Errorf("the sandbox is not complete here: %w; to do with less: landlock.best_effort = true, "+
			"a lower landlock.min_abi, or landlock.enabled = false", err)
	}
	return fmt.Errorf("the sandbox can not be set up: %w", err)
}

// refuseExposed looks for files that the session's safety rests on and that
// its commands could write. Restricted sessions do not start with one;
// others say so once, to people.
func (p Process) refuseExposed(s *setup, policy landlock.Policy, dropper string) error {
	exposed := s.exposed(policy, dropper)
	if len(exposed) == 0 {
		return nil
	}
	err := exposedError(exposed)
	if s.config().Strict() {
		return err
	}
	if term.IsTerminal(int(p.Stderr.Fd())) {
		fmt.Fprintf(p.Stderr, "aegish: warning: %v\n", err)
	}
	return nil
}

// exposed lists what the session rests on and its commands could write.
func (s *setup) exposed(policy landlock.Policy, dropper string) []string {
	return executor.Exposed(policy, s.config().File, s.self, dropper, s.config().Audit.File)
}

func exposedError(exposed []string) error {
	return fmt.Errorf("commands could write %s: move it out of the write set (landlock.write)", strings.Join(exposed, ", "))
}

// logger writes debug lines to standard error when AEGISH_LOG=debug, which
// login shells do not look at.
func (p Process) logger(cfg *config.Config) *slog.Logger {
	level := slog.LevelWarn
	if !cfg.Login && p.lookup("AEGISH_LOG") == "debug" {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(p.Stderr, &slog.HandlerOptions{Level: level}))
}
