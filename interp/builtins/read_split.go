package builtins

import (
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/expand"
)

// A splitter takes fields off a record as read does (bash(1), read). It has
// rules of its own: the last variable gets what is left.
type splitter struct {
	record
	ifs string
	pos int
}

// separator is the length of the IFS character at pos, 0 for none, and whether
// it is white space.
func (s *splitter) separator() (n int, white bool) {
	if s.pos >= len(s.text) || s.escaped != nil && s.escaped[s.pos] {
		return 0, false
	}
	c := s.text[s.pos]
	if c < utf8.RuneSelf {
		if strings.IndexByte(s.ifs, c) < 0 {
			return 0, false
		}
		return 1, c == ' ' || c == '\t' || c == '\n'
	}
	r, n := utf8.DecodeRune(s.text[s.pos:])
	if r == utf8.RuneError && n < 2 {
		if strings.IndexByte(s.ifs, c) >= 0 && !utf8.ValidString(s.ifs) {
			return 1, false
		}
		return 0, false
	}
	if !strings.ContainsRune(s.ifs, r) {
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
		if c := s.text[end-1]; c != ' ' && c != '\t' && c != '\n' || strings.IndexByte(s.ifs, c) < 0 {
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
	s := splitter{record: r.line, ifs: ifs}
	switch {
	case r.array != "":
		if !expand.ValidName(r.array) {
			return c.failf("`%s': not a valid identifier", r.array)
		}
		var fields []string
		for s.skipWhite(); s.pos < len(s.text); {
			fields = append(fields, s.next())
		}
		if limit := c.Shell.Limits().ArrayElements; len(fields) > limit {
			return c.Shell.Exceeded(c, limitArrayElements, int64(limit))
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
