package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/commands"
)

// A listedCommand is a command of the interpreter as `aegish commands` shows
// it.
type listedCommand struct {
	Name    string `json:"name"`
	Family  string `json:"family"`
	Summary string `json:"summary"`
}

// commands lists what the interpreter has in /bin: its commands, and the shell
// itself with those of its builtins that other commands can run.
func (p Process) commands(o *options) (int, error) {
	registry, err := commands.All()
	if err != nil {
		return 0, err
	}
	var list []listedCommand
	for _, name := range interp.Programs(registry) {
		if e, ok := registry.Lookup(name); ok {
			list = append(list, listedCommand{name, e.Family, e.About()})
		} else {
			list = append(list, listedCommand{name, "shell", ofShell(name)})
		}
	}
	slices.SortStableFunc(list, func(a, b listedCommand) int { return cmp.Compare(a.Family, b.Family) })
	if o.json {
		return executor.StatusOK, writeJSON(p.Stdout, map[string]any{"commands": list})
	}
	_, err = p.Stdout.WriteString(commandsText(list))
	return executor.StatusOK, err
}

// ofShell says what a program is that the shell itself stands for.
func ofShell(name string) string {
	switch name {
	case "bash", "sh":
		return "run a script, or the commands of -c"
	case "[", "test":
		return "evaluate a condition"
	case "kill":
		return "send a signal to a job"
	}
	return "the builtin, as a program"
}

// commandsText is the list as people read it: a heading for each family.
func commandsText(list []listedCommand) string {
	var b strings.Builder
	family := ""
	for _, c := range list {
		if c.Family != family {
			if family != "" {
				b.WriteByte('\n')
			}
			family = c.Family
			b.WriteString(family + ":\n")
		}
		fmt.Fprintf(&b, "  %-12s %s\n", c.Name, c.Summary)
	}
	return b.String()
}
