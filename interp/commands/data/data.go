// Package data has the commands for structured data: jq and yq.
//
// Both run filters of the language in interp/commands/jq. A filter reaches
// nothing but its input, the modules that it imports, the call's environment and
// its clock.
//
// It imports interp/command, interp/vfs, interp/stream, interp/strftime,
// interp/commands/jq and a YAML library.
package data

import (
	"context"

	"github.com/aegish/aegish/interp/command"
)

// Family is the name that listings group these commands by.
const Family = "data"

// Commands returns the commands of the family by name.
func Commands() map[string]command.Entry {
	offered := []struct {
		name, summary string
		run           func(context.Context, *command.Call) int
	}{
		{"jq", "filter JSON", jqCommand},
		{"yq", "filter YAML, or make YAML of JSON and JSON of YAML", yqCommand},
	}
	all := make(map[string]command.Entry, len(offered))
	for _, c := range offered {
		all[c.name] = command.Entry{Command: command.Func(c.run), Summary: c.summary, Family: Family}
	}
	return all
}
