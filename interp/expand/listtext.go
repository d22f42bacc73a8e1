package expand

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// listText parses the list of an array that is known only at run time. A list that can
// not be parsed gives up the command line; bash has a message of its own for it, of
// which a shell that ends at once because of set -e prints the first line alone.
func (e *Expander) listText(text string) (*syntax.ArrayExpr, error) {
	cfg := e.config()
	if n := len(e.Shell.Frames); n > 0 && e.Shell.Frames[n-1].Source != "" {
		cfg.Name = e.Shell.Frames[n-1].Source
	}
	cfg.Name += ": array assign"
	list, err := syntax.ParseCompoundAssign(text, cfg)
	var bad *syntax.Error
	if !errors.As(err, &bad) || len(bad.Messages) == 0 {
		return list, err
	}
	failed := &Error{Code: 1, Whole: true, Words: true, Reported: true, Fatal: e.Shell.Opts.On(state.Posix)}
	switch {
	case e.Shell.Opts.On(state.ErrExit):
		bad.Messages, failed.Code = bad.Messages[:1], 2
		failed.Text = bad.Error()
	case bad.Incomplete:
		failed.Text = bad.Error() + fmt.Sprintf("\n%s: line %d: syntax error: unexpected end of file", cfg.Name, e.Shell.Line+strings.Count(text, "\n")+1)
	default:
		failed.Text = bad.Error()
	}
	return nil, failed
}
