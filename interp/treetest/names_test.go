package treetest

import (
	"regexp"
	"strings"
	"testing"
)

// links are trees with many symbolic links.
func (g *generator) links() []node {
	tree := g.tree(shape{nodes: 10, odd: 8, deny: 14})
	for _, name := range []string{"l", "l2", "d/l", "a/l"} {
		if g.chance(2) {
			tree = append(tree, node{name: name, kind: 'l', data: g.target(tree)})
		}
	}
	for i := range tree {
		if tree[i].kind == 'l' && len(tree[i].data) > 1 {
			tree[i].data = strings.TrimRight(tree[i].data, "/") // a -> a/ has no end for realpath
		}
	}
	return tree
}

func TestRealpath(t *testing.T) {
	differential(t, "realpath", func(g *generator) trial {
		tree := g.links()
		options := g.some(3, "-e", "-m", "-L", "-P", "-s", "-q", "-z", "--relative-to=.", "--relative-to=a", "--relative-to=d", "--relative-base=a", "--relative-base=.", "--relative-to=none", "--relative-to=/", "--relative-base=/", "--strip", "--no-symlinks", "--canonicalize-existing", "--canonicalize-missing", "--logical")
		return trial{args: g.mixed(options, g.operands(tree, 3)), tree: tree}
	})
}

func TestReadlink(t *testing.T) {
	differential(t, "readlink", func(g *generator) trial {
		tree := g.links()
		options := g.some(3, "-f", "-e", "-m", "-n", "-q", "-s", "-v", "-z", "--no-newline", "--canonicalize", "--zero", "--verbose")
		return trial{args: g.mixed(options, g.operands(tree, 3)), tree: tree, env: g.some(1, "POSIXLY_CORRECT=1")}
	})
}

func (g *generator) path() string {
	s := ""
	for range g.IntN(6) {
		s += g.pick("a", "/", "//", ".", "..", "b.c", "/", " ", "é", "\n", "-", "a.c", "\xff", ".c")
	}
	return s
}

func (g *generator) paths(n int) (out []string) {
	for range g.IntN(n + 1) {
		out = append(out, g.path())
	}
	return out
}

func TestBasename(t *testing.T) {
	differential(t, "basename", func(g *generator) trial {
		return trial{args: g.mixed(g.some(2, "-a", "-s .c", "-s c", "-z", "--suffix=", "--multiple", "-s a/", "--zero"), g.paths(4))}
	})
}

func TestDirname(t *testing.T) {
	differential(t, "dirname", func(g *generator) trial {
		return trial{args: g.mixed(g.some(1, "-z", "--zero", "-x"), g.paths(4))}
	})
}

func TestPathchk(t *testing.T) {
	differential(t, "pathchk", func(g *generator) trial {
		tree := g.tree(small)
		return trial{args: g.mixed(g.some(2, "-p", "-P", "--portability", "-pP"), append(g.paths(2), g.operands(tree, 2)...)), tree: tree}
	})
}

// drawn are names with random characters in them.
var drawn = regexp.MustCompile(`[A-Za-z0-9]{3,}`)

func TestMktemp(t *testing.T) {
	differential(t, "mktemp", func(g *generator) trial {
		tree := []node{{name: "a", kind: 'd', mode: 0o755, when: 1e9}, {name: "ro", kind: 'd', mode: 0o555, when: 1e9}, {name: "f", kind: 'f', mode: 0o644, when: 1e9}}
		options := g.some(3, "-u", "-u", "-q", "-t", "-p a", "-p none", "--tmpdir", "--tmpdir=a", "--suffix=.c", "--suffix=a/b", "-d -u", "--tmpdir=", "-p ro", "-p f", "--suffix=XX")
		return trial{args: g.mixed(options, g.some(2, "XXX", "aXXXX", "XXXXXX.c", "a/XXXXXX", "XX", "none/XXXX", "/XXXXXX", "x", "aXXXbXXX", "./XXXX", "XXXX/", "aXXXc", "ro/XXXX", "../w/XXXX")), tree: tree, env: g.some(1, "TMPDIR=a", "TMPDIR=none", "TMPDIR="),
			names: true, clean: func(s string) string {
				return drawn.ReplaceAllString(s, "W")
			}}
	})
}
