// Package dump has the commands that show bytes: xxd, od, hexdump and strings.
//
// They read streams in constant memory and touch only what their Call hands
// them.
package dump

import (
	"context"

	"github.com/aegish/aegish/interp/command"
)

// Commands returns the commands of the family by name.
func Commands() map[string]command.Entry {
	offered := []struct {
		name, summary string
		run           func(context.Context, *command.Call) int
	}{
		{"xxd", "make a hexadecimal dump, or undo one", xxd},
		{"hexdump", "show files in hexadecimal", hexdump},
		{"hd", "show files in hexadecimal and as characters", hexdump},
		{"od", "show files as octal or other numbers", od},
		{"strings", "write the printable strings in files", stringsCommand},
	}
	all := make(map[string]command.Entry, len(offered))
	for _, c := range offered {
		all[c.name] = command.Entry{Command: command.Func(c.run), Summary: c.summary, Family: "text"}
	}
	return all
}
