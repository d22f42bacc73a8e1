package bashast

import "strings"

// A wordToken is one decoded word.
type wordToken struct {
	span
	text    string
	bare    bool // without quotes and escapes
	assigns int  // where in text the = of an assignment is, or -1
	unknown bool
}

// read decodes the word that comes next, which may hold what is said.
func (s *script) read(holds content) (wordToken, bool) {
	s.holds, s.wrong = holds, ""
	start := s.pos
	at, ok := s.word(false)
	if !ok {
		if s.wrong != "" {
			s.fail(s.wrong, span{start, min(s.pos+1, len(s.src))})
		}
		return wordToken{span: at}, false
	}
	w := wordToken{at, string(s.out[s.from:]), s.bare, s.assigns, s.unknown}
	if w.unknown {
		w.text = string(s.src[at.start:at.end])
	}
	s.out = s.out[:s.from]
	return w, true
}

// simple reads assignments, words and redirections.
func (s *script) simple() bool {
	s.blanks()
	c, in := Command{Start: s.pos}, input{}
	s.skeleton.begin()
	for {
		at, fd, ok := s.descriptor()
		op, _ := s.operator()
		switch {
		case ok:
			if !s.redirection(&c, at, fd, &in) {
				return false
			}
			c.End = s.pos
			continue
		case op == "(" && len(c.Argv) == 1:
			return s.fail(FunctionNotSupported, s.here())
		case op != "", s.pos == len(s.src), s.src[s.pos] == '\n':
			return s.finishSimple(c, in)
		}
		if !s.wordOf(&c) {
			return false
		}
	}
}

// wordOf reads one word of a simple command, or one assignment before it.
func (s *script) wordOf(c *Command) bool {
	holds := content(0)
	if len(c.Argv) > 0 {
		holds = holdsStatus
		if s.allow.QuotedExpansions {
			holds |= holdsQuoted
		}
	}
	w, ok := s.read(holds)
	if !ok {
		return false
	}
	if w.bare && allDigits(w.text) && s.pos < len(s.src) && (s.src[s.pos] == '<' || s.src[s.pos] == '>') {
		// A descriptor with a continuation in it, or one that is too large.
		return s.fail(RedirectionNotSupported, w.span)
	}
	c.End = w.end
	s.skeleton.word(w.span)
	if len(c.Argv) == 0 && w.assigns >= 0 {
		a := assignment(w)
		c.Assignments = append(c.Assignments, a)
		return isPlainName(a.Name) || s.fail(AssignmentPrefixNotSupported, w.span)
	}
	if len(c.Argv) == 0 && !s.commandName(w) {
		return false
	}
	if w.unknown {
		c.Unknown = append(c.Unknown, len(c.Argv))
		if w.text == "$?" && !s.answers {
			s.answers, s.answer = true, w.span
		}
	}
	c.Argv = append(c.Argv, w.text)
	if len(w.text) <= 2 && w.bare {
		s.skeleton.operand(w)
	}
	return true
}

// commandName judges a command word. One that looks like a reserved word comes
// behind something, or with continuations inside, where bash may or may not
// take it for one.
func (s *script) commandName(w wordToken) bool {
	if w.text == "" || w.text[0] == '%' {
		return s.fail(NonLiteralWordNotSupported, w.span)
	}
	if w.bare && reserved(w.text) {
		return s.fail(CompoundCommandNotSupported, w.span)
	}
	return true
}

// assignment takes NAME=VALUE or NAME+=VALUE apart.
func assignment(w wordToken) Assignment {
	name := w.text[:w.assigns]
	a := Assignment{Name: strings.TrimSuffix(name, "+"), Value: w.text[w.assigns+1:], Start: w.start, End: w.end}
	a.Append = len(a.Name) < len(name)
	return a
}

// finishSimple judges a simple command whose last word has been read.
func (s *script) finishSimple(c Command, in input) bool {
	if len(c.Argv) == 0 && len(c.Assignments) == 0 {
		if len(c.Redirections) == 0 {
			return s.unexpected()
		}
		s.skeleton.standIn(c.Start)
	}
	for _, a := range c.Assignments {
		if !assignable(a.Name, s.src) && !(a.Name == "IFS" && len(c.Argv) > 0 && c.Argv[0] == "read") {
			return s.fail(AssignmentNameNotSupported, span{a.Start, a.End})
		}
	}
	if len(c.Argv) > 0 {
		if code := s.judgeBuiltin(&c); code != "" {
			return s.fail(code, span{c.Start, c.End})
		}
		c.PolicyText = canonicalize(c.Argv)
	}
	return s.add(c, in)
}

// add appends a command to the program.
func (s *script) add(c Command, in input) bool {
	if len(s.commands) == maxCommands {
		return s.unexpected()
	}
	for i := range s.pending {
		if s.pending[i].command < 0 {
			s.pending[i].command = len(s.commands)
		}
	}
	s.commands, s.inputs = append(s.commands, c), append(s.inputs, in)
	return true
}

// finish fills in what is known only at the end.
func (s *script) finish() []Command {
	for i, in := range s.inputs {
		s.commands[i].Stdin = in.source
		if in.source == HereDocument {
			s.commands[i].Document = s.texts[in.text]
		}
	}
	return s.commands
}

// allDigits reports whether s is a number.
func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
