package data

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/aegish/aegish/interp/commands/jq"
)

// encodeYAML writes a value. With pretty all of it is in block style, and text
// without quotation marks where it can.
func encodeYAML(v jq.Value, indent int, pretty bool) ([]byte, error) {
	n := root(v)
	if pretty {
		restyle(n)
	}
	return writeNode(n, indent)
}

// writeNode writes a node as it is.
func writeNode(n *yaml.Node, indent int) ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(indent)
	if err := enc.Encode(n); err != nil {
		return nil, err
	}
	err := enc.Close()
	return b.Bytes(), err
}

// restyle forgets how nodes were written. What is empty stays on its line.
func restyle(n *yaml.Node) {
	if n.Style = 0; len(n.Content) == 0 && n.Kind != yaml.ScalarNode {
		n.Style = yaml.FlowStyle
	}
	if n.Kind == yaml.ScalarNode && strings.Contains(n.Value, "\n") {
		n.Style = yaml.LiteralStyle
	}
	for _, c := range n.Content {
		restyle(c)
	}
}

// root is a value as a document, with the comments of that which it was.
func root(v jq.Value) *yaml.Node {
	n := node(v, nil)
	o := originOf(v)
	if o == nil || o.document == nil {
		return n
	}
	document := *o.document
	document.Content = []*yaml.Node{n}
	return &document
}

// node is a value as YAML. What was read and has not changed is written as it
// was; what stands in place of near has its comments and, where it can, its
// style.
func node(v jq.Value, near *yaml.Node) *yaml.Node {
	o := originOf(v)
	if o != nil && o.value == v {
		if near != nil && near.Kind == yaml.AliasNode && near.Alias == o.node {
			return near
		}
		return o.node
	}
	switch v := v.(type) {
	case *jq.Array:
		return sequence(v, o, near)
	case *jq.Object:
		return mapping(v, o, near)
	}
	if near != nil && near.Kind == yaml.ScalarNode {
		if old, err := scalar(near); err == nil && jq.Compare(old, v) == 0 {
			return near
		}
	}
	n := plainScalar(v)
	if near != nil {
		n.HeadComment, n.LineComment, n.FootComment = near.HeadComment, near.LineComment, near.FootComment
		if near.Kind == yaml.ScalarNode && n.Tag == "!!str" && near.ShortTag() == "!!str" && !strings.Contains(n.Value, "\n") {
			n.Style = near.Style &^ (yaml.LiteralStyle | yaml.FoldedStyle)
		}
	}
	return n
}

// container begins the node of an array or object, like the one it was made of.
func container(kind yaml.Kind, tag string, o *origin, near *yaml.Node, empty bool) *yaml.Node {
	n := &yaml.Node{Kind: kind, Tag: tag}
	switch {
	case o != nil:
		old := o.node
		n.Style, n.Anchor, n.HeadComment, n.LineComment, n.FootComment = old.Style, old.Anchor, old.HeadComment, old.LineComment, old.FootComment
		if len(old.Content) == 0 {
			n.Style = 0
		}
	case near != nil:
		n.HeadComment, n.LineComment, n.FootComment = near.HeadComment, near.LineComment, near.FootComment
	}
	if empty {
		n.Style = yaml.FlowStyle
	}
	return n
}

func sequence(a *jq.Array, o *origin, near *yaml.Node) *yaml.Node {
	n := container(yaml.SequenceNode, "!!seq", o, near, a.Len() == 0)
	var old []*yaml.Node
	if o != nil {
		old = o.node.Content
	}
	for i := range a.Len() {
		v := a.At(i)
		// The elements that were there are looked for in order.
		var was *yaml.Node
		at := slices.IndexFunc(old, func(c *yaml.Node) bool { return came(v, c) })
		switch {
		case at >= 0:
			was, old = old[at], old[at+1:]
		case o != nil && len(old) == a.Len()-i:
			was, old = old[0], old[1:]
		}
		n.Content = append(n.Content, node(v, was))
	}
	return n
}

// came tells whether v is what was read from n, or made of it.
func came(v jq.Value, n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if o := originOf(v); o != nil {
		return o.node == n
	}
	if n.Kind != yaml.ScalarNode {
		return false
	}
	old, err := scalar(n)
	return err == nil && jq.Compare(old, v) == 0
}

func mapping(m *jq.Object, o *origin, near *yaml.Node) *yaml.Node {
	n := container(yaml.MappingNode, "!!map", o, near, m.Len() == 0)
	old := map[string]int{}
	if o != nil {
		for i := 0; i+1 < len(o.node.Content); i += 2 {
			if k := o.node.Content[i]; isMerge(k) {
				n.Content = append(n.Content, k, o.node.Content[i+1])
			} else {
				old[k.Value] = i
			}
		}
	}
	for i := range m.Len() {
		k, v := m.At(i)
		if o != nil && o.merged[k] {
			was, _ := o.value.(*jq.Object).Get(k)
			if jq.Compare(was, v) == 0 {
				continue // << says it
			}
		}
		key, was := plainScalar(k), (*yaml.Node)(nil)
		if at, ok := old[k]; ok {
			key, was = o.node.Content[at], o.node.Content[at+1]
		}
		n.Content = append(n.Content, key, node(v, was))
	}
	return n
}

// plainScalar is a scalar of which nothing was read.
func plainScalar(v jq.Value) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode}
	switch v := v.(type) {
	case *jq.Integer:
		n.Tag, n.Value = "!!int", jq.Text(v)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			n.Tag, n.Value = "!!int", jq.Text(v)
		} else {
			n.Encode(v) // of a number it never fails
		}
	default:
		if err := n.Encode(v); err != nil {
			n.Tag, n.Value = "!!null", "null"
		}
	}
	return n
}
