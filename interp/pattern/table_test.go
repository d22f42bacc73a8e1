package pattern

import "testing"

// Every text of the table is compared with every pattern.
var (
	tableTexts = []string{
		"", "a", "b", "ab", "abc", "aab", "aXbXc", "foo.tar.gz", "/usr/lib/x.so", "a b\tc\n", "[a", "[]", "]", "[", "-", "!", "^", "\\",
		"a\\", "é", "éa", "aéb", "ÀB", "\xff", "a\xffb", "é\xff", "\xe2\x82", "xé\xc3", "a/b", ".a", "123", "a*b", "*", "?", "(a)", "a|b", "+(a)", "foo", "foobar",
	}
	tablePatterns = []string{
		"*", "**", "?", "??", "???", "?*", "*?", "a", "ab", "a*", "*a", "*b*", "a*c", "a?c", "*.*", "*.", "%", "*/", "*/*", "/*", "X", "*X", "X*", "*X*X*",
		"[a]", "[ab]", "[!a]", "[^a]", "[a-c]", "[c-a]", "[a-]", "[-a]", "[!-a]", "[]a]", "[!]a]", "[]]", "[!]]", "[[]", "[]-a]", "[a", "[", "[]", "[!]", "[!", "[a-", "[a-\\",
		"[\\]]", "[\\a-c]", "[a-\\c]", "[\\\\]", "[a\\]b]", "[--/]", "[*]", "[?]", "[/]", "a[/]b", "[[:alpha:]]", "[![:alpha:]]", "[[:alpha:][:digit:]]", "[[:digit:]-z]",
		"[[:upper:]]*", "*[[:space:]]*", "[[:nope:]]", "[[:nope:]a]", "[[:alpha:]", "[:alpha:]", "[[:]", "[[.a.]]", "[[.a.]-c]", "[[.hyphen.]]", "[[.period.]]a", "[[.nope.]a]",
		"[[.left-square-bracket.]]*", "[[.space.]]", "[[=a=]]", "[[=a=]b]", "[![=a=]]", "[a-c-e]", "[é]", "[!é]", "[à-ü]", "é", "é*", "*é", "\\a", "\\*", "*\\**", "\\?", "\\[a", "a\\", "\\", "\\\\", "*\\",
		"\xff", "*\xff", "?\xff", "[\xff]", "[!\xff]", "\xc3*", "*\xa9", "a?b", "a[!x]b", "?(a)", "?(a)b", "*(a)", "*(a)b", "+(a)", "+(a)b", "@(a|b)", "@(a|ab)c", "@(foo|foobar)", "!(a)", "!(foo)", "!(foo)*", "*.@(gz|so)", "*!(.gz)",
		"!(*.gz)", "@()", "!()", "?()", "*()", "+()", "+(a|b)", "+(?)", "*(*)", "@(*)", "@(", "@(a", "+(a|", "(a)", "\\+(a)", "+([0-9])", "*([!/])", "@(a|@(b|c))", "+(a|@(b|+(c)))", "!(!(a))", "!(a|!(b))", "a!(b)c", "@([ab]|é)", "@(a\\|b)", "@([|])*", "@(a[)]b|c)",
		"+(+(a))", "*(*(a)b)c", "[A-Z]*", "FOO", "f*O", "a|b", "a b*",
	}
)

func TestTableAgainstBash(t *testing.T) {
	t.Parallel()
	for _, noCase := range []bool{false, true} {
		var all []sample
		for _, p := range tablePatterns {
			for _, s := range tableTexts {
				all = append(all, sample{s, p})
			}
		}
		if len(all) < 250 {
			t.Errorf("%d samples", len(all))
		}
		compare(t, noCase, all)
	}
}
