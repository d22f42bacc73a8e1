package runner

import (
	"maps"
	"slices"

	"github.com/aegish/aegish/interp/command"
)

// Programs lists what can be run from the virtual directories, sorted.
func Programs(r command.Registry) []string {
	names := append(r.Names(), "bash", "sh", "rbash")
	names = slices.AppendSeq(names, maps.Keys(programBuiltins))
	slices.Sort(names)
	return slices.Compact(names)
}

// programBuiltins are the builtins that exist as programs too (POSIX XBD 1.7).
var programBuiltins = map[string]bool{
	"[": true, "echo": true, "false": true, "kill": true, "printf": true, "pwd": true, "test": true, "true": true,
}
