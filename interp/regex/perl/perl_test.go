package perl

import (
	_ "embed"
	"errors"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

//go:embed testdata/patterns.txt
var patterns string

// TestPatterns compares what is in testdata with the host's grep -P.
func TestPatterns(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(patterns) {
		pattern, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok || strings.HasPrefix(line, "# ") {
			continue
		}
		text, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
		if err != nil {
			t.Fatal(line, err)
		}
		compareHost(t, pattern, text+"\n")
	}
}

// TestHopeless has patterns that take backtracking very long. Most end quickly
// here, because no way is gone twice; the others end at the limit.
func TestHopeless(t *testing.T) {
	t.Parallel()
	as := strings.Repeat("a", 3000)
	for _, c := range []struct {
		pattern, text string
		start         int
		err           error
	}{
		{"(a+)+$", as + "b", -1, nil},
		{"(a|aa)+$", as + "b", -1, nil},
		{"(a|a|a)*$", as + "b", len(as) + 1, nil},
		{"(.*)*x", as, -1, nil},
		{"(.*a){12}b", as[:300] + "c", -1, nil},
		{"(?=(a+)+$)b", as + "c", -1, nil},
		{"^(([a-z])+.)+[A-Z]([a-z])+$", as, -1, nil},
		{"(?:a?){64}a{64}", as[:64], 0, nil},
		{"(?<=a)(a*)*b", as, -1, nil},
		{`\w+@\w+`, as, -1, nil},
		{`\w+[@!]\w+`, as, -1, nil},
		{"(a*)*(a*)*(a*)*[bB]", as[:300], -1, nil},
		{"(a(?1)|b)", as[:500], -1, nil},
		{`(a+)+\1[bB]$`, as[:40] + "c", -1, ErrSteps},
		{`^(?:(a+)|b)*\1c`, as[:40] + "dc", -1, ErrSteps},
		{"(?>(a+)+$)", as[:40] + "c", -1, ErrSteps},
		{"(a(?1)?){20}[bB]", as[:60], -1, ErrSteps},
		{"(?R)", "a", -1, ErrLoop},
		{"a?(?R)|b", "aaa", -1, ErrLoop},
		{"(a?(?1)?)", "aaa", -1, ErrLoop},
	} {
		re, err := Compile(c.pattern, 0)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		start, _, err := re.Finder(3_000_000).Find([]byte(c.text), 0)
		if start != c.start || !errors.Is(err, c.err) {
			t.Errorf("%s: %d, %v", c.pattern, start, err)
		}
	}
}

// TestLimits tries what is just within limits and what is just beyond.
func TestLimits(t *testing.T) {
	t.Parallel()
	nested := func(n int) string { return strings.Repeat("(", n) + "a" + strings.Repeat(")", n) }
	groups := strings.Repeat("(?:|)", 13000)
	for _, c := range []struct{ pattern, message string }{
		{nested(maxNesting), ""},
		{nested(maxNesting + 1), "parentheses are too deeply nested"},
		{strings.Repeat("a", MaxSource), ""},
		{strings.Repeat("a", MaxSource+1), "regular expression is too large"},
		{"a{65535}", ""},
		{groups, ""},
		{strings.Repeat("(?:|){9}", 3000), ""},
		{strings.Repeat("(?:|){9}", 7000), "regular expression is too large"},
		{"((((a{9}b){99}c){99}d){99}e){99}", ""},
		{"(?<=a{65535})b", ""},
		{"(?<=a{65535}a)b", "lookbehind assertion is too long"},
		{"(?<=" + strings.Repeat("(?1)", 3) + ")(a(?1))", "lookbehind is too complicated"},
	} {
		_, err := Compile(c.pattern, 0)
		if got := message(err); got != c.message {
			t.Errorf("%.20q (%d bytes): %q, want %q", c.pattern, len(c.pattern), got, c.message)
		}
	}
	// Steps: as many as it takes, and one less.
	re, err := Compile("(a|b)*c", 0)
	if err != nil {
		t.Fatal(err)
	}
	need := 1
	for ; ; need++ {
		if _, _, err := re.Finder(need).Find([]byte("abbac"), 0); err == nil {
			break
		}
	}
	if _, _, err := re.Finder(need-1).Find([]byte("abbac"), 0); !errors.Is(err, ErrSteps) {
		t.Error(err)
	}
	// Memory: each round leaves something on the stack.
	if re, err = Compile("(?:a|b)*+c", 0); err != nil {
		t.Fatal(err)
	}
	if _, _, err := re.Finder(1<<30).Find([]byte(strings.Repeat("ab", maxFrames/2+1)+"c"), 0); !errors.Is(err, ErrMemory) {
		t.Error(err)
	}
	if re, err = Compile("(a(?1)?b)", 0); err != nil {
		t.Fatal(err)
	}
	if _, _, err := re.Finder(1<<30).Find([]byte(strings.Repeat("a", maxSaved)+"b"), 0); !errors.Is(err, ErrMemory) {
		t.Error(err)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// FuzzFind looks for patterns that break the matcher.
func FuzzFind(f *testing.F) {
	for line := range strings.Lines(patterns) {
		pattern, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		f.Add(pattern, text)
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 200 || len(text) > 200 {
			return
		}
		re, err := Compile(pattern, Flags(len(text)&3))
		if err != nil {
			return
		}
		finder := re.Finder(20_000)
		for from := 0; from <= len(text); {
			start, end, err := finder.Find([]byte(text), from)
			if err != nil || start < 0 {
				return
			}
			if start > end || end > len(text) || start < from && utf8.ValidString(text) {
				t.Fatalf("%q %q from %d: %d %d", pattern, text, from, start, end)
			}
			from = max(end, from+1)
		}
	})
}
