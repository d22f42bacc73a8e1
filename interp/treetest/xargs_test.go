package treetest

import (
	"strings"
	"testing"
)

func TestXargs(t *testing.T) {
	differential(t, "xargs", func(g *generator) trial {
		var in strings.Builder
		for range g.IntN(12) {
			in.WriteString(g.pick("a", "b c", " ", "\n", "\n", "'q r'", `"d q"`, `\ `, "\x00", ",", "é", "_", "E", "\t", `\`, "'", "\n\n", "x", "-n", "{}", "aa bb cc dd", "  \n"))
		}
		options := g.some(3, "-P 1", "-0", "-n 1", "-n 2", "-L 1", "-L 2", "-I {}", "-I X", "-d ,", "-d \\n", "-t", "-r", "-s 20", "-s 40", "-x", "-E E", "-E _", "-e", "-i", "-l", "-i@", "-l2", "-a a", "-a none", "--null", "--max-args=3", "--no-run-if-empty", "-n 0", "-n x", "-L 0", "-d ab", "-d \\x2c", "-d \\054", "--delimiter=,", "--replace", "--replace=R", "--verbose", "--exit", "-s 5", "--eof=E", "-eE", "--process-slot-var=S")
		var cmd []string
		if !g.chance(5) {
			cmd = strings.Fields(g.pick("echo", "echo x", "echo {} y", "echo X X", "printf [%s]", "false", "echo [{}]", "none", "printf %s\\n", "false x", "echo R @", "echo -n", "/bin/echo q"))
		}
		tree := []node{{name: "a", kind: 'f', data: "from file\n", mode: 0o644, when: 1e9}}
		return trial{args: append(options, cmd...), stdin: in.String(), tree: tree, keep: len(options)}
	})
}

func TestGetopt(t *testing.T) {
	differential(t, "getopt", func(g *generator) trial {
		var args []string
		if g.chance(4) {
			args = append(args, g.pick("ab:c::", "", "a", "+ab", "-ab:", ":a:"))
		} else {
			args = g.some(3, "-o ab:c::", "-o ab", "-l alpha,beta:,gamma::", "--long=alpha --longoptions al:,x", "-n prog", "-q", "-Q", "-u", "-a", "--shell=sh", "--shell=bash", "-o +ab:", "-o -ab:", "--options=a:b", "--name p", "--alternative", "-o :", "-l a,,b", "-o ''", "--shell=tcsh", "-o a -o b")
			if !g.chance(4) {
				args = append(args, "--")
			}
		}
		for range g.IntN(6) {
			args = append(args, g.pick("-a", "-b", "-bx", "-cx", "-c", "-ab", "--alpha", "--al", "--beta=x", "--beta", "x", "--gamma", "--gamma=", "--", "-", "it's", "a b", "--bogus", "-z", "--alpha=1", "", "!", "-alpha", "-b=x", "\n", "--g=1", "-ba", "é\\"))
		}
		env := g.some(1, "POSIXLY_CORRECT=1", "GETOPT_COMPATIBLE=1")
		if len(args) > 0 && strings.HasPrefix(args[0], "-") {
			env = nil // what is compatible takes options for the text of options
		}
		return trial{args: args, env: env, keep: 1}
	})
}
