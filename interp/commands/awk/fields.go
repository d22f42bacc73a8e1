package awk

import (
	"strings"
	"unicode/utf8"
)

// maxFields bounds the fields of a record.
const maxFields = 1 << 20

// A record is $0 with its fields, which are split as far as someone asked.
type record struct {
	text   string
	fields []value
	by     *splitter // FS when the record was read
	paras  bool      // RS was empty: newlines separate fields too
	rest   int       // where the text behind the last field split begins, -1 at the end
	stale  bool      // a field changed, so that text has to be made again
	made   bool      // text comes from the program: not a number because it looks like one
}

func (in *interp) setRecord(text string) {
	r := &in.rec
	r.text, r.by, r.paras = text, in.fs, in.rs.mode == splitParas
	r.fields, r.rest, r.stale = r.fields[:0], 0, false
	r.made = false
}

// field returns $i.
func (in *interp) field(i int) value {
	if i == 0 {
		if in.rec.stale {
			in.rebuild()
		}
		if in.rec.made {
			return part(in.rec.text)
		}
		return input(in.rec.text)
	}
	r := &in.rec
	if i > len(r.fields) && r.rest >= 0 {
		in.split(i)
	}
	if i > len(r.fields) {
		return value{}
	}
	return r.fields[i-1]
}

func (in *interp) nf() int {
	if in.rec.rest >= 0 {
		in.split(maxFields + 1) // all of them, or too many
	}
	return len(in.rec.fields)
}

// split splits until there are n fields or no more text.
func (in *interp) split(n int) {
	r := &in.rec
	if r.by.mode == splitBlanks {
		r.blanks(n)
	} else if r.by.mode == splitText && !r.paras {
		r.separated(n)
	} else {
		r.fields = in.appendParts(r.fields, r.text, r.by, r.paras)
		r.rest = -1
	}
	if len(r.fields) > maxFields {
		in.fail("too many fields")
	}
}

func isFieldBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

func (r *record) blanks(n int) {
	s, i := r.text, r.rest
	for len(r.fields) < n {
		for i < len(s) && isFieldBlank(s[i]) {
			i++
		}
		if i >= len(s) {
			r.rest = -1
			return
		}
		start := i
		for i < len(s) && !isFieldBlank(s[i]) {
			i++
		}
		r.fields = append(r.fields, input(s[start:i]))
	}
	r.rest = i
}

func (r *record) separated(n int) {
	if r.text == "" {
		r.rest = -1
		return
	}
	for len(r.fields) < n {
		s := r.text[r.rest:]
		var i int
		if len(r.by.sep) == 1 {
			i = strings.IndexByte(s, r.by.sep[0])
		} else {
			i = strings.Index(s, r.by.sep)
		}
		if i < 0 {
			r.fields = append(r.fields, input(s))
			r.rest = -1
			return
		}
		r.fields = append(r.fields, input(s[:i]))
		r.rest += i + len(r.by.sep)
	}
}

// partBytes is what one part takes beside its text, in bytes.
const partBytes = 48

// mostParts is how many parts a text may have.
func (in *interp) mostParts() int {
	return int(max(in.host.Limits.HeldBytes-in.held, 0) / partBytes)
}

// fewParts fails where there are too many parts.
func (in *interp) fewParts(all []value) {
	if len(all) > in.mostParts() {
		in.charge(len(all) * partBytes)
	}
}

// addPart appends a part, unless that would be too many.
func (in *interp) addPart(all []value, s string) []value {
	if in.tick(); len(all)&0xff == 0 {
		in.fewParts(all)
	}
	return append(all, input(s))
}

// appendParts splits a text into parts, which share its memory. With lines
// newlines separate as well.
func (in *interp) appendParts(all []value, s string, by *splitter, lines bool) []value {
	if s == "" {
		return all
	}
	if lines && by.mode != splitBlanks && by.mode < splitPattern {
		for line := range strings.SplitSeq(s, "\n") {
			if line == "" {
				all = in.addPart(all, line)
			} else {
				all = in.appendParts(all, line, by, false)
			}
		}
		return all
	}
	switch by.mode {
	case splitBlanks:
		r := record{text: s, fields: all}
		r.blanks(in.mostParts() + 1)
		in.fewParts(r.fields)
		return r.fields
	case splitText:
		for part := range strings.SplitSeq(s, by.sep) {
			all = in.addPart(all, part)
		}
		return all
	case splitChars:
		for s != "" {
			_, w := utf8.DecodeRuneInString(s)
			all = in.addPart(all, s[:w])
			s = s[w:]
		}
		return all
	case splitPattern:
		in.eachField(s, by.re, func(from, to int) { all = in.addPart(all, s[from:to]) })
		return all
	case splitWidths:
		return in.appendWidths(all, s, by.widths)
	}
	return in.appendRegexParts(all, s, by.re)
}

func (in *interp) appendRegexParts(all []value, s string, re *regexpr) []value {
	start := 0
	in.eachSeparator(s, re, func(from, to int) {
		all = in.addPart(all, s[start:from])
		start = to
	})
	return append(all, input(s[start:]))
}

// eachSeparator calls found for each match that is not empty.
func (in *interp) eachSeparator(s string, re *regexpr, found func(from, to int)) {
	in.scratch = append(in.scratch[:0], s...)
	for from := 0; from < len(s); {
		a, b := in.span(re, in.scratch, from)
		if a < 0 {
			return
		}
		if from = b; a == b {
			from++
			continue
		}
		found(a, b)
		in.tick()
	}
}

// setField assigns to $i.
func (in *interp) setField(i int, v value) {
	if i == 0 {
		in.setRecord(in.toStr(v))
		in.rec.made = v.k == kStr
		return
	}
	in.extend(i)
	in.rec.fields[i-1] = v
	in.rec.stale = true
}

// extend makes all fields up to i exist.
func (in *interp) extend(i int) {
	if i > maxFields {
		in.fail("field index %d too large", i)
	}
	for in.nf(); len(in.rec.fields) < i; {
		in.rec.fields = append(in.rec.fields, value{})
	}
}

func (in *interp) setNF(n float64) {
	if n < 0 || n != n {
		in.fail("NF set to a negative value")
	}
	in.extend(int(min(n, maxFields+1)))
	in.rec.fields = in.rec.fields[:int(n)]
	in.rec.stale = true
}

// rebuild makes $0 of the fields.
func (in *interp) rebuild() {
	r := &in.rec
	text := in.joined[:0]
	for i, f := range r.fields {
		if i > 0 {
			text = append(text, in.ofs...)
		}
		if f.k == kNum {
			text = appendNumber(text, f.n, in.convfmt)
		} else {
			text = append(text, f.s...)
		}
		in.size(len(text))
	}
	in.joined = text
	r.text, r.stale, r.made, r.rest = string(text), false, true, -1
}
