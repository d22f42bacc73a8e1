package bashast

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// PolicyText is one accepted command.
//
// Decisions belong on the argument vectors. The joined text is for people and
// for substring rules: neither quoting nor the ends of words survive in it.
type PolicyText struct {
	// Command is the command word: NFKC-normalized, then lower-cased. It is
	// never empty.
	Command string
	// Args are the arguments, NFKC-normalized.
	Args []string
	// Argv holds the exact bytes of each word, command included, as bash
	// would pass them to the command. They are UTF-8 unless a $'...' escape
	// made them something else.
	Argv []string
}

// String joins command and arguments with single spaces.
func (p PolicyText) String() string {
	if len(p.Args) == 0 {
		return p.Command
	}
	return p.Command + " " + strings.Join(p.Args, " ")
}

// Canonicalize makes the PolicyText of a command that was found by other means
// than parsing, such as the arguments of one that starts it. There has to be at
// least one word.
func Canonicalize(argv []string) PolicyText { return canonicalize(argv) }

// canonicalize makes a PolicyText of decoded words, of which there is at least
// one and the first is not empty.
func canonicalize(argv []string) PolicyText {
	p := PolicyText{Command: lower(norm.NFKC.String(argv[0])), Argv: argv}
	p.Args = argv[1:]
	for i, arg := range argv[1:] {
		if norm.NFKC.IsNormalString(arg) {
			continue
		}
		// Argv keeps the exact bytes, so the first difference ends sharing.
		if len(p.Args) > 0 && &p.Args[0] == &argv[1] {
			p.Args = append([]string(nil), argv[1:]...)
		}
		p.Args[i] = norm.NFKC.String(arg)
	}
	return p
}

// lower is strings.ToLower, except that bytes which are no UTF-8 stay as they
// are: two different commands must not become one canonical text.
func lower(s string) string {
	if utf8.ValidString(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			b.WriteByte(s[0])
		} else {
			b.WriteRune(unicode.ToLower(r))
		}
		s = s[size:]
	}
	return b.String()
}
