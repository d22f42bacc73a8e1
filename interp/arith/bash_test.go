package arith

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var linePrefix = regexp.MustCompile(`(?m)^bash: line [0-9]+: `)

// quote makes a word of bash's of any text without NUL.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// inBash evaluates each expression in a subshell of one bash: the messages and
// value, then the state of the variables.
func inBash(t *testing.T, exprs []string) []string {
	t.Helper()
	var script strings.Builder
	script.WriteString(prelude)
	for _, e := range exprs {
		fmt.Fprintf(&script, "( E=%s; trap 'printf \"|\"; state' EXIT; echo \"$(($E))\" )\nprintf '\\0'\n", quote(e))
	}
	cmd := exec.Command("bash")
	cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=" + os.Getenv("PATH")}
	cmd.Stdin = strings.NewReader(script.String())
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		var status *exec.ExitError
		if !errors.As(err, &status) {
			t.Fatal(err)
		}
	}
	got := strings.Split(out.String(), "\x00")
	if len(got) != len(exprs)+1 {
		t.Fatalf("bash answered %d times to %d expressions: %.2000q", len(got), len(exprs), out.String())
	}
	for i := range got {
		got[i] = linePrefix.ReplaceAllString(got[i], "")
	}
	return got
}

// here does what inBash does.
func here(cache *Cache, expr string) string {
	v := newVars()
	got, err := cache.Eval(expr, v)
	if err != nil {
		v.said.WriteString(err.Error() + "\n")
	} else {
		v.said.WriteString(Format(got) + "\n")
	}
	return v.said.String() + "|" + v.state()
}

func compare(t *testing.T, exprs []string) {
	t.Helper()
	cache := new(Cache)
	for i, want := range inBash(t, exprs)[:len(exprs)] {
		if got := here(cache, exprs[i]); got != want {
			t.Errorf("%q\n got %q\nbash %q", exprs[i], got, want)
		}
	}
}

func TestTableAgainstBash(t *testing.T) {
	t.Parallel()
	if len(table) < 250 {
		t.Errorf("the table has %d entries", len(table))
	}
	compare(t, table)
}

// TestGeneratedAgainstBash compares AEGISH_ARITH_N random expressions, from
// seed AEGISH_ARITH_SEED.
func TestGeneratedAgainstBash(t *testing.T) {
	t.Parallel()
	n, seed := number("AEGISH_ARITH_N", 1500), number("AEGISH_ARITH_SEED", 1)
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	for n > 0 && !t.Failed() {
		batch := make([]string, min(n, 500))
		for i := range batch {
			batch[i] = generate(r)
		}
		compare(t, batch)
		n -= len(batch)
	}
}

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// generate makes an expression: well formed mostly, then damaged at times.
func generate(r *rand.Rand) string {
	var s string
	if r.IntN(5) == 0 {
		var b strings.Builder
		for range 1 + r.IntN(8) {
			b.WriteString(pick(r, pieces))
			if r.IntN(4) == 0 {
				b.WriteByte(' ')
			}
		}
		s = b.String()
	} else {
		s = expr(r, 1+r.IntN(4))
	}
	if r.IntN(6) == 0 && len(s) > 0 {
		i := r.IntN(len(s))
		s = s[:i] + pick(r, pieces) + s[i+r.IntN(2):]
	}
	return s
}

var (
	names    = []string{"a", "b", "c", "i", "u", "e", "big", "x", "h", "o", "inc", "n", "sp", "bad", "y", "self"}
	elements = []string{"arr[0]", "arr[1]", "arr[i++]", "arr[i]", "arr[2]", "arr[-1]", "arr[7]", "arr[arr[9]]", "A[k]", "A[j]", "A[zz]", "a[0]", "a[1]", "u[2]", "arr[-9]", "arr[b+4]"}
	numbers  = []string{"0", "1", "2", "3", "7", "10", "64", "63", "0x1F", "017", "2#101", "36#zZ", "64#@_aZ", "9223372036854775807", "9223372036854775808", "99999999999999999999", "08", "1#1", "16#", "0x"}
	binaries = []string{"+", "-", "*", "/", "%", "**", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||", ","}
	assigns  = []string{"=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="}
	pieces   = []string{"+", "-", "++", "--", "*", "/", "%", "**", "<<", ">>", "=", "==", "!", "~", "&&", "||", "&", "|", "^", "?", ":", ",", "(", ")", "a", "b", "c", "arr[", "]", "1", "0", "08", "2#", "#", "@", ".", "'", "\"", "\\", "$ ", "{", "\n", "\t", "arr[1]", "x", "inc", "é", "<<=", "**=", "]", "[", "A[k]", "_", "\r", ";"}
)

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

func lvalueText(r *rand.Rand) string {
	if r.IntN(3) == 0 {
		return pick(r, elements)
	}
	return pick(r, names)
}

func expr(r *rand.Rand, depth int) string {
	space := pick(r, []string{"", "", " "})
	if depth <= 0 {
		switch r.IntN(4) {
		case 0:
			return pick(r, elements)
		case 1:
			return pick(r, names)
		}
		return pick(r, numbers)
	}
	switch r.IntN(12) {
	case 0:
		return "(" + space + expr(r, depth-1) + ")"
	case 1:
		return pick(r, []string{"-", "+", "!", "~", "- ", "++", "--"}) + expr(r, depth-1)
	case 2, 3:
		return lvalueText(r) + space + pick(r, assigns) + space + expr(r, depth-1)
	case 4:
		return pick(r, []string{"++", "--"}) + space + lvalueText(r)
	case 5:
		return lvalueText(r) + space + pick(r, []string{"++", "--"})
	case 6:
		return expr(r, depth-1) + space + "?" + space + expr(r, depth-1) + ":" + expr(r, depth-1)
	}
	return expr(r, depth-1) + space + pick(r, binaries) + space + expr(r, depth-1)
}
