package runner

import (
	"context"
	"runtime"
	"slices"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
)

// pipeline runs the stages of a pipeline at the same time, each in a subshell;
// with lastpipe the last one in this shell. The last stage has the caller's
// goroutine.
func (sh *shell) pipeline(ctx context.Context, s *syntax.Stmt, c *syntax.Pipeline) builtins.Status {
	if sh.controls() && !sh.traps.debug {
		return sh.pipelineInFront(ctx, s, c)
	}
	if st, ok := sh.deeper(); !ok {
		return st
	}
	n := len(c.Stages)
	codes := make([]int, n)
	started := make([]*process, 0, n-1)
	var input stream.Description
	for i := range n - 1 {
		p, output := sh.startStage(ctx, c.Stages[i], input, c.All[i])
		if p == nil {
			for _, p := range started {
				<-p.done
			}
			return sh.limit("processes", int64(sh.run.limits.Processes))
		}
		started, input = append(started, p), output
	}
	// Let the stages start: that is the order in which bash's would print.
	runtime.Gosched()
	st, last := sh.lastStage(ctx, c.Stages[n-1], input)
	codes[n-1] = st.Code
	for i, p := range started {
		<-p.done
		codes[i] = p.code
	}
	if sh.run.stop.Load() {
		return sh.stopped()
	}
	sh.st.PipeStatus = codes
	if last != nil {
		sh.reportPipeline(append(started, last), c.Stages)
	}
	if st.Kind != builtins.Next {
		return st
	}
	if sh.st.Opts.On(state.PipeFail) {
		for _, code := range slices.Backward(codes) {
			if code != 0 {
				return status(code)
			}
		}
	}
	return st
}

// startStage starts a stage that is not the last one, and returns its process and
// the end of the pipe that the next one reads from. The process is nil when too
// many run already. all is set where it is followed by |&.
func (sh *shell) startStage(ctx context.Context, s *syntax.Stmt, input stream.Description, all bool) (*process, stream.Description) {
	sh.announce(ctx, s)
	child := sh.forkStage(ctx, true)
	child.announced = s
	r, w := stream.PipeContext(ctx, 0)
	child.connect(input, w, all)
	var traced chan struct{}
	if sh.st.Opts.On(state.XTrace) {
		traced = make(chan struct{})
		child.traced = traced
	}
	p, ok := child.start(ctx, func(ctx context.Context) builtins.Status { return child.stage(ctx, s) })
	if !ok {
		r.Close()
		return nil, nil
	}
	if traced != nil {
		awaitTrace(p, traced)
	}
	return p, r
}

// announce does what bash does in the parent before it forks for a simple
// command: LINENO, BASH_COMMAND and the DEBUG trap.
func (sh *shell) announce(ctx context.Context, s *syntax.Stmt) {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		return
	}
	sh.st.Line = sh.eng.plan(c).line
	if sh.traps.running == 0 {
		sh.st.CurrentRedirs = s.Redirs
	}
	sh.beforeCommand(ctx, c)
}

// forkStage makes the shell of a stage. BASH_SUBSHELL does not count the one that stands
// for the pipeline.
func (sh *shell) forkStage(ctx context.Context, concurrent bool) *shell {
	child := sh.fork(ctx, concurrent)
	if sh.ofJob {
		child.st.Level--
	}
	return child
}

// connect puts the ends of pipes in the place of standard input and output. It
// takes over the references.
func (sh *shell) connect(in, out stream.Description, all bool) {
	if in != nil {
		sh.inputGiven = true
		_ = sh.fds.Set(0, in)
	}
	if out != nil {
		if all {
			_ = sh.fds.Set(2, out.Retain())
		}
		_ = sh.fds.Set(1, out)
	}
}

// stage runs one stage of a pipeline in its subshell.
func (sh *shell) stage(ctx context.Context, s *syntax.Stmt) builtins.Status {
	if b, ok := s.Cmd.(*syntax.Subshell); ok && !s.Negated {
		// The process of the stage is the subshell.
		sh.jobs.own()
		sh.st.Line = int(b.Position.Line)
		sh.inputGiven = sh.inputGiven || redirectsInput(s)
		if st := sh.redirectAll(ctx, s.Redirs); st.Code != 0 {
			return st
		}
		sh.execOf = lastCommand(b.Stmts)
		return sh.list(ctx, b.Stmts)
	}
	switch s.Cmd.(type) {
	case *syntax.CallExpr, *syntax.DeclClause:
		sh.stageOf = s
	default:
		sh.jobs.own() // only builtins see the jobs of the parent
	}
	return sh.stmt(ctx, s)
}

// lastStage runs the last stage. The process is nil when it ran in this shell.
func (sh *shell) lastStage(ctx context.Context, s *syntax.Stmt, input stream.Description) (builtins.Status, *process) {
	if sh.st.Opts.On(state.LastPipe) && !sh.st.JobControl() {
		u := &undo{}
		if err := sh.put(0, input, u); err != nil {
			return sh.redirectFailed(err), nil
		}
		// A failure here is one of the pipeline.
		sh.ignore++
		st := sh.stmt(ctx, s)
		sh.ignore--
		sh.undo(u)
		return st, nil
	}
	sh.announce(ctx, s)
	child := sh.forkStage(ctx, false)
	child.announced = s
	child.connect(input, nil, false)
	code := child.runToEnd(ctx, func() builtins.Status { return child.stage(ctx, s) })
	return status(code), child.proc
}

// start runs body as the life of this subshell on a goroutine of its own. It
// fails when too many run already; the subshell is closed then.
func (sh *shell) start(ctx context.Context, body func(context.Context) builtins.Status) (*process, bool) {
	p := sh.proc
	p.done = make(chan struct{})
	if !sh.eng.procs.start(p, sh.run.limits.Processes) {
		sh.discard()
		sh.eng.procs.remove(p)
		return p, false
	}
	inner, cancel := context.WithCancelCause(ctx)
	p.endsWith(cancel)
	inner = p.inTurns(inner)
	sh.bindStreams(inner)
	go func() {
		defer sh.eng.procs.end()
		defer close(p.done)
		defer p.childEnded()
		defer cancel(errEnded)
		p.code = sh.runToEnd(ctx, func() builtins.Status {
			st := sh.guard(inner, func(ctx context.Context, _ *shell) builtins.Status { return body(ctx) })
			p.wait(inner.Done()) // what is stopped does not end
			return st
		})
	}()
	return p, true
}
