package regex

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestLongTextsAreSearchedAlike compares the search within bounds with that of
// package regexp, beyond the length from which it is bounded.
func TestLongTextsAreSearchedAlike(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("words und Wörter \xff\n", shortText/10)
	for _, expr := range []string{
		`zz+`, `^zz`, `(?m)^z(z+)(x)?$`, `\bz(z)`, `z*$`, `(?s)W.*z`, `\xff|z`, `nosuch`, `(?i)ÖRTER \x{fffd}`, `[^a-z\s]+z?`, `^`, `$`,
	} {
		for _, long := range []bool{false, true} {
			re := regexp.MustCompile(expr)
			if long {
				re.Longest()
			}
			for _, text := range []string{filler + "zzz", filler + "\nzzzx\n" + filler, filler} {
				want := re.FindSubmatchIndex([]byte(text))
				got, err := FindGo(re, []byte(text), nil)
				if !slices.Equal(got, want) || err != nil {
					t.Errorf("%s: %v, %v; want %v", expr, got, err, want)
				}
				if found, err := MatchGo(re, []byte(text), nil); found != (want != nil) || err != nil {
					t.Errorf("%s: match %v, %v", expr, found, err)
				}
			}
		}
	}
}

// TestLongSearchesEnd searches what package regexp would take minutes for, until
// nobody waits for it.
func TestLongSearchesEnd(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte("a"), 16<<20)
	looks := 0
	ended := func() bool {
		looks++
		return looks > 2
	}
	if _, err := FindGo(regexp.MustCompile(`(?s)(?:a.*){90}b`), text, ended); !errors.Is(err, ErrSteps) || looks != 3 {
		t.Errorf("find: %v after %d looks", err, looks)
	}
	re, err := Compile(`(a.*){90}b*$|c`, Extended)
	if err != nil {
		t.Fatal(err)
	}
	for _, search := range []func(*Regexp) error{
		func(re *Regexp) error { _, err := re.Match(text); return err },
		func(re *Regexp) error { _, err := re.Find(text, 0, false); return err },
	} {
		if looks = 0; !errors.Is(search(re.Until(ended)), ErrSteps) || looks != 3 {
			t.Errorf("no end after %d looks", looks)
		}
	}
	if after(time.Hour)() || !after(-1)() {
		t.Error("the clock tells nothing")
	}
}
