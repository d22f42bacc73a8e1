package arith

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestLimits checks each limit at its bound and one beyond.
func TestLimits(t *testing.T) {
	t.Parallel()
	nested := func(n int) string { return strings.Repeat("(", n) + "1" + strings.Repeat(")", n) }
	for _, c := range []struct {
		name, src string
		ok        bool
	}{
		{"nesting", nested(MaxNesting), true}, {"nesting+1", nested(MaxNesting + 1), false}, {"100k", nested(100_000), false},
		{"open", strings.Repeat("(", 100_000), false}, {"signs", strings.Repeat("- ", 100_000) + "1", false}, {"not", strings.Repeat("!", 100_000) + "1", false},
		{"powers", strings.Repeat("1**", 100_000) + "1", false}, {"assignments", strings.Repeat("a=", 100_000) + "1", false},
		{"conditions", strings.Repeat("1?", 100_000) + "1", false}, {"else", strings.Repeat("1?2:", 100_000) + "1", false},
		{"subscripts", strings.Repeat("b[", 50_000) + "1" + strings.Repeat("]", 50_000), false},
		{"sum", strings.Repeat("1+", MaxSource/2-1) + "11", true}, {"long", strings.Repeat("1+", MaxSource/2) + "11", false},
		{"names", strings.Repeat("a ", 100_000), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, err := Compile(c.src)
			if err == nil {
				_, err = p.Eval(newVars())
			}
			var e *Error
			if (err == nil) != c.ok || err != nil && !errors.As(err, &e) {
				t.Errorf("%T %.200v", err, err)
			}
		})
	}
}

// TestRecursion follows chains of variables to the limit and beyond.
func TestRecursion(t *testing.T) {
	t.Parallel()
	v := newVars()
	name := func(i int) string { return "v" + strings.Repeat("x", i) }
	for i := range MaxRecursion {
		v.indexed[name(i)] = map[int64]string{0: name(i + 1)}
	}
	v.indexed[name(MaxRecursion)] = map[int64]string{0: "7"}
	if got, err := new(Cache).Eval(name(1), v); got != 7 || err != nil {
		t.Errorf("got %d, %v", got, err)
	}
	v.indexed[name(MaxRecursion)] = map[int64]string{0: "07"}
	if _, err := new(Cache).Eval(name(1), v); err == nil || !strings.Contains(err.Error(), "recursion level exceeded") {
		t.Errorf("got %v", err)
	}
}

// TestDoubling is a bomb: each variable adds the next to itself.
func TestDoubling(t *testing.T) {
	t.Parallel()
	v := newVars()
	for c := 'a'; c < 'z'; c++ {
		next := string(c + 1)
		v.indexed[string(c)] = map[int64]string{0: next + "+" + next}
	}
	if _, err := new(Cache).Eval("a", v); !errors.Is(err, errSteps) {
		t.Errorf("got %v", err)
	}
}

// silent is an Env without Warn.
type silent struct{ Env }

func TestErrors(t *testing.T) {
	t.Parallel()
	_, err := new(Cache).Eval("arr[1+]", newVars())
	var e *Error
	if !errors.As(err, &e) || !e.Subscript || e.Text != `1+: syntax error: operand expected (error token is "+")` {
		t.Errorf("in a subscript: %#v", err)
	}
	_, err = new(Cache).Eval("arr[-9]", silent{newVars()})
	if !errors.As(err, &e) || e.Subscript || e.Text != "arr: bad array subscript" {
		t.Errorf("without Warn: %#v", err)
	}
}

func TestFormat(t *testing.T) {
	t.Parallel()
	for v, want := range map[int64]string{0: "0", 9: "9", 10: "10", 99: "99", 100: "100", 999: "999", 1000: "1000", 9999: "9999", 10000: "10000", -1: "-1", -9223372036854775808: "-9223372036854775808"} {
		if got := Format(v); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestFormatAllocates is not parallel: AllocsPerRun forbids it.
func TestFormatAllocates(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { Format(rand.Int64N(smallEnd)) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestConst(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]bool{"5": true, "": true, "a": false, "1+": false} {
		p, err := Compile(src)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := p.Const(); ok != want || p.Source() != src {
			t.Errorf("%q: %v", src, ok)
		}
	}
}

func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	var c Cache
	for i := range int64(3 * cacheEntries) {
		if _, err := c.Compile(Format(i)); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(c.young) + len(c.old); n > cacheEntries {
		t.Errorf("%d entries", n)
	}
	long := strings.Repeat("1", cacheText+1)
	if _, err := c.Compile(long); err != nil || c.young[long] != nil {
		t.Error("a long text is kept")
	}
}

func FuzzEval(f *testing.F) {
	for _, s := range table[:80] {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		v := newVars()
		v.steps = 100_000
		got, err := new(Cache).Eval(src, v)
		if err != nil && got != 0 {
			t.Errorf("%q: %d with %v", src, got, err)
		}
	})
}

// one is an Env with a single number, so that the time is that of the program.
type one struct {
	*vars
	text string
}

func (o *one) Get(string) (string, bool, error) { return o.text, true, nil }
func (o *one) Set(_, value string) error        { o.text = value; return nil }
func (o *one) Step(int) error                   { return nil }

func BenchmarkEval(b *testing.B) {
	for _, src := range []string{"i<100000", "i++", "x=x*3+1", "i%15==0&&i"} {
		b.Run(src, func(b *testing.B) {
			p, err := Compile(src)
			if err != nil {
				b.Fatal(err)
			}
			env := &one{text: "7"}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Eval(env); err != nil {
					b.Fatal(err)
				}
				env.text = "7"
			}
		})
	}
}
