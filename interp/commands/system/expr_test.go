package system_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/system"
)

// TestExprMatches compares the : operator, whose expressions are basic ones with
// all that glibc adds.
func TestExprMatches(t *testing.T) {
	t.Parallel()
	var cases []commandtest.Case
	for _, pair := range [][2]string{
		{"abab", `\(ab\)\1`}, {"abba", `\(.\)\(.\)\2\1`}, {"abc", "b"}, {"abc", "^a"}, {"abc", "a.c$"}, {"foobar", `foo\|foobar`}, {"foobar", `\(foo\|foobar\)`}, {"x", `\(y\)*x`}, {"aaa", `a\{2\}`},
		{"a+b", "a+b"}, {"aab", `a\+b`}, {"ab", `ac\?b`}, {"*x", "*x"}, {"añb", "a.b"}, {"añb", ".*"}, {"a b", `a\sb`}, {"ab", `a\b`}, {"ab c", `.*\>`}, {"x1", "[[:alpha:]][[:digit:]]"}, {"a]b", "a[]]b"},
		{"", ".*"}, {"a\nb", "a.b"}, {"abc", `\(`}, {"abc", `\)`}, {"abc", "[a"}, {"abc", `a\{1`}, {"abc", `\2`}, {"a^b", "a^b"}, {"a$b", "a$b"}, {"xay", `x\(a\|b\)y`}, {"/usr/bin/x", `.*/\(.*\)`}, {"file.tar.gz", `\([^.]*\)`},
		{"aaaa", `a\{2\}\{2\}`}, {"aaa", `a*\{2\}`}, {"aaa", `a\{2\}*`}, {"{2}b", `\{2\}b`}, {"{2}b", `\(\{2\}\)b`}, {"{2}", `^\{2\}`}, {"**c", "**c"}, {"abc", `x\)`},
	} {
		odd := pair[1] == "[a" // other words for the same
		cases = append(cases, commandtest.Case{Args: []string{pair[0], ":", pair[1]}, SkipStderr: odd}, commandtest.Case{Args: []string{"match", pair[0], pair[1]}, SkipStderr: odd})
	}
	r := rand.New(rand.NewPCG(3, 3))
	pieces := []string{"a", "b", ".", "a*", `\(`, `\)`, `\|`, "[ab]", `\1`, `b\{1,2\}`, "^", "$", `a\+`}
	for range 150 {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		cases = append(cases, commandtest.Case{Args: []string{[]string{"aabb", "abab", "b", "aa"}[r.IntN(4)], ":", b.String()}, SkipStderr: true})
	}
	commandtest.Compare(t, system.Commands(), "expr", cases)
}
