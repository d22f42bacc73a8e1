package sed

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestGenerated compares random scripts that end by themselves.
func TestGenerated(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 32))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	address := func() string {
		one := func() string { return pick("1", "2", "3", "$", "/a/", "/b$/", "/^$/", "\\,a b,", "2~2") }
		switch r.IntN(4) {
		case 0:
			return one()
		case 1:
			return one() + "," + pick("2", "4", "$", "/b/", "+1", "~2")
		case 2:
			return one() + "!"
		}
		return ""
	}
	command := func() string {
		switch r.IntN(5) {
		case 0, 1:
			re := pick("a", "b*", "[ab]", "\\(a\\)\\(b*\\)", "^.", ".$", "a\\|b", "x*", "\\w\\+", "\\n", "")
			with := pick("x", "&&", "[&]", "\\n", "\\U&", "\\u&\\E-", "")
			if strings.HasPrefix(re, "\\(") {
				with = pick("\\2\\1", "\\1", "\\u\\1\\L\\2")
			}
			return fmt.Sprintf("s/%s/%s/%s", re, with, pick("", "g", "2", "p", "gi", "2g", "M"))
		case 2:
			return pick("p", "d", "D", "g", "G", "h", "H", "x", "n", "N", "P", "=", "l", "z", "q", "Q", "F", "q2")
		case 3:
			return pick("y/ab/ba/", "y/a b/xyz/", "b", "t", "T", "be", "te")
		}
		return pick("a x\n", "i y\n", "c z\n", "{p;s/a/b/}", "{x;G}", "r f1\n", "R f1\n", "w out\n")
	}
	var all []commandtest.Case
	for range 300 {
		var script, text strings.Builder
		for range 1 + r.IntN(5) {
			script.WriteString(address() + command() + "\n")
		}
		script.WriteString(":e")
		for range 1 + r.IntN(12) {
			text.WriteString(pick("a", "b", "ab", "a b", "\n", "\n", "é", "aab"))
		}
		args := []string{script.String()}
		if r.IntN(3) == 0 {
			args = []string{"-n", script.String()}
		}
		all = append(all, commandtest.Case{Args: args, Stdin: text.String(), Files: map[string]string{"f1": "file 1\nfile 2\n"}})
	}
	commandtest.Compare(t, Commands(), "sed", all)
}
