package expand

import (
	"context"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// An item is an element of a compound assignment, expanded. Its subscript is
// evaluated when it is assigned.
type item struct {
	index  *syntax.Subscript // nil for the next index
	expr   string            // index, expanded
	value  string
	append bool
}

// setItems assigns expanded elements one after the other, behind those that
// are there.
func (e *Expander) setItems(ctx context.Context, name string, items []item) error {
	v := e.Shell.Vars.Get(name)
	next := e.top(v) + 1
	if v.Attr == 0 && v.Dynamic == nil && e.roomFor(v, len(items)) == nil && !e.Shell.Opts.On(state.AllExport) {
		plain := slices.IndexFunc(items, func(it item) bool { return it.index != nil })
		if plain < 0 {
			plain = len(items)
		}
		values := make([]string, plain)
		for i := range values {
			values[i] = items[i].value
		}
		if err := e.Shell.Vars.SetValues(name, next, values); err != nil {
			return err
		}
		items, next = items[plain:], next+int64(plain)
	}
	for i := range items {
		it := &items[i]
		r := ref{name: name, mode: element, index: next, v: e.Shell.Vars.Get(name)}
		if it.index != nil {
			ok, err := e.itemIndex(ctx, &r, it)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
		}
		next = r.index + 1
		if err := e.store(ctx, &r, it.value, it.append); err != nil {
			return err
		}
	}
	e.markSet(name)
	return nil
}

// markSet makes an array that got no element one that is set.
func (e *Expander) markSet(name string) {
	if v := e.Shell.Vars.Get(name); !v.Set {
		e.Shell.Vars.Mutable(name).Set = true
	}
}

// itemIndex evaluates the subscript of an element. A bad one is told of and
// passed over.
func (e *Expander) itemIndex(ctx context.Context, r *ref, it *item) (bool, error) {
	bad := func() error {
		return e.complain("[" + it.expr + "]=" + it.value + ": bad array subscript")
	}
	switch {
	case it.expr == "*", it.expr == "@":
		op := "="
		if it.append {
			op = "+="
		}
		return false, e.complain("[" + it.expr + "]" + op + it.value + ": cannot assign to non-numeric index")
	case it.index.All != 0 || it.expr == "":
		return false, bad()
	}
	i, err := e.ArithText(ctx, it.expr)
	if err != nil {
		return false, inSubscript(err)
	}
	if i < 0 {
		i += e.top(e.Shell.Vars.Get(r.name)) + 1
	}
	if i < 0 {
		return false, bad()
	}
	r.index, r.v = i, e.Shell.Vars.Get(r.name)
	return true, nil
}

// spreads tells whether brace expansion makes more than one word of w.
func (e *Expander) spreads(w *syntax.Word) bool {
	if w == nil || !w.Braces || !e.Shell.Opts.On(state.BraceExpand) {
		return false
	}
	words, err := e.Braces(w)
	return err != nil || len(words) != 1
}

// items expands the elements for an indexed array.
func (e *Expander) items(ctx context.Context, x *syntax.ArrayExpr) ([]item, error) {
	if words, ok := plainElements(x); ok {
		return e.wordItems(ctx, words)
	}
	from, deferring := len(e.globs), e.deferring
	e.deferring = true
	groups, err := e.groups(ctx, x)
	e.deferring = deferring
	items := make([]item, 0, len(x.Elems))
	for i := 0; i < len(groups) && err == nil; i++ {
		items, err = e.ungroup(items, &groups[i])
	}
	clear(e.globs[from:])
	e.globs = e.globs[:from]
	return items, err
}

// A group is what an element gives: an item with a subscript, or words, some of
// which wait for pathname expansion, which comes when all elements are expanded.
type group struct {
	item     item
	keyed    bool
	words    []string
	from, to int // of the expander's globs
}

func (e *Expander) groups(ctx context.Context, x *syntax.ArrayExpr) ([]group, error) {
	groups, count := make([]group, 0, len(x.Elems)), 0
	for _, elem := range x.Elems {
		g := group{from: len(e.globs), to: len(e.globs)}
		keyed := elem.Index != nil && !e.spreads(elem.Whole)
		if !keyed {
			w := elem.Value
			if elem.Whole != nil {
				w = elem.Whole
			}
			var err error
			if g.words, err = e.fieldsOf(ctx, []*syntax.Word{w}); err != nil {
				return nil, err
			}
			g.to = len(e.globs)
			keyed = elem.Index != nil && len(g.words) == 1 // the braces were no brace expression
			count += len(g.words)
		}
		if keyed {
			it, err := e.item(ctx, elem)
			if err != nil {
				return nil, err
			}
			g.item, g.keyed = it, true
		}
		groups = append(groups, g)
		if err := e.roomFor(nil, count); err != nil {
			return nil, err
		}
	}
	return groups, nil
}

// ungroup does the pathname expansion of a group and appends its items.
func (e *Expander) ungroup(items []item, g *group) ([]item, error) {
	if g.keyed {
		return append(items, g.item), nil
	}
	words := g.words
	if g.to > g.from {
		var err error
		if words, err = e.globFields(words, e.globs[g.from:g.to]); err != nil {
			return nil, err
		}
	}
	for _, text := range words {
		items = append(items, item{value: text})
	}
	return items, e.roomFor(nil, len(items))
}

// plainElements are the words of a list without subscripts.
func plainElements(x *syntax.ArrayExpr) ([]*syntax.Word, bool) {
	words := make([]*syntax.Word, len(x.Elems))
	for i, elem := range x.Elems {
		if elem.Index != nil {
			return nil, false
		}
		if words[i] = elem.Value; elem.Whole != nil {
			words[i] = elem.Whole
		}
	}
	return words, true
}

// wordItems expands the words of a list together.
func (e *Expander) wordItems(ctx context.Context, words []*syntax.Word) ([]item, error) {
	values, err := e.Words(ctx, words)
	if err == nil {
		err = e.roomFor(nil, len(values))
	}
	if err != nil {
		return nil, err
	}
	items := make([]item, len(values))
	for i, text := range values {
		items[i].value = text
	}
	return items, nil
}

// item expands [SUBSCRIPT]=VALUE.
func (e *Expander) item(ctx context.Context, elem *syntax.ArrayElem) (item, error) {
	it := item{index: elem.Index, expr: elem.Index.X.Src, append: elem.Append}
	var err error
	asQuoted := elem.Index.X.Key != nil && strings.ContainsAny(it.expr, "'\"\\")
	switch {
	case elem.Index.X.Plain:
	case asQuoted:
		it.expr, err = e.pairWord(ctx, elem.Index.X.Key)
	default:
		it.expr, err = e.arithText(ctx, elem.Index.X.Word)
	}
	if err != nil {
		return item{}, err
	}
	if it.value, err = e.itemValue(ctx, elem.Value); err != nil || elem.Index.X.Plain {
		return it, err
	}
	return e.asFound(ctx, it)
}
