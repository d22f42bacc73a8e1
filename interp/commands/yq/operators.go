package yq

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// integer reads a whole number, in any of the bases of YAML.
func integer(n *yaml.Node) (int, bool) {
	n = aliased(n)
	if !isScalar(n) || kindTag(n) != "!!int" {
		return 0, false
	}
	i, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 0, 64)
	return int(i), err == nil
}

// number reads any number.
func number(n *yaml.Node) (float64, bool) {
	n = aliased(n)
	if !isScalar(n) {
		return 0, false
	}
	switch kindTag(n) {
	case "!!int":
		if i, ok := integer(n); ok {
			return float64(i), true
		}
	case "!!float":
	default:
		return 0, false
	}
	var f float64
	c := yaml.Node{Kind: yaml.ScalarNode, Value: n.Value}
	err := c.Decode(&f)
	return f, err == nil
}

func numbers(a, b *yaml.Node) (x, y float64, ok bool) {
	x, isX := number(a)
	y, isY := number(b)
	return x, y, isX && isY
}

// newFloat is a number without needless digits.
func newFloat(f float64) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!float", Value: strconv.FormatFloat(f, 'g', -1, 64)}
	switch {
	case math.IsInf(f, 0):
		n.Value = strings.Replace(n.Value, "Inf", ".inf", 1)
		n.Value = strings.TrimPrefix(n.Value, "+")
	case f != f:
		n.Value = ".nan"
	case f == math.Trunc(f) && math.Abs(f) < 1e15:
		n.Tag, n.Value = "!!int", strconv.FormatFloat(f, 'f', -1, 64)
	}
	return n
}

// describe names a node in a message.
func describe(n *yaml.Node) string { return tag(aliased(n)) }

// binary is an operator between two nodes, which stay as they are.
func (r *run) binary(operator, flags string, a, b *yaml.Node) (*yaml.Node, error) {
	switch operator {
	case "==", "!=":
		same, err := r.same(a, b)
		return newBool(same == (operator == "==")), err
	case "//":
		if truth(a) {
			return a, nil
		}
		return b, nil
	case "<", "<=", ">", ">=":
		return compare(operator, a, b)
	}
	x, y := aliased(a), aliased(b)
	if operator == "*" && (x.Content != nil || y.Content != nil || isNull(x) || isNull(y) || !isScalar(x) || !isScalar(y)) {
		return r.merge(a, b, flags)
	}
	var n *yaml.Node
	var err error
	switch i, isI := integer(x); {
	case isScalar(x) && isScalar(y) && !isNull(x) && !isNull(y):
		j, isJ := integer(y)
		if isI && isJ && operator != "/" {
			n, err = whole(operator, i, j)
		} else if f, g, ok := numbers(x, y); ok {
			n, err = fraction(operator, f, g)
		} else {
			n, err = r.strings(operator, x, y)
		}
	case operator == "+":
		return r.add(x, y)
	case operator == "-" && isList(x):
		return r.subtract(x, y)
	case isNull(x) && !isNull(y) && operator == "-":
		return r.binary("-", "", newInt(0), y)
	case isNull(y):
		return a, nil
	default:
		err = wrong(operator, x, y)
	}
	if err == nil && !strings.HasPrefix(tag(x), "!!") {
		n.Tag = x.Tag
	}
	return n, err
}

func wrong(operator string, a, b *yaml.Node) error {
	verb := map[string]string{"+": "added to", "-": "subtracted from", "*": "multiplied with", "/": "divided by", "%": "modulo'd with"}[operator]
	if operator == "+" || operator == "-" {
		a, b = b, a
	}
	return fmt.Errorf("%s cannot be %s %s", describe(a), verb, describe(b))
}

func whole(operator string, i, j int) (*yaml.Node, error) {
	switch operator {
	case "+":
		return newInt(i + j), nil
	case "-":
		return newInt(i - j), nil
	case "*":
		return newInt(i * j), nil
	}
	if j == 0 {
		return nil, fmt.Errorf("cannot modulo by 0")
	}
	return newInt(i % j), nil
}

func fraction(operator string, f, g float64) (*yaml.Node, error) {
	switch operator {
	case "+":
		f += g
	case "-":
		f -= g
	case "*":
		f *= g
	case "/":
		f /= g
	default:
		f = math.Mod(f, g)
	}
	return newFloat(f), nil
}

// strings is an operator of which one side at least is a string.
func (r *run) strings(operator string, x, y *yaml.Node) (*yaml.Node, error) {
	s, t := kindTag(x) == "!!str", kindTag(y) == "!!str"
	switch {
	case operator == "+" && (s || t):
		n := newString(x.Value + y.Value)
		return n, r.count(int64(len(n.Value) / 64))
	case operator == "/" && s && t:
		return r.pieces(x.Value, y.Value)
	case operator == "*" && s != t:
		text, times := x.Value, y
		if t {
			text, times = y.Value, x
		}
		i, ok := integer(times)
		if !ok || i < 0 {
			return nil, wrong(operator, x, y)
		}
		if err := r.count(1 + int64(i)*int64(len(text)+1)/64); err != nil || i > 1<<30 {
			return nil, errMany
		}
		return newString(strings.Repeat(text, i)), nil
	}
	return nil, wrong(operator, x, y)
}

// pieces are the parts of a string between separators.
func (r *run) pieces(s, separator string) (*yaml.Node, error) {
	parts := strings.Split(s, separator)
	all := make([]*yaml.Node, len(parts))
	for i, p := range parts {
		all[i] = newString(p)
	}
	return newList(all), r.count(int64(len(parts)))
}

// add is + where a side is a mapping, a list or null.
func (r *run) add(x, y *yaml.Node) (*yaml.Node, error) {
	if isNull(x) {
		return r.copied(y, 0)
	}
	n, err := r.copied(x, 0)
	if err != nil || isNull(y) {
		return n, err
	}
	c, err := r.copied(y, 0)
	switch {
	case err != nil:
		return nil, err
	case isList(n):
		if !isList(c) {
			c = newList([]*yaml.Node{c})
		}
		if len(n.Content) == 0 {
			n.Style &^= yaml.FlowStyle
		}
		n.Content = append(n.Content, c.Content...)
		return n, nil
	case isMap(n) && isMap(c):
		for i := 0; i+1 < len(c.Content); i += 2 {
			if at := find(n, aliased(c.Content[i]).Value); at >= 0 && !isMerge(c.Content[i]) {
				n.Content[at+1] = c.Content[i+1]
			} else {
				n.Content = append(n.Content, c.Content[i], c.Content[i+1])
			}
		}
		if len(n.Content) > 0 && len(x.Content) == 0 {
			n.Style &^= yaml.FlowStyle
		}
		return n, nil
	}
	return nil, wrong("+", x, y)
}

// subtract leaves out the elements of a list that another one has.
func (r *run) subtract(x, y *yaml.Node) (*yaml.Node, error) {
	if !isList(y) {
		return nil, wrong("-", x, y)
	}
	n := *x
	n.Content = nil
	for _, e := range x.Content {
		found := false
		for _, o := range y.Content {
			same, err := r.equal(e, o, 0)
			if err != nil {
				return nil, err
			}
			found = found || same
		}
		if !found {
			n.Content = append(n.Content, e)
		}
	}
	return &n, nil
}

// same is ==: the right side can be a pattern of * and ?.
func (r *run) same(a, b *yaml.Node) (bool, error) {
	x, y := aliased(a), aliased(b)
	if isScalar(x) && isScalar(y) && kindTag(y) == "!!str" && kindTag(x) == "!!str" && strings.ContainsAny(y.Value, "*?") {
		return fits(y.Value, x.Value), nil
	}
	return r.equal(x, y, 0)
}

func compare(operator string, a, b *yaml.Node) (*yaml.Node, error) {
	x, y := aliased(a), aliased(b)
	var c int
	switch f, g, ok := numbers(x, y); {
	case ok && f < g:
		c = -1
	case ok && f > g:
		c = 1
	case ok:
	case isNull(x) || isNull(y):
		return newBool(isNull(x) && isNull(y) && strings.HasSuffix(operator, "=")), nil
	case isScalar(x) && isScalar(y) && kindTag(x) == kindTag(y):
		c = strings.Compare(x.Value, y.Value)
	default:
		return nil, fmt.Errorf("%s not yet supported for comparison with %s", describe(x), describe(y))
	}
	switch operator {
	case "<":
		return newBool(c < 0), nil
	case "<=":
		return newBool(c <= 0), nil
	case ">":
		return newBool(c > 0), nil
	}
	return newBool(c >= 0), nil
}
