package text

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func TestTail(t *testing.T) {
	t.Parallel()
	compare(t, "tail", each(someFiles, "in 1\nin 2\nin 3", "", "a", "-n 3 a", "-n3 a b", "-3 a", "+3 a", "-c 5 a", "-5c a", "-1b big", "-q a b", "-v a",
		"-n +3 a", "-n +0 a", "-n +99 a", "-c +3 a", "-c +0 a", "-c +99 a", "-n 3 big", "-c 70000 big", "-n 19990 big", "-n 30000 big", "-z -n 2 nul",
		"-n 0 a", "-c 0 a", "missing a", "dir", "dir a", "- a", "-v -", "-n x a", "-c x a", "-n 1Z b", "-n 1K big", "-c 1kB big", "-n", "--lines=2 a", "--bytes=3 a",
		"-n -2 a", "-n 1 b empty one", "-1x a", "-n -1 one", "-n 13 a", "-n 12 a", "-n 2", "-c 4", "-n +2", "+2", "-2", "-1 -- a", "+15000 big", "-b big", "-l a", "-b", "-l", "-ll a", "-n +15000 big", "-c +100000 big", "-5 a b"),
		cases{{Args: []string{"-n", "1500"}, Stdin: numbered(9000), Pipe: true}, {Args: []string{"-c", "150000"}, Stdin: numbered(19000), Pipe: true}, {Args: []string{"-n", "8000"}, Stdin: numbered(19000), Pipe: true}},
		fixed("1\n2\n3\n", "2\n3\n", "-n", "2"),
		random(1, 60, func(r *rand.Rand) ([]string, string) {
			return []string{pick(r, "-n", "-c"), pick(r, "", "+", "-") + strconv.Itoa(r.IntN(12))}, scramble(r, 10, "a", "", "bcd")
		}))
}

func TestTailDoesNotFollow(t *testing.T) {
	t.Parallel()
	for _, arg := range []string{"-f", "-F", "--follow=name", "-5f"} {
		got := commandtest.Run(t, Commands()["tail"], "tail", commandtest.Case{Args: []string{arg}})
		if got.Status != 1 || got.Stderr != "tail: files can not be followed here\n" {
			t.Errorf("%s: %+v", arg, got)
		}
	}
}

func TestTailChecksOptionsOfFollow(t *testing.T) {
	t.Parallel()
	var list cases
	for _, args := range []string{"-s x f", "-s -1 f", "-s 1.5 f", "--pid=x f", "--pid=1 -s x f", "--pid=1 f", "--pid=-1 f", "--max-unchanged-stats=x f", "--max-unchanged-stats=3 f", "--retry --pid=y f", "--retry --pid=7 f"} {
		list = append(list, commandtest.Case{Args: strings.Fields(args), Files: map[string]string{"f": "1\n2\n"}})
	}
	compare(t, "tail", list)
}
