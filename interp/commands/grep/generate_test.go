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
			args = append(args, pick("-n", "-v", "-c", "-o", "-w", "-x", "-i", "-b", "-m2", "-A1", "-B1", "-C2", "-H", "-l", "-L", "-q", "--color=always"))
		}
		args = append(args, "-e", pattern.String())
		if r.IntN(4) == 0 {
			args = append(args, "-e", pick("b", "é", "1", "ba"))
		}
		all = append(all, commandtest.Case{Args: args, Stdin: text.String()})
	}
	commandtest.Compare(t, Commands(), "grep", all)
}
