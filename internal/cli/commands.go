package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/interp/commands"
)

// A listedCommand is a command of the interpreter as `aegish commands` shows
// it.
type listedCommand struct {
	Name    string `json:"name"`
	Family  string `json:"family"`
	Summary string `json:"summary"`
}

// commands lists the commands that the interpreter has besides its builtins.
func (p Process) commands(o *options) (int, error) {
	registry, err := commands.All()
	if err != nil {
		return 0, err
	}
	list := make([]listedCommand, 0, len(registry.Names()))
	for _, name := range registry.Names() {
		e, _ := registry.Lookup(name)
		list = append(list, listedCommand{name, e.Family, e.Summary})
	}
	slices.SortStableFunc(list, func(a, b listedCommand) int { return cmp.Compare(a.Family, b.Family) })
	if o.json {
		return executor.StatusOK, writeJSON(p.Stdout, map[string]any{"commands": list})
	}
	_, err = p.Stdout.WriteString(commandsText(list))
	return executor.StatusOK, err
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
