package runner

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// jobTable holds the background jobs of a shell environment. It is used by the
// goroutine of the shell.
type jobTable struct {
	sh   *shell
	list []*job
	// ended keeps the codes of jobs that were forgotten, for wait PID.
	ended map[int]int
	order []int
	// current is the history of current jobs, the newest last.
	current []int
	// foreign is set for jobs that were the parent's: they can be listed,
	// not waited for.
	foreign bool
}

// endedLimit is how many codes are remembered (CHILD_MAX in bash).
const endedLimit = 4096

// A job is a command that was started with & or coproc.
type job struct {
	id       int
	procs    []*process
	node     *syntax.Stmt
	nohup    bool
	reported bool
	// waited is set once wait has returned its code.
	waited bool
	disown bool
}

func (j *job) last() *process { return j.procs[len(j.procs)-1] }

func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

func (j *job) running() bool {
	return slices.ContainsFunc(j.procs, func(p *process) bool { return !p.ended() })
}

// inherit gives a subshell its parent's jobs to list.
func (t *jobTable) inherit(parent *jobTable) {
	if len(parent.list) > 0 {
		t.list = make([]*job, len(parent.list))
		for i, j := range parent.list {
			copied := *j // the parent goes on changing its own
			t.list[i] = &copied
		}
		t.current = slices.Clone(parent.current)
		t.foreign = true
	}
}

// own forgets the parent's jobs when the subshell starts one of its own.
func (t *jobTable) own() {
	if t.foreign {
		t.list, t.current, t.foreign = nil, nil, false
	}
}

// background_ runs a statement with & behind it.
func (sh *shell) background_(ctx context.Context, s *syntax.Stmt) builtins.Status {
	if sh.tick() {
		return sh.stopped()
	}
	if st, ok := sh.deeper(); !ok {
		return st
	}
	sh.jobs.own()
	if sh.jobs.runningCount() >= sh.run.limits.Jobs {
		return sh.limit("jobs", int64(sh.run.limits.Jobs))
	}
	plain := *s
	plain.Background = false
	plain.Negated = false // bash negates nothing that it does not wait for
	child := sh.fork(ctx, true)
	child.background = true
	child.ignore = 0
	monitor := sh.st.Opts.On(state.Monitor)
	if monitor {
		child.proc.group.Store(int64(child.proc.pid))
		child.st.Opts.Set(state.Monitor, false)
	} else if !redirectsInput(s) {
		_ = child.fds.Set(0, nullInput())
	}
	child.trapsChanged()
	p, ok := child.start(sh.eng.life, func(ctx context.Context) builtins.Status { return child.stage(ctx, &plain) })
	if !ok {
		return sh.limit("processes", int64(sh.run.limits.Processes))
	}
	sh.jobs.add(&job{procs: []*process{p}, node: &plain})
	sh.st.Background = p.pid
	sh.st.Status = 0
	sh.pipeStatus(0)
	return status(0)
}

func redirectsInput(s *syntax.Stmt) bool {
	for _, r := range s.Redirs {
		if r.N == 0 || r.N < 0 && defaultFD(r.Op) == 0 && r.FdVar == "" {
			return true
		}
	}
	return false
}

// add puts a job into the table with the lowest number above those in use.
func (t *jobTable) add(j *job) {
	t.reap()
	for _, other := range t.list {
		j.id = max(j.id, other.id)
	}
	j.id++
	t.list = append(t.list, j)
	t.current = append(t.current, j.id)
}

// reap forgets jobs that have ended and were reported, and those that a shell
// that is not interactive never reports once there are many.
func (t *jobTable) reap() {
	t.list = slices.DeleteFunc(t.list, func(j *job) bool {
		if j.running() || !j.reported && !j.waited && len(t.list) < endedLimit {
			return false
		}
		t.remember(j)
		return true
	})
}

func (t *jobTable) remember(j *job) {
	t.current = slices.DeleteFunc(t.current, func(id int) bool { return id == j.id })
	if t.ended == nil {
		t.ended = map[int]int{}
	}
	for _, p := range j.procs {
		if _, ok := t.ended[p.pid]; !ok {
			t.order = append(t.order, p.pid)
		}
		t.ended[p.pid] = 0 // of one that was disowned
		if p.ended() {
			t.ended[p.pid] = p.code
		}
	}
	for len(t.order) > endedLimit {
		delete(t.ended, t.order[0])
		t.order = t.order[1:]
	}
}

func (t *jobTable) runningCount() int {
	n := 0
	for _, j := range t.list {
		if j.running() {
			n++
		}
	}
	return n
}

// Jobs implements builtins.Shell.
func (sh *shell) Jobs() builtins.Jobs {
	sh.jobs.sh = sh
	return &sh.jobs
}

// List implements builtins.Jobs.
func (t *jobTable) List() []builtins.Job {
	out := make([]builtins.Job, 0, len(t.list))
	for _, j := range t.list {
		if j.waited && !j.running() || j.disown {
			continue
		}
		p := j.last()
		b := builtins.Job{
			ID: j.id, PID: p.pid, Text: syntax.PrintCommand(j.node), Running: j.running(),
			NoHup: j.nohup, Current: t.mark(j.id),
		}
		for _, p := range j.procs {
			b.PIDs = append(b.PIDs, p.pid)
		}
		if !b.Running {
			b.Code, b.Signal = p.code, int(p.killed.Load())
		}
		out = append(out, b)
	}
	return out
}

func (t *jobTable) mark(id int) byte {
	n := len(t.current)
	switch {
	case n > 0 && t.current[n-1] == id:
		return '+'
	case n > 1 && t.current[n-2] == id:
		return '-'
	}
	return ' '
}

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

func (t *jobTable) pendingSignal() int {
	pending := t.sh.proc.pending.Load()
	for sig := 1; sig < signalCount; sig++ {
		if pending&bit(syscall.Signal(sig)) != 0 {
			return sig
		}
	}
	return 0
}

// Wait implements builtins.Jobs.
func (t *jobTable) Wait(ctx context.Context, pid int) (code int, known, interrupted bool) {
	j, p := t.find(pid)
	if p == nil || t.foreign {
		code, known = t.ended[pid]
		return code, known, false
	}
	code, ok := t.await(ctx, p)
	if !ok {
		return code, true, true
	}
	if !j.running() {
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

// announce prints that a job was killed, as a shell that is not interactive
// does for most signals.
func (t *jobTable) announce(j *job) {
	if j.reported || t.sh.st.Interactive {
		return
	}
	sig := syscall.Signal(j.last().killed.Load())
	switch {
	case t.sh.reports(sig):
		t.sh.messagef("%5d %-24s%s", j.last().pid, describe(sig), jobText(j.node))
	case t.sh.st.Opts.On(state.Monitor):
		_, _ = fmt.Fprintf(t.sh.stderr(), "[%d]%c  %-24s%s\n", j.id, t.mark(j.id), endState(j.last()), jobText(j.node))
	default:
		return
	}
	j.reported = true
}

// endState says how a process ended, as jobs does.
func endState(p *process) string {
	switch sig := p.killed.Load(); {
	case sig != 0:
		return describe(syscall.Signal(sig))
	case p.code != 0:
		return "Exit " + strconv.Itoa(p.code)
	}
	return "Done"
}

// reportPipeline prints that a signal ended the last stage of a pipeline which
// this shell waited for, with the end of the others.
func (sh *shell) reportPipeline(procs []*process, stages []*syntax.Stmt) {
	sig := syscall.Signal(procs[len(procs)-1].killed.Load())
	switch {
	case sig == 0 || sh.run.stop.Load() || sh.st.Interactive:
	case sh.reports(sig):
		for i, p := range procs {
			line := fmt.Sprintf("%5d %-24s", p.pid, endState(p))
			if i == 0 {
				sh.message(line + jobText(stages[i]))
				continue
			}
			_, _ = fmt.Fprintf(sh.stderr(), "     %s| %s\n", line, jobText(stages[i]))
		}
	case sig == syscall.SIGTERM:
		_, _ = fmt.Fprintln(sh.stderr(), describe(sig))
	}
}

// reports tells whether the end of a process by this signal is worth a line.
func (sh *shell) reports(sig syscall.Signal) bool {
	switch sig {
	case 0, syscall.SIGINT, syscall.SIGTERM, syscall.SIGPIPE:
		return false
	}
	return sh.proc.trapped.Load()&bit(sig) == 0
}

func jobText(s *syntax.Stmt) string { return syntax.PrintCommand(s) }

// Disown implements builtins.Jobs.
func (t *jobTable) Disown(id int, keep bool) {
	for i, j := range t.list {
		if j.id != id {
			continue
		}
		if keep {
			j.nohup = true
			return
		}
		t.remember(j)
		t.list = slices.Delete(t.list, i, i+1)
		return
	}
}

// Reported implements builtins.Jobs.
func (t *jobTable) Reported(id int) {
	for _, j := range t.list {
		if j.id == id && !j.running() {
			j.reported = true
		}
	}
	t.reap()
}

// Signal implements builtins.Shell.
func (sh *shell) Signal(pid, signal int) error {
	targets := sh.eng.procs.find(pid, sh.proc)
	if pid == -1 && len(targets) == 0 {
		return fmt.Errorf("(%d) - %w", pid, syscall.ESRCH)
	}
	if len(targets) == 0 {
		return syscall.ESRCH
	}
	if signal < 0 || signal >= signalCount+1 {
		return syscall.EINVAL
	}
	for _, p := range targets {
		p.signal(syscall.Signal(signal))
	}
	return nil
}
