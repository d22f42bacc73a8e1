// Package data has the commands for structured data: jq and yq.
//
// Their filters are those of gojq, with the order of keys that jq(1) has; unlike
// there, integers are exact. A filter reaches nothing but its input, the call's
// environment and its clock: there are no modules.
//
// It imports interp/command, interp/vfs, interp/stream, interp/strftime, gojq
// and a YAML library.
package data

import (
	"context"

	"github.com/aegish/aegish/interp/command"
)

// Family is the name that listings group these commands by.
const Family = "data"

// Commands returns the commands of the family by name.
func Commands() map[string]command.Entry {
	all := map[string]command.Entry{}
	for _, c := range []struct {
		name, summary string
		run           func(context.Context, *command.Call) int
	}{
		{"jq", "filter JSON", jqCommand},
		{"yq", "filter YAML, or make YAML of JSON and JSON of YAML", yqCommand},
	} {
		all[c.name] = command.Entry{Command: command.Func(c.run), Summary: c.summary, Family: Family}
	}
	return all
}
