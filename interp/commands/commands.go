// Package commands puts the families of commands together into the registry
// that an interpreter is given.
//
// It holds no command itself. It imports the families and interp/command.
package commands

import (
	"fmt"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives"
	"github.com/aegish/aegish/interp/commands/awk"
	"github.com/aegish/aegish/interp/commands/bc"
	"github.com/aegish/aegish/interp/commands/compare"
	"github.com/aegish/aegish/interp/commands/data"
	"github.com/aegish/aegish/interp/commands/digest"
	"github.com/aegish/aegish/interp/commands/dump"
	"github.com/aegish/aegish/interp/commands/files"
	"github.com/aegish/aegish/interp/commands/grep"
	"github.com/aegish/aegish/interp/commands/net"
	"github.com/aegish/aegish/interp/commands/sed"
	"github.com/aegish/aegish/interp/commands/sort"
	"github.com/aegish/aegish/interp/commands/system"
	"github.com/aegish/aegish/interp/commands/text"
)

// families lists what each family has to offer.
func families(n Network) []map[string]command.Entry {
	return []map[string]command.Entry{bc.Commands(), files.Commands(), system.Commands(), text.Commands(), sort.Commands(),
		awk.Commands(), sed.Commands(), grep.Commands(), archives.Commands(), data.Commands(), net.Commands(n),
		compare.Commands(), digest.Commands(), dump.Commands(),
	}
}

// A Network is what curl and wget may do; the zero value is nothing.
type Network = net.Options

// An Endpoint is what a request may go to.
type Endpoint = net.Endpoint

// All is the registry of all commands, without a network. The error says which name two families
// claim.
func All() (*command.Commands, error) { return With(Network{}) }

// With is All with a network that curl and wget may use.
func With(n Network) (*command.Commands, error) { return Join(families(n)...) }

// Join builds a registry of several families. A name that two of them have is
// an error.
func Join(families ...map[string]command.Entry) (*command.Commands, error) {
	b, n := command.NewRegistry(), 0
	for _, family := range families {
		n += len(family)
	}
	b.Grow(n)
	for _, family := range families {
		for name, entry := range family {
			if err := b.Add(name, entry); err != nil {
				return nil, fmt.Errorf("registering commands: %w", err)
			}
		}
	}
	return b.Build(), nil
}
