package expand

import (
	"strings"

	"github.com/aegish/aegish/interp/syntax"
)

// addList adds a list the way that $@ and $* are added.
func (e *Expander) addList(b *builder, values []string, star bool, q quoting) error {
	b.elements += len(values)
	b.listed = b.listed || !star || q != operand
	b.at = b.at || !star || q != double && e.splitter().first == ""
	b.quotedAt = b.quotedAt || !star && q == double
	if len(values) == 0 {
		b.vanished = b.vanished || q == double && !star
		return nil
	}
	sep := " "
	if star || q != double && b.split {
		sep = e.splitter().first
	}
	if first := e.splitter().first; first != "" && first != " " && q != double && !star && !b.split && !b.item && (!b.value || b.pair) {
		// Only what stands beside the list is split: see resplit.
		text, err := e.joined(values, " ")
		b.add(text, quoted)
		return err
	}
	if b.item {
		if sep = e.splitter().first; sep == "" && !(star && q == double) {
			sep = " "
		}
	}
	switch {
	case q == double && (star || !b.split), b.item:
		text, err := e.joined(values, sep)
		b.add(text, e.kindOf(q, text))
		return err
	case q == double:
		for i, v := range values {
			if i > 0 {
				b.bound()
			}
			b.add(v, quoted)
		}
		return nil
	case !b.split && q == operand && sep == "" && (b.pair || !b.value):
		sep = " "
	case b.split && q == operand && !star && sep != "" && e.splitter().class[' '] == ifsNone:
		// In an operand bash joins $@ with blanks, whatever splits words.
		text, err := e.joined(values, " ")
		b.add(text, quoted)
		return err
	}
	for i, v := range values {
		if i > 0 {
			if sep == "" && b.split {
				b.bound()
			}
			b.add(sep, expanded)
		}
		b.add(v, expanded)
	}
	return nil
}

// addText is addList for the result of an operator. That of $* is one text, split as
// any other: see cutter.reset.
func (e *Expander) addText(b *builder, values []string, p *syntax.ParamExp, r *ref, q quoting) error {
	listed := b.listed
	err := e.addList(b, values, r.star && !e.loose(b, p, r.positional(), q), q)
	if r.star && r.positional() {
		b.listed = listed
	}
	return err
}

// addBlankText adds a list that is one text in quotes, joined with blanks.
func (e *Expander) addBlankText(b *builder, values []string) error {
	b.elements += len(values)
	text, err := e.joined(values, " ")
	b.add(text, quoted)
	return err
}

// addBlanks adds a list that is one text, joined with blanks, where IFS is null.
func (e *Expander) addBlanks(b *builder, values []string) {
	b.elements += len(values)
	for i, v := range values {
		if i > 0 {
			b.add(" ", blank)
		}
		b.add(v, expanded)
	}
}

// addNames is addList for ${!PREFIX@}. Where words are not split bash protects the
// elements of a list from resplit, but not names. Those of ${!PREFIX*} are one text.
func (e *Expander) addNames(b *builder, names []string, star bool, q quoting) error {
	if star {
		text, err := e.joined(names, e.splitter().first)
		b.listed = true
		b.add(text, e.kindOf(q, text))
		return err
	}
	if b.split || b.value || b.item || q == double {
		return e.addList(b, names, star, q)
	}
	sep := e.splitter().first
	if sep == "" {
		sep = " "
	}
	b.listed, b.at = true, true
	b.add(strings.Join(names, sep), expanded)
	return nil
}

// addResults is addList for what an operator made of a list. In a value bash
// joins these with the first character of IFS in double quotes, and after some
// operators elsewhere too.
func (e *Expander) addResults(b *builder, values []string, p *syntax.ParamExp, r *ref, q quoting) error {
	trims := p.Op >= syntax.ParamTrimPrefix && p.Op <= syntax.ParamTrimSuffixAll
	// With a null IFS bash makes one word of a trimmed array.
	one := trims && q != double && !r.positional() && e.splitter().first == ""
	if !one && (b.split || r.star) || one && r.star && !b.split || len(values) == 0 {
		return e.addText(b, values, p, r, q)
	}
	b.at = b.at || !r.star && q != operand || one && b.split
	b.quotedAt = b.quotedAt || !r.star && q == double
	sep := " "
	if b.item || b.value && !b.pair && (q == double || trims || p.Op == syntax.ParamTransform) || r.star {
		if first := e.splitter().first; first != "" {
			sep = first
		}
	}
	text, err := e.joined(values, sep)
	b.add(text, e.kindOf(q, text))
	return err
}

// loose tells whether a list with * is joined with blanks where IFS is null: in the
// value of an argument of a declaration builtin, and in an operand of any value.
// bash joins arrays and what changes the case there as it does elsewhere.
func (e *Expander) loose(b *builder, p *syntax.ParamExp, positional bool, q quoting) bool {
	if q == double || b.split || b.pair || !b.declared && !(b.value && q == operand) || e.splitter().first != "" {
		return false
	}
	switch {
	case p.Op >= syntax.ParamUpper && p.Op <= syntax.ParamToggleAll:
		return false
	case p.Op <= syntax.ParamAltColon, p.Op >= syntax.ParamReplace && p.Op <= syntax.ParamReplaceSuffix:
		return positional
	}
	return true
}

// nullList tells whether a list counts as null for the colon operators: bash
// looks at what its elements are joined to, and that may hold marks that it
// made of null elements.
func (e *Expander) nullList(b *builder, values []string, r *ref, q quoting) bool {
	for _, v := range values {
		if v != "" {
			return false
		}
	}
	first := e.splitter().first
	switch {
	case r.star && first == "" && (q == double || r.positional() && !b.split && !b.item):
		return true
	case q == double, b.split, b.item:
		return len(values) < 2
	case len(values) != 1, b.value && (r.positional() || r.v.IsArray()):
		return len(values) == 0
	case b.value:
		return true
	case r.star:
		return first != ""
	}
	return first == "" || first == " "
}

// joined is strings.Join, within the limit of a string.
func (e *Expander) joined(values []string, sep string) (string, error) {
	n := 0
	for _, v := range values {
		n += len(v) + len(sep)
		if err := e.fits(n - len(sep)); err != nil {
			return "", err
		}
	}
	return strings.Join(values, sep), nil
}
