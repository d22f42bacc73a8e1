package treetest

import (
	"slices"
	"strings"
	"testing"
)

// symbolic is a mode as chmod takes it, mostly a right one.
func (g *generator) symbolic() string {
	if g.chance(4) {
		return g.pick("644", "0", "755", "7777", "4755", "+644", "-111", "=700", "u+644", "00755", "12345", "8", "", "0755", "00000", "000644", "=", "+", "-", "u=755")
	}
	var b strings.Builder
	for i := range 1 + g.IntN(3) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(g.pick("", "u", "g", "o", "a", "ug", "go", "uo", "ugo", "aa"))
		for range 1 + g.IntN(2) {
			b.WriteString(g.pick("+", "-", "="))
			b.WriteString(g.pick("", "r", "w", "x", "X", "s", "t", "rw", "rwx", "u", "g", "o", "rX", "st", "ug", "xs", "wt"))
		}
	}
	return b.String() + g.pick("", "", "", "", "", ",", "z")
}

func TestChmod(t *testing.T) {
	differential(t, "chmod", func(g *generator) trial {
		tree := g.tree(shape{nodes: 9, odd: 8, modes: 2, deny: 6, fifos: true})
		options := g.some(3, "-R", "-v", "-c", "-f", "--recursive", "--quiet", "--changes", "--preserve-root", "-x", "-w", "-rwx", "-u+x")
		operands := g.operands(tree, 3)
		switch g.IntN(8) {
		case 0:
			options = append(options, "--reference="+g.pick("a", "none"))
		case 1:
		default:
			operands = append([]string{g.symbolic()}, operands...)
		}
		return trial{args: g.mixed(options, operands), tree: tree, sorted: true}
	})
}

func TestChown(t *testing.T) {
	differential(t, "chown", func(g *generator) trial {
		tree := g.tree(shape{nodes: 9, odd: 8, modes: 3, deny: 6, fifos: true})
		options := g.some(3, "-R", "-v", "-c", "-f", "--reference=a", "-h", "--dereference", "-H -R", "-L -R", "-P -R", "--from=nobody", "--from=root", "--from=:nogroup", "--recursive", "--quiet")
		operands := g.operands(tree, 3)
		if !g.chance(8) {
			operands = append([]string{g.pick("nobody", "nobody:nogroup", ":nogroup", "nobody:", "65534", "65534:65534", "root", ":root", "0", "bogus", "nobody:bogus", ":", "", "nobody.nogroup", "+65534", "-1", ":bogus")}, operands...)
		}
		return trial{args: g.mixed(options, operands), tree: tree, sorted: true}
	})
}

func TestTouch(t *testing.T) {
	differential(t, "touch", func(g *generator) trial {
		tree := g.tree(small)
		date := func() string {
			return g.pick("2001-02-03", "2001-02-03 04:05", "2001-02-03T04:05:06", "2001-02-03 04:05:06.789", "@1000000000", "@1000000000.5", "2001-02-03 04:05 +0200", "3 Feb 2001", "Feb 3 2001 4pm", "2001-02-03 -1 day", "2001-13-01", "bogus", "", "20010203", "20010203T040506", "2/3/2001", "2001-02-03 noon", "2001-02-03 04:05 UTC", "1999-12-31 23:59:60", "Sat, 03 Feb 2001 04:05:06 GMT", "2001-02-03 1 month ago", "2001-01-31 next month", "@-1", "2001-02-03 04:05 EST", "2001-W05")
		}
		stamp := func() string {
			return g.pick("200102030405", "200102030405.06", "0102030405", "9902030405", "200113030405", "2001020304", "200102030405.60", "200102030405.6", "x", "", "200102302405", "7002030405", "6802030405", "195001010405", "200102030405.061")
		}
		options := g.some(3, "-a", "-m", "-c", "-h", "-f", "--no-create", "--time=atime", "--time=mtime", "--time=modify", "--time=bogus", "--time=access", "-am")
		for range g.IntN(2) {
			switch g.IntN(3) {
			case 0:
				options = append(options, "-d", date())
			case 1:
				options = append(options, "-t", stamp())
			case 2:
				options = append(options, g.pick("-r", "--reference"), g.operand(tree))
			}
		}
		operands := g.operands(tree, 3)
		if slices.Contains(options, "-h") {
			tree = slices.DeleteFunc(tree, func(n node) bool { return n.kind == 'l' }) // their own times can not be set
		}
		operands = slices.DeleteFunc(operands, func(o string) bool { return o == "-" }) // and those of the pipe are the host's
		return trial{args: g.mixed(options, operands), tree: tree}
	})
}
