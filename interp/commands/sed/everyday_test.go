package sed

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

//go:embed testdata/everyday.txt
var everydayList string

//go:embed testdata/sample.txt
var sample string

// everyday are one-line scripts that people write, and wrong ones. In the file
// ¶ stands for a newline.
func everyday() (list [][]string) {
	for l := range strings.Lines(everydayList) {
		list = append(list, []string{strings.ReplaceAll(strings.TrimSuffix(l, "\n"), "¶", "\n")})
	}
	return list
}

// extended spells a script with extended regular expressions.
var extended = strings.NewReplacer(`\(`, "(", `\)`, ")", `\|`, "|", `\{`, "{", `\}`, "}", `\+`, "+", `\?`, "?")

func TestEveryday(t *testing.T) {
	t.Parallel()
	files := commandtest.Awkward(map[string]string{"t": sample, "ins": "inserted 1\ninserted 2\n"})
	var all []commandtest.Case
	for i, s := range everyday() {
		args := [][]string{{s[0], "t"}, {"-n", s[0], "t"}, {"-E", extended.Replace(s[0]), "t"}, {"-s", s[0], "nonl", "missing", "dup"}, {"-z", s[0], "nul"}, {"-i", s[0], "crlf", "t"}}
		// Two forms of each; together the scripts see all of them.
		for _, a := range [][]string{args[0], args[1+i%5]} {
			if a[0] == "-z" && strings.Contains(strings.ToUpper(s[0]), "/M") {
				continue // the host's sed has lines of its own there
			}
			all = append(all, commandtest.Case{Args: a, Files: files, Stdin: sample, Pipe: true})
		}
	}
	commandtest.Compare(t, Commands(), "sed", all)
}

func TestGeneratedOptions(t *testing.T) {
	t.Parallel()
	g := commandtest.Generator{
		Options: []string{"-n", "-s", "-z", "-u", "-i", "-i.bak", "-b", "-l 5", "-l 1", "--sandbox", "--quiet", "--separate", "--null-data", "--in-place=.o", "--line-length=7"},
		Texts:   everyday(), Files: map[string]string{"t": sample, "ins": "inserted 1\ninserted 2\n"},
		// Without wide and bad: some empty matches of the host's sed part
		// characters there.
		Names: []string{"empty", "nonl", "nls", "words", "nul", "crlf", "tabs", "csv", "dup", "missing", "-", "t"}, SkipStderr: true,
	}
	r, n := commandtest.Random(t, 61, 300)
	var all []commandtest.Case
	for _, c := range g.Cases(r, n) {
		line := strings.Join(c.Args, " ")
		if !strings.Contains(line, "/dev/std") && !strings.Contains(strings.ToUpper(line), "/M") {
			all = append(all, c)
		}
	}
	commandtest.Compare(t, Commands(), "sed", all)
}

// What was once done otherwise than by the host's sed.
func TestLikeTheHost(t *testing.T) {
	t.Parallel()
	files := commandtest.Awkward(nil)
	var all []commandtest.Case
	for _, args := range [][]string{
		{":a s/o/0/;ta", "words"}, {":a;s/o/0/;t a;p", "words"}, {"{:a}", "words"}, {":a}p", "words"}, {"ba };:a", "words"}, {"v", "words"}, {"v 4.2", "words"}, {"v 4.9.1", "words"}, {"v x", "words"},
		{"-b", "p", "words"}, {"--binary", "p", "words"}, {"--follow-symlinks", "-i", "s/a/b/", "link", "words"}, {"--follow-symlinks", "-i", "p", "missing"}, {"-i", "s/a/b/", "link"},
		{"-s", "H;$!d;x;s/\\n/,/g", "nonl", "dup"}, {"-s", "R csv", "nonl", "dup"}, {"-i", "p"}, {"-i", "p", "-", "dup"}, {"-i", "p", "dir", "dup"}, {"q5", "missing", "dup"}, {"Q3", "missing", "dup"},
		{"#no", "dup"}, {"-e", "#nx", "-e", "p", "dup"}, {"-e", "p", "-e", "#n", "dup"}, {"-e", "p", "-e", "//p", "dup"}, {"y/a/\\\n/", "dup"}, {"N;N;s/.$/X/Mg", "nls"}, {"N;s/a.a/X/M", "dup"}, {"N;s/a[^x]a/X/M", "dup"},
		{"s/\\x5e/b/", "dup"}, {"s/a\\x2a/b/", "dup"}, {"s/\\x2e/b/", "dup"}, {"-E", "s/a\\x7cb/Z/", "dup"}, {"s/a/\\x26/", "dup"}, {"-z", "i X", "nul"}, {"-z", "c X", "nul"}, {"-z", "a X", "nul"}, {"-z", "=", "nul"}, {"-z", "l", "nul"}, {"-z", "F", "nul"},
		{"s/a/x\ny/", "dup"}, {"s/a/x\\\ny/", "dup"}, {"y/a/\n/", "dup"}, {"b x;b y;T z", "dup"}, {"a p\\x41q\\o102\\d067\\cAr\\q\\\\x", "dup"}, {"--posix", "i\\\np\\x41\\t", "dup"}, {"1i\\x41", "dup"},
		{"--posix", "s/a/b/i", "dup"}, {"--posix", "s/a/b/M", "dup"}, {"--posix", "s/a/b/e", "dup"}, {"--posix", "1,2a\\\nx", "dup"}, {"--posix", "1,2=", "dup"}, {"--posix", "1,2r x", "dup"}, {"--posix", "1,2l", "dup"}, {"--posix", "1,2p", "dup"},
		{"--posix", "R x", "dup"}, {"--posix", "q 7", "dup"}, {"--posix", "l 3", "dup"}, {"-isub/*", "s/a/b/", "words"},
	} {
		all = append(all, commandtest.Case{Args: args, Files: files, Links: map[string]string{"link": "csv"}}, commandtest.Case{Args: args, Files: files, Links: map[string]string{"link": "csv"}, Env: []string{"POSIXLY_CORRECT=1"}})
	}
	commandtest.Compare(t, Commands(), "sed", all)
}
