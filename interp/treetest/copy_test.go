package treetest

import "testing"

// small trees are what commands that change trees are tried on. They have no
// pipes: a command that opens one waits.
var small = shape{nodes: 9, odd: 9, modes: 5, deny: 12}

// backups and what else cp, mv, ln and install have in common.
var backups = []string{"-b", "--backup=numbered", "--backup=simple", "--backup=existing", "--backup=none", "--backup=bogus", "-S .x", "--suffix=", "--backup=t", "--backup"}

func TestCp(t *testing.T) {
	differential(t, "cp", func(g *generator) trial {
		tree := g.tree(small)
		options := g.some(4, "-r", "-r", "-R", "-a", "-p", "-f", "-i", "-n", "-u", "-v", "-L", "-P", "-H", "-d", "-l", "-s", "-T", "-t d", "-t a", "--parents", "--remove-destination",
			"--attributes-only", "--preserve=mode", "--preserve=timestamps", "--preserve=links", "--preserve=all", "--no-preserve=mode", "--no-preserve=links", "--preserve=bogus", "--strip-trailing-slashes", "--copy-contents",
			"--sparse=always", "--sparse=never", "--sparse=bogus", "--reflink=auto", "--reflink=never", "-x", "--no-dereference", "--archive", "--recursive", "--target-directory=b", "--no-target-directory", "--no-clobber", "--pre", g.pick(backups...))
		return trial{args: g.mixed(options, g.operands(tree, 4)), tree: tree, sorted: true, stdin: g.pick("y\ny\ny\n", "n\n", "", "y\nn\ny\n")}
	})
}

func TestMv(t *testing.T) {
	differential(t, "mv", func(g *generator) trial {
		tree := g.tree(small)
		options := g.some(3, "-f", "-i", "-n", "-u", "-v", "-T", "-t d", "-t a", "--strip-trailing-slashes", "--no-clobber", "--force", "--interactive", g.pick(backups...))
		return trial{args: g.mixed(options, g.operands(tree, 4)), tree: tree, sorted: true, stdin: g.pick("y\ny\ny\n", "n\n", "", "y\nn\ny\n")}
	})
}

func TestLn(t *testing.T) {
	differential(t, "ln", func(g *generator) trial {
		tree := g.tree(small)
		options := g.some(4, "-s", "-s", "-f", "-i", "-n", "-v", "-r", "-T", "-L", "-P", "-b", "-d", "-F", "--symbolic", "--relative", g.pick(backups...))
		if g.chance(6) {
			options = append(options, "--target-directory="+g.pick("d", "a"))
		}
		return trial{args: g.mixed(options, g.operands(tree, 3)), tree: tree, sorted: true, stdin: g.pick("y\ny\ny\n", "n\n", "")}
	})
}

func TestInstall(t *testing.T) {
	differential(t, "install", func(g *generator) trial {
		tree := g.tree(small)
		options := g.some(4, "-d", "-D", "-m 644", "-m u=rwx,go=", "-m 4755", "-m bogus", "-p", "-v", "-t d", "-t n/x", "-T", "-C", "-c", "-s -d", "--mode=0", "-t a", "--preserve-timestamps", g.pick(backups...))
		return trial{args: g.mixed(options, g.operands(tree, 3)), tree: tree, sorted: true}
	})
}

func TestMkdir(t *testing.T) {
	differential(t, "mkdir", func(g *generator) trial {
		tree := g.tree(small)
		options := g.some(3, "-p", "-v", "-m 700", "-m u=rwx", "-m a-w", "-m 2755", "-m +t", "-m bogus", "-m 0", "--parents", "--mode=g+s", "-m =", "-m u=rwx,g=u")
		operands := g.operands(tree, 3)
		for range g.IntN(3) {
			operands = append(operands, g.pick("n", "n/x", "n/x/", "n/./x", "n/../m", "a/n", "n//x", "./n", "n/.", "n/x/y/z", "sp ace"))
		}
		return trial{args: g.mixed(options, operands), tree: tree}
	})
}

func TestRmdir(t *testing.T) {
	differential(t, "rmdir", func(g *generator) trial {
		tree := g.tree(shape{nodes: 8, odd: 8, deny: 6})
		options := g.some(2, "-p", "-v", "--ignore-fail-on-non-empty", "--parents", "--bogus", "--ig")
		return trial{args: g.mixed(options, g.operands(tree, 4)), tree: tree}
	})
}
