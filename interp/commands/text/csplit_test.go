package text

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

func TestCsplit(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 25 {
		fmt.Fprintln(&b, i+1)
	}
	files := map[string]string{"f": b.String(), "e": "", "n": "a\nb", "d/": ""}
	compare(t, "csplit",
		each(files, b.String(), "f 10 {*}", "f 10 {1}", "f 26", "f 25", "f 5 3", "f 5 5", "f 0", "f x", "f /x", "f %x", "f /3/x", "f /3/+ {2", "f /3/ {2", "f /3/ {x}", "f", "",
			"f /99/", "f %99%", "f /3/-5", "f /3/+50", "f /3/ {*}", "f /3/ {9}", "nope 3", "-n x f 3", "-n 0 f 3", "-n 5 f 3", "-b x f 3", "-b %d%d f 3", "-b %s f 3",
			"-b % f 3", "-b %#d f 3", "-b %'d f 3", "-b %-5x. f 3", "-b %.4o f 3", "-b %i f 3", "-b %03u%% f 3", "-b %#o f 3 {6}", "-b %+d f 3", "-b %'x f 3", "-b %5 f 3", "-b %300d f 3",
			"--suppress-matched f /3/", "--suppress-matched f 10", "--suppress-matched f 3 {*}", "--suppress-matched f /3/+1 {*}", "--suppress-matched f 25", "--suppress-matched f 26",
			"-z f /^1$/", "-z f /1/ {*}", "-s f 3", "--quiet f 3", "--silent f 3", "-k f 3 26", "-k f /3/ /x/", "-f d/x f 3", "-f none/x f 3", "-f d/ -k f 3 99", "- 3", "- /2/ {*}",
			"f 1", "f 1 1", "f {2}", "f /5/-2 /7/-1 /8/+3 %12%-1", "f %3% /5/ {*}", "f %3% {*}", "f %30%", "f %3%+1 5", "n 2", "n /b/", "n 3", "d 3", "e 1", "e /a/", "e %a%",
			"f 18446744073709551616", "f /3/+99999999999999999999", "f 4 {99999999999999999999}", "f // {3}", "f /a/b/", "f /\\(1\\)\\1/ 20", "f /\\(/", "f /a\\{1/", "f /[[:foo:]]/",
			"f /1$/ {*} 30", "f /5/-1 {1}", "f /5/-4 {*}", "f 5 /5/", "f 5 %6% {0} 22", "--prefix=p --digits=3 --keep-files --elide-empty-files f 3", "-x f 3"),
		cases{{Args: []string{"f", "/[/"}, Files: files, SkipStderr: true}, {Args: []string{"-b", "%\x01", "f", "3"}, Files: files}},
	)
}

func TestCsplitGenerated(t *testing.T) {
	t.Parallel()
	compare(t, "csplit", random(12, 250, func(r *rand.Rand) ([]string, string) {
		args := append(some(r, 2, "-k", "-z", "-s", "--suppress-matched", "-n 1"), "-")
		for line := 0; len(args) < 8; {
			switch r.IntN(5) {
			case 0:
				line += 1 + r.IntN(5)
				args = append(args, fmt.Sprint(line))
			case 1, 2:
				args = append(args, "/"+pick(r, "a", "b", "^$", "c$", "ab*")+"/"+pick(r, "", "", "+1", "-1", "2", "-3"))
			case 3:
				args = append(args, "%"+pick(r, "a", "b", "c")+"%"+pick(r, "", "", "+1", "-1"))
			default:
				return args, scramble(r, 12, "a", "b", "c", "ab", "d")
			}
			if r.IntN(3) == 0 {
				args = append(args, pick(r, "{0}", "{1}", "{2}", "{*}"))
			}
		}
		return args, scramble(r, 12, "a", "b", "c", "ab", "d")
	}))
}

// TestCsplitHolds gives lines that have to be held, because of an offset, as
// many as may be and one more.
func TestCsplitHolds(t *testing.T) {
	t.Parallel()
	for lines, status := range map[int]int{250: 0, 251: 1} {
		c := commandtest.Case{Args: []string{"-", "/x/-1"}, Stdin: strings.Repeat("abc\n", lines-1) + "xyz\n"}
		got := commandtest.RunLimited(t, Commands()["csplit"], "csplit", c, command.Limits{LineBytes: 100, HeldBytes: 1000, Steps: 1000})
		if got.Status != status || (status != 0) != strings.Contains(got.Stderr, "more than 1000 bytes to hold") {
			t.Errorf("%d lines: %d %q", lines, got.Status, got.Stderr)
		}
	}
}
