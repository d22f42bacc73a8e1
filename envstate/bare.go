package envstate

import "strings"

// Bare is one bare cd, pushd, popd or dirs: a single simple command whose words
// are literal. The zero value is not a command.
type Bare struct {
	// Argv holds the words as bash would see them, the command's name first,
	// tildes not yet expanded.
	Argv []string
	// tilde[i] says that Argv[i] begins with a tilde that bash would expand.
	tilde []bool
}

// ParseBare recognizes a line that State.RunBare can do instead of bash. It is
// conservative: a line with an expansion, pattern, brace, redirection,
// assignment, second command, or anything whose reading depends on options or
// locale is left to bash. Allowed around the command are blanks, one final
// semicolon, final newlines and a comment.
func ParseBare(line string) (Bare, bool) {
	lex := bareLexer{in: line}
	var b Bare
	for {
		lex.blanks()
		if lex.atEnd() {
			break
		}
		w, ok := lex.word()
		if !ok {
			return Bare{}, false
		}
		b.Argv = append(b.Argv, w.text)
		b.tilde = append(b.tilde, w.tilde)
		// --help prints bash's own manual.
		if len(b.Argv) == 1 && !isBareName(w) || w.text == "--help" {
			return Bare{}, false
		}
	}
	if len(b.Argv) == 0 || !lex.tail() {
		return Bare{}, false
	}
	return b, true
}

func isBareName(w bareWord) bool {
	return w.text == "cd" || w.text == "pushd" || w.text == "popd" || w.text == "dirs"
}

// FirstWord returns the literal first word of a line, unquoted, if it plainly
// is one: no expansion, pattern or assignment. The rest of the line may be
// anything.
func FirstWord(line string) (string, bool) {
	lex := bareLexer{in: line}
	lex.blanks()
	if lex.atEnd() {
		return "", false
	}
	start := lex.pos
	w, ok := lex.word()
	if !ok || w.tilde || w.text == "" {
		return "", false
	}
	// NAME=, NAME+= and NAME[...]= are assignments; a '=' anywhere is doubt.
	if strings.ContainsRune(line[start:lex.pos], '=') {
		return "", false
	}
	return w.text, true
}

type bareWord struct {
	text  string
	tilde bool
}

// bareLexer reads words by bash's rules for unquoted and quoted characters
// (bash(1), QUOTING) and gives up on everything that is not plainly literal.
type bareLexer struct {
	in  string
	pos int
}

func (l *bareLexer) peek() byte {
	if l.pos < len(l.in) {
		return l.in[l.pos]
	}
	return 0
}

func (l *bareLexer) blanks() {
	for c := l.peek(); c == ' ' || c == '\t'; c = l.peek() {
		l.pos++
	}
}

// atEnd reports whether the words of the command are over.
func (l *bareLexer) atEnd() bool {
	c := l.peek()
	return l.pos >= len(l.in) || c == '\n' || c == ';' || c == '#'
}

// tail accepts what may follow the command: a semicolon, newlines, comments.
func (l *bareLexer) tail() bool {
	if l.peek() == ';' {
		l.pos++
	}
	for l.pos < len(l.in) {
		switch c := l.peek(); {
		case c == ' ' || c == '\t' || c == '\n':
			l.pos++
		case c == '#':
			if !l.comment() {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// comment passes over a comment without bytes that a shell reads specially.
func (l *bareLexer) comment() bool {
	for l.pos < len(l.in) && l.in[l.pos] != '\n' {
		if !plainByte(l.in[l.pos]) {
			return false
		}
		l.pos++
	}
	return true
}

// plainByte excludes NUL, the control characters (two of them are bash's
// internal quoting marks) and DEL.
func plainByte(c byte) bool { return c == '\t' || c >= ' ' && c != 0x7f }

// word reads one word. It fails on everything but literal text.
func (l *bareLexer) word() (bareWord, bool) {
	var w bareWord
	if l.peek() == '~' {
		if !l.tildePrefix() {
			return w, false
		}
		w.tilde = true
	}
	var text strings.Builder
	if w.tilde {
		end := l.pos
		text.WriteString(l.in[strings.LastIndexByte(l.in[:end], '~'):end])
	}
	start := l.pos
	for l.pos < len(l.in) {
		c := l.in[l.pos]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == ';':
			w.text = text.String()
			return w, l.pos > start || w.tilde
		case c == '\'':
			if !l.singleQuoted(&text) {
				return w, false
			}
		case c == '"':
			if !l.doubleQuoted(&text) {
				return w, false
			}
		case c == '\\':
			if !l.escaped(&text) {
				return w, false
			}
		case !plainByte(c) || strings.IndexByte("|&()<>$`*?[]{}!~^", c) >= 0:
			return w, false
		default:
			text.WriteByte(c)
			l.pos++
		}
	}
	w.text = text.String()
	return w, l.pos > start || w.tilde
}

// tildePrefix passes over a tilde and the plain unquoted characters up to the
// first slash or the word's end. Anything else in there (a quote, a colon)
// makes bash's reading less plain, and the line is left to it.
func (l *bareLexer) tildePrefix() bool {
	l.pos++
	for l.pos < len(l.in) {
		switch c := l.in[l.pos]; {
		case c == '/' || c == ' ' || c == '\t' || c == '\n' || c == ';':
			return true
		case isNameByte(c) || c == '.' || c == '+' || c == '-':
			l.pos++
		default:
			return false
		}
	}
	return true
}

func (l *bareLexer) singleQuoted(text *strings.Builder) bool {
	for l.pos++; l.pos < len(l.in); l.pos++ {
		c := l.in[l.pos]
		if c == '\'' {
			l.pos++
			return true
		}
		if !plainByte(c) && c != '\n' {
			return false
		}
		text.WriteByte(c)
	}
	return false
}

func (l *bareLexer) doubleQuoted(text *strings.Builder) bool {
	l.pos++
	for l.pos < len(l.in) {
		c := l.in[l.pos]
		switch {
		case c == '"':
			l.pos++
			return true
		case c == '$' || c == '`' || c == '!' || !plainByte(c) && c != '\n':
			return false
		case c == '\\':
			if !l.afterHighByte() && l.pos+1 < len(l.in) {
				if next := l.in[l.pos+1]; strings.IndexByte("\\\"$`", next) >= 0 {
					text.WriteByte(next)
					l.pos += 2
					continue
				}
			}
			// Before any other character the backslash is itself; which
			// ones those are is left to bash.
			return false
		default:
			text.WriteByte(c)
			l.pos++
		}
	}
	return false
}

// escaped reads a backslash and the printing character it quotes.
func (l *bareLexer) escaped(text *strings.Builder) bool {
	if l.afterHighByte() || l.pos+1 >= len(l.in) || !plainByte(l.in[l.pos+1]) {
		return false
	}
	text.WriteByte(l.in[l.pos+1])
	l.pos += 2
	return true
}

// afterHighByte reports whether the byte before is outside ASCII. In some
// encodings (Shift-JIS, Big5, GBK) such a byte makes a following backslash the
// second half of a character.
func (l *bareLexer) afterHighByte() bool { return l.pos > 0 && l.in[l.pos-1] >= 0x80 }
