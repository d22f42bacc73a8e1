package awk

import (
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// A splitter is what FS or RS comes to.
type splitter struct {
	mode   splitMode
	sep    string
	re     *regexpr
	widths []fieldWidth
}

type splitMode uint8

const (
	splitBlanks  splitMode = iota // FS is a space
	splitText                     // sep
	splitRegex                    // re
	splitChars                    // FS is empty: each character
	splitParas                    // RS is empty: at empty lines
	splitPattern                  // re is what fields are, not what is between them
	splitWidths                   // widths
)

// fieldSplitter says how FS, or the third argument of split, splits (POSIX awk,
// Regular Expressions: one character other than space stands for itself).
func (in *interp) fieldSplitter(fs string) *splitter {
	switch {
	case fs == " ":
		return &splitter{}
	case fs == "":
		return &splitter{mode: splitChars}
	case utf8.RuneCountInString(fs) == 1:
		return &splitter{mode: splitText, sep: strings.Clone(fs)}
	}
	return in.regexSplitter(in.dynamic(fs))
}

func (in *interp) regexSplitter(re *regexpr) *splitter {
	if re.plain && re.literal != "" {
		return &splitter{mode: splitText, sep: re.literal}
	}
	return &splitter{mode: splitRegex, re: re}
}

// recordSplitter says how RS splits.
func (in *interp) recordSplitter(rs string) *splitter {
	switch {
	case rs == "":
		return &splitter{mode: splitParas}
	case len(rs) == 1 && !in.folds(rs):
		return &splitter{mode: splitText, sep: strings.Clone(rs)}
	}
	return in.regexSplitter(in.dynamic(rs))
}

var errRecord = errors.New("record too long")

// A reader splits a stream into records. What it read is held as one string, of
// which records are parts, so that a record costs no memory of its own.
type reader struct {
	r     io.Reader
	in    *interp
	data  string
	begun bool   // something before data was read
	raw   []byte // data again, for regular expressions
	buf   []byte
	max   int
	err   error // io.EOF when all was read
	// ended is what separated the last record from the next.
	ended string
}

// firstRead is how much the first reads ask for; later ones ask for more.
const (
	firstRead = 16 << 10
	largeRead = 64 << 10
)

func newReader(in *interp, r io.Reader) *reader {
	return &reader{in: in, r: r, max: in.host.Limits.LineBytes}
}

// fill reads more behind what is left; false at the end.
func (r *reader) fill() bool {
	if r.err != nil {
		return false
	}
	if len(r.data) > r.max {
		r.err = errRecord
		return false
	}
	switch {
	case r.buf == nil:
		r.buf = make([]byte, firstRead)
	case len(r.buf) < max(largeRead, len(r.data)):
		r.buf = make([]byte, max(largeRead, len(r.data)))
	}
	for range 100 {
		n, err := r.r.Read(r.buf)
		r.err = err
		if n > 0 {
			if r.data == "" {
				r.data = string(r.buf[:n])
			} else {
				r.data += string(r.buf[:n])
			}
			r.in.largest = max(r.in.largest, len(r.data))
			r.raw = nil
			return true
		}
		if err != nil {
			return false
		}
	}
	r.err = io.ErrNoProgress
	return false
}

// take returns the first n bytes and drops them with width more.
func (r *reader) take(n, width int) string {
	rec := r.data[:n]
	r.ended = r.data[n : n+width]
	r.data = r.data[n+width:]
	r.raw = r.behind(n + width)
	return rec
}

// next returns the next record. ok is false at the end, or with an error.
func (r *reader) next(in *interp, s *splitter) (rec string, ok bool, err error) {
	switch s.mode {
	case splitParas:
		rec, ok = r.paragraph()
	case splitRegex:
		rec, ok = r.regex(in, s.re)
	default:
		rec, ok = r.text(s.sep)
	}
	if !ok && r.err != io.EOF {
		return "", false, r.err
	}
	return rec, ok, nil
}

// behind is raw without n bytes of the text, of which it keeps the last one.
func (r *reader) behind(n int) []byte {
	begun := r.begun
	r.begun = r.begun || n > 0
	switch {
	case r.raw == nil || n == 0:
		return r.raw
	case begun:
		return r.raw[n:]
	}
	return r.raw[n-1:]
}

func (r *reader) text(sep string) (string, bool) {
	looked := 0
	for {
		var i int
		if len(sep) == 1 {
			i = strings.IndexByte(r.data[looked:], sep[0])
		} else {
			i = strings.Index(r.data[looked:], sep)
		}
		if i >= 0 {
			return r.take(looked+i, len(sep)), true
		}
		looked = max(len(r.data)-len(sep)+1, 0)
		if !r.fill() {
			return r.last()
		}
	}
}

// last is what no separator ended.
func (r *reader) last() (string, bool) {
	if r.data == "" || r.err != io.EOF {
		return "", false
	}
	return r.take(len(r.data), 0), true
}

// paragraph reads up to empty lines; those before it do not count.
func (r *reader) paragraph() (string, bool) {
	for {
		r.data, r.raw = strings.TrimLeft(r.data, "\n"), nil
		if r.data != "" {
			break
		}
		if !r.fill() {
			return "", false
		}
	}
	for looked := 0; ; {
		if i := strings.Index(r.data[looked:], "\n\n"); i >= 0 {
			return r.take(looked+i, 2), true
		}
		looked = len(r.data) - 1
		if !r.fill() {
			break
		}
	}
	if r.err != io.EOF {
		return "", false
	}
	n := len(r.data)
	if r.data[n-1] == '\n' {
		return r.take(n-1, 1), true
	}
	return r.take(n, 0), true
}

// regex reads up to a match of re. What comes before r.data is one byte of raw, so
// that ^ matches at the beginning of a file alone.
func (r *reader) regex(in *interp, re *regexpr) (string, bool) {
	for {
		lead := 0
		if r.begun {
			lead = 1
		}
		if r.raw == nil {
			r.raw = append(append(make([]byte, 0, lead+len(r.data)), "x"[:lead]...), r.data...)
		}
		a, b := in.span(re, r.raw, lead)
		for a >= 0 && a == b {
			// An empty match separates nothing.
			if b >= len(r.raw) {
				a = -1
				break
			}
			a, b = in.span(re, r.raw, b+1)
		}
		// A match that reaches the end of what is there might go on.
		if a >= 0 && (r.err != nil || !re.re.Open(r.raw, a)) {
			return r.take(a-lead, b-a), true
		}
		if !r.fill() {
			if a >= 0 {
				continue
			}
			return r.last()
		}
	}
}
