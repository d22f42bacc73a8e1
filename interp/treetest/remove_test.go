package treetest

import (
	"strings"
	"testing"
)

// questions has each on a line of its own: which comes first is the directory's.
func questions(s string) string { return strings.ReplaceAll(s, "? rm: ", "?\nrm: ") }

func TestRm(t *testing.T) {
	differential(t, "rm", func(g *generator) trial {
		tree := g.tree(shape{nodes: 10, odd: 8, modes: 3, deny: 4, fifos: true})
		options := g.some(3, "-r", "-r", "-R", "-f", "-i", "-I", "-v", "-d", "--interactive=never", "--interactive=once", "--interactive=always", "--interactive=bogus", "--interactive", "--no-preserve-root", "--one-file-system", "-rf", "--recursive", "--dir")
		operands := g.operands(tree, 4)
		for i, o := range operands {
			if strings.HasPrefix(o, "-") {
				operands[i] = "./" + o // rm says more about these
			}
		}
		return trial{args: g.mixed(options, operands), tree: tree, sorted: true, clean: questions, stdin: g.pick("", strings.Repeat("y\n", 40), "n\n")}
	})
}
