package config

import "time"

// Builtin gives a built-in profile as it is without any file. Each call
// returns a value of its own.
func Builtin(profile string) (Config, bool) {
	switch profile {
	case ProfileWorkspace:
		return workspace(), true
	case ProfileRestricted:
		return restricted(), true
	case ProfileObserve:
		return observe(), true
	}
	return Config{}, false
}

func isBuiltin(profile string) bool {
	_, ok := Builtin(profile)
	return ok
}

// workspace is for people and agents who build software: everything may be
// read and run, little may be written.
func workspace() Config {
	return Config{
		Profile: ProfileWorkspace,
		Base:    ProfileWorkspace,
		Engine:  EngineBash,
		Interp:  Interp{FS: FSMemory, Limits: InterpLimits{Profile: LimitsDefault}},
		Run: Run{
			BashASTMode:    ModeOff,
			BashASTSubset:  SubsetSimple,
			Expansions:     ExpansionsNone,
			Shell:          "/bin/bash",
			Timeout:        120 * time.Second,
			MaxOutputBytes: 64 * 1024,
			DenyPatterns:   []string{},
			Background:     BackgroundKeep,
			Confirm:        Confirm{Kind: ConfirmNever},
		},
		Policy: Policy{Mode: PolicyEnforce, Default: Allow, Unparsed: Deny, Packs: []string{}, Rules: []Rule{}},
		Landlock: Landlock{
			Enabled:      true,
			MinABI:       2,
			Read:         []string{"/"},
			Write:        []string{VarStart, VarTmp, VarCaches, VarDev},
			Execute:      []string{"/"},
			WriteExecute: true,
			ConnectTCP:   Ports{Any: true},
			BindTCP:      Ports{Any: true},
		},
		Seccomp: Seccomp{Filter: FilterWorkspace, Allow: []string{}},
		Network: Network{Mode: NetworkOpen, Unix: DoorOpen},
		Env:     Env{Import: []string{}, Deny: []string{}, Set: map[string]string{}},
		Audit:   Audit{Sink: SinkSyslog},
	}
}

// observe is for servers that only watch: everything runs, everything is
// recorded, nothing is confined.
func observe() Config {
	c := workspace()
	c.Profile, c.Base = ProfileObserve, ProfileObserve
	c.Run.BashASTMode = ModeAudit
	c.Policy.Mode = PolicyAudit
	c.Landlock.Enabled = false
	c.Seccomp.Filter = FilterOff
	return c
}
