package state

import (
	"strconv"
	"strings"
)

// owned is the variable of that name for changing it in place, made if there is
// none.
func (s *Store) owned(name string) *Variable {
	v := s.vars.own[name]
	if v == nil || v.owner != s.owner || s.owner.seen.Load() != 0 {
		return s.Mutable(name)
	}
	if v.Attr&Export != 0 {
		s.exports = nil
	}
	return v
}

// AppendString appends to what SetString would set. Appending again and again
// to a scalar takes time linear in what is appended. It checks nothing but
// ReadOnly.
func (s *Store) AppendString(name, text string) error {
	if s.vars.get(name).Has(ReadOnly) {
		return ErrReadOnly
	}
	v := s.owned(name)
	if v.Kind != Scalar || v.Dynamic != nil {
		old, _ := s.Get(name).Value()
		return s.SetString(name, old+text)
	}
	if !s.grow(len(text)) {
		return s.meter.Err()
	}
	if !v.Set {
		v.grown = nil
	}
	v.Str, v.Set = v.grown.append(v.Str, text, &v.grown), true
	return nil
}

// A grower keeps a string with room behind it. Its builder is of one variable
// or element alone, and every string that it gave is a prefix of what it holds,
// so that it may go on where the last one ends. Nil is one that holds nothing.
type grower struct{ b strings.Builder }

// append returns old with text behind it. old is what the last append gave,
// or any string if the grower is nil; at is where the grower is kept.
func (g *grower) append(old, text string, at **grower) string {
	if g == nil || g.b.Len() != len(old) {
		*at = nil
		if len(old)+len(text) < growFrom {
			return old + text
		}
		g = &grower{}
		*at = g
		g.b.Grow(2 * (len(old) + len(text)))
		g.b.WriteString(old)
	}
	g.b.WriteString(text)
	return g.b.String()
}

// growFrom is the length from which on a value that is appended to keeps room
// to grow.
const growFrom = 64

// SetIndex sets an element of an indexed array, i >= 0. A scalar becomes an
// array, its value the element 0. It checks nothing but ReadOnly. Arrays that
// are computed take no assignment, as bash ignores those.
func (s *Store) SetIndex(name string, i int64, value string) error {
	if s.vars.get(name).Has(ReadOnly) {
		return ErrReadOnly
	}
	v := s.owned(name)
	if v.Kind == Scalar {
		if v.Dynamic != nil {
			return nil
		}
		s.SetKind(name, Indexed)
	}
	if d, ok := v.Dynamic.(DynamicElements); ok {
		d.AssignElement(s.shell, strconv.FormatInt(i, 10), value)
		return nil
	}
	if v.Dynamic != nil || v.Kind != Indexed {
		return nil
	}
	if !s.grow(v.List.costs(i, len(value))) {
		return s.meter.Err()
	}
	v.List.Set(i, value)
	v.Set = true
	return nil
}

// SetValues sets the elements of an indexed array from index first on, as
// SetIndex would one after the other.
func (s *Store) SetValues(name string, first int64, values []string) error {
	v := s.vars.get(name)
	if v == nil || v.Kind != Indexed || v.Dynamic != nil || v.Attr&ReadOnly != 0 || first != v.List.Max()+1 || v.List.wide != nil {
		for i, value := range values {
			if err := s.SetIndex(name, first+int64(i), value); err != nil {
				return err
			}
		}
		return nil
	}
	n := denseBytes * len(values)
	for _, value := range values {
		n += len(value)
	}
	v = s.owned(name)
	if !s.grow(n) {
		return s.meter.Err()
	}
	v.List.extend(values)
	v.Set = v.Set || len(values) > 0
	return nil
}

// AppendIndex appends to an element as SetIndex would set it, in time linear in
// what is appended as long as it is the same element.
func (s *Store) AppendIndex(name string, i int64, text string) error {
	v := s.vars.get(name)
	if v == nil || v.Kind != Indexed || v.Dynamic != nil || v.Attr&ReadOnly != 0 {
		old := ""
		if v := s.Get(name); v != nil && v.Kind == Indexed {
			old, _ = v.List.Get(i)
		} else if v != nil && i == 0 {
			old, _ = v.Value()
		}
		return s.SetIndex(name, i, old+text)
	}
	v = s.owned(name)
	old, _ := v.List.Get(i)
	if !s.grow(v.List.costs(i, len(old)+len(text))) {
		return s.meter.Err()
	}
	v.List.append(i, text)
	v.Set = true
	return nil
}

// AppendKey is AppendIndex for an associative array.
func (s *Store) AppendKey(name, key, text string) error {
	v := s.vars.get(name)
	if v == nil || v.Kind != Assoc || v.Dynamic != nil || v.Attr&ReadOnly != 0 {
		return s.SetKey(name, key, text)
	}
	v = s.owned(name)
	old, _ := v.Map.Get(key)
	if !s.grow(v.Map.costs(key, len(old)+len(text))) {
		return s.meter.Err()
	}
	v.Map.append(key, text)
	v.Set = true
	return nil
}

// toList makes a scalar an indexed array.
func (v *Variable) toList() {
	v.List = NewList()
	if v.Set {
		v.List.Set(0, v.Str)
	}
	v.Kind, v.Str, v.grown = Indexed, "", nil
}

// toMap makes a scalar an associative array.
func (v *Variable) toMap() {
	v.Map = NewMap()
	if v.Set {
		v.Map = NewMapOf(convertedBuckets)
		v.Map.Set("0", v.Str)
	}
	v.Kind, v.Str, v.grown = Assoc, "", nil
}

// SetKind makes a scalar an array of the given kind; its value becomes the
// element 0. Arrays stay what they are.
func (s *Store) SetKind(name string, kind Kind) {
	v := s.owned(name)
	if v.Kind != Scalar || v.Dynamic != nil {
		return
	}
	before := v.size()
	if kind == Indexed {
		v.toList()
	} else if kind == Assoc {
		v.toMap()
	}
	s.count(v.size() - before)
}

// SetKey sets an element of an associative array. It checks nothing but
// ReadOnly.
func (s *Store) SetKey(name, key, value string) error {
	if s.vars.get(name).Has(ReadOnly) {
		return ErrReadOnly
	}
	v := s.owned(name)
	if d, ok := v.Dynamic.(DynamicElements); ok {
		d.AssignElement(s.shell, key, value)
		return nil
	}
	if v.Kind != Assoc || v.Dynamic != nil {
		return nil
	}
	if !s.grow(v.Map.costs(key, len(value))) {
		return s.meter.Err()
	}
	v.Map.Set(key, value)
	v.Set = true
	return nil
}

// SetAttr sets and removes attributes.
func (s *Store) SetAttr(name string, set, remove Attr) {
	v := s.owned(name)
	v.Attr = v.Attr&^remove | set
	s.exports = nil
}

// UnsetIndex removes an element of an indexed array, UnsetKey one of an
// associative array.
func (s *Store) UnsetIndex(name string, i int64) {
	v := s.owned(name)
	if v.Kind == Indexed && v.Dynamic == nil {
		before := v.List.size()
		v.List.Unset(i)
		s.count(v.List.size() - before)
	}
}

// UnsetKey removes an element of an associative array.
func (s *Store) UnsetKey(name, key string) {
	v := s.owned(name)
	if v.Kind == Assoc && v.Dynamic == nil {
		before := v.Map.size()
		v.Map.Unset(key)
		s.count(v.Map.size() - before)
	}
}

// Copy is a copy of a variable that shares nothing with it.
func (v *Variable) Copy() *Variable { return v.clone(nil) }
