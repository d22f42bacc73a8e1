package files_test

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/files"
)

func TestPathchk(t *testing.T) {
	t.Parallel()
	made := map[string]string{"f": "", "d/g": ""}
	long := strings.Repeat("a", 300)
	var cases []commandtest.Case
	for _, args := range [][]string{
		{}, {"a"}, {"f", "d/g", "d/none"}, {"-p", "a@b"}, {"-P", "--", "-a"}, {"-P", "a/-b"}, {"-pP", "a/-b"}, {"-p", "aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaa"}, {"nope/x"}, {"f/x"},
		{"-x"}, {"--port", "a", "b*", "c"}, {""}, {"-p", ""}, {"-P", ""}, {"-p", "a\nb"}, {"-p", "aé"}, {"-p", "a\xff"}, {long}, {"-p", long}, {"-p", strings.Repeat("abc/", 64)},
		{"-p", strings.Repeat("abc/", 63) + "abc"}, {strings.Repeat("abcdefghi/", 500)}, {"-P", long}, {"-p", "/", "//a"},
	} {
		cases = append(cases, commandtest.Case{Args: args, Files: made})
	}
	commandtest.Compare(t, files.Commands(), "pathchk", cases)
}
