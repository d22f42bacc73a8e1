package expand

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aegish/aegish/interp/syntax"
)

// TestBracesOfPlainText compares the short way of brace expansion with the long
// one, over random words.
func TestBracesOfPlainText(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 8))
	tokens := []string{"{", "}", ",", "..", "a", "b", "1", "5", "09", "-3", "x", "{a,b}", "{1..3}", "{", "}", ",", "\\,", "'q'", "$v", "*", "[", "~"}
	short := 0
	for range 40_000 {
		src := ""
		for range 1 + rnd.IntN(10) {
			src += tokens[rnd.IntN(len(tokens))]
		}
		w, err := syntax.ParseWord(src, syntax.Config{})
		if err != nil || !w.Braces {
			continue
		}
		split, _ := syntax.SplitBraces(w, 1<<20)
		texts, ok := braceTexts(split.Parts)
		if !ok || braceSizeOf(split.Parts).words > 2000 {
			continue
		}
		short++
		var want []string
		for _, word := range expandBraces(split) {
			text := ""
			for _, part := range word.Parts {
				text += part.(*syntax.Lit).Value
			}
			want = append(want, text)
		}
		texts = slices.DeleteFunc(texts, func(text string) bool { return text == "" })
		if !slices.Equal(texts, want) {
			t.Errorf("%s: %q, want %q", src, texts, want)
		}
	}
	if short < 1000 {
		t.Errorf("%d words", short)
	}
}
