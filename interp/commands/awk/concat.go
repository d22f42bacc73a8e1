package awk

import "strings"

// A growing is a text that the program appends to, as in s = s x. Its builder
// has room behind the text, so that the next one costs what is appended and not
// the whole text again.
type growing struct{ b *strings.Builder }

// longText is the length from which a text is worth a builder.
const longText = 512

// concat joins the texts of expressions.
func (in *interp) concat(e *concatExpr) string {
	first := in.str(e.parts[0])
	if len(e.parts) == 2 {
		second := in.str(e.parts[1])
		in.size(len(first) + len(second))
		if len(first) < longText {
			return first + second
		}
		return in.grow(first, second, nil)
	}
	rest := make([]string, len(e.parts)-1)
	n := len(first)
	for i, p := range e.parts[1:] {
		rest[i] = in.str(p)
		n += len(rest[i])
		in.size(n)
	}
	if len(first) < longText {
		var b strings.Builder
		b.Grow(n)
		b.WriteString(first)
		for _, s := range rest {
			b.WriteString(s)
		}
		return b.String()
	}
	return in.grow(first, "", rest)
}

// grow appends to a long text. That a text is what a builder holds is seen by
// comparing them, which takes no time when they are one and the same.
func (in *interp) grow(first, second string, rest []string) string {
	var b *strings.Builder
	for _, g := range in.grown {
		if g.b != nil && g.b.Len() == len(first) && g.b.String() == first {
			b = g.b
			break
		}
	}
	if b == nil {
		b = &strings.Builder{}
		// Only what was made by appending is likely to be appended to.
		if in.lastText == first {
			b.Grow(len(first) * 3 / 2)
			in.grown[in.nextGrown].b = b
			in.nextGrown = (in.nextGrown + 1) % len(in.grown)
		}
		b.WriteString(first)
	}
	b.WriteString(second)
	for _, s := range rest {
		b.WriteString(s)
	}
	in.lastText = b.String()
	return in.lastText
}
