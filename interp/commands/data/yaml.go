package data

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/big"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// nodeCost is how much memory a node takes, about.
const nodeCost = 256

// nesting bounds how deep a document is, aliases followed.
const nesting = 2000

// A yamlDecoder reads documents one after the other. Aliases are copies in what
// it returns, so that their number is bounded.
type yamlDecoder struct {
	dec    *yaml.Decoder
	bounds *bounded
	most   int64
	nodes  int64
	left   int64
	orders *orders
}

func newYAML(r io.Reader, held int64, o *orders) *yamlDecoder {
	b := &bounded{r: r}
	return &yamlDecoder{dec: yaml.NewDecoder(b), bounds: b, most: max(held/nodeCost, 1<<16), nodes: max(held/nodeCost, 1000), orders: o}
}

func (d *yamlDecoder) next() (any, error) {
	d.bounds.left = d.most
	var n yaml.Node
	err := d.dec.Decode(&n)
	if errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	if err != nil {
		if d.bounds.left <= 0 {
			return nil, errLong
		}
		return nil, &badInput{err}
	}
	d.left = d.nodes
	return d.value(&n, 0)
}

func (d *yamlDecoder) value(n *yaml.Node, level int) (any, error) {
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
		list := make([]any, 0, len(n.Content))
		for _, c := range n.Content {
			v, err := d.value(c, level+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case yaml.MappingNode:
		return d.mapping(n, level)
	}
	return scalar(n)
}

func (d *yamlDecoder) mapping(n *yaml.Node, level int) (any, error) {
	m := make(map[string]any, len(n.Content)/2)
	var keys []string
	merged, mergedKeys := map[string]any{}, []string(nil)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		v, err := d.value(n.Content[i+1], level+1)
		if err != nil {
			return nil, err
		}
		if k.Kind == yaml.ScalarNode && k.ShortTag() == "!!merge" {
			for _, from := range merges(v) {
				for _, name := range d.orders.keys(from) {
					if _, ok := merged[name]; !ok {
						merged[name] = from[name]
						mergedKeys = append(mergedKeys, name)
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
		if _, twice := m[k.Value]; !twice {
			keys = append(keys, k.Value)
		}
		m[k.Value] = v
	}
	for _, name := range mergedKeys {
		if _, ok := m[name]; !ok {
			m[name] = merged[name]
		}
	}
	own := slices.DeleteFunc(keys, func(k string) bool { _, ok := merged[k]; return ok })
	d.orders.note(m, append(mergedKeys, own...))
	return m, nil
}

// merges lists the mappings that a key << takes its values from.
func merges(v any) []map[string]any {
	switch v := v.(type) {
	case map[string]any:
		return []map[string]any{v}
	case []any:
		var all []map[string]any
		for _, e := range v {
			if m, ok := e.(map[string]any); ok {
				all = append(all, m)
			}
		}
		return all
	}
	return nil
}

// scalar makes a value of JSON; a time is its text.
func scalar(n *yaml.Node) (any, error) {
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
		text := strings.ReplaceAll(n.Value, "_", "")
		if i, ok := new(big.Int).SetString(text, 0); ok && len(text) < digits {
			if strings.TrimLeft(text, "+-0") == strings.TrimLeft(text, "+-") || strings.ContainsAny(text, "xob") {
				if i.IsInt64() {
					return int(i.Int64()), nil
				}
				return i, nil
			}
		}
		var i int
		if err := n.Decode(&i); err != nil {
			return n.Value, nil
		}
		return i, nil
	case "!!float":
		if strings.Trim(n.Value, "0123456789") == "" {
			return number(n.Value), nil // an integer beyond 64 bits
		}
		var f float64
		if err := n.Decode(&f); err != nil {
			return nil, &badInput{err}
		}
		return f, nil
	}
	return n.Value, nil
}

// encodeYAML writes a value in block style.
func encodeYAML(b *bytes.Buffer, v any, indent int, o *orders) error {
	enc := yaml.NewEncoder(b)
	enc.SetIndent(indent)
	if err := enc.Encode(o.node(v)); err != nil {
		return err
	}
	return enc.Close()
}

// node is a value as YAML: keys in order, integers exact.
func (o *orders) node(v any) *yaml.Node {
	n := &yaml.Node{}
	switch v := v.(type) {
	case []any:
		n.Kind, n.Tag = yaml.SequenceNode, "!!seq"
		for _, e := range v {
			n.Content = append(n.Content, o.node(e))
		}
		if len(v) == 0 {
			n.Style = yaml.FlowStyle
		}
	case map[string]any:
		n.Kind, n.Tag = yaml.MappingNode, "!!map"
		for _, k := range o.keys(v) {
			n.Content = append(n.Content, o.node(k), o.node(v[k]))
		}
		if len(v) == 0 {
			n.Style = yaml.FlowStyle
		}
	case *big.Int:
		n.Kind, n.Tag, n.Value = yaml.ScalarNode, "!!int", v.String()
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			return o.node(int(v))
		}
		n.Encode(v) // of a number it never fails
	default:
		if err := n.Encode(v); err != nil {
			n.Kind, n.Tag = yaml.ScalarNode, "!!null"
		}
	}
	return n
}
