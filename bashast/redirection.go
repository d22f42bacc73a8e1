package bashast

import (
	"bytes"
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

// A document is a here-document whose body is still to be read.
type document struct {
	at            span // of the operator and the delimiter
	delim         string
	tabs, literal bool // <<- and a quoted delimiter
	command       int  // index of the command, or -1 while it is being read
	redirection   int  // index in the command
	text          int  // index in script.texts, or -1
}

// hereDocument judges a delimiter. What is quoted in it bash decides on the
// written word, and removes the quotes by rules that differ from those for
// other words inside double quotes and for $'...'.
func (s *script) hereDocument(c *Command, r *Redirection, w wordToken) bool {
	raw := s.src[w.start:w.end]
	if w.text == "" || strings.ContainsAny(w.text, "\t\n") || bytes.ContainsAny(raw, "$`\n") ||
		bytes.IndexByte(raw, '"') >= 0 && bytes.IndexByte(raw, '\\') >= 0 || len(s.pending) == maxDocuments {
		return s.fail(HereDocNotSupported, span{r.Start, w.end})
	}
	r.Direction = Document
	s.pending = append(s.pending, document{
		at: span{r.Start, w.end}, delim: w.text, tabs: r.Operator == "<<-", literal: !w.bare,
		command: -1, redirection: len(c.Redirections), text: -1,
	})
	return true
}

// documents reads the bodies that the line before announced.
func (s *script) documents() bool {
	pending := s.pending
	s.pending = nil
	for _, d := range pending {
		start := s.pos
		body, ok := s.documentBody(d)
		if !ok {
			return s.fail(HereDocNotSupported, d.at)
		}
		s.skeleton.blank(span{start, s.pos})
		if !d.literal {
			if body, ok = s.decodeDocument(body, start); !ok {
				return false
			}
		}
		s.commands[d.command].Redirections[d.redirection].Text = string(body)
		if d.text >= 0 {
			s.texts[d.text] = string(body)
		}
	}
	return true
}

// documentBody passes the lines of a here-document and the delimiter.
func (s *script) documentBody(d document) ([]byte, bool) {
	var body []byte
	for s.pos < len(s.src) {
		line, ok := s.documentLine(d.literal)
		if !ok {
			return nil, false
		}
		if d.tabs {
			line = bytes.TrimLeft(line, "\t")
		}
		if string(line) == d.delim {
			return body, true
		}
		body = append(append(body, line...), '\n')
	}
	return nil, false
}

// documentLine reads one line, without its newline. Unless the delimiter is
// quoted a backslash before the newline joins it with the next, before bash
// looks for the delimiter (read_a_line in parse.y).
func (s *script) documentLine(literal bool) ([]byte, bool) {
	var line []byte
	for ; s.pos < len(s.src) && s.src[s.pos] != '\n'; s.pos++ {
		c := s.src[s.pos]
		if c == '\\' && !literal {
			if s.pos+1 == len(s.src) {
				return nil, false
			}
			s.pos++
			if s.src[s.pos] == '\n' {
				continue
			}
			line = append(line, c)
			c = s.src[s.pos]
		}
		line = append(line, c)
	}
	if s.pos < len(s.src) {
		s.pos++
	}
	return line, true
}

// decodeDocument decodes a body that bash expands, if nothing in it would be.
// A backslash quotes $ ` and itself there, and a double quote is ordinary.
func (s *script) decodeDocument(body []byte, start int) ([]byte, bool) {
	out := make([]byte, 0, len(body))
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case c == '`':
			return nil, s.fail(CommandSubstitutionNotSupported, span{start, s.pos})
		case c == '$' && (i+1 == len(body) || expands(body[i+1]) || body[i+1] == '\'' || body[i+1] == '"' || body[i+1] == '`'):
			return nil, s.fail(ParameterExpansionNotSupported, span{start, s.pos})
		case c == '\\' && i+1 < len(body) && strings.IndexByte("$`\\", body[i+1]) >= 0:
			i++
			c = body[i]
		}
		out = append(out, c)
	}
	return out, true
}
