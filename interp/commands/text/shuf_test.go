package text

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestShufFromASource draws from a file, which gives one order everywhere. Of what
// is a pipe lines are drawn while it is read.
func TestShufFromASource(t *testing.T) {
	t.Parallel()
	var bytes strings.Builder
	for i := range 4000 {
		bytes.WriteByte(byte(i * i * 7 >> 3))
	}
	files := map[string]string{"s": bytes.String(), "f": numbered(300), "short": "abc", "e": "", "d/": "", "one": "x\n"}
	var list cases
	for _, args := range []string{
		"f", "-n 5 f", "-i 1-10", "-i 1-1000000 -n 20", "-r -n 50 -i 0-6", "-e a b c d", "-r -n 9 -e a b c", "-n 0 f", "one", "e", "-z f", "-i 5-5", "-i 0-255 -n 9", "-i 0-256 -n 9", "-r -n 3 e",
		"-i 0-65535 -n 300", "-r -n 100 -i 1-3", "nope", "-i 1-4000000000 -n 5",
	} {
		list = append(list, commandtest.Case{Args: append([]string{"--random-source=s"}, strings.Fields(args)...), Files: files})
	}
	for _, args := range []string{"--random-source=nope f", "--random-source s --random-source e f", "--random-source s --random-source s f", "--random-source e one", "--random-source=d -e a b", "--random-source=short -i 1-70000 -r -n 9"} {
		list = append(list, commandtest.Case{Args: strings.Fields(args), Files: files})
	}
	for _, args := range []string{"-n 5", "-n 100", "-n 299", "-n 300", "-n 1000", "-n 1", "-n 0", "-z -n 2", "-n 3 -o out"} {
		list = append(list, commandtest.Case{Args: append([]string{"--random-source=s"}, strings.Fields(args)...), Files: files, Stdin: numbered(300), Pipe: true})
	}
	list = append(list, commandtest.Case{Args: []string{"--random-source=nope", "-n", "3"}, Files: files, Pipe: true}, commandtest.Case{Args: []string{"--random-source=short", "-n", "3"}, Files: files, Stdin: numbered(90), Pipe: true})
	compare(t, "shuf", list)
}
