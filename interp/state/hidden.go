package state

// Global returns the variable that is visible outside of all functions, nil for
// none.
func (s *Store) Global(name string) *Variable {
	if sc := s.outermost(name); sc != nil {
		return sc.saved[sc.place(name)].outer
	}
	return s.Get(name)
}

// SetSomewhere tells whether the variable of that name, or one that it hides,
// has a value.
func (s *Store) SetSomewhere(name string) bool {
	set := func(v *Variable) bool { return v != nil && (v.Set || v.Dynamic != nil) }
	if set(s.Get(name)) {
		return true
	}
	for sc := s.scopes; sc != nil; sc = sc.outer {
		if at := sc.place(name); at >= 0 && set(sc.saved[at].outer) {
			return true
		}
	}
	return false
}

// outermost is the scope that has the global variable of that name aside, nil
// if nothing hides it.
func (s *Store) outermost(name string) *scope {
	var found *scope
	for sc := s.scopes; sc != nil; sc = sc.outer {
		if sc.holds(name) {
			found = sc
		}
	}
	return found
}

// WithHidden calls do with the variable name that the innermost scope hides.
func (s *Store) WithHidden(name string, do func() error) error {
	return s.withOuter(name, func() *scope { return s.scopes }, do)
}

// WithGlobal calls do with the variable name that is visible outside of all
// functions in place of the innermost one.
func (s *Store) WithGlobal(name string, do func() error) error {
	return s.withOuter(name, func() *scope { return s.outermost(name) }, do)
}

// withOuter calls do with what the scope that find finds has aside.
func (s *Store) withOuter(name string, find func() *scope, do func() error) error {
	sc := find()
	if sc == nil || !sc.holds(name) {
		return do()
	}
	s.settle()
	inner := s.vars.get(name)
	s.vars.set(name, sc.saved[sc.place(name)].outer)
	err := do()
	s.settle()
	sc = s.writable(find())
	sc.saved[sc.place(name)].outer = s.vars.get(name)
	s.vars.set(name, inner)
	s.exports = nil
	return err
}

// UnsetDynamic removes the innermost variable of that name. bash shows the
// next outer one then, if a function further out made it local; inside the
// function that made it local it stays local and unset.
func (s *Store) UnsetDynamic(name string) {
	s.Define(name, nil)
	for sc := s.scopes; sc != nil; sc = sc.outer {
		if !sc.holds(name) {
			continue
		}
		if sc == s.function() {
			return
		}
		sc = s.writable(sc)
		at := sc.place(name)
		outer := sc.saved[at].outer
		sc.remove(at)
		s.vars.set(name, outer)
		return
	}
}
