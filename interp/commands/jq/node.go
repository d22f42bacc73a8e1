package jq

// An op is what a node of a filter does.
type op uint8

const (
	opIdentity    op = iota
	opField          // a.text
	opIndex          // a[b]
	opSlice          // a[b:c]
	opIterate        // a[]
	opLiteral        // value
	opString         // list, put together in format text
	opFormat         // text
	opArray          // [a]
	opObject         // pairs
	opNegate         // -a
	opPipe           // a | b
	opComma          // list
	opAlternative    // a // b
	opBinary         // a text b
	opAnd            // a and b
	opOr             // a or b
	opAssign         // a text b
	opIf             // if a then b else c
	opTry            // try a catch b
	opReduce         // reduce a as patterns (b; c)
	opForeach        // foreach a as patterns (b; c; d)
	opDefine         // def; a
	opCall           // text(list)
	opVariable       // $text
	opBind           // a as patterns | b
	opLabel          // label $text | a
	opBreak          // break $text
	opLocation       // $__loc__
	opClosure        // a parameter, called
	opNative         // a function that is built in
	opRecurse        // ..
)

// A node is a part of a filter. What its fields mean is said by op.
type node struct {
	op         op
	at         int
	text       string
	value      Value
	a, b, c, d *node
	list       []*node
	pairs      []pair
	patterns   []*pattern
	function   *function
	native     *native

	// optional is a ? right behind a step: its own errors count for nothing.
	optional bool
	// single tells that there is exactly one output, or an error.
	single bool
	// links is how far up the environment is what the name means.
	links int
	// slots is how many variables the patterns bind.
	slots int
}

// A pair is a key of an object with its value.
type pair struct{ key, value *node }

// A pattern takes a value apart: a variable, the elements of an array or the
// values of keys.
type pattern struct {
	name    string
	slot    int
	array   []*pattern
	entries []patternEntry
	object  bool
}

// A patternEntry is key: pattern, $name or $name: pattern within an object.
type patternEntry struct {
	key     *node
	name    string
	slot    int
	pattern *pattern
}

// A function was defined with def.
type function struct {
	name   string
	params []string // a $ before those that are values
	body   *node
	at     int
	// depth is that of the environment in which it was defined.
	depth int
	// state tells how far it has been resolved.
	state resolveState
}

type resolveState uint8

const (
	unresolved resolveState = iota
	resolving
	resolved
)

// variables returns the names that a pattern binds, in order.
func (p *pattern) variables(names []string) []string {
	if p.name != "" {
		return append(names, p.name)
	}
	for _, e := range p.array {
		names = e.variables(names)
	}
	for _, e := range p.entries {
		if e.name != "" {
			names = append(names, e.name)
		}
		if e.pattern != nil {
			names = e.pattern.variables(names)
		}
	}
	return names
}
