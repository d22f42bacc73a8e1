package runner

import (
	"io"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// A bangInput expands references to the history in the lines that are read,
// outside of single quotes and here-documents.
type bangInput struct {
	syntax.Input
	sh *shell
	// so are the lines of the command that is being read.
	so   lineJoiner
	line int // number of the next line
}

// ReadLine implements syntax.Input.
func (b *bangInput) ReadLine() ([]byte, error) {
	for {
		line, err := b.Input.ReadLine()
		if err != nil || !b.sh.st.Opts.On(state.HistExpand) || !b.sh.st.Opts.On(state.HistoryOpt) {
			b.line++
			return line, err
		}
		text, newline := strings.CutSuffix(string(line), "\n")
		expanded, ok := b.sh.bang(text, &b.so, b.line)
		if !ok {
			continue // the line is given up, and not counted
		}
		b.line++
		b.so.scan(expanded)
		if newline {
			expanded += "\n"
		}
		return []byte(expanded), nil
	}
}

// bang expands a line that follows those of so, and shows what became of it.
func (sh *shell) bang(line string, so *lineJoiner, number int) (text string, ok bool) {
	if so.heredoc || so.quote == '\'' {
		return line, true
	}
	e := &sh.history.bang
	e.Lines = sh.history.Lines()
	e.ExtGlob, e.QuotesStop = sh.st.Opts.On(state.ExtGlob), sh.st.Opts.On(state.Posix)
	e.Comments = !sh.st.Interactive || sh.st.Opts.On(state.InteractiveComments)
	text, show, err := e.Expand(line, so.quote)
	if err != nil {
		at := sh.st.Line
		sh.st.Line = number
		sh.message(err.Error())
		sh.st.Line = at
		return "", false
	}
	if text != line || show {
		_, _ = io.WriteString(sh.stderr(), text+"\n")
	}
	if show {
		builtins.Record(sh, sh.st, text)
	}
	return text, !show
}
