package text

import (
	"context"
	"errors"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/regex"
)

// emacsPattern makes a basic regular expression of one in the syntax of Emacs,
// which is what tac reads: + and ? are operators without a backslash, there are
// no intervals and no classes of characters, and [^x] takes a newline too, which
// it does here unless references count the groups. $ is the end of a line.
func emacsPattern(text string) string {
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

// mostStarts bounds the places where separators may begin.
const mostStarts = 16 << 20

var errStarts = errors.New("too many separators")

// matchedBackwards is backwards for separators that match an expression. They
// are looked for from the end: each is the longest that begins at its place and
// ends where the one behind it begins, or before.
func matchedBackwards(ctx context.Context, out *command.Output, data []byte, re *regex.Regexp, before bool) error {
	var starts []int
	for from := 0; from <= len(data); {
		loc, err := re.Find(data, from, false)
		if err != nil {
			return err
		}
		if loc == nil || loc[0] >= len(data) {
			break
		}
		if len(starts)%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if starts = append(starts, loc[0]); len(starts) > mostStarts {
			return errStarts
		}
		from = loc[0] + 1
	}
	end, past, first := len(data), len(data), true
	for i := len(starts) - 1; i >= 0 && out.Err() == nil; i-- {
		if i%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		start := starts[i]
		loc, err := re.Find(data[:end], start, false)
		if err != nil {
			return err
		}
		if loc == nil || loc[0] != start {
			continue
		}
		if end = start; before {
			out.Write(data[start:past])
			past = start
			continue
		}
		if !first || loc[1] != past {
			out.Write(data[loc[1]:past])
		}
		past, first = loc[1], false
	}
	out.Write(data[:past])
	return nil
}
