package commandtest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// awkward are files that commands trip over: no text, no last newline, NUL,
// broken UTF-8, carriage returns, wide characters, long lines.
var awkward = map[string]string{
	"empty": "", "nonl": "a b c\nlast", "nl": "\n", "nls": "\n\n\n", "words": "the quick brown fox\njumps over\nthe lazy dog\n",
	"nul": "a\x00b\nc\x00\x00d\n\x00\n", "bad": "a\xffb\n\xc3(\nok\n\xe2\x82\n", "crlf": "one\r\ntwo\r\n\r\nthree", "tabs": "a\tb\tc\n\tx\n1\t\t2\n",
	"wide": "äöü日本語\n日本 語\té\n\u0301x\n", "long": strings.Repeat("x", 300) + " y " + strings.Repeat("z", 150) + "\nshort\n",
	"csv": "b,2,x\na,10,y\nc,,z\na,9,q\n", "nums": "10\n9\n-3\n2.5\n1e3\n0\n\n007\n", "dup": "a\na\nB\nb\nb\nc\nA\n", "spaces": "  lead\ntrail  \n a  b   c \n", "dir/f": "in dir\n",
}

// Awkward returns a copy of the awkward files, with others.
func Awkward(others map[string]string) map[string]string {
	all := map[string]string{}
	for _, m := range []map[string]string{awkward, others} {
		for name, text := range m {
			all[name] = text
		}
	}
	return all
}

// awkwardNames are their names, with one that is missing, a directory and
// standard input.
var awkwardNames = []string{"empty", "nonl", "nl", "nls", "words", "nul", "bad", "crlf", "tabs", "wide", "long", "csv", "nums", "dup", "spaces", "missing", "dir", "-"}

// A Generator makes random invocations of one command.
type Generator struct {
	// Options are groups of arguments that belong together, split at blanks;
	// one to three are chosen.
	Options []string
	// Texts are sets of further arguments before the names of files, such as
	// scripts, of which one is chosen.
	Texts [][]string
	// Names are the operands to choose from; nil stands for all awkward files.
	// Most is how many there may be, 3 if it is 0.
	Names []string
	Most  int
	// Files are more files.
	Files map[string]string
	// SkipStderr is that of the cases.
	SkipStderr bool
}

// Random returns what decides, and how many cases there are to be: n, unless
// AEGISH_COMMANDS_N has another number, which AEGISH_COMMANDS_SEED goes with.
func Random(t testing.TB, seed uint64, n int) (*rand.Rand, int) {
	t.Helper()
	number := func(name string, otherwise uint64) uint64 {
		text := os.Getenv(name)
		if text == "" {
			return otherwise
		}
		v, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return v
	}
	return rand.New(rand.NewPCG(seed, number("AEGISH_COMMANDS_SEED", 1))), int(number("AEGISH_COMMANDS_N", uint64(n)))
}

// Cases makes n cases.
func (g *Generator) Cases(r *rand.Rand, n int) []Case {
	files := Awkward(g.Files)
	names, most := g.Names, g.Most
	if names == nil {
		names = awkwardNames
	}
	if most == 0 {
		most = 3
	}
	all := make([]Case, n)
	for i := range all {
		var options []string
		for range r.IntN(4) {
			if len(g.Options) > 0 {
				options = append(options, strings.Fields(g.Options[r.IntN(len(g.Options))])...)
			}
		}
		var args []string
		if len(g.Texts) > 0 {
			args = append(args, g.Texts[r.IntN(len(g.Texts))]...)
		}
		for range r.IntN(most + 1) {
			args = append(args, names[r.IntN(len(names))])
		}
		c := Case{Args: append(options, args...), Files: files, SkipStderr: g.SkipStderr, Pipe: r.IntN(4) == 0}
		if r.IntN(5) == 0 {
			c.Args = append(args, options...)
		}
		if r.IntN(15) == 0 {
			c.Env = []string{"POSIXLY_CORRECT=1"}
		}
		c.Stdin = awkward[awkwardNames[r.IntN(len(awkwardNames)-3)]]
		all[i] = c
	}
	return all
}
