package bashast

// A Program is every simple command that a text may run, in order of
// appearance: each branch of a condition, each body of a loop, once. A text that
// can do nothing, such as an empty case, has none.
type Program struct{ Commands []Command }

// A Command is one simple command; one without words that only assigns or
// redirects; the redirections behind a compound command; or the values of a
// loop variable.
type Command struct {
	// PolicyText is as in the simple subset, and empty when the command has
	// no words.
	PolicyText
	// Start and End delimit the bytes of the source, half open.
	Start, End int
	// Unknown lists, ascending, the indices into Argv whose value is known
	// only at run time. Argv has the source text of such a word there: it can
	// be shown, and must never be taken for the word itself.
	Unknown []int
	// Assignments in front of the command, instead of one, or by one: export,
	// a loop, and the builtins that store what they read.
	Assignments []Assignment
	// Redirections in the order in which bash performs them.
	Redirections []Redirection
	// Stdin says where standard input comes from, as far as the text tells:
	// a redirection of the command itself, of a compound command around it,
	// or a pipeline.
	Stdin Source
	// Document is the text of the here-document or here-string that is
	// standard input.
	Document string
}

// An Assignment gives a variable a value.
type Assignment struct {
	Name, Value string
	Append      bool // +=
	Unknown     bool // the value is known only at run time, and Value empty
	Start, End  int
}

// A Redirection is one change to a descriptor.
type Redirection struct {
	// FD is the descriptor that is changed, or -1 for both 1 and 2.
	FD int
	// Operator is as written: < > >> >| <> >& <& &> &>> << <<- <<<, or |& for
	// the duplication that it implies.
	Operator  string
	Direction Direction
	// Path is the decoded word, for files. Paths that bash itself treats
	// specially, such as /dev/tcp/HOST/PORT, are no exception.
	Path string
	// Source is the other descriptor of a duplication.
	Source int
	// Text is what a reader gets from a here-document or here-string: with
	// the last newline.
	Text       string
	Start, End int
}

// A Direction says what a redirection does.
type Direction int

// The directions. Read, Write, Append and ReadWrite open Path.
const (
	Read Direction = iota + 1
	Write
	Append
	ReadWrite
	Duplicate
	Close
	Document
)

// String returns the direction's name in lower case.
func (d Direction) String() string {
	names := [...]string{"", "read", "write", "append", "read_write", "duplicate", "close", "document"}
	if d < Read || d > Document {
		return "unknown"
	}
	return names[d]
}

// A Source says where standard input comes from.
type Source int

// The sources. Inherited is what the shell itself has.
const (
	Inherited Source = iota
	Pipe
	File
	HereDocument
	Descriptor
)

// String returns the source's name in lower case.
func (s Source) String() string {
	names := [...]string{"inherited", "pipe", "file", "document", "descriptor"}
	if s < Inherited || s > Descriptor {
		return "unknown"
	}
	return names[s]
}

// Allow widens the compound subset.
type Allow struct {
	// QuotedExpansions accepts "$NAME" and "${NAME}" inside double quotes, in
	// argument position only.
	QuotedExpansions bool
}

// ParseProgram judges a text by the compound subset. Exactly one of its
// results is meaningful: the violation is nil when the text was accepted.
//
// Like [Parse] it is safe for concurrent use, keeps nothing between calls, and
// is bounded in time and memory.
func ParseProgram(src []byte, allow Allow) (Program, *Violation) {
	if len(src) > MaxInput {
		return Program{}, &Violation{InputTooLarge, MaxInput, len(src)}
	}
	if at, ok := badByte(src); ok {
		return Program{}, &Violation{ParseError, at, at + 1}
	}
	s := newScript(src, allow)
	if !s.program() {
		return Program{}, classifyProgram(src, allow, s.reason())
	}
	if !s.skeleton.agrees() {
		return Program{}, &Violation{ParseError, 0, len(src)}
	}
	return Program{s.finish()}, nil
}
