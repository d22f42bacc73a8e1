package expand

import (
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// segmentKind is kind where that names a variable.
type segmentKind = kind

// TestSplit is word splitting alone: segments in, fields out. In the table l:,
// e: and q: begin literal, expanded and quoted segments, | is a boundary.
func TestSplit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ ifs, in, want string }{
		{" ", "e:a b", "a,b"},
		{" ", "e: a  b ", "a,b"},
		{" ", "l:a b", "a b"},
		{" ", "q:", ""},
		{" ", "e:", "none"},
		{" ", "e: ", "none"},
		{":", "e:a::b:", "a,,b"},
		{":", "e::a", ",a"},
		{": ", "e:a : b", "a,b"},
		{": ", "e: : a", ",a"},
		{":", "l:x;e:a:b;q:y:z", "xa,by:z"},
		{":", "e:a:;q:", "a,"},
		{"", "e:a b", "a b"},
		{" ", "q:a;|;q:b", "a,b"},
		{" ", "q:a;|;|;e:b", "a,b"},
		{" ", "e:a ;|;e: b", "a,b"},
		{"é", "e:aéb\xc3c", "a,b\xc3c"},
		{"\xff", "e:a\xffb", "a,b"},
	} {
		var segs []segment
		for s := range strings.SplitSeq(c.in, ";") {
			kind, text, _ := strings.Cut(s, ":")
			if kind == "|" {
				segs = append(segs, segment{kind: boundary})
				continue
			}
			if text != "" || kind == "q" {
				segs = append(segs, segment{text, map[string]segmentKind{"l": literal, "e": expanded, "q": quoted}[kind]})
			}
		}
		var table ifsTable
		table.set(c.ifs, false)
		var cut cutter
		cut.reset(&table, false)
		cut.run(segs)
		var got []string
		for _, f := range cut.fields {
			got = append(got, join(cut.segs[f.from:f.to]))
		}
		text := strings.Join(got, ",")
		if len(got) == 0 {
			text = "none"
		}
		if text != c.want {
			t.Errorf("IFS %q, %q: %q, want %q", c.ifs, c.in, text, c.want)
		}
	}
}

// TestEscape is the step to patterns and regular expressions, and quote
// removal.
func TestEscape(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		segs                 []segment
		pattern, regex, text string
		magic                bool
	}{
		{[]segment{{"a*", literal}}, "a*", "a*", "a*", true},
		{[]segment{{"a*", quoted}}, `a\*`, `a\*`, "a*", false},
		{[]segment{{"a", literal}, {"*", quoted}, {"?", expanded}}, `a\*?`, `a\*?`, "a*?", true},
		{[]segment{{"[", literal}, {"a-z", quoted}, {"]", literal}}, `[a\-z]`, "[a-z]", "[a-z]", true},
		{[]segment{{"[", quoted}, {"]", literal}}, `\[]`, `\[]`, "[]", false},
		{[]segment{{`\*`, expanded}}, `\*`, `\*`, `\*`, false},
		{[]segment{{".", quoted}, {"$", quoted}, {".", literal}}, `\.$.`, `\.\$.`, ".$.", false},
		{[]segment{{"a/b", quoted}}, "a/b", "a/b", "a/b", false},
	} {
		if got := escape(c.segs); got != c.pattern {
			t.Errorf("%v: pattern %q, want %q", c.segs, got, c.pattern)
		}
		if got := escapeRegex(c.segs); got != c.regex {
			t.Errorf("%v: regex %q, want %q", c.segs, got, c.regex)
		}
		if got := join(c.segs); got != c.text {
			t.Errorf("%v: text %q, want %q", c.segs, got, c.text)
		}
		if got := magic(c.segs); got != c.magic {
			t.Errorf("%v: magic %v", c.segs, got)
		}
	}
}

// braceWords expands the braces of one word.
func braceWords(t testing.TB, src string) ([]string, int) {
	t.Helper()
	w, err := syntax.ParseWord(src, syntax.Config{})
	if err != nil {
		return nil, 0
	}
	w, _ = syntax.SplitBraces(w, 1<<20)
	n := braceSizeOf(w.Parts).words
	if n > 10_000 {
		return nil, n
	}
	var out []string
	for _, word := range expandBraces(w) {
		out = append(out, source(word.Parts))
	}
	return out, n
}

// TestBraces is brace expansion alone.
func TestBraces(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"{a,b}": "a b", "a{b,c}d": "abd acd", "{1..3}": "1 2 3", "{a,b}{c,d}": "ac ad bc bd",
		"{a,{b,c}}": "a b c", "{01..3}": "01 02 03", "{3..-3..3}": "3 0 -3", "$a{b,c}": "$ab $ac", "{a}": "{a}",
		"{,}": "", "x{,}": "x x", "{c..a}": "c b a",
		"{9223372036854775806..9223372036854775807}": "9223372036854775806 9223372036854775807",
	} {
		if got, _ := braceWords(t, in); strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
	for _, bomb := range []string{
		strings.Repeat("{1..9}", 9), "{1..9223372036854775807}", strings.Repeat("{a,b,c}", 100),
		"{-9223372036854775808..9223372036854775807}",
	} {
		if _, n := braceWords(t, bomb); n < 100_000_000 {
			t.Errorf("%.40s: %d words", bomb, n)
		}
	}
}

// FuzzBraces checks that the count that guards brace expansion is never less
// than what it makes.
func FuzzBraces(f *testing.F) {
	for _, s := range []string{
		"{a,b}", "{1..3}", "{a,{b,c}d}", "{01..010..3}", "{a..}", "{{a,b},{c,d}}x", "${x:-{a,b}}{1,2}", "{,}{,}",
		"a{b}{c,}", "{-1..2}{z..a..5}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 2000 {
			return
		}
		words, n := braceWords(t, src)
		if n <= 10_000 && len(words) > max(n, 1) {
			t.Errorf("%q: counted %d, made %d", src, n, len(words))
		}
	})
}

// TestReplacementSize checks that the size that is compared with the limit is
// that of what is written.
func TestReplacementSize(t *testing.T) {
	t.Parallel()
	for _, pieces := range [][]string{nil, {"x"}, {"a", "b"}, {"", "", ""}} {
		r := replacement{pieces}
		var b strings.Builder
		r.write(&b, "match")
		if b.Len() != r.size(len("match")) {
			t.Errorf("%q: %d, wrote %q", pieces, r.size(5), b.String())
		}
	}
}

// TestTildePrefix is where a tilde prefix ends.
func TestTildePrefix(t *testing.T) {
	t.Parallel()
	sh := state.NewShell(nil)
	_ = sh.Vars.SetString("HOME", "/h")
	sh.Stack = []string{"/one", "/two"}
	e := Expander{Shell: sh, Host: noHome{}}
	for _, c := range []struct {
		text             string
		assignment, last bool
		home, rest       string
		ok               bool
	}{
		{"~", false, true, "/h", "", true},
		{"~", false, false, "", "~", false},
		{"~/x", false, false, "/h", "/x", true},
		{"~:x", false, true, "/h", ":x", true},
		{"~:x", false, false, "", "", false},
		{"~=~", false, true, "/h", "=~", true},
		{"~=x", false, true, "", "", false},
		{"~:x", true, false, "/h", ":x", true},
		{"~1/a", false, true, "/one", "/a", true},
		{"~-0", false, true, "/two", "", true},
		{"~+9", false, true, "", "", false},
		{"~nobody", false, true, "", "", false},
	} {
		home, rest, ok := e.tilde(c.text, c.assignment, c.last)
		if ok != c.ok || ok && (home != c.home || rest != c.rest) {
			t.Errorf("%s: %q, %q, %v", c.text, home, rest, ok)
		}
	}
}

type noHome struct{ Host }

func (noHome) Home(string) (string, bool) { return "", false }

// TestCutIgnore is how GLOBIGNORE and patterns with slashes are cut.
func TestCutIgnore(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		"a:b": {"a", "b"}, `a\:b:c`: {`a\:b`, "c"}, "[a:]:b": {"[a:]", "b"}, "": {""}, "[a:b": {"[a", "b"},
	} {
		if got := cutIgnore(in); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	text, slashes, rest := cutComponent("@(a/b)c//d/e")
	if text != "@(a/b)c" || slashes != "//" || rest != "d/e" {
		t.Errorf("%q %q %q", text, slashes, rest)
	}
}
