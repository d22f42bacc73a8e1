package grep

import (
	"errors"

	"github.com/aegish/aegish/interp/regex/perl"
)

// compilePerl makes a matcher of a pattern of -P. Words and lines are put into
// the pattern, as GNU grep does it, so that a pattern that needs other brackets
// around it than a group's is refused, or works, as there.
func compilePerl(p string, s *settings) (*perl.Finder, error) {
	var flags perl.Flags
	if s.ignoreCase {
		flags |= perl.NoCase
	}
	switch {
	case s.line:
		flags |= perl.WholeLine
	case s.word:
		p = `(?<!\w)(?:` + p + `)(?!\w)`
	}
	re, err := perl.Compile(p, flags)
	if err != nil {
		return nil, err
	}
	return re.Finder(s.steps), nil
}

// perlOnly compiles the pattern of grep -P: there can be no more than one.
func (f *finder) perlOnly(s *settings) error {
	if len(s.patterns) > 1 && !s.rg {
		return errors.New("the -P option only supports a single pattern")
	}
	for _, p := range s.patterns {
		re, err := compilePerl(p, s)
		if err != nil {
			return err
		}
		f.perl = append(f.perl, re)
	}
	if len(f.perl) == 1 {
		f.must = []byte(f.perl[0].Regexp().Literal())
	}
	return nil
}
