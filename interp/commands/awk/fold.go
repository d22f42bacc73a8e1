package awk

import (
	"strings"

	"github.com/aegish/aegish/interp/regex"
)

// ignoreCase makes IGNORECASE effective (gawk, Case-sensitivity).
func (in *interp) ignoreCase(on bool) {
	if on == in.fold {
		return
	}
	in.fold = on
	in.flags ^= regex.NoCase
	clear(in.regexes)
	how := in.fieldsBy
	for _, index := range []int{vRS, vFS} {
		in.takes(index, in.toStr(in.special[index]))
	}
	if how == "FPAT" {
		in.takes(vFPAT, in.toStr(in.special[vFPAT]))
	} else if how == "FIELDWIDTHS" {
		in.takes(vFIELDWIDTHS, in.toStr(in.special[vFIELDWIDTHS]))
	}
}

// folds tells whether a separator of records is a letter of which both cases
// separate.
func (in *interp) folds(s string) bool {
	return in.fold && strings.ToLower(s) != strings.ToUpper(s)
}

// cased is a text as comparisons see it.
func (in *interp) cased(s string) string {
	if !in.fold {
		return s
	}
	return strings.ToLower(s)
}

// compare compares two values; strings as IGNORECASE has it.
func (in *interp) compare(op compareOp, a, b value) bool {
	if in.fold {
		a, b = a.resolved(), b.resolved()
		if a.k == kStr || b.k == kStr {
			a, b = str(in.cased(a.keep(in.convfmt))), str(in.cased(b.keep(in.convfmt)))
		}
	}
	return compare(op, a, b, in.convfmt)
}
