package grep

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"
)

// TestGoRegexpFindsFromAPlaceOn compares a search that begins within a text with
// all matches of the whole, which see what stands before.
func TestGoRegexpFindsFromAPlaceOn(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 1))
	texts := []string{"", "a", "aab ab", "ä aß\xff b_ab", "xyz\x80\xffab ", "abcabcab"}
	for _, p := range []string{`a`, `a+b?`, `\bab`, `\Bb`, `^a`, `b$`, `(a)(b)?|b`, `\w+`, `[^a]`, `.`, `(?i)A|Ä`, `a\Q+b`, `\Qab`, `(?:a|ab)(?:c|bcd)?`, `x*`, `\pL`} {
		g, err := compileGo(p, false, nil)
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		for _, text := range texts {
			for range 3 {
				line := []byte(text + texts[r.IntN(len(texts))])
				var got [][]int
				for from := 0; from <= len(line); {
					start, end, err := g.find(line, from)
					if err != nil {
						t.Fatal(err)
					}
					if start < 0 {
						break
					}
					if from = end; start == end {
						from = end + 1
						continue // FindAll leaves out those beside a match
					}
					got = append(got, []int{start, end})
				}
				var want [][]int
				for _, loc := range regexp.MustCompile(p).FindAllIndex(line, -1) {
					if loc[0] < loc[1] {
						want = append(want, loc)
					}
				}
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s in %q: %v, expected %v", p, line, got, want)
				}
			}
		}
	}
}

// BenchmarkMatchesOfALongLine is rg -o on one line of a megabyte.
func BenchmarkMatchesOfALongLine(b *testing.B) {
	g, err := compileGo(`b+`, false, nil)
	if err != nil {
		b.Fatal(err)
	}
	line := bytes.Repeat([]byte("abb "), 1<<18)
	for b.Loop() {
		n := 0
		for from := 0; from <= len(line); n++ {
			start, end, err := g.find(line, from)
			if err != nil {
				b.Fatal(err)
			}
			if start < 0 {
				break
			}
			from = end
		}
		if n != 1<<18 {
			b.Fatal(n)
		}
	}
}
