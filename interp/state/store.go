package state

import (
	"errors"
	"maps"
	"slices"
)

// A Store holds the variables of one shell environment. Names resolve to the
// innermost dynamic scope in one step: making a variable local sets the outer
// one aside until the function returns.
//
// A Store is used by one goroutine. Forks share values, never the Store.
type Store struct {
	table  map[string]*Variable
	scopes []scope
	owner  *owner
	// shell is what dynamic variables read.
	shell *Shell
	// meter counts the bytes that values hold, over all forks.
	meter *Meter
	// counted is what this store has put on the meter itself.
	counted int
	// exports caches the environment of commands; nil when it must be made
	// anew.
	exports []string
}

// A scope is what a function call, or a command with assignments before it,
// sets aside.
type scope struct {
	saved []saved
	// temporary is set for the assignments before a command: `local` goes
	// past it.
	temporary bool
}

type saved struct {
	name  string
	outer *Variable // nil where there was none
}

// Errors of assignments, to be worded by the caller, who knows the name.
var (
	// ErrReadOnly tells that the variable is readonly.
	ErrReadOnly = errors.New("readonly variable")
	// ErrNotLocal tells that no function is running.
	ErrNotLocal = errors.New("can only be used in a function")
)

// NewStore makes an empty store whose values count on meter.
func NewStore(meter *Meter) *Store {
	return &Store{table: map[string]*Variable{}, owner: new(owner), meter: meter}
}

// Get returns the variable of that name, namerefs not followed; nil when there
// is none. It must not be changed. A dynamic variable has a new value after
// each call.
func (s *Store) Get(name string) *Variable {
	v := s.table[name]
	if v != nil && v.Dynamic != nil {
		return s.refresh(name, v)
	}
	return v
}

func (s *Store) refresh(name string, v *Variable) *Variable {
	if s.shell == nil {
		return v
	}
	if v.owner != s.owner {
		c := *v // Read replaces List and Map, so there is no need to copy them
		v = &c
		v.owner = s.owner
		s.table[name] = v
	}
	v.Dynamic.Read(s.shell, v)
	return v
}

// variableBytes is about what a variable costs beyond its value: itself, its
// name, its place in the table.
const variableBytes = 320

// count puts n bytes, which may be negative, on the meter.
func (s *Store) count(n int) {
	s.counted += n
	s.meter.Add(n)
}

// Release takes what this store has counted off the meter, when the environment
// that it belongs to ends.
func (s *Store) Release() {
	s.meter.Add(-s.counted)
	s.counted = 0
}

// Names lists all variables, sorted, also those that are declared only.
func (s *Store) Names() []string { return slices.Sorted(maps.Keys(s.table)) }

// Len counts the variables.
func (s *Store) Len() int { return len(s.table) }

// Mutable returns the variable of that name for changing it in place, making
// an unset scalar when there is none. The caller has checked ReadOnly. The
// variable must not be kept beyond the next Fork.
func (s *Store) Mutable(name string) *Variable {
	v := s.table[name]
	switch {
	case v == nil:
		v = &Variable{owner: s.owner}
		s.table[name] = v
		s.count(variableBytes)
	case v.owner != s.owner:
		v = v.clone(s.owner)
		s.table[name] = v
	}
	if v.Attr&Export != 0 {
		s.exports = nil
	}
	return v
}

// Changed must be called after the attributes or the value of a Mutable
// variable were changed so that its export may have changed too.
func (s *Store) Changed() { s.exports = nil }

// SetString gives a variable a scalar value: element 0 of an array. It checks
// nothing but ReadOnly, and applies no attribute.
func (s *Store) SetString(name, value string) error {
	v := s.table[name]
	if v != nil && v.Attr&ReadOnly != 0 {
		return ErrReadOnly
	}
	if v == nil || v.owner != s.owner {
		v = s.Mutable(name)
	}
	if v.Attr&Export != 0 {
		s.exports = nil
	}
	switch {
	case v.Dynamic != nil && v.Kind == Scalar:
		if s.shell != nil {
			v.Dynamic.Assign(s.shell, value)
		}
	case v.Kind == Indexed:
		old, _ := v.List.Get(0)
		s.count(len(value) - len(old))
		v.List.Set(0, value)
	case v.Kind == Assoc:
		old, _ := v.Map.Get("0")
		s.count(len(value) - len(old))
		v.Map.Set("0", value)
	default:
		s.count(len(value) - len(v.Str))
		v.Str, v.grown = value, nil
	}
	v.Set = true
	return nil
}

// Define replaces a variable, or removes it for nil. It checks nothing.
func (s *Store) Define(name string, v *Variable) {
	s.exports = nil
	s.count(-size(s.table[name]))
	if v == nil {
		delete(s.table, name)
		return
	}
	v.owner = s.owner
	s.count(size(v))
	s.table[name] = v
}

// Push opens the scope of a function call; with temporary, that of the
// assignments before one command.
func (s *Store) Push(temporary bool) {
	s.scopes = append(s.scopes, scope{temporary: temporary})
}

// Pop closes the innermost scope; what it had set aside is back.
func (s *Store) Pop() {
	last := s.scopes[len(s.scopes)-1]
	s.scopes = s.scopes[:len(s.scopes)-1]
	for _, old := range slices.Backward(last.saved) {
		current := s.table[old.name]
		if current.Has(Export) || old.outer.Has(Export) {
			s.exports = nil
		}
		s.count(-size(current))
		if old.outer == nil {
			delete(s.table, old.name)
			continue
		}
		s.table[old.name] = old.outer
	}
}

// Unwind closes all scopes.
func (s *Store) Unwind() {
	for len(s.scopes) > 0 {
		s.Pop()
	}
}

// Depth is the number of open scopes that are not temporary.
func (s *Store) Depth() int {
	n := 0
	for _, sc := range s.scopes {
		if !sc.temporary {
			n++
		}
	}
	return n
}

// Local sets the variable of that name aside in the innermost function scope
// and puts v, which may be nil, in its place. If the scope has one already it
// returns false and changes nothing.
func (s *Store) Local(name string, v *Variable) (bool, error) {
	at := s.function()
	if at < 0 {
		return false, ErrNotLocal
	}
	return s.setAside(at, name, v), nil
}

// Temporary sets a variable of the environment of one command aside in the
// innermost scope, which must be a temporary one.
func (s *Store) Temporary(name string, v *Variable) {
	if !s.setAside(len(s.scopes)-1, name, v) {
		s.Define(name, v)
	}
}

func (s *Store) setAside(at int, name string, v *Variable) bool {
	if s.scopes[at].holds(name) {
		return false
	}
	s.scopes[at].saved = append(s.scopes[at].saved, saved{name, s.table[name]})
	s.exports = nil
	if v == nil {
		delete(s.table, name)
		return true
	}
	v.owner = s.owner
	s.count(size(v))
	s.table[name] = v
	return true
}

// IsLocal tells whether the innermost function scope has a variable of that
// name.
func (s *Store) IsLocal(name string) bool {
	at := s.function()
	return at >= 0 && s.scopes[at].holds(name)
}

// SetSomewhere tells whether the variable of that name, or one that it hides,
// has a value.
func (s *Store) SetSomewhere(name string) bool {
	set := func(v *Variable) bool { return v != nil && (v.Set || v.Dynamic != nil) }
	if set(s.Get(name)) {
		return true
	}
	for _, sc := range s.scopes {
		for _, old := range sc.saved {
			if old.name == name && set(old.outer) {
				return true
			}
		}
	}
	return false
}

// Locals lists the names of the innermost function scope, sorted.
func (s *Store) Locals() []string {
	at := s.function()
	if at < 0 {
		return nil
	}
	names := make([]string, 0, len(s.scopes[at].saved))
	for _, old := range s.scopes[at].saved {
		names = append(names, old.name)
	}
	slices.Sort(names)
	return names
}

func (s *Store) function() int {
	for i, sc := range slices.Backward(s.scopes) {
		if !sc.temporary {
			return i
		}
	}
	return -1
}

func (sc *scope) holds(name string) bool {
	for _, old := range sc.saved {
		if old.name == name {
			return true
		}
	}
	return false
}

// UnsetDynamic removes the innermost variable of that name. bash shows the
// next outer one then, if a function further out made it local; inside the
// function that made it local it stays local and unset.
func (s *Store) UnsetDynamic(name string) {
	for i, sc := range slices.Backward(s.scopes) {
		for j, old := range sc.saved {
			if old.name != name {
				continue
			}
			if i == s.function() && !sc.temporary {
				s.Define(name, nil)
				return
			}
			s.Define(name, nil)
			s.scopes[i].saved = slices.Delete(sc.saved, j, j+1)
			if old.outer != nil {
				s.table[name] = old.outer
			}
			s.exports = nil
			return
		}
	}
	s.Define(name, nil)
}

// Environ is the environment of a command: NAME=VALUE of every exported
// variable that has a value, sorted by name. The slice must not be changed.
func (s *Store) Environ() []string {
	if s.exports != nil {
		return s.exports
	}
	names := make([]string, 0, 32)
	for name, v := range s.table {
		if v.Attr&Export != 0 && (v.Set || v.Dynamic != nil) && v.Kind == Scalar {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	out := make([]string, len(names))
	for i, name := range names {
		value, _ := s.Get(name).Value()
		out[i] = name + "=" + value
	}
	s.exports = out
	return out
}

// Fork makes the store of a subshell. With concurrent the subshell runs while
// this one goes on, so both copy what they write from now on; without, the
// caller promises not to use this store until the fork is done with, and only
// the fork copies.
func (s *Store) Fork(concurrent bool) *Store {
	f := &Store{
		table: maps.Clone(s.table), owner: new(owner), meter: s.meter,
		exports: s.exports, scopes: make([]scope, len(s.scopes)),
	}
	for i, sc := range s.scopes {
		f.scopes[i] = scope{saved: slices.Clone(sc.saved), temporary: sc.temporary}
	}
	if concurrent {
		s.Disown()
	}
	return f
}

// Disown makes this store copy what it writes from now on, because another one
// that shares its values lives on.
func (s *Store) Disown() { s.owner = new(owner) }

func size(v *Variable) int {
	if v == nil {
		return 0
	}
	n := variableBytes + len(v.Str)
	if v.List != nil {
		for _, value := range v.List.Values() {
			n += len(value)
		}
	}
	if v.Map != nil {
		for key, e := range v.Map.index {
			n += len(key) + len(e.value)
		}
	}
	return n
}
