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
	programs := []struct {
		name    string
		program func() gnu.Program
	}{
		{"cal", cal}, {"clear", clear}, {"date", date}, {"env", env}, {"expr", expr}, {"factor", factor}, {"getopt", getopt}, {"false", boolean(1)},
		{"groups", groups}, {"hostname", hostname}, {"id", id}, {"logger", logger}, {"ncal", ncal}, {"nice", nice}, {"nohup", nohup}, {"nproc", nproc},
		{"printenv", printenv}, {"ps", ps}, {"pwd", pwd}, {"setsid", setsid}, {"sleep", sleep}, {"stty", stty}, {"time", timeCommand},
		{"timeout", timeout}, {"true", boolean(0)}, {"tty", tty}, {"uname", uname}, {"uptime", uptime}, {"which", which}, {"whoami", whoami},
	}
	all := make(map[string]command.Entry, len(programs))
	for _, p := range programs {
		all[p.name] = gnu.Entry("system", p.program)
	}
	return all
}
