package yq

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// texts are the functions of strings.
func texts() map[string]*function {
	change := func(f func(string) string) *function {
		return mapping(func(r *run, p *place) (*yaml.Node, error) {
			n := aliased(p.node)
			if !isScalar(n) || kindTag(n) != "!!str" {
				return nil, fmt.Errorf("cannot change case with %s, can only operate on strings", describe(n))
			}
			c := *n
			c.Value = f(n.Value)
			return &c, nil
		})
	}
	all := map[string]*function{
		"upcase/0": change(strings.ToUpper), "asciiupcase/0": change(strings.ToUpper), "downcase/0": change(strings.ToLower), "asciidowncase/0": change(strings.ToLower), "trim/0": change(strings.TrimSpace),
		"tostring/0": mapping(func(r *run, p *place) (*yaml.Node, error) { text, err := r.shown(p.node); return newString(text), err }),
		"tonumber/0": mapping(toNumber), "split/1": asking(split), "join/1": asking(join),
		"test/1": asking(func(r *run, p *place, arg *yaml.Node) (*yaml.Node, error) {
			re, err := expression(arg.Value)
			if err != nil {
				return nil, err
			}
			return newBool(re.MatchString(aliased(p.node).Value)), nil
		}),
		"sub/1": {replaced}, "sub/2": {replaced}, "match/1": {matches}, "match/2": {matches}, "capture/1": asking(capture),
		"@base64/0": mapping(func(_ *run, p *place) (*yaml.Node, error) {
			return newString(base64.StdEncoding.EncodeToString([]byte(aliased(p.node).Value))), nil
		}),
		"@base64d/0": mapping(fromBase64), "@uri/0": change(url.QueryEscape),
		"@urid/0": mapping(func(_ *run, p *place) (*yaml.Node, error) {
			text, err := url.QueryUnescape(aliased(p.node).Value)
			return newString(text), err
		}),
		"@sh/0": change(shellQuoted),
	}
	return all
}

// shellQuoted puts what a shell would read otherwise between quotes.
func shellQuoted(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func fromBase64(_ *run, p *place) (*yaml.Node, error) {
	text := strings.TrimRight(strings.TrimSpace(aliased(p.node).Value), "=")
	b, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("base64: %w", err)
	}
	return newString(string(b)), nil
}

func toNumber(_ *run, p *place) (*yaml.Node, error) {
	n := aliased(p.node)
	c := &yaml.Node{Kind: yaml.ScalarNode, Value: n.Value}
	if c.Tag = c.ShortTag(); !isScalar(n) || c.Tag != "!!int" && c.Tag != "!!float" {
		return nil, fmt.Errorf("cannot convert node value [%s] at path %s of tag %s to number", n.Value, pathText(p), describe(n))
	}
	return c, nil
}

func split(r *run, p *place, by *yaml.Node) (*yaml.Node, error) {
	n := aliased(p.node)
	switch {
	case isNull(n):
		return newNull(), nil
	case !isScalar(n) || kindTag(n) != "!!str":
		return nil, fmt.Errorf("cannot split %s, can only split strings", describe(n))
	}
	return r.pieces(n.Value, by.Value)
}

func join(r *run, p *place, by *yaml.Node) (*yaml.Node, error) {
	n := aliased(p.node)
	if !isList(n) {
		return nil, fmt.Errorf("cannot join with %s, can only join arrays of scalars", describe(n))
	}
	var parts []string
	for _, c := range n.Content {
		text := aliased(c).Value
		if isNull(aliased(c)) {
			text = ""
		}
		parts = append(parts, text)
	}
	text := strings.Join(parts, by.Value)
	return newString(text), r.count(int64(len(text) / 64))
}

// mostPattern bounds a regular expression, in bytes.
const mostPattern = 1 << 16

func expression(text string) (*regexp.Regexp, error) {
	if len(text) > mostPattern {
		return nil, fmt.Errorf("the regular expression is too long")
	}
	return regexp.Compile(text)
}

// two evaluates the arguments of a function, which a comma or a semicolon parts.
func (r *run) two(e *expr, s state) ([]*yaml.Node, error) {
	var out []*yaml.Node
	for _, a := range e.list {
		all, err := r.eval(a, s)
		if err != nil {
			return nil, err
		}
		for _, q := range all {
			out = append(out, aliased(q.node))
		}
	}
	return out, nil
}

// replaced is sub, of all matches.
func replaced(r *run, e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		args, err := r.two(e, s)
		if err != nil {
			return nil, err
		}
		n := aliased(p.node)
		switch {
		case len(args) != 2:
			return nil, fmt.Errorf("sub takes an expression and what is put in its place")
		case !isScalar(n) || kindTag(n) != "!!str":
			return nil, fmt.Errorf("cannot substitute with %s, can only substitute strings. Hint: Most often you'll want to use '|=' over '=' for this operation", describe(n))
		}
		re, err := expression(args[0].Value)
		if err != nil {
			return nil, err
		}
		if err := r.count(int64(len(n.Value)+1) * int64(len(args[1].Value)+1) / 64); err != nil {
			return nil, err
		}
		c := *n
		c.Value = re.ReplaceAllString(n.Value, args[1].Value)
		return []*place{made(&c, p)}, nil
	})
}

// matches are those of an expression, all of them with the flag g.
func matches(r *run, e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		args, err := r.two(e, s)
		if err != nil || len(args) == 0 {
			return nil, err
		}
		most := 1
		if len(args) > 1 && strings.Contains(args[1].Value, "g") {
			most = -1
		}
		re, err := expression(args[0].Value)
		if err != nil {
			return nil, err
		}
		text := aliased(p.node).Value
		var out []*place
		for _, m := range re.FindAllStringSubmatchIndex(text, most) {
			if err := r.count(int64(4 * len(m))); err != nil {
				return nil, err
			}
			n := newMap()
			describeMatch(n, text, m[0], m[1])
			groups := newList(nil)
			for i := 2; i < len(m); i += 2 {
				g := newMap()
				describeMatch(g, text, m[i], m[i+1])
				if name := re.SubexpNames()[i/2]; name != "" {
					setKey(g, newString("name"), newString(name))
				}
				groups.Style = 0
				groups.Content = append(groups.Content, g)
			}
			setKey(n, newString("captures"), groups)
			out = append(out, made(n, p))
		}
		return out, nil
	})
}

func describeMatch(n *yaml.Node, text string, from, to int) {
	match := newNull()
	if from >= 0 {
		match = newString(text[from:to])
	}
	setKey(n, newString("string"), match)
	setKey(n, newString("offset"), newInt(from))
	setKey(n, newString("length"), newInt(to-from))
}

// capture is a mapping of the groups that have names.
func capture(_ *run, p *place, arg *yaml.Node) (*yaml.Node, error) {
	re, err := expression(arg.Value)
	if err != nil {
		return nil, err
	}
	text := aliased(p.node).Value
	m := re.FindStringSubmatchIndex(text)
	n := newMap()
	for i, name := range re.SubexpNames() {
		switch {
		case name == "" || m == nil:
		case m[2*i] < 0:
			setKey(n, newString(name), newNull())
		default:
			setKey(n, newString(name), newString(text[m[2*i]:m[2*i+1]]))
		}
	}
	if len(n.Content) == 0 {
		n.Style = yaml.FlowStyle
	}
	return n, nil
}
