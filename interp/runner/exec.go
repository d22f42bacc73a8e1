package runner

import (
	"context"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// list runs statements in order.
func (sh *shell) list(ctx context.Context, stmts []*syntax.Stmt) builtins.Status {
	st := builtins.Status{}
	for _, s := range stmts {
		st = sh.stmt(ctx, s)
		if st.Kind != builtins.Next {
			return st
		}
	}
	return st
}

// stmt runs one statement and sets $?.
func (sh *shell) stmt(ctx context.Context, s *syntax.Stmt) builtins.Status {
	if sh.st.Opts.On(state.NoExec) && !sh.st.Interactive {
		return status(sh.st.Status)
	}
	if s.Background {
		return sh.inBackground(ctx, s)
	}
	if !s.Negated {
		st := sh.redirected(ctx, s)
		if st.Kind != builtins.Return && (st.Kind != builtins.Exit || sh.proc.killed.Load() == 0) {
			// What a signal cuts off leaves $? to the EXIT trap.
			sh.st.Status = st.Code
		}
		return st
	}
	// Without set -e a failure inside runs the ERR trap all the same.
	suspend := 0
	if sh.st.Opts.On(state.ErrExit) {
		suspend = 1
	}
	sh.ignore += suspend
	st := sh.redirected(ctx, s)
	sh.ignore -= suspend
	if st.Kind == builtins.Next {
		st.Code = negate(st.Code)
	}
	if st.Kind != builtins.Return {
		sh.st.Status = st.Code
	}
	return st
}

func negate(code int) int {
	if code == 0 {
		return 1
	}
	return 0
}

// redirected runs the command of a statement inside its redirections.
func (sh *shell) redirected(ctx context.Context, s *syntax.Stmt) builtins.Status {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		trapped := sh.traps.err
		st := sh.callExpr(ctx, s, c)
		sh.traps.errNew = sh.traps.err && !trapped
		st = sh.leaf(ctx, s, st)
		sh.traps.errNew = false
		return st
	case *syntax.DeclClause:
		return sh.leaf(ctx, s, sh.declClause(ctx, s, c))
	case nil:
		return sh.leaf(ctx, s, sh.callExpr(ctx, s, noCommand))
	case *syntax.Pipeline:
		if len(s.Redirs) == 0 {
			return sh.leaf(ctx, s, sh.pipeline(ctx, s, c))
		}
	case *syntax.Subshell:
		st := sh.command(ctx, s) // which redirects in the new process
		sh.reportKilled(s)
		return sh.leaf(ctx, s, st)
	}
	if len(s.Redirs) == 0 {
		return sh.command(ctx, s)
	}
	mark := len(sh.substFiles)
	undo, err := sh.redirect(ctx, s.Redirs)
	if err != nil {
		st := sh.redirectFailed(err)
		sh.undo(undo)
		if s.Negated && st.Kind == builtins.Next {
			st.Code = negate(st.Code) // once more by stmt: bash gives up before it gets to the !
		}
		return sh.concluded(ctx, s, st)
	}
	given := sh.inputGiven
	sh.inputGiven = given || redirectsInput(s)
	st := sh.command(ctx, s)
	sh.inputGiven = given
	sh.afterwards(undo, st)
	sh.closeSubsts(mark)
	return st
}

// noCommand stands for the command of a statement of redirections alone.
var noCommand = &syntax.CallExpr{}

// command runs a compound command.
func (sh *shell) command(ctx context.Context, s *syntax.Stmt) builtins.Status {
	if sh.halted() {
		return sh.stopped()
	}
	switch c := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		return sh.binary(ctx, c)
	case *syntax.Block:
		return sh.list(ctx, c.Stmts)
	case *syntax.IfClause:
		return sh.ifClause(ctx, c)
	case *syntax.WhileClause:
		return sh.whileClause(ctx, c)
	case *syntax.ForClause:
		return sh.forClause(ctx, c)
	case *syntax.CaseClause:
		return sh.caseClause(ctx, c)
	case *syntax.SelectClause:
		return sh.selectClause(ctx, c)
	case *syntax.ArithmCmd:
		return sh.leaf(ctx, s, sh.arithmCmd(ctx, c))
	case *syntax.TestClause:
		return sh.leaf(ctx, s, sh.testClause(ctx, c))
	case *syntax.Subshell:
		return sh.subshellCmd(ctx, s, c)
	case *syntax.Pipeline:
		return sh.leaf(ctx, s, sh.pipeline(ctx, s, c))
	case *syntax.FuncDecl:
		return sh.concluded(ctx, s, sh.funcDecl(c))
	case *syntax.CoprocClause:
		return sh.coproc(ctx, c)
	case *syntax.TimeClause:
		return sh.timeClause(ctx, c)
	}
	panic("BUG: unknown command node")
}

// leaf does what follows each command that is not made of others: PIPESTATUS
// and what concluded does.
func (sh *shell) leaf(ctx context.Context, s *syntax.Stmt, st builtins.Status) builtins.Status {
	if _, ok := s.Cmd.(*syntax.Pipeline); !ok {
		sh.pipeStatus(st.Code)
	}
	return sh.concluded(ctx, s, st)
}

// concluded runs the ERR trap, set -e and the traps of signals that came meanwhile.
func (sh *shell) concluded(ctx context.Context, s *syntax.Stmt, st builtins.Status) builtins.Status {
	if sh.proc.attention.Load() {
		if st.Kind != builtins.Exit {
			sh.st.Status = st.Code
		}
		if end, ok := sh.signals(ctx); ok {
			return end
		}
	}
	if st.Code == 0 || st.Kind != builtins.Next || sh.ignore > 0 || s.Negated || s == sh.stageOf || sh.ranExternal && sh.becomes(s) {
		return st
	}
	sh.st.Status = st.Code
	if sh.traps.err && !sh.traps.errNew {
		if c, ok := s.Cmd.(*syntax.Subshell); ok && sh.traps.running == 0 {
			sh.st.Current = c // for this trap BASH_COMMAND is the subshell
		}
		if end := sh.runTrap(ctx, "ERR", sh.st.Line); end.Kind != builtins.Next {
			return end
		}
		sh.st.Status = st.Code
	}
	if sh.st.Opts.On(state.ErrExit) {
		st.Kind = builtins.Exit
	}
	return st
}

// pipeStatus sets PIPESTATUS to the status of a single command.
func (sh *shell) pipeStatus(code int) {
	if len(sh.st.PipeStatus) != 1 {
		sh.st.PipeStatus = make([]int, 1)
	}
	sh.st.PipeStatus[0] = code
}

// binary runs the two sides of && or ||. Chains lean to the left; they are
// walked without recursion.
func (sh *shell) binary(ctx context.Context, c *syntax.BinaryCmd) builtins.Status {
	chain := make([]*syntax.BinaryCmd, 0, 4)
	first := c.X
	for chain = append(chain, c); ; {
		left, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok || len(first.Redirs) > 0 || first.Negated || first.Background {
			break
		}
		chain = append(chain, left)
		first = left.X
	}
	sh.ignore++
	st := sh.stmt(ctx, first)
	for i := len(chain) - 1; i >= 0 && st.Kind == builtins.Next; i-- {
		if (st.Code == 0) != (chain[i].Op == syntax.AndStmt) {
			continue
		}
		if i == 0 {
			sh.ignore--
			return sh.stmt(ctx, chain[0].Y)
		}
		st = sh.stmt(ctx, chain[i].Y)
	}
	sh.ignore--
	return st
}
