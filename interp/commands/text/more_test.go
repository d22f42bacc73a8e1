package text

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func TestNl(t *testing.T) {
	t.Parallel()
	in := "one\n\ntwo\n\\:\\:\\:\nhead\n\\:\\:\nbody\n\n\n\\:\nfoot"
	compare(t, "nl", each(map[string]string{"in": in, "dir/": ""}, in, "", "-ba", "-bn", "-ha -fa", "-v 5", "-i 3", "-w 3", "-s:", "-n ln", "-n rz", "-n rn", "-nxx", "-bx", "-p", "-ba -l 2", "-ba -l2 in in", "missing", "dir", "-v -3 -i -2", "-w 0", "-w x", "-v x", "-d xx", "-d x", "-b", "in in", "-l 0", "--body-numbering=a"), fixed("a\n", "     1\ta\n"))
}

func TestJoin(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "1 a x\n2 b y\n2 bb z\n4 d\n", "b": "1 A\n2 B\n2 BB\n3 C\n5\n", "c": "a:1:x\nb:2:y\n", "d": "a:9\nc:8\n", "u": "2 x\n1 y\n3 z\n", "case": "A 1\nb 2\n", "case2": "a 3\nB 4\n", "empty": "", "dir/": ""}
	compare(t, "join", each(files, "1 S\n", "a b", "-a 1 a b", "-a 2 a b", "-a1 -a2 a b", "-v 1 a b", "-v2 a b", "-o 1.1,2.2 a b", "-o 0,1.2,2.2 -a1 -e X a b", "-o auto -a1 -a2 -e - a b", "-1 2 -2 1 a b", "-j 1 a b", "-t : c d", "-t: -a1 -a2 c d", "-i case case2", "-a1 -a2 -e X a b", "a -", "- b", "a empty", "-a1 a empty", "empty b", "a", "", "a b c", "missing a", "a missing", "-o 3.1 a b", "-1 0 a b", "-a 3 a b", "-t ab a b", "--header a b", "--header -a1 a b", "u b", "--check-order u b", "--nocheck-order u b", "-z a b", "-v1 -v2 a b", "dir a", "-o 1.2 -o 2.2 a b"),
		cases{{Args: []string{"a", "b"}, Files: files, Want: &commandtest.Want{Stdout: "1 a x A\n2 b y B\n2 b y BB\n2 bb z B\n2 bb z BB\n"}}})
	r := rand.New(rand.NewPCG(21, 21))
	var list cases
	sorted := func() string {
		var lines []string
		for range r.IntN(8) {
			lines = append(lines, pick(r, "a", "b", "c", "d", "e")+pick(r, "", " 1", " 2 x", "  3"))
		}
		slices.SortStableFunc(lines, func(a, b string) int { return strings.Compare(a[:1], b[:1]) })
		return strings.Join(append(lines, ""), "\n")
	}
	for range 80 {
		list = append(list, commandtest.Case{Args: append(some(r, 3, "-a1", "-a2", "-v1", "-e X", "-o auto", "-o 0,1.2,2.2"), "a", "b"), Files: map[string]string{"a": sorted(), "b": sorted()}})
	}
	compare(t, "join", list, cases{{Args: []string{"x"}, Want: &commandtest.Want{Stderr: "join: missing operand after ‘x’\nTry 'join --help' for more information.\n", Status: 1}}})
}

func TestSplit(t *testing.T) {
	t.Parallel()
	files := map[string]string{"in": "1\n22\n333\n4444\n55555\n6", "long": strings.Repeat("x\n", 700), "dir/": ""}
	compare(t, "split", each(files, "a\nb\nc\n", "-l 2 in", "-2 in", "-b 5 in", "-C 6 in", "-C 3 in", "-n 3 in", "-n l/3 in", "-n 7 in", "-e -n 30 in", "-n 30 in", "-l 1 long", "-a 3 -l 2 in", "-d -l 2 in", "--numeric-suffixes=7 -l 2 in", "-x -l 1 in", "--additional-suffix=.txt -l 3 in", "-l 2 in pre", "-l 2 in dir/pre", "", "-l 1", "-l 1 - y", "--verbose -l 3 in", "-t 3 -l 1 in", "-l 0 in", "-b x in", "-n 0 in", "missing", "dir", "-l 1 -b 2 in", "in a b", "-a 1 -l 1 long", "-b 1K long", "-n l/2 long", "in nodir/x", "-d -l 1 long",
		"-t a -t b in", "-t a -t a -l 1 in", "-n 99999999999999999999/2 in", "--numeric-suffixes=100 in", "--numeric-suffixes=0010 -a1 in", "--hex-suffixes=fff in", "--numeric-suffixes=8 -n 5 -a 1 in", "--numeric-suffixes=98 -n 5 in", "--numeric-suffixes=3 -n 9 -a 1 in", "-a 1 -n 1/300 in", "-n 700 in",
		"-l 1 - xa", "-l 1 xaa", "-b 1 xab"),
		cases{{Args: []string{"-l", "1"}, Stdin: "a\nb\n", Pipe: true, Want: &commandtest.Want{}}})
}

func TestShuf(t *testing.T) {
	t.Parallel()
	compare(t, "shuf", each(map[string]string{"in": "only\n"}, "x\n", "", "in", "-i 5-5", "-i 5-4", "-n 0 -i 1-9", "-e a", "-n 0 in", "-r -n 3 in", "-o out in", "-i 5-3", "-i x", "-i 1-2 x", "-e -i 1-2", "missing", "in in", "-n x", "-r -e", "-i 1-2 -i 3-4", "-z in", "-e"), fixed("x\n", "x\n"))
	for _, c := range []struct {
		args []string
		n    int
	}{{[]string{"-i", "1-200"}, 200}, {[]string{"-i", "1-200", "-n", "50"}, 50}, {[]string{"-n", "3", "-i", "1-1000000000000"}, 3}} {
		got := strings.Fields(commandtest.Run(t, Commands()["shuf"], "shuf", commandtest.Case{Args: c.args}).Stdout)
		seen := map[string]bool{}
		for _, s := range got {
			if _, err := strconv.Atoi(s); err != nil || seen[s] {
				t.Errorf("%q again, or no number", s)
			}
			seen[s] = true
		}
		if len(got) != c.n || slices.IsSorted(got) && c.n > 3 {
			t.Errorf("%q: %d lines", c.args, len(got))
		}
	}
}

// TestShufWideRanges draws from ranges that need all of 64 bits.
func TestShufWideRanges(t *testing.T) {
	t.Parallel()
	files := map[string]string{"random": strings.Repeat("what is written here is not quite at random\n", 20)}
	var all []commandtest.Case
	for _, args := range []string{
		"-i 1-18446744073709551615 -n5", "-i 0-18446744073709551614 -n3", "-i 0-18446744073709551615 -n1", "-i 0-18446744073709551615 -n0", "-i 9223372036854775806-9223372036854775809", "-i 18446744073709551600-18446744073709551615",
		"-ri 18446744073709551615-18446744073709551615 -n2", "-ri 7-18446744073709551613 -n4", "-i 18446744073709551615-0", "-i 18446744073709551615-18446744073709551614", "-i 18446744073709551615-18446744073709551613",
		"-i 0-18446744073709551616", "-i 99999999999999999999-5", "-i 1-0", "-i 0-0", "-i 2-+5", "-i 5-", "-i -5", "-i 5", "-i 1-2-3", "-i 1k-2k", "-i 1-4 -n 99999999999999999999999",
	} {
		all = append(all, commandtest.Case{Args: append(strings.Fields(args), "--random-source=random"), Files: files})
	}
	commandtest.Compare(t, Commands(), "shuf", all)
}
