package grep

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestRepeats has operators that repeat nothing, or each other, and minus signs
// in brackets.
func TestRepeats(t *testing.T) {
	t.Parallel()
	files := map[string]string{"f": "a\nb\nab\n*b\n+b\n{1}a\n{1}\naa\naaa\naab\n^a\n*a\n**a\n\na{1\na{\n{\n{a\n-\n1\n4-4\na1c\na-c\nx*\n"}
	var all []commandtest.Case
	for kind, list := range map[string][]string{
		"-G": {`\(**\)b`, `a\(**\)b`, `\(\{1\}a\)`, `^\{1\}`, `\{1\}`, `a\{1\}\{1\}`, `a\{1\}\{2\}`, `a*\{1\}`, `a*\{2\}b`, `a\{1\}*`, `**`, `***a`, `^*`, `^**a`, `\(^*a\)`, `a\+*`, `a\?\?`, `\(*\)b`, `x*\(*b\)`, `a\{2,1\}`, `a\{x\}`, `a\{1`, `\)`, `\(`},
		"-E": {`({1}a)`, `(a|{1}b)`, `^{1}`, `{1}`, `{1}a`, `x|{1}`, `a{}`, `a{,}`, `a{x`, `a{1`, `{`, `a{2}{2}`, `a{1,2}{2}`, `^*`, `a|*b`, `a**`, `a{2,1}`, `[1-3-5]`, `[a-c-]`, `[-a-c]`, `[^-a]`, `[]-a]`, `[+--]`, `[%--c]`, `[a1-]`, `[1-3[.-.]5]`, `[[:digit:]-a]`, `[a-]-`},
	} {
		for _, p := range list {
			all = append(all, commandtest.Case{Args: []string{kind, "-n", p, "f"}, Files: files})
		}
	}
	commandtest.Compare(t, Commands(), "grep", all)
}
