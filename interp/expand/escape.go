package expand

import (
	"strings"
	"unicode/utf8"
)

// patternSpecial are the characters that mean something in a pattern, or before
// the one of ${NAME/PATTERN}.
const patternSpecial = `*?[]\()|!+@^-:.=&#%`

// protect makes quoted text of the blanks in what was expanded where IFS is null,
// as bash does; a backslash before one then stands for itself in a pattern.
func (e *Expander) protect(segs []segment) []segment {
	if e.splitter().first != "" {
		return segs
	}
	var out []segment
	for _, s := range segs {
		if s.kind != expanded {
			out = append(out, s)
			continue
		}
		for {
			before, after, found := strings.Cut(s.text, " ")
			out = append(out, segment{before, expanded})
			if !found {
				break
			}
			out = append(out, segment{" ", quoted})
			s.text = after
		}
	}
	return out
}

// escape is the text of a pattern: the segments, quoted characters with a
// backslash. Where unquoted text ends in a backslash of its own that one quotes the
// backslash of the next character, so it gets one whatever it is.
func escape(segs []segment) string {
	if len(segs) == 1 && segs[0].kind != quoted {
		return segs[0].text
	}
	var b strings.Builder
	open := false // the unquoted text before ends in a backslash that quotes
	for _, s := range segs {
		if s.kind != quoted {
			b.WriteString(s.text)
			open = trailing(s.text, open)
			continue
		}
		for i := 0; i < len(s.text); i++ {
			if open || strings.IndexByte(patternSpecial, s.text[i]) >= 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(s.text[i])
			open = false
		}
	}
	return b.String()
}

// trailing tells whether text ends in a backslash that quotes what comes next;
// open, that one stands before it.
func trailing(text string, open bool) bool {
	n := len(text) - len(strings.TrimRight(text, `\`))
	if n == len(text) && open {
		n++
	}
	return n%2 == 1
}

// escapeAll is escape with a backslash before each quoted character, as set -x
// shows the pattern of [[ ]]. It matches the same.
func escapeAll(segs []segment) string {
	var b strings.Builder
	for _, s := range segs {
		if s.kind != quoted {
			b.WriteString(s.text)
			continue
		}
		for i, n := 0, 0; i < len(s.text); i += n {
			_, n = utf8.DecodeRuneInString(s.text[i:])
			b.WriteString("\\" + s.text[i:i+n])
		}
	}
	return b.String()
}

// regexSpecial are the characters that mean something in an extended regular
// expression outside brackets.
const regexSpecial = `.[\()*+?{|^$`

// escapeRegex is the text of a regular expression. Inside a bracket expression
// that was not quoted a backslash would stand for itself, so quoted characters
// get none there.
func escapeRegex(segs []segment) string {
	var b strings.Builder
	bracket := 0 // 1 after [, 2 inside
	for _, s := range segs {
		for i := 0; i < len(s.text); i++ {
			c := s.text[i]
			switch {
			case s.kind == quoted:
				if bracket == 0 && strings.IndexByte(regexSpecial, c) >= 0 {
					b.WriteByte('\\')
				}
				if bracket == 1 {
					bracket = 2
				}
			case bracket == 0 && c == '\\' && i+1 < len(s.text):
				b.WriteByte(c)
				i++
				c = s.text[i]
			case bracket == 0 && c == '[':
				bracket = 1
			case bracket == 1:
				if c != '^' {
					bracket = 2
				}
			case bracket == 2 && c == ']':
				bracket = 0
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}

// magic tells whether a field holds an unquoted pattern character, so that it
// is a pattern for pathname expansion.
func magic(segs []segment) bool {
	open, skip := false, false
	for _, s := range segs {
		if s.kind == quoted {
			if skip && s.text != "" {
				// A backslash of a value quotes the one that quotes the next.
				if strings.IndexByte(`*?[`, s.text[0]) >= 0 {
					return true
				}
				skip = false
			}
			continue
		}
		for i := 0; i < len(s.text); i++ {
			c := s.text[i]
			if skip {
				skip = false
				continue
			}
			switch c {
			case '*', '?':
				return true
			case '[':
				open = true
			case ']':
				if open {
					return true
				}
			case '/':
				open = false
			case '\\':
				skip = true
			case '+', '@', '!':
				if i+1 < len(s.text) && s.text[i+1] == '(' {
					return true
				}
			}
		}
	}
	return false
}
