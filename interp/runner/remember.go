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
			builtins.Record(sh, sh.st, line)
		}
		return
	}
	var j lineJoiner
	for _, line := range lines {
		j.add(line, sh.st.Opts.On(state.Lithist))
	}
	builtins.Record(sh, sh.st, j.text())
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
	beforeFor int  // words since `for` or `case`
}

func (j *lineJoiner) add(line string, literally bool) {
	if j.b.Len() > 0 || j.last != "" {
		j.b.WriteString(j.between(line, literally))
	}
	j.joined = false
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
	case literally:
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
			end()
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
