package yq

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// merge is * of mappings and lists, with the flags + (append lists), d (merge lists
// element by element), ? (existing keys alone), n (new keys alone) and c (take over
// tags).
func (r *run) merge(a, b *yaml.Node, flags string) (*yaml.Node, error) {
	x, y := aliased(a), aliased(b)
	switch {
	case isNull(x):
		return r.copied(y, 0)
	case isNull(y):
		return r.copied(x, 0)
	case isScalar(x) != isScalar(y) && !isMap(x) && !isMap(y), isScalar(x) && isScalar(y):
		return nil, wrong("*", x, y)
	}
	n, err := r.copied(x, 0)
	if err != nil {
		return nil, err
	}
	m := &place{node: n}
	return n, r.mergeInto(m, y, flags, 0)
}

func (r *run) mergeInto(p *place, from *yaml.Node, flags string, level int) error {
	if level > nesting {
		return errDeep
	}
	n, onlyNew := p.node, strings.Contains(flags, "n")
	switch {
	case isMap(n) && isMap(from):
		return r.mergeMaps(p, from, flags, level)
	case isList(n) && isList(from) && strings.Contains(flags, "d"):
		for i, c := range from.Content {
			if i < len(n.Content) {
				if err := r.mergeInto(&place{node: n.Content[i]}, c, flags, level+1); err != nil {
					return err
				}
			} else if !strings.Contains(flags, "?") {
				if err := r.push(n, c); err != nil {
					return err
				}
			}
		}
		return nil
	case isList(n) && isList(from) && strings.Contains(flags, "+"):
		for _, c := range from.Content {
			if err := r.push(n, c); err != nil {
				return err
			}
		}
		return nil
	case onlyNew && !isNull(n):
		return nil
	}
	if strings.Contains(flags, "c") {
		n.Tag = from.Tag
	}
	return r.put(p, from)
}

// push puts a copy behind the elements of a list.
func (r *run) push(list, e *yaml.Node) error {
	c, err := r.copied(e, 0)
	if len(list.Content) == 0 {
		list.Style &^= yaml.FlowStyle
	}
	list.Content = append(list.Content, c)
	return err
}

func (r *run) mergeMaps(p *place, from *yaml.Node, flags string, level int) error {
	n := p.node
	for i := 0; i+1 < len(from.Content); i += 2 {
		k, v := from.Content[i], from.Content[i+1]
		at := find(n, aliased(k).Value)
		if isMerge(k) {
			at = -1
			for j := 0; j+1 < len(n.Content); j += 2 {
				if isMerge(n.Content[j]) {
					at = j
				}
			}
		}
		switch {
		case at >= 0:
			if err := r.mergeInto(&place{node: n.Content[at+1]}, v, flags, level+1); err != nil {
				return err
			}
			copyComments(n.Content[at], k)
		case !strings.Contains(flags, "?"):
			key, err := r.copied(k, 0)
			if err != nil {
				return err
			}
			value, err := r.copied(v, 0)
			if err != nil {
				return err
			}
			if len(n.Content) == 0 {
				n.Style &^= yaml.FlowStyle
			}
			n.Content = append(n.Content, key, value)
		}
	}
	return nil
}

// copyComments takes over the comments that there are.
func copyComments(to, from *yaml.Node) {
	for _, c := range [][2]*string{{&to.HeadComment, &from.HeadComment}, {&to.LineComment, &from.LineComment}, {&to.FootComment, &from.FootComment}} {
		if *c[1] != "" {
			*c[0] = *c[1]
		}
	}
}
