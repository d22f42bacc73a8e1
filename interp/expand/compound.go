package expand

import (
	"context"
	"errors"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// assignArray does NAME=( ... ). All words are expanded before anything is
// assigned.
func (e *Expander) assignArray(ctx context.Context, a *syntax.Assign, opts AssignOptions) error {
	if a.Index != nil {
		return &Error{Text: a.Name + "[" + a.Index.X.Src + "]: cannot assign list to array member", Code: 1}
	}
	name := a.Name
	v := e.Shell.Vars.Get(name)
	if v.Has(state.NameRef) {
		target, sub, err := e.follow(name)
		if err != nil {
			return err
		}
		if sub != "" {
			return &Error{Text: "`" + target + "[" + sub + "]': not a valid identifier", Code: 1}
		}
		name, v = target, e.Shell.Vars.Get(target)
	}
	if opts.Trace != nil {
		opts.Trace(tracedArray(a))
	}
	if opts.Temporary {
		return nil
	}
	if v.Has(state.ReadOnly) {
		return readonly(name)
	}
	if v.Has(state.NameRef) {
		e.Host.Warn("warning: " + name + ": removing nameref attribute")
		e.Shell.Vars.SetAttr(name, 0, state.NameRef)
	}
	assoc := v != nil && v.Kind == state.Assoc
	if !assoc && (v == nil || v.Dynamic == nil) {
		// The words can see that the array is there.
		e.Shell.Vars.SetKind(name, state.Indexed)
		if v == nil {
			e.markSet(name)
		}
	}
	return e.fill(ctx, name, a.Array, nil, a.Append)
}

// Elements are the expanded elements of a list in parentheses.
type Elements struct {
	items []item
	pairs []pair
	assoc bool
	turns bool // pairs were words in turn
}

// Trace is the list as set -x shows it before the declaration.
func (x *Elements) Trace() string {
	var words []string
	element := func(keyed bool, key, value string, appending bool) {
		word := single(value)
		if keyed {
			op := "]="
			if appending {
				op = "]+="
			}
			word = "[" + single(key) + op + word
		}
		words = append(words, word)
	}
	for _, it := range x.items {
		key := it.expr
		if key == "" && it.index != nil {
			key = it.index.X.Src
		}
		element(it.index != nil, key, it.value, it.append)
	}
	for _, p := range x.pairs {
		if x.turns {
			words = append(words, single(p.key))
		}
		if p.bad == "" {
			element(!x.turns, p.key, p.value, p.append)
		}
	}
	return "(" + strings.Join(words, " ") + ")"
}

// Elements expands the elements of an argument of a declaration builtin, as
// bash does before it declares anything. option is a or A where the declaration
// names the kind of its arrays, else 0; local tells that it makes them local. What
// fails otherwise gives up the command line, as an assignment would.
func (e *Expander) Elements(ctx context.Context, a *syntax.Assign, option byte, local bool) (*Elements, error) {
	x := &Elements{assoc: option == 'A'}
	var err error
	v := e.variable(a.Name)
	if v.Has(state.ReadOnly) && !local {
		return x, readonly(a.Name)
	}
	if v.IsArray() {
		switch {
		case v.Kind == state.Indexed && option == 'A' && !local:
			err = &Error{Text: a.Name + ": cannot convert indexed to associative array", Code: 1}
		case v.Kind == state.Assoc && option == 'a' && !local:
			err = &Error{Text: a.Name + ": cannot convert associative to indexed array", Code: 1}
		case v.Kind == state.Assoc && option != 'a':
			x.assoc = true
		}
	}
	if err != nil {
		return x, err
	}
	if x.assoc {
		x.turns = len(a.Array.Elems) > 0 && a.Array.Elems[0].Index == nil
		x.pairs, err = e.pairs(ctx, a.Name, a.Array, true)
	} else {
		x.items, err = e.items(ctx, a.Array)
	}
	return x, err
}

// fill gives the array name the elements of x, or those that are expanded.
func (e *Expander) fill(ctx context.Context, name string, x *syntax.ArrayExpr, expanded *Elements, appending bool) error {
	if v := e.Shell.Vars.Get(name); v != nil && v.Kind == state.Assoc {
		return e.fillMap(ctx, name, x, expanded, appending)
	}
	var items []item
	if expanded != nil && !expanded.assoc {
		items = expanded.items
	} else {
		var err error
		if items, err = e.items(ctx, x); err != nil {
			return ofWords(err)
		}
	}
	if !appending {
		e.clearArray(name, state.Indexed)
	} else {
		e.Shell.Vars.SetKind(name, state.Indexed)
	}
	return e.setItems(ctx, name, items)
}

// clearArray makes name an empty array, its attributes kept.
func (e *Expander) clearArray(name string, kind state.Kind) {
	v := &state.Variable{Kind: kind}
	if old := e.Shell.Vars.Get(name); old != nil {
		if old.Dynamic != nil {
			return
		}
		v.Attr, v.Set = old.Attr, old.Set
	}
	if kind == state.Indexed {
		v.List = state.NewList()
	} else {
		v.Map = state.NewMap()
		if old := e.Shell.Vars.Get(name); old != nil && old.Map != nil {
			v.Map = old.Map.Emptied()
		}
	}
	e.Shell.Vars.Define(name, v)
}

// A pair is an element of an associative array, expanded.
type pair struct {
	key, value string
	append     bool
	bad        string // what bash says of an element that is none
}

// fillMap gives the associative array name the elements of x: [KEY]=VALUE, or
// keys and values in turn where the first element is a plain word.
func (e *Expander) fillMap(ctx context.Context, name string, x *syntax.ArrayExpr, expanded *Elements, appending bool) error {
	var pairs []pair
	if expanded != nil && expanded.assoc {
		pairs = expanded.pairs
	} else {
		var err error
		if pairs, err = e.pairs(ctx, name, x, false); err != nil {
			return ofWords(err)
		}
	}
	before := e.Shell.Vars.Get(name)
	if !appending {
		e.clearArray(name, state.Assoc)
	}
	err := e.setPairs(ctx, name, pairs)
	if err == nil {
		e.markSet(name)
	} else if bad := (*Error)(nil); !appending && errors.As(err, &bad) && before.Dynamic == nil {
		// bash gathers the elements aside.
		old := before.Copy()
		old.Set = e.Shell.Vars.Get(name).Set
		e.Shell.Vars.Define(name, old)
	}
	return err
}

// setPairs assigns expanded elements one after the other.
func (e *Expander) setPairs(ctx context.Context, name string, pairs []pair) error {
	for _, p := range pairs {
		if p.bad != "" {
			if err := e.complain(p.bad); err != nil {
				return err
			}
			continue
		}
		r := ref{name: name, mode: keyed, key: p.key, v: e.Shell.Vars.Get(name)}
		if err := e.store(ctx, &r, p.value, p.append); err != nil {
			return err
		}
	}
	return nil
}

// ofWords marks an error of expanding elements.
func ofWords(err error) error {
	if bad, ok := err.(*Error); ok {
		marked := *bad
		marked.Words = true
		return &marked
	}
	return err
}

// pairs expands keys and values. The value of a key that can not be is expanded
// only where all is set.
func (e *Expander) pairs(ctx context.Context, name string, x *syntax.ArrayExpr, all bool) ([]pair, error) {
	if len(x.Elems) > 0 && x.Elems[0].Index == nil {
		return e.pairsInTurn(ctx, name, x, all)
	}
	var out []pair
	for _, elem := range x.Elems {
		if elem.Index == nil {
			word := elem.Whole.Src
			if all {
				word = single(word) // as declare is given it
			}
			out = append(out, pair{bad: name + ": " + word + ": must use subscript when assigning associative array"})
			continue
		}
		key, err := e.Key(ctx, elem.Index)
		if err != nil {
			return nil, err
		}
		value := ""
		if key != "" || all {
			if value, err = e.pairWord(ctx, elem.Value); err != nil {
				return nil, err
			}
		}
		p := pair{key: key, value: value, append: elem.Append}
		if key == "" {
			word := elem.Whole.Src
			if all {
				op := "]="
				if elem.Append {
					op = "]+="
				}
				word = "[" + single(key) + op + single(value)
			}
			p.bad = word + ": bad array subscript"
		}
		out = append(out, p)
	}
	return out, nil
}

// pairWord expands a key or a value. There is no tilde expansion.
func (e *Expander) pairWord(ctx context.Context, w *syntax.Word) (string, error) {
	if w == nil {
		return "", nil
	}
	b := e.builder(false)
	defer e.release(b)
	b.noTilde, b.value, b.pair = true, true, true
	return e.text(ctx, b, w, plain)
}

func (e *Expander) pairsInTurn(ctx context.Context, name string, x *syntax.ArrayExpr, all bool) ([]pair, error) {
	var out []pair
	for i := 0; i < len(x.Elems); i += 2 {
		key, err := e.pairWord(ctx, x.Elems[i].Whole)
		if err != nil {
			return nil, err
		}
		p := pair{key: key}
		if i+1 < len(x.Elems) && (key != "" || all) {
			if p.value, err = e.pairWord(ctx, x.Elems[i+1].Whole); err != nil {
				return nil, err
			}
		}
		if key == "" {
			word := x.Elems[i].Whole.Src
			if all {
				word = single(key)
			}
			p.bad = word + ": bad array subscript"
		} else if !all {
			e.markSet(name) // bash has made this one; set -u finds the array from here on
		}
		out = append(out, p)
	}
	return out, nil
}

// tracedArray is a compound assignment as set -x shows it: as written.
func tracedArray(a *syntax.Assign) string {
	var b strings.Builder
	b.WriteString(a.Name)
	if a.Append {
		b.WriteByte('+')
	}
	b.WriteString("=(")
	for i, elem := range a.Array.Elems {
		if i > 0 {
			b.WriteByte(' ')
		}
		if elem.Whole != nil {
			b.WriteString(syntax.PrintWord(elem.Whole))
		}
	}
	b.WriteByte(')')
	return b.String()
}
