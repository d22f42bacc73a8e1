package builtins

import (
	"unicode/utf8"

	"github.com/aegish/aegish/interp/expand"
)

// A splitter takes fields off a record as read does (bash(1), read). It has
// rules of its own: the last variable gets what is left.
type splitter struct {
	record
	ifs separators
	pos int
}

// separators are the characters of IFS.
type separators struct {
	bytes [256]bool // each byte
	wide  map[rune]bool
	// broken is set where IFS is no UTF-8: its bytes separate then.
	broken bool
}

func separatorsOf(ifs string) separators {
	s := separators{broken: !utf8.ValidString(ifs)}
	for i := 0; i < len(ifs); i++ {
		s.bytes[ifs[i]] = true
	}
	for _, r := range ifs {
		if r < utf8.RuneSelf {
			continue
		}
		if s.wide == nil {
			s.wide = map[rune]bool{}
		}
		s.wide[r] = true
	}
	return s
}

// separator is the length of the IFS character at pos, 0 for none, and whether
// it is white space.
func (s *splitter) separator() (n int, white bool) {
	if s.pos >= len(s.text) || s.escaped != nil && s.escaped[s.pos] {
		return 0, false
	}
	c := s.text[s.pos]
	if c < utf8.RuneSelf {
		if !s.ifs.bytes[c] {
			return 0, false
		}
		return 1, c == ' ' || c == '\t' || c == '\n'
	}
	r, n := utf8.DecodeRune(s.text[s.pos:])
	if r == utf8.RuneError && n < 2 {
		if s.ifs.bytes[c] && s.ifs.broken {
			return 1, false
		}
		return 0, false
	}
	if !s.ifs.wide[r] {
		return 0, false
	}
	return n, false
}

func (s *splitter) skipWhite() {
	for {
		n, white := s.separator()
		if !white {
			return
		}
		s.pos += n
	}
}

// next takes one field and the separator after it: white space with at most
// one other character in it.
func (s *splitter) next() string {
	s.skipWhite()
	start := s.pos
	n, white := s.separator()
	for s.pos < len(s.text) && n == 0 {
		s.pos++
		n, white = s.separator()
	}
	field := string(s.text[start:s.pos])
	s.pos += n
	s.skipWhite()
	if white {
		if n, other := s.separator(); n > 0 && !other {
			s.pos += n
			s.skipWhite()
		}
	}
	return field
}

// last is what the last variable gets: one field if that is all, else the rest
// without white space at the end.
func (s *splitter) last() string {
	s.skipWhite()
	start := s.pos
	field := s.next()
	if s.pos >= len(s.text) {
		return field
	}
	end := len(s.text)
	for end > start+1 {
		// As in bash, an escaped blank is not safe here.
		if c := s.text[end-1]; c != ' ' && c != '\t' && c != '\n' || !s.ifs.bytes[c] {
			break
		}
		end--
	}
	return string(s.text[start:end])
}

// assign gives the record to the variables.
func (r *reading) assign(status int) Status {
	c := r.call
	ifs, set := c.Shell.Get("IFS")
	if !set {
		ifs = " \t\n"
	}
	if r.exact {
		ifs = ""
	}
	s := splitter{record: r.line, ifs: separatorsOf(ifs)}
	switch {
	case r.array != "":
		if !expand.ValidName(r.array) {
			return c.failf("`%s': not a valid identifier", r.array)
		}
		var fields []string
		limit := c.Shell.Limits().ArrayElements
		for s.skipWhite(); s.pos < len(s.text); {
			if len(fields) == limit {
				return c.Shell.Exceeded(c, limitArrayElements, int64(limit))
			}
			fields = append(fields, s.next())
		}
		if !c.Shell.AssignList(c, r.array, fields, 0, true) {
			status = failure
		}
		return code(status)
	case len(r.names) == 0:
		if !c.Shell.Assign(c, "REPLY", string(r.line.text), false) {
			status = failure
		}
		return code(status)
	}
	s.skipWhite()
	for i, name := range r.names {
		if !isTarget(name) {
			return c.failf("`%s': not a valid identifier", name)
		}
		value := ""
		switch {
		case i == len(r.names)-1:
			value = s.last()
		case s.pos < len(s.text):
			value = s.next()
		}
		if !c.Shell.Assign(c, name, value, false) {
			return code(failure)
		}
	}
	return code(status)
}

const limitArrayElements = "array_elements"
