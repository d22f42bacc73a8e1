package files_test

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/files"
)

// TestFindRegex compares -regex in all syntaxes. One directory with one file
// leaves no question of order.
func TestFindRegex(t *testing.T) {
	t.Parallel()
	made := map[string]string{"abab.txt": "", "d/": ""}
	var cases []commandtest.Case
	for _, expr := range []string{
		`.*b\.txt`, `\./\(ab\)\1\.txt`, `.*/\(a\|b\)+\.txt`, `./(ab)+\.txt`, `./\(ab\)\{2\}.txt`, `./(ab){2}\.txt`, `abab.txt`, `./abab.tx`, `./abab.txt?`, `./a+b+ab.txt`, `\./a\+bab\.txt`, `./(ab|abab).txt`,
		`.*[[:alpha:]]`, `.*[^x]*t`, `./\(abab\|ab\).*`, `./ABAB.txt`, `(`, `\(`, `[a`, `.+`, `./d`, `.`, `./[a-z]{1,9}.txt`,
	} {
		for _, syntax := range []string{"", "emacs", "findutils-default", "posix-basic", "posix-extended", "egrep", "sed", "posix-awk", "grep", "posix-egrep"} {
			args := []string{".", "-regextype", syntax, "-regex", expr}
			if syntax == "" {
				args = []string{".", "-iregex", expr}
			}
			cases = append(cases, commandtest.Case{Args: args, Files: made, SkipStderr: true})
		}
	}
	cases = append(cases, commandtest.Case{Args: []string{"-regextype", "nope", "-regex", "x"}, SkipStderr: true}, commandtest.Case{Args: []string{"-regex", `\(`}}, commandtest.Case{Args: []string{"-regex"}})
	for i := range cases {
		cases[i].Args = append(cases[i].Args, "-printf", "%p\n")
	}
	commandtest.Compare(t, files.Commands(), "find", cases)
}
