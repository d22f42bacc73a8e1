package treetest

import (
	"regexp"
	"strings"
	"testing"
)

// current are the seconds of links, which are new.
var current = regexp.MustCompile(`1[789][0-9]{8}(\.[0-9]*)?`)

func TestStat(t *testing.T) {
	differential(t, "stat", func(g *generator) trial {
		tree := g.tree(shape{nodes: 8, odd: 3, modes: 2, deny: 10, fifos: true, sizes: true})
		var format strings.Builder
		for range 1 + g.IntN(5) {
			switch g.IntN(5) {
			case 0:
				format.WriteString(g.pick("x", `\t`, `\n`, `\\`, `\101`, `\x41`, "%%", " ", `\q`, `\"`, `\e`, `\`, "é", "%", `\0`))
			default:
				flags := g.pick("", "", "", "", "-", "0", "#", "'", "+", " ") + g.pick("", "", "", "10", "3", ".2", "12.3", ".")
				letter := g.pick("a", "A", "b", "B", "f", "F", "g", "G", "h", "n", "N", "s", "t", "T", "u", "U", "y", "Y", "r", "R", "q", "Hr", "Lr", "Hz", "C")
				if letter == "N" || letter == "Y" && strings.Contains(flags, "#") {
					flags = "" // where the tool pads what is not there
				}
				format.WriteString("%" + flags + letter)
			}
		}
		options := []string{g.pick("-c", "--printf", "--format"), format.String()}
		options = append(options, g.some(1, "-L", "-t", "--cached=never", "--dereference", "--cached=bogus")...)
		tr := trial{args: append(options, g.operands(tree, 2)...), tree: tree, keep: 2}
		tr.clean = func(s string) string { return current.ReplaceAllString(s, "T") }
		return tr
	})
}

func TestTruncate(t *testing.T) {
	differential(t, "truncate", func(g *generator) trial {
		tree := g.tree(small)
		plainFile := "--reference=" + g.known(tree, 'f')
		size := g.pick("", "+", "-", "<", ">", "/", "%", " ") + g.pick("0", "1", "5", "10", "1K", "1kB", "2b", "100", "x", "", "1x", "-3", "3w")
		options := append([]string{g.pick("-s", "-s", "--size"), size}, g.some(2, "-c", "-o", plainFile, "--no-create", "--reference=none")...)
		if g.chance(4) {
			options = g.some(2, "-c", plainFile)
		}
		return trial{args: append(options, g.operands(tree, 3)...), tree: tree, keep: 2}
	})
}
