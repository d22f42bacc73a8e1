package regex

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// lineWant is what Lines has to say, found line by line.
func lineWant(t *testing.T, re *Regexp, text string) int {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if ok, err := re.MatchString(line); err != nil {
			t.Fatal(err)
		} else if ok {
			return i
		}
	}
	return -1
}

// checkLines compares Lines with Match on one text.
func checkLines(t *testing.T, src string, flags Flags, text string) {
	t.Helper()
	re, err := Compile(src, flags)
	if err != nil {
		return
	}
	l := NewLines('\n', re)
	if l == nil {
		return
	}
	got, err := l.Next([]byte(text + "\n"))
	if err != nil {
		t.Fatalf("%q: %v", src, err)
	}
	if got >= 0 {
		got = strings.Count(text[:min(got, len(text))], "\n")
	}
	if want := lineWant(t, re, text); got != want {
		t.Errorf("%q (%d) in %q: line %d, want %d", src, flags, text, got, want)
	}
}

func TestLinesAgreeWithMatch(t *testing.T) {
	t.Parallel()
	for _, src := range tableExprs {
		for _, s := range tableTexts {
			checkLines(t, src, Extended, s)
			checkLines(t, src, 0, s+"\nx\n"+s)
			checkLines(t, src, Extended|NoCase, "zz\n\n"+s)
		}
	}
}

func TestLinesGenerated(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "b", "c", ".", "^", "$", "(", ")", "|", "*", "+", "?", "[ab]", "[^a]", "{2}", "{1,2}", "é", "(a|b)", "(^a)", "(b$)", "[[:alpha:]]", "\\."}
	letters := []string{"a", "b", "c", "é", "\n", ".", " ", "B", "\xff"}
	for range 20_000 {
		var src, text strings.Builder
		for range 1 + r.IntN(7) {
			src.WriteString(pieces[r.IntN(len(pieces))])
		}
		for range r.IntN(12) {
			text.WriteString(letters[r.IntN(len(letters))])
		}
		checkLines(t, src.String(), Extended, text.String())
	}
}

func TestLinesOfSeveral(t *testing.T) {
	t.Parallel()
	var all []*Regexp
	for _, src := range []string{"^foo", "ba+r$", "[0-9]{3}"} {
		re, err := Compile(src, Extended)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, re)
	}
	l := NewLines('\n', all...)
	for text, want := range map[string]int{"": -1, "x\n": -1, "foo": 0, "xfoo\nxbaar\n": 1, "12\n3\n": -1, "x\ny\n1234\n": 2, "bar x\nfo\n": -1, "\n\n\nfoo": 3} {
		got, err := l.Next([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got >= 0 {
			got = strings.Count(text[:got], "\n")
		}
		if got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestLinesBound tries an expression with more states than are kept.
func TestLinesBound(t *testing.T) {
	t.Parallel()
	re, err := Compile("a[ab]{14}c", Extended)
	if err != nil {
		t.Fatal(err)
	}
	l := NewLines('\n', re)
	r := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	for range 50_000 {
		b.WriteByte("ab"[r.IntN(2)])
	}
	for end, want := range map[string]bool{"": false, "abababababababac": true} {
		if got, err := l.Next([]byte(b.String() + end)); (got >= 0) != want || err != nil {
			t.Errorf("%d, %v", got, err)
		}
	}
	if len(l.states) > maxStates+1 {
		t.Errorf("%d states", len(l.states))
	}
}

// TestLinesSteps: an expression of many instructions ends with ErrSteps.
func TestLinesSteps(t *testing.T) {
	t.Parallel()
	re, err := Compile("x[xyz]{3000}q", Extended)
	if err != nil {
		t.Fatal(err)
	}
	l := NewLines('\n', re)
	r := rand.New(rand.NewPCG(7, 8))
	text := make([]byte, 200_000)
	for i := range text {
		text[i] = "xyz"[r.IntN(3)]
	}
	if _, err := l.Next(text); err != ErrSteps {
		t.Errorf("%v", err)
	}
}

// TestLinesOfManyWords: what thousands of words have in common is not in each
// state.
func TestLinesOfManyWords(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	word := func() string {
		w := make([]byte, 8)
		for i := range w {
			w[i] = byte('a' + r.IntN(26))
		}
		return string(w)
	}
	var all []*Regexp
	for range 3000 {
		re, err := Compile(word(), 0)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, re)
	}
	l := NewLines('\n', all...)
	var b strings.Builder
	for range 20_000 {
		b.WriteString(word()[:7] + " \n")
	}
	if got, err := l.Next([]byte(b.String())); got >= 0 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
	if got, err := l.Next([]byte(b.String() + "--" + all[2000].String() + "\n")); got < b.Len() || err != nil {
		t.Errorf("%d, %v", got, err)
	}
}

func FuzzLines(f *testing.F) {
	for _, src := range tableExprs {
		f.Add(src, "abc\nfoo bar\n\nb")
	}
	f.Fuzz(func(t *testing.T, src, text string) {
		if len(src) > 50 || len(text) > 1000 || strings.Contains(src, "{") {
			return // large programs take long in Match
		}
		checkLines(t, src, Extended, text)
	})
}

func BenchmarkLines(b *testing.B) {
	re, err := Compile("[a-z]+[0-9]+x", Extended)
	if err != nil {
		b.Fatal(err)
	}
	l := NewLines('\n', re)
	text := []byte(strings.Repeat("some text here 123 and there\n", 1000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if place, err := l.Next(text); place >= 0 || err != nil {
			b.Fatal(place, err)
		}
	}
}
