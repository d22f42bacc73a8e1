package cli

import (
	"os"
	"runtime/debug"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands"
)

// interp makes the engine that runs commands in process.
func (p Process) interp(s *setup, so sessionOptions) (executor.Engine, error) {
	cfg := s.config()
	user := command.User{UID: s.identity.UID, GID: os.Getgid(), Name: s.identity.User, Home: s.identity.Home}
	if len(s.identity.Groups) > 0 {
		user.Group = s.identity.Groups[0]
	}
	if host, err := os.Hostname(); err == nil {
		user.Host = host
	}
	all, err := commands.With(network(cfg.Interp.Allow))
	if err != nil {
		return nil, &exitError{executor.StatusDenied, err}
	}
	registry, err := withAttacks(all)
	if err != nil {
		return nil, &exitError{executor.StatusDenied, err}
	}
	files, err := lowerFiles(cfg.Interp, user)
	if err != nil {
		return nil, &exitError{executor.StatusDenied, err}
	}
	saved, err := savedState(so.state, cfg.Interp, files.saved(cfg.Interp))
	if err != nil {
		return nil, err
	}
	made, err := interpFS(cfg.Interp, user, interp.Programs(registry), so.cwd, files, saved)
	if err != nil {
		return nil, &exitError{executor.StatusDenied, err}
	}
	s.overlay = made.overlay
	collectLess()
	return executor.NewInterp(executor.InterpOptions{
		FS: made.world, Dir: made.dir, Registry: registry, State: saved, Limits: interpLimits(cfg.Interp.Limits), User: user,
		Interactive: so.terminal != nil, Login: so.login,
	}), nil
}

// network is what the configuration lets curl and wget ask for.
func network(allow []config.Endpoint) commands.Network {
	var n commands.Network
	for _, e := range allow {
		n.Allow = append(n.Allow, commands.Endpoint(e))
	}
	return n
}

// interpLimits are the bounds of one command line.
func interpLimits(l config.InterpLimits) interp.Limits {
	limits := interp.DefaultLimits()
	if l.Profile == config.LimitsAgent {
		limits = interp.AgentLimits()
	}
	if l.Time > 0 {
		limits.Time = l.Time
	}
	number(l.Commands, &limits.Commands)
	number(l.LoopIterations, &limits.LoopIterations)
	number(l.CallDepth, &limits.CallDepth)
	number(l.SubstDepth, &limits.SubstDepth)
	number(l.StringBytes, &limits.StringBytes)
	number(l.ArrayElements, &limits.ArrayElements)
	number(l.LiveBytes, &limits.LiveBytes)
	number(l.OutputBytes, &limits.OutputBytes)
	number(l.ExpansionWords, &limits.ExpansionWords)
	number(l.HeredocBytes, &limits.HeredocBytes)
	number(l.Descriptors, &limits.Descriptors)
	number(l.Jobs, &limits.Jobs)
	number(l.PatternSteps, &limits.PatternSteps)
	limits.HeapBytes = max(gcMemory, limits.LiveBytes-limits.LiveBytes/16)
	return limits
}

// number takes over a bound that is set.
func number[T int | int64](from *uint64, to *T) {
	if from != nil {
		*to = T(*from)
	}
}

// The collector's settings for the interpreter, which makes much garbage and
// keeps little: it runs when the heap is gcPercent larger than what is in use,
// and before that where memory would go beyond gcMemory bytes. Scripts that hold
// more than that, or 15/16 of what they may hold in variables, are ended.
const (
	gcPercent = 200
	gcMemory  = 400 << 20
)

func collectLess() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(gcMemory)
}
