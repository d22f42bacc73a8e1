package sshdconf

import "strings"

// blank are the bytes that separate words; sshd strips the last three from the
// end of a line.
const blank = " \t\r\f"

// fields splits a line into keyword and arguments. Between the keyword and the
// first argument one "=" may stand. Arguments may be quoted; a "#" at the
// beginning of a word starts a comment.
func fields(line string) []string {
	line = strings.Trim(line, blank)
	if line == "" || line[0] == '#' {
		return nil
	}
	end := strings.IndexAny(line, blank+"=")
	if end < 0 {
		return []string{line}
	}
	words := []string{line[:end]}
	rest := strings.TrimLeft(line[end:], blank)
	rest = strings.TrimPrefix(rest, "=")
	for {
		rest = strings.TrimLeft(rest, blank)
		if rest == "" || rest[0] == '#' {
			return words
		}
		var word string
		word, rest = nextWord(rest)
		words = append(words, word)
	}
}

// nextWord takes one word off the text: quotes group, and a backslash keeps a
// quote, a backslash or, outside of quotes, a space (argv_split of OpenSSH).
func nextWord(text string) (word, rest string) {
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text) && escapable(text[i+1], quote):
			i++
			b.WriteByte(text[i])
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && strings.IndexByte(blank, c) >= 0:
			return b.String(), text[i:]
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

func escapable(c, quote byte) bool {
	return c == '"' || c == '\'' || c == '\\' || quote == 0 && c == ' '
}
