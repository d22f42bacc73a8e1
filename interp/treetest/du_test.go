package treetest

import (
	"slices"
	"strings"
	"testing"
)

// withoutKind are the nodes of other kinds.
func withoutKind(tree []node, kind byte) []node {
	return slices.DeleteFunc(tree, func(n node) bool { return n.kind == kind })
}

// TestDu follows all links only where files count as often as they come: which of
// two names of a directory counts is the one that the directory has first.
func TestDu(t *testing.T) {
	differential(t, "du", func(g *generator) trial {
		tree := g.tree(shape{nodes: 12, odd: 6, modes: 8, deny: 14, fifos: true, sizes: true})
		// Which name of a file counts is the one that comes first in its directory.
		tree = withoutKind(tree, 'h')
		options := g.some(4, "-a", "-s", "-c", "-b", "-k", "-m", "-h", "--si", "-d 0", "-d 1", "-d2", "-S", "-l", "-lL", "-D", "-H", "-P", "-0", "-x", "-t 1", "-t 5000", "-t -4096", "--threshold=4K",
			"--apparent-size", "--inodes", "-B1", "-B K", "-BKB", "-B 1000", "-BKiB", "-B MB", "--block-size=2K", "--exclude=a", "--exclude=b*", "--exclude=*/c", "--exclude=./a", "--time", "--time-style=+%Y",
			"--time=atime --time-style=iso", "--max-depth=1", "--total", "--count-links", "-d x", "-t x", "-t -0", "-B x", "--time=bogus", "--time-style=bogus", "-B 1x", "-sd1", "-as")
		// How many slashes fts(3) leaves behind a name depends on what is there.
		operands := slices.DeleteFunc(g.operands(tree, 3), func(o string) bool { return strings.HasSuffix(o, "//") })
		tr := trial{args: g.mixed(options, operands), tree: tree, sorted: true}
		switch g.IntN(8) {
		case 0:
			tr.args, tr.stdin = append(options, "--files0-from=-"), g.pick("a\x00b\x00", "a\x00a", "", "none\x00c\x00", "\x00d", ".\x00", "-\x00a", "a\nb\x00")
		case 1:
			tr.env = []string{g.pick("BLOCK_SIZE=1", "DU_BLOCK_SIZE=human-readable", "BLOCKSIZE=512", "POSIXLY_CORRECT=1", "DU_BLOCK_SIZE=x", "TIME_STYLE=+%F", "TIME_STYLE=iso", "TIME_STYLE=locale", "BLOCK_SIZE=KB")}
		}
		return tr
	})
}
