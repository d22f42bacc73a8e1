package yq

import (
	"errors"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A Document is one that was read. Node is of kind DocumentNode.
type Document struct {
	Node      *yaml.Node
	Index     int
	File      string
	FileIndex int
}

// A place is a node with where it stands.
type place struct {
	node   *yaml.Node
	parent *place
	// key is the node of the key in a mapping; index is the place in a sequence.
	key   *yaml.Node
	index int
	// isKey tells that the node is a key itself.
	isKey bool
	// absent tells that the node is not there, and is put there when something is
	// assigned to it.
	absent   bool
	document *Document
}

// nesting bounds how deep nodes are followed.
const nesting = 5000

var errDeep = errors.New("the document is nested too deeply")

func newString(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
}

func newNull() *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"} }

func newBool(b bool) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: strconv.FormatBool(b)}
}

func newInt(n int) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: strconv.Itoa(n)}
}

func newList(all []*yaml.Node) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: all}
	if len(all) == 0 {
		n.Style = yaml.FlowStyle
	}
	return n
}

func newMap() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"} }

// aliased follows an alias to what it stands for.
func aliased(n *yaml.Node) *yaml.Node {
	for range nesting {
		if n.Kind != yaml.AliasNode || n.Alias == nil {
			break
		}
		n = n.Alias
	}
	return n
}

func isMap(n *yaml.Node) bool    { return n.Kind == yaml.MappingNode }
func isList(n *yaml.Node) bool   { return n.Kind == yaml.SequenceNode }
func isScalar(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode }
func isMerge(k *yaml.Node) bool  { return isScalar(k) && k.ShortTag() == "!!merge" }

// tag is that of a node, in its short form. What a scalar of an own tag holds is
// judged by its text.
func tag(n *yaml.Node) string { return n.ShortTag() }

func kindTag(n *yaml.Node) string {
	t := n.ShortTag()
	if isScalar(n) && !strings.HasPrefix(t, "!!") {
		return (&yaml.Node{Kind: yaml.ScalarNode, Value: n.Value, Style: n.Style}).ShortTag()
	}
	return t
}

func isNull(n *yaml.Node) bool { return isScalar(n) && kindTag(n) == "!!null" || n.Kind == 0 }

// truth tells whether conditions take a node for true.
func truth(n *yaml.Node) bool {
	n = aliased(n)
	if isNull(n) {
		return false
	}
	return kindTag(n) != "!!bool" || strings.EqualFold(n.Value, "true")
}

// find returns where in the content of a mapping the key is that has a text, or -1.
func find(m *yaml.Node, key string) int {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if k := aliased(m.Content[i]); isScalar(k) && k.Value == key && !isMerge(k) {
			return i
		}
	}
	return -1
}

// copied is a node with all below it. Aliases stay aliases.
func (r *run) copied(n *yaml.Node, level int) (*yaml.Node, error) {
	if level > nesting {
		return nil, errDeep
	}
	if err := r.count(1); err != nil {
		return nil, err
	}
	c := *n
	c.Content = make([]*yaml.Node, len(n.Content))
	for i, e := range n.Content {
		var err error
		if c.Content[i], err = r.copied(e, level+1); err != nil {
			return nil, err
		}
	}
	return &c, nil
}

// equal compares two nodes by what they hold.
func (r *run) equal(a, b *yaml.Node, level int) (bool, error) {
	if level > nesting {
		return false, errDeep
	}
	if err := r.count(1); err != nil {
		return false, err
	}
	a, b = aliased(a), aliased(b)
	switch {
	case isNull(a) || isNull(b):
		return isNull(a) && isNull(b), nil
	case a.Kind != b.Kind:
		return false, nil
	case isScalar(a):
		if x, y, ok := numbers(a, b); ok {
			return x == y, nil
		}
		return kindTag(a) == kindTag(b) && a.Value == b.Value, nil
	case len(a.Content) != len(b.Content):
		return false, nil
	}
	for i := range a.Content {
		j := i
		if isMap(a) {
			if i%2 == 0 {
				continue
			}
			if j = find(b, aliased(a.Content[i-1]).Value) + 1; j == 0 {
				return false, nil
			}
		}
		if same, err := r.equal(a.Content[i], b.Content[j], level+1); !same {
			return false, err
		}
	}
	return true, nil
}

// path lists the keys and indices that lead to a place.
func (p *place) path() []*yaml.Node {
	var all []*yaml.Node
	for q := p; q.parent != nil; q = q.parent {
		key := newInt(q.index)
		if q.key != nil {
			c := *q.key
			c.HeadComment, c.LineComment, c.FootComment, c.Style = "", "", "", 0
			key = &c
		}
		all = append([]*yaml.Node{key}, all...)
	}
	return all
}

// attach puts a node that is absent where it belongs, and those above it.
func (p *place) attach() error {
	if !p.absent {
		return nil
	}
	p.absent = false
	if p.parent == nil {
		return nil
	}
	if err := p.parent.attach(); err != nil {
		return err
	}
	m := aliased(p.parent.node)
	if isNull(m) {
		*m = yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", HeadComment: m.HeadComment, LineComment: m.LineComment, FootComment: m.FootComment, Anchor: m.Anchor}
		if p.key != nil {
			m.Kind, m.Tag = yaml.MappingNode, "!!map"
		}
	}
	if len(m.Content) == 0 {
		m.Style &^= yaml.FlowStyle
	}
	switch {
	case p.key != nil && isMap(m):
		if at := find(m, p.key.Value); at >= 0 {
			p.node = m.Content[at+1]
			return nil
		}
		m.Content = append(m.Content, p.key, p.node)
	case p.key == nil && isList(m):
		for len(m.Content) < p.index {
			m.Content = append(m.Content, newNull())
		}
		if p.index < len(m.Content) {
			p.node = m.Content[p.index]
			return nil
		}
		m.Content = append(m.Content, p.node)
	}
	return nil
}

// put gives a place another value. Comments stay where the value has none, and the
// style where it is of the same type.
func (r *run) put(p *place, v *yaml.Node) error {
	if err := p.attach(); err != nil {
		return err
	}
	n := p.node
	if n == v {
		return nil
	}
	c, err := r.copied(v, 0)
	if err != nil {
		return err
	}
	if n.Style != 0 && n.Kind == c.Kind && (!isScalar(n) || n.ShortTag() == c.ShortTag() && !strings.Contains(c.Value, "\n")) && c.Style == 0 {
		c.Style = n.Style
		if isScalar(c) {
			c.Style &^= yaml.LiteralStyle | yaml.FoldedStyle
		}
	}
	if t := n.ShortTag(); t != "" && !strings.HasPrefix(t, "!!") && n.Kind == c.Kind && strings.HasPrefix(c.ShortTag(), "!!") {
		c.Tag = n.Tag
	}
	for _, comment := range [][2]*string{{&n.HeadComment, &c.HeadComment}, {&n.LineComment, &c.LineComment}, {&n.FootComment, &c.FootComment}} {
		if *comment[1] == "" {
			*comment[1] = *comment[0]
		}
	}
	if c.Anchor == "" && n.Kind != yaml.AliasNode {
		c.Anchor = n.Anchor
	}
	*n = *c
	return nil
}

// remove takes a place out of what it is in.
func (p *place) remove() {
	if p.parent == nil || p.absent {
		return
	}
	m := aliased(p.parent.node)
	step := 1
	if isMap(m) {
		step = 2
	}
	for i := 0; i+step <= len(m.Content); i += step {
		if m.Content[i+step-1] == p.node || p.isKey && m.Content[i] == p.node {
			m.Content = append(m.Content[:i:i], m.Content[i+step:]...)
			break
		}
	}
	if len(m.Content) == 0 {
		m.Style |= yaml.FlowStyle
	}
}
