package bashast

// command reads one simple or compound command with its redirections.
func (s *script) command() bool {
	if !s.enter() {
		return false
	}
	defer s.leave()
	from := len(s.commands)
	op, end := s.operator()
	word := s.keyword()
	start := s.pos
	known, ok := true, false
	switch {
	case op == "(":
		ok = s.subshell(end)
	case op != "" && !redirects(op), s.pos == len(s.src):
		return s.unexpected()
	case word == "{":
		s.pos++
		ok = s.body() && s.expect("}")
	case word == "if":
		s.pos += len(word)
		ok = s.conditional()
	case word == "while", word == "until":
		s.pos += len(word)
		ok = s.body() && s.loopBody()
	case word == "for":
		s.pos += len(word)
		ok = s.forLoop(start)
	case word == "case":
		s.pos += len(word)
		ok = s.caseCommand()
	default:
		known = false
	}
	s.lastSimple = !known
	switch {
	case known:
		return ok && s.behindCompound(from)
	case closes(word):
		return s.unexpected()
	case word == "function":
		return s.fail(FunctionNotSupported, span{start, start + len(word)})
	case word != "":
		return s.fail(CompoundCommandNotSupported, span{start, start + len(word)})
	}
	return s.simple()
}

// behindCompound reads the redirections behind a compound command, which hold
// for all in it.
func (s *script) behindCompound(from int) bool {
	s.blanks()
	c := Command{Start: s.pos}
	in := input{}
	for {
		at, fd, ok := s.descriptor()
		if !ok {
			break
		}
		if !s.redirection(&c, at, fd, &in) {
			return false
		}
		c.End = s.pos
	}
	if len(c.Redirections) == 0 {
		return true
	}
	s.feed(from, in)
	if !s.add(c, in) {
		return false
	}
	// Behind a redirection bash takes no reserved word.
	if op, _ := s.operator(); op == "" && s.pos < len(s.src) && s.src[s.pos] != '\n' {
		return s.unexpected()
	}
	return true
}

// descriptor passes the number in front of a redirection, if that is what comes
// next, and returns where the redirection begins.
func (s *script) descriptor() (int, int, bool) {
	op, _ := s.operator()
	start := s.pos
	if redirects(op) {
		return start, -1, true
	}
	i := start
	for i < len(s.src) && s.src[i] >= '0' && s.src[i] <= '9' {
		i++
	}
	if i == start || i == len(s.src) || s.src[i] != '<' && s.src[i] != '>' {
		return start, 0, false
	}
	fd, ok := descriptorNumber(string(s.src[start:i]))
	if ok {
		s.pos = i
	}
	return start, fd, ok
}

// body reads newlines and a list.
func (s *script) body() bool { return s.newlines() && s.list() }

// subshell reads ( list ), whose parenthesis ends at end. Two of them may begin
// an expression.
func (s *script) subshell(end int) bool {
	if i := s.after(end); i < len(s.src) && s.src[i] == '(' {
		return s.fail(CompoundCommandNotSupported, span{s.pos, i + 1})
	}
	s.pos = end
	return s.body() && (s.take(")") || s.unexpected())
}

// conditional reads the rest of if ... fi.
func (s *script) conditional() bool {
	if !s.body() || !s.expect("then") || !s.body() {
		return false
	}
	for s.takeWord("elif") {
		if !s.body() || !s.expect("then") || !s.body() {
			return false
		}
	}
	if s.takeWord("else") && !s.body() {
		return false
	}
	return s.expect("fi")
}

// loopBody reads do list done.
func (s *script) loopBody() bool {
	return s.expect("do") && s.body() && s.expect("done")
}

// forLoop reads the rest of for NAME in WORD ...; do list done. Without in it
// would run over the positional parameters.
func (s *script) forLoop(start int) bool {
	name, ok := s.plainWord()
	if !ok {
		return false
	}
	if !isPlainName(name.text) || !name.bare || reserved(name.text) {
		return s.fail(CompoundCommandNotSupported, name.span)
	}
	if !assignable(name.text, s.src) && name.text != "_" {
		return s.fail(AssignmentNameNotSupported, name.span)
	}
	if !s.newlines() {
		return false
	}
	if s.keyword() != "in" {
		return s.fail(ParameterExpansionNotSupported, s.here())
	}
	s.skeleton.blank(span{name.end, s.pos})
	s.pos += len("in")
	c := Command{Start: start}
	s.skeleton.begin()
	s.skeleton.word(name.span)
	for op, _ := s.operator(); op == "" && s.pos < len(s.src) && s.src[s.pos] != '\n'; op, _ = s.operator() {
		w, ok := s.plainWord()
		if !ok {
			return false
		}
		s.skeleton.word(w.span)
		c.Assignments = append(c.Assignments, Assignment{Name: name.text, Value: w.text, Start: w.start, End: w.end})
	}
	c.End = s.pos
	if !s.add(c, input{}) {
		return false
	}
	if op, end := s.operator(); op == ";" {
		s.pos = end
	} else if s.pos == len(s.src) || s.src[s.pos] != '\n' {
		return s.unexpected()
	}
	return s.newlines() && s.loopBody()
}

// plainWord reads a word that has to come next and holds no expansion.
func (s *script) plainWord() (wordToken, bool) {
	op, _ := s.operator()
	if op != "" || s.pos == len(s.src) || s.src[s.pos] == '\n' {
		return wordToken{}, s.unexpected()
	}
	w, ok := s.read(0)
	if !ok {
		return w, false
	}
	if s.pos < len(s.src) && (s.src[s.pos] == '<' || s.src[s.pos] == '>') && w.bare && allDigits(w.text) {
		return w, s.fail(ParseError, w.span) // a descriptor, where bash takes none
	}
	return w, true
}

// caseCommand reads the rest of case WORD in ... esac. The word and the
// patterns are literal except for the characters of patterns; they choose a
// branch and nothing else, so they are in no command of the program.
func (s *script) caseCommand() bool {
	w, ok := s.plainWord()
	if !ok {
		return false
	}
	if w.bare && reserved(w.text) {
		return s.fail(CompoundCommandNotSupported, w.span)
	}
	s.skeleton.letters(w.span)
	if !s.newlines() || !s.expect("in") || !s.newlines() {
		return false
	}
	for s.keyword() != "esac" {
		if !s.patterns() || !s.newlines() {
			return false
		}
		if s.beginsCommand() && !s.list() {
			return false
		}
		op, end := s.operator()
		if op != ";;" && op != ";&" && op != ";;&" {
			break
		}
		s.skeleton.symbol(span{s.pos, end}, ";;")
		s.pos = end
		if !s.newlines() {
			return false
		}
	}
	return s.expect("esac")
}

// patterns reads [(] PATTERN [| PATTERN]... ).
func (s *script) patterns() bool {
	if op, end := s.operator(); op == "(" {
		s.skeleton.blank(span{s.pos, end})
		s.pos = end
	}
	for {
		if op, _ := s.operator(); op != "" || s.pos == len(s.src) || s.src[s.pos] == '\n' {
			return s.unexpected()
		}
		w, ok := s.read(holdsPattern)
		if !ok {
			return false
		}
		if w.bare && reserved(w.text) {
			return s.fail(CompoundCommandNotSupported, w.span)
		}
		s.skeleton.letters(w.span)
		if s.take(")") {
			return true
		}
		if !s.take("|") {
			return s.unexpected()
		}
	}
}
