package text

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestColumnTables compares tables: their columns, trees, widths and JSON.
func TestColumnTables(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"tree": "1 0 a\n2 9 b\n3 1 c\n4 2 d\n5 4 eee\n6 5 f\n7 1 g\n", "ring": "1 2 a\n2 1 b\n3 3 c\n",
		"wide": "aaa bbbbbbbbbbbbbbbbbb cc dddddddddd\nc dddd eeee f\n", "odd": "a\n\nb c d\n  e f\n", "far": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbb\nc d\ne f\ng h\ni j\n",
		"text": "1\t2 \"3\" \\ / é\n\x01\x1b q\n", "runes": "日本語日本語 x\na b\n", "bad": "\xff b\n\x01 c\n", "colon": "a:b::c\n:x\n",
	}
	var all cases
	for _, args := range []string{
		"-t -N ID,pid,name -r name -i ID -p pid tree", "-t -N ID,pid,name -r ID -i ID -p pid tree", "-J -N ID,pid,name -r name -i ID -p pid tree", "-t -r 3 -i 1 -p 2 ring", "-J -N a,b,c -r 3 -i 1 -p 2 -H b ring",
		"-t -r 3 -i 1 tree", "-r 3 tree", "-t -r zz -i 1 -p 2 tree", "-J tree", "-J -N a tree", "-J -N a,b,c -O c,a -n name tree", "-J -N a,B-c,d% -H 3 tree", "-J -N a -s x text", "-J -N a,b,c,d,e,f text",
		"-t -H 2 wide", "-t -H - wide", "-t -N a, -H - wide", "-t -N , wide", "-t -N a,b,c,d -H a,d wide", "-t -H 0 wide", "-t -O 3,1 wide", "-t -N a,b,c,d -O d,b wide", "-t -O x wide", "-t -R 1,3 wide", "-t -R 0 wide", "-t -R 9 wide", "-t -R x wide",
		"-t -N a -d wide", "-t -N a,b wide", "-t -N a -n x -e wide", "-t -l 2 tree", "-t -l 1 tree", "-t -l 2 -s: colon", "-l 1 odd", "-l 0 odd", "-t -l x odd", "-t -L odd", "-t -L -N x,y odd", "-t odd", "-t -o: odd", "-t -s: colon", "-t -s: -o| colon",
		"-t -E 1 -c 20 far", "-t -E 1 -T 1 -c 20 far", "-t -E 1 -c 80 far", "-t -E 1 -W 1 -c 16 far", "-t -T 1 -c 8 runes", "-t -W 1 -c 8 runes", "-t -W 1 -c 16 -o | wide", "-t bad", "-t -R 1 bad", "-N a tree", "-O 1 tree", "-R 1 tree", "-W 1 tree", "-H 1 tree", "-t -x tree", "-c 0 tree", "-c x tree", "-n x tree", "-", "-t - wide",
	} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files})
	}
	for _, header := range []string{"y", "yyyyy"} {
		for _, option := range []string{"-T", "-W", "-E"} {
			for _, width := range []string{"10", "15", "20", "25", "30", "35", "40", "60"} {
				all = append(all, commandtest.Case{Args: []string{"-t", "-N", "x," + header + ",z,w", option, header + ",w", "-c", width, "wide"}, Files: files})
			}
		}
	}
	all = append(all, commandtest.Case{Args: []string{"tree"}, Files: files, Env: []string{"COLUMNS=20"}}, commandtest.Case{Args: []string{"-t", "-r", "3", "-i", "1", "-p", "2", "tree"}, Files: files, Env: []string{"LC_ALL=C"}})
	compare(t, "column", all)
}

// TestColumnGenerated compares random tables with random options. They are not so
// wide that they have to be made narrower.
func TestColumnGenerated(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 33, 150)
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	var all cases
	for range n {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			for range 1 + r.IntN(4) {
				b.WriteString(strings.Repeat(pick("a", "bc", "é", "x"), 1+r.IntN(6)) + pick(" ", "  ", ":"))
			}
			b.WriteString(pick("", "end") + "\n")
		}
		args := []string{"-t", "-N", pick("a", "a,b", "aa,bbbb,c", "a,b,c,d,e,f", "long name,x")}
		for range r.IntN(4) {
			args = append(args, pick("-R", "-T", "-W", "-H", "-O"), pick("1", "2", "1,2", "2,3", "a"))
		}
		if r.IntN(5) == 0 {
			args = append(args, pick("-d", "-J", "-s:", "-o|", "-L"))
		}
		all = append(all, commandtest.Case{Args: args, Stdin: b.String()})
	}
	compare(t, "column", all)
}

// TestColumnHoldsWhatItMay has tables that take more memory than their text: many
// fields and columns, and a deep tree.
func TestColumnHoldsWhatItMay(t *testing.T) {
	t.Parallel()
	limits := command.Limits{LineBytes: 1 << 20, HeldBytes: 1 << 20, Steps: 1 << 20}
	var chain strings.Builder
	for i := range 2000 {
		fmt.Fprintln(&chain, i+1, i, "x")
	}
	for _, c := range []struct {
		args  []string
		stdin string
		fits  bool
	}{
		{[]string{"-t"}, strings.Repeat("a ", 5000), true},
		{[]string{"-t"}, strings.Repeat("a ", 50_000), false},
		{[]string{"-t", "-r", "3", "-i", "1", "-p", "2"}, chain.String()[:1000], true},
		{[]string{"-t", "-r", "3", "-i", "1", "-p", "2"}, chain.String(), false},
	} {
		got := commandtest.RunLimited(t, Commands()["column"], "column", commandtest.Case{Args: c.args, Stdin: c.stdin}, limits)
		if full := strings.Contains(got.Stderr, "bytes to hold"); full == c.fits || (got.Status == 0) != c.fits {
			t.Errorf("%v of %d bytes: status %d, %q", c.args, len(c.stdin), got.Status, got.Stderr)
		}
	}
}
