package bashast

import "slices"

// facts remembers the construct with the highest precedence that was seen.
type facts struct {
	code Code // "" while nothing was seen
	at   span
}

// add notes a construct. Of two with the same code the earlier one stays.
func (f *facts) add(code Code, at span) {
	if code == f.code {
		if at.start < f.at.start {
			f.at = at
		}
		return
	}
	if f.code == "" || rank(code) < rank(f.code) {
		f.code, f.at = code, at
	}
}

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
