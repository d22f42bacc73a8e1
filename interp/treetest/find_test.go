package treetest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// fraction are the seconds of links and of the directory, which are new.
var fraction = regexp.MustCompile(`([0-9]{2}:[0-9]{2}:)?([0-9]{2}|1[789][0-9]{8})\.[0-9]{10}`)

func TestFind(t *testing.T) {
	differential(t, "find", func(g *generator) trial {
		tree := g.tree(shape{nodes: 14, odd: 6, modes: 4, deny: 14, sizes: true})
		args := g.some(1, "-H", "-L", "-P")
		args = append(args, g.operands(tree, 2)...)
		args = append(args, g.some(1, "-maxdepth 0", "-maxdepth 1", "-maxdepth 2", "-mindepth 1", "-mindepth 2", "-depth", "-daystart", "-xdev", "-noleaf", "-d", "-mount", "-follow")...)
		args = append(args, g.expression(tree, 3)...)
		if slices.ContainsFunc(args, func(a string) bool { return a == "-d" || a == "-depth" || a == "-delete" }) {
			for i, a := range args {
				args[i] = strings.TrimRight(a, "/") // which some walks show and some do not
			}
		}
		if slices.Contains(args, "-delete") {
			// What is gone when its turn comes depends on the order of directories.
			args = slices.DeleteFunc(args, func(a string) bool { return strings.Contains(a, "..") })
		}
		return trial{args: args, tree: tree, sorted: true, clean: func(s string) string { return fraction.ReplaceAllString(s, "T") }}
	})
}

// TestFindAges has files some seconds before and behind where tests of ages change.
func TestFindAges(t *testing.T) {
	t.Parallel()
	b := newBench(t, "find")
	if b == nil {
		return
	}
	for _, test := range []string{"-mtime", "-mmin"} {
		for _, n := range []string{"0", "1", "0.5", "1.5", ".5", "1.", "-1", "1e0", " 1"} {
			for _, sign := range []string{"", "+", "-"} {
				tr := trial{args: words(".", "-type", "f", test, sign+n), tree: aged(), sorted: true}
				if !b.agree(t, tr) {
					b.report(t, "age", tr)
				}
			}
		}
	}
}

// aged are the files of TestFindAges, as old as their names say now.
func aged() []node {
	var tree []node
	now := time.Now().Unix()
	for _, edge := range []int64{30, 60, 90, 120, 43200, 86400, 129600, 172800} {
		for _, age := range []int64{edge - 15, edge + 10} {
			tree = append(tree, node{name: fmt.Sprint("f", age), kind: 'f', mode: 0o644, when: now - age})
		}
	}
	return tree
}

// expression is one of find, mostly a right one. It has no comma, whose value
// find 4.9 confuses with that of what is before it.
func (g *generator) expression(tree []node, depth int) []string {
	var out []string
	for i := range g.IntN(4) {
		if i > 0 {
			out = append(out, g.some(1, "-o", "-a", "-or", "-and", "-o", "-o")...)
		}
		switch {
		case depth > 0 && g.chance(5):
			out = append(append(append(out, "("), g.expression(tree, depth-1)...), ")")
		case g.chance(5):
			out = append(append(out, g.pick("!", "-not")), g.primary(tree)...)
		default:
			out = append(out, g.primary(tree)...)
		}
	}
	if g.chance(40) {
		out = append(out, g.pick("-o", "!", "(", ")", "-a", "a", "-bogus", "-name", "-exec", "-size"))
	}
	return out
}

func (g *generator) primary(tree []node) []string {
	number := func() string { return g.pick("", "", "+", "-") + g.pick("0", "1", "2", "3", "4", "7800", "8000") }
	file := func() string {
		if len(tree) == 0 || g.chance(10) {
			return "none"
		}
		return tree[g.IntN(len(tree))].name
	}
	pattern := func() string {
		return g.pick("a", "*", "?", "a*", "[ab]", "[!a]", "*.txt", ".*", "*a*", "", "*/a", "./a", "*/b*", "A", "[", "\\*", "*e", "./a/*", "a/", ".")
	}
	switch g.IntN(12) {
	case 0, 1:
		return []string{g.pick("-name", "-iname", "-path", "-ipath", "-lname", "-ilname", "-wholename", "-iwholename"), pattern()}
	case 2:
		return []string{g.pick("-type", "-type", "-xtype"), g.pick("f", "d", "l", "p", "f,d", "l,p", "s", "b", "c", "x", "f,", "", "ff", "d,d")}
	case 3:
		return []string{"-size", g.pick("", "+", "-") + g.pick("0", "1", "2", "8", "10", "511", "1024", "") + g.pick("", "c", "k", "b", "w", "M", "G", "x")}
	case 4:
		return []string{"-perm", g.pick("", "-", "/") + g.pick("644", "0644", "755", "4000", "222", "000", "111", "u=rwx", "u+x", "g=w,o=r", "a=r", "+t", "u+s,g+s", "1777", "8", "", "u=rw,go=r")}
	case 5:
		return []string{g.pick("-mtime", "-mmin", "-atime", "-amin"), number()}
	case 6:
		return []string{g.pick("-newer", "-newer", "-samefile", "-newermm", "-newermt", "-newerat", "-anewer"), g.pick(file(), file(), "2002-01-01", "2001-09-11 12:00", "@1010000000")}
	case 7:
		return []string{g.pick("-links", "-uid", "-gid"), g.pick("", "+", "-") + g.pick("1", "2", "3", "65534", "x")}
	case 8:
		return []string{g.pick("-empty", "-true", "-false", "-readable", "-writable", "-executable", "-nouser", "-nogroup", "-print", "-prune", "-prune", "-print")}
	case 9:
		return g.action(file)
	case 10:
		return []string{g.pick("-user", "-group"), g.pick("nobody", "root", "nogroup", "65534", "none", "0", "")}
	}
	return []string{"-printf", g.format()}
}

func (g *generator) action(file func() string) []string {
	switch g.IntN(8) {
	case 0:
		return []string{"-delete"}
	case 1:
		return []string{"-print0"}
	case 2:
		return strings.Fields(g.pick("-exec", "-execdir") + " " + g.pick("echo x {} ;", "echo {} +", "echo x{}y{} ;", "false ;", "true ;", "echo ;", "test -d {} ;", "none {} ;", "echo {} {} +", "echo {}x +", "false {} +", "echo {} -n + ;", "sh -c exit$3 {} ;"))
	case 3:
		return []string{"-quit"}
	case 4:
		return []string{"-print"}
	}
	return []string{"-prune"}
}

// format is one of -printf.
func (g *generator) format() string {
	var b strings.Builder
	for range 1 + g.IntN(4) {
		switch g.IntN(4) {
		case 0:
			b.WriteString(g.pick("x", `\t`, `\\`, `\0`, `\101`, `\n`, "%%", " ", "é", `\q`, `\a`))
		default:
			b.WriteString("%" + g.pick("", "", "", "-", "0", "+", " ", "#") + g.pick("", "", "5", "12", ".2", "8.3") +
				g.pick("p", "f", "h", "P", "H", "d", "s", "m", "M", "n", "y", "Y", "l", "u", "g", "U", "G", "k", "b", "t", "T@", "TY", "Tm", "TH", "T+", "TT", "TS", "Tc", "Tj", "TA", "Ta", "Tb", "Td", "TD", "Tx", "TF", "q", "TZ", "Tk", "TI", "Tp", "TU"))
		}
	}
	return b.String() + `\n`
}
