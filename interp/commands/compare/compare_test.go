package compare

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

func cases(files map[string]string, stdin string, lines ...string) (list []commandtest.Case) {
	for _, l := range lines {
		list = append(list, commandtest.Case{Args: strings.Fields(l), Stdin: stdin, Files: files})
	}
	return list
}

func TestCmp(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "one\ntwo\nthree\n", "b": "one\ntwX\nthrXe\n", "short": "one\nt", "line": "one\n", "empty": "", "dir/": "", "bin": "one\x00\xff\n"}
	commandtest.Compare(t, Commands(), "cmp", append(cases(files, "one\ntwo\n", "a a", "a b", "-l a b", "-b a b", "-lb a b", "-s a b", "a short", "short a", "a line", "line a", "empty a", "a empty", "-l a short", "-s a short", "a -", "a", "", "a b 4 4", "-i 4 a b", "-i 4:5 a b", "-n 5 a b", "-n 6 a b", "-n x a b", "-i x a b", "missing a", "-s missing a", "dir a", "-ls a b", "a b 1 2 3", "bin a", "-lb bin a", "--quiet a b", "-x", "-n 1K a b", "-c a b", "--print-chars a b", "-i :3 a b", "-i 3:x a b", "-i x"),
		commandtest.Case{Args: []string{"a", "b"}, Files: files, Want: &commandtest.Want{Stdout: "a b differ: byte 7, line 2\n", Status: 1}}))
}

func TestDiff(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("same\n", 10)
	files := map[string]string{"a": "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "b": "1\n2\nthree\n4\n5\n6\n7\n8\nnew\n9\n10\n", "nonl": "1\n2", "empty": "", "case": "A\nb  c\n\nd\n", "case2": "a\nb c\nd \n", "bin": "a\x00b", "bin2": "a\x00c",
		"long1": "x\n" + long + "y\n" + long + "z\n", "long2": "X\n" + long + "Y\n" + long + "Z\n", "d1/same": "s\n", "d1/x": "1\n", "d1/only1": "", "d1/sub/f": "f\n", "d1/kind/f": "", "d2/same": "s\n", "d2/x": "2\n", "d2/only2": "", "d2/sub/f": "g\n", "d2/kind": "file\n",
		"tab": "\tx\n", "spc": "        x\n", "cr": "1\r\n2\r\n", "func1": "int main()\n{\n\n\n\n\n  a;\n}\n", "func2": "int main()\n{\n\n\n\n\n  b;\n}\n"}
	list := cases(files, "1\n2\n", "a a", "a b", "b a", "-q a b", "-s a a", "-q a a", "a nonl", "nonl a", "empty a", "a empty", "a -", "- a", "-i case case2", "-w case case2", "-b case case2", "-iwB case case2", "-B case case2", "-Z case case2", "-E tab spc", "--strip-trailing-cr cr nonl", "bin bin2", "-a bin bin2", "-q bin bin2", "bin bin",
		"-u --label x --label y a b", "-u -L x -L y long1 long2", "-U 1 -L x -L y a b", "-U0 -L x -L y a b", "-c -L x -L y a b", "-C 1 -L x -L y long1 long2", "-u -L x -L y nonl a", "-c -L x -L y a empty", "-u -L x -L y empty a", "-c -L x -L y a nonl", "-1 -u -L x -L y a b", "-up -L x -L y func1 func2", "-uB -L x -L y case case2",
		"d1 d2", "-r d1 d2", "-rq d1 d2", "-rs d1 d2", "-rN d1 d2", "-r -x x d1 d2", "-r -x sub -x k* d1 d2", "d1 a", "a d1", "d1/x d2", "missing a", "a missing", "-N a missing", "-u -c a b", "a", "", "a b c", "-U x a b", "--nope a b", "-T a b", "-d a b", "--normal a b", "--brief a b", "-N missing missing2", "dir/x a", "-r d1 a")
	list = append(list, commandtest.Case{Args: []string{"a", "b"}, Files: files, Want: &commandtest.Want{Stdout: "3c3\n< 3\n---\n> three\n8a9\n> new\n", Status: 1}})
	commandtest.Compare(t, Commands(), "diff", list)
}

func TestDiffRandom(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	var list []commandtest.Case
	for i := range 300 {
		words := []string{"a", "b", "c", "d", "", "e", "f", " a", "A", "g", "h", "i", "j"}[:3+r.IntN(11)]
		size := 30
		if i%20 == 0 {
			size = 600
		}
		var one []string
		for range r.IntN(size) {
			one = append(one, words[r.IntN(len(words))])
		}
		var two []string
		for _, l := range one {
			switch r.IntN(8) {
			case 0:
			case 1:
				two = append(two, words[r.IntN(len(words))])
			case 2:
				two = append(two, l, words[r.IntN(len(words))])
			default:
				two = append(two, l)
			}
		}
		end := []string{"\n", ""}
		args := []string{"--label", "a", "--label", "b", "a", "b", [...]string{"-u", "-c", "--normal", "-U1", "-U0", "-d", "-uw", "-ui", "-uB", "-B", "-q"}[r.IntN(11)]}
		list = append(list, commandtest.Case{Args: args, Files: map[string]string{"a": strings.Join(one, "\n") + end[r.IntN(2)], "b": strings.Join(two, "\n") + end[r.IntN(2)]}})
	}
	commandtest.Compare(t, Commands(), "diff", list)
}

// TestDiffGenerated compares random options on small files.
func TestDiffGenerated(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 65, 350)
	words := []string{"a", "b", "c", "d", "", " a", "A", "x  y", "x y", "}", "{", "\ttab", "a\tb", "äö 日本", "a long line that does not fit into half of the width of a narrow page"}
	options := []string{"-u", "-c", "-e", "-n", "-y", "-q", "-s", "-i", "-w", "-b", "-B", "-Z", "-E", "-U1", "-C1", "-U0", "-a", "-d", "-t", "-T", "-p", "--normal", "-y -W40", "-y -W 17 -t", "-y --suppress-common-lines", "-y --left-column",
		"-I a", "-I ^x", "--strip-trailing-cr", "-N", "--color=always", "-F a", "--suppress-blank-empty", "--tabsize=4", "--side-by-side", "--ed", "--rcs", "--width=60", "--expand-tabs", "--ignore-matching-lines=b", "-2",
		"-f", "-D X", "--line-format=%L", "--line-format=%dn:%l|", "--old-line-format=-%L", "--new-line-format=+%5dn%L", "--unchanged-line-format=", "--unchanged-line-format==%l%c'\\12'", "--changed-group-format=[%<|%>]", "--old-group-format=%dn,%(e=3?x:%de)%<",
		"--new-group-format=%(N=1?one:many%dN)%xF-%oL%>", "--unchanged-group-format=%(n=0x:%%%q", "--changed-group-format=", "--palette=ad=1:de=7", "-12"}
	file := func(lines []string) string {
		s := strings.Join(lines, "\n")
		if len(lines) > 0 && r.IntN(5) > 0 {
			s += "\n"
		}
		return s
	}
	var list []commandtest.Case
	for range n {
		var one, two []string
		for range r.IntN(14) {
			one = append(one, words[r.IntN(len(words))])
		}
		for _, l := range one {
			switch r.IntN(10) {
			case 0:
			case 1:
				two = append(two, words[r.IntN(len(words))])
			case 2:
				two = append(two, l, words[r.IntN(len(words))])
			default:
				two = append(two, l)
			}
		}
		args := []string{"--label", "a", "--label", "b"}
		for range r.IntN(4) {
			args = append(args, strings.Fields(options[r.IntN(len(options))])...)
		}
		line := " " + strings.Join(args, " ") + " "
		if strings.Contains(line, " -n ") && (strings.Contains(line, " -B ") || strings.Contains(line, " -I ")) || strings.Contains(line, "rcs") {
			continue // the host counts what is ignored there
		}
		list = append(list, commandtest.Case{Args: append(args, "a", "b"), Files: map[string]string{"a": file(one), "b": file(two)}})
	}
	commandtest.Compare(t, Commands(), "diff", list)
}

// TestDiffNames compares what is compared: options for names, directories and links.
func TestDiffNames(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "1\n2\n", "b c": "1\nx\n", "ä": "2\n", "patterns": "*.o\nsub\n", "d1/x.o": "1\n", "d1/X": "a\n", "d1/only": "o\n", "d1/sub/f": "f\n", "d1/z": "z\n", "d1/nul": "\x00a",
		"d2/x.o": "2\n", "d2/x": "a\n", "d2/fresh": "n\n", "d2/sub/f": "g\n", "d2/sub/g": "", "d2/z": "z\n", "d2/nul": "\x00b", "empty/": ""}
	list := cases(files, "1\n", "-r d1 d2", "-rq d1 d2", "-rs d1 d2", "-rN d1 d2", "-rP d1 d2", "-rP d2 d1", "-r -X patterns d1 d2", "-X missing d1 d2", "-rS sub d1 d2", "-S z d1 d2", "-r --ignore-file-name-case d1 d2",
		"-r --ignore-file-name-case --no-ignore-file-name-case d1 d2", "-rx *.o -x [X-z] d1 d2", "--from-file=a - d1 missing", "--to-file=a a missing", "--from-file=a", "--from-file=a --to-file=a", "--from-file=d1 d2", "-rD X d1 d2",
		"-L one -q d1/x.o d2/x.o", "-L one -s d1/z d2/z", "-L one d1/nul d2/nul", "-rL one -L two d1 d2", "-L 1 -L 2 -L 3 a a", "-rN empty d1", "-rN d1 empty", "-r d1 empty", "-s d1 d1", "-y d1 d1", "- d1", "d1 -", "-rn d1 d2", "-re d1 d2", "-rf d1 d2", "-ry d1 d2",
		"--palette=x=1 a ä", "--palette=ad --color=always a ä", "--palette=xx=1 --color=always a ä", "--palette=rs=:ad=3;4 --color=always -u -L a -L b a ä", "--horizon-lines=x a a", "-h a a", "--binary a ä", "-U -1 a ä", "--line-format=a --line-format=b a a", "-D X -D Y a a")
	links := map[string]string{"l1": "a", "l2": "a", "l3": "missing", "d1/l": "z", "d2/l": "X"}
	for _, args := range []string{"-r d1 d2", "-r --no-dereference d1 d2", "--no-dereference l1 l2", "--no-dereference -s l1 l2", "--no-dereference l1 l3", "--no-dereference l1 a", "--no-dereference -q l1 l3", "l1 l3", "-N l1 l3", "l1 a"} {
		list = append(list, commandtest.Case{Args: strings.Fields(args), Files: files, Links: links})
	}
	commandtest.Compare(t, Commands(), "diff", list)
}

// Large files of random lines end soon, with any script that is right.
func TestDiffGivesUp(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 4))
	var one, two strings.Builder
	for range 20_000 {
		one.WriteString(string(rune('a'+r.IntN(26))) + "\n")
		two.WriteString(string(rune('a'+r.IntN(26))) + "\n")
	}
	got := commandtest.Run(t, Commands()["diff"], "diff", commandtest.Case{Args: []string{"a", "b"}, Files: map[string]string{"a": one.String(), "b": two.String()}})
	if got.Status != 1 || strings.Count(got.Stdout, "\n") < 1000 {
		t.Errorf("status %d, %d bytes", got.Status, len(got.Stdout))
	}
}

// TestDiffHoldsFiles gives files as large as may be held, and a byte larger.
func TestDiffHoldsFiles(t *testing.T) {
	t.Parallel()
	limits := command.Limits{LineBytes: 1 << 20, HeldBytes: 4 * 10_000, Steps: 1000}
	for size, status := range map[int]int{10_000: 1, 10_001: 2} {
		c := commandtest.Case{Args: []string{"a", "b"}, Files: map[string]string{"a": strings.Repeat("x\n", size/2) + strings.Repeat("y", size%2), "b": "x\n"}}
		got := commandtest.RunLimited(t, Commands()["diff"], "diff", c, limits)
		if got.Status != status || (got.Stderr != "") != (status == 2) {
			t.Errorf("%d bytes: %d %q", size, got.Status, got.Stderr)
		}
	}
}
