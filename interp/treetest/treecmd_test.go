package treetest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// now is a time of today.
var now = regexp.MustCompile(`[A-Z][a-z]{2} [ 0-9][0-9] [0-9]{2}:[0-9]{2}`)

func TestTree(t *testing.T) {
	differential(t, "tree", func(g *generator) trial {
		tree := g.tree(shape{nodes: 14, odd: 6, modes: 6, fifos: true, sizes: true})
		words := []string{"-a", "-d", "-f", "-F", "-i", "-L 1", "-L 2", "-I a", "-I b*|c", "-I d/", "-P a", "-P *b|c*", "-P c/", "--ignore-case", "--noreport",
			"-p", "-u", "-g", "-s", "-h", "--si", "-Q", "-N", "-q", "-r", "-v", "--sort=size", "--sort=name", "--sort=version", "--dirsfirst", "--filesfirst",
			"--charset=ascii", "--charset=UTF-8", "-n", "-x", "--metafirst", "-L 0"}
		operands := slices.DeleteFunc(g.operands(tree, 2), func(o string) bool { return strings.HasPrefix(o, "-") })
		switch g.IntN(4) {
		case 0:
			// What the tool says of what it can not open is neither JSON nor XML.
			words, operands = append(words, "-J", "-X", "-J", "-X", "-J -p"), nil
		case 1:
			// Where it reads all of a tree first, it says otherwise that there are too many files.
			words = append(words, "--du", "--prune", "--matchdirs", "--prune", "--du")
		case 2:
			words = append(words, "--filelimit 3", "-l")
		default:
			words, tree = append(words, "-D", "-t", "--timefmt=%Y"), withoutKind(tree, 'l') // times of links are new
		}
		return trial{args: append(g.some(5, words...), operands...), tree: tree, clean: func(s string) string { return now.ReplaceAllString(s, "NOW") }}
	})
}
