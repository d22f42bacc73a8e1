// Package regex implements POSIX regular expressions, basic and extended (XBD
// chapter 9), with the extensions of glibc: \w \W \s \S \b \B \< \> \` \',
// \+ \? \| in basic ones, intervals and back-references in both. It serves
// [[ =~ ]], grep, sed, awk, expr and find.
//
// The match is the leftmost, and of those the longest. The locale is C.UTF-8, or C
// with the flag Bytes.
// Without back-references matching takes time in proportion to the text times
// the size of the expression; with them it takes at most MaxSteps.
//
// It knows no options of commands and no input beyond one slice of bytes. It
// imports interp/ctype alone.
package regex

import (
	"errors"
)

// Flags choose the syntax and how matching looks at case and newlines.
type Flags uint8

const (
	// Extended is the syntax of extended regular expressions (REG_EXTENDED).
	Extended Flags = 1 << iota
	// NoCase ignores case (REG_ICASE).
	NoCase
	// Newline makes ^ and $ match at newlines, which then neither . nor a
	// [^...] matches (REG_NEWLINE).
	Newline
	// Repeats lets operators of basic expressions follow each other, and one that
	// follows nothing is an ordinary character (glibc's RE_SYNTAX_POSIX_BASIC
	// without RE_CONTEXT_INVALID_DUP). Messages are those of re_compile_pattern(3).
	Repeats
	// Bytes makes each byte a character, as in the locale C.
	Bytes
)

// Limits.
const (
	// MaxSource is the longest expression, in bytes.
	MaxSource = 1 << 18
	// maxProgram is how many instructions an expression may become.
	maxProgram = 100_000
	// maxNesting bounds parentheses within each other.
	maxNesting = 1000
	// MaxRepeat is the largest count in an interval (RE_DUP_MAX).
	MaxRepeat = 32767
	// MaxSteps bounds one match, where Regexp.Bounded has not set less.
	MaxSteps = 50_000_000
)

// ErrSteps is returned when a match would take more steps than it may.
var ErrSteps = errors.New("regular expression takes too many steps")

// An Error says what is wrong with an expression, in the words of regerror(3).
type Error struct{ Text string }

// Error returns Text.
func (e *Error) Error() string { return e.Text }

// A Regexp is compiled; goroutines may share it.
type Regexp struct {
	src    string
	prog   *program
	fast   *fast  // the same in Go's syntax, if that exists
	prefix string // every match begins with it
	whole  bool   // and is nothing else
	groups int
	steps  int // of one match
	ended  func() bool
}

// Compile reads an expression. The error is an *Error.
func Compile(src string, flags Flags) (*Regexp, error) {
	if len(src) > MaxSource {
		return nil, &Error{"Regular expression too big"}
	}
	p := &parser{src: src, flags: flags}
	tree, err := p.parse()
	if err != nil {
		return nil, err
	}
	c := &compiler{flags: flags, groups: p.groups}
	prog, err := c.compile(tree)
	if err != nil {
		return nil, err
	}
	re := &Regexp{src: src, prog: prog, groups: p.groups, steps: MaxSteps}
	re.prefix, re.whole = prefix(tree, flags)
	re.fast = translate(tree, flags)
	return re, nil
}

// Bounded is the expression with a match of at most so many steps; MaxSteps are
// the most, and what a number below 1 stands for.
func (re *Regexp) Bounded(steps int) *Regexp {
	if steps < 1 || steps >= MaxSteps {
		return re
	}
	bounded := *re
	bounded.steps = steps
	return &bounded
}

// Until is the expression with searches of long texts that end, with ErrSteps, once
// ended tells that nobody waits for them.
func (re *Regexp) Until(ended func() bool) *Regexp {
	until := *re
	until.ended = ended
	return &until
}

// String returns the source.
func (re *Regexp) String() string { return re.src }

// Groups returns the number of parenthesized subexpressions.
func (re *Regexp) Groups() int { return re.groups }

// Literal returns the text that the expression stands for if it matches
// nothing else.
func (re *Regexp) Literal() (string, bool) { return re.prefix, re.whole }
