package text

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

type cases = []commandtest.Case

// each makes a case of each line of arguments, split at blanks.
func each(files map[string]string, stdin string, lines ...string) (list cases) {
	for _, l := range lines {
		list = append(list, commandtest.Case{Args: strings.Fields(l), Stdin: stdin, Files: files})
	}
	return list
}

// random makes n cases of the arguments and input that build returns.
func random(seed uint64, n int, build func(r *rand.Rand) ([]string, string)) (list cases) {
	r := rand.New(rand.NewPCG(seed, 1))
	for range n {
		args, stdin := build(r)
		list = append(list, commandtest.Case{Args: args, Stdin: stdin})
	}
	return list
}

// pick returns one of the words.
func pick(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

// some returns each of the words with the given chance in 10, split at blanks.
func some(r *rand.Rand, chance int, words ...string) (out []string) {
	for _, w := range words {
		if r.IntN(10) < chance {
			out = append(out, strings.Fields(w)...)
		}
	}
	return out
}

// scramble makes lines of the pieces.
func scramble(r *rand.Rand, lines int, pieces ...string) string {
	var b strings.Builder
	for range r.IntN(lines + 1) {
		for range r.IntN(6) {
			b.WriteString(pick(r, pieces...))
		}
		b.WriteByte('\n')
	}
	s := b.String()
	if r.IntN(4) == 0 {
		s = strings.TrimSuffix(s, "\n")
	}
	return s
}

// numbered makes n lines.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d of many\n", i+1)
	}
	return b.String()
}

// fixed is a case that holds where the host has no such tool as well.
func fixed(stdin, stdout string, args ...string) cases {
	return cases{{Args: args, Stdin: stdin, Pipe: true, Want: &commandtest.Want{Stdout: stdout}}}
}

func compare(t *testing.T, name string, lists ...cases) {
	t.Helper()
	var all cases
	for _, l := range lists {
		all = append(all, l...)
	}
	commandtest.Compare(t, Commands(), name, all)
}
