package syntax

import (
	"io"
	"strings"
)

// A Config tells a Parser what it can not see in the text.
type Config struct {
	// Name stands before messages, such as "bash" or "bash: -c".
	Name string
	// Lineless leaves "line N: " out of messages, as bash does where it
	// reads commands from standard input or evaluates -c's eval.
	Lineless bool
	// Line is the number of the first line, 1 if zero.
	Line int
	// Aliases looks an alias up; nil for no alias expansion.
	Aliases func(name string) (value string, ok bool)
	// ExtGlob and Posix are asked at each command; nil is off.
	ExtGlob func() bool
	Posix   func() bool
	// Skipped is told of lines without a command, whose text read gives; nil for
	// nobody.
	Skipped func(read func() string)
	// More is called before a further line of an unfinished command is read.
	More   func()
	Limits Limits
}

// Limits bounds what one command may need. A zero field is its default.
type Limits struct {
	Depth        int // constructs inside each other, default 200
	Bytes        int // source of one command, default 16 MiB
	Tokens       int // of one command, with the parts of words, default 1 million
	HeredocBytes int // of one here-document, default 16 MiB
	Chain        int // operands of one && and || list or test, default 10,000
}

func (l Limits) orDefault() Limits {
	set := func(n *int, d int) {
		if *n <= 0 {
			*n = d
		}
	}
	set(&l.Depth, 200)
	set(&l.Bytes, 16<<20)
	set(&l.Tokens, 1_000_000)
	set(&l.HeredocBytes, 16<<20)
	set(&l.Chain, 10_000)
	return l
}

// A List is one complete command line: all commands up to a newline that ends
// a command.
type List struct {
	Position Pos
	Stmts    []*Stmt
	// Src is the text as read, for history and set -v.
	Src string
	// Warnings are messages that bash prints while it reads, without prefix.
	Warnings []Warning
}

// A Warning is a message about source that is accepted. bash prints it as
// "NAME: line LINE: warning: TEXT".
type Warning struct {
	Line uint32
	Text string
}

// A Parser reads commands one at a time.
type Parser struct {
	source
	in Input
	// lines is in, if that is a stringInput, and str if src can be a piece
	// of it.
	lines, str *stringInput
	cfg        Config
	lim        Limits

	grown   grown
	raw     []byte // the lines as read, where the input is no string
	rawFrom int    // where they start, where it is one
	first   int    // where in src the current command line starts
	failure error  // of Input

	tok    token
	has    bool // tok is the next token
	tokens int
	depth  int
	cuts   []int // continuations in src

	extglob, posix bool

	docs     []*Redirect // here-documents whose body is to come
	words    []*Word     // of the simple commands that are being read
	subs     []subSpan   // substitutions of the word that is being read
	notArith map[int]bool
	aliases  []activeAlias
	spliced  []splicing // in src, in this order
	nextWord int        // a word that starts here may be an alias although it is an argument
	again    int        // a word that starts here may be an alias, too
	warnings []Warning
	subst    []uint32 // lines of the command substitutions that are open
	quotes   int      // double quotes that are open, around substitutions too
	testLine uint32   // of the [[ at hand
	docLine  uint32   // in a here-document: the line of its command
	inDoc    bool     // this text is inside of a here-document's
}

// New makes a Parser.
func New(in Input, cfg Config) *Parser {
	p := &Parser{in: in, cfg: cfg, lim: cfg.Limits.orDefault(), nextWord: -1, again: -1}
	// Aliases change the text, so then it is copied.
	p.lines, _ = in.(*stringInput)
	if cfg.Aliases == nil {
		p.str = p.lines
	}
	p.line = 1
	if cfg.Line > 0 {
		p.line = uint32(cfg.Line)
	}
	p.grown.buf = new(strings.Builder)
	return p
}

// bailout carries an Error up to the call that was made from outside.
type bailout struct{ err *Error }

// catch turns a bailout into an error.
func (p *Parser) catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case bailout:
		r.err.Lineless = p.cfg.Lineless
		*err = r.err
		p.depth = 0
	default:
		panic(r)
	}
}

// Next parses the next command line. Empty lines and comments are passed
// over. At the end it returns io.EOF. An error of the source text is an
// *Error; a read error of the Input is returned as it is. After an *Error the
// rest of the line is dropped and the next call goes on behind it.
func (p *Parser) Next() (list *List, err error) {
	if p.failure != nil {
		return nil, p.failure
	}
	p.startCommand()
	defer func() {
		if err != nil {
			if failed, ok := err.(*Error); ok {
				failed.Warnings = p.warnings
			}
			p.warnings = nil
			p.drop()
		}
	}()
	defer p.catch(&err)
	if p.peek(asCommand).kind == tokNewline {
		p.has = false
	}
	for p.peek(asCommand).kind == tokNewline {
		p.next()
		if p.cfg.Skipped != nil {
			p.cfg.Skipped(p.asRead)
		}
		p.startCommand()
	}
	if p.tok.kind == tokEOF {
		if p.failure != nil {
			return nil, p.failure
		}
		return nil, io.EOF
	}
	list = &List{Position: p.tok.pos}
	list.Stmts = p.line1()
	list.Src = p.asRead()
	list.Warnings = p.warnings
	p.warnings = nil
	return list, nil
}

// startCommand forgets what belonged to the command before.
func (p *Parser) startCommand() {
	if p.str == nil {
		p.raw = p.raw[:0]
		if p.lines != nil {
			p.rawFrom = p.lines.off
		}
		if p.pos == len(p.src) && (p.pos > chunk || p.grown.moved > 0) {
			p.base += uint32(p.pos)
			p.grown = grown{buf: new(strings.Builder)}
			p.src, p.pos, p.lineStart = "", 0, 0
		}
	}
	p.grown.moved = 0
	p.first = p.pos
	p.cuts = p.cuts[:0]
	p.tokens = 0
	p.depth = 0
	clear(p.notArith)
	p.aliases, p.spliced = nil, nil
	p.nextWord, p.again = -1, -1
	p.subst, p.quotes = p.subst[:0], 0
	p.docs = nil
	p.words = p.words[:0]
	p.extglob = p.cfg.ExtGlob != nil && p.cfg.ExtGlob()
	p.posix = p.cfg.Posix != nil && p.cfg.Posix()
}

// drop gives up the rest of what was read, after an error.
func (p *Parser) drop() {
	p.has = false
	p.subs = p.subs[:0]
	for p.pos < len(p.src) {
		if p.src[p.pos] == '\n' {
			p.line++
			p.lineStart = p.pos + 1
		}
		p.pos++
	}
}

// asRead is the text of the current command line as it was read.
func (p *Parser) asRead() string {
	switch {
	case p.lines == nil:
		return string(p.raw)
	case p.str == nil:
		return p.lines.src[p.rawFrom:p.lines.off]
	}
	return p.src[p.first:p.pos]
}

// enter counts a construct inside the current one; leave undoes it.
func (p *Parser) enter() {
	if p.depth++; p.depth > p.lim.Depth {
		p.exceeded("parse depth", p.lim.Depth)
	}
}

func (p *Parser) leave() { p.depth-- }

// Parse parses a whole script.
func Parse(src string, cfg Config) (*File, error) {
	p := New(StringInput(src), cfg)
	f := &File{Name: cfg.Name}
	for {
		list, err := p.Next()
		if err == io.EOF {
			return f, nil
		}
		if err != nil {
			return nil, err
		}
		f.Stmts = append(f.Stmts, list.Stmts...)
	}
}
