package text

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/stream"
)

var pairFiles = map[string]string{"a": "a\nb\nd\nd\nf", "b": "b\nc\nd\ne\n", "c": "1\n", "empty": "", "dir/": "", "unsorted": "b\na\nc\n", "late": "m\nn\nb", "early": "n\nb", "pair": "m\nc", "other": "m\nd", "tabs": "a\tb\t\tc\n  \tx  y\n\t\tz\b\tq\n        eight\n    four    four  two x\n"}

func TestPaste(t *testing.T) {
	t.Parallel()
	compare(t, "paste", each(pairFiles, "1\n2\n3\n", "", "a b", "a b c", "c b a", "-s a b", "-d, a b", "-d,; a b c a", `-d\n a b`, `-d\0 a b`, `-d\t a b`, `-d\ a b`, "- -", "- a -", "-s -d, a", "empty a", "-s empty", "missing", "a missing", "dir", "-z a b", "-d, -s a b", "a empty b empty"),
		fixed("1\n2\n3\n", "1\t2\n3\t\n", "-", "-"), cases{{Args: []string{"-d", "", "a", "b"}, Files: pairFiles}},
		random(11, 40, func(r *rand.Rand) ([]string, string) {
			args := some(r, 4, "-s", "-d,;")
			for range 1 + r.IntN(3) {
				args = append(args, "-")
			}
			return args, scramble(r, 9, "a", "b", "")
		}))
}

func TestRevTac(t *testing.T) {
	t.Parallel()
	compare(t, "rev", each(pairFiles, "abc\näöü 日本\n", "", "a", "a b", "missing a", "-x", "empty", "- a", "tabs", "unsorted", "c c"), fixed("abc\n", "cba\n"))
	compare(t, "tac", each(pairFiles, "1\n2\n3", "", "a", "a b", "missing a", "-x", "empty", "- a", "-s d a", "-b a", "-b -s d a", "-s dd a", "c c", "tabs"), fixed("1\n2\n", "2\n1\n"),
		random(12, 80, func(r *rand.Rand) ([]string, string) {
			return some(r, 5, "-b", "-s "+pick(r, "a", "aa", "ab")), scramble(r, 6, "a", "b", "aa")
		}))
}

func TestComm(t *testing.T) {
	t.Parallel()
	compare(t, "comm", each(pairFiles, "b\nd\n", "a b", "-1 a b", "-2 a b", "-3 a b", "-12 a b", "-13 a b", "-23 a b", "-123 a b", "a -", "- b", "a empty", "empty a", "unsorted a", "a unsorted", "--check-order unsorted a", "--nocheck-order unsorted a", "--total a b", "--output-delimiter=, a b", "a", "", "a b c", "missing a", "dir a", "-z a b", "-3 --total a b", "unsorted unsorted", "late unsorted", "late early", "early late", "pair other", "other pair", "--check-order pair other"),
		cases{{Args: []string{"-12", "a", "b"}, Files: pairFiles, Want: &commandtest.Want{Stdout: "b\nd\n"}}})
}

func TestFold(t *testing.T) {
	t.Parallel()
	compare(t, "fold", each(pairFiles, "a long line of words that goes on\n\tx\ty\bz\rqqqqqqqqqqqq\n\n", "-w 10", "-10", "-w10 -s", "-bw 10", "-sbw 7", "-w 1", "", "-w 0", "-w x", "-w 10 tabs a", "missing", "dir", "-w", "--width=5 a", "-x", "-s -w 3"), fixed("abcdef\n", "abc\ndef\n", "-w3"),
		random(13, 100, func(r *rand.Rand) ([]string, string) {
			return append(some(r, 4, "-s", "-b"), "-w", strconv.Itoa(1+r.IntN(12))), scramble(r, 5, "word", " ", "\t", "\b", "longerword", "é", "\r")
		}))
}

func TestExpand(t *testing.T) {
	t.Parallel()
	lists := []string{"", "tabs", "-i tabs", "-t 4 tabs", "-4 tabs", "-t 2,6,9 tabs", "-2,6 tabs", "-t 2,/5 tabs", "-t 2,+5 tabs", "-t 0 tabs", "-t x tabs", "-t 5,3 tabs", "-t / tabs", "-t +,+3 tabs", "-t 4,/ tabs", "-t ,/ tabs", "-t 6/2 tabs", "-t 6+ tabs", "-t 2,+4x tabs", "-t 88888888888888888888 tabs", "missing tabs", "dir", "a", "-t", "--tabs=3 tabs", "-x"}
	random := func(seed uint64, flags ...string) cases {
		return random(seed, 100, func(r *rand.Rand) ([]string, string) {
			return some(r, 4, append(flags, "-t "+pick(r, "4", "3", "2,5", "1,/4", "3,+2"))...), scramble(r, 4, "x", " ", "  ", "\t", "    ", "\b", "yy", "       ")
		})
	}
	compare(t, "expand", each(pairFiles, "\tx\n", lists...), fixed("\tx\n", "        x\n"), random(14, "-i"))
	compare(t, "unexpand", each(pairFiles, "        x  \t y\n", append(lists[3:], "", "tabs", "-a tabs", "-a --first-only tabs", "-t4 --first-only tabs")...), fixed("        x\n", "\tx\n"), random(15, "-a", "--first-only"))
}

func TestSeq(t *testing.T) {
	t.Parallel()
	compare(t, "seq", each(nil, "", "5", "2 5", "1 2 9", "5 1", "5 -1 1", "0", "-3", "-2 2", "1 .5 3", "0 0.1 1", "1.0 3", "1 0.25 2", "-w 8 11", "-w 1 10 101", "-w -5 5", "-w 0 .5 2", "-s, 5", "-s , 1 3", "-f %g 3", "-f %.3f 3", "-f x%05.1fy 3", "-f %e 2", "-f %d 3", "-f %g%g 3", "-f abc 3", "-f %% 3", "-f %%%g%% 2", "-f % 3",
		"", "1 2 3 4", "x", "1 x", "1 0 5", "nan", "1e2 1e1 150", "0x10", "1 inf x", "100000000000000000000 100000000000000000002", "1.5 5", "-1 -1 -3", "-f %g -w 3", "1e-1 .3", "10 -3 1", "1 3 10", "0.8 0.1 1.2", "-w 1 -1 -10", "1 1000", "-s: -w 8 10", "--equal-width 9 10", "1.000 1", "3 .5 5.1", "-f %10.2f 1 3", "-f %-6.1fx 2", "-f %+g 2", "--help=x", "-x", "999999 1000001", ".5 2", "-.5 1"),
		fixed("", "1\n2\n3\n", "3"), random(16, 100, func(r *rand.Rand) ([]string, string) {
			n := func() string {
				return pick(r, "", "", "-") + strconv.Itoa(r.IntN(20)) + pick(r, "", "", ".5", ".25", ".1")
			}
			args := some(r, 3, "-w", "-s:")
			return append(args, n(), pick(r, ".5", "1", "2", "-1", "0.1", "-.3", "3"), n()), ""
		}))
}

func TestYes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want string
	}{{[]string{"yes"}, "y\ny\n"}, {[]string{"yes", "a", "b"}, "a b\na b\n"}, {[]string{"yes", "--", "-x"}, "-x\n-x\n"}} {
		r, w := stream.Pipe(0)
		done := make(chan int, 1)
		go func() {
			done <- yes(context.Background(), &command.Call{Args: c.args, Stdout: w, Stderr: stream.Null()})
		}()
		buf := make([]byte, len(c.want))
		if n, err := r.Read(buf); err != nil || string(buf[:n]) != c.want {
			t.Errorf("%q, %v", buf[:n], err)
		}
		r.Close()
		if got := <-done; got != 1 {
			t.Errorf("status %d", got)
		}
	}
	compare(t, "yes", cases{{Args: []string{"--x"}}, {Args: []string{"-x"}, Want: &commandtest.Want{Stderr: "yes: invalid option -- 'x'\nTry 'yes --help' for more information.\n", Status: 1}}})
}
