package config

import "slices"

// compareStrictness orders two configurations by how much they restrict: below
// zero when a restricts less than b. The first difference decides, in the
// order of strictness; 0 means that no difference counts.
func compareStrictness(a, b Config) int {
	return slices.Compare(strictness(a), strictness(b))
}

// strictness describes a configuration by numbers, the weightiest first, each
// higher where it restricts more.
func strictness(c Config) []int {
	rules := map[Action]int{}
	for _, r := range c.Policy.Rules {
		rules[r.Action]++
	}
	return []int{
		rank(c.Landlock.Enabled),
		rank(c.Base == ProfileRestricted),
		rank(c.Policy.Mode == PolicyEnforce),
		slices.Index([]Mode{ModeOff, ModeAudit, ModeEnforce}, c.Run.BashASTMode),
		rank(c.Run.BashASTSubset == SubsetSimple),
		rank(c.Run.Expansions == ExpansionsNone),
		c.Policy.Default.Severity(),
		c.Policy.Unparsed.Severity(),
		rank(!c.Landlock.WriteExecute),
		rank(c.Landlock.DenyShells),
		rank(!c.Sudo.Allow),
		rank(c.Landlock.NoexecWrite),
		rank(!slices.Contains(c.Landlock.Write, "/")),
		rank(!slices.Contains(c.Landlock.Execute, "/")),
		rank(!slices.Contains(c.Landlock.Read, "/")),
		closedPorts(c.Landlock.ConnectTCP),
		closedPorts(c.Landlock.BindTCP),
		slices.Index([]NetworkMode{NetworkOpen, NetworkPorts, NetworkOff}, c.Network.Mode),
		rank(c.Network.Unix == DoorOff),
		slices.Index([]SeccompFilter{FilterOff, FilterWorkspace, FilterStrict}, c.Seccomp.Filter),
		-len(c.Seccomp.Allow),
		rank(c.Landlock.SignalScope),
		rank(c.Landlock.AbstractScope),
		rank(c.Run.Background == BackgroundKill),
		rank(!c.Landlock.BestEffort),
		rules[Deny] + rules[Ask],
		-rules[Allow],
		len(c.Run.DenyPatterns),
		rank(c.Run.Confirm.Kind != ConfirmNever),
		rank(c.Audit.Required),
	}
}

func rank(restricts bool) int {
	if restricts {
		return 1
	}
	return 0
}

func closedPorts(p Ports) int {
	if p.Any {
		return 0
	}
	return 65536 - len(p.List)
}
