package yq

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// order is that of values of different types: null, booleans, numbers, strings, the
// rest.
func order(n *yaml.Node) int {
	if n = aliased(n); !isScalar(n) {
		return 4
	}
	return max(0, slices.Index([]string{"!!null", "!!bool", "!!int", "!!str"}, strings.Replace(kindTag(n), "!!float", "!!int", 1)))
}

func compareNodes(a, b *yaml.Node) int {
	if c := order(a) - order(b); c != 0 {
		return c
	}
	a, b = aliased(a), aliased(b)
	if x, y, ok := numbers(a, b); ok {
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	return strings.Compare(a.Value, b.Value)
}

// keyed evaluates the argument, or the element itself, for each element of a list.
func (r *run) keyed(e *expr, p *place, s state) (elements []*yaml.Node, by [][]*yaml.Node, err error) {
	n := aliased(p.node)
	if !isList(n) {
		return nil, nil, fmt.Errorf("node at path [%s] is not an array (it's a %s)", pathText(p), describe(n))
	}
	for i, c := range n.Content {
		key := []*yaml.Node{c}
		if len(e.list) > 0 {
			all, err := r.eval(e.list[0], s.with(&place{node: c, parent: p, index: i, document: p.document}))
			if err != nil {
				return nil, nil, err
			}
			key = nil
			for _, q := range all {
				key = append(key, q.node)
			}
		}
		elements, by = append(elements, c), append(by, key)
	}
	return elements, by, r.count(int64(len(elements)))
}

func pathText(p *place) string {
	var parts []string
	for _, k := range p.path() {
		parts = append(parts, k.Value)
	}
	return strings.Join(parts, ".")
}

func compareKeys(a, b []*yaml.Node) int { return slices.CompareFunc(a, b, compareNodes) }

func sortBy(r *run, e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		elements, by, err := r.keyed(e, p, s)
		if err != nil {
			return nil, err
		}
		at := make([]int, len(elements))
		for i := range at {
			at[i] = i
		}
		slices.SortStableFunc(at, func(i, j int) int { return compareKeys(by[i], by[j]) })
		n := *aliased(p.node)
		n.Content = nil
		for _, i := range at {
			n.Content = append(n.Content, elements[i])
		}
		return []*place{made(&n, p)}, nil
	})
}

// groups are the elements with equal keys, in the order in which they come.
func (r *run) groups(e *expr, p *place, s state) ([][]*yaml.Node, error) {
	elements, by, err := r.keyed(e, p, s)
	var all [][]*yaml.Node
	known := map[string]int{}
	for i, c := range elements {
		var name strings.Builder
		for _, k := range by[i] {
			text, err := r.host.Encode("json", 0, k)
			if err != nil {
				return nil, err
			}
			name.WriteString(text)
		}
		at, ok := known[name.String()]
		if !ok {
			at = len(all)
			known[name.String()] = at
			all = append(all, nil)
		}
		all[at] = append(all[at], c)
	}
	return all, err
}

func uniqueBy(r *run, e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		groups, err := r.groups(e, p, s)
		var all []*yaml.Node
		for _, g := range groups {
			all = append(all, g[0])
		}
		return []*place{made(newList(all), p)}, err
	})
}

func groupBy(r *run, e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		groups, err := r.groups(e, p, s)
		var all []*yaml.Node
		for _, g := range groups {
			all = append(all, newList(g))
		}
		return []*place{made(newList(all), p)}, err
	})
}

func extreme(operator string) func(r *run, p *place) (*yaml.Node, error) {
	return func(r *run, p *place) (*yaml.Node, error) {
		best := newNull()
		for i, c := range aliased(p.node).Content {
			if c := compareNodes(c, best); i == 0 || c < 0 && operator == "<" || c > 0 && operator == ">" {
				best = aliased(p.node).Content[i]
			}
		}
		return best, nil
	}
}

func sortKeys(r *run, e *expr, s state) ([]*place, error) {
	all, err := r.eval(e.list[0], s)
	for _, p := range all {
		n := aliased(p.node)
		if !isMap(n) {
			continue
		}
		pairs := slices.Collect(slices.Chunk(n.Content, 2))
		slices.SortStableFunc(pairs, func(a, b []*yaml.Node) int { return strings.Compare(a[0].Value, b[0].Value) })
		n.Content = slices.Concat(pairs...)
	}
	return s.nodes, err
}
