package regex

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// checkFinder compares a Finder with a search without any short cut, from each
// place of a text, twice, because the second search finds the automaton made.
func checkFinder(t *testing.T, src string, flags Flags, text string) {
	t.Helper()
	re, err := Compile(src, flags)
	if err != nil {
		return
	}
	f := re.Finder()
	for range 2 {
		for from := range len(text) + 2 {
			var want []int
			if from <= len(text) {
				if want, err = re.search([]byte(text), from, false); err != nil {
					t.Fatalf("%q: %v", src, err)
				}
			}
			got, err := f.Find([]byte(text), from)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%q (%d) in %q from %d: %v, %v, want %v", src, flags, text, from, got, err, want)
			}
			start, end, err := f.Span([]byte(text), from)
			if err != nil || start >= 0 != (want != nil) || want != nil && (start != want[0] || end != want[1]) {
				t.Errorf("%q (%d) in %q from %d: %d to %d, %v, want %v", src, flags, text, from, start, end, err, want)
			}
		}
	}
}

func TestFinderAgreesWithSearch(t *testing.T) {
	t.Parallel()
	for _, src := range tableExprs {
		for _, s := range tableTexts {
			checkFinder(t, src, Extended, s)
			checkFinder(t, src, Newline, s+"\nx\n"+s)
			checkFinder(t, src, Extended|NoCase, "zz"+s)
		}
	}
}

func TestFinderGenerated(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	pieces := []string{"a", "b", "c", ".", "^", "$", "(", ")", "|", "*", "+", "?", "[ab]", "[^a]", "{2}", "{1,2}", "é", "(a|b)", "(^a)", "(b$)", "[[:alpha:]]", "\\.", "a*", "\\1", "\\<", "[é-ü]", "\\`"}
	letters := []string{"a", "b", "c", "é", "\n", ".", " ", "B", "\xff", "a", "b", "\xc3"}
	for i := range 10_000 {
		var src, text strings.Builder
		for range 1 + r.IntN(7) {
			src.WriteString(pieces[r.IntN(len(pieces))])
		}
		for range r.IntN(10) {
			text.WriteString(letters[r.IntN(len(letters))])
		}
		checkFinder(t, src.String(), []Flags{Extended, Extended | NoCase, Extended | Newline}[i%3], text.String())
	}
}

// TestFinderBounds tries what takes the square of the length to begin anew, and
// more states than are kept.
func TestFinderBounds(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 100_000)
	for _, c := range []struct {
		src, text  string
		start, end int
	}{
		{"a*b", long, -1, -1}, {"a*b", long + "b", 0, len(long) + 1}, {"a+c|b", long + "b", len(long), len(long) + 1},
		{"(a|aa)*c|.b", long + "b", len(long) - 1, len(long) + 1},
	} {
		re, err := Compile(c.src, Extended)
		if err != nil {
			t.Fatal(err)
		}
		start, end, err := re.Finder().Span([]byte(c.text), 0)
		if err != nil && !errors.Is(err, ErrSteps) || err == nil && (start != c.start || end != c.end) {
			t.Errorf("%q: %d to %d, %v", c.src, start, end, err)
		}
	}
	re, err := Compile("[ab]*a[ab]{12}c", Extended)
	if err != nil {
		t.Fatal(err)
	}
	f := re.Finder()
	r := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	for range 20_000 {
		b.WriteByte("ab"[r.IntN(2)])
	}
	for range 40 {
		if start, _, err := f.Span([]byte(b.String()+"abbbbbbbbbbbbc"), 0); start != 0 || err != nil {
			t.Errorf("%d, %v", start, err)
		}
	}
	if len(f.spans.states) > fewStates+2 || f.spans.memory > fewPlaces+1000 || f.spans.resets <= maxResets {
		t.Errorf("%d states, %d places, %d rounds", len(f.spans.states), f.spans.memory, f.spans.resets)
	}
}
