package data

import (
	"errors"
	"fmt"
	"io"
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
	n, err := d.document()
	if err != nil {
		return nil, err
	}
	v, err := d.whole(n)
	if o := originOf(v); o != nil && n.Kind == yaml.DocumentNode && o.node == n.Content[0] {
		o.document = n
	}
	return v, err
}

// document reads the next one.
func (d *yamlDecoder) document() (*yaml.Node, error) {
	d.bounds.left = d.most
	var n yaml.Node
	err := d.dec.Decode(&n)
	switch {
	case errors.Is(err, io.EOF):
		return nil, io.EOF
	case err != nil && d.bounds.left <= 0:
		return nil, jq.ErrLong
	case err != nil:
		return nil, &badInput{err}
	}
	return &n, nil
}

// whole is the value of a node.
func (d *yamlDecoder) whole(n *yaml.Node) (jq.Value, error) {
	d.left = d.nodes
	return d.value(n, 0)
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
