package grep

import (
	"regexp"
	"unicode"
)

// A goRegexp is a pattern of rg in the syntax of package regexp, which is nearly
// that of ripgrep.
type goRegexp struct{ re *regexp.Regexp }

func compileGo(p string, fold bool) (*goRegexp, error) {
	if fold {
		p = "(?i)" + p
	}
	re, err := regexp.Compile(p)
	return &goRegexp{re}, err
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
	for _, loc := range g.re.FindAllIndex(line, -1) {
		if loc[0] >= from {
			return loc[0], loc[1]
		}
	}
	return -1, -1
}

func isWordRune(r rune) bool {
	return r == '_' || r != unicode.ReplacementChar && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
