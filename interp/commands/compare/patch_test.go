package compare

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func numberedLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

func TestPatch(t *testing.T) {
	t.Parallel()
	old := numberedLines(20)
	fresh := strings.Replace(strings.Replace(old, "line 5\n", "five\nextra\n", 1), "line 15\n", "", 1)
	p := "--- a/f\n+++ b/f\n@@ -2,7 +2,8 @@\n line 2\n line 3\n line 4\n-line 5\n+five\n+extra\n line 6\n line 7\n line 8\n@@ -12,7 +13,6 @@\n line 12\n line 13\n line 14\n-line 15\n line 16\n line 17\n line 18\n"
	files := map[string]string{"f": old, "p": p, "moved": "new 1\nnew 2\n" + old, "fuzzy": strings.Replace(old, "line 2\n", "other\n", 1), "broken": strings.ReplaceAll(old, "line 5", "gone"), "done": fresh,
		"create": "--- /dev/null\n+++ b/made\n@@ -0,0 +1,2 @@\n+one\n+two\n", "remove": "--- a/one\n+++ /dev/null\n@@ -1 +0,0 @@\n-only\n", "one": "only\n", "junk": "no patch\n", "empty": "", "bad": "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n line 1\nxx\n",
		"nonl": "a\nb", "pnonl": "--- nonl\n+++ nonl\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n", "sub/f": old, "out/": "", "up": "--- ../x\n+++ ../x\n@@ -0,0 +1 @@\n+bad\n"}
	list := cases(files, p, "-p1", "-p1 -i p", "-p0 -i p f", "f p", "moved p", "fuzzy p", "broken p", "-N done p", "-R done p", "-p1 --dry-run -i p", "-p1 -s -i p", "-b f p", "-p1 -i create", "-p1 -i remove", "-i empty", "-i missing", "-p0 -i pnonl", "-d sub -p1", "-p1 -i p -F 0", "-F0 fuzzy p", "-x", "a b c d")
	for i := range list {
		list[i].SkipStderr = true
	}
	list = append(list, commandtest.Case{Args: []string{"f", "p"}, Files: files, Want: &commandtest.Want{Stdout: "patching file f\n"}})
	commandtest.Compare(t, Commands(), "patch", list)
	for _, name := range []string{"junk", "bad", "up"} {
		got := commandtest.Run(t, Commands()["patch"], "patch", commandtest.Case{Args: []string{"-p0", "-i", name}, Files: files})
		if name == "up" && got.Status == 1 && strings.Contains(got.Stdout, "dangerous") {
			continue
		}
		if got.Status != 2 || got.Stderr == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

const gitPatch = "diff --git a/new/deep/x b/new/deep/x\nnew file mode 100755\nindex 0000000..e69de29\n--- /dev/null\n+++ b/new/deep/x\n@@ -0,0 +1 @@\n+one\n" +
	"diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n-line 1\n+LINE 1\n line 2\n line 3\n" +
	"diff --git a/old b/old\ndeleted file mode 100644\n--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n" +
	"diff --git a/r1 b/moved/r2\nsimilarity index 100%\nrename from r1\nrename to moved/r2\n" +
	"diff --git a/r3 b/r4\nsimilarity index 50%\nrename from r3\nrename to r4\n--- a/r3\n+++ b/r4\n@@ -1 +1 @@\n-three\n+four\n" +
	"diff --git a/x.sh b/x.sh\nold mode 100644\nnew mode 100755\n"

func TestPatchOfGit(t *testing.T) {
	t.Parallel()
	files := map[string]string{"f": numberedLines(20), "old": "gone\n", "r1": "ren\n", "r3": "three\n", "x.sh": "echo\n", "sub/": "", "evil": "diff --git a/r1 b/r1\nrename from r1\nrename to ../../out\n"}
	commandtest.Compare(t, Commands(), "patch", cases(files, gitPatch, "-p1", "-p1 --dry-run", "-p1 -s"))
	got := commandtest.Run(t, Commands()["patch"], "patch", commandtest.Case{Args: []string{"-p1", "-i", "evil"}, Files: files})
	if got.Status == 0 || !strings.Contains(got.Files, "r1 ") {
		t.Errorf("a rename out of the directory: %+v", got)
	}
}

// TestPatchGenerated applies random diffs to files that have changed meanwhile.
func TestPatchGenerated(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 64, 150)
	base := numberedLines(30)
	edit := func(s string) string {
		lines := strings.SplitAfter(s, "\n")
		for range 1 + r.IntN(3) {
			i := r.IntN(len(lines) - 1)
			switch r.IntN(3) {
			case 0:
				lines[i] = fmt.Sprintf("new%d\n", r.IntN(9))
			case 1:
				lines[i] += fmt.Sprintf("ins%d\n", r.IntN(9))
			default:
				lines[i] = ""
			}
		}
		return strings.Join(lines, "")
	}
	var all []commandtest.Case
	for range n {
		fresh, current := edit(base), base
		p := commandtest.Run(t, Commands()["diff"], "diff", commandtest.Case{Args: []string{"-u", "-L", "a/f", "-L", "b/f", "f", "g"}, Files: map[string]string{"f": base, "g": fresh}}).Stdout
		switch r.IntN(8) {
		case 0, 1, 2:
			current = edit(base)
		case 3:
			current = "pre1\npre2\n" + base
		case 4:
			current = fresh
		case 5:
			p = strings.ReplaceAll(p, "\n", "\r\n")
		}
		var args []string
		for range r.IntN(3) {
			args = append(args, strings.Fields([]string{"-s", "-b", "--dry-run", "-N", "-f", "-t", "-F0", "-F3", "-l", "-z .bak", "-r rej", "-E", "-B pre/", "--no-backup-if-mismatch", "-u"}[r.IntN(15)])...)
		}
		all = append(all, commandtest.Case{Args: append(args, "-p1"), Stdin: p, Files: map[string]string{"f": current}})
	}
	commandtest.Compare(t, Commands(), "patch", all)
}

// What diff finds, patch applies, both ways.
func TestPatchUndoesDiff(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	for range 100 {
		side := func() string {
			var b strings.Builder
			for range r.IntN(40) {
				fmt.Fprintf(&b, "%d\n", r.IntN(6))
			}
			return b.String() + []string{"", "end"}[r.IntN(2)]
		}
		a, b := side(), side()
		files := map[string]string{"a": a, "b": b}
		files["p"] = commandtest.Run(t, Commands()["diff"], "diff", commandtest.Case{Args: []string{"-u", "-L", "a", "-L", "a", "a", "b"}, Files: files}).Stdout
		for _, c := range []struct {
			args  []string
			from  string
			after string
		}{{[]string{"-s", "a", "p"}, a, b}, {[]string{"-s", "-R", "b", "p"}, b, a}} {
			got := commandtest.Run(t, Commands()["patch"], "patch", commandtest.Case{Args: append([]string{"-o", "new"}, c.args...), Files: files})
			if a != b && (got.Status != 0 || !strings.Contains(got.Files, fmt.Sprintf(" new %q\n", c.after))) {
				t.Errorf("%q: %d %s%s\n%q to %q\n%s\n%s", c.args, got.Status, got.Stdout, got.Stderr, c.from, c.after, files["p"], got.Files)
			}
		}
	}
}

// TestPatchFormats applies what diff writes in the formats that patch reads, and
// what does not fit.
func TestPatchFormats(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 66, 120)
	diff, lines := Commands()["diff"], strings.SplitAfter(numberedLines(25), "\n")
	change := func(lines []string, often int) string {
		var b strings.Builder
		for _, l := range lines {
			switch r.IntN(often) {
			case 0:
			case 1:
				b.WriteString("changed\n")
			case 2:
				b.WriteString(l + "new\n")
			default:
				b.WriteString(l)
			}
		}
		if r.IntN(8) == 0 {
			return strings.TrimSuffix(b.String(), "\n")
		}
		return b.String()
	}
	var list []commandtest.Case
	for range n {
		one := strings.Join(lines, "")
		two := change(lines, 12)
		format := []string{"-c", "-C1", "--normal", "-u", "-U1"}[r.IntN(5)]
		text := commandtest.Run(t, diff, "diff", commandtest.Case{Args: []string{format, "-L", "a", "-L", "b", "a", "b"}, Files: map[string]string{"a": one, "b": two}}).Stdout
		file := one
		if r.IntN(3) == 0 && format != "--normal" {
			file = "0\n0\n" + one
		}
		args := [][]string{{"a", "p"}, {"-N", "a", "p"}, {"-f", "a", "p"}, {"-D", "X", "a", "p"}, {"-s", "a", "p"}}[r.IntN(5)]
		list = append(list, commandtest.Case{Args: args, Files: map[string]string{"a": file, "p": text}})
	}
	for _, text := range []string{"--- a/x/f\n+++ b/x/f\n@@ -1 +1 @@\n-1\n+one\n", "lead\n--- nope\n+++ nope\n@@ -1,2 +1 @@\n-1\n-2\n+one\n", "--- /dev/null\n+++ there\n@@ -0,0 +1 @@\n+a\n", "--- gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "1c1\n< 1\n---\n> one\n",
		"*** there\n--- there\n***************\n*** 1 ****\n! 1\n--- 1 ----\n! one\n", "*** there\n--- there\n***************\n*** 1,9 ****\n! 1\n--- 1 ----\n! one\n", "Index: there\n1c1\n< 1\n---\n> one\n"} {
		for _, args := range []string{"", "-p0", "-p1", "-f -p0", "-N -p0", "-R -p0", "-p0 -o -", "-c -p0", "-n -p0"} {
			list = append(list, commandtest.Case{Args: strings.Fields(args), Stdin: text, Files: map[string]string{"there": "1\n"}, SkipStderr: true})
		}
	}
	commandtest.Compare(t, Commands(), "patch", list)
}

// TestPatchOptions compares what is kept, rejected, refused and told.
func TestPatchOptions(t *testing.T) {
	t.Parallel()
	old := numberedLines(20)
	unified := "--- f\n+++ f\n@@ -4,5 +4,5 @@\n line 4\n line 5\n-line 6\n+six\n line 7\n line 8\n"
	files := map[string]string{
		"f": old, "p": unified, "other": strings.Replace(old, "line 6\n", "LINE 6\n", 1), "done": strings.Replace(old, "line 6\n", "six\n", 1), "f.~1~": "", "k/": "",
		"quoted": "--- \"a b\"\t2020\n+++ \"a b\"\t2020\n@@ -1 +1 @@\n-1\n+2\n", "a b": "1\n", "indented": "text\n   --- one\n   +++ one\n   @@ -1 +1 @@\n   -1\n   +2\nend\n", "one": "1\n", "1\r\n": "",
		"prereq": "Prereq: 1.2\n--- one\n+++ one\n@@ -1 +1 @@\n-1\n+2\n", "short": "--- one\n+++ one\n@@ -1,2 +1 @@\n-1\n+2\n", "wrong": "--- one\n+++ one\n@@ -1 +1 @@\n-1\n*2\n",
		"crs": "1\r\n", "pcrs": "--- crs\n+++ crs\n@@ -1 +1 @@\n-1\n+2\n", "gone": "diff --git a/two b/two\ndeleted file mode 100644\n--- a/two\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n", "two": "1\n2\n",
		"empty": "diff --git a/new b/new\nnew file mode 100644\nindex 0000000..e69de29\n", "removed": "diff --git a/none b/none\ndeleted file mode 100644\nindex e69de29..0000000\n", "none": "",
		"link": "diff --git a/l b/l\nnew file mode 120000\nindex 0000000..1\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+target\n\\ No newline at end of file\n", "binary": "diff --git a/one b/one\nindex 1..2\nGIT binary patch\nliteral 1\nIcmZ0\n",
		"deep": "--- a/d/e/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n", "d/e/x": "1\n",
	}
	var list []commandtest.Case
	for _, args := range []string{
		"-b -Y old. f p", "-b -B bk/ f p", "-b -B bk/ -Y x -z .s f p", "-b -z .s f p", "-b -V numbered f p", "-b -V existing f p", "-b -V simple f p", "-b -V t f p", "-b -Y y k/../f p",
		"other p", "--reject-format=context other p", "--reject-format=unified other p", "--verbose f p", "--verbose done p", "--verbose --dry-run f p", "-N --verbose done p", "-s --verbose f p",
		"-i quoted", "-i indented", "-i prereq", "-f -i prereq", "-t -i prereq", "-i short", "-i wrong", "-i pcrs", "-p1 -i gone", "-p1 -i empty", "-p1 -i removed", "-p1 -i link", "-p1 -i binary", "-p1 -i deep", "-p1 --verbose -i deep", "k p", "-p1 -R -i deep", "lnk p", "--follow-symlinks lnk p",
	} {
		list = append(list, commandtest.Case{Args: strings.Fields(args), Files: files, Links: map[string]string{"lnk": "f"}})
	}
	commandtest.Compare(t, Commands(), "patch", list)
}
