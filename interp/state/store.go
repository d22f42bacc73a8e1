package state

import (
	"errors"
	"slices"
	"strings"
)

// A Store holds the variables of one shell environment. Names resolve to the
// innermost dynamic scope in one step: making a variable local sets the outer
// one aside until the function returns.
//
// A Store is used by one goroutine. Forks share values, never the Store.
type Store struct {
	vars   table[Variable]
	scopes *scope // the innermost
	// owner marks what may be changed in place. past are owners of before
	// that forks may still see, around those of the environments around.
	owner        *owner
	past, around []*owner
	// shell is what dynamic variables read; its tables are sealed together
	// with the variables.
	shell *Shell
	// meter counts the bytes that values hold, over all forks.
	meter *Meter
	// counted is what this store has put on the meter itself.
	counted int
	// seeing are the owners that this store's End has to tell.
	seeing []*owner
	// exports caches the environment of commands; nil when it must be made
	// anew.
	exports []string
	// entries is the environment as it was made last, sorted by names.
	entries []string
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
	s := &Store{meter: meter}
	s.owner = &owner{of: s, meter: meter}
	return s
}

// Get returns the variable of that name, namerefs not followed; nil when there
// is none. It must not be changed. A dynamic variable has a new value after
// each call.
func (s *Store) Get(name string) *Variable {
	v, ok := s.vars.own[name]
	if !ok && s.vars.shared != nil {
		var above int
		if v, above = s.vars.below(name); above > 1 && v != nil && s.owner.seen.Load() == 0 {
			s.vars.keep(name, v)
		}
	}
	if v != nil && v.Dynamic != nil {
		return s.refresh(name, v)
	}
	return v
}

func (s *Store) refresh(name string, v *Variable) *Variable {
	if s.shell == nil {
		return v
	}
	if v.owner != s.owner || s.owner.seen.Load() != 0 {
		s.settle()
		c := *v // Read replaces List and Map, so there is no need to copy them
		v = &c
		s.replace(name, v)
	}
	v.Dynamic.Read(s.shell, v)
	return v
}

// settle is called before anything is changed: what a fork on another goroutine
// can see is left to it as it is, and this store goes on with layers and values
// of its own.
func (s *Store) settle() {
	if s.owner.seen.Load() == 0 {
		return
	}
	s.vars.seal()
	if s.shell != nil {
		s.shell.seal()
	}
	s.past = append(slices.DeleteFunc(s.past, (*owner).unseen), s.owner)
	s.owner = &owner{of: s, meter: s.meter}
}

func (o *owner) unseen() bool { return o.seen.Load() == 0 }

// count puts n bytes, which may be negative, on the meter.
func (s *Store) count(n int) {
	s.counted += n
	s.meter.Add(n)
}

// grow counts n bytes if there is room for them.
func (s *Store) grow(n int) bool {
	if n > 0 && !s.meter.Room(n) {
		return false
	}
	s.count(n)
	return true
}

// Hold counts n bytes that are none of a variable: arguments of a function, a
// text that is being run. Negative ones are given back. It tells whether there
// was room; if not nothing was counted.
func (s *Store) Hold(n int) bool { return s.grow(n) }

// Room tells by an error that n more bytes would be too many.
func (s *Store) Room(n int) error {
	if !s.meter.Room(n) {
		return s.meter.Err()
	}
	return nil
}

// drop is called when this store has no use for a value any more.
func (s *Store) drop(v *Variable) {
	if v == nil {
		return
	}
	switch n := v.size(); {
	case v.owner == s.owner:
		s.count(-n)
	case v.owner != nil && v.owner.of == s:
		s.counted -= n
		s.holder().leave(n)
	}
}

// replace puts v in the place of the variable of that name, nil for none. The
// caller has called settle and counts.
func (s *Store) replace(name string, v *Variable) {
	if v != nil {
		v.owner = s.owner
	}
	s.vars.set(name, v)
}

// Release ends the store: what it has counted is taken off the meter as soon as
// no fork sees it, and nothing that it sees is kept from being changed.
func (s *Store) Release() {
	s.holder().leave(s.counted)
	s.counted = 0
	for _, o := range s.seeing {
		o.unsee()
	}
	s.seeing = nil
}

// holder is the owner whose end is also that of what this store gives up now:
// the newest one that is seen by a fork.
func (s *Store) holder() *owner {
	if s.owner.unseen() {
		for _, o := range slices.Backward(s.past) {
			if !o.unseen() {
				return o
			}
		}
	}
	return s.owner
}

// Names lists all variables, sorted, also those that are declared only.
func (s *Store) Names() []string {
	names := s.vars.names()
	slices.Sort(names)
	return names
}

// Mutable returns the variable of that name for changing it in place, making
// an unset scalar when there is none. The caller has checked ReadOnly. The
// variable must not be kept beyond the next Fork.
func (s *Store) Mutable(name string) *Variable {
	s.settle()
	v := s.vars.get(name)
	switch {
	case v == nil:
		v = &Variable{}
		s.replace(name, v)
		s.count(variableBytes)
	case v.owner != s.owner:
		old := v
		v = v.clone(s.owner)
		s.drop(old)
		s.count(v.size())
		s.replace(name, v)
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
	v := s.vars.own[name]
	if v == nil || v.owner != s.owner || s.owner.seen.Load() != 0 {
		switch v = s.vars.get(name); {
		case v == nil:
			if !s.meter.Room(variableBytes + len(value)) {
				return s.meter.Err()
			}
		case v.Attr&ReadOnly != 0:
			return ErrReadOnly
		case v.Kind == Scalar && v.Dynamic == nil:
			return s.renew(name, v, value)
		}
		v = s.Mutable(name)
	}
	if v.Attr&(ReadOnly|Export) != 0 {
		if v.Attr&ReadOnly != 0 {
			return ErrReadOnly
		}
		s.exports = nil
	}
	switch {
	case v.Dynamic != nil && v.Kind == Scalar:
		if s.shell != nil {
			v.Dynamic.Assign(s.shell, value)
		}
	case v.Kind == Indexed:
		if !s.grow(v.List.costs(0, len(value))) {
			return s.meter.Err()
		}
		v.List.Set(0, value)
	case v.Kind == Assoc:
		if !s.grow(v.Map.costs("0", len(value))) {
			return s.meter.Err()
		}
		v.Map.Set("0", value)
	default:
		if !s.grow(len(value) - len(v.Str)) {
			return s.meter.Err()
		}
		v.Str, v.grown = value, nil
	}
	v.Set = true
	return nil
}

// renew gives a scalar that is not this store's own a value.
func (s *Store) renew(name string, v *Variable, value string) error {
	if !s.meter.Room(variableBytes + len(value)) {
		return s.meter.Err()
	}
	s.settle()
	c := &Variable{Attr: v.Attr, Str: value, Set: true}
	if v.Attr&Export != 0 {
		s.exports = nil
	}
	s.drop(v)
	s.count(c.size())
	s.replace(name, c)
	return nil
}

// Define replaces a variable, or removes it for nil. It checks nothing, but one
// for which there is no room is not defined.
func (s *Store) Define(name string, v *Variable) {
	s.settle()
	s.exports = nil
	old := s.vars.get(name)
	if more := v.size() - old.size(); more > 0 && !s.meter.Room(more) {
		return
	}
	s.drop(old)
	s.count(v.size())
	s.replace(name, v)
}

// Environ is the environment of a command: NAME=VALUE of every exported
// variable that has a value, sorted by name. The slice must not be changed.
func (s *Store) Environ() []string {
	if s.exports != nil {
		return s.exports
	}
	names := make([]string, 0, 32)
	s.vars.all(func(name string, v *Variable) {
		if v.Attr&Export != 0 && (v.Set || v.Dynamic != nil) && v.Kind == Scalar {
			names = append(names, name)
		}
	})
	slices.Sort(names)
	out := make([]string, len(names))
	for i, name := range names {
		value, _ := s.Get(name).Value()
		out[i] = s.entry(name, value)
	}
	s.entries = out
	s.exports = out
	return out
}

// entry is NAME=VALUE: the text that was made of them before, if they are still
// the same. Values of the environment may be large, and many have them.
func (s *Store) entry(name, value string) string {
	i, found := slices.BinarySearchFunc(s.entries, name, func(entry, name string) int {
		of, _, _ := strings.Cut(entry, "=")
		return strings.Compare(of, name)
	})
	if found && s.entries[i][len(name)+1:] == value {
		return s.entries[i]
	}
	return name + "=" + value
}

// Fork makes the store of a subshell, in a time that does not depend on how
// much there is. With concurrent the subshell runs while this one goes on;
// without, the caller promises not to use this store until the fork is done
// with. The fork has to be released.
func (s *Store) Fork(concurrent bool) *Store {
	if concurrent {
		s.Environ() // or each of many would make its own
	}
	f := &Store{
		vars: s.vars.fork(), scopes: s.scopes, meter: s.meter, exports: s.exports, entries: s.entries,
		around: append(s.around[:len(s.around):len(s.around)], s.owner),
	}
	f.owner = &owner{of: f, meter: s.meter}
	if concurrent {
		f.seeing = f.around
		for _, o := range f.seeing {
			o.seen.Add(1)
		}
	}
	return f
}
