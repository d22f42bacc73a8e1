package expand_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/syntax"
)

// runErr runs a row's statements until one fails.
func (h *host) runErr(t *testing.T, src string) error {
	t.Helper()
	p := syntax.New(syntax.StringInput(src), syntax.Config{Name: "bash"})
	list, err := p.Next()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list.Stmts {
		if err := h.stmt(context.Background(), s); err != nil {
			return err
		}
	}
	return nil
}

// TestLimits runs what must fail at a limit, and the same at the limit.
func TestLimits(t *testing.T) {
	t.Parallel()
	limits := expand.Limits{StringBytes: 1 << 16, Words: 1000, ArrayElements: 500, PatternSteps: 100_000}
	k := "x=" + strings.Repeat("k", 1024) + "; "
	for _, c := range []struct{ limit, fails, works string }{
		{"expansion words", "p {1..1001}", "p {1..1000}"},
		{"expansion words", "p {1..9223372036854775807}", "p {1..10}"},
		{"expansion words", "p {-9223372036854775808..9223372036854775807}", "p {9223372036854775807..9223372036854775807}"},
		{"expansion words", "p " + strings.Repeat("{1..9}", 9), "p {1..9}{1..9}{1..9}"},
		{"expansion words", "p " + strings.Repeat("{a,b}", 64), "p " + strings.Repeat("{a,b}", 9)},
		{"expansion words", "p " + strings.Repeat("{a,", 150) + "{1..900}" + strings.Repeat("}", 150), "p {a,{b,{c,d}}}"},
		{"expansion words", "x=" + strings.Repeat("a:", 1001) + "; IFS=:; p $x", "x=" + strings.Repeat("a:", 1000) + "; IFS=:; p $x"},
		{"expansion words", "p {" + strings.Repeat("a,", 9000), "p {" + strings.Repeat("a,", 900)},
		{"expansion words", "set -- {1..900}; p $@$@", "set -- {1..500}; p $@$@"},
		{"expansion words", "set -- {1..900}; p \"$@$@\"", "set -- {1..500}; p \"$@$@\""},
		{"array elements", "set -- {1..300}; IFS=; y=$@$*", "set -- {1..250}; IFS=; y=$@$*"},
		{"string bytes", k + "y=" + strings.Repeat("$x", 65), k + "y=" + strings.Repeat("$x", 64)},
		{"string bytes", k + "p \"" + strings.Repeat("$x", 65) + "\"", k + "p \"" + strings.Repeat("$x", 64) + "\""},
		{"string bytes", k + "y=${x//k/$x}", k + "y=${x//k/kk}"},
		{"string bytes", k + "y=${x/k/" + strings.Repeat("$x", 65) + "}", k + "y=${x/k/" + strings.Repeat("$x", 60) + "}"},
		{"string bytes", k + "y=${x//k/" + strings.Repeat("&", 65) + "}", k + "y=${x//k/" + strings.Repeat("&", 64) + "}"},
		{"string bytes", "x=k; " + strings.Repeat("x+=$x; ", 17), "x=k; " + strings.Repeat("x+=$x; ", 16)},
		{"string bytes", "x=k; " + strings.Repeat("x=$x$x; ", 17), "x=k; " + strings.Repeat("x=$x$x; ", 16)},
		{"string bytes", "a[0]=k; " + strings.Repeat("a[0]+=$a; ", 17), "a[0]=k; " + strings.Repeat("a[0]+=$a; ", 16)},
		{"string bytes", "declare -A m; m[a]=k; " + strings.Repeat("m[a]+=${m[a]}; ", 17), "declare -A m; m[a]=k; " + strings.Repeat("m[a]+=${m[a]}; ", 16)},
		{"string bytes", k + "a=(" + strings.Repeat("$x ", 65) + "); y=\"${a[*]}\"", k + "a=(" + strings.Repeat("$x ", 60) + "); y=\"${a[*]}\""},
		{"string bytes", k + "set -- " + strings.Repeat("$x ", 65) + "; y=$*", k + "set -- " + strings.Repeat("$x ", 60) + "; y=$*"},
		{"string bytes", "x=$(head -c 70000 /dev/zero | tr '\\0' a)", "x=$(head -c 65536 /dev/zero | tr '\\0' a)"},
		{"array elements", "a=({1..501})", "a=({1..500})"},
		{"array elements", "a=({1..500}); a+=(x)", "a=({1..499}); a+=(x)"},
		{"array elements", "a=({1..500}); a[1000]=x", "a=({1..500}); a[499]=x"},
		{"array elements", "a=({1..500}); (( a[999]=1 ))", "a=({1..499}); (( a[999]=1 ))"},
		{"pattern steps", "x=" + strings.Repeat("a", 20000) + "; shopt -s extglob; y='+(a|b)+([!a])'; p ${x/$y/}", "x=aaa; p ${x#*a}"},
	} {
		h := newHost("/")
		h.x.Limits = limits
		err := h.runErr(t, c.fails)
		var limit *expand.LimitError
		if !errors.As(err, &limit) || limit.Name != c.limit {
			t.Errorf("%.60s: %v, want %s", c.fails, err, c.limit)
		}
		h = newHost("/")
		h.x.Limits = limits
		if err := h.runErr(t, c.works); err != nil {
			t.Errorf("%.60s: %v", c.works, err)
		}
	}
}

// TestSteps ends long loops through the host.
func TestSteps(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"p {1..100000}",
		"x=$(printf 'a %.0s' {1..20000}); p $x",
		"a=({1..20000}); p \"${a[@]#x}\"",
		"p /*/*/*",
		"shopt -s globstar; p /usr/**",
	} {
		h := newHost("/")
		h.max = 5000
		if err := h.runErr(t, src); !errors.Is(err, errSteps) {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// TestRecursionEnds bounds what refers to itself.
func TestRecursionEnds(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"x='a[$x]'; (( x ))",
		"x='${x@P}'; p \"${x@P}\"",
		"a[0]='a[0]'; (( a[0] ))",
		"x='x'; (( x ))",
		"declare -n r=q q=r; p \"$r\" \"${r[@]}\" \"${!r}\"; r=1",
		"x=" + strings.Repeat("${y:-", 150) + "$z" + strings.Repeat("}", 150),
	} {
		h := newHost("/")
		h.x.Limits = expand.Limits{StringBytes: 1 << 20}
		_ = h.runErr(t, src) // must return
	}
}
