package pattern

import (
	"errors"
	"strings"
	"testing"
)

func TestLiteral(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"abc": "abc", `a\*b`: "a*b", "": "", "[a": "[a", "\xff": "\xff"} {
		if got, ok := Compile(text, Options{}).Literal(); !ok || got != want {
			t.Errorf("%q: got %q, %v", text, got, ok)
		}
	}
	for _, text := range []string{"a*", "?", "[a]", "+(a)"} {
		if got, ok := Compile(text, Options{ExtGlob: true}).Literal(); ok {
			t.Errorf("%q: got %q", text, got)
		}
	}
	if _, ok := Compile("a", Options{NoCase: true}).Literal(); ok {
		t.Error("a letter in either case is not literal")
	}
}

// TestHostile tries what blows up matchers that try one way after the other:
// each ends, with an answer or with ErrSteps.
func TestHostile(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 100_000)
	for _, c := range []struct{ name, text, pattern string }{
		{"stars", long, strings.Repeat("*a", 1000) + "b"},
		{"plus of alternatives", long, "+(a|aa|aaa)*(b)c"},
		{"nested plus", long, "+(+(+(a)))b"},
		{"nested star", long, "*(*(*(a|b)c)d)e"},
		{"not", long, "!(!(a*)b*)c"},
		{"nots", long, "!(*a)!(*b)!(*c)d"},
		{"questions", long, strings.Repeat("?", 5000) + "*b"},
		{"alternating", strings.Repeat("ab", 50_000), "*(ab)*(ba)c"},
		{"deep", long, strings.Repeat("@(", 100_000) + "a" + strings.Repeat(")", 100_000)},
		{"star behind star", long, strings.Repeat("*@(a)", 10_000)},
		{"open", long, strings.Repeat("[", 100_000)},
		{"sets", long, strings.Repeat("[ab]", 2000) + "*c"},
		{"bytes", long + "\xff", "*?[!a]?c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := Compile(c.pattern, Options{ExtGlob: true, Steps: 2_000_000})
			check := func(err error) {
				if err != nil && !errors.Is(err, ErrSteps) {
					t.Error(err)
				}
			}
			ok, err := p.Match(c.text)
			check(err)
			if ok && c.name != "star behind star" {
				t.Error("it matches")
			}
			_, err = p.LongestPrefix(c.text)
			check(err)
			_, err = p.ShortestSuffix(c.text)
			check(err)
			_, _, err = p.Find(c.text, 0)
			check(err)
		})
	}
}

func TestStepsBound(t *testing.T) {
	t.Parallel()
	text, pattern := strings.Repeat("ab", 1000), "+(ab)"
	for _, c := range []struct {
		steps int
		want  error
	}{{100_000, nil}, {1000, ErrSteps}} {
		if _, err := Compile(pattern, Options{ExtGlob: true, Steps: c.steps}).Match(text); !errors.Is(err, c.want) {
			t.Errorf("%d steps: %v", c.steps, err)
		}
	}
}

// TestLargePatterns has texts of which each character is something to keep, or to
// look for. They are read in time in proportion to their length, within maxNodes.
func TestLargePatterns(t *testing.T) {
	t.Parallel()
	const n = maxNodes + maxNodes/8
	errNone := errors.New("no match")
	for _, c := range []struct {
		unit, text string
		nocase     bool
		err        error
	}{
		{unit: "a", text: strings.Repeat("a", n)}, {unit: "a", err: ErrSteps, nocase: true}, {unit: "?", err: ErrSteps}, {unit: "[a]", err: ErrSteps}, {unit: "*?", err: ErrSteps},
		{unit: "+(a)", err: ErrSteps}, {unit: "@(", text: strings.Repeat("@(", n)}, {unit: `\a`, text: strings.Repeat("a", n)}, {unit: "[", text: strings.Repeat("[", n)},
		{unit: "[[:", text: strings.Repeat("[[:", n)}, {unit: "[[.", text: strings.Repeat("[[.", n)}, {unit: "[[:]", err: errNone}, {unit: "[[.]", err: errNone},
		{unit: "*(a|", text: strings.Repeat("*(a|", n)}, {unit: "é", text: strings.Repeat("é", n)},
	} {
		p := Compile(strings.Repeat(c.unit, n), Options{ExtGlob: true, NoCase: c.nocase})
		ok, err := p.Match(c.text)
		if c.err != errNone && !errors.Is(err, c.err) || ok != (c.err == nil) {
			t.Errorf("%q %d times: %v, %v", c.unit, n, ok, err)
		}
	}
	for _, c := range []struct {
		n   int
		err error
	}{{maxNodes, nil}, {maxNodes + 1, ErrSteps}} {
		p := Compile(strings.Repeat("?", c.n), Options{})
		_, err := p.Match("")
		_, prefix := p.LongestPrefix("x")
		_, suffix := p.ShortestSuffix("x")
		_, _, found := p.Find("x", 0)
		if _, literal := p.Literal(); literal || !errors.Is(err, c.err) || !errors.Is(prefix, c.err) || !errors.Is(suffix, c.err) || !errors.Is(found, c.err) {
			t.Errorf("%d nodes: %v %v %v %v", c.n, err, prefix, suffix, found)
		}
	}
	set := Compile("["+strings.Repeat("ab", maxNodes)+"]", Options{})
	if _, err := set.Match("a"); !errors.Is(err, ErrSteps) {
		t.Errorf("a large set: %v", err)
	}
}

func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	var c Cache
	for i := range 3 * cacheEntries {
		c.Compile(strings.Repeat("a", i%50)+strings.Repeat("b", i/50), Options{})
	}
	if n := len(c.young) + len(c.old); n > cacheEntries {
		t.Errorf("%d entries", n)
	}
	first, again, other := c.Compile("a*", Options{}), c.Compile("a*", Options{}), c.Compile("a*", Options{NoCase: true})
	if first != again || first == other {
		t.Error("a pattern is found again by text and options")
	}
	c.Compile(strings.Repeat("x", cacheText+1), Options{})
	if _, ok := c.young[cacheKey{strings.Repeat("x", cacheText+1), Options{}}]; ok {
		t.Error("a long text is kept")
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("*(a|!(b))?[!c]", "abc\xff", true)
	f.Add("[[:alpha:]-z]*\\", "é", false)
	f.Fuzz(func(t *testing.T, pattern, text string, noCase bool) {
		p := Compile(pattern, Options{ExtGlob: true, NoCase: noCase, Steps: 200_000})
		ok, err := p.Match(text)
		if err != nil {
			return
		}
		long, err := p.LongestPrefix(text)
		if err == nil && ok && long != len(text) {
			t.Errorf("%q matches %q, but the longest prefix ends at %d", pattern, text, long)
		}
		start, err := p.LongestSuffix(text)
		if err == nil && ok && start != 0 {
			t.Errorf("%q matches %q, but the longest suffix begins at %d", pattern, text, start)
		}
		if s, e, err := p.Find(text, 0); err == nil && s >= 0 && (e < s || e > len(text)) {
			t.Errorf("%q in %q: found %d to %d", pattern, text, s, e)
		}
	})
}

func BenchmarkSuffix(b *testing.B) {
	p := Compile("/*", Options{})
	b.ReportAllocs()
	for b.Loop() {
		if i, _ := p.ShortestSuffix("/usr/share/doc/readme.txt"); i != 14 {
			b.Fatal(i)
		}
	}
}

func BenchmarkMiddle(b *testing.B) {
	p := Compile("*needle*", Options{})
	text := strings.Repeat("hay ", 1000) + "needle"
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if ok, _ := p.Match(text); !ok {
			b.Fatal("no match")
		}
	}
}
