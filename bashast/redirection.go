package bashast

import (
	"strconv"
	"strings"
)

// descriptorNumber reads the number of a descriptor.
func descriptorNumber(s string) (int, bool) {
	if len(s) > 3 || !allDigits(s) {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n <= maxDescriptor
}

// redirection reads an operator and its word and appends them to c. The
// descriptor in front, or -1 for none, begins at start.
func (s *script) redirection(c *Command, start, fd int, in *input) bool {
	op, end := s.operator()
	s.pos = end
	s.skip(false)
	if next, _ := longestOperator(s.src, s.pos); next != "" {
		if next == "(" && (op == "<" || op == ">") {
			return s.fail(ProcessSubstitutionNotSupported, span{start, s.pos + 1})
		}
		return s.unexpected()
	}
	var w wordToken
	var ok bool
	if op == ">&" || op == "<&" {
		if s.pos == len(s.src) || s.src[s.pos] == '\n' {
			return s.unexpected()
		}
		w, ok = s.read(0) // its digits are no descriptor of what follows
	} else {
		w, ok = s.plainWord()
	}
	if !ok {
		return false
	}
	at := span{start, w.end}
	r := Redirection{FD: fd, Operator: op, Start: start, End: w.end}
	switch op {
	case "<<", "<<-":
		ok = s.hereDocument(c, &r, w)
	case "<<<":
		r.Direction, r.Text = Document, w.text+"\n"
	case ">&", "<&":
		ok = s.duplication(&r, w)
	default:
		r.Direction, r.Path = fileDirection(op), w.text
	}
	if !ok || r.Direction < Duplicate && r.Path == "" {
		return s.fail(RedirectionNotSupported, at)
	}
	s.skeleton.blank(at)
	if r.FD < 0 && op[0] == '<' {
		r.FD = 0
	} else if r.FD < 0 && op[0] == '>' && (op != ">&" || r.Direction != Write) {
		r.FD = 1
	}
	c.Redirections = append(c.Redirections, r)
	if move := strings.TrimSuffix(w.text, "-"); r.Direction == Duplicate && move != w.text && r.FD != r.Source {
		// [n]>&m- closes m once it is copied. To itself it is left alone.
		c.Redirections = append(c.Redirections, Redirection{
			FD: r.Source, Operator: op, Direction: Close, Start: start, End: w.end,
		})
	}
	if r.FD == 0 {
		s.setInput(in, r)
	}
	return true
}

// fileDirection says what an operator does to a file.
func fileDirection(op string) Direction {
	switch op {
	case "<":
		return Read
	case "<>":
		return ReadWrite
	case ">>", "&>>":
		return Append
	}
	return Write
}

// duplication judges the word of >& or <&: a descriptor, one to be moved, a
// dash to close, or with a plain >& a file for both outputs. Before bash expands
// the word it looks at the written one: an unquoted dash in front is a word of
// its own, whatever touches it, and one at the end means a move
// (make_redirection in make_cmd.c).
func (s *script) duplication(r *Redirection, w wordToken) bool {
	raw := string(s.src[w.start:w.end])
	digits, moves := strings.CutSuffix(raw, "-")
	switch {
	case raw == "-":
		r.Direction = Close
		return true
	case raw[0] == '-', moves && !allDigits(digits), !moves && strings.HasSuffix(w.text, "-"):
		return false
	case !moves:
		digits = w.text
	}
	if allDigits(digits) {
		n, ok := descriptorNumber(digits)
		r.Direction, r.Source = Duplicate, n
		return ok
	}
	r.Direction, r.Path = Write, w.text
	return r.Operator == ">&" && r.FD < 0 && staysLiteral(w.text)
}

// staysLiteral reports whether a decoded word means itself when it is expanded
// once more, which bash does with a file behind >& (do_redirection_internal in
// redir.c): >&'$(id)' runs id.
func staysLiteral(s string) bool {
	for i := range len(s) {
		if c := s[i]; !nameByte(c) && strings.IndexByte("./-+,:@%^", c) < 0 {
			return false
		}
	}
	return true
}

// setInput remembers that standard input is redirected by r.
func (s *script) setInput(in *input, r Redirection) {
	switch r.Direction {
	case Document:
		*in = input{HereDocument, s.text(r)}
	case Duplicate, Close:
		*in = input{source: Descriptor}
	default:
		*in = input{source: File}
	}
}

// text makes a place for the text of a document. That of a here-document is
// filled when its body is read.
func (s *script) text(r Redirection) int {
	s.texts = append(s.texts, r.Text)
	if n := len(s.pending); n > 0 && s.pending[n-1].at.start == r.Start {
		s.pending[n-1].text = len(s.texts) - 1
	}
	return len(s.texts) - 1
}
