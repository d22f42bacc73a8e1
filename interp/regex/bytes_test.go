package regex

import (
	"slices"
	"testing"
)

// TestBytesAreCharacters compares the ways of matching with each other: all have to
// see bytes.
func TestBytesAreCharacters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		src, text string
		want      []int // begin and end of each match, one behind the other
	}{
		{".", "é", []int{0, 1, 1, 2}},
		{"^..$", "é", []int{0, 2}},
		{"[^a]", "aé", []int{1, 2, 2, 3}},
		{"[\x80-\xff]+", "a日b", []int{1, 4}},
		{"\xa9", "é", []int{1, 2}},
		{"é", "aéé", []int{1, 3, 3, 5}},
		{"(.)\\1", "éa\xa9\xa9", []int{3, 5}},
		{"\\<b", "éb", []int{2, 3}},
		{"[[:alpha:]]", "é", nil},
	} {
		re, err := Compile(c.src, Extended|Bytes)
		if err != nil {
			t.Fatalf("%q: %v", c.src, err)
		}
		plain := all(t, c.text, func(s []byte, from int) ([]int, error) { return re.Find(s, from, false) })
		found := all(t, c.text, re.Finder().Find)
		if !slices.Equal(plain, c.want) || !slices.Equal(found, c.want) {
			t.Errorf("%q in %q: %v and %v, want %v", c.src, c.text, plain, found, c.want)
		}
		if l := NewLines('\n', re); l != nil {
			if matched, ok := l.Matches([]byte(c.text)); !ok || matched != (c.want != nil) {
				t.Errorf("%q in %q: lines say %v", c.src, c.text, matched)
			}
		}
	}
}

// all lists where the matches begin and end.
func all(t *testing.T, text string, find func([]byte, int) ([]int, error)) (places []int) {
	t.Helper()
	for from := 0; ; {
		loc, err := find([]byte(text), from)
		if err != nil {
			t.Fatal(err)
		}
		if loc == nil {
			return places
		}
		places, from = append(places, loc[0], loc[1]), loc[1]
	}
}
