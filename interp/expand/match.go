package expand

import (
	"errors"
	"strings"

	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// A matcher is a compiled pattern and what its steps count on.
type matcher struct {
	*pattern.Pattern
	text string
	e    *Expander
}

// matcher compiles the pattern of a parameter expansion. nocasematch counts
// for substitution alone.
func (e *Expander) matcher(text string, substitution bool) (*matcher, error) {
	return e.compilePattern(text, substitution && e.Shell.Opts.On(state.NoCaseMatch))
}

// globMatcher compiles a component of a pathname pattern.
func (e *Expander) globMatcher(text string) (*matcher, error) {
	return e.compilePattern(text, e.Shell.Opts.On(state.NoCaseGlob))
}

// patternMemo keeps what the text of a pattern without expansions compiles to.
type patternMemo struct {
	pattern *pattern.Pattern
	opts    pattern.Options
}

// fixedMatcher is matcher for a pattern that is plain text; nil where the word
// is more than that. The word keeps the result.
func (e *Expander) fixedMatcher(w *syntax.Word) *matcher {
	if len(w.Parts) != 1 {
		return nil
	}
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok || strings.IndexByte(lit.Value, '~') >= 0 {
		return nil
	}
	opts := pattern.Options{ExtGlob: e.Shell.Opts.On(state.ExtGlob), Bytes: e.Shell.Bytes, Steps: e.Limits.PatternSteps}
	m, ok := w.Memo.Load().(*patternMemo)
	if !ok || m.opts != opts {
		m = &patternMemo{pattern.Compile(lit.Value, opts), opts}
		w.Memo.Store(m)
	}
	return &matcher{m.pattern, lit.Value, e}
}

func (e *Expander) compilePattern(text string, fold bool) (*matcher, error) {
	return e.compileWith(text, pattern.Options{
		ExtGlob: e.Shell.Opts.On(state.ExtGlob), NoCase: fold, Bytes: e.Shell.Bytes, Steps: e.Limits.PatternSteps,
	}), nil
}

func (e *Expander) compileWith(text string, opts pattern.Options) *matcher {
	if e.Patterns != nil {
		return &matcher{e.Patterns.Compile(text, opts), text, e}
	}
	return &matcher{pattern.Compile(text, opts), text, e}
}

// limit words the error of a pattern that takes too long.
func (m *matcher) limit(err error) error {
	if errors.Is(err, pattern.ErrSteps) {
		n := m.e.Limits.PatternSteps
		if n <= 0 {
			n = pattern.DefaultSteps
		}
		return &LimitError{Name: "pattern steps", Limit: int64(n)}
	}
	return err
}

// whole tells whether all of s matches.
func (m *matcher) whole(s string) (bool, error) {
	ok, err := m.Match(s)
	if err != nil {
		return false, m.limit(err)
	}
	return ok, nil
}

// prefix finds the prefix of s that matches.
func (m *matcher) prefix(s string, longest bool) (n int, ok bool, err error) {
	if longest {
		n, err = m.LongestPrefix(s)
	} else {
		n, err = m.ShortestPrefix(s)
	}
	if err != nil {
		return 0, false, m.limit(err)
	}
	return n, n >= 0, nil
}

// suffix finds where the suffix of s that matches begins.
func (m *matcher) suffix(s string, longest bool) (n int, ok bool, err error) {
	if longest {
		n, err = m.LongestSuffix(s)
	} else {
		n, err = m.ShortestSuffix(s)
	}
	if err != nil {
		return 0, false, m.limit(err)
	}
	return n, n >= 0, nil
}

// find finds the first match at or behind a place, the longest there.
func (m *matcher) find(s string, at int) (from, to int, ok bool, err error) {
	from, to, err = m.Find(s, at)
	if err != nil {
		return 0, 0, false, m.limit(err)
	}
	return from, to, from >= 0, nil
}
