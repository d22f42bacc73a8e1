package awk

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// expressions makes expressions that POSIX gives one value.
type expressions struct{ *rand.Rand }

func (g expressions) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g expressions) make(depth int) string {
	if depth == 0 {
		return g.pick("1", "2", "0", "10", "3.5", "0.25", `"abc"`, `"10"`, `"3x"`, `""`, `" 7 "`, "x", "y", "z", "$1", "$2", "$3", "$4", "$NF", "NF", "NR", "a[1]", `a["k"]`, "a[9]", "$x", "length($2)")
	}
	e := func() string { return g.make(depth - 1) }
	switch g.IntN(16) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", e(), g.pick("+", "-", "*"), e())
	case 2:
		return fmt.Sprintf("(%s %% 7)", e())
	case 3, 4:
		return fmt.Sprintf("(%s %s %s)", e(), g.pick("<", "<=", "==", "!=", ">", ">="), e())
	case 5, 6:
		return fmt.Sprintf("(%s %s)", e(), e())
	case 7:
		return fmt.Sprintf("(%s ? %s : %s)", e(), e(), e())
	case 8:
		return fmt.Sprintf("(%s %s %s)", e(), g.pick("&&", "||"), e())
	case 9:
		return fmt.Sprintf("(%s(%s))", g.pick("!", "-", "+"), e())
	case 10:
		return fmt.Sprintf("substr(%s, %d, %d)", e(), 1+g.IntN(4), g.IntN(4))
	case 11:
		return fmt.Sprintf("index(%s, %s)", e(), g.pick(`"a"`, `"0"`, `"b"`))
	case 12:
		return fmt.Sprintf("(%s %s %s)", e(), g.pick("~", "!~"), g.pick("/a/", "/^1/", "/[0-9]$/", `"b"`, "/^$/"))
	case 13:
		return fmt.Sprintf("(%s %s %s)", g.pick("v", "w", "a[2]"), g.pick("=", "+=", "-=", "*="), e())
	case 14:
		return fmt.Sprintf("(%s in a)", e())
	}
	return fmt.Sprintf("%s(%s)", g.pick("length", "int", "toupper", "f"), e())
}

func TestGenerated(t *testing.T) {
	t.Parallel()
	g := expressions{rand.New(rand.NewPCG(11, 12))}
	var all []commandtest.Case
	for range 60 {
		var b strings.Builder
		b.WriteString("function f(p) { return p p }\n{ x = 2; y = \"abc\"; a[1] = \"10\"; a[\"k\"] = 5\n")
		for i := range 25 {
			// Numbers that are large or not whole are written differently.
			fmt.Fprintf(&b, "r = (%s); if (r + 0 < 100000 && r + 0 > -100000) print %d, r\n", g.make(1+g.IntN(4)), i)
		}
		b.WriteString("}")
		all = append(all, commandtest.Case{Args: []string{b.String()}, Stdin: "10 abc 3.0 +5\n1e2 x 0\n"})
	}
	commandtest.Compare(t, Commands(), "awk", all)
}
