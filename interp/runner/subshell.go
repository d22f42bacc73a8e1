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
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
)

// subshellCmd runs ( ... ), the command of s, while this shell waits.
func (sh *shell) subshellCmd(ctx context.Context, s *syntax.Stmt, c *syntax.Subshell) builtins.Status {
	if st, ok := sh.deeper(); !ok {
		return st
	}
	line := int(c.Position.Line)
	sh.st.Line = line
	if sh.controls() {
		st, _ := sh.inFront(ctx, s, func(ctx context.Context, child *shell) builtins.Status { return child.inParentheses(ctx, s, c) })
		return st
	}
	child := sh.fork(ctx, false)
	code := child.runToEnd(ctx, func() builtins.Status { return child.inParentheses(ctx, s, c) })
	sh.st.Line = line
	sh.died = child.proc
	return sh.joined(code)
}

// inParentheses is what the shell of ( ... ) does.
func (sh *shell) inParentheses(ctx context.Context, s *syntax.Stmt, c *syntax.Subshell) builtins.Status {
	sh.inputGiven = redirectsInput(s)
	sh.jobs.own()
	sh.execOf = lastCommand(c.Stmts)
	if st := sh.redirectAll(ctx, s.Redirs); st.Code != 0 {
		if s.Negated && st.Kind == builtins.Next {
			return status(0) // as bash ends it, which negates that, too
		}
		return st
	}
	return sh.list(ctx, c.Stmts)
}

// lastCommand is the command that is the last a shell does with these statements: the
// only one, or a simple command at their end or behind the last && or ||; nil where
// there is none.
func lastCommand(stmts []*syntax.Stmt) *syntax.Stmt {
	if len(stmts) == 0 {
		return nil
	}
	last := stmts[len(stmts)-1]
	for {
		if last.Negated || last.Background {
			return nil
		}
		c, ok := last.Cmd.(*syntax.BinaryCmd)
		if !ok {
			break
		}
		last = c.Y
	}
	if _, simple := last.Cmd.(*syntax.CallExpr); simple || len(stmts) == 1 && last == stmts[0] {
		return last
	}
	return nil
}

// becomes tells whether bash becomes the program that a statement runs, because
// nothing is left to do for this shell behind it.
func (sh *shell) becomes(s *syntax.Stmt) bool {
	return s == sh.execOf && !sh.st.Traps.Caught()
}

// redirectAll does the redirections of a shell that is new. The status is not 0 where
// one fails.
func (sh *shell) redirectAll(ctx context.Context, redirs []*syntax.Redirect) builtins.Status {
	if len(redirs) == 0 {
		return status(0)
	}
	undo, err := sh.redirect(ctx, redirs)
	if err != nil {
		st := sh.redirectFailed(err) // those before it hold for the message
		sh.undo(undo)
		return st
	}
	sh.keep(undo)
	return status(0)
}

// redirectAside does the redirections of a command that has no name in a process of
// its own, as bash does where one of them is for standard input: what their words
// change, and their failure, stays there.
func (sh *shell) redirectAside(ctx context.Context, redirs []*syntax.Redirect) builtins.Status {
	if st, ok := sh.deeper(); !ok {
		return st
	}
	child := sh.fork(ctx, false)
	return sh.joined(child.runToEnd(ctx, func() builtins.Status { return child.redirectAll(ctx, redirs) }))
}

// deeper refuses a further subshell when there are too many inside each other.
func (sh *shell) deeper() (builtins.Status, bool) {
	if sh.substs >= sh.run.limits.SubstDepth {
		return sh.limit("subst_depth", int64(sh.run.limits.SubstDepth)), false
	}
	if sh.depth >= sh.run.limits.CallDepth {
		return sh.limit("call_depth", int64(sh.run.limits.CallDepth)), false
	}
	return builtins.Status{}, true
}

// reportKilled prints that a signal ended the subshell or shell of a statement
// which this shell waited for.
func (sh *shell) reportKilled(s *syntax.Stmt) {
	p := sh.died
	if p == nil {
		return
	}
	sh.died = nil
	sig := syscall.Signal(p.killed.Load())
	switch {
	case sig != 0 && (sh.becomes(s) || sh.replaced):
		sh.proc.kill(sig) // bash has become the shell that died
	case sh.silent:
	case sig == syscall.SIGINT && sh.st.Interactive && sh.proc.killed.Load() == 0 && !sh.run.stop.Load():
		sh.newline()
	case sig == 0 || sh.run.stop.Load() || sh.proc.killed.Load() != 0:
	case !sh.st.Interactive && sh.reports(sig):
		plain := *s
		if _, simple := s.Cmd.(*syntax.CallExpr); simple {
			plain.Negated = false
		}
		sh.messagef("%5d %-24s%s", p.pid, describe(sig), sh.jobText(&plain))
	case sig != syscall.SIGINT && sig != syscall.SIGPIPE:
		_, _ = io.WriteString(sh.stderr(), describe(sig)+"\n")
	}
}

// joined is the status of a subshell for its parent.
func (sh *shell) joined(code int) builtins.Status {
	if sh.run.stop.Load() {
		return sh.stopped()
	}
	return status(code)
}

// runToEnd runs the whole life of a subshell: body, traps, the end of its
// process. It returns the exit code.
func (sh *shell) runToEnd(ctx context.Context, body func() builtins.Status) int {
	st := body()
	st = sh.leave(ctx, st)
	sh.closeSubsts(0)
	sh.fds.CloseAll()
	sh.eng.procs.remove(sh.proc)
	if sh.proc.done == nil {
		sh.proc.childEnded()
	}
	sh.st.Vars.Release()
	return st.Code & 0xff
}

// leave ends a shell environment: signals that wait and the EXIT trap.
func (sh *shell) leave(ctx context.Context, st builtins.Status) builtins.Status {
	if sig := sh.proc.killed.Load(); sig != 0 {
		if sig != int32(sigKill) && !sh.run.stop.Load() && !sh.replaced {
			// bash runs the EXIT trap also when a signal ends it.
			sh.proc.killed.Store(0)
			sh.proc.attention.Store(false)
			sh.bindStreams(ctx)
			sh.exitTrap(ctx, builtins.Status{Code: sh.st.Status, Kind: builtins.Exit})
			sh.proc.killed.Store(sig)
		}
		return builtins.Status{Code: 128 + int(sig), Kind: builtins.Exit}
	}
	if sh.run.stop.Load() {
		return sh.stopped()
	}
	if st.Kind == builtins.Discard && sh.subshell() {
		sh.unwind() // also what was around this shell
	}
	if !sh.replaced {
		st = sh.exitTrap(ctx, st)
	}
	return st
}

// substitute runs a command substitution and returns its output.
func (sh *shell) substitute(ctx context.Context, stmts []*syntax.Stmt) ([]byte, error) {
	if _, ok := sh.deeper(); !ok {
		return nil, sh.run.err()
	}
	if data, ok, err := sh.readFile(ctx, stmts); ok {
		return data, err
	}
	return sh.output(ctx, func(child *shell) builtins.Status { return child.list(ctx, stmts) })
}

// output runs body as a command substitution and returns what it wrote.
func (sh *shell) output(ctx context.Context, body func(child *shell) builtins.Status) ([]byte, error) {
	child := sh.fork(ctx, false)
	child.judgeAs(sh)
	child.evals++
	child.silent = true
	child.st.Loops = sh.st.Loops // break ends the substitution
	child.texts++
	if !sh.st.Opts.On(state.InheritErrExit) {
		child.st.Opts.Set(state.ErrExit, false)
	}
	out := stream.Buffer(int64(sh.exp.Limits.StringBytes))
	_ = child.fds.Set(1, out)
	code := child.runToEnd(ctx, func() builtins.Status { return body(child) })
	// A job that still holds the other end is waited for, as bash reads to
	// the end of the pipe.
	if err := out.Await(ctx); err != nil {
		return nil, err
	}
	sh.subStatus, sh.hadSubst = code, true
	sh.st.Status = code
	if err := sh.run.err(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// judgeAs makes failures count in a substitution as they do where sh makes it.
func (sh *shell) judgeAs(parent *shell) {
	if !parent.inWords {
		sh.ignore = parent.excused
	}
	sh.excused = sh.ignore
}

// readFile does $(< file).
func (sh *shell) readFile(ctx context.Context, stmts []*syntax.Stmt) ([]byte, bool, error) {
	if len(stmts) != 1 || stmts[0].Cmd != nil || len(stmts[0].Redirs) != 1 || stmts[0].Negated || stmts[0].Background {
		return nil, false, nil
	}
	r := stmts[0].Redirs[0]
	if r.Op != syntax.RedirIn || r.N > 0 || r.FdVar != "" {
		return nil, false, nil
	}
	sh.hadSubst, sh.subStatus = true, 1
	defer func() { sh.st.Status = sh.subStatus }()
	name, err := sh.target(ctx, r)
	if err == nil {
		var d stream.Description
		if d, err = sh.openTarget(ctx, r, name); err == nil {
			defer d.Close()
			var data []byte
			if data, err = sh.slurp(d); err == nil {
				sh.subStatus = 0
				return data, true, nil
			}
		}
	}
	var failed *redirectError
	if errors.As(err, &failed) {
		if sh.st.Opts.On(state.ErrExit) && !sh.st.Interactive {
			// bash gives up all at once, also where a failure is expected.
			return nil, true, &expand.Error{Text: failed.text, Code: 1, Reported: true}
		}
		sh.message(failed.text)
		return nil, true, nil
	}
	return nil, true, err
}

// slurp reads a description to its end.
func (sh *shell) slurp(d stream.Description) ([]byte, error) {
	limit := sh.exp.Limits.StringBytes
	var out []byte
	buf := make([]byte, 32<<10)
	for {
		n, err := d.Read(buf)
		out = append(out, buf[:n]...)
		if limit > 0 && len(out) > limit {
			return nil, &LimitError{"string_bytes", int64(limit)}
		}
		if err != nil || n == 0 {
			if sh.run.stop.Load() {
				return nil, sh.run.err()
			}
			return out, nil
		}
	}
}

// CommandSubst implements expand.Host.
func (sh *shell) CommandSubst(ctx context.Context, c *syntax.CmdSubst) ([]byte, error) {
	line := sh.st.Line
	if sh.rereads(c.Src) {
		if _, ok := sh.deeper(); !ok {
			return nil, sh.run.err()
		}
		data, err := sh.output(ctx, func(child *shell) builtins.Status { return child.reread(ctx, c.Src, c.Position) })
		sh.st.Line = line
		return data, err
	}
	stmts := c.Stmts
	if c.Backquotes && stmts == nil {
		var err error
		if stmts, err = sh.backquoted(c); stmts == nil || err != nil {
			return nil, err
		}
	}
	data, err := sh.substitute(ctx, stmts)
	sh.st.Line = line
	return data, err
}

// rereads tells whether the text of a substitution has to be parsed when it
// runs, because aliases that hold then, or that it defines, are expanded in it.
// In posix mode they were when it was read.
func (sh *shell) rereads(src string) bool {
	return sh.st.Opts.On(state.ExpandAliases) && !sh.st.Opts.On(state.Posix) &&
		(sh.st.Aliases.Len() > 0 || strings.Contains(src, "alias"))
}

// reread runs the text of a substitution in the shell that was made for it.
func (sh *shell) reread(ctx context.Context, src string, at syntax.Pos) builtins.Status {
	return sh.text(ctx, src, reading{name: sh.st.Name + ": command substitution", line: int(at.Line)})
}

// backquoted parses the text of backquotes, once where no alias can change it.
func (sh *shell) backquoted(c *syntax.CmdSubst) ([]*syntax.Stmt, error) {
	if stmts, ok := c.Memo.Load().([]*syntax.Stmt); ok {
		return stmts, nil
	}
	cfg := sh.parseConfig(sh.st.Name + ": command substitution")
	cfg.Line = int(c.Position.Line)
	f, err := syntax.Parse(c.Src, cfg)
	if err != nil {
		var failed *syntax.Error
		sh.syntaxError(err)
		sh.hadSubst, sh.subStatus = true, 2
		if errors.As(err, &failed) && (failed.InSubst || failed.InList) {
			sh.subStatus = 1
		}
		return nil, nil
	}
	if f.Stmts == nil {
		f.Stmts = []*syntax.Stmt{} // no error
	}
	if cfg.Aliases == nil {
		c.Memo.Store(f.Stmts)
	}
	return f.Stmts, nil
}

// Home implements expand.Host.
func (sh *shell) Home(user string) (string, bool) {
	u := &sh.eng.cfg.User
	switch {
	case user == "" && u.Home == "" && u.UID == 0, user == "root" && u.Name != "root":
		return "/root", true
	case user == "":
		return orName(u.Home, "/"), true // as for a user without an entry
	case user == u.Name:
		return u.Home, true
	}
	return "", false
}

// Warn implements expand.Host.
func (sh *shell) Warn(text string) { sh.message(text) }

// Step implements expand.Host.
func (sh *shell) Step(int) error {
	if sh.halted() {
		if err := sh.run.err(); err != nil {
			return err
		}
		return errSilent
	}
	return nil
}

var _ expand.Host = (*shell)(nil)
