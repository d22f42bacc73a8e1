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
