package arith

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestTemplatesGiveWhatTheirTextGives fills random templates and compares value,
// error and variables with those of the text.
func TestTemplatesGiveWhatTheirTextGives(t *testing.T) {
	t.Parallel()
	tokens := []string{
		"arr[", "A[", "a[", "]", "]", "arr[\x01]", "A[\x01]", "A[k\x01]++", "arr[i+\x01]", "arr[A[\x01]]", "i++",
		"\x01", "\x01", "\x01", "a", "c", "x", "y", "7", "0x1f", "2#1", "+", "-", "*", "/", "%", "<", ">>", "==", "!=", "&&", "||", "?", ":", ",",
		"=", "+=", "/=", "++", "--", "(", ")", "!", "~", " ", "&", "|", "^", "1", "#", "@", ".",
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	var cache Cache
	templates := 0
	for range 200_000 {
		var b strings.Builder
		for range 1 + rnd.IntN(9) {
			b.WriteString(tokens[rnd.IntN(len(tokens))])
		}
		src := b.String()
		p, ok := cache.Template(src)
		if !ok {
			continue
		}
		templates++
		var holes []Value
		text := ""
		depth := 0
		for _, c := range src {
			switch c {
			case '[':
				depth++
			case ']':
				depth--
			case Hole:
				v := Value{Number: []int64{0, 1, 2, 5, 123, 999999999999999999}[rnd.IntN(6)]}
				if depth > 0 && rnd.IntN(2) == 0 {
					v = Value{Number: -1, Text: []string{"k", "i", "nosuch", "x1", "k1", "_"}[rnd.IntN(6)]}
				}
				holes = append(holes, v)
				text += v.String()
				continue
			}
			text += string(c)
		}
		mine, theirs := newVars(), newVars()
		got, gotErr := p.Fill(mine, holes)
		want, wantErr := cache.Eval(text, theirs)
		if got != want || (gotErr == nil) != (wantErr == nil) || gotErr != nil && gotErr.Error() != wantErr.Error() ||
			mine.state()+mine.said.String() != theirs.state()+theirs.said.String() {
			t.Fatalf("%q: %d %v, want %d %v\n%s\n%s", text, got, gotErr, want, wantErr, mine.state(), theirs.state())
		}
	}
	if templates < 5000 {
		t.Errorf("%d templates", templates)
	}
}

// TestTextsThatAreNoTemplate has what numbers would change the meaning of.
func TestTextsThatAreNoTemplate(t *testing.T) {
	t.Parallel()
	var cache Cache
	for _, src := range []string{"\x01\x01", "x\x01", "\x01x", "1\x01", "\x010", "\x01#5", "16#\x01", "\x01++", "\x01=1", "2**\x01", "0x\x01", "\x01 \x01", "("} {
		if _, ok := cache.Template(src); ok {
			t.Errorf("%q is one", src)
		}
	}
	for _, src := range []string{"a[\x01]", "a[\x01\x01]", "a[k\x01]++", "a[b[\x01]]+\x01"} {
		if _, ok := cache.Template(src); !ok {
			t.Errorf("%q is none", src)
		}
	}
	for text, want := range map[string]bool{"0": true, "12": true, "": false, "-1": false, "01": false, "1x": false, " 1": false, "+1": false, "9999999999999999999": false, "x": false} {
		if _, ok := Number(text); ok != want {
			t.Errorf("%q is a number: %v", text, ok)
		}
	}
}
