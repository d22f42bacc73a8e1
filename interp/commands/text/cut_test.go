package text

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestCut(t *testing.T) {
	t.Parallel()
	in := "a:b:c:d\nno delimiter\n:x::y:\n\none\ttwo\tthree\n"
	files := map[string]string{"in": in, "dir/": ""}
	compare(t, "cut", each(files, in, "-f1", "-f 2", "-d: -f1", "-d: -f2,4", "-d: -f2-", "-d: -f-2", "-d: -f3-3,1", "-d: -f2 -s", "-d: -f2 --complement", "-d: -f1,3 --output-delimiter=--",
		"-b1", "-b2-3", "-c1-2,4-", "-b1-2,3-4 --output-delimiter=|", "-b1,3 --complement", "-b-", "-f0", "-b0", "-f2-1", "-fx", "-f1x", "-f", "", "-b1 -f1", "-b1 -d:", "-b1 -s", "-d:: -f1",
		"-d: -f1 in missing in", "dir -f1", "-f1,", "-f,1", "-f1,,2", "-f1-2-3", "-f1--2", "-b1x2", "-f99999999999999999999", "-b99999999999999999999", "-n -b1", "-d: -f1-2,4-5 --output-delimiter=",
		"-z -d: -f1", "-d: -f1-3,2-4", "-f-", "-f--", "-c2 -s", "-f-0", "-f1-0"),
		cases{{Args: []string{"-d", "\n", "-f2"}, Stdin: in}, {Args: []string{"-d", "\n", "-f1,3-"}, Stdin: in}, {Args: []string{"-d", "\n", "-f1"}, Stdin: "single"}, {Args: []string{"-d", "", "-f1"}, Stdin: "a\x00b\n"},
			{Args: []string{"-d", "\n", "-s", "-f1"}, Stdin: "only\n"}, {Args: []string{"-d", "\n", "-s", "-f1-"}, Stdin: "\n"}, {Args: []string{"-d", "\n", "-f2"}, Stdin: "only\n"}, {Args: []string{"-d", "\n", "-s", "-f2"}, Stdin: "only\n"}, {Args: []string{"-d", "\n", "-s", "-f1"}, Stdin: "only"},
			{Args: []string{"-d", " ", "-f", "2 3"}, Stdin: "a b c d\n"}, {Args: []string{"-d", "ä", "-f1"}, Stdin: "a\n"}},
		fixed("x:y", "x\n", "-d:", "-f1"),
		random(5, 200, func(r *rand.Rand) ([]string, string) {
			var list []string
			for range 1 + r.IntN(3) {
				lo := 1 + r.IntN(5)
				form := strings.NewReplacer("N", strconv.Itoa(lo), "M", strconv.Itoa(lo+r.IntN(3)))
				list = append(list, form.Replace(pick(r, "N", "N-", "-M", "N-M")))
			}
			args := []string{pick(r, "-f", "-f", "-b", "-c"), strings.Join(list, ",")}
			args = append(args, some(r, 3, "--complement", "--output-delimiter=<>")...)
			if args[0] == "-f" {
				args = append(args, some(r, 5, "-s", "-d:")...)
			}
			return args, scramble(r, 6, "a", ":", ":", "\t", "bb", "é")
		}))
}
