package compare

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestCmpGenerated compares cmp with random options and operands.
func TestCmpGenerated(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 68, 200)
	options := strings.Fields("-l -b -s -i1 -i1:2 -n3 -n0 -lb -bs -ls --print-bytes -nx -ix -i1: -i:1 -n-1 -i-1 -n1k -i1x --verbose --nope -n99999999999999999999 -i99999999999999999999 -i0:2 -n010 -i0x1 -b -l")
	operands := []string{"a b", "a b", "a b", "a b", "b a", "a", "a b 1", "a b 1 2", "a b 1 2 3", "a -", "a missing", "missing b", "a .", "", "a empty", "a b x", "a b 0x2", "a a", "a b 1k -1", "a b 99999999999999999999", "long b", "a nul"}
	files := map[string]string{"a": "one\ntwo\nthree\n", "b": "one\ntwX\nthree\nfour\n", "empty": "", "long": strings.Repeat("one\n", 9), "nul": "one\x00\xff\x80\ntwo\n"}
	var all []commandtest.Case
	for range n {
		var args []string
		for range r.IntN(4) {
			args = append(args, options[r.IntN(len(options))])
		}
		args = append(args, strings.Fields(operands[r.IntN(len(operands))])...)
		all = append(all, commandtest.Case{Args: args, Files: files, Stdin: []string{"one\ntwo\n", "one\ntwo\nthree\n", ""}[r.IntN(3)]})
	}
	commandtest.Compare(t, Commands(), "cmp", all)
}
