package yq

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// assign is =, |= and operators with a =. What is on the left is changed in place.
func (r *run) assign(e *expr, s state) error {
	targets, err := r.eval(e.a, s)
	if err != nil {
		return err
	}
	if e.text == "|=" {
		for _, p := range targets {
			values, err := r.eval(e.b, s.with(p))
			if err != nil {
				return err
			}
			if len(values) > 0 {
				if err := r.put(p, values[0].node); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for _, p := range targets {
		inner := s
		if !s.together && p.document != nil {
			inner = s.with(sameDocument(s.nodes, p)...)
		}
		values, err := r.eval(e.b, inner)
		if err != nil {
			return err
		}
		for _, v := range values {
			n := v.node
			if e.text != "=" {
				if n, err = r.binary(strings.TrimSuffix(e.text, "="), e.flags, p.node, n); err != nil {
					return err
				}
			}
			if err := r.put(p, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// sameDocument are the nodes of the document of p.
func sameDocument(all []*place, p *place) []*place {
	var some []*place
	for _, q := range all {
		if q.document == p.document {
			some = append(some, q)
		}
	}
	return some
}

// An attribute is what a node has besides its value.
type attribute struct {
	get func(p *place) *yaml.Node
	set func(p *place, v *yaml.Node) error
}

// attributes by the names that expressions have for them.
var attributes = func() map[string]*attribute {
	all := map[string]*attribute{
		"style":  {getStyle, setStyle},
		"tag":    {func(p *place) *yaml.Node { return newString(tag(p.node)) }, setTag},
		"anchor": {func(p *place) *yaml.Node { return newString(p.node.Anchor) }, func(p *place, v *yaml.Node) error { p.node.Anchor = v.Value; return nil }},
		"alias": {func(p *place) *yaml.Node {
			if p.node.Kind == yaml.AliasNode {
				return newString(p.node.Value)
			}
			return newString("")
		}, setAlias},
		"comments": {func(p *place) *yaml.Node { return newString(p.node.LineComment) }, func(p *place, v *yaml.Node) error {
			for _, k := range commentKinds {
				setComment(p, k, v.Value)
			}
			return nil
		}},
	}
	for name, k := range commentKinds {
		a := &attribute{
			get: func(p *place) *yaml.Node { return newString(comment(p, k)) },
			set: func(p *place, v *yaml.Node) error { setComment(p, k, v.Value); return nil },
		}
		all[name+"Comment"], all[name+"_comment"] = a, a
	}
	all["type"] = &attribute{get: all["tag"].get, set: all["tag"].set}
	return all
}()

// setAttribute is LHS attribute = value, or |=.
func (r *run) setAttribute(e *expr, s state) error {
	targets, err := r.eval(e.a, s)
	if err != nil {
		return err
	}
	for _, p := range targets {
		inner := s
		if e.flags == "|=" {
			inner = s.with(p)
		} else if !s.together && p.document != nil {
			inner = s.with(sameDocument(s.nodes, p)...)
		}
		values, err := r.eval(e.b, inner)
		if err != nil {
			return err
		}
		if len(values) == 0 || p.absent {
			continue
		}
		if err := attributes[e.text].set(p, aliased(values[0].node)); err != nil {
			return err
		}
	}
	return nil
}

// attribute is one that is read.
func (r *run) attribute(e *expr, s state) ([]*place, error) {
	return r.mapped(&expr{}, s, func(p *place) (*yaml.Node, error) { return attributes[e.text].get(p), nil })
}

var styles = []struct {
	name  string
	style yaml.Style
}{{"tagged", yaml.TaggedStyle}, {"double", yaml.DoubleQuotedStyle}, {"single", yaml.SingleQuotedStyle}, {"literal", yaml.LiteralStyle}, {"folded", yaml.FoldedStyle}, {"flow", yaml.FlowStyle}, {"", 0}}

func getStyle(p *place) *yaml.Node {
	for _, s := range styles {
		if s.style != 0 && p.node.Style&s.style != 0 {
			return newString(s.name)
		}
	}
	return newString("")
}

func setStyle(p *place, v *yaml.Node) error {
	for _, s := range styles {
		if s.name == v.Value {
			p.node.Style = s.style
			return nil
		}
	}
	return fmt.Errorf("unknown style %s", v.Value)
}

// setTag changes the type; what is no longer a number or null is written in quotes.
func setTag(p *place, v *yaml.Node) error {
	p.node.Tag = v.Value
	if strings.HasPrefix(v.Value, "!!") {
		p.node.Style &^= yaml.TaggedStyle
	}
	return nil
}

// setAlias makes an alias of a node; the anchor must be in its document.
func setAlias(p *place, v *yaml.Node) error {
	if v.Value == "" {
		return nil
	}
	to := &yaml.Node{Kind: yaml.ScalarNode, Anchor: v.Value}
	if p.document != nil {
		if n := anchored(p.document.Node, v.Value, 0); n != nil {
			to = n
		}
	}
	*p.node = yaml.Node{Kind: yaml.AliasNode, Value: v.Value, Alias: to, HeadComment: p.node.HeadComment, LineComment: p.node.LineComment, FootComment: p.node.FootComment}
	return nil
}

func anchored(n *yaml.Node, name string, level int) *yaml.Node {
	if n.Anchor == name || level > nesting {
		return n
	}
	for _, c := range n.Content {
		if found := anchored(c, name, level+1); found != nil {
			return found
		}
	}
	return nil
}
