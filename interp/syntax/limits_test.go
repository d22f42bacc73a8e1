package syntax

import (
	"errors"
	"strings"
	"testing"
)

// floods are inputs that nest without end or repeat what is slow to find the
// end of.
func floods(n int) map[string]string {
	m := map[string]string{}
	for _, s := range []string{
		"$(", "(", "${", "{ ", "{", "{a,", "((", "$((", "`", "\"${", "\"$(", "${x:-", "${x:-\"", "${x#", "${x//", "${x/a/", "${a[",
		"a[", "a[$(a[", "a=(", "[[ (", "[[ ! ", "! ", "time ", "if ", "while ", "case x in a) ", "for i in ", "f() ", "f() { ", "function f ",
		"coproc ", "<(", "a <(", "@(", "?(", "a|", "a&&", "a;", "a&", "a\n", "<<E ", "<<E\n", "a <<E;", "$[", "$((a[", "$'", "$\"", "'", "\"", "\\", "\\\n",
		"a\\\n", "$\\\n", "[[ a && ", "[[ a =~ (", "[[ a == @(", "if a; then b; elif ", "${!", "${#", "${x:", "${x:a?", "}", ")", "]]", "((a);", "$((a);",
		"$(cat <<E\n", "${x[${x[", "${a[''${a[''", "$(( '$(", "((a) ", "( (a) ", "for ((", "for ((;", "x=$(", "a=b ", "{a..b}", "{1..", "},{", "{{a,b},", "\t", "#", "é",
	} {
		m[s] = strings.Repeat(s, n/len(s))
		m[s+" quoted"] = "\"" + m[s]
		m[s+" document"] = "cat <<E\n" + m[s] + "\nE\n"
		m[s+" in command"] = "a " + m[s] + "\n"
	}
	for _, pair := range []string{"( )", "{ ;}", "$( )", "${x:- }", "$(( ))", "\"$( )\"", "a[ ]", "$((a[ ]))", "[[ ! ]]", "`a `", "if a; then b; fi; ", "@( )", "{a,b}{c, }"} {
		open, shut, _ := strings.Cut(pair, " ")
		m[pair] = strings.Repeat(open, n/len(pair)) + " a" + strings.Repeat(shut, n/len(pair))
		m["a "+pair] = "a " + m[pair]
	}
	return m
}

// TestFloods parses all of them; nothing but an *Error may come out, and
// bounded time is what the test's own limit checks.
func TestFloods(t *testing.T) {
	t.Parallel()
	n := 64 << 10
	for name, src := range floods(n) {
		_, err := Parse(src, Config{Name: "bash", ExtGlob: func() bool { return true }})
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestLimits parses what just fits a limit, and one more.
func TestLimits(t *testing.T) {
	t.Parallel()
	nest := func(open, shut string) func(int) string {
		return func(n int) string { return strings.Repeat(open, n) + "a" + strings.Repeat(shut, n) }
	}
	repeat := func(before, s, after string) func(int) string {
		return func(n int) string { return before + strings.Repeat(s, n) + after }
	}
	for name, c := range map[string]struct {
		limits Limits
		limit  string
		fits   int // what Limits of 50 let through
		source func(int) string
	}{
		"subshells": {Limits{Depth: 50}, "parse depth", 50, nest("( ", ")")},
		"blocks":    {Limits{Depth: 50}, "parse depth", 50, nest("{ ", ";}")},
		"$()":       {Limits{Depth: 50}, "parse depth", 25, nest("a $(", ")")},
		"quotes":    {Limits{Depth: 50}, "parse depth", 25, nest("a \"${x:-", "}\"")},
		"${}":       {Limits{Depth: 50}, "parse depth", 50, func(n int) string { return "a " + nest("${x:-", "}")(n) }},
		"not":       {Limits{Depth: 50}, "parse depth", 50, repeat("", "! ", "a")},
		"[[ not":    {Limits{Depth: 50}, "parse depth", 48, repeat("[[ ", "! ", "a ]]")},
		"[[ (":      {Limits{Depth: 50}, "parse depth", 48, func(n int) string { return "[[ " + nest("( ", " )")(n) + " ]]" }},
		"&&":        {Limits{Chain: 50}, "list length", 49, repeat("a", " && a", "")},
		"[[ ||":     {Limits{Chain: 50}, "list length", 49, repeat("[[ a", " || a", " ]]")},
		"bytes":     {Limits{Bytes: 50}, "command bytes", 47, repeat("'\n", "a", "'")},
		"tokens":    {Limits{Tokens: 50}, "command tokens", 24, repeat("", "a;", "a")},
		"parts":     {Limits{Tokens: 50}, "command tokens", 48, repeat("", "$a", "")},
		"joints":    {Limits{Tokens: 50}, "command tokens", 48, repeat("", "a\\\n", "a")},
		"document":  {Limits{HeredocBytes: 50}, "here-document bytes", 25, repeat("a <<E\n", "a\n", "E\n")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := c.fits; n <= c.fits+1; n++ {
				_, err := Parse(c.source(n), Config{Limits: c.limits})
				var e *Error
				switch {
				case n == c.fits && err != nil:
					t.Errorf("%d: %v", n, err)
				case n > c.fits && (!errors.As(err, &e) || e.Limit != c.limit):
					t.Errorf("%d: %v, want %s", n, err, c.limit)
				}
			}
		})
	}
}
