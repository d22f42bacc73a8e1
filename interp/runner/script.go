package runner

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// reading says where source comes from.
type reading struct {
	name string // before messages of syntax errors
	line int    // number of the first line
	trap bool
	// nested is set for eval, traps and sourced files: an exit status goes
	// on to the caller.
	nested bool
	// typed is set for text that a person may have typed: eval's.
	typed bool
	// whole is set for text that is all that the shell runs, and all there: -c's.
	whole *wholeText
}

// parseConfig is what the parser has to know of this shell.
func (sh *shell) parseConfig(name string) syntax.Config {
	l := &sh.eng.cfg.Limits
	cfg := syntax.Config{
		Name:    name,
		ExtGlob: func() bool { return sh.st.Opts.On(state.ExtGlob) },
		Posix:   func() bool { return sh.st.Opts.On(state.Posix) },
		Limits: syntax.Limits{
			Depth: l.ParseDepth, Bytes: l.CommandBytes, HeredocBytes: l.HeredocBytes,
		},
	}
	if sh.st.Opts.On(state.ExpandAliases) && sh.st.Aliases.Len() > 0 {
		cfg.Aliases = sh.alias
	}
	return cfg
}

func (sh *shell) alias(name string) (string, bool) {
	if !sh.st.Opts.On(state.ExpandAliases) {
		return "", false
	}
	if value := sh.st.Aliases.Get(name); value != nil {
		return *value, true
	}
	return "", false
}

// top tells whether it is the text of the shell itself: a script, standard input
// or -c.
func (r reading) top() bool { return !r.nested && !r.trap }

// parser makes the parser of source. The second value is set where lines are
// looked through for references to the history.
func (sh *shell) parser(in syntax.Input, r reading) (*syntax.Parser, *bangInput) {
	cfg := sh.parseConfig(r.name)
	cfg.Aliases = sh.alias
	cfg.Line = r.line
	cfg.Lineless = sh.st.Interactive && (r.typed || r.top())
	if !r.top() {
		return syntax.New(in, cfg), nil
	}
	cfg.Skipped = func(read func() string) {
		if sh.st.Opts.On(state.HistoryOpt) {
			sh.remember(read())
		}
	}
	if !sh.oneLiner {
		in = fileInput{in}
	}
	bang := &bangInput{Input: in, sh: sh, line: r.line}
	return syntax.New(bang, cfg), bang
}

// read runs source a command line at a time. After an error that gives up a
// command it goes on with the next line, as bash does.
func (sh *shell) read(ctx context.Context, in syntax.Input, r reading) builtins.Status {
	p, bang := sh.parser(in, r)
	st := status(0)
	for {
		if bang != nil {
			bang.so = lineJoiner{}
		}
		list, err := p.Next()
		if err == io.EOF {
			return st
		}
		if err != nil {
			if st = sh.parseFailed(err, r); st.Kind != builtins.Next {
				return st
			}
			continue
		}
		if r.whole.over() {
			sh.execOf = lastCommand(list.Stmts)
		}
		var ends bool
		if st, ends = sh.lineEnded(sh.commandLine(ctx, list, r), r); ends {
			return st
		}
	}
}

// A wholeText is text that is all there, and knows what is left of it.
type wholeText struct {
	syntax.Input
	left int // bytes
}

func newWholeText(src string) *wholeText {
	return &wholeText{syntax.StringInput(src), len(src) - strings.Count(src, "\x00")}
}

// ReadLine implements syntax.Input.
func (t *wholeText) ReadLine() ([]byte, error) {
	line, err := t.Input.ReadLine()
	t.left -= len(line)
	return line, err
}

// over tells whether nothing is left.
func (t *wholeText) over() bool { return t != nil && t.left <= 0 }

// commandLine shows, remembers and runs a command line.
func (sh *shell) commandLine(ctx context.Context, list *syntax.List, r reading) builtins.Status {
	sh.warnings(list.Warnings)
	if sh.st.Opts.On(state.Verbose) && !r.trap {
		_, _ = io.WriteString(sh.stderr(), strings.TrimSuffix(list.Src, "\n")+"\n")
	}
	if r.top() && sh.st.Opts.On(state.HistoryOpt) {
		sh.remember(list.Src)
	} else if r.top() {
		sh.history.SetOwn(false)
	}
	held := 0
	if len(list.Src) > largeText {
		held = treeBytes * len(list.Src)
		if !sh.st.Vars.Hold(held) {
			return sh.full()
		}
	}
	st := sh.list(ctx, list.Stmts)
	sh.st.Vars.Hold(-held)
	return st
}

// lineEnded makes of the status of a command line that of its text so far, and
// tells whether the text ends there.
func (sh *shell) lineEnded(st builtins.Status, r reading) (text builtins.Status, ends bool) {
	switch st.Kind {
	case builtins.Next:
		if sh.st.Opts.On(state.OneCmd) && r.top() && !sh.oneLiner {
			st.Kind = builtins.Exit // set -t
			return st, true
		}
		return st, false
	case builtins.Abort:
		sh.st.Status = st.Code
		if sh.subshell() {
			st.Kind = builtins.Exit
			sh.gaveUp = sh.gaveUp || r.trap
			return st, true
		}
	case builtins.Discard:
		if r.nested {
			return st, true
		}
		sh.st.Status = st.Code
		if sh.subshell() || sh.oneLiner && !sh.st.Interactive {
			st.Kind = builtins.Exit
			return st, true
		}
	default:
		return st, true
	}
	st.Kind = builtins.Next
	return st, false
}

// A fileInput is a script or standard input: a backslash at its very end stands
// for nothing.
type fileInput struct{ syntax.Input }

// ReadLine implements syntax.Input.
func (f fileInput) ReadLine() ([]byte, error) {
	line, err := f.Input.ReadLine()
	if n := len(line); n > 0 && line[n-1] == '\\' && (n-len(bytes.TrimRight(line, `\`)))%2 == 1 {
		line = line[:n-1]
	}
	return line, err
}

// A text that is being run counts as variables do if it has more than largeText
// bytes: its tree has about treeBytes for each.
const (
	largeText = 4096
	treeBytes = 20
)

// warnings prints what the parser has to say about source.
func (sh *shell) warnings(list []syntax.Warning) {
	line := sh.st.Line
	for _, w := range list {
		sh.st.Line = int(w.Line)
		sh.message("warning: " + w.Text)
	}
	sh.st.Line = line
}

// parseFailed reports a syntax error. A -c string and a script end there.
func (sh *shell) parseFailed(err error, r reading) builtins.Status {
	var failed *syntax.Error
	if !errors.As(err, &failed) {
		if sh.halted() {
			return sh.stopped()
		}
		sh.message(err.Error())
		return builtins.Status{Code: 1, Kind: builtins.Exit}
	}
	if failed.Limit == syntax.LimitHeredoc {
		sh.st.Line = int(failed.Pos.Line)
		return sh.limit(limitHeredoc, int64(sh.run.limits.HeredocBytes))
	}
	sh.warnings(failed.Warnings)
	if sh.st.Opts.On(state.ErrExit) && sh.ignore == 0 && !sh.st.Interactive && len(failed.Messages) > 0 {
		// The shell ends with the first line that it prints.
		sh.st.Status = 2
		sh.syntaxError(failed.First())
		return builtins.Status{Code: 2, Kind: builtins.Exit}
	}
	if failed.InTest && !failed.InSubst && r.top() && !failed.AtEnd {
		sh.syntaxError(err)
		if sh.st.Interactive {
			return status(sh.st.Status)
		}
		return builtins.Status{Code: sh.st.Status, Kind: builtins.Exit}
	}
	switch {
	case failed.InList && !sh.st.Opts.On(state.Posix):
		sh.st.Status = 1
		sh.syntaxError(err)
		if sh.subshell() {
			return builtins.Status{Code: 1, Kind: builtins.Exit}
		}
		return status(1)
	case failed.InSubst && !sh.st.Interactive:
		sh.syntaxError(err)
		sh.gaveUp = true
		return builtins.Status{Code: sh.substErrorCode(r), Kind: builtins.Exit}
	}
	sh.st.Status = 2
	sh.syntaxError(err)
	if r.nested && !r.trap && !sh.indirect {
		if st, ok := sh.posixFatal(2); ok {
			st.Code = 2
			return st
		}
	}
	switch {
	case r.nested, r.trap:
		// eval and source fail; the text behind the error is dropped.
		return builtins.Status{Code: 2, Kind: syntaxErrorKind}
	case sh.st.Interactive:
		return status(2)
	}
	return builtins.Status{Code: 2, Kind: builtins.Exit}
}

// substErrorCode is the status with which a shell ends that could not parse a
// substitution.
func (sh *shell) substErrorCode(r reading) int {
	switch {
	case sh.oneLiner && !sh.subshell():
		return statusNotFound
	case r.nested, r.trap, sh.subshell():
		return 1
	}
	return 2
}

// syntaxErrorKind ends the reading of nested text after a syntax error.
const syntaxErrorKind = builtins.Kind(0xff)

// syntaxError prints a syntax error.
func (sh *shell) syntaxError(err error) {
	if failed, ok := err.(*syntax.Error); ok && failed.Lineless {
		err = failed.First() // who has typed the line needs not be shown it
	}
	if failed, ok := err.(*syntax.Error); ok && sh.st.Opts.On(state.GnuErrfmt) {
		gnu := *failed
		gnu.GNU, err = true, &gnu
	}
	if err.Error() == "" {
		return
	}
	_, _ = io.WriteString(sh.stderr(), err.Error()+"\n")
}

// text runs source that is all there, for eval and traps.
func (sh *shell) text(ctx context.Context, src string, r reading) builtins.Status {
	r.nested = true
	current, redirs := sh.st.Current, sh.st.CurrentRedirs
	defer func() { sh.st.Current, sh.st.CurrentRedirs = current, redirs }() // BASH_COMMAND
	sh.texts++
	st := sh.read(ctx, syntax.StringInput(src), r)
	sh.texts--
	if st.Kind == syntaxErrorKind {
		st.Kind = builtins.Next
	}
	return st
}

// Eval implements builtins.Running.
func (sh *shell) Eval(ctx context.Context, text string, line int) builtins.Status {
	if st, ok := sh.enter(); !ok {
		return st
	}
	sh.evals++
	atLine := sh.st.Line
	r := reading{name: sh.errorName() + ": eval", line: max(line, 1), typed: true}
	if sh.st.Interactive {
		r.name = sh.errorName()
	}
	st := sh.text(ctx, text, r)
	sh.st.Line = atLine
	sh.evals--
	sh.depth--
	return st
}

// errorName is the name that messages start with.
func (sh *shell) errorName() string {
	if n := len(sh.st.Frames); n > 0 && sh.st.Frames[n-1].Source != "" {
		return sh.st.Frames[n-1].Source
	}
	return sh.st.Name
}
