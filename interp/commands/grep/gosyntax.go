package grep

import (
	"regexp"
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// A goRegexp is a pattern of rg in the syntax of package regexp, which is nearly
// that of ripgrep.
type goRegexp struct {
	re *regexp.Regexp
	// behind finds in group 1 what matches behind the first character. Package
	// regexp has no search that begins within a text and sees what stands before.
	behind *regexp.Regexp
}

func compileGo(p string, fold bool) (*goRegexp, error) {
	if fold {
		p = "(?i)" + p
	}
	re, err := regexp.Compile(p)
	if err != nil {
		return nil, err
	}
	parsed, err := syntax.Parse(p, syntax.Perl) // written out it has no \Q without an end
	if err != nil {
		return nil, err
	}
	behind, err := regexp.Compile(`(?s:\A.)(?s:.*?)(` + parsed.String() + ")")
	return &goRegexp{re, behind}, err
}

// find finds the first match from a place on; -1 without one. Anchors and word
// boundaries see what stands before.
func (g *goRegexp) find(line []byte, from int) (int, int) {
	if from == 0 {
		if loc := g.re.FindIndex(line); loc != nil {
			return loc[0], loc[1]
		}
		return -1, -1
	}
	_, size := utf8.DecodeLastRune(line[:from])
	if loc := g.behind.FindSubmatchIndex(line[from-size:]); loc != nil {
		return loc[2] + from - size, loc[3] + from - size
	}
	return -1, -1
}

func isWordRune(r rune) bool {
	return r == '_' || r != unicode.ReplacementChar && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
