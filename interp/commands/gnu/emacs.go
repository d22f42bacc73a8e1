package gnu

import (
	"strings"
)

// EmacsPattern makes a basic regular expression of one in the syntax of Emacs,
// which is what tac and find read: + and ? are operators without a backslash, there are
// no intervals and no classes of characters, and [^x] takes a newline too, which
// it does here unless references count the groups. $ is the end of a line.
func EmacsPattern(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '+', '?':
			if i > 0 && text[i-1] != '^' {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		case '\\':
			i++
			switch {
			case i == len(text):
				b.WriteByte(c)
			case strings.IndexByte("+?{}", text[i]) >= 0:
				b.WriteByte(text[i])
			default:
				b.WriteString(text[i-1 : i+1])
			}
		case '[':
			list, rest := bracket(text[i:])
			if strings.HasPrefix(list, "[^") && !strings.Contains(list, "\n") && !backReferences(text) {
				list = `\(` + list + "\\|\n\\)"
			}
			b.WriteString(list)
			i = len(text) - len(rest) - 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// backReferences tells whether an expression may refer to its groups.
func backReferences(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' && '1' <= text[i+1] && text[i+1] <= '9' {
			return true
		}
	}
	return false
}

// bracket splits the bracket expression off that text begins with. A [ in it
// goes to its end, where it begins no class.
func bracket(text string) (list, rest string) {
	from := 1
	if strings.HasPrefix(text, "[^") {
		from = 2
	}
	end := len(text)
	if from < len(text) {
		if i := strings.IndexByte(text[from+1:], ']'); i >= 0 {
			end = from + 1 + i
		}
	}
	if end == len(text) {
		return text, ""
	}
	content := text[from:end]
	if strings.Contains(content, "[") {
		content = strings.ReplaceAll(content, "[", "") + "["
	}
	return text[:from] + content + "]", text[end+1:]
}
