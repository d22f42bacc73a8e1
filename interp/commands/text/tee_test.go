package text

import (
	"testing"
)

func TestTee(t *testing.T) {
	t.Parallel()
	files := map[string]string{"old": "old\n", "dir/": ""}
	compare(t, "tee", each(files, "new\n", "", "a", "a b", "old", "-a old", "dir", "dir a", "missing/x b", "-i a", "-p a", "--append old", "--output-error=exit dir a",
		"--output-error=warn dir a", "--output-error dir a", "--output-error=x a", "-x", "-", "-- -a"),
		cases{{Args: []string{"a"}, Stdin: numbered(5000), Pipe: true}}, fixed("x", "x", "a"))
}
