package bashast

import (
	"bytes"
	"strings"
)

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
