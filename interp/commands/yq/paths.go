package yq

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"
)

func parents(s state, level int) []*place {
	var out []*place
	for _, p := range s.nodes {
		for i := 0; i < level && p != nil; i++ {
			p = p.parent
		}
		if p != nil {
			out = append(out, p)
		}
	}
	return out
}

func parentOf(r *run, e *expr, s state) ([]*place, error) {
	all, err := r.eval(e.list[0], s)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	level, ok := integer(all[0].node)
	if !ok || level < 0 {
		return nil, fmt.Errorf("parent takes a number of levels")
	}
	return parents(s, min(level, nesting)), nil
}

func keyOf(_ *run, _ *expr, s state) ([]*place, error) {
	var out []*place
	for _, p := range s.nodes {
		switch {
		case p.parent == nil:
			out = append(out, made(newNull(), p))
		case p.key != nil:
			out = append(out, &place{node: p.key, key: p.key, parent: p.parent, isKey: true, document: p.document})
		default:
			out = append(out, made(newInt(p.index), p))
		}
	}
	return out, nil
}

func setPath(r *run, e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		keys, err := r.eval(e.list[0], s)
		if err != nil {
			return nil, err
		}
		values, err := r.eval(e.list[1], s)
		if err != nil || len(keys) == 0 || len(values) == 0 {
			return nil, err
		}
		at, err := r.follow(p, keys[0].node)
		if err == nil {
			err = r.put(at, values[0].node)
		}
		return []*place{p}, err
	})
}

// follow goes along a path.
func (r *run) follow(p *place, path *yaml.Node) (*place, error) {
	if path = aliased(path); !isList(path) {
		return nil, fmt.Errorf("path must be a list, not %s", describe(path))
	}
	for _, k := range path.Content {
		next, err := r.below(p, aliased(k), false)
		if err != nil || len(next) == 0 {
			return nil, fmt.Errorf("cannot follow the path at %s", strconv.Quote(k.Value))
		}
		p = next[0]
	}
	return p, nil
}

func deletePaths(r *run, e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		all, err := r.eval(e.list[0], s)
		if err != nil || len(all) == 0 {
			return nil, err
		}
		var gone []*place
		for _, path := range aliased(all[0].node).Content {
			at, err := r.follow(p, path)
			if err != nil {
				return nil, err
			}
			gone = append(gone, at)
		}
		for _, at := range gone {
			at.remove()
		}
		return []*place{p}, nil
	})
}
