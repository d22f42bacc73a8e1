package treetest

import (
	"slices"
	"testing"
)

func TestLs(t *testing.T) {
	differential(t, "ls", func(g *generator) trial {
		tree := g.tree(shape{nodes: 12, odd: 5, modes: 4, deny: 12, fifos: true, sizes: true})
		options := g.some(4, "-l", "-a", "-A", "-R", "-S", "-t", "-r", "-1", "-d", "-F", "-p", "-h", "-C", "-x", "-m", "-n", "-g", "-o", "-G", "-s", "-k",
			"-w 30", "-w 0", "-w 1", "-w80", "--color=never", "-Q", "-b", "-q", "-N", "-Ud", "-X", "-v", "-fd", "-L", "-H", "-B", "-cd", "-ud",
			"--time-style=iso", "--time-style=long-iso", "--time-style=full-iso", "--time-style=+%Y", "--full-time", "--sort=size", "--sort=time",
			"-d", "--sort=extension", "--sort=version", "--sort=width", "--format=long", "--format=commas", "--format=across", "--format=single-column", "--format=vertical",
			"--indicator-style=slash", "--indicator-style=file-type", "--indicator-style=classify", "--file-type", "--classify=always", "--group-directories-first", "--si",
			"--block-size=K", "--block-size=1", "--block-size='1", "--quoting-style=c", "--quoting-style=shell", "--quoting-style=shell-always", "--quoting-style=shell-escape", "--quoting-style=escape", "--quoting-style=literal", "--quoting-style=shell-escape-always",
			"--hide=a*", "-I a", "--ignore=*.txt", "--zero", "-lh", "-la", "--dereference-command-line-symlink-to-dir", "--sort=bogus", "--author", "--hide-control-chars", "--show-control-chars", "-T 4", "-T0", "--tabsize=3", "-Z -d", "--al", "--si -l", "--time=bogus", "--zero")
		if slices.ContainsFunc(options, func(o string) bool { return o == "-t" || o == "--sort=time" }) {
			tree = slices.DeleteFunc(tree, func(n node) bool { return n.kind == 'l' })
			// The times of . and .. and of links are new, and which is newer is chance.
			options = slices.DeleteFunc(options, func(o string) bool { return o == "-a" || o == "-la" || o == "--al" })
		}
		tr := trial{tree: tree}
		if g.chance(3) {
			options = append(options, g.some(2, "--color", "--color=always", "--color=never", "-D", "-lD", "--dired")...)
			tr.env = []string{g.pick("LS_COLORS=di=1:ln=2:or=3:mi=4:ex=5:*.txt=6:*b=7", "LS_COLORS=no=8:fi=9:di=0", "LS_COLORS=ln=target:ex=2:mh=3", "LS_COLORS=lc=<:rc=>:ec=E:tw=1:st=2:ow=3:su=4:sg=5:pi=6",
				"LS_COLORS=rs=9:*~=\\e^A\\x41\\101:di=4", "LS_COLORS=zz=1", "LS_COLORS=di", "LS_COLORS=", "COLORTERM=x", "TERM=xterm-256color", "QUOTING_STYLE=shell", "QUOTING_STYLE=no", "COLUMNS=20", "COLUMNS=x", "TABSIZE=4", "TIME_STYLE=+%Y", "TIME_STYLE=no")}
		}
		tr.args = g.mixed(options, g.operands(tree, 3))
		return tr
	})
}
