package data

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/aegish/aegish/interp/commands/jq"
)

// A badInput is text that is not YAML.
type badInput struct{ err error }

func (e *badInput) Error() string { return e.err.Error() }
func (e *badInput) Unwrap() error { return e.err }

// nodeCost is how much memory a node takes, about.
const nodeCost = 256

// nesting bounds how deep a document is, aliases followed.
const nesting = 2000

// An origin is where a mapping or sequence was read: its node, that of its
// document when it is the root, and the value that was made of it.
type origin struct {
	node     *yaml.Node
	document *yaml.Node
	value    jq.Value
	// merged are the keys that are there through << alone.
	merged map[string]bool
}

// A yamlDecoder reads documents one after the other. Aliases are copies in what
// it returns, so that their number is bounded.
type yamlDecoder struct {
	dec    *yaml.Decoder
	bounds *bounded
	most   int64
	nodes  int64
	left   int64
}

func newYAML(r io.Reader, held int64) *yamlDecoder {
	b := &bounded{r: r}
	return &yamlDecoder{dec: yaml.NewDecoder(b), bounds: b, most: max(held/nodeCost, 1<<16), nodes: max(held/nodeCost, 1000)}
}

// Lines implements decoder; a document does not know where it ends.
func (d *yamlDecoder) Lines() int { return 0 }

// Next implements decoder.
func (d *yamlDecoder) Next() (jq.Value, error) {
	d.bounds.left = d.most
	var n yaml.Node
	err := d.dec.Decode(&n)
	if errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	if err != nil {
		if d.bounds.left <= 0 {
			return nil, jq.ErrLong
		}
		return nil, &badInput{err}
	}
	d.left = d.nodes
	v, err := d.value(&n, 0)
	if o := originOf(v); o != nil && n.Kind == yaml.DocumentNode && o.node == n.Content[0] {
		o.document = &n
	}
	return v, err
}

func originOf(v jq.Value) *origin {
	var o any
	switch v := v.(type) {
	case *jq.Object:
		o = v.Origin
	case *jq.Array:
		o = v.Origin
	}
	known, _ := o.(*origin)
	return known
}

func (d *yamlDecoder) value(n *yaml.Node, level int) (jq.Value, error) {
	if d.left--; d.left < 0 || level > nesting {
		return nil, errAlias
	}
	switch n.Kind {
	case yaml.DocumentNode:
		if len(n.Content) == 0 {
			return nil, nil
		}
		return d.value(n.Content[0], level+1)
	case yaml.AliasNode:
		return d.value(n.Alias, level+1)
	case yaml.SequenceNode:
		list := make([]jq.Value, 0, len(n.Content))
		for _, c := range n.Content {
			v, err := d.value(c, level+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		a := jq.NewArray(list...)
		a.Origin = &origin{node: n, value: a}
		return a, nil
	case yaml.MappingNode:
		return d.mapping(n, level)
	}
	return scalar(n)
}

func (d *yamlDecoder) mapping(n *yaml.Node, level int) (jq.Value, error) {
	own, inherited := jq.NewObject(), jq.NewObject()
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		v, err := d.value(n.Content[i+1], level+1)
		if err != nil {
			return nil, err
		}
		if isMerge(k) {
			for _, from := range merges(v) {
				for j := range from.Len() {
					name, v := from.At(j)
					if _, ok := inherited.Get(name); !ok {
						inherited.Put(name, v)
					}
				}
			}
			continue
		}
		for k.Kind == yaml.AliasNode {
			k = k.Alias
		}
		if k.Kind != yaml.ScalarNode {
			return nil, &badInput{errors.New("a key that is a list or a mapping")}
		}
		own.Put(k.Value, v)
	}
	from := &origin{node: n}
	m := own
	if inherited.Len() > 0 {
		m, from.merged = jq.NewObject(), map[string]bool{}
		for i := range inherited.Len() {
			k, v := inherited.At(i)
			m.Put(k, v)
			from.merged[k] = true
		}
		for i := range own.Len() {
			k, v := own.At(i)
			m.Put(k, v)
			delete(from.merged, k)
		}
	}
	from.value, m.Origin = m, from
	return m, nil
}

func isMerge(k *yaml.Node) bool { return k.Kind == yaml.ScalarNode && k.ShortTag() == "!!merge" }

// merges lists the mappings that a key << takes its values from.
func merges(v jq.Value) []*jq.Object {
	switch v := v.(type) {
	case *jq.Object:
		return []*jq.Object{v}
	case *jq.Array:
		var all []*jq.Object
		for i := range v.Len() {
			if m, ok := v.At(i).(*jq.Object); ok {
				all = append(all, m)
			}
		}
		return all
	}
	return nil
}

// scalar makes a value of JSON; a time is its text.
func scalar(n *yaml.Node) (jq.Value, error) {
	switch n.ShortTag() {
	case "!!null":
		return nil, nil
	case "!!bool":
		var b bool
		if err := n.Decode(&b); err != nil {
			return nil, &badInput{err}
		}
		return b, nil
	case "!!int":
		text := strings.TrimPrefix(strings.ReplaceAll(n.Value, "_", ""), "+")
		if digits := strings.TrimPrefix(text, "-"); strings.Trim(digits, "0123456789") == "" && (digits == "0" || digits[0] != '0') {
			return jq.NewNumber(text), nil
		}
		var i int64
		if err := n.Decode(&i); err != nil {
			return n.Value, nil
		}
		return jq.NewNumber(fmt.Sprint(i)), nil
	case "!!float":
		if strings.Trim(n.Value, "0123456789") == "" {
			return jq.NewNumber(n.Value), nil // an integer beyond 64 bits
		}
		var f float64
		if err := n.Decode(&f); err != nil {
			return nil, &badInput{err}
		}
		return f, nil
	}
	return n.Value, nil
}

// encodeYAML writes a value. With pretty all of it is in block style, and text
// without quotation marks where it can.
func encodeYAML(v jq.Value, indent int, pretty bool) ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(indent)
	n := root(v)
	if pretty {
		restyle(n)
	}
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

// properties writes a value as lines of Java's properties.
func properties(b []byte, path string, v jq.Value) []byte {
	below := func(key string) string {
		if path == "" {
			return key
		}
		return path + "." + key
	}
	switch v := v.(type) {
	case *jq.Object:
		for i := range v.Len() {
			k, item := v.At(i)
			b = properties(b, below(k), item)
		}
		return b
	case *jq.Array:
		for i := range v.Len() {
			b = properties(b, below(fmt.Sprint(i)), v.At(i))
		}
		return b
	case string:
		return fmt.Appendf(b, "%s = %s\n", path, strings.ReplaceAll(v, "\n", `\n`))
	case nil:
		return fmt.Appendf(b, "%s = null\n", path)
	}
	return fmt.Appendf(b, "%s = %s\n", path, jq.Text(v))
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
