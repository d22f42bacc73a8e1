package text

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

func TestUniq(t *testing.T) {
	t.Parallel()
	in := "a\na\nb\nB\nc c\nd c\nd  c\n\n\nz"
	files := map[string]string{"in": in, "dir/": ""}
	compare(t, "uniq", each(files, in, "", "-c", "-d", "-u", "-D", "-i", "-ci", "-f 1", "-s 1", "-w 1", "-cd", "-cu", "-du", "-Du", "-dD", "--all-repeated=prepend", "--all-repeated=separate",
		"--all-repeated=none", "--group", "--group=prepend", "--group=append", "--group=both", "--group=x", "--group -c", "-cD", "in", "in out", "in out extra", "missing", "dir", "in dir", "-f x", "-w x", "-s x", "-z", "- out", "--count", "--a=s", "-w 0", "-f 99999999999999999999"),
		cases{{Args: []string{"-z", "-c"}, Stdin: "a\x00a\x00b"}}, fixed("x\nx\n", "x\n"),
		random(4, 150, func(r *rand.Rand) ([]string, string) {
			args := some(r, 2, "-c", "-d", "-u", "-D", "-i", "--group="+pick(r, "prepend", "append", "both", "separate"), "--all-repeated="+pick(r, "prepend", "separate", "none"),
				"-f "+strconv.Itoa(r.IntN(3)), "-s "+strconv.Itoa(r.IntN(3)), "-w "+strconv.Itoa(r.IntN(4)))
			return args, scramble(r, 12, "a", "A", " ", "\t")
		}))
}
