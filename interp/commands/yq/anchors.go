package yq

import (
	"go.yaml.in/yaml/v3"
)

// explode puts what they stand for in the place of aliases and of <<.
func explode(r *run, e *expr, s state) ([]*place, error) {
	all, err := r.eval(e.list[0], s)
	for _, p := range all {
		if err != nil {
			break
		}
		err = r.explode(p.node, 0)
	}
	return s.nodes, err
}

// spread puts the keys that come through << into the mapping itself.
func (r *run) spread(m *yaml.Node) error {
	merged, err := r.merged(m, 0)
	if err != nil || len(merged) == 0 {
		return err
	}
	var content []*yaml.Node
	out := &yaml.Node{}
	for i := 0; i+1 < len(m.Content); i += 2 {
		if !isMerge(m.Content[i]) {
			content = append(content, m.Content[i], m.Content[i+1])
			continue
		}
		for j := 0; j < len(merged); j += 2 {
			key := aliased(merged[j]).Value
			out.Content = content
			if find(m, key) >= 0 || find(out, key) >= 0 {
				continue
			}
			v, err := r.copied(merged[j+1], 0)
			if err != nil {
				return err
			}
			content = append(content, newKey(key, merged[j]), v)
		}
	}
	m.Content = content
	return nil
}

func newKey(text string, like *yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: aliased(like).Tag, Value: text, Style: aliased(like).Style}
}

func (r *run) explode(n *yaml.Node, level int) error {
	if level > nesting {
		return errDeep
	}
	n.Anchor = ""
	if n.Kind == yaml.AliasNode {
		c, err := r.copied(aliased(n), 0)
		if err != nil {
			return err
		}
		if c.Kind == yaml.AliasNode {
			return errDeep
		}
		c.HeadComment, c.LineComment, c.FootComment = n.HeadComment, n.LineComment, n.FootComment
		*n = *c
		return r.explode(n, level+1)
	}
	if isMap(n) {
		if err := r.spread(n); err != nil {
			return err
		}
	}
	for _, c := range n.Content {
		if err := r.count(1); err != nil {
			return err
		}
		if err := r.explode(c, level+1); err != nil {
			return err
		}
	}
	return nil
}
