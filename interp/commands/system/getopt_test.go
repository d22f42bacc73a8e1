package system

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestGetopt compares getopt with that of util-linux: its own options in every
// order, and random declarations and parameters.
func TestGetopt(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 71, 300)
	short := []string{"a", "ab:", "ab:c::", "+ab:", "-ab:", ":ab:", "+", "", "xyz", "a:b:c:", "a::", "-:a"}
	long := []string{"alpha", "alpha,beta:", "alpha,alps,beta:,gamma::", "a,ab,abc", "one two:", "x::,y:", "beta:,beth:", ""}
	words := []string{"-a", "-b", "-bx", "-c", "-cy", "-ab", "-abx", "-x", "-", "--", "x", "y z", "it's", "", "--alpha", "--al", "--alp", "--beta", "--beta=1", "--beta=", "--be", "--gamma", "--gamma=q", "--alpha=1", "--nope", "--a", "--ab", "-alpha", "-beta", "-al", "a\nb", `q"u\o`, "!x", "$y", "--one", "--two", "--x=1", "-xyz", "-a-", "-b-"}
	shells := []string{"sh", "bash", "csh", "tcsh"}
	var all []commandtest.Case
	for range n {
		var args, env []string
		option := func(of int, words ...string) {
			if r.IntN(of) == 0 {
				args = append(args, words...)
			}
		}
		option(6, "-a")
		option(8, "-q")
		option(8, "-Q")
		option(8, "-u")
		option(6, "-n", "prog")
		option(5, "-s", shells[r.IntN(len(shells))])
		option(2, "-l", long[r.IntN(len(long))])
		option(6, "--longoptions="+long[r.IntN(len(long))])
		switch r.IntN(6) {
		case 0: // the old form, or one without -o
			args = append(args, short[r.IntN(len(short))])
		case 1:
			args = append(args, "--options", short[r.IntN(len(short))], "--")
		default:
			args = append(args, "-o", short[r.IntN(len(short))], "--")
		}
		for range r.IntN(6) {
			args = append(args, words[r.IntN(len(words))])
		}
		if r.IntN(10) == 0 {
			env = append(env, []string{"POSIXLY_CORRECT=1", "GETOPT_COMPATIBLE=1"}[r.IntN(2)])
		}
		all = append(all, commandtest.Case{Args: args, Env: env})
	}
	for line := range strings.SplitSeq("|-T|--test|-o|-o a|-o a --|a|a -- -a|-- -a -a|--foo|-s x a|-l|-n|ab: -a -b x y|-o a -o b -- -b", "|") {
		all = append(all, commandtest.Case{Args: strings.Fields(line)})
	}
	commandtest.Compare(t, Commands(), "getopt", all)
}
