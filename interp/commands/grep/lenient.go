package grep

import (
	"fmt"
	"strings"
)

// interval tells whether a brace begins one of {n}, {n,}, {,m} and {n,m}, or {},
// which is a wrong one.
func interval(p string) bool {
	body, _, ok := strings.Cut(p[1:], "}")
	return ok && strings.Trim(body, "0123456789,") == "" && strings.Count(body, ",") < 2
}

// lenient drops the operators that have nothing to repeat, with a warning, and
// makes braces that begin no interval ordinary, as GNU grep does.
func lenient(p string, warn func(string)) string {
	var b strings.Builder
	start, anchor := true, false
	for i := 0; i < len(p); i++ {
		c := p[i]
		if start && (c == '*' || c == '+' || c == '?') {
			warn(fmt.Sprintf("warning: %c at start of expression", c))
			if anchor && c != '+' {
				// The anchor is what may be missing.
				text := strings.TrimSuffix(b.String(), "^")
				b.Reset()
				b.WriteString(text)
				anchor = false
			}
			continue
		}
		if start && c == '{' && interval(p[i:]) {
			warn("warning: {...} at start of expression")
			i += strings.IndexByte(p[i:], '}')
			continue
		}
		anchor = start && c == '^'
		start = c == '(' || c == '|' || anchor
		if c == '{' && !interval(p[i:]) {
			b.WriteByte('\\') // an ordinary character
		}
		b.WriteByte(c)
		switch {
		case c == '\\' && i+1 < len(p):
			i++
			b.WriteByte(p[i])
		case c == '[':
			end := setEnd(p, i)
			b.WriteString(p[i+1 : end])
			i = end - 1
		}
	}
	return b.String()
}

// setEnd is where the bracket expression that begins at i ends.
func setEnd(p string, i int) int {
	i++
	if i < len(p) && p[i] == '^' {
		i++
	}
	if i < len(p) && p[i] == ']' {
		i++
	}
	for ; i < len(p); i++ {
		if p[i] == ']' {
			return i + 1
		}
		if p[i] == '[' && i+1 < len(p) && strings.IndexByte(":.=", p[i+1]) >= 0 {
			if end := strings.Index(p[i+2:], p[i+1:i+2]+"]"); end >= 0 {
				i += end + 3
			}
		}
	}
	return len(p)
}
