package perl

import (
	"unicode/utf8"
)

// starting finds out what matches begin with and contain, so that the search can
// pass what can not match.
func (c *compiler) starting(tree *node) {
	re := c.re
	if c.noStart || c.accepts() {
		re.any = true
		return
	}
	re.any = c.first(tree, &re.first)
	re.prefix = leading(tree)
	re.literal, re.ahead = longest(tree)
	re.least = c.shortest(tree, 0)
	re.bottom, re.anchor = c.anchored(tree)
}

// accepts tells whether (*ACCEPT) can end a match anywhere.
func (c *compiler) accepts() bool {
	for i := range c.re.code {
		if in := &c.re.code[i]; in.op == oVerb && in.verb == verbAccept {
			return true
		}
	}
	return false
}

// first adds the bytes that a node can begin with, and tells whether it may
// match nothing.
func (c *compiler) first(n *node, to *[256]bool) bool {
	switch n.kind {
	case nChar:
		all := []rune{n.r}
		if n.fold {
			all = folds(n.r)
		}
		for _, r := range all {
			to[utf8.AppendRune(nil, r)[0]] = true
		}
		return false
	case nSet:
		for r := range rune(utf8.RuneSelf) {
			to[r] = to[r] || n.set.has(r)
		}
		wideBytes(to)
		return false
	case nAny, nAll, nNewline, nCluster:
		for i := range to {
			to[i] = true
		}
		return false
	case nCat:
		for _, kid := range n.kids {
			if !c.first(kid, to) {
				return false
			}
		}
		return true
	case nAlt:
		empty := false
		for _, kid := range n.kids {
			empty = c.first(kid, to) || empty
		}
		return empty
	case nGroup, nAtomic:
		return c.first(n.kids[0], to)
	case nRepeat:
		return n.max == 0 || c.first(n.kids[0], to) || n.min == 0
	case nBackref, nCall, nCond:
		for i := range to {
			to[i] = true
		}
		return true
	case nVerb:
		// PCRE2 makes no set here, and (*COMMIT) shows where it begins.
		for i := range to {
			to[i] = true
		}
	}
	return true
}

// wideBytes adds the bytes of characters beyond ASCII.
func wideBytes(to *[256]bool) {
	for i := utf8.RuneSelf; i < 256; i++ {
		to[i] = true
	}
}

// leading is the text that every match begins with, "" for none.
func leading(n *node) string {
	switch n.kind {
	case nChar:
		if plain(n) {
			return string(n.r)
		}
	case nGroup, nAtomic:
		return leading(n.kids[0])
	case nCat:
		var text []byte
		for _, kid := range n.kids {
			switch {
			case plain(kid):
				text = utf8.AppendRune(text, kid.r)
			case len(text) > 0:
				return string(text)
			case kid.kind == nAssert || kid.kind == nKeep || kid.kind == nLook || kid.kind == nVerb:
			default:
				return leading(kid)
			}
		}
		return string(text)
	}
	return ""
}

// longest is the longest text that is known to be in a match or beside it, and
// whether it is behind its beginning.
func longest(n *node) (best string, ahead bool) {
	better := func(text string, where bool) {
		if len(text) > len(best) || len(text) == len(best) && where && !ahead {
			best, ahead = text, where
		}
	}
	switch n.kind {
	case nChar:
		if plain(n) {
			return string(n.r), true
		}
	case nGroup, nAtomic:
		return longest(n.kids[0])
	case nLook:
		if !n.not {
			best, ahead = longest(n.kids[0])
			return best, ahead && !n.behind
		}
	case nRepeat:
		if n.min > 0 {
			return longest(n.kids[0])
		}
	case nCat:
		var run []byte
		for _, kid := range n.kids {
			if plain(kid) {
				run = utf8.AppendRune(run, kid.r)
				continue
			}
			better(string(run), true)
			run = run[:0]
			better(longest(kid))
		}
		better(string(run), true)
	}
	return best, ahead
}

// shortest is how many bytes a node matches at least.
func (c *compiler) shortest(n *node, depth int) int {
	sum := 0
	switch n.kind {
	case nChar, nSet, nAny, nAll, nNewline, nCluster:
		return 1
	case nCat:
		for _, kid := range n.kids {
			sum += c.shortest(kid, depth)
		}
	case nAlt:
		sum = maxRepeat
		for _, kid := range n.kids {
			sum = min(sum, c.shortest(kid, depth))
		}
	case nGroup, nAtomic:
		return c.shortest(n.kids[0], depth)
	case nRepeat:
		sum = n.min * c.shortest(n.kids[0], depth)
	case nCall:
		if num, _ := c.number(n); depth == 0 && c.groups[num] != nil {
			return c.shortest(c.groups[num], 1)
		}
	case nCond:
		if n.cond != condNever {
			return min(c.shortest(n.kids[0], depth), c.shortest(n.kids[1], depth))
		}
	}
	return min(sum, maxRepeat)
}

// anchored tells whether matches begin at the beginning of the text, or there
// and behind newlines, alone.
func (c *compiler) anchored(n *node) (bottom, line bool) {
	switch n.kind {
	case nAssert:
		return n.r == 'A' || n.r == 'c' || n.r == 'G', n.r == '^'
	case nCat:
		return c.anchored(n.kids[0])
	case nGroup:
		if _, kept := c.captured[n.num]; !kept || n.num == 0 {
			return c.anchored(n.kids[0])
		}
		bottom, line = c.anchored(n.kids[0])
		return bottom && !c.bound, line && !c.bound
	case nAlt:
		bottom, line = true, true
		for _, kid := range n.kids {
			b, l := c.anchored(kid)
			bottom, line = bottom && b, line && (b || l)
		}
		return bottom, line && !bottom
	case nRepeat:
		// Where .* can begin it can begin earlier too.
		if n.min == 0 && n.max == infinite && n.mode != possessive && !c.bound {
			return n.kids[0].kind == nAll && !n.kids[0].ascii, n.kids[0].kind == nAny
		}
	}
	return false, false
}

// link tells repeats what byte must follow them, so that they give up characters
// only to try there.
func (c *compiler) link() {
	for i := range c.re.code {
		in := &c.re.code[i]
		if in.op != oRepeat || i+2 >= len(c.re.code) {
			continue
		}
		switch next := &c.re.code[i+2]; next.op {
		case oChar:
			in.next = int16(utf8.AppendRune(nil, next.r)[0])
		case oString:
			in.next = int16(next.text[0])
		}
	}
}
