package expand_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// A generator makes rows: some variables, an IFS, and words of expansions in
// all kinds of quotes.
type generator struct{ r *rand.Rand }

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

var values = []string{
	"", "a", "a b", " a", "b ", " a  b ", "a:b", ":a", "b:", "::", "a::b", " : ", "a: b", "*", "a*", "[ab]", "a/b/c",
	"aXbXc", "héé", "~", "a\\b", "\\*", "abcabc", "ABC", "Abc dE", "x=y", "1", "10", "-1", "'q'", "\"d\"", "$x", "&", "a&b", "\t", "a\nb",
}

func quoteRow(s string) string {
	return "$'" + strings.NewReplacer("\\", "\\\\", "'", "\\'", "\n", "\\n", "\t", "\\t").Replace(s) + "'"
}

// setup gives x, y, e, a, s (sparse), A and the positional parameters values.
// u is unset.
func (g *generator) setup() string {
	v := func() string { return quoteRow(values[g.r.IntN(len(values))]) }
	var b strings.Builder
	b.WriteString("x=" + v() + " y=" + v() + " e= n=" + g.pick("0", "1", "2") + "; ")
	list := func() string {
		var items []string
		for range g.r.IntN(4) {
			// What bash does with a leading blank in $@ when IFS has other
			// characters too depends on how the list came about.
			items = append(items, quoteRow(strings.TrimLeft(values[g.r.IntN(len(values))], " ")))
		}
		return strings.Join(items, " ")
	}
	b.WriteString("a=(" + list() + "); s=([1]=" + v() + " [4]=" + v() + "); declare -A A=([k]=" + v() + " [" + g.pick("z", "'a b'") + "]=" + v() + "); set -- " + list() + "; ")
	b.WriteString("i=" + g.pick("x", "y", "a", "1", "e", "'a[0]'") + "; ")
	if g.r.IntN(3) > 0 {
		b.WriteString("IFS=" + g.pick("", ":", "' '", "': '", "' :'", "b", "a:", "$'\\n'", "X", "/") + "; ")
	}
	return b.String()
}

// name is a parameter. Some of what bash does with lists inside other things
// is an accident of how it marks quotes: $@ in an operand, and
// "${a[*]...}" behind "$@" in one pair of quotes. Those are left out.
func (g *generator) name(quoted, inner bool) string {
	names := []string{"x", "y", "e", "u", "1", "2", "9", "a", "s", "a[0]", "a[1]", "s[4]", "s[-1]", "s[2]", "A[k]", "A[q]", "a[n]"}
	if !inner {
		names = append(names, "@", "@", "a[@]", "s[@]", "u[@]", "e[@]", "x[@]")
	}
	if !quoted && !inner {
		names = append(names, "*", "*", "a[*]", "s[*]", "u[*]")
	}
	return g.pick(names...)
}

func (g *generator) pattern() string {
	return g.pick("a", "?", "*", "b*", "*b", "[ab]", "[!a]", "X", "$y", "\"$y\"", "'*'", "\\*", "a?", "*/", "/*", ":", "\" \"", "[[:alpha:]]", "é", "$e", "h", "bc", "*:*")
}

// operand is the word of an operator.
func (g *generator) operand(depth int, quoted bool) string {
	if depth <= 0 {
		return g.pick("", "w", "v w", "\"v w\"", ":", "*", "$x")
	}
	n := g.r.IntN(3)
	var b strings.Builder
	for range n {
		b.WriteString(g.part(depth-1, quoted, true))
	}
	return b.String()
}

// param is one ${...} or $NAME.
func (g *generator) param(depth int, quoted, inner bool) string {
	name := g.name(quoted, inner)
	if g.r.IntN(4) == 0 && len(name) == 1 {
		return "$" + name
	}
	switch g.r.IntN(14) {
	case 0, 1:
		return "${" + name + g.pick("-", ":-", "+", ":+") + g.operand(depth, quoted) + "}"
	case 2:
		return "${" + name + g.pick("#", "##", "%", "%%") + g.pattern() + "}"
	case 3:
		return "${" + name + g.pick("/", "//", "/#", "/%") + g.pattern() + g.pick("", "/", "/Q", "/[&]", "/\"&\"", "/$x", "/\"$x\"", "/\\&") + "}"
	case 4:
		return "${" + name + g.pick("^", "^^", ",", ",,", "~", "~~") + g.pick("", "", "?", "[a-m]", "b") + "}"
	case 5, 6:
		return "${" + name + ":" + g.pick("0", "1", " -1", " -2", "n", "(n)", "$n", "5") + g.pick("", ":1", ":2", ":0", ":n+2", ":9") + "}"
	case 7:
		return "${" + name + "@" + g.pick("Q", "U", "u", "L", "Q", "a", "k", "K") + "}"
	case 8:
		return "${#" + name + "}"
	case 9:
		if inner {
			return "${!i}"
		}
		return "${!" + g.pick("i", "a[@]", "s[@]", "A[@]") + "}"
	}
	return "${" + name + "}"
}

// part is a piece of a word.
func (g *generator) part(depth int, quoted, inner bool) string {
	switch g.r.IntN(12) {
	case 0:
		if inner {
			return g.pick("w", "v w", ":", "k:l")
		}
		return g.pick("w", "k:l", "~", "=", "a")
	case 1:
		if quoted {
			return g.pick("w", " ", ":")
		}
		return g.pick("''", "'v w'", "'*'", "\\ ", "\\*", "$'t\\tu'")
	case 2, 3, 4:
		if quoted {
			return g.param(depth, true, inner)
		}
		var b strings.Builder
		for range g.r.IntN(3) {
			b.WriteString(g.part(depth-1, true, inner))
		}
		return "\"" + b.String() + "\""
	case 5:
		return "$((n+" + g.pick("1", "n", "0x1f", "2*3") + "))"
	}
	return g.param(depth, quoted, inner)
}

func (g *generator) word() string {
	var b strings.Builder
	for range 1 + g.r.IntN(3) {
		b.WriteString(g.part(2, false, false))
	}
	return b.String()
}

func (g *generator) row() string {
	var b strings.Builder
	b.WriteString(g.setup())
	switch g.r.IntN(6) {
	case 0:
		b.WriteString("z=" + g.word() + "; p \"$z\"")
	case 1:
		b.WriteString("z=(" + g.word() + " " + g.word() + "); declare -p z")
	case 2:
		b.WriteString("set -u; p " + g.word())
	default:
		b.WriteString("p " + g.word() + "; p " + g.word())
	}
	return b.String()
}

// TestGeneratedAgainstBash compares random words. AEGISH_EXPAND_N is how many,
// AEGISH_EXPAND_SEED where they begin.
func TestGeneratedAgainstBash(t *testing.T) {
	t.Parallel()
	n, seed := number("AEGISH_EXPAND_N", 2000), number("AEGISH_EXPAND_SEED", 1)
	dir := tree(t)
	g := generator{rand.New(rand.NewPCG(uint64(seed), 7))}
	for n > 0 {
		var batch []string
		for range min(n, 1000) {
			batch = append(batch, g.row())
		}
		n -= len(batch)
		compare(t, dir, batch)
	}
}

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}
