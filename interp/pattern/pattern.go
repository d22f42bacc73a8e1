// Package pattern matches bash's patterns (bash manual, "Pattern Matching"):
// * ? [...] and, with ExtGlob, ?(...) *(...) +(...) @(...) !(...). It serves
// case, [[ == ]], ${x#p} and its kin, ${x/p/r}, and pathname expansion one
// component at a time.
//
// A pattern is text in which a backslash takes the special meaning from the
// next character; who quotes parts of a word writes backslashes there. The
// locale is C.UTF-8 unless Options.Bytes is set. As in bash, text that is not valid UTF-8 on either side
// makes bytes of characters for that comparison.
//
// Without extended patterns matching takes time in proportion to the text times
// the longest part between two stars at worst, and usually to the text. What
// takes more than Options.Steps ends with ErrSteps.
//
// Slashes and leading dots are not special here; pathname expansion cuts at the
// ones and looks for the others itself. The package imports interp/ctype alone.
package pattern

import (
	"errors"
	"sync"
	"unicode/utf8"
)

// DefaultSteps is the bound for Options.Steps when that is zero; some tenths of
// a second.
const DefaultSteps = 50_000_000

// ErrSteps is returned when matching would take more steps than allowed.
var ErrSteps = errors.New("pattern takes too many steps")

// Options say how a pattern is read.
type Options struct {
	ExtGlob bool // shopt extglob; [[ == ]] always has it
	NoCase  bool // shopt nocasematch, nocaseglob
	Bytes   bool // each byte is a character, as in the locale C
	Steps   int  // bound for one call; 0 is DefaultSteps
}

// A Pattern is compiled; goroutines may share it.
type Pattern struct {
	text  string
	opts  Options
	valid bool     // text is valid UTF-8
	chars *program // for valid UTF-8
	once  sync.Once
	bytes *program // for anything else; made when needed

	wrapOnce sync.Once
	wrapped  *Pattern
}

// Compile reads a pattern. Every text is one: what is not well formed stands
// for itself.
func Compile(text string, opts Options) *Pattern {
	if opts.Steps <= 0 {
		opts.Steps = DefaultSteps
	}
	p := &Pattern{text: text, opts: opts, valid: !opts.Bytes && utf8.ValidString(text)}
	if p.valid {
		p.chars = newProgram(text, opts, false)
	}
	return p
}

// String returns the text.
func (p *Pattern) String() string { return p.text }

func (p *Pattern) byBytes() *program {
	p.once.Do(func() { p.bytes = newProgram(p.text, p.opts, true) })
	return p.bytes
}

// Literal returns the text that the pattern stands for when it can match only
// that.
func (p *Pattern) Literal() (string, bool) {
	prog := p.chars
	if prog == nil {
		prog = p.byBytes()
	}
	if prog.ext || len(prog.segs) != 1 || !prog.segs[0].plain {
		return "", false
	}
	return prog.segs[0].lit, true
}

// pick chooses the program for a text. mixed tells that the text is not valid
// while the pattern is, and that this matters: each part of the text then has
// to be looked at by itself.
func (p *Pattern) pick(s string) (prog *program, mixed bool) {
	switch {
	case !p.valid:
		return p.byBytes(), false
	case p.chars.sameForBytes || utf8.ValidString(s):
		return p.chars, false
	}
	return p.byBytes(), true
}

// Match tells whether the pattern matches all of s. The error is ErrSteps.
func (p *Pattern) Match(s string) (bool, error) {
	prog, _ := p.pick(s)
	m, err := prog.matcher(s, p.opts.Steps)
	if err != nil {
		return false, err
	}
	return m.match(), m.err
}

// LongestPrefix returns the end of the longest prefix of s that matches, -1 if
// none does. The error is ErrSteps.
func (p *Pattern) LongestPrefix(s string) (int, error) { return p.prefix(s, true) }

// ShortestPrefix is LongestPrefix for the shortest.
func (p *Pattern) ShortestPrefix(s string) (int, error) { return p.prefix(s, false) }

// LongestSuffix returns the beginning of the longest suffix of s that matches,
// -1 if none does. The error is ErrSteps.
func (p *Pattern) LongestSuffix(s string) (int, error) { return p.suffix(s, true) }

// ShortestSuffix is LongestSuffix for the shortest.
func (p *Pattern) ShortestSuffix(s string) (int, error) { return p.suffix(s, false) }

func (p *Pattern) prefix(s string, longest bool) (int, error) {
	prog, mixed := p.pick(s)
	if mixed {
		return p.eachPrefix(s, longest)
	}
	m, err := prog.matcher(s, p.opts.Steps)
	if err != nil {
		return -1, err
	}
	end := m.prefix(longest)
	return m.result(end), m.err
}

func (p *Pattern) suffix(s string, longest bool) (int, error) {
	prog, mixed := p.pick(s)
	if mixed {
		return p.eachSuffix(s, longest)
	}
	m, err := prog.matcher(s, p.opts.Steps)
	if err != nil {
		return -1, err
	}
	start := m.suffix(longest)
	return m.result(start), m.err
}

// Find returns the leftmost match in s that begins at from or later, and of
// those the longest; start is -1 if there is none. Like bash it finds an empty
// match at the end of s only for a pattern that begins with a star, and nothing
// for an empty pattern. The error
// is ErrSteps.
func (p *Pattern) Find(s string, from int) (start, end int, err error) {
	return p.Search(s).Find(from)
}

// A Search finds the matches in one text, which it looks over only once.
type Search struct {
	p     *Pattern
	s     string
	prog  *program
	mixed bool
}

// Search begins to look for matches in s.
func (p *Pattern) Search(s string) *Search {
	prog, mixed := p.pick(s)
	return &Search{p, s, prog, mixed}
}

// Find is Pattern.Find.
func (f *Search) Find(from int) (start, end int, err error) {
	p, s, prog, mixed := f.p, f.s, f.prog, f.mixed
	if p.text == "" || from > len(s) || from == len(s) && p.text[0] != '*' {
		return -1, -1, nil
	}
	if around := p.around(prog, from == len(s)); around != nil {
		// bash looks first whether there is anything to find, in this way.
		if ok, err := around.Match(s[from:]); !ok || err != nil {
			return -1, -1, err
		}
	}
	if mixed {
		return p.findEach(s, from)
	}
	m, err := prog.matcher(s, p.opts.Steps)
	if err != nil {
		return -1, -1, err
	}
	start, end = m.find(from)
	if m.err != nil || start == len(s) && p.text[0] != '*' {
		return -1, -1, m.err
	}
	return start, end, nil
}

// around returns the pattern with stars around it if bash's quirks let that
// match less than a part of the text would: an extended pattern behind a
// question mark or a star, one that has to match the empty text, a parenthesis that gets behind the star, and a
// backslash at the end.
func (p *Pattern) around(prog *program, atEnd bool) *Pattern {
	first := p.text[0]
	if !(prog.starred || atEnd && prog.ext || first == '(' && p.opts.ExtGlob || p.text[len(p.text)-1] == '\\') {
		return nil
	}
	p.wrapOnce.Do(func() {
		text := p.text
		if first != '*' || p.opts.ExtGlob && len(text) > 1 && text[1] == '(' {
			text = "*" + text
		}
		if text[len(text)-1] != '*' {
			text += "*"
		}
		p.wrapped = Compile(text, p.opts)
	})
	return p.wrapped
}
