package sort_test

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/sort"
)

// TestShuffleFromASource gives -R its bytes, so that all come to one order.
func TestShuffleFromASource(t *testing.T) {
	t.Parallel()
	files := map[string]string{"f": "a\nb\nc\nd\na\nA\n\nb x\nb y\nlast", "s": "0123456789abcdefghi", "t": strings.Repeat("zy", 8), "short": "abc", "e": ""}
	var cases []commandtest.Case
	for _, args := range []string{
		"-R --random-source=s f", "-R --random-source=t f", "-Ru --random-source=s f", "-Rr --random-source=s f", "-Rf --random-source=t f", "-k1,1R -k2,2 --random-source=s f", "--sort=random --random-source=s f",
		"-R --random-source=short f", "-R --random-source=nope f", "--random-source=nope f", "-R --random-source=e f", "-R --random-source=s --random-source=e f", "--random-source s --random-source s f", "-Rs --random-source=s f",
		"-R -c --random-source=s f",
	} {
		cases = append(cases, commandtest.Case{Args: strings.Fields(args), Files: files})
	}
	commandtest.Compare(t, sort.Commands(), "sort", cases)
}
