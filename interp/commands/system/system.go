// Package system is the family of commands about time, the environment and the
// running of other commands: date, sleep, env, timeout and their kin.
//
// What they know of the world is what their Call says; commands that they run
// go through its Exec. It imports interp/command, interp/commands/gnu and
// moment, interp/strftime and interp/stream.
package system

import (
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// Commands returns the family.
func Commands() map[string]command.Entry {
	all := map[string]command.Entry{}
	for name, p := range map[string]gnu.Program{
		"env": env(), "false": boolean(1), "printenv": printenv(), "pwd": pwd(), "sleep": sleep(), "true": boolean(0),
	} {
		all[name] = p.Entry("system")
	}
	return all
}
