package runner

import (
	"context"
	"slices"
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
)

// find finds the process with this id and its job.
func (t *jobTable) find(pid int) (*job, *process) {
	for _, j := range t.list {
		for _, p := range j.procs {
			if p.pid == pid {
				return j, p
			}
		}
	}
	return nil, nil
}

// await waits for a process; ok is false when a signal or the end of ctx came
// first.
func (t *jobTable) await(ctx context.Context, p *process) (code int, ok bool) {
	select {
	case <-p.done:
		return p.code, true
	default:
	}
	select {
	case <-p.done:
		return p.code, true
	case <-t.sh.proc.wake:
		return 128 + t.pendingSignal(), false
	case <-ctx.Done():
		return t.sh.stopped().Code, false
	}
}

// awaitFront waits for a job that fg has brought into the foreground. It tells whether it
// has ended, and the code of one that has not.
func (t *jobTable) awaitFront(ctx context.Context, j *job) (code int, ended bool) {
	p := j.last()
	how := p.untilStopped(ctx.Done())
	t.sh.proc.foreground.Store(0)
	switch how {
	case heldUp:
		j.reported = false
		t.tellStopped(j)
		return p.stopCode(), false
	case calledOff:
		return t.sh.stopped().Code, false
	}
	t.sh.reportFront(p)
	return p.code, true
}

// UntilSignal implements builtins.Shell.
func (sh *shell) UntilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	if sh.proc.trapped.Load() == 0 {
		return ctx, func() {}
	}
	inner, cancel := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-sh.proc.wake:
			cancel(builtins.ErrSignal)
		case <-inner.Done():
		}
	}()
	return inner, func() { cancel(nil) }
}

// RunTraps implements builtins.Shell.
func (sh *shell) RunTraps(ctx context.Context) (builtins.Status, bool) {
	if !sh.proc.attention.Load() {
		return builtins.Status{}, false
	}
	return sh.signals(ctx)
}

func (t *jobTable) pendingSignal() int {
	pending := t.sh.proc.pending.Load()
	for sig := 1; sig <= signalCount; sig++ {
		if pending&bit(syscall.Signal(sig)) != 0 {
			return sig
		}
	}
	return 0
}

// Wait implements builtins.Jobs.
func (t *jobTable) Wait(ctx context.Context, pid int) (code int, known, interrupted bool) {
	j, p := t.find(pid)
	if i := slices.IndexFunc(t.substs, func(p *process) bool { return p.pid == pid }); i >= 0 {
		code, ok := t.await(ctx, t.substs[i])
		return code, true, !ok
	}
	if p == nil || t.foreign {
		code, known = t.ended[pid]
		return code, known, false
	}
	if t.sh.proc.foreground.Load() != 0 {
		if code, ended := t.awaitFront(ctx, j); !ended {
			return code, true, true
		}
	}
	if j.state() == jobStopped {
		t.sh.messagef("warning: wait_for_job: job %d is stopped", j.id)
		return p.stopCode(), true, false
	}
	code, ok := t.await(ctx, p)
	if !ok {
		return code, true, true
	}
	if !j.running() {
		t.sh.notifyJobs()
		t.announce(j)
		t.sh.endCoproc(j)
		j.waited = true
		t.reap()
	}
	return code, true, false
}

// WaitAny implements builtins.Jobs.
func (t *jobTable) WaitAny(ctx context.Context, pids []int) (pid, code int, ok bool) {
	if t.foreign {
		return 0, 127, false
	}
	var wanted []*job
	for _, j := range t.list {
		if !j.waited && (len(pids) == 0 || slices.ContainsFunc(j.procs, func(p *process) bool { return slices.Contains(pids, p.pid) })) {
			wanted = append(wanted, j)
		}
	}
	if len(wanted) == 0 {
		return 0, 127, false
	}
	j := firstEnded(wanted)
	if j == nil {
		first := make(chan *job, len(wanted))
		quit := make(chan struct{})
		defer close(quit)
		for _, w := range wanted {
			go func() {
				select {
				case <-w.last().done:
					first <- w
				case <-quit:
				}
			}()
		}
		select {
		case j = <-first:
		case <-t.sh.proc.wake:
			return 0, 128 + t.pendingSignal(), false
		case <-ctx.Done():
			return 0, t.sh.stopped().Code, false
		}
	}
	t.sh.notifyJobs()
	t.announce(j)
	t.sh.endCoproc(j)
	j.waited = true
	pid, code = j.last().pid, j.last().code
	t.reap()
	return pid, code, true
}

func firstEnded(jobs []*job) *job {
	for _, j := range jobs {
		if !j.running() {
			return j
		}
	}
	return nil
}
