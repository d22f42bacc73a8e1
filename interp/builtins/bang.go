package builtins

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// A Bang does history expansion (bash(1), HISTORY EXPANSION). It keeps the
// search and the substitution that later ones can repeat.
type Bang struct {
	Lines []HistoryLine
	// ExtGlob leaves !( alone, QuotesStop all that is in double quotes (posix
	// mode), Comments what is behind #.
	ExtGlob, QuotesStop, Comments bool

	search, match string // of !?TEXT?, and the word that had it
	old, new      string // of :s
}

// An expansion is a line that is being expanded.
type expansion struct {
	*Bang
	line  string
	at    int
	out   strings.Builder
	print bool
	// around are the quotes around each open parenthesis of a substitution.
	around []byte
}

// Expand expands line, which begins inside of the given kind of quotes, 0 for
// none. show tells that the result is to be shown and not run. The error has
// bash's text.
func (b *Bang) Expand(line string, quote byte) (text string, show bool, err error) {
	if !strings.Contains(line, "!") && (line == "" || line[0] != '^') {
		return line, false, nil
	}
	x := expansion{Bang: b, line: line}
	if quote == 0 && line[0] == '^' {
		x.line = "!!:s" + line
	}
	for x.at < len(x.line) {
		if quote, err = x.step(quote); err != nil {
			return "", false, err
		}
	}
	return x.out.String(), x.print, nil
}

// step takes the next character, or the reference to the history that begins
// there.
func (x *expansion) step(quote byte) (byte, error) {
	c := x.line[x.at]
	end := x.at + 1
	switch {
	case c == '\\' && quote != '\'':
		end = min(x.at+2, len(x.line))
	case c == '\'' && quote == 0:
		if n := strings.IndexByte(x.line[end:], '\''); n >= 0 {
			end += n + 1
		} else {
			end = len(x.line)
		}
	case c == '"' && quote != '\'':
		quote ^= '"'
	case c == '#' && quote == 0 && x.Comments && (x.at == 0 || strings.IndexByte(" \t;&|()", x.line[x.at-1]) >= 0):
		end = len(x.line)
	case c == '!' && !x.inhibited(quote):
		return quote, x.reference(quote)
	default:
		quote = x.nested(c, quote)
	}
	x.out.WriteString(x.line[x.at:end])
	x.at = end
	return quote, nil
}

// nested is the kind of quotes behind c: a substitution has quotes of its own.
func (x *expansion) nested(c, quote byte) byte {
	open := len(x.around)
	switch {
	case c == '(' && (open > 0 && quote == 0 || strings.HasSuffix(x.line[:x.at], "$")):
		x.around = append(x.around, quote)
		return 0
	case c == ')' && open > 0 && quote == 0:
		quote, x.around = x.around[open-1], x.around[:open-1]
	}
	return quote
}

// inhibited tells whether the ! is one of the shell's own.
func (x *expansion) inhibited(quote byte) bool {
	before, rest := x.line[:x.at], x.line[x.at+1:]
	switch {
	case rest == "" || strings.IndexByte(" \t\r\n=", rest[0]) >= 0,
		quote == '"' && (rest[0] == '"' || x.QuotesStop),
		strings.HasSuffix(before, "[") && strings.Contains(rest, "]"),
		strings.HasSuffix(before, "${") && strings.Contains(rest, "}"),
		strings.HasSuffix(before, "$") && len(before) > 1,
		x.ExtGlob && rest[0] == '(' && strings.Contains(rest, ")"):
		return true
	}
	return false
}

// reference expands the event, its words and its modifiers.
func (x *expansion) reference(quote byte) error {
	from := x.at
	text, ok := x.event(quote)
	if !ok {
		return errors.New(x.line[from:x.at] + ": event not found")
	}
	from = x.at
	if text, ok = x.words(text); !ok {
		return errors.New(x.line[from:x.at] + ": bad word specifier")
	}
	text, err := x.modifiers(text)
	x.out.WriteString(text)
	return err
}

// event finds the line that a reference means.
func (x *expansion) event(quote byte) (text string, found bool) {
	rest := x.line[x.at+1:]
	x.at++
	switch c := rest[0]; {
	case strings.IndexByte(":$*%^", c) >= 0:
		return x.number(-1)
	case c == '!':
		x.at++
		return x.number(-1)
	case c == '#':
		x.at++
		return x.out.String(), true
	case c == '?':
		x.at++
		return x.substring(rest[1:])
	}
	n := 0
	if rest[0] == '-' && len(rest) > 1 && isDigit(rest[1]) {
		n++
	}
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	if n > 0 {
		x.at += n
		number, err := strconv.Atoi(rest[:n])
		if err != nil || number == 0 {
			return "", false
		}
		return x.number(number)
	}
	return x.prefix(rest, quote)
}

// number is the line with a number, from the end for one below 0.
func (x *expansion) number(n int) (string, bool) {
	if n < 0 {
		if n = len(x.Lines) + n; n < 0 {
			return "", false
		}
		return x.Lines[n].Text, true
	}
	for _, line := range x.Lines {
		if line.Number == n {
			return line.Text, true
		}
	}
	return "", false
}

// prefix is the newest line that begins with a text.
func (x *expansion) prefix(rest string, quote byte) (string, bool) {
	n := 0
	for n < len(rest) {
		c := rest[n]
		if strings.IndexByte(" \t\n\r:;&()|<>", c) >= 0 || n > 0 && strings.IndexByte("^$*%-", c) >= 0 || quote != 0 && c == quote {
			break
		}
		n++
	}
	x.at += n
	for i := len(x.Lines) - 1; i >= 0 && n > 0; i-- {
		if strings.HasPrefix(x.Lines[i].Text, rest[:n]) {
			return x.Lines[i].Text, true
		}
	}
	return "", false
}

// substring is the newest line that has a text in it; without one that of the
// search before.
func (x *expansion) substring(rest string) (string, bool) {
	text, _, _ := strings.Cut(rest, "\n")
	text, _, closed := strings.Cut(text, "?")
	x.at += len(text)
	if closed {
		x.at++
	}
	if text == "" {
		text = x.search
	}
	if text == "" {
		return "", false
	}
	x.search = text
	for i := len(x.Lines) - 1; i >= 0; i-- {
		line := x.Lines[i].Text
		if !strings.Contains(line, text) {
			continue
		}
		x.match = ""
		// bash finds the last place of the text.
		for _, word := range slices.Backward(historyWords(line)) {
			if strings.Contains(word, text) {
				x.match = word
				break
			}
		}
		return line, true
	}
	return "", false
}

// words picks the words that a designator means out of a line.
func (x *expansion) words(line string) (text string, ok bool) {
	rest := x.line[x.at:]
	colon := strings.HasPrefix(rest, ":")
	if colon {
		rest = rest[1:]
	}
	if rest == "" || strings.IndexByte("%*$^-0123456789", rest[0]) < 0 || !colon && (isDigit(rest[0])) {
		return line, true
	}
	x.at = len(x.line) - len(rest)
	words := historyWords(line)
	last := len(words) - 1
	pick := func(from, to int) (string, bool) {
		if from < 0 || to < from-1 || to > last || from > last {
			return "", false
		}
		return strings.Join(words[from:to+1], " "), true
	}
	switch rest[0] {
	case '%':
		x.at++
		return x.match, true
	case '*':
		x.at++
		text, _ = pick(1, last)
		return text, true
	case '$':
		x.at++
		return pick(last, last)
	}
	from, to := x.span(last)
	return pick(from, to)
}

// span reads the numbers of the first and the last word.
func (x *expansion) span(last int) (from, to int) {
	number := func() (int, bool) {
		n := x.at
		for n < len(x.line) && isDigit(x.line[n]) {
			n++
		}
		value, err := strconv.Atoi(x.line[x.at:n])
		found := n > x.at
		x.at = n
		if err != nil {
			value = last + 2 // none has it
		}
		return value, found
	}
	at := func(c byte) bool {
		if x.at < len(x.line) && x.line[x.at] == c {
			x.at++
			return true
		}
		return false
	}
	switch {
	case at('^'):
		from = 1
	case x.line[x.at] != '-':
		from, _ = number()
	}
	switch {
	case at('*'):
		return from, last
	case at('^'):
		return from, 1
	case !at('-'):
		return from, from
	case at('$'):
		return from, last
	case at('^'):
		return from, 1
	}
	if to, ok := number(); ok {
		return from, to
	}
	return from, last - 1
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
