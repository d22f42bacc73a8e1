package yq

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// collections are the functions of lists and mappings.
func collections() map[string]*function {
	return map[string]*function{
		"keys/0": mapping(keys), "toentries/0": mapping(toEntries), "fromentries/0": mapping(fromEntries), "withentries/1": {withEntries},
		"sortkeys/1": {sortKeys}, "sort/0": {sortBy}, "sortby/1": {sortBy}, "reverse/0": mapping(reverse),
		"unique/0": {uniqueBy}, "uniqueby/1": {uniqueBy}, "groupby/1": {groupBy},
		"flatten/0": mapping(func(r *run, p *place) (*yaml.Node, error) { return r.flat(aliased(p.node), nesting) }),
		"flatten/1": asking(func(r *run, p *place, arg *yaml.Node) (*yaml.Node, error) {
			depth, _ := integer(arg)
			return r.flat(aliased(p.node), depth)
		}),
		"any/0": {quantified}, "all/0": {quantified}, "anyc/1": {quantified}, "allc/1": {quantified},
		"add/0": mapping(sum), "min/0": mapping(extreme("<")), "max/0": mapping(extreme(">")), "arraytomap/0": mapping(arrayToMap), "pivot/0": mapping(pivot),
	}
}

func keys(r *run, p *place) (*yaml.Node, error) {
	n := aliased(p.node)
	var all []*yaml.Node
	switch {
	case isMap(n):
		for i := 0; i+1 < len(n.Content); i += 2 {
			all = append(all, n.Content[i])
		}
	case isList(n):
		for i := range n.Content {
			all = append(all, newInt(i))
		}
	default:
		return nil, fmt.Errorf("cannot get keys of %s, keys only works for maps and arrays", describe(n))
	}
	return r.copied(newList(all), 0)
}

func toEntries(r *run, p *place) (*yaml.Node, error) {
	n := aliased(p.node)
	var all []*yaml.Node
	add := func(k, v *yaml.Node) {
		m := newMap()
		m.Content = []*yaml.Node{newString("key"), k, newString("value"), v}
		all = append(all, m)
	}
	switch {
	case isMap(n):
		for i := 0; i+1 < len(n.Content); i += 2 {
			add(n.Content[i], n.Content[i+1])
		}
	case isList(n):
		for i, c := range n.Content {
			add(newInt(i), c)
		}
	case !isNull(n):
		return nil, fmt.Errorf("%s has no keys", describe(n))
	}
	return r.copied(newList(all), 0)
}

func fromEntries(r *run, p *place) (*yaml.Node, error) {
	m := newMap()
	for _, c := range aliased(p.node).Content {
		if c = aliased(c); !isMap(c) {
			return nil, fmt.Errorf("expected a map of key and value, not %s", describe(c))
		}
		key, value := newNull(), newNull()
		for name, into := range map[string]**yaml.Node{"key": &key, "value": &value} {
			if at := find(c, name); at >= 0 {
				*into = c.Content[at+1]
			}
		}
		if at := find(m, aliased(key).Value); at >= 0 {
			m.Content[at+1] = value
		} else {
			m.Content = append(m.Content, key, value)
		}
	}
	if len(m.Content) == 0 {
		m.Style = yaml.FlowStyle
	}
	return r.copied(m, 0)
}

// withEntries changes the entries of a mapping one by one.
func withEntries(r *run, e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		list, err := toEntries(r, p)
		if err != nil {
			return nil, err
		}
		var all []*yaml.Node
		for i, c := range list.Content {
			changed, err := r.eval(e.list[0], s.with(&place{node: c, index: i, document: p.document}))
			if err != nil {
				return nil, err
			}
			for _, q := range changed {
				all = append(all, q.node)
			}
		}
		m, err := fromEntries(r, &place{node: newList(all)})
		if err == nil && isMap(aliased(p.node)) {
			m.Style |= p.node.Style
		}
		return []*place{made(m, p)}, err
	})
}

func mapList(r *run, e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		inner, err := r.entries(p)
		if err != nil {
			return nil, err
		}
		var all []*yaml.Node
		for _, q := range inner {
			out, err := r.eval(e.list[0], s.with(q))
			if err != nil {
				return nil, err
			}
			for _, v := range out {
				c, err := r.copied(v.node, 0)
				if err != nil {
					return nil, err
				}
				all = append(all, c)
			}
		}
		n := newList(all)
		if isList(aliased(p.node)) && len(all) > 0 {
			n.Style = aliased(p.node).Style
		}
		return []*place{made(n, p)}, nil
	})
}

func filtered(r *run, e *expr, s state) ([]*place, error) {
	return mapList(r, &expr{list: []*expr{{op: opCall, call: &function{selected}, list: e.list}}}, s)
}

// mapValues changes each value in place.
func mapValues(r *run, e *expr, s state) ([]*place, error) {
	for _, p := range s.nodes {
		inner, err := r.entries(p)
		if err != nil {
			return nil, err
		}
		for _, q := range inner {
			out, err := r.eval(e.list[0], s.with(q))
			if err != nil {
				return nil, err
			}
			if len(out) > 0 {
				if err := r.put(q, out[0].node); err != nil {
					return nil, err
				}
			}
		}
	}
	return s.nodes, nil
}

func reverse(_ *run, p *place) (*yaml.Node, error) {
	n := *aliased(p.node)
	if !isList(&n) {
		return nil, fmt.Errorf("node at path [%s] is not an array (it's a %s)", pathText(p), describe(&n))
	}
	n.Content = slices.Clone(n.Content)
	slices.Reverse(n.Content)
	return &n, nil
}

// flat is a list without the lists in it, down to a depth.
func (r *run) flat(n *yaml.Node, depth int) (*yaml.Node, error) {
	if !isList(n) {
		return nil, fmt.Errorf("only arrays are supported for flatten")
	}
	out := *n
	out.Content = nil
	for _, c := range n.Content {
		if c = aliased(c); depth > 0 && isList(c) {
			inner, err := r.flat(c, depth-1)
			if err != nil {
				return nil, err
			}
			out.Content = append(out.Content, inner.Content...)
			continue
		}
		out.Content = append(out.Content, c)
	}
	return &out, r.count(int64(len(out.Content)) + 1)
}

// quantified is any, all and those with a condition.
func quantified(r *run, e *expr, s state) ([]*place, error) {
	want := strings.HasPrefix(e.text, "any")
	return r.each(s, func(p *place, s state) ([]*place, error) {
		result := !want
		for i, c := range aliased(p.node).Content {
			ok := truth(c)
			if len(e.list) > 0 {
				all, err := r.eval(e.list[0], s.with(&place{node: c, parent: p, index: i, document: p.document}))
				if err != nil {
					return nil, err
				}
				ok = len(all) > 0 && truth(all[0].node)
			}
			if ok == want {
				result = want
			}
		}
		return []*place{made(newBool(result), p)}, nil
	})
}

func sum(r *run, p *place) (*yaml.Node, error) {
	all, err := r.entries(p)
	total := newNull()
	for _, q := range all {
		if err != nil {
			break
		}
		total, err = r.binary("+", "", total, q.node)
	}
	return total, err
}

// first is the first element, or the first for which a condition holds.
func first(r *run, e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		all, err := r.entries(p)
		if err != nil {
			return nil, err
		}
		for _, q := range all {
			if len(e.list) > 0 {
				out, err := r.eval(e.list[0], s.with(q))
				if err != nil {
					return nil, err
				}
				if len(out) == 0 || !truth(out[0].node) {
					continue
				}
			}
			return []*place{q}, nil
		}
		return nil, nil
	})
}

func arrayToMap(_ *run, p *place) (*yaml.Node, error) {
	m := newMap()
	for i, c := range aliased(p.node).Content {
		if !isNull(c) {
			m.Content = append(m.Content, newInt(i), c)
		}
	}
	return m, nil
}

// pivot makes columns of rows.
func pivot(r *run, p *place) (*yaml.Node, error) {
	rows := aliased(p.node)
	if len(rows.Content) > 0 && isMap(aliased(rows.Content[0])) {
		m := newMap()
		for _, row := range rows.Content {
			row = aliased(row)
			for i := 0; i+1 < len(row.Content); i += 2 {
				at := find(m, row.Content[i].Value)
				if at < 0 {
					at = len(m.Content)
					m.Content = append(m.Content, row.Content[i], newList(nil))
					m.Content[at+1].Style = 0
				}
				m.Content[at+1].Content = append(m.Content[at+1].Content, row.Content[i+1])
			}
		}
		return r.copied(m, 0)
	}
	var columns []*yaml.Node
	for i, row := range rows.Content {
		for j, c := range aliased(row).Content {
			if j == len(columns) {
				columns = append(columns, &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"})
			}
			for len(columns[j].Content) < i {
				columns[j].Content = append(columns[j].Content, newNull())
			}
			columns[j].Content = append(columns[j].Content, c)
		}
	}
	return r.copied(newList(columns), 0)
}

// pick leaves the keys or indices that are listed, in their order.
func pick(r *run, p *place, names *yaml.Node) (*yaml.Node, error) {
	n := *aliased(p.node)
	content := n.Content
	n.Content = nil
	for _, k := range names.Content {
		k = aliased(k)
		if isMap(&n) {
			if at := find(&yaml.Node{Content: content}, k.Value); at >= 0 {
				n.Content = append(n.Content, content[at], content[at+1])
			}
		} else if i, ok := integer(k); ok && i >= 0 && i < len(content) {
			n.Content = append(n.Content, content[i])
		}
	}
	return r.copied(&n, 0)
}

// omit leaves out the keys or indices that are listed.
func omit(r *run, p *place, names *yaml.Node) (*yaml.Node, error) {
	n := *aliased(p.node)
	content := n.Content
	n.Content = nil
	listed := func(k *yaml.Node) bool {
		return slices.ContainsFunc(names.Content, func(o *yaml.Node) bool { return aliased(o).Value == k.Value })
	}
	for i, c := range content {
		switch {
		case isList(&n) && !listed(newInt(i)):
			n.Content = append(n.Content, c)
		case isMap(&n) && i%2 == 1 && !listed(aliased(content[i-1])):
			n.Content = append(n.Content, content[i-1], c)
		}
	}
	return r.copied(&n, 0)
}
