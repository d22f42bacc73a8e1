package policy

import (
	"strings"
	"testing"
)

func TestCarries(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		words, flags, values string
		want                 certainty
	}{
		{"-r x", "-r", "", yes},
		{"x -r", "-r", "", yes},
		{"-- -r", "-r", "", no},
		{"-x -- -r", "-r", "", no},
		{"x", "-r", "", no},
		{"-rf", "-r", "", yes},
		{"-fr", "-r", "", perhaps}, // -f might take "r"
		{"-fr", "-r", "-o", yes},   // it does not
		{"-or", "-r", "-o", no},    // r is the value of -o
		{"-ro", "-r", "-o", yes},
		{"-o -r", "-r", "-o", no}, // its value, as a word of its own
		{"-xo -r", "-r", "-o", no},
		{"-o out -r", "-r", "-o", yes},
		{"-o -r", "-r", "", perhaps},
		{"--recursive", "-r --recursive", "", yes},
		{"--recursive=yes", "--recursive", "", yes},
		{"--rec", "--recursive", "", perhaps}, // an abbreviation, perhaps
		{"--recursively", "--recursive", "", no},
		{"--out --recursive", "--recursive", "--out", no},
		{"--out=x --recursive", "--recursive", "--out", yes},
		{"--out=x --recursive", "--recursive", "", yes},
		{"-delete", "-delete", "", yes},
		{"-depth", "-delete", "", no},
		{"-", "-r", "", no},
		{"$x", "-r", "", perhaps},
		{"-- $x", "-r", "", no},
		{"-o $x", "-r", "-o", no}, // the value: in quotes it is one word
		{"-R", "-r", "", no},
	} {
		var values []string
		if tt.values != "" {
			values = strings.Fields(tt.values)
		}
		if got := carries(wordsOf(tt.words), strings.Fields(tt.flags), values, false); got != tt.want {
			t.Errorf("%q carries %q with values %q: %v, want %v", tt.words, tt.flags, tt.values, got, tt.want)
		}
	}
	if got := carries(wordsOf("x"), []string{"-r"}, nil, true); got != perhaps {
		t.Errorf("with more to follow: %v", got)
	}
}

func TestMatchOperands(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		patterns, words, values string
		want                    certainty
	}{
		{"push **", "push origin", "", yes},
		{"push **", "--verbose=1 push -f origin", "", perhaps}, // origin may be the value of -f
		{"push **", "-C dir push origin", "-C", yes},
		{"push **", "-C dir push origin", "", perhaps},
		{"push **", "-C push pull", "-C", no},
		{"push **", "-C push pull", "", perhaps},
		{"push **", "pull", "", no},
		{"push **", "-q pull", "", no},
		{"push **", "", "", no},
		{"push", "push -f", "", yes},
		{"push", "push -- -f", "", no},
		{"push *", "push -- -f", "", yes},
		{"* *", "a -x b c", "", perhaps},
		{"* *", "a b -x c", "-x", yes},
		{"push **", "$x origin", "", perhaps},
		{"push **", "push $x", "", perhaps},
	} {
		var values []string
		if tt.values != "" {
			values = strings.Fields(tt.values)
		}
		if got := matchOperands(strings.Fields(tt.patterns), wordsOf(tt.words), values, false); got != tt.want {
			t.Errorf("%q, %q with values %q: %v, want %v", tt.patterns, tt.words, tt.values, got, tt.want)
		}
	}
}

// Comparing is bounded: beyond the bound the answer is perhaps.
func TestMatchOperandsIsBounded(t *testing.T) {
	t.Parallel()
	words := wordsOf(strings.Repeat("-x a ", 2000))
	patterns := strings.Fields(strings.Repeat("b ", 1000))
	if got := matchOperands(patterns, words, nil, false); got != perhaps {
		t.Errorf("%v", got)
	}
	if got := matchOperands(patterns[:100], words, nil, false); got != no {
		t.Errorf("within the bound: %v", got)
	}
}
