package yq

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// crossed calls f for each pair of what both sides of an operator are. A side
// without any is null.
func (r *run) crossed(e *expr, s state, f func(a, b *place) (*yaml.Node, error)) ([]*place, error) {
	if !s.together && len(s.nodes) > 1 {
		return r.each(s, func(_ *place, s state) ([]*place, error) { return r.crossed(e, s, f) })
	}
	left, err := r.eval(e.a, s)
	if err != nil {
		return nil, err
	}
	right, err := r.eval(e.b, s)
	if err != nil || len(left) == 0 && len(right) == 0 {
		return nil, err
	}
	nothing := []*place{{node: newNull()}}
	if len(left) == 0 {
		left = nothing
	}
	if len(right) == 0 {
		right = nothing
	}
	var out []*place
	for _, a := range left {
		for _, b := range right {
			if err := r.count(1); err != nil {
				return nil, err
			}
			n, err := f(a, b)
			if err != nil {
				return nil, err
			}
			from := a
			if a.document == nil {
				from = b
			}
			out = append(out, made(n, from))
		}
	}
	return out, nil
}

func (r *run) logic(e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		all, err := r.eval(e.a, s)
		if err != nil {
			return nil, err
		}
		left := len(all) > 0 && truth(all[0].node)
		if left == (e.op == opOr) {
			return []*place{made(newBool(left), p)}, nil
		}
		if all, err = r.eval(e.b, s); err != nil {
			return nil, err
		}
		return []*place{made(newBool(len(all) > 0 && truth(all[0].node)), p)}, nil
	})
}

// bind evaluates the rest with a variable, once for each of its values.
func (r *run) bind(e *expr, s state) ([]*place, error) {
	values, err := r.eval(e.a, s)
	if err != nil {
		return nil, err
	}
	if s.together {
		s.vars = &scope{up: s.vars, name: e.text, values: values}
		return r.eval(e.b, s)
	}
	var out []*place
	for _, v := range values {
		inner := s
		inner.vars = &scope{up: s.vars, name: e.text, values: []*place{v}}
		one, err := r.eval(e.b, inner)
		if err != nil {
			return nil, err
		}
		out = append(out, one...)
	}
	return out, nil
}

// reduce folds the values of a into one.
func (r *run) reduce(e *expr, s state) ([]*place, error) {
	values, err := r.eval(e.a, s)
	if err != nil {
		return nil, err
	}
	first := s
	if len(s.nodes) > 1 {
		first = s.with(s.nodes[0])
	}
	total, err := r.eval(e.b, first)
	for _, v := range values {
		if err != nil {
			return nil, err
		}
		inner := s.with(total...)
		inner.vars = &scope{up: s.vars, name: e.text, values: []*place{v}}
		total, err = r.eval(e.c, inner)
	}
	return total, err
}

// list collects what an expression has, for each document by itself unless all are
// taken together.
func (r *run) list(e *expr, s state) ([]*place, error) {
	if !s.together && len(s.nodes) > 1 {
		return r.each(s, func(_ *place, s state) ([]*place, error) { return r.list(e, s) })
	}
	var all []*yaml.Node
	if e.a != nil {
		nodes, err := r.eval(e.a, s)
		if err != nil {
			return nil, err
		}
		for _, p := range nodes {
			c, err := r.copied(p.node, 0)
			if err != nil {
				return nil, err
			}
			all = append(all, c)
		}
	}
	var from *place
	if len(s.nodes) > 0 {
		from = s.nodes[0]
	}
	return []*place{made(newList(all), from)}, nil
}

// object makes a mapping of each combination of keys and values.
func (r *run) object(e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		all := []*yaml.Node{newMap()}
		for i := 0; i < len(e.list); i += 2 {
			keys, err := r.eval(e.list[i], s)
			if err != nil {
				return nil, err
			}
			values, err := r.eval(e.list[i+1], s)
			if err != nil {
				return nil, err
			}
			var next []*yaml.Node
			for _, m := range all {
				for _, k := range keys {
					for _, v := range values {
						c, err := r.copied(m, 0)
						if err != nil {
							return nil, err
						}
						w, err := r.copied(v.node, 0)
						if err != nil {
							return nil, err
						}
						setKey(c, aliased(k.node), w)
						next = append(next, c)
					}
				}
			}
			all = next
		}
		var out []*place
		for _, m := range all {
			if len(m.Content) == 0 {
				m.Style = yaml.FlowStyle
			}
			out = append(out, made(m, p))
		}
		return out, nil
	})
}

// setKey sets a key of a mapping that is being made.
func setKey(m, key, value *yaml.Node) {
	if at := find(m, key.Value); at >= 0 {
		m.Content[at+1] = value
		return
	}
	m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: key.Tag, Value: key.Value}, value)
}

// text puts a string together.
func (r *run) text(e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		var b strings.Builder
		for _, part := range e.list {
			all, err := r.eval(part, s)
			if err != nil {
				return nil, err
			}
			for _, q := range all {
				text, err := r.shown(q.node)
				if err != nil {
					return nil, err
				}
				b.WriteString(text)
			}
			if err := r.count(int64(b.Len() / 256)); err != nil {
				return nil, err
			}
		}
		return []*place{made(newString(b.String()), p)}, nil
	})
}

// shown is a scalar as it is, and anything else as YAML.
func (r *run) shown(n *yaml.Node) (string, error) {
	if n = aliased(n); isScalar(n) {
		return n.Value, nil
	}
	text, err := r.host.Encode("yaml", 2, n)
	return strings.TrimSuffix(text, "\n"), err
}
