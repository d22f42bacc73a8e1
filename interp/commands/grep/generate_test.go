package grep

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestGenerated compares random options, patterns and texts.
func TestGenerated(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 22))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var all []commandtest.Case
	for range 250 {
		var text, pattern strings.Builder
		for range 3 + r.IntN(40) {
			text.WriteString(pick("a", "b", "ab", " ", "\n", "\n", "é", "_", "A", "1", "a b"))
		}
		for range 1 + r.IntN(4) {
			pattern.WriteString(pick("a", "b", "a*", "b+", "(a|b)", "[ab]", "[^a]", ".", "é", "(ab)?", "a{1,2}", "^", "$", "[[:alnum:]]", "\\w", "(a)\\1"))
		}
		args := []string{pick("-E", "-E", "-F")}
		for range r.IntN(4) {
			args = append(args, pick("-n", "-v", "-c", "-o", "-w", "-x", "-i", "-b", "-m2", "-A1", "-B1", "-C2", "-1", "-H", "-l", "-L", "-q", "--color=always"))
		}
		args = append(args, "-e", pattern.String())
		if r.IntN(4) == 0 {
			args = append(args, "-e", pick("b", "é", "1", "ba"))
		}
		all = append(all, commandtest.Case{Args: args, Stdin: text.String()})
	}
	commandtest.Compare(t, Commands(), "grep", all)
}

// TestGeneratedOptions compares more options on files that are awkward.
func TestGeneratedOptions(t *testing.T) {
	t.Parallel()
	g := commandtest.Generator{
		Options: []string{"-i", "-v", "-n", "-c", "-l", "-L", "-o", "-q", "-s", "-h", "-H", "-w", "-x", "-b", "-A1", "-B1", "-C 1", "-2", "-m1", "-m 2", "-m0", "-a", "-z", "-Z", "-T", "--color=always", "-E", "-F", "-G", "-P", "--label=L",
			"--line-buffered", "-U", "-u", "-I", "--binary-files=text", "--binary-files=without-match", "-d skip", "--no-messages", "--max-count=1", "--only-matching", "--count", "--group-separator=## -A1", "--no-group-separator -A1", "--no-ignore-case", "-f pats", "-e foo", "--regexp=o"},
		Texts: [][]string{{"foo"}, {"o"}, {"a"}, {"^"}, {"x"}, {""}, {"[a-c]"}, {"foo\nbar"}, {"."}, {"b$"}, {"o*"}, {"\\(o\\)"}, {"a**"}, {"\\{1\\}"}, {"(o|e)"}, {"\\bo"}, {"q.*k"}},
		Names: []string{"bad", "empty", "nonl", "nl", "nls", "words", "nul", "crlf", "tabs", "wide", "long", "dup", "missing", "dir", "-"},
		Files: map[string]string{"pats": "foo\nbar\n"},
	}
	r, n := commandtest.Random(t, 63, 400)
	commandtest.Compare(t, Commands(), "grep", g.Cases(r, n))
}

// What was once done otherwise than by the host's grep.
func TestLikeTheHost(t *testing.T) {
	t.Parallel()
	files := commandtest.Awkward(nil)
	var all []commandtest.Case
	for _, args := range [][]string{
		{"-v", "", "words"}, {"-vc", "", "missing"}, {"-vL", "", "words"}, {"-vw", "", "words"}, {"-m0", "x", "missing"}, {"-m0", "-L", "x", "words"}, {"-E", "-F", "x", "words"}, {"-F", "-F", "o", "words"}, {"-G", "-P", "o", "words"},
		{"-P", "a\nb", "words"}, {"-P", "-e", "a", "-e", "b", "words"}, {"-u", "o", "words"}, {"--nope"}, {"-e"}, {}, {"-Tn", "o", "words"}, {"-Tnb", "o", "words", "nonl"}, {"-Tno", "o", "-"}, {"-c", "o", "dir"}, {"-L", "o", "dir", "words"},
		{"a**", "dup"}, {"a**b", "dup"}, {"\\{1\\}", "nums"}, {"x[**]*", "long"},
	} {
		all = append(all, commandtest.Case{Args: args, Files: files, Stdin: "foo\n", Pipe: true})
	}
	commandtest.Compare(t, Commands(), "grep", all)
	commandtest.Compare(t, Commands(), "egrep", []commandtest.Case{{Args: []string{"-F", "o", "words"}, Files: files}, {Args: []string{"o+", "missing"}, Files: files}, {Args: []string{"nul"}, Files: files}})
	commandtest.Compare(t, Commands(), "fgrep", []commandtest.Case{{Args: []string{"-E", "o", "words"}, Files: files}, {Args: []string{"a", "nul"}, Files: files}, {Args: []string{"-F", "o", "words"}, Files: files}})
}
