package awk

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A fieldWidth is a part of FIELDWIDTHS: how many characters come before the
// field, and how many it has, -1 for all that are left.
type fieldWidth struct{ skip, width int }

// splitBy makes a splitter that of the records to come; name is the variable
// that says so, which PROCINFO["FS"] tells.
func (in *interp) splitBy(name string, by *splitter) {
	in.fs, in.fieldsBy = by, name
	if p := in.arrays[gPROCINFO]; p != nil {
		in.replace(in.at(p, textKey("FS")), str(name))
	}
}

// widthSplitter reads FIELDWIDTHS: numbers, each with SKIP: before it where
// characters are left out, and a star for the rest (gawk, Fixed width data).
func (in *interp) widthSplitter(text string) *splitter {
	by := &splitter{mode: splitWidths}
	words := strings.Fields(text)
	for i, word := range words {
		skip, width, ok := strings.Cut(word, ":")
		if !ok {
			skip, width = "0", word
		}
		w := fieldWidth{width: -1}
		var err, skipErr error
		w.skip, skipErr = strconv.Atoi(skip)
		if width != "*" || i+1 < len(words) {
			w.width, err = strconv.Atoi(width)
		}
		if err != nil || skipErr != nil || w.skip < 0 || width != "*" && w.width <= 0 {
			in.fail("invalid FIELDWIDTHS value, for field %d, near %q", i+1, word)
		}
		by.widths = append(by.widths, w)
	}
	return by
}

// appendWidths splits a text into fields of those widths, as far as it goes.
func (in *interp) appendWidths(all []value, s string, widths []fieldWidth) []value {
	for _, w := range widths {
		s = s[in.offset(s, w.skip):]
		if s == "" {
			break
		}
		end := len(s)
		if w.width >= 0 {
			end = in.offset(s, w.width)
		}
		all = append(all, input(s[:end]))
		s = s[end:]
	}
	return all
}

// eachField calls found for each match of a pattern that says what fields are.
// An empty match right behind a field is none (gawk, Splitting by content).
func (in *interp) eachField(s string, re *regexpr, found func(from, to int)) {
	in.scratch = append(in.scratch[:0], s...)
	last := -1 // the end of the last field, if that was not empty
	for from := 0; from <= len(s); {
		a, b := in.span(re, in.scratch, from)
		if a < 0 {
			return
		}
		in.tick()
		if a < b || a != last {
			found(a, b)
		}
		if from = b; a < b {
			last = b
			continue
		}
		w := 1
		if !in.bytes && b < len(s) {
			_, w = utf8.DecodeRuneInString(s[b:])
		}
		from += w
	}
}

// patsplit splits its first argument into what the third one, or FPAT, matches;
// the fourth gets what stands between (gawk, patsplit).
func (in *interp) patsplit(e *builtinExpr) int {
	s := strings.Clone(in.str(e.args[0]))
	var re *regexpr
	if len(e.args) > 2 {
		re = in.regex(e.args[2])
	} else {
		re = in.dynamic(in.toStr(in.special[vFPAT]))
	}
	parts := in.arrayOf(e.args[1])
	in.clear(parts)
	var seps *array
	if len(e.args) > 3 {
		seps = in.arrayOf(e.args[3])
		in.clear(seps)
	}
	n, end := 0, 0
	between := func(to int) {
		if seps != nil {
			in.replace(in.at(seps, integerKey(n)), input(s[end:to]))
		}
	}
	in.eachField(s, re, func(from, to int) {
		between(from)
		n++
		in.replace(in.at(parts, integerKey(n)), input(s[from:to]))
		end = to
	})
	if s != "" || n > 0 {
		between(len(s))
	}
	return n
}
