package data

import (
	"reflect"
	"strconv"

	"github.com/itchyny/gojq"
)

// guardDepth bounds the walk over a filter; the parser has its own bound.
const guardDepth = 10_000

// A rewriter changes a filter before it is compiled: every multiplication is
// put through __mul, which bounds it, every .[] takes the keys of an object in
// their order, and what {...} makes has its order noted.
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
			guardProduct(n)
		case *gojq.Term:
			r.iterate(n)
			r.construct(n)
		}
	})
}

// walk visits the nodes of a filter: enter is called before what is within a
// node and tells whether to go there, leave after it.
func walk(v reflect.Value, depth int, enter func(node any) bool, leave func(node any)) {
	if depth > guardDepth {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || !enter(v.Interface()) {
			return
		}
		walk(v.Elem(), depth+1, enter, leave)
		leave(v.Interface())
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanInterface() {
				walk(f, depth+1, enter, leave)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), depth+1, enter, leave)
		}
	}
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

// guardProduct puts __mul in the place of a multiplication.
func guardProduct(q *gojq.Query) {
	if q.Left == nil || q.Right == nil {
		return
	}
	mul := func(right, left *gojq.Query) *gojq.Term {
		return &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: "__mul", Args: []*gojq.Query{right, left}}}
	}
	switch q.Op {
	case gojq.OpMul:
		q.Term = mul(q.Right, q.Left)
		q.Op, q.Left, q.Right = 0, nil, nil
	case gojq.OpUpdateMul:
		// L *= R is R as $x | L |= . * $x
		product, err := gojq.Parse("R as $__x | L |= __mul($__x; .)")
		if err != nil {
			return
		}
		fill(reflect.ValueOf(product), map[string]*gojq.Query{"R": q.Right, "L": q.Left})
		defs, meta, imports := q.FuncDefs, q.Meta, q.Imports
		*q = *product
		q.FuncDefs, q.Meta, q.Imports = defs, meta, imports
	}
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
