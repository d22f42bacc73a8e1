package bashast

// Limits of the compound subset. They keep the C parser, which needs far more
// time and memory for operators than for words, within its bounds, and are
// above what people write. Beyond them is a parse error.
const (
	maxNesting    = 32
	maxCommands   = 1000
	maxDocuments  = 8   // waiting at one newline; bash allows 16
	maxDescriptor = 255 // bash itself allows what ulimit does
)

// script is the strict parser of the compound subset: recursive descent on the
// words of the same lexer that reads the simple one. It gives up at the first
// byte that is not plainly in the subset. The rules are those of parse.y.
type script struct {
	lexer
	allow      Allow
	depth      int
	stopped    *Violation // why it gave up, if it knows more than where
	commands   []Command
	inputs     []input // of the commands, by the same index
	pending    []document
	texts      []string // of the documents read so far
	answers    bool     // an unquoted $? was read
	answer     span     // where the first one is
	lastSimple bool     // the last command read was a simple one
	runsText   bool     // a command may run any text: eval, source, trap
	skeleton   skeleton
}

// An input is where a command's standard input comes from; text is the index
// of the document that it is, if it is one.
type input struct {
	source Source
	text   int
}

func newScript(src []byte, allow Allow) *script {
	s := &script{allow: allow, skeleton: newSkeleton(src)}
	s.lexer = lexer{src: src, out: make([]byte, 0, len(src)), compound: true}
	return s
}

// fail gives up for a reason; the first one stays.
func (s *script) fail(code Code, at span) bool {
	if s.stopped == nil {
		s.stopped = &Violation{code, at.start, at.end}
	}
	return false
}

// unexpected gives up because bash would not take what comes next.
func (s *script) unexpected() bool {
	return s.fail(ParseError, s.here())
}

// here is the byte that comes next.
func (s *script) here() span { return span{s.pos, min(s.pos+1, len(s.src))} }

// reason says why the parser gave up.
func (s *script) reason() Violation {
	if s.stopped != nil {
		return *s.stopped
	}
	return Violation{NonLiteralWordNotSupported, s.pos, min(s.pos+1, len(s.src))}
}

// enter counts one level of nesting; leave takes it back.
func (s *script) enter() bool {
	s.depth++
	return s.depth <= maxNesting || s.unexpected()
}

func (s *script) leave() { s.depth-- }

// blanks passes blanks, line continuations and comments.
func (s *script) blanks() {
	start := s.pos
	s.skip(false)
	if s.pos < len(s.src) && s.src[s.pos] == '#' {
		for s.pos < len(s.src) && s.src[s.pos] != '\n' {
			s.pos++
		}
	}
	s.skeleton.blank(span{start, s.pos})
}

// newlines passes any number of them, with the documents that begin behind the
// first, and the blanks and comments between and after them.
func (s *script) newlines() bool {
	for s.blanks(); s.pos < len(s.src) && s.src[s.pos] == '\n'; s.blanks() {
		s.pos++
		if !s.documents() {
			return false
		}
	}
	return true
}

// operator returns the operator that comes next, or "", and where it ends.
func (s *script) operator() (string, int) {
	s.blanks()
	return longestOperator(s.src, s.pos)
}

// take passes the operator op if it comes next.
func (s *script) take(op string) bool {
	got, end := s.operator()
	if got != op {
		return false
	}
	s.pos = end
	return true
}

// keyword returns the reserved word that comes next, plainly written, or "".
func (s *script) keyword() string {
	s.blanks()
	end := s.pos
	for end < len(s.src) && !s.ends(s.src[end]) && end-s.pos < 10 {
		end++
	}
	if word := string(s.src[s.pos:end]); (end == len(s.src) || s.ends(s.src[end])) && reserved(word) {
		return word
	}
	return ""
}

// takeWord passes the reserved word if it comes next.
func (s *script) takeWord(word string) bool {
	if s.keyword() != word {
		return false
	}
	s.pos += len(word)
	return true
}

// expect passes the reserved word that has to come next.
func (s *script) expect(word string) bool {
	return s.takeWord(word) || s.unexpected()
}

// program reads the whole source: at least one command.
func (s *script) program() bool {
	if !s.newlines() || !s.list() {
		return false
	}
	if s.pos < len(s.src) {
		return s.unexpected()
	}
	if len(s.pending) > 0 {
		return s.fail(HereDocNotSupported, s.pending[0].at)
	}
	if s.answers && s.runsText {
		// Any text may have set IFS, which splits what is not quoted.
		return s.fail(ExpansionPositionNotSupported, s.answer)
	}
	return true
}

// list reads commands with ; && || and newlines between them, up to something
// that can not begin one. There has to be at least one.
func (s *script) list() bool {
	for {
		if !s.chain() {
			return false
		}
		op, end := s.operator()
		switch {
		case op == ";":
			s.pos = end
		case op == "&":
			return s.fail(BackgroundNotSupported, span{s.pos, end})
		case s.pos == len(s.src) || s.src[s.pos] != '\n':
			return true
		}
		if !s.newlines() {
			return false
		}
		if !s.beginsCommand() {
			return true
		}
	}
}

// beginsCommand reports whether what comes next can be the first of a command.
func (s *script) beginsCommand() bool {
	op, _ := s.operator()
	if op != "" || s.pos == len(s.src) || s.src[s.pos] == '\n' {
		return op == "(" || redirects(op)
	}
	return !closes(s.keyword())
}

// redirects reports whether an operator redirects.
func redirects(op string) bool {
	return op != "" && (op[0] == '<' || op[0] == '>' || len(op) > 1 && op[1] == '>')
}

// chain reads pipelines with && and || between them.
func (s *script) chain() bool {
	for {
		if !s.pipeline() {
			return false
		}
		op, end := s.operator()
		if op != "&&" && op != "||" {
			return true
		}
		s.skeleton.symbol(span{s.pos, end}, op)
		s.pos = end
		if !s.newlines() {
			return false
		}
	}
}

// pipeline reads commands with | or |& between them, behind any ! and time.
func (s *script) pipeline() bool {
	if !s.prefixes() {
		return false
	}
	for stage := 0; ; stage++ {
		from := len(s.commands)
		if !s.command() {
			return false
		}
		if stage > 0 {
			s.feed(from, input{source: Pipe})
		}
		op, end := s.operator()
		if op != "|" && op != "|&" {
			return true
		}
		if op == "|&" && !s.both(span{s.pos, end}) {
			return false
		}
		// For pipelines the grammar needs far more time and memory than for
		// lists, and between which commands they are is not compared.
		s.skeleton.symbol(span{s.pos, end}, ";")
		s.pos = end
		if !s.newlines() {
			return false
		}
		if word := s.keyword(); word == "!" || word == "time" {
			return s.fail(CompoundCommandNotSupported, span{s.pos, s.pos + len(word)})
		}
	}
}

// feed says where the commands from an index on get their standard input, if
// nothing inside has said so before.
func (s *script) feed(from int, in input) {
	for i := from; i < len(s.inputs); i++ {
		if s.inputs[i].source == Inherited {
			s.inputs[i] = in
		}
	}
}

// both adds the redirection that |& implies to the stage of a pipeline.
func (s *script) both(at span) bool {
	r := Redirection{FD: 2, Operator: "|&", Direction: Duplicate, Source: 1, Start: at.start, End: at.end}
	if s.lastSimple {
		c := &s.commands[len(s.commands)-1]
		c.Redirections = append(c.Redirections, r)
		return true
	}
	return s.add(Command{Start: at.start, End: at.end, Redirections: []Redirection{r}}, input{})
}

// prefixes passes any number of ! and time. Neither may stand alone.
func (s *script) prefixes() bool {
	for {
		start := s.pos
		switch {
		case s.takeWord("!"):
			if s.pos == len(s.src) || s.src[s.pos] != ' ' && s.src[s.pos] != '\t' {
				return s.unexpected()
			}
		case s.takeWord("time"):
			if !s.timeOptions() {
				return false
			}
		default:
			return true
		}
		s.skeleton.blank(span{start, s.pos})
		if s.blanks(); !s.beginsCommand() {
			return s.unexpected()
		}
	}
}

// timeOptions passes -p and -- behind time. What else looks like an option may
// be the name of a command or not, depending on how it is spelled.
func (s *script) timeOptions() bool {
	for _, option := range []string{"-p", "--"} {
		s.blanks()
		end := s.pos + len(option)
		if end <= len(s.src) && string(s.src[s.pos:end]) == option && (end == len(s.src) || s.ends(s.src[end])) {
			s.pos = end
		}
	}
	s.blanks()
	if s.pos < len(s.src) && s.src[s.pos] == '-' {
		return s.fail(NonLiteralWordNotSupported, s.here())
	}
	return true
}
