package treetest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// taken is how long something took.
var taken = regexp.MustCompile(`copied, .*`)

func TestDd(t *testing.T) {
	differential(t, "dd", func(g *generator) trial {
		tree := withoutKind(g.tree(shape{nodes: 6, odd: 8, sizes: true}), 'p')
		number := func() string {
			return g.pick("0", "1", "2", "3", "5", "7", "16", "100", "512", "1k", "2B", "5B", "0B", "1x3", "2xB", "1kB", "2b", "3w", "3c")
		}
		size := func() string {
			return g.pick("1", "2", "3", "4", "5", "8", "10", "16", "64", "512", "1k", "4096", "2x3")
		}
		var args []string
		for range g.IntN(7) {
			args = append(args, g.pick("bs="+size(), "ibs="+size(), "obs="+size(), "cbs="+size(), "count="+number(), "skip="+number(), "seek="+number(), "iseek="+number(), "oseek="+number(),
				"conv="+strings.Join(g.words(2, "ascii", "ebcdic", "ibm", "block", "unblock", "lcase", "ucase", "swab", "sync", "noerror", "notrunc", "excl", "nocreat", "sparse"), ","),
				"iflag="+strings.Join(g.words(2, "fullblock", "count_bytes", "skip_bytes", "nofollow", "directory", "bogus", "sync"), ","),
				"oflag="+strings.Join(g.words(2, "append", "seek_bytes", "nofollow", "nonblock", "bogus"), ","),
				"status="+g.pick("none", "none", "noxfer", "progress", "bogus")))
		}
		if g.chance(30) {
			args = append(args, g.pick("bs=0", "bs=x", "count=x", "count=-1", "foo", "foo=1", "bs=", "conv=", "--bogus", "skip=9999999999999999999", "count=0x3", "conv=,lcase"))
		}
		// A file that is copied to its own end has none.
		switch g.IntN(4) {
		case 0:
			args = append(args, "of="+g.operand(tree))
		case 1:
			args = append(args, "if="+g.operand(tree), "of="+g.pick("out", "none/out", "out/"))
			args = append(args, g.some(1, "conv=fsync", "conv=fdatasync,notrunc")...)
		case 2:
			args = append(args, "if="+g.operand(tree))
		}
		if slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, "noerror") }) {
			tree = withoutKind(withoutKind(tree, 'd'), 'l') // the tool tries to read a directory for ever
		}
		text := strings.Repeat(g.pick("x", "Hello World\n", "abc\nde\n\nf  ", "a  b   \n", "aB\x00\xff\r\n", "^~[]!|\\ {}\n", "0123456789"), 1+g.IntN(30))
		return trial{args: args, stdin: text, tree: tree, clean: func(s string) string { return taken.ReplaceAllString(s, "copied") }}
	})
}

// words are one to n of the words, none of them twice.
func (g *generator) words(n int, words ...string) []string {
	words = slices.Clone(words)
	g.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return words[:1+g.IntN(n)]
}
