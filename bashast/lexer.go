package bashast

// A span is a half-open range of bytes in the input.
type span struct{ start, end int }

// plainLine is an input that is nothing but one literal command.
type plainLine struct {
	argv  []string
	spans []span // of the words, without continuations around them
	stop  int    // where the lexer gave up
}

// lexPlain reads src as one simple command of literal words, optionally ended
// by one semicolon, with newlines only before and after it. It reads every
// byte; at the first one whose meaning is not plainly literal it gives up and
// reports where. The rules are those of read_token_word in bash's parse.y and
// of its expansions in subst.c; where they are intricate it prefers to give up.
func lexPlain(src []byte) (plainLine, bool) {
	l := lexer{src: src, out: make([]byte, 0, len(src))}
	line := plainLine{}
	ends := make([]int, 0, 16)
	l.skip(true)
	for l.pos < len(src) && src[l.pos] != ';' && src[l.pos] != '\n' {
		s, ok := l.word(len(ends) == 0)
		if !ok {
			line.stop = l.pos
			return line, false
		}
		line.spans = append(line.spans, s)
		ends = append(ends, len(l.out))
		l.skip(false)
	}
	if len(ends) == 0 || !l.end() {
		line.stop = l.pos
		return line, false
	}
	all, from := string(l.out), 0
	line.argv = make([]string, len(ends))
	for i, end := range ends {
		line.argv[i], from = all[from:end], end
	}
	return line, true
}

// lexer decodes words one after another into out.
type lexer struct {
	src   []byte
	pos   int
	out   []byte
	from  int  // where the current word begins in out
	first bool // the current word is the command word
	equal bool // the current word has an unquoted =
	bare  bool // the current word has no quotes and no escapes so far

	compound bool    // the words are those of the compound subset
	holds    content // what the current word may hold besides literal text
	assigns  int     // where in the current word the = of an assignment is, or -1
	unknown  bool    // some of the current word is known only at run time
	wrong    Code    // why the lexer gave up, where NonLiteralWordNotSupported is not the word
}

// skip passes blanks and line continuations, and newlines too if asked.
func (l *lexer) skip(newlines bool) {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == ' ' || c == '\t' || newlines && c == '\n':
			l.pos++
		case l.continuation(l.pos):
			l.pos += 2
		default:
			return
		}
	}
}

// end passes what may follow the last word: one semicolon, then blank lines.
func (l *lexer) end() bool {
	if l.pos < len(l.src) && l.src[l.pos] == ';' {
		l.pos++
	}
	l.skip(true)
	return l.pos == len(l.src)
}

// continuation reports whether a backslash and a newline stand at i. bash
// removes the pair before it looks at anything else, except in single quotes.
func (l *lexer) continuation(i int) bool {
	return i+1 < len(l.src) && l.src[i] == '\\' && l.src[i+1] == '\n'
}

// after returns the position of the first byte at or behind i that is no part
// of a continuation.
func (l *lexer) after(i int) int {
	for l.continuation(i) {
		i += 2
	}
	return i
}

// word decodes the word that begins at pos, which is not a separator.
func (l *lexer) word(first bool) (span, bool) {
	s := span{l.pos, l.pos}
	l.from, l.first, l.bare, l.equal = len(l.out), first, true, false
	l.assigns, l.unknown = -1, false
	if l.src[l.pos] == '#' {
		return s, false
	}
	if l.compound && l.wholeWord() {
		return span{s.start, l.pos}, true
	}
	if l.bareBraces(l.src[l.pos:]) {
		// The only brace word that bash is sure to leave alone.
		l.out = append(l.out, '{', '}')
		l.pos += 2
		return span{s.start, l.pos}, true
	}
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case l.ends(c):
			return s, l.commandWord()
		case l.continuation(l.pos):
			l.pos += 2
			continue
		default:
			if !l.piece(c) {
				return s, false
			}
		}
		s.end = l.pos
	}
	return s, l.commandWord()
}

// ends reports whether an unquoted c ends a word in an accepted input. The
// other metacharacters end it in bash as well, but nothing with them is
// accepted in the simple subset.
func (l *lexer) ends(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == ';' || l.compound && isMeta(c)
}

// bareBraces reports whether {} stands alone at the head of rest, and names no
// descriptor.
func (l *lexer) bareBraces(rest []byte) bool {
	return len(rest) >= 2 && rest[0] == '{' && rest[1] == '}' &&
		(len(rest) == 2 || l.ends(rest[2]) && rest[2] != '<' && rest[2] != '>')
}

// piece decodes one unquoted byte, escape or quoted string.
func (l *lexer) piece(c byte) bool {
	switch c {
	case '\\':
		return l.escape()
	case '\'':
		return l.single()
	case '"':
		return l.double()
	case '$':
		return l.dollar()
	case '*', '?', '[':
		if l.holds&holdsPattern == 0 {
			return false
		}
	case '&', '|', '<', '>', '(', ')', '`', '{':
		return false
	case '~':
		// A tilde is expanded at the start of a word and, in what looks like
		// an assignment, behind = and :. Which words look like one depends on
		// the command, so none is let through.
		if word := l.out[l.from:]; len(word) == 0 || word[len(word)-1] == '=' || word[len(word)-1] == ':' {
			return false
		}
	case '=':
		// Only the first one can end the name of a variable.
		if l.bare && !l.equal && isName(l.out[l.from:]) {
			if l.first {
				return false
			}
			l.assigns = len(l.out) - l.from
		}
		l.equal = true
	}
	l.out = append(l.out, c)
	l.pos++
	return true
}

// isName reports whether word, with or without the + of +=, can be assigned
// to. Which bytes from 0x80 on are letters is up to the locale, so all are.
func isName(word []byte) bool {
	if n := len(word); n > 0 && word[n-1] == '+' {
		word = word[:n-1]
	}
	if len(word) == 0 || word[0] >= '0' && word[0] <= '9' {
		return false
	}
	for _, c := range word {
		if !nameByte(c) {
			return false
		}
	}
	return true
}

func nameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// escape decodes a backslash and the byte behind it. At the end of the input
// there is none: bash keeps the backslash, other readers of the same line wait
// for more.
func (l *lexer) escape() bool {
	if l.pos+1 == len(l.src) {
		return false
	}
	l.out = append(l.out, l.src[l.pos+1])
	l.pos += 2
	l.bare = false
	return true
}

// single decodes '...': every byte stands for itself.
func (l *lexer) single() bool {
	l.bare = false
	for i := l.pos + 1; i < len(l.src); i++ {
		if l.src[i] == '\'' {
			l.out = append(l.out, l.src[l.pos+1:i]...)
			l.pos = i + 1
			return true
		}
	}
	return false
}

// double decodes "...": a backslash is special only before $ ` " \ and newline.
func (l *lexer) double() bool {
	l.bare = false
	for i := l.pos + 1; i < len(l.src); i++ {
		c := l.src[i]
		switch c {
		case '"':
			l.pos = i + 1
			return true
		case '`':
			return false
		case '$':
			j := l.after(i + 1)
			if n := l.expansion(i); n > 0 {
				l.unknown = true
				i += n - 1
				continue
			}
			if j == len(l.src) || expands(l.src[j]) {
				return false
			}
		case '\\':
			if i+1 == len(l.src) {
				return false
			}
			switch c = l.src[i+1]; c {
			case '\n':
				i++
				continue
			case '$', '`', '"', '\\':
				i++
			default:
				c = '\\'
			}
		}
		l.out = append(l.out, c)
	}
	return false
}

// expands reports whether $ before c can be the start of an expansion in any
// locale.
func expands(c byte) bool {
	switch c {
	case '@', '*', '#', '?', '$', '!', '-', '(', '{', '[':
		return true
	}
	return nameByte(c)
}

// dollar decodes an unquoted $ that is no expansion: $'...', or a dollar sign
// that stands for itself.
func (l *lexer) dollar() bool {
	i := l.after(l.pos + 1)
	if i < len(l.src) {
		switch c := l.src[i]; {
		case c == '\'' && i == l.pos+1:
			return l.ansi()
		case c == '\'', c == '"', c == '`', expands(c):
			if l.compound && c == '?' {
				l.wrong = ExpansionPositionNotSupported
			}
			return false
		}
	}
	l.out = append(l.out, '$')
	l.pos++
	return true
}

// commandWord judges a finished word: a command word must not be empty, a job
// name, a word that the grammar gives a meaning to, or a builtin that parses
// its arguments by a grammar of its own.
func (l *lexer) commandWord() bool {
	if !l.first {
		return true
	}
	word := l.out[l.from:]
	if len(word) == 0 || word[0] == '%' {
		return false
	}
	return !l.bare || !reserved(string(word)) && !declares(string(word))
}

// reserved reports whether an unquoted command word is part of bash's grammar.
func reserved(word string) bool {
	switch word {
	case "!", "[[", "]]", "{", "}", "case", "coproc", "do", "done", "elif", "else", "esac",
		"fi", "for", "function", "if", "in", "select", "then", "time", "until", "while":
		return true
	}
	return false
}

// declares reports whether an unquoted command word names a builtin whose
// arguments are assignments or variables rather than words.
func declares(word string) bool {
	switch word {
	case "declare", "export", "let", "local", "readonly", "typeset", "unset":
		return true
	}
	return false
}
