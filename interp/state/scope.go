package state

import (
	"maps"
	"slices"
)

// A scope is what a function call, or a command with assignments before it,
// sets aside.
type scope struct {
	outer *scope
	owner *owner
	saved []saved
	// places finds a name in saved, once there are many.
	places map[string]int
	// temporary is set for the assignments before a command: `local` goes
	// past it.
	temporary bool
	// private is set for a temporary scope of which Keep passes nothing on.
	private bool
	// calls counts the scopes of functions up to this one.
	calls int
}

type saved struct {
	name  string
	outer *Variable // nil where there was none
	// kept is set where Pop passes on what a temporary variable has become,
	// made the value that it began with.
	kept bool
	made string
}

// manySaved is how many names a scope has before it finds them by a map.
const manySaved = 12

// place finds a name among those set aside, -1 for none.
func (sc *scope) place(name string) int {
	if len(sc.saved) > manySaved {
		if i, ok := sc.places[name]; ok {
			return i
		}
		return -1
	}
	for i := range sc.saved {
		if sc.saved[i].name == name {
			return i
		}
	}
	return -1
}

func (sc *scope) holds(name string) bool { return sc.place(name) >= 0 }

// add sets a name aside.
func (sc *scope) add(x saved) {
	if sc.saved == nil {
		sc.saved = make([]saved, 0, 4)
	}
	sc.saved = append(sc.saved, x)
	switch n := len(sc.saved); {
	case sc.places != nil:
		sc.places[x.name] = n - 1
	case n > manySaved:
		sc.index()
	}
}

func (sc *scope) index() {
	sc.places = make(map[string]int, 2*len(sc.saved))
	for i := range sc.saved {
		sc.places[sc.saved[i].name] = i
	}
}

// remove forgets what was set aside at a place.
func (sc *scope) remove(at int) {
	last := len(sc.saved) - 1
	if sc.places != nil {
		delete(sc.places, sc.saved[at].name)
		if at != last {
			sc.places[sc.saved[last].name] = at
		}
	}
	sc.saved[at] = sc.saved[last]
	sc.saved = sc.saved[:last]
}

// Push opens the scope of a function call; with temporary, that of the
// assignments before one command.
func (s *Store) Push(temporary bool) {
	calls := s.Depth()
	if !temporary {
		calls++
	}
	s.scopes = &scope{outer: s.scopes, owner: s.owner, temporary: temporary, calls: calls}
}

// PushPrivate is Push for the assignments before eval, source and the like: Keep
// does nothing for them.
func (s *Store) PushPrivate() {
	s.Push(true)
	s.scopes.private = true
}

// Pop closes the innermost scope; what it had set aside is back.
func (s *Store) Pop() {
	last := s.scopes
	s.scopes = last.outer
	if len(last.saved) == 0 {
		return
	}
	s.settle()
	for _, old := range slices.Backward(last.saved) {
		current := s.vars.get(old.name)
		if current.Has(Export) || old.outer.Has(Export) {
			s.exports = nil
		}
		kept := old.kept && current != nil && current.Kind == Scalar && !old.outer.IsArray()
		var value string
		var attr Attr
		if kept {
			value, attr = current.Str, current.Attr
		}
		s.drop(current)
		s.vars.set(old.name, old.outer)
		if kept {
			_ = s.SetString(old.name, value) // a readonly one keeps what it has
			s.SetAttr(old.name, attr, 0)
		}
	}
}

// Keep makes what a temporary variable becomes outlast its command: export,
// readonly and their kin do so, in the command itself or in the function that
// it calls. It does nothing for other variables.
func (s *Store) Keep(name string) {
	for sc := s.scopes; sc != nil; sc = sc.outer {
		if at := sc.place(name); at >= 0 {
			if sc.temporary && !sc.private {
				s.writable(sc).saved[at].kept = true
			}
			return
		}
	}
}

// KeepChanged assigns the variables that a command changed in the innermost
// scope, a temporary one, to those that they hide.
func (s *Store) KeepChanged() {
	for _, x := range s.scopes.saved {
		v := s.vars.get(x.name)
		if x.kept || v == nil || v.Kind != Scalar || v.Str == x.made || x.outer.IsArray() {
			continue
		}
		value := v.Str
		_ = s.WithHidden(x.name, func() error { return s.SetString(x.name, value) })
	}
}

// Hidden calls f while the innermost scope, one of temporary assignments, is
// taken away: the words of redirections do not see it.
func (s *Store) Hidden(f func()) {
	saved, private := slices.Clone(s.scopes.saved), s.scopes.private
	current := make([]*Variable, len(saved))
	for i := range saved {
		if v := s.vars.get(saved[i].name); v != nil {
			current[i] = v.Copy()
		}
	}
	s.Pop()
	f()
	s.Push(true)
	s.scopes.private = private
	for i, v := range current {
		if v != nil {
			s.Temporary(saved[i].name, v)
		}
	}
}

// Unwind closes all scopes.
func (s *Store) Unwind() {
	for s.scopes != nil {
		s.Pop()
	}
}

// Depth is the number of open scopes that are not temporary.
func (s *Store) Depth() int {
	if s.scopes == nil {
		return 0
	}
	return s.scopes.calls
}

// Local sets the variable of that name aside in the innermost function scope
// and puts v, which may be nil, in its place. If the scope has one already it
// returns false and changes nothing. One of the assignments before the command
// that makes it local is gone.
func (s *Store) Local(name string, v *Variable) (bool, error) {
	at := s.function()
	if at == nil {
		return false, ErrNotLocal
	}
	if !at.holds(name) {
		s.forgetTemporary(name)
	}
	return s.setAside(at, name, v), nil
}

// TakeTemporary gives a local variable the value of the temporary one that hides it.
func (s *Store) TakeTemporary(name string) error {
	v := s.vars.get(name)
	if !s.IsLocal(name) || !s.IsTemporary(name) || v == nil {
		return nil
	}
	value := v.Str
	s.forgetTemporary(name)
	return s.SetString(name, value)
}

// forgetTemporary brings back what a temporary variable hides in the innermost function.
func (s *Store) forgetTemporary(name string) {
	for sc := s.scopes; sc != nil && sc.temporary; sc = sc.outer {
		if at := sc.place(name); at >= 0 {
			s.Define(name, nil)
			sc = s.writable(sc)
			s.vars.set(name, sc.saved[at].outer)
			sc.remove(at)
		}
	}
}

// Temporary sets a variable of the environment of one command aside in the
// innermost scope, which must be a temporary one.
func (s *Store) Temporary(name string, v *Variable) {
	if !s.setAside(s.scopes, name, v) {
		s.Define(name, v)
		if at := s.scopes.place(name); v != nil {
			s.writable(s.scopes).saved[at].made = v.Str
		}
	}
}

// setAside does nothing where there is no room, which ends the run.
func (s *Store) setAside(at *scope, name string, v *Variable) bool {
	if at.holds(name) {
		return false
	}
	if !s.meter.Room(v.size() + savedBytes) {
		return true
	}
	s.settle()
	entry := saved{name: name, outer: s.vars.get(name)}
	if at.temporary && v != nil {
		entry.made = v.Str
	}
	s.writable(at).add(entry)
	s.exports = nil
	s.count(v.size())
	s.replace(name, v)
	return true
}

// savedBytes is room that there has to be for a place in a scope. It is not
// counted: the variable that is there or may come counts more.
const savedBytes = 64

// writable makes a scope one that this store may change.
func (s *Store) writable(sc *scope) *scope {
	for link := &s.scopes; ; link = &(*link).outer {
		this := *link
		if this.owner != s.owner {
			c := *this
			c.owner, c.saved, c.places = s.owner, slices.Clone(this.saved), maps.Clone(this.places)
			*link = &c
		}
		if this == sc {
			return *link
		}
	}
}

// IsLocal tells whether the innermost function scope has a variable of that
// name.
func (s *Store) IsLocal(name string) bool {
	at := s.function()
	return at != nil && at.holds(name)
}

// IsGlobal tells whether the variable of that name that is visible is none of a
// function.
func (s *Store) IsGlobal(name string) bool {
	for sc := s.scopes; sc != nil; sc = sc.outer {
		if !sc.temporary && sc.holds(name) {
			return false
		}
	}
	return true
}

// IsTemporary tells whether the variable of that name comes from the
// assignments before a command.
func (s *Store) IsTemporary(name string) bool {
	for sc := s.scopes; sc != nil; sc = sc.outer {
		if sc.holds(name) {
			return sc.temporary
		}
	}
	return false
}

// Locals lists the names of the innermost function scope, sorted.
func (s *Store) Locals() []string {
	at := s.function()
	if at == nil {
		return nil
	}
	names := make([]string, 0, len(at.saved))
	for _, old := range at.saved {
		names = append(names, old.name)
	}
	slices.Sort(names)
	return names
}

// function is the innermost scope of a function, nil for none.
func (s *Store) function() *scope {
	sc := s.scopes
	for sc != nil && sc.temporary {
		sc = sc.outer
	}
	return sc
}
