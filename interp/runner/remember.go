package runner

import (
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/state"
)

// remember puts a command that was read into the history, several lines as one
// entry where cmdhist says so (bash(1), HISTORY).
func (sh *shell) remember(src string) {
	defer func() {
		last, _ := sh.history.Last()
		sh.st.HistoryNumber = last.Number
	}()
	sh.history.SetOwn(false)
	lines := strings.Split(strings.TrimSuffix(src, "\n"), "\n")
	for len(lines) > 1 {
		first := strings.TrimSpace(lines[0])
		if first != "" && first[0] != '#' {
			break
		}
		if first != "" {
			builtins.Record(sh, sh.st, lines[0])
		}
		lines = lines[1:]
	}
	if strings.TrimSpace(lines[0]) == "" {
		return
	}
	if !sh.st.Opts.On(state.Cmdhist) {
		for _, line := range lines {
			sh.history.SetOwn(builtins.Record(sh, sh.st, line))
		}
		return
	}
	var j lineJoiner
	for i, line := range lines {
		if i > 0 && !j.inside() && strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue // bash forgets comments inside a command
		}
		j.add(line, sh.st.Opts.On(state.Lithist))
	}
	sh.history.SetOwn(builtins.Record(sh, sh.st, j.text()))
}

// A lineJoiner makes one line of the lines of a command, as bash does for its
// history: a line feed inside quotes and here-documents, else a semicolon where
// one may stand.
type lineJoiner struct {
	b         strings.Builder
	quote     byte // that is open
	last      string
	heredoc   bool
	joined    bool // the last line ended with a backslash
	comment   bool // the last line ended with a comment
	beforeFor int  // words since `for` or `case`
}

// inside tells whether the next line begins in quotes or in a here-document.
func (j *lineJoiner) inside() bool { return j.quote != 0 || j.heredoc || j.joined }

func (j *lineJoiner) add(line string, literally bool) {
	if j.b.Len() > 0 || j.last != "" {
		j.b.WriteString(j.between(line, literally))
	}
	j.joined, j.comment = false, false
	j.scan(line)
	if j.joined {
		line = line[:len(line)-1]
	}
	j.b.WriteString(line)
}

func (j *lineJoiner) text() string {
	if j.heredoc {
		return j.b.String() + "\n"
	}
	return j.b.String()
}

// between is what stands between the lines so far and the next one.
func (j *lineJoiner) between(next string, literally bool) string {
	switch {
	case j.quote != 0 || j.heredoc:
		return "\n"
	case j.joined:
		return ""
	case literally, j.comment:
		return "\n"
	case j.last == "" || slices.Contains(openers, j.last) || strings.HasSuffix(j.last, "&") || strings.HasSuffix(j.last, "|") ||
		strings.HasSuffix(j.last, ";") || strings.HasSuffix(j.last, "(") || strings.HasSuffix(j.last, ")"):
		return " "
	case j.beforeFor == 1 && strings.HasPrefix(strings.TrimSpace(next), "in"):
		return " "
	}
	return "; "
}

// openers are the words that no semicolon may follow.
var openers = []string{"{", "do", "then", "else", "elif", "if", "while", "until", "case", "in", "!"}

// scan follows quotes through a line and finds its last word.
func (j *lineJoiner) scan(line string) {
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			j.last = word.String()
			j.beforeFor++
			if j.last == "for" || j.last == "case" || j.last == "select" {
				j.beforeFor = 0
			}
			word.Reset()
		}
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case j.quote != 0:
			if c == '\\' && j.quote == '"' {
				i++
			} else if c == j.quote {
				j.quote = 0
			}
			word.WriteByte('q')
		case c == '\\':
			j.joined = i+1 == len(line)
			i++
			word.WriteByte('q')
		case c == '\'' || c == '"' || c == '`':
			j.quote = c
			word.WriteByte('q')
		case c == '#' && word.Len() == 0:
			j.comment = true
			return
		case c == ' ' || c == '\t':
			end()
		case strings.HasPrefix(line[i:], "<<<"):
			i += 2
		case strings.HasPrefix(line[i:], "<<"):
			j.heredoc = true
		default:
			word.WriteByte(c)
		}
	}
	end()
}
