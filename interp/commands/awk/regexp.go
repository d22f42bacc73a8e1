package awk

import (
	"strings"

	"github.com/aegish/aegish/interp/regex"
)

// A regexpr is a compiled expression with what makes common ones cheap.
type regexpr struct {
	re      *regex.Finder
	literal string       // every match begins with it
	plain   bool         // and is nothing else
	lines   *regex.Lines // nil when an automaton can not do it
	src     string
	flags   regex.Flags
	folded  *regexpr // the same without regard to case, once it was needed
}

// maxRegexes is how many dynamic expressions are kept.
const maxRegexes = 200

// compileRegex reads an expression: escape sequences of awk first (POSIX awk,
// Regular Expressions), then an extended regular expression. flags are those of the
// locale.
func compileRegex(src string, flags regex.Flags) (*regexpr, error) {
	re, err := regex.Compile(escapes(src), regex.Extended|flags)
	if err != nil {
		return nil, err
	}
	r := &regexpr{re: re.Finder(), src: src, flags: flags}
	if r.literal, r.plain = re.Literal(); !r.plain {
		r.lines = regex.NewLines('\n', re)
	}
	return r, nil
}

// dynamic compiles an expression that the program made, or finds it again.
func (in *interp) dynamic(src string) *regexpr {
	if r, ok := in.regexes[src]; ok {
		return r
	}
	r, err := compileRegex(src, in.flags)
	if err != nil {
		in.fail("regular expression /%s/: %v", src, err)
	}
	if len(in.regexes) >= maxRegexes {
		clear(in.regexes)
	}
	in.regexes[strings.Clone(src)] = r
	return r
}

// literal is the expression of a constant, as IGNORECASE has it.
func (in *interp) literal(l *regexLit) *regexpr {
	if !in.fold {
		return l.re
	}
	if l.re.folded == nil {
		folded, err := compileRegex(l.re.src, l.re.flags|regex.NoCase)
		if err != nil {
			in.fail("regular expression /%s/: %v", l.re.src, err)
		}
		l.re.folded = folded
	}
	return l.re.folded
}

// regex is the expression that e stands for as the right side of a match.
func (in *interp) regex(e expr) *regexpr {
	if l, ok := e.(*regexLit); ok {
		return in.literal(l)
	}
	return in.dynamic(in.str(e))
}

func (in *interp) matches(r *regexpr, s string) bool {
	if r.plain {
		return strings.Contains(s, r.literal)
	}
	if len(r.literal) > 0 && !strings.Contains(s, r.literal) {
		return false
	}
	in.scratch = append(in.scratch[:0], s...)
	if r.lines != nil {
		if matched, ok := r.lines.Matches(in.scratch); ok {
			return matched
		}
	}
	ok, err := r.re.Regexp().Match(in.scratch)
	if err != nil {
		in.fail("%v", err)
	}
	return ok
}

// find is Find of package regex for text that the program holds.
func (in *interp) find(r *regexpr, s []byte, from int) []int {
	loc, err := r.re.Find(s, from)
	if err != nil {
		in.fail("%v", err)
	}
	return loc
}

// span is find without groups; -1 without a match.
func (in *interp) span(r *regexpr, s []byte, from int) (start, end int) {
	start, end, err := r.re.Span(s, from)
	if err != nil {
		in.fail("%v", err)
	}
	return start, end
}
