package builtins

import (
	"errors"
	"path"
	"strings"
)

// modifiers does what stands behind colons.
func (x *expansion) modifiers(text string) (string, error) {
	for x.at < len(x.line) && x.line[x.at] == ':' {
		start := x.at
		x.at++
		global, each := false, false
		for x.at < len(x.line) && strings.IndexByte("gaG", x.line[x.at]) >= 0 {
			global, each = global || x.line[x.at] != 'G', each || x.line[x.at] == 'G'
			x.at++
		}
		var c byte
		if x.at < len(x.line) {
			c = x.line[x.at]
			x.at++
		}
		switch c {
		case 'p':
			x.print = true
		case 'q':
			text = quoteEvent(text)
		case 'x':
			words := strings.Fields(text)
			for i, word := range words {
				words[i] = quoteEvent(word)
			}
			text = strings.Join(words, " ")
		case 'h':
			if i := strings.LastIndexByte(text, '/'); i >= 0 {
				text = text[:i]
			}
		case 't':
			text = text[strings.LastIndexByte(text, '/')+1:]
		case 'r':
			if i := strings.LastIndexByte(text, '.'); i >= 0 {
				text = text[:i]
			}
		case 'e':
			if ext := path.Ext(text); ext != "" {
				text = ext
			}
		case 's', '&':
			if c == 's' {
				x.substitution()
			}
			if x.old == "" {
				return "", errors.New(x.line[start:x.at] + ": no previous substitution")
			}
			changed := x.substitute(text, global, each)
			if !strings.Contains(text, x.old) {
				return "", errors.New(x.line[start:x.at] + ": substitution failed")
			}
			text = changed
		default:
			return "", errors.New(x.line[min(start+1, len(x.line)):x.at] + ": unrecognized history modifier")
		}
	}
	return text, nil
}

// quoteEvent puts single quotes around what is never to be expanded again.
func quoteEvent(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// substitution reads the two texts of :s with their delimiters.
func (x *expansion) substitution() {
	if x.at >= len(x.line) {
		return
	}
	delimiter := x.line[x.at]
	x.at++
	part := func() string {
		var b strings.Builder
		for x.at < len(x.line) && x.line[x.at] != delimiter && x.line[x.at] != '\n' {
			if x.line[x.at] == '\\' && x.at+1 < len(x.line) && x.line[x.at+1] == delimiter {
				x.at++
			}
			b.WriteByte(x.line[x.at])
			x.at++
		}
		if x.at < len(x.line) && x.line[x.at] == delimiter {
			x.at++
		}
		return b.String()
	}
	switch old := part(); {
	case old != "":
		x.old = old
	case x.old == "":
		x.old = x.search
	}
	x.new = withOld(part(), x.old)
}

// withOld puts old in the place of each & that has no backslash.
func withOld(s, old string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == '&':
			i++
			b.WriteByte('&')
		case s[i] == '&':
			b.WriteString(old)
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// substitute replaces the old text once, everywhere, or once in each word.
func (x *expansion) substitute(text string, global, each bool) string {
	switch {
	case each:
		var b strings.Builder
		for len(text) > 0 {
			n := strings.IndexAny(text, " \t\n")
			if n < 0 {
				n = len(text) - 1
			}
			b.WriteString(strings.Replace(text[:n+1], x.old, x.new, 1))
			text = text[n+1:]
		}
		return b.String()
	case global:
		return strings.ReplaceAll(text, x.old, x.new)
	}
	return strings.Replace(text, x.old, x.new, 1)
}

// historyWords cuts a line into the words that designators count: operators are
// words, quotes and $( ) hold words together.
func historyWords(line string) []string {
	var words []string
	for i := 0; i < len(line); {
		if strings.IndexByte(" \t\n", line[i]) >= 0 {
			i++
			continue
		}
		n := historyWord(line[i:])
		words = append(words, line[i:i+n])
		i += n
	}
	return words
}

// historyWord is the length of the word that s begins with.
func historyWord(s string) int {
	digits := 0
	for digits < len(s) && isDigit(s[digits]) {
		digits++
	}
	if rest := s[digits:]; digits > 0 && rest != "" && (rest[0] == '<' || rest[0] == '>') {
		return digits + operatorLen(rest)
	}
	if strings.IndexByte("()", s[0]) >= 0 {
		return 1
	}
	if strings.IndexByte("<>;&|", s[0]) >= 0 && (len(s) < 2 || s[1] != '(' || s[0] != '<' && s[0] != '>') {
		return operatorLen(s)
	}
	var quote byte
	depth := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && quote != '\'':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case strings.IndexByte("$<>!@?+*", c) >= 0 && i+1 < len(s) && s[i+1] == '(':
			depth++
			i++
		case depth > 0:
			if c == ')' {
				depth--
			} else if c == '(' {
				depth++
			}
		case strings.IndexByte(" \t\n;&()|<>", c) >= 0:
			return i
		}
	}
	return len(s)
}

// operatorLen is the length of the operator that s begins with.
func operatorLen(s string) int {
	if strings.HasPrefix(s, ">&") || strings.HasPrefix(s, "<&") {
		n := 2
		for n < len(s) && isDigit(s[n]) {
			n++
		}
		if n < len(s) && s[n] == '-' {
			n++
		}
		return n
	}
	for _, op := range [...]string{"<<<", "<<-", "<<", ">>", "&&", "||", ";;", "&>", ">|", "<>"} {
		if strings.HasPrefix(s, op) {
			return len(op)
		}
	}
	return 1
}

// quotePattern makes a pattern that matches s alone.
func quotePattern(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(`*?[]\()|`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
