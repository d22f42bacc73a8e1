package grep

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/regex"
)

// A goRegexp is a pattern of rg in the syntax of package regexp, which is nearly
// that of ripgrep.
type goRegexp struct {
	re *regexp.Regexp
	// behind finds in group 1 what matches behind the first character. Package
	// regexp has no search that begins within a text and sees what stands before.
	behind *regexp.Regexp
	// looks tells that what stands before a match matters.
	looks bool
	ended func() bool // that nobody waits for what is found
}

func compileGo(p string, fold bool, ended func() bool) (*goRegexp, error) {
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
	return &goRegexp{re, behind, looksBehind(parsed), ended}, err
}

// find finds the first match from a place on; -1 without one. Anchors and word
// boundaries see what stands before. The error is regex.ErrSteps.
func (g *goRegexp) find(line []byte, from int) (int, int, error) {
	loc, err := g.submatch(line, from)
	if loc == nil {
		return -1, -1, err
	}
	return loc[0], loc[1], nil
}

// submatch is find with the places of the groups; nil without a match.
func (g *goRegexp) submatch(line []byte, from int) ([]int, error) {
	re, groups, size := g.re, 0, 0
	if from > 0 && g.looks {
		re, groups = g.behind, 2 // its first group is the match
		_, size = utf8.DecodeLastRune(line[:from])
	}
	loc, err := regex.FindGo(re, line[from-size:], g.ended)
	if loc == nil {
		return nil, err
	}
	loc = loc[groups:]
	for i, at := range loc {
		if at >= 0 {
			loc[i] = at + from - size
		}
	}
	return loc, nil
}

// looksBehind tells whether an expression has anchors or word boundaries.
func looksBehind(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpBeginText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(re.Sub, looksBehind)
}

// all yields the matches in a text, each behind the one before. An empty match next
// to the one before is none. The error is regex.ErrSteps.
func (g *goRegexp) all(text []byte, yield func(loc []int) bool) error {
	for at, before := 0, -1; at <= len(text); {
		if len(text) > longLine && g.ended != nil && g.ended() {
			return regex.ErrSteps
		}
		loc, err := g.submatch(text, at)
		if loc == nil {
			return err
		}
		at = loc[1]
		if loc[0] < loc[1] || loc[0] != before {
			if !yield(loc) {
				return nil
			}
		}
		if before = loc[1]; loc[0] == loc[1] {
			_, size := utf8.DecodeRune(text[at:])
			at += max(size, 1)
		}
	}
	return nil
}

func isWordRune(r rune) bool {
	return r == '_' || r != unicode.ReplacementChar && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
