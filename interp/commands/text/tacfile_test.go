package text

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestTacOfLargeFiles has records and separators across the blocks that a file
// is read in, and one record longer than many.
func TestTacOfLargeFiles(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 6))
	var words strings.Builder
	for words.Len() < 5*tacBlock {
		words.WriteString(strings.Repeat("x", r.IntN(200)))
		words.WriteString(pick(r, "\n", "ab", "\n\n", "aab", "a"))
	}
	long := "first\n" + strings.Repeat("y", 6*tacBlock) + "\nlast"
	exact := strings.Repeat("1234567\n", 2*tacBlock/8)
	files := map[string]string{"words": words.String(), "long": long, "exact": exact, "over": exact + "\n", "none": strings.Repeat("z", 2*tacBlock+1)}
	var list []commandtest.Case
	for name := range files {
		for _, args := range [][]string{{name}, {"-b", name}, {"-s", "ab", name}, {"-b", "-s", "ab", name}, {"-s", "a", name}, {"-s", "67\n12", name}} {
			list = append(list, commandtest.Case{Args: args, Files: files})
		}
	}
	list = append(list, commandtest.Case{Args: []string{"words", "missing", "exact", "-"}, Stdin: "a\nb\n", Files: files})
	commandtest.Compare(t, Commands(), "tac", list)
}
