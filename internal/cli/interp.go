package cli

import (
	"os"
	"runtime/debug"
	"slices"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands"
	"github.com/aegish/aegish/interp/vfs/memory"
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
		FS: made.world, Dir: made.dir, Registry: registry, State: saved, Limits: interpLimits(cfg.Interp.Limits), User: user, Umask: umask(),
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
	setBounds(scriptBounds(l, &limits))
	limits.HeapBytes = max(gcMemory, limits.LiveBytes-limits.LiveBytes/16)
	return limits
}

// memoryLimits are the bounds of files in memory.
func memoryLimits(l config.InterpLimits) memory.Limits {
	var limits memory.Limits
	if l.Profile == config.LimitsAgent {
		limits = memory.Limits{Bytes: 64 << 20, Files: 100_000, FileBytes: 64 << 20}
	}
	setBounds(fileBounds(l, &limits))
	return limits
}

// A bound is a key of [interp.limits], what the configuration says of it, if
// anything, and where it goes: an *int or *int64.
type bound struct {
	key string
	set *uint64
	to  any
}

func scriptBounds(l config.InterpLimits, limits *interp.Limits) []bound {
	return []bound{
		{"commands", l.Commands, &limits.Commands}, {"loop_iterations", l.LoopIterations, &limits.LoopIterations},
		{"call_depth", l.CallDepth, &limits.CallDepth}, {"subst_depth", l.SubstDepth, &limits.SubstDepth},
		{"string_bytes", l.StringBytes, &limits.StringBytes}, {"array_elements", l.ArrayElements, &limits.ArrayElements},
		{"live_bytes", l.LiveBytes, &limits.LiveBytes}, {"output_bytes", l.OutputBytes, &limits.OutputBytes},
		{"expansion_words", l.ExpansionWords, &limits.ExpansionWords}, {"heredoc_bytes", l.HeredocBytes, &limits.HeredocBytes},
		{"descriptors", l.Descriptors, &limits.Descriptors}, {"jobs", l.Jobs, &limits.Jobs},
		{"processes", l.Processes, &limits.Processes}, {"pattern_steps", l.PatternSteps, &limits.PatternSteps},
	}
}

func fileBounds(l config.InterpLimits, limits *memory.Limits) []bound {
	return []bound{{"fs_bytes", l.FSBytes, &limits.Bytes}, {"fs_files", l.FSFiles, &limits.Files}}
}

// setBounds takes over what is set.
func setBounds(list []bound) {
	for _, b := range list {
		if b.set == nil {
			continue
		}
		switch to := b.to.(type) {
		case *int:
			*to = int(*b.set)
		case *int64:
			*to = int64(*b.set)
		}
	}
}

// limitsInForce are the values of [interp.limits], for those who ask what holds.
func limitsInForce(l config.InterpLimits) map[string]any {
	const table = "interp.limits."
	limits, files := interpLimits(l), memoryLimits(l).WithDefaults()
	values := map[string]any{table + "time": config.DurationText(limits.Time)}
	for _, b := range slices.Concat(scriptBounds(l, &limits), fileBounds(l, &files)) {
		switch to := b.to.(type) {
		case *int:
			values[table+b.key] = int64(*to)
		case *int64:
			values[table+b.key] = *to
		}
	}
	return values
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
