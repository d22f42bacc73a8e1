package expand

import (
	"unicode/utf8"

	"github.com/aegish/aegish/interp/state"
)

// The classes of bytes that word splitting knows.
const (
	ifsNone  uint8 = iota
	ifsSpace       // IFS whitespace
	ifsOther       // another IFS character
	ifsWide        // may begin an IFS character of several bytes
)

// ifsTable is IFS made ready for splitting (bash manual, Word Splitting).
type ifsTable struct {
	ready bool
	value string
	class [256]uint8
	wide  map[rune]bool // characters of several bytes
	bytes bool          // there are none
	// first is the first character, which joins "$*".
	first string
}

const defaultIFS = " \t\n"

// splitter is the table for the IFS of now.
func (e *Expander) splitter() *ifsTable {
	value := defaultIFS
	if v := e.Shell.Vars.Get("IFS"); v != nil {
		if v.Attr&state.NameRef != 0 {
			v = e.variable("IFS")
		}
		if s, ok := v.Value(); ok {
			value = s
		}
	}
	if !e.ifs.ready || e.ifs.value != value || e.ifs.bytes != e.Shell.Bytes {
		e.ifs.set(value, e.Shell.Bytes)
	}
	return &e.ifs
}

func (t *ifsTable) set(value string, bytes bool) {
	*t = ifsTable{ready: true, value: value, bytes: bytes}
	for rest := value; rest != ""; {
		r, n := utf8.DecodeRuneInString(rest)
		if bytes {
			n = 1
		}
		c := rest[0]
		switch {
		case n > 1:
			if t.wide == nil {
				t.wide = map[rune]bool{}
			}
			t.wide[r] = true
			t.class[c] = ifsWide
		case c == ' ' || c == '\t' || c == '\n':
			t.class[c] = ifsSpace
		default:
			t.class[c] = ifsOther
		}
		if t.first == "" {
			t.first = rest[:n]
		}
		rest = rest[n:]
	}
}

// at classifies the character at the start of s and gives its length.
func (t *ifsTable) at(s string) (class uint8, n int) {
	c := t.class[s[0]]
	if c != ifsWide {
		return c, 1
	}
	if r, n := utf8.DecodeRuneInString(s); n > 1 && t.wide[r] {
		return ifsOther, n
	}
	return ifsNone, 1
}

// plain tells whether s holds no IFS character.
func (t *ifsTable) plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if t.class[s[i]] != ifsNone {
			return false
		}
	}
	return true
}

// resplit is what bash does to a word that is not split and has $@ in it: where
// IFS does not begin with a blank, or the $@ is in double quotes, what is not
// quoted is split, the text of the word itself too, and the fields are joined
// with blanks. Values are left alone, but for those of associative arrays.
func (e *Expander) resplit(b *builder) ([]segment, error) {
	ifs := e.splitter()
	if !b.at || b.split || b.item || ifs.first == "" || ifs.first == " " && !b.quotedAt ||
		b.value && !b.pair {
		return b.segs, nil
	}
	for i := range b.segs {
		if b.segs[i].kind == literal {
			b.segs[i].kind = expanded
		}
	}
	c := &cutter{}
	c.reset(ifs, false)
	if c.most = e.Limits.ArrayElements; !c.run(b.segs) {
		return nil, &LimitError{Name: "array elements", Limit: int64(c.most)}
	}
	var out []segment
	for i, f := range c.fields {
		if i > 0 {
			out = append(out, segment{" ", expanded})
		}
		out = append(out, c.segs[f.from:f.to]...)
	}
	return out, nil
}

// A field is the segments of one word after splitting. They share an array.
type field struct{ from, to int }

// A cutter makes fields of segments.
type cutter struct {
	ifs    *ifsTable
	segs   []segment // of all fields, one after the other
	fields []field
	start  int
	// present is set when the current field has anything in it.
	present bool
	// delimited is set after IFS whitespace that ended a field: one other
	// IFS character still belongs to that delimiter.
	delimited bool
	// listed is set until the first character of a word with a list in it.
	listed bool
	// blanks is set where a segment that is a blank ends a field.
	blanks bool
	// most is how many fields are enough, 0 for any number.
	most int
}

// reset makes the cutter ready for another word; its memory stays. listed
// tells that a list was expanded: bash then takes IFS whitespace at the start
// and the other IFS character behind it for one delimiter.
func (c *cutter) reset(ifs *ifsTable, listed bool) {
	clear(c.segs)
	*c = cutter{ifs: ifs, listed: listed, segs: c.segs[:0], fields: c.fields[:0]}
}

// run cuts the segments of one word into fields. It gives up, and returns false,
// where they are too many.
func (c *cutter) run(segs []segment) bool {
	for _, s := range segs {
		if c.full() {
			return false
		}
		switch s.kind {
		case boundary:
			c.end(false)
			c.delimited = false
		case blank:
			if c.blanks {
				c.end(false)
			} else {
				c.put(s)
			}
		case expanded:
			c.cut(s.text)
		default:
			c.put(s)
		}
	}
	c.end(false)
	return !c.full()
}

// full tells whether there are more fields than are enough.
func (c *cutter) full() bool { return c.most > 0 && len(c.fields) > c.most }

func (c *cutter) put(s segment) {
	c.listed = false
	c.segs = append(c.segs, s)
	c.present = true
	c.delimited = false
}

// end ends the field, also an empty one if force is set.
func (c *cutter) end(force bool) {
	if c.present || force {
		c.fields = append(c.fields, field{c.start, len(c.segs)})
	}
	c.start = len(c.segs)
	c.present = false
}

func (c *cutter) cut(text string) {
	from := 0
	for i := 0; i < len(text) && !c.full(); {
		class, n := c.ifs.at(text[i:])
		if class == ifsNone {
			i += n
			continue
		}
		if i > from {
			c.put(segment{detached(text[from:i], text), expanded})
		}
		i += n
		from = i
		switch {
		case c.present:
			c.end(false)
			c.delimited = class == ifsSpace
		case class == ifsSpace:
			if c.listed {
				c.listed, c.delimited = false, true
			}
		case c.delimited:
			c.delimited = false
		default:
			c.listed = false
			c.end(true)
		}
	}
	if from < len(text) {
		c.put(segment{detached(text[from:], text), expanded})
	}
}
