// Package ctype knows the character classes and the case of letters of the
// locale C.UTF-8, as glibc's isw* and tow* functions do: what [:alpha:] and
// its like mean in patterns, regular expressions and tr.
//
// It knows one locale. Where glibc and Go carry different versions of Unicode,
// Go's decides. It imports nothing of ours.
package ctype

import "unicode"

// A Class is a character class of POSIX (XBD 7.3.1).
type Class uint8

// The classes that POSIX requires.
const (
	Alnum Class = iota
	Alpha
	Blank
	Cntrl
	Digit
	Graph
	Lower
	Print
	Punct
	Space
	Upper
	Xdigit

	// These two are bash's own, in patterns alone.
	ASCII
	Word
)

var classNames = [...]string{"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "ascii", "word"}

// Lookup finds a class by the name that stands in [:name:].
func Lookup(name string) (Class, bool) {
	c, ok := LookupPattern(name)
	return c, ok && c <= Xdigit
}

// LookupPattern is Lookup for patterns of bash, which has classes of its own.
func LookupPattern(name string) (Class, bool) {
	for i, n := range classNames {
		if n == name {
			return Class(i), true
		}
	}
	return 0, false
}

// String returns the name.
func (c Class) String() string { return classNames[c] }

// ascii holds, for each ASCII character, one bit for each class.
var ascii = func() (t [128]uint16) {
	for r := range t {
		for c := range classNames {
			if Class(c).has(rune(r)) {
				t[r] |= 1 << c
			}
		}
	}
	return t
}()

// Has tells whether a character is in the class.
func (c Class) Has(r rune) bool {
	if uint32(r) < 128 {
		return ascii[r]&(1<<c) != 0
	}
	return c.has(r)
}

// HasByte is Has for a byte that is no part of a valid character: from 128 on
// it is in no class.
func (c Class) HasByte(b byte) bool { return b < 128 && ascii[b]&(1<<c) != 0 }

func (c Class) has(r rune) bool {
	switch c {
	case Alnum:
		return isAlpha(r) || isDigit(r)
	case Alpha:
		return isAlpha(r)
	case Blank:
		return r == '\t' || isSeparator(r) && unicode.Is(unicode.Zs, r)
	case Cntrl:
		return isCntrl(r)
	case Digit:
		return isDigit(r)
	case Graph:
		return isPrint(r) && !isSpace(r)
	case Lower:
		return ToUpper(r) != r || unicode.In(r, unicode.Ll, unicode.Other_Lowercase)
	case Print:
		return isPrint(r)
	case Punct:
		return isPrint(r) && !isSpace(r) && !isAlpha(r) && !isDigit(r)
	case Space:
		return isSpace(r)
	case Upper:
		return ToLower(r) != r || unicode.In(r, unicode.Lu, unicode.Other_Uppercase)
	case ASCII:
		return r < 128
	case Word:
		return isAlpha(r) || isDigit(r) || r == '_'
	}
	return isDigit(r) || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F'
}

// ToLower and ToUpper map the case of a character.
func ToLower(r rune) rune { return unicode.ToLower(r) }

// ToUpper is the counterpart of ToLower.
func ToUpper(r rune) rune { return unicode.ToUpper(r) }

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// isAlpha counts the digits of other scripts as letters: ISO C allows no more
// than ten digits.
func isAlpha(r rune) bool {
	if r < 128 {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Nd, unicode.Other_Alphabetic)
}

// isSeparator leaves out the spaces at which lines do not break.
func isSeparator(r rune) bool {
	return unicode.In(r, unicode.Zs, unicode.Zl, unicode.Zp) && r != 0xa0 && r != 0x2007 && r != 0x202f
}

func isSpace(r rune) bool { return r >= '\t' && r <= '\r' || isSeparator(r) }

func isCntrl(r rune) bool {
	return r < 32 || r >= 127 && r < 160 || r == 0x2028 || r == 0x2029
}

func isPrint(r rune) bool {
	return !isCntrl(r) && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cf, unicode.Co)
}
