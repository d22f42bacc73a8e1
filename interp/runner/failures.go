package runner

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
)

// openError words the failure to open a file.
func openError(name string, err error) error {
	var limit *LimitError
	if errors.As(err, &limit) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if denied := (*deniedError)(nil); errors.As(err, &denied) {
		return &redirectError{text: denied.Error(), denied: true}
	}
	return &redirectError{text: name + ": " + strerror(err)}
}

// strerror words an error as strerror(3) does.
func strerror(err error) string {
	var errno syscall.Errno
	text := err.Error()
	if errors.As(err, &errno) {
		text = errno.Error()
	}
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// redirectFailed reports a redirection that failed.
func (sh *shell) redirectFailed(err error) builtins.Status {
	var failed *redirectError
	if !errors.As(err, &failed) {
		return sh.expansionFailed(err)
	}
	sh.message(failed.text)
	if failed.denied {
		return status(statusDenied)
	}
	return status(1)
}

// expansionFailed reports an error of an expansion. It gives up the command
// line, or ends the shell.
func (sh *shell) expansionFailed(err error) builtins.Status {
	if errors.Is(err, errSilent) {
		return builtins.Status{Code: 1, Kind: builtins.Abort}
	}
	if limit, ok := asLimit(err); ok {
		return sh.limit(limit.Name, limit.Limit)
	}
	var failed *expand.Error
	if !errors.As(err, &failed) {
		if sh.run.stop.Load() || sh.proc.killed.Load() != 0 {
			return sh.stopped()
		}
		sh.message(err.Error())
		return builtins.Status{Code: 1, Kind: builtins.Abort}
	}
	if failed.Whole {
		_, _ = io.WriteString(sh.stderr(), failed.Text+"\n")
	} else {
		sh.message(failed.Text)
	}
	return sh.reach(failed)
}

// reach is what an error of an expansion gives up.
func (sh *shell) reach(failed *expand.Error) builtins.Status {
	code := max(failed.Code, 1)
	switch {
	case sh.endsAt(failed):
		if !failed.Fatal && sh.st.Status != 0 {
			return builtins.Status{Code: sh.st.Status, Kind: builtins.Exit}
		}
		if failed.Code != 2 {
			code = 1
		}
		return builtins.Status{Code: code, Kind: builtins.Exit}
	case sh.subshell() && !sh.inText():
		if failed.Fatal {
			code = sh.fatalCode(code)
		}
		return builtins.Status{Code: code, Kind: builtins.Discard}
	case failed.Deep:
		return builtins.Status{Code: code, Kind: builtins.Discard}
	case sh.st.Interactive:
		return builtins.Status{Code: 1, Kind: builtins.Abort}
	case !failed.Fatal:
		return builtins.Status{Code: code, Kind: builtins.Abort}
	}
	return sh.fatal(code)
}

// endsAt tells whether an error ends the shell at once because of set -e: before an ERR
// trap, and also where a failure is expected.
func (sh *shell) endsAt(failed *expand.Error) bool {
	return failed.Reported && sh.st.Opts.On(state.ErrExit) && !sh.st.Interactive
}

// inText tells whether the command that runs came with -c, or out of an eval, a
// sourced file, a trap or a substitution. bash goes back there after an error of an
// expansion; elsewhere it leaves all functions and redirections at once, also those
// that a subshell only has from its parent, before an EXIT trap runs.
func (sh *shell) inText() bool { return sh.oneLiner || sh.texts > 0 || sh.within }

// fatal ends a shell that is not interactive after an error.
func (sh *shell) fatal(code int) builtins.Status {
	sh.gaveUp = true
	return builtins.Status{Code: sh.fatalCode(code), Kind: builtins.Exit}
}

// posixFatal is fatal for errors after which only a shell in posix mode ends
// (bash manual, POSIX mode); ok tells whether this is one.
func (sh *shell) posixFatal(code int) (st builtins.Status, ok bool) {
	if !sh.st.Opts.On(state.Posix) || sh.st.Interactive {
		return st, false
	}
	return sh.fatal(code), true
}

// failsMore notes an error that gives up more than the builtin or the loop at
// hand.
func (sh *shell) failsMore(failed *expand.Error) {
	if failed.Deep || failed.Fatal || sh.endsAt(failed) {
		sh.ended = sh.reach(failed)
	}
}

// fatalCode is the exit status of a fatal error: 127 of a -c string, else 1.
func (sh *shell) fatalCode(code int) int {
	if !sh.oneLiner || sh.subshell() {
		return 1
	}
	return max(code, statusNotFound)
}

// report prints what went wrong, with text before it, and goes on.
func (sh *shell) report(err error, before string) {
	if limit, ok := asLimit(err); ok {
		sh.limit(limit.Name, limit.Limit)
		return
	}
	var failed *expand.Error
	if errors.As(err, &failed) {
		if !failed.Arith {
			before = "" // a readonly variable, say
		}
		sh.message(before + failed.Text)
		return
	}
	sh.message(before + err.Error())
}

// brokenLoop is the end of a loop of whose failure loopFailed has told.
func (sh *shell) brokenLoop() builtins.Status {
	st := status(1)
	if sh.ended.Kind != builtins.Next {
		st, sh.ended.Kind = sh.ended, builtins.Next
	}
	return st
}

// loopFailed is report for what a loop evaluates itself.
func (sh *shell) loopFailed(err error, before string) {
	if failed := (*expand.Error)(nil); errors.As(err, &failed) {
		sh.failsMore(failed)
	}
	sh.report(err, before)
}

func (sh *shell) reportAssign(err error) { sh.report(err, "") }

// assignFailed reports an assignment that failed; it gives up the command line,
// in posix mode the shell.
func (sh *shell) assignFailed(err error) builtins.Status {
	st := sh.expansionFailed(err)
	if st.Kind == builtins.Abort {
		if end, ok := sh.posixFatal(st.Code); ok {
			return end
		}
	}
	return st
}

// arithFailed reports an error in ((...)), which only fails the command.
func (sh *shell) arithFailed(err error) builtins.Status {
	var failed *expand.Error
	if _, ok := asLimit(err); ok || !errors.As(err, &failed) || failed.Fatal || failed.Deep || failed.Reported && sh.st.Opts.On(state.ErrExit) {
		return sh.expansionFailed(err)
	}
	sh.report(err, "((: ")
	return status(1)
}
