package system_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/system"
	"github.com/aegish/aegish/interp/stream"
)

func pick(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

// expression makes the words of an expression of expr, not always a valid one.
func expression(r *rand.Rand, depth int) []string {
	word := func() []string {
		return []string{pick(r, "0", "1", "-1", "7", "10", "a", "abc", "", "00", "-0", "99999999999999999999", "-9223372036854775808", "9223372036854775807", " 1", "1 ", "+", "-", "x.y", `\(a\).`, "a*", "[0-9]*", "1.5", "match", "length", "index", "substr", "(", ")")}
	}
	sub := func() []string { return expression(r, depth-1) }
	switch kind := r.IntN(20); {
	case depth <= 0 || kind < 6:
		return word()
	case kind < 15:
		return slices.Concat(sub(), []string{pick(r, "+", "-", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "==", ":", "|", "&", "foo")}, sub())
	case kind < 17:
		return slices.Concat([]string{"("}, sub(), []string{")"})
	case kind == 17:
		return append([]string{pick(r, "length", "+")}, sub()...)
	case kind == 18:
		return slices.Concat([]string{pick(r, "match", "index")}, sub(), sub())
	}
	return slices.Concat([]string{"substr"}, sub(), sub(), sub())
}

// TestGeneratedExpr compares expr with random expressions.
func TestGeneratedExpr(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 141, 200)
	var all []commandtest.Case
	for range n {
		all = append(all, commandtest.Case{Args: expression(r, r.IntN(4))})
	}
	commandtest.Compare(t, system.Commands(), "expr", all)
}

// factored is a number that factor takes, or does not. The greatest prime factors
// but one have some 40 bits.
func factored(r *rand.Rand) string {
	switch r.IntN(8) {
	case 0, 1:
		return fmt.Sprint(r.Int64N(1 << (1 + r.IntN(62))))
	case 2:
		return fmt.Sprint(r.Int64N(1e12)) + pick(r, "", "000000000000000000000000")
	case 3, 4:
		n := new(big.Int).Lsh(big.NewInt(1+r.Int64N(1e9)), uint(r.IntN(300)))
		return n.Mul(n, new(big.Int).Exp(big.NewInt(3), big.NewInt(r.Int64N(60)), nil)).String()
	case 5:
		mersenne := func(bits uint) *big.Int {
			return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1))
		}
		n := mersenne([]uint{17, 19, 31, 61, 89, 107, 127}[r.IntN(7)])
		return n.Mul(n, mersenne([]uint{5, 13, 17, 19, 31}[r.IntN(5)])).String()
	}
	return pick(r, "+5", "-5", " 7", "7 ", "x", "1.5", "", "0", "1", "007", "0x10", "1e5", "+", "--5", "12a", " +6", "10000000000000000000000000000000000000001")
}

// TestGeneratedFactor compares factor with random numbers, one at a time: the
// original writes those above 128 bits before the others.
func TestGeneratedFactor(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 142, 150)
	var all []commandtest.Case
	for range n {
		if text := factored(r); r.IntN(3) > 0 {
			all = append(all, commandtest.Case{Args: []string{"--", text}})
		} else {
			all = append(all, commandtest.Case{Stdin: pick(r, "", " ", "\t", "\n") + text + pick(r, "", "\n", " \n", "\t")})
		}
	}
	all = append(all, commandtest.Case{Stdin: "12 15\t7\n\n8 x 9\n"}, commandtest.Case{Args: []string{"4", "x", "9"}})
	commandtest.Compare(t, system.Commands(), "factor", all)
}

// TestFactorBounds shows the largest number that is factored, and that one whose
// factors can not be found ends with the time limit, without half an answer.
func TestFactorBounds(t *testing.T) {
	t.Parallel()
	entry := system.Commands()["factor"]
	most := new(big.Int).Lsh(big.NewInt(1), 4095)
	got := commandtest.Run(t, entry, "factor", commandtest.Case{Args: []string{most.String()}})
	if want := most.String() + ":" + strings.Repeat(" 2", 4095) + "\n"; got.Stdout != want || got.Status != 0 {
		t.Errorf("2^4095: %d %.100q %s", got.Status, got.Stdout, got.Stderr)
	}
	more := new(big.Int).Lsh(most, 1).String()
	got = commandtest.Run(t, entry, "factor", commandtest.Case{Args: []string{more}})
	if got.Status != 1 || got.Stdout != "" || !strings.HasSuffix(got.Stderr, " is too large\n") {
		t.Errorf("2^4096: %d %.100q %s", got.Status, got.Stdout, got.Stderr)
	}
	p, _ := new(big.Int).SetString("170141183460469231731687303715884105727", 10) // 2^127-1
	hard := new(big.Int).Mul(p, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 521), big.NewInt(1)))
	out := stream.Buffer(1 << 10)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	entry.Command.Run(ctx, &command.Call{Args: []string{"factor", hard.String()}, Stdin: stream.FromBytes(nil), Stdout: out, Stderr: out, Now: time.Now})
	if ctx.Err() == nil || strings.Contains(string(out.Bytes()), ":") {
		t.Errorf("%v, wrote %q", ctx.Err(), out.Bytes())
	}
}
