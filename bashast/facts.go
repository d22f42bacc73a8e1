package bashast

import "slices"

// facts remembers the construct with the highest precedence that was seen.
type facts struct {
	code     Code // "" while nothing was seen
	at       span
	compound bool // the subset that is asked about
	quoted   bool // it has quoted expansions
}

// add notes a construct that the simple subset does not have. In the compound
// subset the strict parser says what is wrong with most of them.
func (f *facts) add(code Code, at span) {
	switch code {
	case MultipleStatements, PipelineNotSupported, SubshellNotSupported, HereDocNotSupported,
		RedirectionNotSupported, CompoundCommandNotSupported, AssignmentPrefixNotSupported:
		if f.compound {
			return
		}
	}
	f.note(code, at)
}

// addCompound notes a construct that the compound subset does not have either.
func (f *facts) addCompound(code Code, at span) {
	if f.compound {
		f.note(code, at)
	}
}

// note keeps the construct that comes first in the order of precedence. Of two
// with the same code the earlier one stays.
func (f *facts) note(code Code, at span) {
	if code == f.code {
		if at.start < f.at.start {
			f.at = at
		}
		return
	}
	if f.code == "" || f.rank(code) < f.rank(f.code) {
		f.code, f.at = code, at
	}
}

func (f *facts) rank(code Code) int {
	if f.compound {
		return compoundRank(code)
	}
	return rank(code)
}

// accepts reports whether the expansion that rest begins with is one that the
// subset may accept; where it stands the strict parser judges.
func (f *facts) accepts(rest []byte, quoted bool) bool {
	n, needs := plainExpansion(rest)
	return f.compound && n > 0 && (needs == holdsStatus || quoted && f.quoted)
}

// within is what a nested reading starts from.
func (f *facts) within() facts { return facts{compound: f.compound, quoted: f.quoted} }

// rank is the place of a code in the order of precedence.
func rank(code Code) int { return slices.Index(Codes(), code) }

// recognize reads src by bash's whole grammar and returns the violation with
// the highest precedence, or nil if it sees nothing but one literal command.
// Its answer only names what lexPlain did not accept.
func recognize(src []byte) *Violation {
	g := grammar{src: src}
	g.program()
	switch {
	case g.failed:
		return &Violation{ParseError, g.failure.start, g.failure.end}
	case g.found.code != "":
		return &Violation{g.found.code, g.found.at.start, g.found.at.end}
	}
	return nil
}
