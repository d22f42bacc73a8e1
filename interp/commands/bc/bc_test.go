package bc_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/bc"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

// sources reads a file of quoted sources.
func sources(t *testing.T, name string) (all []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %s: %v", name, line, err)
		}
		all = append(all, text)
	}
	return all
}

// TestBcSources compares what sources give, with the messages and the addresses
// in them: the language, what is refused of it and where the parser goes on.
func TestBcSources(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{"language.txt": nil, "warnings.txt": {"-w"}, "standard.txt": {"-s"}, "library.txt": {"-l"}} {
		var all []commandtest.Case
		for _, source := range sources(t, name) {
			all = append(all, commandtest.Case{Args: args, Stdin: source})
		}
		commandtest.Compare(t, bc.Commands(), "bc", all)
	}
}

// TestBcLines compares how long lines are.
func TestBcLines(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	for _, length := range []string{"0", "3", "20", "21", "70", "100", "1", "2", "-5", "x", ""} {
		all = append(all, commandtest.Case{Stdin: "2^300\n-2^250\n10^67;10^68;10^69;10^17;10^18;10^19\nprint 10^68,10^69,\"x\\n\"\n", Env: []string{"BC_LINE_LENGTH=" + length}})
	}
	commandtest.Compare(t, bc.Commands(), "bc", all)
}

// TestBcFiles compares files and what read() finds behind them.
func TestBcFiles(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"r": "read();read()\nx=read()\nx;read()\n", "one": "a=1\n1/0\n", "open": "a+", "q": "a\nquit\n", "err": "1 1\n",
		"f.bc": "define f(x){return x*2}\n", "h": "ibase=16\nread()\n", "bad": "9;@\n",
	}
	var all []commandtest.Case
	for _, line := range []string{"r|12 -13.50\n 7ab\n\n+5\n", "one|a\n1/0\n", "open|3\n4\n", "q one|2\n", "err err|1 1\n", "nope|1\n", "one nope|1\n", "f.bc|f(4)\n", "h|ff\n", "bad one|1;@\n", "f.bc f.bc|f(\n"} {
		args, stdin, _ := strings.Cut(line, "|")
		all = append(all, commandtest.Case{Args: strings.Fields(args), Stdin: stdin, Files: files})
	}
	commandtest.Compare(t, bc.Commands(), "bc", all)
}

// TestBcMismatch has what the host's bc tells with the wrong name, or not at all.
func TestBcMismatch(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"define f(x){return x}\nf(a[])\n":                 "Runtime error (func=(main), adr=6): Parameter type mismatch, parameter x.\nRuntime error (func=(main), adr=7): Parameter number mismatch\n",
		"define f(b,a[]){return b}\nf(3,b)\nx=f(b[])\n":   "Runtime error (func=(main), adr=8): Parameter type mismatch parameter a.\nRuntime error (func=(main), adr=9): Parameter number mismatch\nRuntime error (func=(main), adr=7): Parameter number mismatch\n",
		"define f(x,y){return x}\nf(1,a[])\nx;y;f(8,9)\n": "Runtime error (func=(main), adr=7): Parameter type mismatch, parameter y.\nRuntime error (func=(main), adr=8): Parameter number mismatch\n",
	} {
		got := commandtest.Run(t, bc.Commands()["bc"], "bc", commandtest.Case{Stdin: source})
		if got.Stderr != want {
			t.Errorf("%q: %q", source, got.Stderr)
		}
	}
}

// TestBcGenerated compares random programs of random expressions.
func TestBcGenerated(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 7, 300)
	numbers := strings.Fields("0 1 2 3 7 10 .5 1.50 12.345 -3 .001 99999999999999999999 A 1F 0.0 100")
	var expression func(depth int) string
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	expression = func(depth int) string {
		if depth == 0 {
			return pick(pick(numbers...), pick("a", "b", "c", "x[1]", "x[a]", "last", "scale"))
		}
		e := func() string { return expression(depth - 1) }
		switch r.IntN(16) {
		case 0:
			return "(" + e() + ")"
		case 1:
			return "-" + e()
		case 2:
			return pick("sqrt", "length", "scale", "f") + "(" + e() + ")"
		case 3:
			return pick("a", "b", "x[1]", "x["+e()+"]") + pick("=", "+=", "-=", "*=", "/=", "%=") + e()
		case 4:
			return pick("a", "b", "x[2]") + pick("++", "--")
		case 5:
			return pick("++", "--") + pick("a", "b", "x[2]")
		case 6:
			return "!" + e()
		case 7:
			return e() + pick("&&", "||") + e()
		case 8:
			return e() + pick("<", ">", "<=", ">=", "==", "!=") + e()
		case 9:
			return e() + "^" + pick("2", "3", "0", "-1", "-2", "1.5", "a")
		}
		return e() + pick("+", "-", "*", "/", "%", " - ") + e()
	}
	var all []commandtest.Case
	for range n {
		source := "define f(x){auto a;a=x/3;if(x>5)return a;return x+a}\n"
		for range 2 + r.IntN(6) {
			e := func() string { return expression(r.IntN(4)) }
			switch r.IntN(12) {
			case 0:
				source += "scale=" + pick("0", "1", "5", "20", "3.7") + "\n"
			case 1:
				source += pick("obase=", "ibase=") + pick("2", "8", "A", "16", "20", "1") + "\n"
			case 2:
				source += "if(" + e() + ")" + e() + " else " + e() + "\n"
			case 3:
				source += "for(i=0;i<3;i++){" + e() + ";if(" + e() + ")break;" + e() + "}\n"
			case 4:
				source += "print " + e() + ",\" \"," + e() + ",\"\\n\"\n"
			case 5:
				source += e() + pick(" ", ";", "}", "(", "+", "@", "\"x\"", "") + e() + "\n"
			default:
				source += e() + ";" + e() + "\n"
			}
		}
		all = append(all, commandtest.Case{Stdin: source})
	}
	commandtest.Compare(t, bc.Commands(), "bc", all)
}

// TestBcLibraryGenerated compares the functions of -l to the last digit.
func TestBcLibraryGenerated(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 8, 60)
	var all []commandtest.Case
	for range n {
		source := "scale=" + strconv.Itoa(r.IntN(45)) + "\n"
		for range 6 {
			x := strconv.FormatFloat((r.Float64()-.4)*[]float64{.1, 1, 10, 100}[r.IntN(4)], 'f', r.IntN(12), 64)
			source += []string{"s(", "c(", "a(", "l(", "e(", "j(" + strconv.Itoa(r.IntN(9)-3) + ","}[r.IntN(6)] + x + ")\n"
		}
		all = append(all, commandtest.Case{Args: []string{"-l"}, Stdin: source})
	}
	commandtest.Compare(t, bc.Commands(), "bc", all)
}
