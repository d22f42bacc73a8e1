package expand

import "strings"

// A kind tells what the later phases may do with a segment.
type kind uint8

const (
	// literal is unquoted text of the word itself: it is not split, but may
	// be a pattern.
	literal kind = iota
	// expanded is the unquoted result of an expansion: it is split, and may
	// be a pattern.
	expanded
	// quoted is neither. An empty one still makes a field.
	quoted
	// boundary ends a field, as between the elements of "$@".
	boundary
	// blank is what joins a list into one text where IFS is null. It ends a
	// field where the word has a list besides that bash makes fields of.
	blank
)

// A segment is a piece of a word between the phases.
type segment struct {
	text string
	kind kind
}

// A builder collects the segments of one word.
type builder struct {
	segs []segment
	// split is set where fields may be made: "$@" gives boundaries. Without
	// it lists are joined.
	split bool
	// assignment is set for the value of an assignment: tildes are expanded
	// after colons too. noTilde switches tilde expansion off.
	assignment, noTilde bool
	// argument is set besides assignment for an argument that looks like one.
	argument bool
	// value is set for what is assigned: operators on lists join with the
	// first character of IFS, elsewhere with a blank.
	value bool
	// item is set for [SUBSCRIPT]=VALUE in a list: all lists are joined with
	// the first character of IFS there.
	item bool
	// declared is set for the value of an argument of a declaration builtin:
	// with a null IFS $* is joined with blanks there.
	declared bool
	// document is set for a here-document, where bash joins $* with blanks.
	document bool
	// pair is set for the keys and values of an associative array.
	pair bool
	// quotedAt is set when $@ or its like was added in double quotes.
	quotedAt bool
	// at is set when a list was added that is $@ to bash; see resplit. Where IFS
	// is null that is every list outside of quotes; see blank.
	at bool
	// vanished is set when a list without elements stood in double quotes,
	// which then make no field of their own.
	vanished bool
	// listed is set when a list was added.
	listed bool
	// bytes is the length of all segments, elements how many those of lists are.
	bytes, elements int
}

// add appends a segment. Empty text that is not quoted leaves no trace.
func (b *builder) add(text string, k kind) {
	if text == "" && k != quoted {
		return
	}
	b.bytes += len(text)
	b.segs = append(b.segs, segment{text, k})
}

// bound ends a field.
func (b *builder) bound() { b.segs = append(b.segs, segment{kind: boundary}) }

// builder takes one from the free list; release gives it back.
func (e *Expander) builder(split bool) *builder {
	var b *builder
	if n := len(e.free); n > 0 {
		b = e.free[n-1]
		e.free = e.free[:n-1]
	} else {
		b = &builder{}
	}
	*b = builder{segs: b.segs[:0], split: split}
	return b
}

func (e *Expander) release(b *builder) {
	clear(b.segs)
	e.free = append(e.free, b)
}

// join is quote removal for segments that are one field: their text.
func join(segs []segment) string {
	switch len(segs) {
	case 0:
		return ""
	case 1:
		return segs[0].text
	}
	n := 0
	for i := range segs {
		n += len(segs[i].text)
	}
	var out strings.Builder
	out.Grow(n)
	for i := range segs {
		out.WriteString(segs[i].text)
	}
	return out.String()
}
