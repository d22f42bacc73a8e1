package command

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Builder collects the commands of a registry.
type Builder struct {
	entries map[string]Entry
	built   bool // a registry has them
}

// NewRegistry begins a registry without commands.
func NewRegistry() *Builder { return &Builder{entries: map[string]Entry{}} }

// Grow makes room for n commands in all.
func (b *Builder) Grow(n int) {
	if len(b.entries) == 0 {
		b.entries = make(map[string]Entry, n)
	}
}

// Add registers a command. It refuses a name that is empty, has a slash or a
// NUL byte or is taken, and an entry without a command.
func (b *Builder) Add(name string, e Entry) error {
	switch _, taken := b.entries[name]; {
	case name == "" || strings.ContainsAny(name, "/\x00"):
		return fmt.Errorf("%q is no name for a command", name)
	case e.Command == nil:
		return fmt.Errorf("command %s is nil", name)
	case taken:
		return fmt.Errorf("command %s is registered twice", name)
	}
	if b.built {
		b.entries, b.built = maps.Clone(b.entries), false
	}
	b.entries[name] = e
	return nil
}

// Build returns what was added so far. It does not change any more, so that it
// can be shared by sessions; the builder can go on.
func (b *Builder) Build() *Commands {
	c := &Commands{entries: b.entries, names: make([]string, 0, len(b.entries))}
	b.built = true
	for name := range b.entries {
		c.names = append(c.names, name)
	}
	slices.Sort(c.names)
	return c
}

// Commands is a Registry that never changes.
type Commands struct {
	entries map[string]Entry
	names   []string
}

var _ Registry = (*Commands)(nil)

// Lookup implements Registry.
func (c *Commands) Lookup(name string) (Entry, bool) {
	e, ok := c.entries[name]
	return e, ok
}

// Names implements Registry. The result is the caller's.
func (c *Commands) Names() []string { return slices.Clone(c.names) }
