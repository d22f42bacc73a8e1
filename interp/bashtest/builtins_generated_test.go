package bashtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestGeneratedBuiltinCalls makes calls of read, printf, test, getopts and
// compgen out of awkward pieces and compares what they do, many in one script.
func TestGeneratedBuiltinCalls(t *testing.T) {
	t.Parallel()
	const calls = 40
	p := generated(t)
	count, seed := p.count, p.seed
	for i := range uint64(count / 3 / calls) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			g := &callGenerator{rand.New(rand.NewPCG(seed, i))}
			lines := make([]string, calls)
			for i := range lines {
				lines[i] = g.call()
			}
			compareLines(t, lines)
		})
	}
}

// compareLines runs the lines as one script, each followed by a mark, and
// reports those that differ.
func compareLines(t *testing.T, lines []string) {
	t.Helper()
	sc := scenario{mode: "c", script: strings.Join(lines, "\necho '=mark='\n")}
	dir := t.TempDir()
	theirs := strings.Split(underBash(t, sc, dir).stdout, "=mark=\n")
	ours := strings.Split(inProcess(t, sc, dir).stdout, "=mark=\n")
	if len(theirs) != len(lines) {
		t.Fatalf("bash ran %d of %d lines; after\n%s", len(theirs), len(lines), lines[len(theirs)-1])
	}
	for i, line := range lines {
		if i >= len(ours) {
			t.Fatalf("the interpreter stopped at\n%s", lines[i-1])
		}
		if ours[i] != theirs[i] {
			t.Errorf("%s\nbash: %q\n  we: %q", line, theirs[i], ours[i])
		}
	}
}

type callGenerator struct{ *rand.Rand }

func (g *callGenerator) pick(from ...string) string { return from[g.IntN(len(from))] }

// word puts up to n pieces together, in single quotes.
func (g *callGenerator) word(n int, from ...string) string {
	var b strings.Builder
	for range g.IntN(n + 1) {
		b.WriteString(g.pick(from...))
	}
	return "'" + b.String() + "'"
}

func (g *callGenerator) call() string {
	switch g.IntN(6) {
	case 0, 1:
		return g.read()
	case 2:
		return g.printf()
	case 3:
		return g.test()
	case 4:
		return g.getopts()
	}
	return g.split()
}

func (g *callGenerator) read() string {
	input := g.word(8, "a", "b", " ", "  ", ":", "::", `\`, `\\`, "\t", "é", ",", "\n", "x y", `\:`, `\ `)
	options := g.pick("", "-r", "", "-r", "-d :", "-n 3", "-N 4", "-rn 2", "-d ''", "-rd,", "-n 1", "-rN 3")
	names := g.pick("v", "v w", "v w z", "", "-a v")
	if strings.Trim(input, "'\\ \t\n") == "" {
		// bash 5.2 shows its own marks of escaped blanks where nothing else is.
		input = "'a" + input[1:]
	}
	ifs := g.pick("", "IFS=:", "IFS=' :'", "IFS=", "IFS=$'\\t'", "IFS=,:", `IFS='\'`)
	if strings.Contains(options, "r") && g.IntN(6) == 0 {
		ifs = "IFS=é" // without -r bash 5.2 takes escaped ones apart
	}
	return fmt.Sprintf("unset v w z REPLY; %s read %s %s <<< %s; printf '[%%s]' $? \"${v[@]}\" / \"$w\" / \"$z\" / \"$REPLY\"; echo",
		ifs, options, names, input)
}

func (g *callGenerator) printf() string {
	var format strings.Builder
	for range 1 + g.IntN(3) {
		format.WriteString(g.pick("%", "%", "%", "x%", `\t%`, "%%%"))
		format.WriteString(g.pick("", "-", "+", " ", "0", "#", "-0", "+0") + g.pick("", "1", "5", "12", "*") + g.pick("", "", ".", ".2", ".0", ".*"))
		format.WriteString(g.pick("s", "d", "i", "x", "X", "o", "u", "c", "b", "q", "e", "f", "g", "G", "a", "Q", "s", "d"))
	}
	args := ""
	for range g.IntN(5) {
		args += " " + g.pick("''", "a", "'b c'", "0", "7", "-3", "010", "0x1F", "'\\t'", "1.5", "-2.75e3", "\"'A\"", "é", "12abc", "' 4'", "1e400", "inf", "'a\\nb'", "-1", "\"it's\"")
	}
	return fmt.Sprintf("printf '%s|'%s 2>/dev/null; echo \" $?\"; printf -v v '%s'%s 2>/dev/null; echo \"$? $v\"",
		format.String(), args, format.String(), args)
}

func (g *callGenerator) test() string {
	args := ""
	for range g.IntN(7) {
		args += " " + g.pick("a", "b", "''", "1", "2", "x", "!", "'('", "')'", "-a", "-o", "=", "!=", "-eq", "-lt", "-n", "-z", "-f", "-d", ".", "'<'", "==", "-e", "-t", "-v", "HOME")
	}
	return fmt.Sprintf("test%s 2>&1; echo $?; [ %s ] 2>&1; echo $?", args, args)
}

func (g *callGenerator) getopts() string {
	spec := g.word(4, "a", "b", "c:", ":", "d:", "-", "x")
	args := ""
	for range g.IntN(5) {
		args += " " + g.pick("-a", "-b", "-ab", "-c", "-cfoo", "-abc", "--", "-", "x", "-z", "-a:", "-:", "''", "-dc", "-xa", "-bz")
	}
	return fmt.Sprintf("set --%s; OPTIND=1; n=0; while getopts %s o 2>&1 && ((n++ < 9)); do echo \"$o ${OPTARG-none} $OPTIND\"; done; echo \"$o $OPTIND\"", args, spec)
}

func (g *callGenerator) split() string {
	list := g.word(6, "a", "b", " ", "c d", "ab", "e", "  ", "$HOME", `\ `, `"q r"`)
	return fmt.Sprintf("compgen %s -W %s -- %s; echo $?", g.pick("", "-P p", "-S s", "-X 'a*'", "-X '!a*'"), strings.ReplaceAll(list, `"q r"`, `"q r"`), g.pick("a", "''", "b", "q"))
}
