package runner

import (
	"context"
	"fmt"
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/syntax"
)

// controls tells whether what the shell waits for is a job of its own, which the keys of
// the terminal reach alone.
func (sh *shell) controls() bool { return sh.st.JobControl() && !sh.replaced }

// inFront runs body as a job in the foreground. s is its command. The shell of the job is
// for the caller to look at when the job has ended.
func (sh *shell) inFront(ctx context.Context, s *syntax.Stmt, body func(context.Context, *shell) builtins.Status) (builtins.Status, *shell) {
	if st, ok := sh.deeper(); !ok {
		return st, nil
	}
	child := sh.fork(ctx, true)
	child.proc.group.Store(int64(child.proc.pid))
	sh.proc.foreground.Store(child.proc.group.Load()) // before it reads from the terminal
	p, over, ok := child.startLife(func(ctx context.Context) builtins.Status { return body(ctx, child) })
	if !ok {
		sh.proc.foreground.Store(0)
		return sh.limit("processes", int64(sh.run.limits.Processes)), nil
	}
	how := p.untilStopped(ctx.Done())
	sh.proc.foreground.Store(0)
	switch how {
	case heldUp:
		plain := *s
		plain.Negated = false
		sh.jobs.own()
		j := &job{procs: []*process{p}, node: &plain, controlled: true}
		sh.jobs.add(j)
		return sh.stoppedInFront(j), nil
	case calledOff:
		over() // the end of the Run tells of the time
		sh.eng.procs.callOff(p, context.Cause(ctx))
		<-p.done
		return sh.joined(p.code), child
	}
	if sh.run.stop.Load() {
		return sh.stopped(), child
	}
	if !sh.st.Interactive {
		sh.died = p
		return status(p.code), child
	}
	sh.reportFront(p)
	sh.notifyJobs()
	return sh.endedInFront(p), child
}

// notifyJobs tells at a terminal what has become of jobs.
func (sh *shell) notifyJobs() {
	if sh.st.Interactive && !sh.subshell() {
		sh.Jobs()
		sh.jobs.notify()
	}
}

// endedInFront is the status of a job in the foreground that has ended. SIGINT gives up
// the command line, or with a trap for it the loop, as it would end the shell in bash.
func (sh *shell) endedInFront(p *process) builtins.Status {
	st := status(p.code)
	if syscall.Signal(p.killed.Load()) == syscall.SIGINT {
		switch trapped := sh.proc.trapped.Load()&bit(syscall.SIGINT) != 0; {
		case !trapped:
			st.Kind = builtins.Discard
		case sh.st.Loops > 0:
			st.Kind = builtins.Abort
		}
	}
	return st
}

// stoppedInFront tells that a job in the foreground has stopped. The loops around it end.
func (sh *shell) stoppedInFront(j *job) builtins.Status {
	sh.Jobs()
	sh.jobs.makeCurrent(j)
	st := status(j.last().stopCode())
	if !sh.st.Interactive {
		return st // jobs tells of it
	}
	sh.jobs.tellStopped(j)
	if sh.st.Loops > 0 {
		st.Kind, st.Levels = builtins.Break, sh.st.Loops
	}
	return st
}

// tellStopped prints that a job has stopped.
func (t *jobTable) tellStopped(j *job) {
	j.shown = jobStopped
	_, _ = fmt.Fprintf(t.sh.stderr(), "\n[%d]%c  %-24s%s\n", j.id, t.mark(j.id), "Stopped", t.sh.jobText(j.node))
}

// programInFront runs a program as a job.
func (sh *shell) programInFront(ctx context.Context, k *call, prog program) builtins.Status {
	k.whole = true
	current := &syntax.Stmt{Cmd: sh.st.Current, Redirs: sh.st.CurrentRedirs}
	st, _ := sh.inFront(ctx, current, func(ctx context.Context, child *shell) builtins.Status {
		own, err := child.programAt(prog.path) // a shell is one of its own caller
		if err != nil || own.path == "" {
			return child.unknown(ctx, k, err)
		}
		return child.runProgram(ctx, k, own)
	})
	return st
}

// pipelineInFront runs a pipeline as one job.
func (sh *shell) pipelineInFront(ctx context.Context, s *syntax.Stmt, c *syntax.Pipeline) builtins.Status {
	st, child := sh.inFront(ctx, s, func(ctx context.Context, child *shell) builtins.Status {
		child.ofJob = true
		return child.pipeline(ctx, s, c)
	})
	if child != nil {
		sh.st.PipeStatus = child.st.PipeStatus
	}
	return st
}
