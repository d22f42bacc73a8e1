package yq

import (
	"fmt"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

// traverse goes from nodes to those below them.
func (r *run) traverse(e *expr, s state) ([]*place, error) {
	from := s.nodes
	if e.a != nil {
		var err error
		if from, err = r.eval(e.a, s); err != nil {
			return nil, err
		}
	}
	var out []*place
	for _, p := range from {
		var found []*place
		var err error
		switch e.op {
		case opField:
			found, err = r.below(p, newString(e.text), e.keys)
		case opEach:
			found, err = r.entries(p)
		case opDescend:
			err = r.descend(p, e.keys, 0, &found)
		case opSlice:
			found, err = r.slice(e, p, s)
		default:
			found, err = r.index(e, p, s)
		}
		if err != nil {
			if e.quiet && r.ctx.Err() == nil {
				continue
			}
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// index is a[b]: b is a key, an index or a list of them.
func (r *run) index(e *expr, p *place, s state) ([]*place, error) {
	inner := s
	if len(s.nodes) > 1 && !s.together {
		inner = s.with(p)
	}
	keys, err := r.eval(e.b, inner)
	if err != nil {
		return nil, err
	}
	var out []*place
	for _, k := range keys {
		all := []*yaml.Node{aliased(k.node)}
		if isList(all[0]) {
			all = all[0].Content
		}
		for _, key := range all {
			found, err := r.below(p, aliased(key), true)
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
		}
	}
	return out, nil
}

// below is what a node has at a key, which may be a pattern if it was quoted.
func (r *run) below(p *place, key *yaml.Node, pattern bool) ([]*place, error) {
	n := aliased(p.node)
	switch {
	case isMap(n), isNull(n) && kindTag(key) != "!!int":
		if pattern && strings.ContainsAny(key.Value, "*?") {
			return r.matching(p, key.Value)
		}
		return r.member(p, n, key)
	case isList(n), isNull(n):
		i, ok := integer(key)
		if !ok {
			return nil, fmt.Errorf("cannot index array with '%s'", key.Value)
		}
		if i < 0 {
			if i += len(n.Content); i < 0 {
				return nil, fmt.Errorf("index [%s] out of range, array size is %d", key.Value, len(n.Content))
			}
		}
		if i > mostIndex {
			return nil, fmt.Errorf("index [%d] is too large", i)
		}
		if i < len(n.Content) {
			return []*place{{node: n.Content[i], parent: p, index: i, document: p.document}}, nil
		}
		return []*place{{node: newNull(), parent: p, index: i, document: p.document, absent: true}}, nil
	}
	return nil, nil
}

// mostIndex bounds the index that an assignment may make a list grow to.
const mostIndex = 1 << 20

// member is the value of a key. One that comes from << is put into the mapping itself
// when something is assigned to it.
func (r *run) member(p *place, n, key *yaml.Node) ([]*place, error) {
	if at := find(n, key.Value); at >= 0 {
		return []*place{{node: n.Content[at+1], parent: p, key: n.Content[at], document: p.document}}, nil
	}
	q := &place{node: newNull(), parent: p, key: newString(key.Value), document: p.document, absent: true}
	if kindTag(key) != "!!str" {
		q.key = &yaml.Node{Kind: yaml.ScalarNode, Tag: key.Tag, Value: key.Value}
	}
	merged, err := r.merged(n, 0)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(merged); i += 2 {
		if aliased(merged[i]).Value == key.Value {
			c, err := r.copied(merged[i+1], 0)
			if err != nil {
				return nil, err
			}
			q.node = c
			break
		}
	}
	return []*place{q}, nil
}

// merged lists the keys and values that a mapping has through <<.
func (r *run) merged(m *yaml.Node, level int) ([]*yaml.Node, error) {
	if level > nesting {
		return nil, errDeep
	}
	var all []*yaml.Node
	for i := 0; i+1 < len(m.Content); i += 2 {
		if !isMerge(m.Content[i]) {
			continue
		}
		sources := []*yaml.Node{aliased(m.Content[i+1])}
		if isList(sources[0]) {
			sources = sources[0].Content
		}
		for _, from := range sources {
			if from = aliased(from); !isMap(from) {
				continue
			}
			if err := r.count(int64(len(from.Content)) + 1); err != nil {
				return nil, err
			}
			for j := 0; j+1 < len(from.Content); j += 2 {
				if !isMerge(from.Content[j]) {
					all = append(all, from.Content[j], from.Content[j+1])
				}
			}
			inner, err := r.merged(from, level+1)
			if err != nil {
				return nil, err
			}
			all = append(all, inner...)
		}
	}
	return all, nil
}

// matching are the values of all keys that fit a pattern.
func (r *run) matching(p *place, pattern string) ([]*place, error) {
	all, err := r.entries(p)
	var out []*place
	for _, q := range all {
		if q.key != nil && fits(pattern, q.key.Value) {
			out = append(out, q)
		}
	}
	return out, err
}

// fits compares with a pattern of * and ?.
func fits(pattern, text string) bool {
	quote := strings.NewReplacer(`\`, `\\`, "[", `\[`, "/", "\x00")
	ok, err := path.Match(quote.Replace(pattern), strings.ReplaceAll(text, "/", "\x00"))
	return err == nil && ok
}

// entries are the values of a mapping, or the elements of a list.
func (r *run) entries(p *place) ([]*place, error) {
	n := aliased(p.node)
	if err := r.count(int64(len(n.Content))); err != nil {
		return nil, err
	}
	var out []*place
	if isList(n) {
		for i, c := range n.Content {
			out = append(out, &place{node: c, parent: p, index: i, document: p.document})
		}
		return out, nil
	}
	if !isMap(n) {
		return nil, nil
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if k := n.Content[i]; !isMerge(k) {
			seen[aliased(k).Value] = true
			out = append(out, &place{node: n.Content[i+1], parent: p, key: k, document: p.document})
		}
	}
	merged, err := r.merged(n, 0)
	for i := 0; i < len(merged); i += 2 {
		if k := aliased(merged[i]); !seen[k.Value] {
			seen[k.Value] = true
			c, err := r.copied(merged[i+1], 0)
			if err != nil {
				return nil, err
			}
			out = append(out, &place{node: c, parent: p, key: newString(k.Value), document: p.document, absent: true})
		}
	}
	return out, err
}

// descend lists a node and all below it; aliases are not followed.
func (r *run) descend(p *place, keys bool, level int, out *[]*place) error {
	if level > nesting {
		return errDeep
	}
	if err := r.count(1); err != nil {
		return err
	}
	*out = append(*out, p)
	n := p.node
	for i, c := range n.Content {
		q := &place{node: c, parent: p, index: i, document: p.document}
		if isMap(n) {
			if i%2 == 0 {
				if keys {
					*out = append(*out, &place{node: c, parent: p, key: c, isKey: true, document: p.document})
				}
				continue
			}
			q.key = n.Content[i-1]
		}
		if err := r.descend(q, keys, level+1, out); err != nil {
			return err
		}
	}
	return nil
}

// slice is a part of a list or of a string.
func (r *run) slice(e *expr, p *place, s state) ([]*place, error) {
	n := aliased(p.node)
	if isNull(n) {
		return []*place{made(newNull(), p)}, nil
	}
	text := []rune(n.Value)
	length := len(n.Content)
	if isScalar(n) {
		length = len(text)
	}
	bounds := [2]int{0, length}
	for i, b := range []*expr{e.b, e.c} {
		if b == nil {
			continue
		}
		all, err := r.eval(b, s.with(p))
		if err != nil {
			return nil, err
		}
		if len(all) == 0 {
			continue
		}
		at, ok := integer(all[0].node)
		if !ok {
			return nil, fmt.Errorf("cannot slice with '%s'", all[0].node.Value)
		}
		if at < 0 {
			at += length
		}
		bounds[i] = min(max(at, 0), length)
	}
	bounds[1] = max(bounds[0], bounds[1])
	switch {
	case isScalar(n):
		return []*place{made(newString(string(text[bounds[0]:bounds[1]])), p)}, nil
	case isList(n):
		c, err := r.copied(newList(n.Content[bounds[0]:bounds[1]]), 0)
		return []*place{made(c, p)}, err
	}
	return nil, fmt.Errorf("cannot slice a map")
}
