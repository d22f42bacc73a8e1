package data

import (
	"reflect"
	"strconv"

	"github.com/itchyny/gojq"
)

// guardDepth bounds the nesting of a filter in steps of the walk over it, of
// which a pair of parentheses takes six and an operator two; the parser has no
// bound, and what compiles filters takes longer than linear.
const guardDepth = 10_000

// A rewriter changes a filter before it is compiled: every multiplication is
// put through __mul and every subtraction through __minus, which bound them,
// every .[] takes the keys of an object in their order, what {...} makes has its
// order noted, and what makes values deeper goes through a guard.
type rewriter struct {
	each   *gojq.Query
	orders *orders
}

func newRewriter(o *orders) (*rewriter, error) {
	each, err := gojq.Parse(`if type == "object" then (__keys[] as $__k | .[$__k]) else .[] end`)
	return &rewriter{each, o}, err
}

// rewrite changes what is within a node before the node itself.
func (r *rewriter) rewrite(v reflect.Value) {
	walk(v, 0, func(any) bool { return true }, func(node any) {
		switch n := node.(type) {
		case *gojq.Query:
			op := n.Op
			guardOperator(n)
			if op >= gojq.OpAssign && op <= gojq.OpUpdateAlt {
				guardUpdate(n)
			}
		case *gojq.Term:
			r.iterate(n)
			r.construct(n)
			guardTerm(n)
		}
	})
}

// walk visits the nodes of a filter: enter is called before what is within a
// node and tells whether to go there, leave after it. It returns whether it came
// to all of them: it does not for what is nested too deeply.
func walk(v reflect.Value, depth int, enter func(node any) bool, leave func(node any)) bool {
	all := depth <= guardDepth
	switch {
	case !all:
	case v.Kind() == reflect.Pointer:
		if v.IsNil() || !enter(v.Interface()) {
			return true
		}
		all = walk(v.Elem(), depth+1, enter, leave)
		leave(v.Interface())
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanInterface() {
				all = walk(f, depth+1, enter, leave) && all
			}
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			all = walk(v.Index(i), depth+1, enter, leave) && all
		}
	}
	return all
}

// iterate makes of T[] the query (T | each).
func (r *rewriter) iterate(t *gojq.Term) {
	suffixes := t.SuffixList
	now := *t
	now.SuffixList = nil
	for _, s := range suffixes {
		if !s.Iter {
			now.SuffixList = append(now.SuffixList, s)
			continue
		}
		left := now
		now = gojq.Term{Type: gojq.TermTypeQuery, Query: &gojq.Query{Op: gojq.OpPipe, Left: &gojq.Query{Term: &left}, Right: r.each}}
	}
	*t = now
}

// construct makes of {...} the query ({...} | __made(N)), N being the number of
// its order.
func (r *rewriter) construct(t *gojq.Term) {
	if t.Type != gojq.TermTypeObject || t.Object == nil {
		return
	}
	keys := literalKeys(t.Object)
	if len(keys) < 2 || len(keys) != len(t.Object.KeyVals) {
		return
	}
	made := &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: "__made", Args: []*gojq.Query{
		{Term: &gojq.Term{Type: gojq.TermTypeNumber, Number: strconv.Itoa(len(r.orders.literals))}},
	}}}
	r.orders.literals = append(r.orders.literals, keys)
	left := *t
	left.SuffixList = nil
	*t = gojq.Term{Type: gojq.TermTypeQuery, SuffixList: t.SuffixList, Query: &gojq.Query{
		Op: gojq.OpPipe, Left: &gojq.Query{Term: &left}, Right: &gojq.Query{Term: made},
	}}
}

// guardOperator puts __mul and __minus in the place of operators.
func guardOperator(q *gojq.Query) {
	if q.Left == nil || q.Right == nil {
		return
	}
	function := func(name string) {
		q.Term = &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: name, Args: []*gojq.Query{q.Right, q.Left}}}
		q.Op, q.Left, q.Right = 0, nil, nil
	}
	switch q.Op {
	case gojq.OpMul:
		function("__mul")
	case gojq.OpSub:
		function("__minus")
	case gojq.OpUpdateMul:
		become(q, "R as $__x | L |= __mul($__x; .)", map[string]*gojq.Query{"R": q.Right, "L": q.Left})
	case gojq.OpUpdateSub:
		become(q, "R as $__x | L |= __minus($__x; .)", map[string]*gojq.Query{"R": q.Right, "L": q.Left})
	}
}

// become makes of q what a text says, with queries in the place of names.
func become(q *gojq.Query, text string, with map[string]*gojq.Query) {
	made, err := gojq.Parse(text)
	if err != nil {
		return // never: the texts are our own
	}
	fill(reflect.ValueOf(made), with)
	defs, meta, imports := q.FuncDefs, q.Meta, q.Imports
	*q = *made
	q.FuncDefs, q.Meta, q.Imports = defs, meta, imports
}

// guardUpdate puts a guard behind an update, which may go a long way.
func guardUpdate(q *gojq.Query) {
	update := *q
	update.FuncDefs, update.Meta, update.Imports = nil, nil, nil
	become(q, ". as $__old | U | __grown($__old)", map[string]*gojq.Query{"U": &update})
}

// guardTerm puts guards behind what makes values of other values, and before
// what goes along paths.
func guardTerm(t *gojq.Term) {
	behind := ""
	switch t.Type {
	case gojq.TermTypeArray, gojq.TermTypeObject:
		behind = "__level"
	case gojq.TermTypeFunc:
		switch t.Func.Name {
		case "setpath", "group_by", "toarray":
			behind = "__level"
		case "fromstream", "pick":
			behind = "__whole"
		}
		switch t.Func.Name {
		case "setpath", "getpath", "delpaths":
			if len(t.Func.Args) > 0 {
				t.Func.Args[0] = &gojq.Query{Op: gojq.OpPipe, Left: t.Func.Args[0], Right: call("__short")}
			}
		}
	}
	if behind == "" {
		return
	}
	made := *t
	made.SuffixList = nil
	*t = gojq.Term{Type: gojq.TermTypeQuery, SuffixList: t.SuffixList, Query: &gojq.Query{
		Op: gojq.OpPipe, Left: &gojq.Query{Term: &made}, Right: call(behind),
	}}
}

// call is the query that calls a function without arguments.
func call(name string) *gojq.Query {
	return &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: name}}}
}

// fill puts queries in the place of calls of the names.
func fill(v reflect.Value, with map[string]*gojq.Query) {
	walk(v, 0, func(node any) bool {
		t, ok := node.(*gojq.Term)
		if !ok || t.Type != gojq.TermTypeFunc || len(t.Func.Args) > 0 || with[t.Func.Name] == nil {
			return true
		}
		t.Type, t.Func, t.Query = gojq.TermTypeQuery, nil, with[t.Func.Name]
		return false
	}, func(any) {})
}
