package builtins

import (
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// A hashing is one call of hash.
type hashing struct {
	call           *Call
	forget, reset  bool
	list, tell     bool
	path           string
	named, several bool
}

func runHash(c *Call) Status {
	if !c.State.Opts.On(state.HashAll) {
		return c.failf("hashing disabled")
	}
	h := hashing{call: c}
	o := c.options("dlp:rt")
	for o.next() {
		switch o.letter {
		case 'd':
			h.forget = true
		case 'l':
			h.list = true
		case 'p':
			h.named, h.path = true, o.value
		case 'r':
			h.reset = true
		case 't':
			h.tell = true
		}
	}
	if o.failed {
		return o.status
	}
	names := o.rest()
	if len(names) == 0 {
		switch {
		case h.forget:
			return c.failf("-d: option requires an argument")
		case h.tell:
			return c.failf("-t: option requires an argument")
		case h.reset:
			c.State.Hashed.Clear()
			return code(0)
		}
		h.show()
		return c.finish(0)
	}
	if h.reset {
		c.State.Hashed.Clear()
	}
	if h.named && c.restricted() && strings.Contains(h.path, "/") {
		return c.failf("%s: restricted", h.path)
	}
	h.several = len(names) > 1
	status := 0
	for _, name := range names {
		if !h.name(name) {
			status = failure
		}
	}
	return c.finish(status)
}

// name does what was asked for with one name.
func (h *hashing) name(name string) bool {
	c := h.call
	switch {
	case h.tell:
		found := c.hashed(name)
		if found == "" {
			c.errorf("%s: not found", name)
			return false
		}
		switch {
		case h.list:
			c.printf("builtin hash -p %s %s\n", found, name)
		case h.several:
			c.printf("%s\t%s\n", name, found)
		default:
			c.print(found + "\n")
		}
	case h.forget:
		if !c.State.Hashed.Made() {
			return true
		}
		if c.State.Hashed.Get(name) == nil {
			c.errorf("%s: not found", name)
			return false
		}
		c.State.Hashed.Set(name, nil)
	case h.named:
		if (Test{Shell: c.Shell, State: c.State, File: c.File}).Unary('d', h.path) {
			c.errorf("%s: Is a directory", h.path)
			return false
		}
		c.State.Hashed.Set(name, &state.Hashed{Path: h.path})
	case strings.Contains(name, "/"), c.State.Function(name) != nil, IsBuiltin(name) && !c.State.Disabled[name]:
	default:
		found := c.Shell.LookPath(name, FirstInPath)
		c.State.Hashed.Set(name, nil)
		if len(found) == 0 {
			c.errorf("%s: not found", name)
			return false
		}
		c.State.Hashed.Set(name, &state.Hashed{Path: found[0]})
	}
	return true
}

// hashed looks a name up in the table and counts the hit.
func (c *Call) hashed(name string) string {
	h := c.State.Hashed.Get(name)
	if h == nil {
		return ""
	}
	c.State.Hashed.Set(name, &state.Hashed{Path: h.Path, Hits: h.Hits + 1})
	return h.Path
}

func (h *hashing) show() {
	c := h.call
	if c.State.Hashed.Len() == 0 && !h.list {
		c.printf("%s: hash table empty\n", c.Args[0])
		return
	}
	if !h.list {
		c.print("hits\tcommand\n")
	}
	for _, name := range hashOrder(c.State.Hashed.Names(), 256) {
		entry := c.State.Hashed.Get(name)
		if h.list {
			c.printf("builtin hash -p %s %s\n", entry.Path, name)
			continue
		}
		c.printf("%4d\t%s\n", entry.Hits, entry.Path)
	}
}

// hashOrder sorts names as bash's hash tables of that many buckets show them
// (FNV-1, 32 bits).
func hashOrder(names []string, buckets uint32) []string {
	bucket := func(name string) uint32 {
		h := uint32(2166136261)
		for i := 0; i < len(name); i++ {
			h *= 16777619
			h ^= uint32(int8(name[i]))
		}
		return h & (buckets - 1)
	}
	slices.SortStableFunc(names, func(a, b string) int { return int(bucket(a)) - int(bucket(b)) })
	return names
}
