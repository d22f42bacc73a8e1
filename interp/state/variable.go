package state

// An Attr is a set of variable attributes (bash(1), declare).
type Attr uint16

// The attributes, by the letter that declare knows them by.
const (
	Export     Attr = 1 << iota // -x
	ReadOnly                    // -r
	Integer                     // -i
	Lower                       // -l
	Upper                       // -u
	Capitalize                  // -c
	NameRef                     // -n
	Trace                       // -t
	// NoUnset marks a variable that can not be unset (BASH_VERSINFO's kin
	// say "cannot unset").
	NoUnset
	// NoAssign marks a variable that assignments leave alone and that can not
	// be made local (FUNCNAME, GROUPS).
	NoAssign
)

// A Kind tells what a variable holds.
type Kind uint8

// The kinds of variables.
const (
	Scalar  Kind = iota
	Indexed      // -a
	Assoc        // -A
)

// A Variable is a named value. Outside this package it is read only; change
// one through its Store.
type Variable struct {
	Attr Attr
	Kind Kind
	// Set tells whether it has a value: `declare x` and `declare -a a` make
	// variables that have none.
	Set bool
	// Str is a scalar's value. Of a dynamic variable it is what the last
	// Get computed.
	Str  string
	List *List // of Kind Indexed, never nil then
	Map  *Map  // of Kind Assoc, never nil then
	// Dynamic is set for variables whose value is computed when they are
	// looked up: Get brings Str, List or Map up to date.
	Dynamic Dynamic

	owner *owner
	// grown holds Str with room to append, or is nil: see AppendString.
	grown *grower
}

// A Dynamic computes the values of a variable such as RANDOM or FUNCNAME. It
// has no state of its own; what it needs is in the Shell, so that forks have
// theirs.
type Dynamic interface {
	// Read stores the present value in v.
	Read(sh *Shell, v *Variable)
	// Assign takes an assignment of a scalar; the variable stays dynamic.
	Assign(sh *Shell, value string)
}

// A DynamicElements is a Dynamic whose elements can be assigned.
type DynamicElements interface {
	Dynamic
	// AssignElement sets the element of that key, or index in decimal.
	AssignElement(sh *Shell, key, value string)
}

// Has tells whether all of a are set.
func (v *Variable) Has(a Attr) bool { return v != nil && v.Attr&a == a }

// IsArray tells whether the variable is an array of either kind.
func (v *Variable) IsArray() bool { return v != nil && v.Kind != Scalar }

// Value is what $NAME gives: the value of a scalar, element 0 (or key "0") of
// an array. ok is false for nil, an unset variable, and an array without that
// element.
func (v *Variable) Value() (value string, ok bool) {
	switch {
	case v == nil:
		return "", false
	case v.Kind == Indexed:
		return v.List.Get(0)
	case v.Kind == Assoc:
		return v.Map.Get("0")
	}
	return v.Str, v.Set
}

// variableBytes is about what a variable costs beyond its value: itself, its
// name, its place in the table.
const variableBytes = 320

// size is about what a variable takes, in bytes; 0 for nil.
func (v *Variable) size() int {
	if v == nil {
		return 0
	}
	n := variableBytes
	if v.Dynamic != nil {
		return n
	}
	n += len(v.Str)
	if v.List != nil {
		n += v.List.size()
	}
	if v.Map != nil {
		n += v.Map.size()
	}
	return n
}

// clone makes a copy that o may change in place.
func (v *Variable) clone(o *owner) *Variable {
	c := *v
	c.owner, c.grown = o, nil
	if v.List != nil {
		c.List = v.List.Clone()
	}
	if v.Map != nil {
		c.Map = v.Map.Clone()
	}
	return &c
}
