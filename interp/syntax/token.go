package syntax

// A tokenKind is what kind of token the lexer found.
type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokNewline
	tokWord
	tokRedir    // < > and the like, with the descriptor before it
	tokSemi     // ;
	tokAmp      // &
	tokAnd      // &&
	tokOr       // ||
	tokPipe     // |
	tokPipeAmp  // |&
	tokLeft     // (
	tokRight    // )
	tokDSemi    // ;;
	tokSemiAmp  // ;&
	tokDSemiAmp // ;;&
)

// A token is one token of the command language.
type token struct {
	kind       tokenKind
	pos        Pos
	start, end int // in src
	lineStart  int // of the line where it starts
	// word is the tokWord's; lit is its text where it is just unquoted text.
	word *Word
	lit  string
	// redir, fd (-1 for none) and fdVar (NAME of {NAME}>) are the tokRedir's.
	redir RedirOp
	fd    int
	fdVar string
}

// A context tells the lexer what may stand at the place.
type context uint8

const (
	asArgument context = iota
	// asCommand: the first word of a command: aliases and assignments.
	asCommand
	// asDecl: an argument of a declaration builtin: NAME=( ... ) too.
	asDecl
	// asPattern: a pattern of case, or a word of for.
	asPattern
	// asTest: inside [[ ]]; asTestPattern: the right side of == and !=
	// there, where extended patterns are always on; asRegex: that of =~.
	asTest
	asTestPattern
	asRegex
	// asElement: inside NAME=( ... ).
	asElement
	// asDescriptor: behind <& and >&, where digits are a whole word even
	// directly before the next redirection.
	asDescriptor
)

// peek is the next token, read as ctx says if it was not read yet.
func (p *Parser) peek(ctx context) *token {
	if !p.has {
		p.lex(ctx)
		p.has = true
	}
	return &p.tok
}

// next passes the token at hand. Here-documents follow the newline token.
func (p *Parser) next() {
	p.has = false
	if p.tok.kind == tokNewline && len(p.docs) > 0 {
		p.readDocuments()
	}
}

// Classes of bytes, by what they end.
const (
	clsBlank  = 1 << iota
	clsMeta   // ends a word
	clsQuote  // \ ' " ` $
	clsBrace  // { : a brace expansion may be
	clsDouble // of interest inside double quotes
	clsName   // may be in a name
	clsFirst  // may start a name
	clsUntil  // of interest to words that end at a closer
)

var classes = makeClasses()

func makeClasses() (t [256]uint8) {
	for _, c := range " \t" {
		t[c] |= clsBlank | clsMeta
	}
	for _, c := range "\n|&;()<>" {
		t[c] |= clsMeta
	}
	for _, c := range "\\'\"`$" {
		t[c] |= clsQuote | clsUntil
	}
	t['{'] |= clsBrace
	for _, c := range "\\\"`$\n" {
		t[c] |= clsDouble
	}
	for _, c := range "\n<>(){}[]/:;|?" {
		t[c] |= clsUntil
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= clsName | clsFirst
		t[c-'a'+'A'] |= clsName | clsFirst
	}
	t['_'] |= clsName | clsFirst
	for c := '0'; c <= '9'; c++ {
		t[c] |= clsName
	}
	return t
}

func isName(c byte) bool  { return classes[c]&clsName != 0 }
func isFirst(c byte) bool { return classes[c]&clsFirst != 0 }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// validName tells whether s is a shell name.
func validName(s string) bool {
	if s == "" || !isFirst(s[0]) {
		return false
	}
	for i := 1; i < len(s); i++ {
		if !isName(s[i]) {
			return false
		}
	}
	return true
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// count counts a token, or a part of a word.
func (p *Parser) count() {
	if p.tokens++; p.tokens > p.lim.Tokens {
		p.exceeded("command tokens", p.lim.Tokens)
	}
}

// lex reads the next token into p.tok.
func (p *Parser) lex(ctx context) {
	p.count()
	for {
		p.blanks()
		p.tok = token{pos: p.here(), start: p.pos, lineStart: p.lineStart, fd: -1}
		c := p.cur()
		switch {
		case c == 0 && p.pos > p.lineStart:
			// A last line without newline ends as one with it.
			p.tok.kind, p.tok.end = tokNewline, p.pos
			p.line++
			p.lineStart = p.pos
			return
		case c == 0:
			p.tok.kind, p.tok.end = tokEOF, p.pos
			return
		case c == '\n':
			p.newline()
			p.tok.kind, p.tok.end = tokNewline, p.pos
			return
		case classes[c]&clsMeta != 0 && !p.substitution(c):
			if ctx == asRegex && (c == '(' || c == '|') {
				break
			}
			p.operator(c)
			p.tok.end = p.pos
			return
		}
		if ctx == asRegex && c != ')' {
			p.wordToken(ctx)
			return
		}
		if isDigit(c) && ctx != asDescriptor && p.number() || c == '{' && p.fdName() {
			p.tok.end = p.pos
			return
		}
		p.wordToken(ctx)
		if p.tok.lit == "" || !p.aliased(ctx) {
			return
		}
	}
}

// substitution tells whether c, which is < or >, starts a process
// substitution.
func (p *Parser) substitution(c byte) bool {
	return (c == '<' || c == '>') && p.at(1) == '('
}

// blanks passes blanks, continuations and a comment.
func (p *Parser) blanks() {
	for {
		c := p.cur()
		switch {
		case c == ' ' || c == '\t':
			p.pos++
		case c == '\\' && p.at(1) == '\n':
			p.continuation()
		case c == '#':
			for p.pos < len(p.src) && p.src[p.pos] != '\n' {
				p.pos++
			}
			return
		default:
			return
		}
	}
}
