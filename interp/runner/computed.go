package runner

import (
	"maps"
	"slices"
	"strconv"

	"github.com/aegish/aegish/interp/state"
)

// A computed variable has its value made when it is read (bash(1), Shell
// Variables). assign is nil where an assignment has no effect.
type computed struct {
	read   func(sh *state.Shell, v *state.Variable)
	assign func(sh *state.Shell, value string)
}

// Read implements state.Dynamic.
func (c *computed) Read(sh *state.Shell, v *state.Variable) {
	v.Set = true
	c.read(sh, v)
}

// Assign implements state.Dynamic.
func (c *computed) Assign(sh *state.Shell, value string) {
	if c.assign != nil {
		c.assign(sh, value)
	}
}

func text(f func(sh *state.Shell) string) func(*state.Shell, *state.Variable) {
	return func(sh *state.Shell, v *state.Variable) { v.Str = f(sh) }
}

func number(f func(sh *state.Shell) int) func(*state.Shell, *state.Variable) {
	return func(sh *state.Shell, v *state.Variable) { v.Str = strconv.Itoa(f(sh)) }
}

func array(f func(sh *state.Shell) []string) func(*state.Shell, *state.Variable) {
	return func(sh *state.Shell, v *state.Variable) {
		v.Kind, v.List = state.Indexed, state.NewList(f(sh)...)
	}
}

// defineScalar makes a variable with a single value.
func defineScalar(vars *state.Store, name string, attr state.Attr, read func(*state.Shell, *state.Variable), assign func(*state.Shell, string)) {
	vars.Define(name, &state.Variable{Attr: attr, Set: true, Dynamic: &computed{read, assign}})
}

// defineArray makes an indexed array.
func defineArray(vars *state.Store, name string, attr state.Attr, f func(*state.Shell) []string) {
	vars.Define(name, &state.Variable{
		Attr: attr, Kind: state.Indexed, List: state.NewList(), Set: true, Dynamic: &computed{read: array(f)},
	})
}

// elements are computed variables whose elements can be assigned.
type elements struct {
	computed
	set func(sh *state.Shell, key, value string)
}

// AssignElement implements state.DynamicElements.
func (e *elements) AssignElement(sh *state.Shell, key, value string) { e.set(sh, key, value) }

// defineUnsettable makes an indexed array that is unset while it is empty.
func defineUnsettable(vars *state.Store, name string, attr state.Attr, f func(*state.Shell) []string) {
	vars.Define(name, &state.Variable{Attr: attr, Kind: state.Indexed, List: state.NewList(), Dynamic: &computed{
		read: func(sh *state.Shell, v *state.Variable) {
			values := f(sh)
			v.Set, v.Kind, v.List = len(values) > 0, state.Indexed, state.NewList(values...)
		},
	}})
}

// defineAssoc makes an associative array with so many buckets, which decide the
// order of its keys.
func defineAssoc(vars *state.Store, name string, buckets int, f func(*state.Shell) map[string]string, set func(sh *state.Shell, key, value string)) {
	vars.Define(name, &state.Variable{Kind: state.Assoc, Map: state.NewMap(), Set: true, Dynamic: &elements{set: set, computed: computed{
		read: func(sh *state.Shell, v *state.Variable) {
			v.Kind, v.Map = state.Assoc, state.NewMapOf(buckets)
			values := f(sh)
			for _, key := range slices.Sorted(maps.Keys(values)) {
				v.Map.Set(key, values[key])
			}
		},
	}}})
}
