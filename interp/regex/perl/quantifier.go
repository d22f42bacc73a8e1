package perl

import (
	"strings"
)

// quantifier reads *, +, ? or an interval; n is its length, 0 if there is none.
func (p *parser) quantifier() (low, high, n int, err error) {
	switch p.src[p.at] {
	case '*':
		return 0, infinite, 1, nil
	case '+':
		return 1, infinite, 1, nil
	case '?':
		return 0, 1, 1, nil
	case '{':
		return p.interval()
	}
	return 0, 0, 0, nil
}

func (p *parser) interval() (low, high, n int, err error) {
	body, _, ok := strings.Cut(p.rest()[1:], "}")
	first, second, comma := strings.Cut(body, ",")
	if !ok || !digits(first) || second != "" && !digits(second) {
		return 0, 0, 0, nil
	}
	low, high = count(first), infinite
	switch {
	case !comma:
		high = low
	case second != "":
		high = count(second)
	}
	switch {
	case low > maxRepeat || high > maxRepeat:
		return 0, 0, 0, fail("number too big in {} quantifier")
	case high != infinite && high < low:
		return 0, 0, 0, fail("numbers out of order in {} quantifier")
	}
	return low, high, len(body) + 2, nil
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// count is the number of some digits; one above all limits stands for more.
func count(s string) int {
	n := 0
	for i := range len(s) {
		if n = 10*n + int(s[i]-'0'); n > maxRepeat {
			return maxRepeat + 1
		}
	}
	return n
}

// repeated makes the node of a quantifier, whose mode may follow.
func (p *parser) repeated(kid *node, low, high int) *node {
	n := &node{kind: nRepeat, kids: []*node{kid}, min: low, max: high}
	for p.flags&(extended|extendedAll) != 0 && p.more() && !strings.ContainsAny(p.rest()[:1], "+?") && p.skip() {
		continue
	}
	switch {
	case p.take("+"):
		n.mode = possessive
	case p.take("?") != (p.flags&ungreedy != 0):
		n.mode = lazy
	}
	if kid.kind == nLook {
		// To look again finds the same.
		n.min, n.max = min(low, 1), 1
		if high == 0 {
			n.max = 0
		}
	}
	return n
}
