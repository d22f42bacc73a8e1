package text

import (
	"math/rand/v2"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func argCases(lists ...[]string) (out cases) {
	for _, l := range lists {
		out = append(out, commandtest.Case{Args: l})
	}
	return out
}

func TestPrintf(t *testing.T) {
	t.Parallel()
	compare(t, "printf", argCases([]string{}, []string{"hi\n"}, []string{"%s\n", "a", "b"}, []string{"%s-%s\n", "a", "b", "c"}, []string{"%d\n", "5", "x", "3y", "0x1f", "017", "'a", "\"ab"}, []string{"%5d|%-5d|%05d\n", "1", "2", "3"}, []string{"%x %X %o %#x\n", "255", "255", "8", "255"},
		[]string{"%u\n", "-1"}, []string{"%.3f %e %g\n", "3.14159", "1e10", "0.0001"}, []string{"%10s|%-10s|%.2s\n", "a", "b", "cde"}, []string{"%b\n", "a\\tb\\n\\0101\\x41"}, []string{"%q\n", "a b"}, []string{"%c%c\n", "abc", ""}, []string{"%%\n"}, []string{"\\a\\b\\e\\f\\n\\r\\t\\v\\\\\\101\\x41\\u00e4"}, []string{"a\\cb"}, []string{"%b", "a\\cb"}, []string{"%z\n", "1"}, []string{"%"}, []string{"x", "extra"},
		[]string{"%*d|%-*d|%.*f\n", "5", "1", "4", "2", "2", "3.14159"}, []string{"%d\n"}, []string{"%s|\n"}, []string{"%+d % d\n", "5", "5"}, []string{"%d\n", "99999999999999999999"}, []string{"%i\n", "-7"}, []string{"--", "%s\n", "x"}, []string{"%f\n", "abc"}, []string{"%5.1f|\n", "2.25"}, []string{"%d\n", ""}, []string{"%.3d|%8.3x\n", "5", "10"}),
		cases{{Args: []string{"%s\n", "x"}, Want: &commandtest.Want{Stdout: "x\n"}}})
}

func TestEcho(t *testing.T) {
	t.Parallel()
	compare(t, "echo", argCases([]string{}, []string{"a", "b"}, []string{"-n", "a"}, []string{"-e", "a\\tb\\n"}, []string{"-E", "a\\t"}, []string{"-ne", "a\\n"}, []string{"-e", "a\\cb", "c"}, []string{"-x", "a"}, []string{"--", "a"}, []string{"-e", "\\0101\\101\\x41\\xg\\q\\\\\\"}, []string{"-nE", "-e"}, []string{"-"}, []string{"-e", "\\e[1m"}),
		cases{{Args: []string{"x"}, Want: &commandtest.Want{Stdout: "x\n"}}})
}

func TestEnvsubst(t *testing.T) {
	t.Parallel()
	in := "$A ${B} $C ${A $ $1 ${1} $A$B ${A}x $Ax $_U a$\n${A:-x} $$A $"
	var list cases
	for _, args := range [][]string{{}, {"$A"}, {"${B} $C"}, {"-v", "$A ${B} x"}, {"--variables", "$A$B"}, {"a", "b"}, {"-v"}, {"-x"}, {"none"}, {"${A"}} {
		list = append(list, commandtest.Case{Args: args, Stdin: in, Env: []string{"A=1", "B=two words", "_U=u"}})
	}
	compare(t, "envsubst", list, cases{{Stdin: "x$A\n", Env: []string{"A=1"}, Want: &commandtest.Want{Stdout: "x1\n"}}})
}

func TestColumn(t *testing.T) {
	t.Parallel()
	in := "a bb ccc\ndddd e\n\nf  g\th i\n"
	files := map[string]string{"csv": "a,b,c\n1,,3\n,x\nlong field,y,z\n", "words": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\n", "wide": "日本 x\nab y\n"}
	compare(t, "column", each(files, in, "", "-t", "-t -s, csv", "-t -s, -o| csv", "words", "-x words", "-c 40 words", "-c 40 -x words", "-t wide", "-t -N A,B,C,D", "-t -R 1", "-t -R 2,3", "missing", "-t -s ,: csv", "-c 5 words", "-Q", "-t -d -N A,B", "-c 20 words", "-t words", "-t missing words"),
		cases{{Args: []string{"-t"}, Stdin: "a b\ncc d\n", Want: &commandtest.Want{Stdout: "a   b\ncc  d\n"}}, {Args: []string{"-t"}, Stdin: ""}},
		random(31, 60, func(r *rand.Rand) ([]string, string) {
			return some(r, 5, "-t", "-x", "-c "+pick(r, "20", "40", "33")), scramble(r, 12, "a", "word", " ", "longerword", "  ")
		}))
}
