package runner

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
)

// A redirectError is a redirection that failed, in bash's words.
type redirectError struct {
	text   string
	denied bool
}

func (e *redirectError) Error() string { return e.text }

// redirect does redirections from left to right. What it returns undoes those
// that were done, also on an error.
func (sh *shell) redirect(ctx context.Context, redirs []*syntax.Redirect) (*undo, error) {
	return sh.redirectFor(ctx, redirs, false)
}

// redirectFor is redirect for a command of which is told whether bash would fork for it.
func (sh *shell) redirectFor(ctx context.Context, redirs []*syntax.Redirect, forked bool) (*undo, error) {
	u := &undo{forked: forked}
	u.saved = u.small[:0]
	for _, r := range redirs {
		sh.st.Line = int(r.Position.Line)
		if err := sh.redirectOne(ctx, r, u); err != nil {
			return u, err
		}
	}
	return u, nil
}

func defaultFD(op syntax.RedirOp) int {
	switch op {
	case syntax.RedirIn, syntax.RedirInOut, syntax.RedirDupIn, syntax.RedirHeredoc, syntax.RedirDashDoc, syntax.RedirHereStr:
		return 0
	}
	return 1
}

func (sh *shell) redirectOne(ctx context.Context, r *syntax.Redirect, u *undo) error {
	fd := r.N
	if fd < 0 {
		fd = defaultFD(r.Op)
	}
	switch r.Op {
	case syntax.RedirHeredoc, syntax.RedirDashDoc:
		text, err := sh.document(ctx, r)
		if err != nil {
			return err
		}
		return sh.place(ctx, r, fd, stream.FromBytes([]byte(text)), u)
	case syntax.RedirHereStr:
		text, err := sh.exp.HereString(ctx, r.Word)
		if err != nil {
			return err
		}
		if err := sh.heredocLimit(len(text)); err != nil {
			return err
		}
		return sh.place(ctx, r, fd, stream.FromBytes([]byte(text+"\n")), u)
	}
	if r.FdVar != "" && (r.Op == syntax.RedirDupIn || r.Op == syntax.RedirDupOut) && r.Word != nil && r.Word.Src == "-" {
		return sh.closeVar(ctx, r.FdVar)
	}
	target, err := sh.target(ctx, r)
	if err != nil {
		return err
	}
	switch r.Op {
	case syntax.RedirDupIn, syntax.RedirDupOut:
		return sh.duplicate(ctx, r, fd, target, u)
	case syntax.RedirAll, syntax.RedirAllAppend:
		return sh.both(ctx, r, target, u)
	}
	d, err := sh.openTarget(ctx, r, target)
	if err != nil {
		return err
	}
	return sh.place(ctx, r, fd, d, u)
}

// document is the text of a here-document.
func (sh *shell) document(ctx context.Context, r *syntax.Redirect) (string, error) {
	if r.Body == nil {
		return "", nil
	}
	text, err := sh.exp.Document(ctx, r.Body)
	if err == nil {
		err = sh.heredocLimit(len(text))
	}
	return text, err
}

func (sh *shell) heredocLimit(n int) error {
	if limit := sh.run.limits.HeredocBytes; limit > 0 && n > limit {
		return &LimitError{limitHeredoc, int64(limit)}
	}
	return nil
}

// target expands the word of a redirection, which must give one word.
func (sh *shell) target(ctx context.Context, r *syntax.Redirect) (string, error) {
	if lit, ok := literal(r.Word); ok {
		return lit, nil
	}
	if sh.st.Opts.On(state.Posix) && !sh.st.Interactive {
		return sh.exp.String(ctx, r.Word)
	}
	words, err := sh.words(ctx, []*syntax.Word{r.Word})
	if err != nil {
		return "", err
	}
	if len(words) != 1 {
		return "", &redirectError{text: r.Word.Src + ": ambiguous redirect"}
	}
	return words[0], nil
}

// place puts d where the redirection says: its descriptor, or a free one whose
// number goes into a variable.
func (sh *shell) place(ctx context.Context, r *syntax.Redirect, fd int, d stream.Description, u *undo) error {
	if r.FdVar == "" {
		return sh.put(fd, d, u)
	}
	n := sh.freeHigh()
	if err := sh.fds.Set(n, d); err != nil {
		d.Close()
		if errors.Is(err, syscall.EBADF) {
			err = syscall.EMFILE
		}
		return &redirectError{text: strerror(err)}
	}
	if err := sh.exp.SetTarget(ctx, r.FdVar, strconv.Itoa(n), false); err != nil {
		_ = sh.fds.Close(n)
		sh.reportAssign(err)
		return &redirectError{text: r.FdVar + ": cannot assign fd to variable"}
	}
	if u != nil && sh.st.Opts.On(state.VarredirClose) {
		u.saved = append(u.saved, savedFD{fd: n}) // it ends with the command
	}
	return nil
}

// closeVar closes the descriptor whose number is in a variable.
func (sh *shell) closeVar(ctx context.Context, name string) error {
	text, _, err := sh.exp.GetTarget(ctx, name)
	n, bad := strconv.Atoi(text)
	if err != nil || bad != nil {
		return &redirectError{text: name + ": ambiguous redirect"}
	}
	_ = sh.fds.Close(n) // closing a closed one is no error in bash
	return nil
}

// duplicate does N>&M, N>&M- and N>&-.
func (sh *shell) duplicate(ctx context.Context, r *syntax.Redirect, fd int, target string, u *undo) error {
	if target == "-" {
		if u != nil {
			sh.save(u, fd)
		}
		_ = sh.fds.Close(fd)
		return nil
	}
	digits, moves := strings.CutSuffix(target, "-")
	from, err := strconv.Atoi(digits)
	if errors.Is(err, strconv.ErrRange) && strings.Trim(digits, "0123456789") == "" {
		return &redirectError{text: r.Word.Src + ": " + strerror(syscall.EBADF)}
	}
	if err != nil || from < 0 || strings.HasPrefix(digits, "+") {
		if r.Op == syntax.RedirDupOut && fd == 1 && r.FdVar == "" {
			return sh.both(ctx, r, target, u)
		}
		return &redirectError{text: r.Word.Src + ": ambiguous redirect"}
	}
	moves = moves && (from != fd || r.FdVar != "")
	_, occupied := sh.fds.Get(fd)
	// bash brings M of N>&M- back where N was open, and leaves it closed otherwise.
	returns := moves && u != nil && (u.forked || occupied || r.FdVar != "")
	d, ok := sh.fds.Get(from)
	if !ok {
		if returns && !u.forked {
			_, _ = io.WriteString(sh.stderr(), sh.st.Name+": redirection error: cannot duplicate fd: "+strerror(syscall.EBADF)+"\n")
		}
		return &redirectError{text: badSource(r, fd, digits) + ": " + strerror(syscall.EBADF)}
	}
	if r.FdVar == "" && from == fd {
		return nil
	}
	if err := sh.place(ctx, r, fd, d.Retain(), u); err != nil {
		return err
	}
	if moves {
		if returns {
			sh.save(u, from)
		}
		_ = sh.fds.Close(from)
	}
	return nil
}

// badSource is what bash calls the descriptor M of N>&M or N>&M- that is not open.
func badSource(r *syntax.Redirect, fd int, digits string) string {
	text, moved := strings.CutSuffix(r.Word.Src, "-")
	switch {
	case text == digits:
		return digits
	case moved:
		return strconv.Itoa(fd)
	}
	return r.Word.Src
}

// both redirects standard output and error to a file.
func (sh *shell) both(ctx context.Context, r *syntax.Redirect, target string, u *undo) error {
	d, err := sh.openTarget(ctx, r, target)
	if err != nil {
		return err
	}
	second := d.Retain()
	if err := sh.put(1, d, u); err != nil {
		second.Close()
		return err
	}
	return sh.put(2, second, u)
}

// refusedName is what bash calls a file that it does not even try to open.
func refusedName(r *syntax.Redirect, name string) string {
	if r.FdVar != "" {
		return r.FdVar
	}
	return name
}

// openTarget opens the file of a redirection.
func (sh *shell) openTarget(ctx context.Context, r *syntax.Redirect, name string) (stream.Description, error) {
	if sh.st.Opts.On(state.Restricted) && r.Op != syntax.RedirIn {
		return nil, &redirectError{text: refusedName(r, name) + ": restricted: cannot redirect output"}
	}
	flag := syscall.O_WRONLY | syscall.O_CREAT | syscall.O_TRUNC
	switch r.Op {
	case syntax.RedirIn:
		flag = syscall.O_RDONLY
	case syntax.RedirInOut:
		flag = syscall.O_RDWR | syscall.O_CREAT
	case syntax.RedirAppend, syntax.RedirAllAppend:
		flag = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_APPEND
	case syntax.RedirOut, syntax.RedirAll, syntax.RedirDupOut:
		if sh.st.Opts.On(state.NoClobber) {
			fi, err := sh.fs.Stat(name)
			if err != nil {
				fi, err = sh.fs.Lstat(name) // a link to nowhere stays, too
			}
			if err == nil && (fi.Mode().IsRegular() || fi.Mode()&fs.ModeSymlink != 0) {
				return nil, &redirectError{text: refusedName(r, name) + ": cannot overwrite existing file"}
			}
		}
	}
	d, err := sh.fs.open(ctx, name, flag)
	if err != nil {
		return nil, openError(name, err)
	}
	return d, nil
}
