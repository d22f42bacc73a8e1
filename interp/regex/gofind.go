package regex

import (
	"bytes"
	"io"
	"regexp"
	"time"
	"unicode/utf8"
)

// Package regexp looks at each character of a text once for each part of the
// expression that may be there, and nothing stops it. In texts of more than
// shortText bytes a search ends when nobody waits for it any more, and where
// nobody tells, after searchTime.
const (
	shortText  = 16 << 10
	searchTime = 3 * time.Second
	// lookRunes is how many characters pass between two looks whether to end.
	lookRunes = 1 << 10
)

// FindGo is re.FindSubmatchIndex until ended tells that nobody waits for it; nil
// leaves it to the clock. The error is ErrSteps.
func FindGo(re *regexp.Regexp, s []byte, ended func() bool) ([]int, error) {
	if len(s) <= shortText {
		return re.FindSubmatchIndex(s), nil
	}
	if !hasPrefix(re, s) {
		return nil, nil
	}
	in := newBounded(s, ended)
	loc := re.FindReaderSubmatchIndex(in)
	if in.late {
		return nil, ErrSteps
	}
	return loc, nil
}

// MatchGo is re.Match as FindGo is re.FindSubmatchIndex.
func MatchGo(re *regexp.Regexp, s []byte, ended func() bool) (bool, error) {
	if len(s) <= shortText {
		return re.Match(s), nil
	}
	if !hasPrefix(re, s) {
		return false, nil
	}
	in := newBounded(s, ended)
	found := re.MatchReader(in)
	if in.late {
		return false, ErrSteps
	}
	return found, nil
}

// hasPrefix tells whether the text is somewhere in s with which all matches begin.
func hasPrefix(re *regexp.Regexp, s []byte) bool {
	prefix, _ := re.LiteralPrefix()
	return bytes.Contains(s, []byte(prefix))
}

// A bounded text ends when nobody waits for what is found in it.
type bounded struct {
	rest  []byte
	left  int // runes until the next look
	ended func() bool
	late  bool
}

func newBounded(s []byte, ended func() bool) *bounded {
	if ended == nil {
		ended = after(searchTime)
	}
	return &bounded{rest: s, left: lookRunes, ended: ended}
}

// after tells whether a time is over that begins now.
func after(d time.Duration) func() bool {
	end := time.Now().Add(d)
	return func() bool { return time.Now().After(end) }
}

// ReadRune implements io.RuneReader.
func (t *bounded) ReadRune() (rune, int, error) {
	if len(t.rest) == 0 {
		return 0, 0, io.EOF
	}
	if t.left--; t.left <= 0 {
		t.left = lookRunes
		if t.ended() {
			t.late, t.rest = true, nil
			return 0, 0, io.EOF
		}
	}
	if c := t.rest[0]; c < utf8.RuneSelf {
		t.rest = t.rest[1:]
		return rune(c), 1, nil
	}
	r, size := utf8.DecodeRune(t.rest)
	t.rest = t.rest[size:]
	return r, size, nil
}
