package treetest

import (
	"strings"
	"testing"
)

// A known is a call over a tree in which the two once differed.
type known struct {
	tool string
	args []string
	tree []node
	in   string
}

func file(name string) node         { return node{name: name, kind: 'f', mode: 0o644, when: 1e9} }
func folder(name string) node       { return node{name: name, kind: 'd', mode: 0o755, when: 1e9} }
func symlink(name, to string) node  { return node{name: name, kind: 'l', data: to} }
func words(args ...string) []string { return args }

var knownCases = []known{
	{"chmod", words("644", "l"), []node{file("x"), symlink("l", "x/")}, ""},
	{"chmod", words("-R", "-v", "644", "l"), []node{symlink("l", "l")}, ""},
	{"chmod", words(""), nil, ""},
	{"chmod", words("-w"), nil, ""},
	{"chmod", words("-R", "-c", "g+w,o=", "."), []node{folder("d"), file("d/f"), symlink("d/l", "f"), folder("d/e"), file("d/e/f")}, ""},
	{"chown", words("-R", "-H", "nobody", "l"), []node{symlink("l", "l")}, ""},
	{"chown", words("-R", "-v", "nobody", "."), []node{{name: "c", kind: 'd', mode: 0o100, when: 1e9}}, ""},
	{"find", words(".", "-xtype", "d"), []node{symlink("a", "a")}, ""},
	{"find", words("-L", ".", "-path", "./l"), []node{file("f"), symlink("l", "f/")}, ""},
	{"find", words("-uid"), nil, ""},
	{"install", words("-d", "l", "l/"), []node{symlink("l", "none")}, ""},
	{"install", words("-d", "l"), []node{symlink("l", "l")}, ""},
	{"install", words("-Z", "f", "g"), []node{file("f")}, ""},
	{"install", words("--strip-program=x", "f", "g"), []node{file("f")}, ""},
	{"install", words("--strip-program=x", "-d"), nil, ""},
	{"ls", words("-b", "a b", "x y", "c:d"), []node{folder("a b"), file("a b/c d"), file("x y"), folder("c:d")}, ""},
	{"ls", words("-lL", "--time-style=+%s", "."), []node{file("f"), symlink("l", "none")}, ""},
	{"ls", words("-gL", "--author", "--time-style=+%H\n%Y-%m", "."), []node{file("f"), symlink("l", "none")}, ""},
	{"ls", words("-l", "-n", ".."), []node{file("f")}, ""},
	{"ls", words("-lD", "--quoting-style=shell"), []node{file("a b"), file("c")}, ""},
	{"ls", words("--quoting-style=shell-escape"), []node{file("a\t'b"), file("c\n''")}, ""},
	{"mv", words("-v", "-T", "--backup=numbered", "c", "e/"), []node{folder("c"), folder("e"), file("e/f")}, ""},
	{"mv", words("-b", "-T", "c/", "e//"), []node{folder("c"), folder("e")}, ""},
	{"cp", words("-r", "-T", "-b", "c", "e/"), []node{folder("c"), file("c/f"), folder("e")}, ""},
	{"cp", words("-sf", "f", "h"), []node{file("f"), {name: "h", kind: 'h', data: "f"}}, ""},
	{"cp", words("-sfb", "f", "h"), []node{file("f"), {name: "h", kind: 'h', data: "f"}}, ""},
	{"cp", words("-lf", "f", "h"), []node{file("f"), {name: "h", kind: 'h', data: "f"}}, ""},
	{"realpath", words("-s", "-L", "l", "l/.."), []node{folder("d"), symlink("l", "d")}, ""},
	{"realpath", words("-L", "none/.", "d/.", "f/."), []node{folder("d"), file("f")}, ""},
	{"rm", words("d/f/"), []node{{name: "d", kind: 'd', mode: 0o555, when: 1e9}, file("d/f")}, ""},
	{"xargs", nil, nil, "a'b\x00c"},
	{"xargs", words("-n1"), nil, "a \rb\v\fc\n\n\rd"},
	{"xargs", words("-L1"), nil, "a\\ \nb\n"},
	{"xargs", words("-s", "8"), nil, "a b ''  abc"},
	{"xargs", words("-s", "5"), nil, "a\x00"},
	{"xargs", words("-s", "5", "-d", ","), nil, "a,b"},
	{"xargs", words("-s", "10", "-I{}", "echo", "x{}"), nil, "abcdefgh"},
	{"xargs", words("-s", "12", "-I{}", "echo", "x{}"), nil, "abcdefgh"},
	{"xargs", words("-I{}", "echo", "[{}]"), nil, "a\x00b\nc"},
	{"xargs", words(`-n`, `-1`), nil, "a,b\nc x4 "},
	{"xargs", words(`-n`, `99999999999999999999`), nil, "a,b\nc x4 "},
	{"xargs", words(`-s`, `1x`), nil, "a,b\nc x4 "},
	{"xargs", words(`-s`, `-5`), nil, "a,b\nc x4 "},
	{"xargs", words(`-L`, `-1`), nil, "a,b\nc x4 "},
	{"xargs", words(`-n`, `+3`), nil, "a,b\nc x4 "},
	{"xargs", words(`-P`, `-1`), nil, "a,b\nc x4 "},
	{"xargs", words(`-P`, `99999999999`), nil, "a,b\nc x4 "},
	{"xargs", words(`-s`, `0`, `-I{}`), nil, "a,b\nc x4 "},
	{"xargs", words(`--process-slot-var=A=`), nil, "a,b\nc x4 "},
	{"xargs", words(`--process-slot-var=`), nil, "a,b\nc x4 "},
	{"xargs", words(`--max-lines`), nil, "a,b\nc x4 "},
	{"xargs", words(`--max-lines=1`), nil, "a,b\nc x4 "},
	{"xargs", words(`-d`, `\x`), nil, "a,b\nc x4 "},
	{"xargs", words(`-d`, `\xfff`), nil, "a,b\nc x4 "},
	{"xargs", words(`-d`, `\400`), nil, "a,b\nc x4 "},
	{"xargs", words(`-d`, `\x4g`), nil, "a,b\nc x4 "},
	{"xargs", words(`-d`, `\8`), nil, "a,b\nc x4 "},
	{"xargs", words(`-d`, `\n1`), nil, "a,b\nc x4 "},
	{"xargs", words(`-d`, `\z`), nil, "a,b\nc x4 "},
	{"xargs", words(`-d`, `xy`), nil, "a,b\nc x4 "},
	{"xargs", words("-I", "", "echo", "x"), nil, "a"},
	{"xargs", words("-a", "f", "cat"), []node{file("f")}, "a"},
	{"xargs", nil, nil, strings.Repeat("1 ", 1<<15)},
}

// TestKnownCases compares single calls.
func TestKnownCases(t *testing.T) {
	t.Parallel()
	benches := map[string]*bench{}
	for _, k := range knownCases {
		if benches[k.tool] == nil {
			benches[k.tool] = newBench(t, k.tool)
		}
		b := benches[k.tool]
		if b == nil {
			continue
		}
		if tr := (trial{args: k.args, tree: k.tree, stdin: k.in, sorted: true}); !b.agree(t, tr) {
			b.report(t, "known", tr)
		}
	}
}
