package text

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestPrintfGenerated compares random conversions and arguments.
func TestPrintfGenerated(t *testing.T) {
	t.Parallel()
	conversions := []string{"%s", "%d", "%i", "%u", "%o", "%x", "%X", "%c", "%e", "%E", "%f", "%g", "%G", "%a", "%A", "%.2a", "%b", "%q", "%%", "%5s", "%-5s|", "%05d", "%+d", "% d", "%.2f", "%.3s", "%5.1f", "%*d", "%-*d|", "%.*f", "%#x", "%#o", "%ld", "%5c|", "%.0f", "%10b|", "%y", "%",
		"%5", "%+a", "%020a", "%.10d", "%+.3e", "%-10.3s|", "%08.3f", "%#g", "a\\nb", "\\t%s", "\\x41", "\\101", "\\u00e9", "\\e[0m", "\\c%s", "%s\\n", "%0s", "%#s"}
	arguments := []string{"", "a", "abc", "10", "-5", "3.14", "0x1F", "010", "08", "1e3", "abc123", "12abc", "'A", "\"B", "'é", " 5", "+7", "99999999999999999999", "inf", "a\\tb", "\\c", "0.1", ".5", "-0", "it's", "a b", "1000"}
	r, n := commandtest.Random(t, 67, 400)
	var all, echoes []commandtest.Case
	for range n {
		args := []string{""}
		for range 1 + r.IntN(3) {
			args[0] += conversions[r.IntN(len(conversions))]
		}
		for range r.IntN(4) {
			args = append(args, arguments[r.IntN(len(arguments))])
		}
		if strings.Contains(args[0], "*") && strings.Contains(strings.Join(args, " "), "999") {
			continue // widths of any size
		}
		all = append(all, commandtest.Case{Args: args})
	}
	commandtest.Compare(t, Commands(), "printf", all)
	words := []string{"-n", "-e", "-E", "-ne", "-nE", "-x", "--", "a", "a\\tb", "\\x41\\101\\0101", "a\\cb", "\\\\n", "-"}
	for range n / 4 {
		var c commandtest.Case
		for range r.IntN(4) {
			c.Args = append(c.Args, words[r.IntN(len(words))])
		}
		if r.IntN(2) == 0 {
			c.Env = []string{"POSIXLY_CORRECT=1"}
		}
		echoes = append(echoes, c)
	}
	commandtest.Compare(t, Commands(), "echo", echoes)
}
