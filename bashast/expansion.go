package bashast

// content says what a word of the compound subset may hold besides literal
// text.
type content byte

const (
	holdsStatus  content = 1 << iota // $? as the whole word, or inside double quotes
	holdsQuoted                      // "$NAME" and "${NAME}"
	holdsPattern                     // the characters * ? [ of a pattern that is never matched with files
)

// wholeWord passes the words that are accepted only when nothing else is in
// them: $? where it may stand, and [, which is a pattern only with a ] behind.
func (l *lexer) wholeWord() bool {
	rest := l.src[l.pos:]
	n := 0
	switch {
	case rest[0] == '[':
		n = 1
	case len(rest) > 1 && rest[0] == '$' && rest[1] == '?' && l.holds&holdsStatus != 0:
		n = 2
	}
	if n == 0 || n < len(rest) && !l.ends(rest[n]) {
		return false
	}
	l.out = append(l.out, rest[:n]...)
	l.pos += n
	if n == 2 {
		l.unknown, l.bare = true, false
	}
	return true
}

// expansion returns the length of the expansion that the dollar sign at i
// begins inside double quotes, if it is one that is accepted here, or 0. Line
// continuations, which bash removes in there, are not.
func (l *lexer) expansion(i int) int {
	n, needs := plainExpansion(l.src[i:])
	if !l.compound || n == 0 || l.after(i+n) != i+n {
		return 0
	}
	if l.holds&needs == 0 {
		l.wrong = ExpansionPositionNotSupported
		return 0
	}
	l.out = append(l.out, l.src[i:i+n]...)
	return n
}

// plainExpansion returns the length of the $?, $NAME or ${NAME} that rest
// begins with, and what a word needs to be allowed to hold it.
func plainExpansion(rest []byte) (int, content) {
	if len(rest) < 2 {
		return 0, 0
	}
	switch c := rest[1]; {
	case c == '?':
		return 2, holdsStatus
	case c == '{':
		n := nameLength(rest[2:])
		if n == 0 || 2+n >= len(rest) || rest[2+n] != '}' {
			return 0, 0
		}
		return n + 3, holdsQuoted
	}
	if n := nameLength(rest[1:]); n > 0 {
		return n + 1, holdsQuoted
	}
	return 0, 0
}

// nameLength returns the length of the name at the head of rest. A byte that
// is a letter in some locale and none in another ends no name.
func nameLength(rest []byte) int {
	n := 0
	for n < len(rest) && nameByte(rest[n]) {
		if rest[n] >= 0x80 || n == 0 && rest[n] >= '0' && rest[n] <= '9' {
			return 0
		}
		n++
	}
	return n
}

// isPlainName reports whether s can be assigned to in every locale.
func isPlainName(s string) bool { return s != "" && nameLength([]byte(s)) == len(s) }
