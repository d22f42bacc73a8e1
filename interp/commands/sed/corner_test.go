package sed

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestCorners has the first line's r, what --posix and --sandbox refuse, and
// messages.
func TestCorners(t *testing.T) {
	t.Parallel()
	files := map[string]string{"in": "ab 1\ncd 2\n", "in2": "ef 3\n", "head": "HEAD\n", "open": "no end", "none": "",
		"-": "dash ab\n", "crlf.sed": "s/./x/\r\ns/b/y/\r"}
	links := map[string]string{"l1": "l2", "l2": "in", "ring": "ring"}
	var all []commandtest.Case
	for _, args := range [][]string{
		{"0rhead", "in"}, {"0 r head", "in"}, {"0ropen", "in"}, {"-n", "0rhead", "in"}, {"0rhead", "none", "in"}, {"0rhead", "none"}, {"-s", "0rhead", "in", "in2"}, {"-s", "-i", "0rhead", "in", "in2"},
		{"0rhead\n1d", "in"}, {"1i before\n0rhead", "in"}, {"2q;0rhead", "in"}, {"0rmissing", "in"}, {"0!rhead", "in"}, {"0Rhead", "in"}, {"0{rhead\n}", "in"}, {"--posix", "0rhead", "in"}, {"--sandbox", "0rhead", "in"}, {"-z", "0rhead", "in"},
		{"--sandbox", "e", "in"}, {"--sandbox", "s/a/b/e", "in"}, {"--sandbox", "s/a/b/w x", "in"}, {"{p;1}", "in"}, {"2}", "in"}, {"-f", "crlf.sed", "in"},
		{"s/[[:]]//", "in"}, {"s/[[:a]//", "in"}, {"s/[[.a]//", "in"}, {"/[[=a]/p", "in"}, {"s/a/\\c\\d/", "in"}, {"s/a/\\c\\\\z/", "in"}, {"y/a/\\c\\d/", "in"}, {"y/a/\\c\\\\/", "in"},
		{"--posix", "s/a/\\1-/", "in"}, {"--posix", "s/b\\+/x/", "in"}, {"--posix", "s/1\\|2/x/", "in"}, {"--posix", "s/b\\?/x/", "in"}, {"--posix", "s/\\w/x/", "in"}, {"--posix", "-E", "s/b+|\\d/x/", "in"},
		{"-i", "s/ab/X/", "-"}, {"-n", "--follow-symlinks", "1F", "l1"}, {"-n", "1F", "l1"}, {"--follow-symlinks", "p", "missing"}, {"--follow-symlinks", "p", "ring"}, {"--follow-symlinks", "p", "-"},
	} {
		all = append(all, commandtest.Case{Args: args, Stdin: "from stdin\n", Files: files, Links: links})
	}
	for _, cols := range []string{"8", "3", "1", "0", "x", ""} {
		all = append(all, commandtest.Case{Args: []string{"-n", "s/$/ and more/;l", "in"}, Files: files, Env: []string{"COLS=" + cols}})
	}
	commandtest.Compare(t, Commands(), "sed", all)
}
