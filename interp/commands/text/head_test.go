package text

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

var someFiles = map[string]string{
	"a": "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13", "b": "x\ny\n", "empty": "", "nul": "a\x00b\x00c", "one": "only\n",
	"dir/": "", "big": numbered(20000), "a b": "spaced\n",
}

func TestHead(t *testing.T) {
	t.Parallel()
	compare(t, "head", each(someFiles, "in 1\nin 2\n", "", "a", "-n 3 a", "-n3 a b", "-3 a", "-c 5 a", "-5c a", "-1b big", "-2k big", "-q a b", "-v a", "-3v a",
		"-n -3 a", "-n -0 a", "-n -99 a", "-c -3 a", "-c -0 a", "-c -99 a", "-n -3 big", "-c -70000 big", "-n -19990 big", "-z -n 2 nul", "-n 0 a", "-c 0 a",
		"missing a", "dir", "dir a", "- a", "-v -", "-n x a", "-c x a", "-n 1Z a", "-n 1K big", "-c 1kB big", "-c 1KiB big", "-n", "--lines=2 a",
		"--bytes=3 a", "--l=2 a", "-n -1 b empty one", "-1x a", "-n +3 a", "-n --3 a", "--quiet a b", "--silent a b", "-qv a", "-n 99999999999999999999 a", "-c -99999999999999999999 a"),
		cases{{Args: []string{"a b", "mis sing"}, Files: someFiles}}, fixed("1\n2\n3\n", "1\n2\n", "-n", "2"),
		random(2, 80, func(r *rand.Rand) ([]string, string) {
			return []string{pick(r, "-n", "-c"), pick(r, "", "-") + strconv.Itoa(r.IntN(12))}, scramble(r, 10, "a", "", "bcd")
		}))
}
