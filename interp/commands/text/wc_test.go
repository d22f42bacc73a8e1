package text

import (
	"math/rand/v2"
	"testing"
)

func TestWc(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "one two\nthree\n", "b": "x", "empty": "", "utf": "äöü 日本語\t|\n e\u0301 \u00a0x\u2003y\n", "bad": "\xff\xfe a\x80b \xc3", "dir/": "",
		"ctl": "\x01 \x02a\r\fbb\vccc\x7f\n", "big": numbered(30000), "list": "a\x00b\x00", "nl\nname": "x\n"}
	compare(t, "wc", each(files, "some words here\n", "", "a", "a b", "-l a", "-w a", "-c a", "-m utf", "-L utf", "-lwcmL utf a", "-m bad", "-w bad", "bad", "-c big", "big a", "empty",
		"-l empty", "missing", "missing a", "dir", "dir a", "-", "- a", "--files0-from=list", "--files0-from=missing", "--files0-from=list a", "-L a ctl", "ctl", "-w ctl utf", "-lw a b", "--lines a", "--max a", "-x", "--li a big", "-mw utf", "-l big", "-w big", "-L big", "-c", "-l"),
		fixed("piped in\n", "      1       2       9\n"),
		cases{{Args: []string{"-c"}, Stdin: "piped", Pipe: true}, {Args: []string{"-", "a"}, Stdin: "piped", Pipe: true, Files: files}, {Args: []string{"nl\nname"}, Files: files}},
		random(3, 80, func(r *rand.Rand) ([]string, string) {
			return some(r, 4, "-l", "-w", "-c", "-m", "-L"), scramble(r, 12, "a", " ", "\t", "日", "\xc3", "\xff", "é", "\r", "\f", "\x00", "word", "\u00a0")
		}))
}
