package treetest

import (
	"io/fs"
	"math/rand/v2"
	"strings"
)

// A generator makes random trees and words.
type generator struct{ *rand.Rand }

// pick returns one of the words.
func (g *generator) pick(words ...string) string { return words[g.IntN(len(words))] }

// chance is true once in n times.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

// some picks up to n of the words, each split at blanks.
func (g *generator) some(n int, words ...string) (out []string) {
	for range g.IntN(n + 1) {
		out = append(out, strings.Fields(g.pick(words...))...)
	}
	return out
}

// mixed puts operands and options together, mostly the options first.
func (g *generator) mixed(options, operands []string) []string {
	switch g.IntN(8) {
	case 0:
		return append(append([]string{}, operands...), options...)
	case 1:
		return append(append(append([]string{}, options...), "--"), operands...)
	}
	return append(append([]string{}, options...), operands...)
}

// plain are the names that most trees have; odd are those that need care.
var (
	plain = []string{"a", "b", "c", "d", "e"}
	odd   = []string{"sp ace", "-dash", ".hid", "new\nline", "é", "\xff", "q'uote", "tab\t", "*", "$x", "日本", "~", "#h", "a:b", "back\\slash", "A", "b.txt", "b~", "\"dq\"", "x=y", "f10", "f9", "\u200b", "e\u0301", "\x1b[1m"}
)

// modes that are met often, and some that are not.
var modes = []fs.FileMode{0o644, 0o755, 0o600, 0o644, 0o755, 0o444, 0o400, 0o777, 0o750, 0o000, 0o111, 0o222,
	0o755 | fs.ModeSetuid, 0o755 | fs.ModeSetgid, 0o644 | fs.ModeSticky, 0o777 | fs.ModeSticky, 0o4 | fs.ModeSetuid}

// sizes of files.
var sizes = []int{0, 0, 1, 3, 10, 511, 512, 1023, 1024, 1025, 4096, 5000, 70000}

// A shape says what trees look like.
type shape struct {
	nodes int
	odd   int // one name in so many is an odd one; 0 for none
	modes int // one file in so many has an unusual mode; 0 for none
	deny  int // one directory in so many has one that may shut others out; 0 for none
	fifos bool
	sizes bool
}

// tree makes a tree.
func (g *generator) tree(s shape) []node {
	var nodes []node
	dirs := []string{""}
	seen := map[string]bool{}
	for range 1 + g.IntN(s.nodes) {
		dir := dirs[g.IntN(len(dirs))]
		name := dir + g.name(s.odd)
		if seen[name] {
			continue
		}
		seen[name] = true
		n := node{name: name, kind: "ffffdddllhp"[g.IntN(11)], when: g.time()}
		switch n.kind {
		case 'p':
			if !s.fifos {
				n.kind = 'f'
			}
		case 'h':
			if n.data = g.known(nodes, 'f'); n.data == "" {
				n.kind = 'f'
			}
		}
		g.fill(&n, nodes, s)
		if n.kind == 'd' {
			dirs = append(dirs, name+"/")
		}
		nodes = append(nodes, n)
	}
	return nodes
}

func (g *generator) fill(n *node, nodes []node, s shape) {
	n.mode = 0o644
	if s.modes > 0 && g.chance(s.modes) {
		n.mode = modes[g.IntN(len(modes))]
	}
	switch n.kind {
	case 'f':
		n.data = g.pick("", "x\n", "hello\n", "two\nlines\n", n.name)
		if s.sizes {
			n.data = strings.Repeat("s", sizes[g.IntN(len(sizes))])
		}
	case 'd':
		n.mode = 0o755
		if s.deny > 0 && g.chance(s.deny) {
			n.mode = []fs.FileMode{0o000, 0o300, 0o500, 0o400, 0o100, 0o555, 0o700, 0o1777&^0o1000 | fs.ModeSticky}[g.IntN(8)]
		}
	case 'l':
		n.data = g.target(nodes)
	}
}

// target is where a symbolic link leads.
func (g *generator) target(nodes []node) string {
	switch g.IntN(5) {
	case 0:
		return g.pick("nowhere", "/nowhere", ".", "..", "self", "a/b/c", "")
	case 1:
		return g.pick(plain...) + g.pick("", "", "/")
	case 2:
		if name := g.known(nodes, 'd'); name != "" {
			return name
		}
	}
	if len(nodes) == 0 {
		return "a"
	}
	return nodes[g.IntN(len(nodes))].name
}

// known is the name of one of the nodes of a kind.
func (g *generator) known(nodes []node, kind byte) string {
	for range 6 {
		if len(nodes) == 0 {
			return ""
		}
		if n := nodes[g.IntN(len(nodes))]; n.kind == kind {
			return n.name
		}
	}
	return ""
}

func (g *generator) name(odds int) string {
	if odds > 0 && g.chance(odds) {
		return g.pick(odd...)
	}
	return g.pick(plain...)
}

// time is an old one.
func (g *generator) time() int64 {
	const day = 24 * 3600
	return 1_000_000_000 + int64(g.IntN(400))*day + int64(g.IntN(3))*3601
}

// operand is a name that mostly exists, in some spelling.
func (g *generator) operand(nodes []node) string {
	if g.chance(8) || len(nodes) == 0 {
		return g.pick("none", "a", "b", ".", "./", "a/", "none/", "a/none", "a/.", "./a", "b/..", "", "/nowhere/x", "..//w", "a//b", "-")
	}
	name := nodes[g.IntN(len(nodes))].name
	switch g.IntN(12) {
	case 0:
		return name + "/"
	case 1:
		return "./" + name
	case 2:
		return name + "/."
	case 3:
		return name + "/.."
	case 4:
		return name + "//"
	case 5:
		return name + "/" + g.pick(plain...)
	}
	return name
}

// operands are up to n of them.
func (g *generator) operands(nodes []node, n int) (out []string) {
	for range g.IntN(n + 1) {
		o := g.operand(nodes)
		if strings.HasPrefix(o, "-") && g.chance(2) {
			o = "./" + o
		}
		out = append(out, o)
	}
	return out
}
