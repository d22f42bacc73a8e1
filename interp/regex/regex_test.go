package regex

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// tableExprs and tableTexts are compared with the C library, each with each.
var (
	tableExprs = []string{
		"", "a", "ab", "a*", "a**", "a+", "a?", "a\\+", "a\\?", "*a", "+a", "?a", "{1}", "\\{1\\}", "^*a", "(*a)", "\\(*a\\)", "a|b", "a\\|b", "a||b", "|a", "a|", "()", "\\(\\)", "(a|)", "(", ")", "\\(", "\\)", "a)", "(a", "((a)", "(a))",
		"[", "[a", "[]", "[]a]", "[^]a]", "[a-]", "[-a]", "[a-c]", "[c-a]", "[a-a]", "[[:alpha:]]", "[[:foo:]]", "[[:alpha:]", "[[:alpha:]-z]", "[[.a.]]", "[[.a.]-c]", "[[.zz.]]", "[[=a=]]", "[[=zz=]]", "[\\n]", "[\\]]", "[a\\]", "[[]", "[^a]", "[^\n]", "[é]", "[^é]", "[à-ü]",
		"a{2}", "a{2,}", "a{,2}", "a{1,2}", "a{2,1}", "a{", "a{1", "a{1,", "a{x}", "a{1x}", "a{,}", "a{0}", "a{32767}", "a{32768}", "a{99999}", "a\\{2\\}", "a\\{1,2\\}", "a\\{2", "a\\{2}", "a\\{x\\}", "a\\{2,1\\}",
		"^a", "a$", "^", "$", "^$", "a^b", "a$b", "(^a)", "(a$)", "a|^b", "\\(^a\\)", "\\(a$\\)", "x^", "$x", "a*^", "^^a", "a$$", "(^)*a",
		"\\", "a\\", "\\.", "\\*", "\\a", "\\w", "\\W", "\\s+", "\\S+", "\\bfoo\\b", "\\<foo", "foo\\>", "\\Boo", "\\`a", "b\\'", "\\n", "\\t", "\\d",
		"(a)\\1", "\\(a\\)\\1", "\\1", "\\(a\\)\\2", "(a*)\\1", "(a|b)\\1", "\\(.\\)\\1", "(.)(.)\\2\\1", "(a\\1)", "(^|[^a])(a+)\\2",
		"(a|ab)(c|bcd)(d*)", "(a+)(a*)", "(a*)(a+)", "(a*)*", "(a*)+", "(a|b)*", "(ab|a)(bc)?", "((a)|(b))*", "(a)(b)?(c)?", "x*", "(x*)", ".", "..", ".*", "(.*)(.*)", "(.+)o(.*)", "foo|foobar", "(foo|foobar)(bar)?", "[0-9]+\\.[0-9]*", "([a-z]+)=([^;]*);?", "^[^=]*=", "a.c", "(a.c)+",
		"é", "É", ".é", "[[:upper:]]+", "[[:lower:]]", "ß", "A", "(A)B",
	}
	tableTexts = []string{
		"", "a", "b", "aa", "ab", "ba", "abcd", "abab", "aab", "foo", "foobar", "a foo b", "xfoo", "*a", "^a", "a$b", "{1}", "\n", "a\nb", "b\na", "é", "É", "aé", "a]", "[a", "key=val;x=y;", "3.14", "abba", "AB", "ß", "\\", "a{x}", "n", "-", "aaaa",
	}
)

func TestTableAgainstLibrary(t *testing.T) {
	t.Parallel()
	oracle := buildOracle(t)
	for _, flags := range []string{"E", "", "EI", "N", "EN", "EB"} {
		var all []sample
		for _, e := range tableExprs {
			if flags != "E" && flags != "" && strings.Contains(e, "32767") {
				continue
			}
			if strings.Contains(flags, "I") && len(e) == 2 && e[0] == '\\' {
				continue // the library forgets to ignore case there
			}
			for i, s := range tableTexts {
				if i%4 != 0 && flags != "E" && flags != "" {
					continue // the process for each sample takes its time
				}
				all = append(all, sample{flags, e, s})
			}
		}
		compare(t, oracle, all)
	}
}

// TestHostile tries what costs others too much: each ends with an answer, with
// an error of Compile, or with ErrSteps.
func TestHostile(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 50_000)
	for _, expr := range []string{
		"(a*)*b", "(a|aa)+$x", "(a|a|a)*b", "((a*)*)*b", "(a+)+b", "(a*)*\\1b", "(a|aa)+\\1c", ".*.*.*.*x", "(a?){50}b", "((a{1,20}){1,20}){1,20}b",
		"(((a{1000}){1000}){1000}", "((a{1000}){1000}){1000}", strings.Repeat("(", 100_000), strings.Repeat("(", 100_000) + strings.Repeat(")", 100_000),
		"a" + strings.Repeat("*", 100_000), "a" + strings.Repeat("{1}", 50_000), strings.Repeat("a|", 50_000), strings.Repeat("[", 100_000), strings.Repeat("a", MaxSource+1),
	} {
		name := expr[:min(len(expr), 30)]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			re, err := Compile(expr, Extended)
			if err != nil {
				var e *Error
				if !errors.As(err, &e) || e.Text == "" {
					t.Errorf("%T %v", err, err)
				}
				return
			}
			if _, err := re.MatchString(long); err != nil && !errors.Is(err, ErrSteps) {
				t.Error(err)
			}
			if _, err := re.Find([]byte(long), 1, true); err != nil && !errors.Is(err, ErrSteps) {
				t.Error(err)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for expr, want := range map[string]string{
		"a{32767}": "", "a{32768}": "Regular expression too big", "((a{1000}){1000}){1000}": "Regular expression too big", "(((a{1000}){1000}){1000}": "Unmatched ( or \\(",
		strings.Repeat("a*", 2*maxNesting): "", "a" + strings.Repeat("+?", maxNesting): "Regular expression too big", "a*)": "", "(a)*)": "",
		strings.Repeat("x", MaxSource): "Regular expression too big", strings.Repeat("(", maxNesting-1) + strings.Repeat(")", maxNesting-1): "", strings.Repeat("(", maxNesting) + strings.Repeat(")", maxNesting): "Regular expression too big",
	} {
		_, err := Compile(expr, Extended)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.40q: got %q, want %q", expr, got, want)
		}
	}
}

// TestFindFrom checks that the text before from is seen, and notBOL.
func TestFindFrom(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		expr, text string
		from       int
		notBOL     bool
		want       int
	}{
		{"^a", "aa", 0, false, 0}, {"^a", "aa", 1, false, -1}, {"^a", "aa", 0, true, -1}, {"\\<b", "ab b", 1, false, 3}, {"\\bb", "ab b", 1, false, 3},
		{"a", "ba", 2, false, -1}, {"a", "ba", 3, false, -1}, {"$", "ab", 1, false, 2}, {"x*", "ab", 1, false, 1}, {"a", "\xff\xffa", 0, false, 2}, {".", "\xffa", 0, false, 1},
	} {
		re, err := Compile(c.expr, Extended)
		if err != nil {
			t.Fatal(err)
		}
		loc, err := re.Find([]byte(c.text), c.from, c.notBOL)
		got := -1
		if loc != nil {
			got = loc[0]
		}
		if got != c.want || err != nil {
			t.Errorf("%+v: got %v, %v", c, loc, err)
		}
	}
}

func TestLiteral(t *testing.T) {
	t.Parallel()
	for expr, want := range map[string]string{"abc": "abc", "a\\.b": "a.b", "é": "é"} {
		re, err := Compile(expr, Extended)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := re.Literal(); !ok || got != want || re.Groups() != 0 || re.String() != expr {
			t.Errorf("%q: got %q, %v", expr, got, ok)
		}
	}
}

func FuzzCompile(f *testing.F) {
	f.Add("(a|b)*\\1[[:alpha:]-]{1,3}", "abab", uint8(1))
	f.Add("\\(a*\\)\\{2\\}\\>", "aa é", uint8(2))
	f.Fuzz(func(t *testing.T, expr, text string, flags uint8) {
		if len(expr) > 200 || len(text) > 200 {
			return
		}
		re, err := Compile(expr, Flags(flags&15))
		if err != nil {
			return
		}
		loc, err := re.Find([]byte(text), 0, false)
		if err != nil {
			return
		}
		if ok, err := re.MatchString(text); err == nil && ok != (loc != nil) {
			t.Errorf("%q in %q: Match says %v, Find %v", expr, text, ok, loc)
		}
		if loc != nil && (loc[0] < 0 || loc[1] < loc[0] || loc[1] > len(text)) {
			t.Errorf("%q in %q: %v", expr, text, loc)
		}
	})
}

func benchmark(b *testing.B, expr string) {
	re, err := Compile(expr, Extended)
	if err != nil {
		b.Fatal(err)
	}
	line := []byte("Nov 21 14:52:00 host sshd[1234]: session opened for user root by (uid=0), quite ordinary text")
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := re.Match(line); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLiteral(b *testing.B)       { benchmark(b, "failed") }
func BenchmarkLiteralPrefix(b *testing.B) { benchmark(b, "failed[0-9]+") }
func BenchmarkClass(b *testing.B)         { benchmark(b, "[0-9]+x[a-f]") }
func BenchmarkWord(b *testing.B)          { benchmark(b, "\\<failed\\>") }
func BenchmarkAlternatives(b *testing.B)  { benchmark(b, "failed|refused|denied") }

// TestWaysToGoOnAreBounded: what a long text leaves to be tried ends with
// ErrSteps, and does not take the machine's memory. Below the bound it is found.
func TestWaysToGoOnAreBounded(t *testing.T) {
	t.Parallel()
	re, err := Compile(`\(a*b\|a\)*$`, 0)
	if err != nil {
		t.Fatal(err)
	}
	for n, bounded := range map[int]bool{100_000: false, 2_000_000: true} {
		loc, err := re.Find(bytes.Repeat([]byte("ab"), n/2), 0, true)
		if bounded != errors.Is(err, ErrSteps) || !bounded && (loc == nil || loc[1] != n) {
			t.Errorf("%d bytes: %v, %v", n, loc, err)
		}
	}
}
