package grep

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/regex"
	"github.com/aegish/aegish/interp/regex/perl"
)

// A finder looks for lines that match one of the patterns.
type finder struct {
	literal    []byte       // the only pattern is this text
	lines      *regex.Lines // finds lines that match one of exprs
	exprs      []*regex.Finder
	perl       []*perl.Finder
	must       []byte // lines that match perl have this
	gosyntax   []*goRegexp
	word, line bool
	exact      bool // what literal or lines find need no second look
	delim      byte
	err        error       // the first error of matching
	ended      func() bool // that no one waits for the result any more
}

var (
	errLate     = errors.New("the time is over")
	errPatterns = errors.New("too many patterns")
)

// patternCost is what a compiled pattern takes at the least, in bytes.
const patternCost = 1 << 10

// newFinder compiles the patterns until ended tells that nobody waits for them, which
// is an error. warn is called with warnings.
func newFinder(s *settings, ended func() bool, warn func(string)) (*finder, error) {
	f := &finder{word: s.word, line: s.line, delim: s.delim, ended: ended}
	switch s.kind {
	case 'P':
		return f, f.perlOnly(s)
	case rgSyntax:
		for _, p := range s.patterns {
			re, err := compileGo(p, s.ignoreCase, ended)
			if err != nil {
				return nil, err
			}
			f.gosyntax = append(f.gosyntax, re)
		}
		return f, nil
	}
	var flags regex.Flags
	if s.ignoreCase {
		flags |= regex.NoCase
	}
	if s.kind == 'E' {
		flags |= regex.Extended
	}
	if s.kind == 'G' {
		flags |= regex.Repeats
	}
	if s.bytes {
		flags |= regex.Bytes
	}
	seen := map[string]bool{}
	var exprs []*regex.Regexp
	for _, p := range s.patterns {
		if seen[p] {
			continue
		}
		seen[p] = true
		switch {
		case len(seen)%256 == 0 && ended != nil && ended():
			return nil, errLate
		case len(seen) > s.most:
			return nil, errPatterns
		}
		if s.kind != 'F' && bareClass(p) {
			return nil, errors.New("character class syntax is [[:space:]], not [:space:]")
		}
		src := p
		switch s.kind {
		case 'F':
			src = quote(p)
		case 'E':
			src = lenient(p, warn)
		}
		re, err := regex.Compile(src, flags)
		if err != nil {
			return nil, wording(p, err)
		}
		re = re.Until(ended)
		exprs = append(exprs, re)
		f.exprs = append(f.exprs, re.Finder())
	}
	f.exact = !s.word && !s.line
	if len(exprs) == 1 {
		if text, whole := exprs[0].Literal(); whole && text != "" {
			f.literal = []byte(text)
			return f, nil
		}
	}
	f.lines = regex.NewLines(s.delim, exprs...)
	if s.line && f.lines != nil {
		if whole := wholeLines(s, exprs, flags); whole != nil {
			f.lines, f.exact = whole, true
		}
	}
	return f, nil
}

// wholeLines finds the lines that an expression matches from one end to the
// other, for -x. The expressions have no back-references, so that it does not
// matter by what number their groups go.
func wholeLines(s *settings, exprs []*regex.Regexp, flags regex.Flags) *regex.Lines {
	begin, end := `^\(`, `\)$`
	if s.kind == 'E' {
		begin, end = "^(", ")$"
	}
	var whole []*regex.Regexp
	for _, re := range exprs {
		w, err := regex.Compile(begin+re.String()+end, flags)
		if err != nil {
			return nil
		}
		whole = append(whole, w)
	}
	return regex.NewLines(s.delim, whole...)
}

// wording makes the library's errors those of grep.
func wording(p string, err error) error {
	if err.Error() == `Unmatched ( or \(` && strings.Count(p, `\(`) < strings.Count(p, `\)`) {
		return &regex.Error{Text: `Unmatched ) or \)`}
	}
	return err
}

// bareClass tells whether a set like [:space:] stands alone, which GNU grep
// takes for a mistake.
func bareClass(p string) bool {
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '\\':
			i++
		case '[':
			end := setEnd(p, i)
			if set := p[i:end]; len(set) > 4 && strings.HasPrefix(set, "[:") && strings.HasSuffix(set, ":]") {
				return true
			}
			i = end - 1
		}
	}
	return false
}

// quote makes a basic regular expression of a string.
func quote(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`\^$.*[]`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// next finds the first line of buf that matches. buf begins at the beginning of
// a line and ends at the end of one. end is that of the line, without its
// delimiter.
func (f *finder) next(buf []byte) (start, end int, ok bool) {
	for from := 0; from < len(buf); {
		place := f.candidate(buf[from:])
		if place < 0 {
			return 0, 0, false
		}
		place += from
		start = bytes.LastIndexByte(buf[from:place], f.delim) + 1 + from
		end = len(buf)
		if i := bytes.IndexByte(buf[place:], f.delim); i >= 0 {
			end = place + i
		}
		if f.exact && (f.literal != nil || f.lines != nil) {
			return start, end, true
		}
		if a, _ := f.find(buf[start:end], 0); a >= 0 {
			return start, end, true
		}
		if from = end + 1; f.err != nil || f.ended != nil && f.ended() {
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// candidate is a place in a line that may match, -1 for none.
func (f *finder) candidate(buf []byte) int {
	switch {
	case f.literal != nil:
		return bytes.Index(buf, f.literal)
	case len(f.must) > 0:
		return bytes.Index(buf, f.must)
	case f.lines != nil:
		place, err := f.lines.Next(buf)
		if err != nil && f.err == nil {
			f.err = err
		}
		return place
	}
	return 0
}

// longLine is the length of a line in which looking for one match may take a
// while, in bytes.
const longLine = 1 << 16

// find finds the leftmost and longest match in a line from a place on; -1
// without one, and when no one waits for it any more.
func (f *finder) find(line []byte, from int) (start, end int) {
	start, end = -1, -1
	if f.late(line[from:]) {
		return start, end
	}
	better := func(a, b int) {
		if a >= 0 && (start < 0 || a < start || a == start && b > end) {
			start, end = a, b
		}
	}
	for i, re := range f.exprs {
		if i%1024 == 1023 && f.ended != nil && f.ended() {
			return start, end
		}
		better(f.bounded(line, from, func(s []byte, from int) (int, int) {
			a, b, err := re.Span(s, from)
			f.fails(err)
			return a, b
		}))
	}
	for _, re := range f.perl {
		a, b, err := re.Find(line, from)
		f.fails(err)
		better(a, b)
	}
	for _, re := range f.gosyntax {
		better(f.bounded(line, from, func(s []byte, from int) (int, int) {
			a, b, err := re.find(s, from)
			f.fails(err)
			return a, b
		}))
	}
	return start, end
}

// fails keeps the first error of matching.
func (f *finder) fails(err error) {
	if err != nil && f.err == nil {
		f.err = err
	}
}

// late tells that a line is long and no one waits for what is found in it.
func (f *finder) late(line []byte) bool {
	return len(line) > longLine && f.ended != nil && f.ended()
}

// bounded applies -x and -w: a match that is no whole word is tried shorter,
// then further to the right, as GNU grep does.
func (f *finder) bounded(line []byte, from int, find func([]byte, int) (int, int)) (int, int) {
	start, end := find(line, from)
	if f.line {
		if start == 0 && end == len(line) && from == 0 {
			return start, end
		}
		return -1, -1
	}
	if !f.word {
		return start, end
	}
	for start >= 0 {
		first := end
		for start >= 0 {
			if isWord(line, start, end) {
				return start, end
			}
			if end <= start+1 || f.late(line) {
				break
			}
			a, b := find(line[:end-1], start)
			if a != start {
				break
			}
			end = b
		}
		if first >= len(line) && start >= len(line) || f.late(line) {
			break
		}
		_, w := utf8.DecodeRune(line[start:])
		start, end = find(line, start+max(w, 1))
	}
	return -1, -1
}

// isWord tells whether no letter, digit or underscore touches the match.
func isWord(line []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(line[:start])
	after, _ := utf8.DecodeRune(line[end:])
	return !(start > 0 && isWordRune(before)) && !(end < len(line) && isWordRune(after))
}
