package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/builtins"
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
	// substs are process substitutions; those that run are bounded as all
	// processes are.
	substs []*process
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
	// shown is the state that was shown last.
	shown jobState
	// waited is set once wait has returned its code.
	waited bool
	disown bool
	// controlled is set for one that was started with job control.
	controlled bool
}

// A jobState is what a job does.
type jobState byte

const (
	jobNew jobState = iota
	jobRuns
	jobStopped
	jobEnded
)

func (j *job) state() jobState {
	switch {
	case !j.running():
		return jobEnded
	case j.last().isStopped():
		return jobStopped
	}
	return jobRuns
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

// jobBuiltin is fg for a command that is %JOB, and nothing for others.
func jobBuiltin(k *call) string {
	if name := k.argv[0]; name != "" && name[0] == '%' && !k.whole && !k.indirect {
		return "fg"
	}
	return ""
}

// withBg is the statement bg %JOB for `%JOB &`, nil for others.
func withBg(s *syntax.Stmt) *syntax.Stmt {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 || !strings.HasPrefix(c.Args[0].Src, "%") {
		return nil
	}
	bg := &syntax.Word{Position: c.Args[0].Position, Src: "bg", Parts: []syntax.WordPart{&syntax.Lit{Value: "bg"}}}
	plain := *s
	plain.Background = false
	plain.Cmd = &syntax.CallExpr{Position: c.Position, Assigns: c.Assigns, Args: append([]*syntax.Word{bg}, c.Args...)}
	return &plain
}

// inBackground runs a statement with & behind it.
func (sh *shell) inBackground(ctx context.Context, s *syntax.Stmt) builtins.Status {
	if bg := withBg(s); bg != nil {
		return sh.stmt(ctx, bg)
	}
	if sh.tick() || ctx.Err() != nil {
		return sh.stopped()
	}
	if st, ok := sh.deeper(); !ok {
		return st
	}
	sh.jobs.own()
	if sh.jobs.runningCount() >= sh.run.limits.Jobs {
		sh.st.Line = int(s.Position.Line)
		return sh.limit("jobs", int64(sh.run.limits.Jobs))
	}
	plain := *s
	plain.Background = false
	plain.Negated = false // bash negates nothing that it does not wait for
	child := sh.fork(ctx, true)
	if _, ok := s.Cmd.(*syntax.Subshell); ok {
		child.inputGiven = false
	}
	monitor := sh.st.JobControl()
	child.background = !monitor
	if monitor {
		child.proc.group.Store(int64(child.proc.pid))
	}
	if !monitor && !redirectsInput(s) && !sh.inputGiven {
		_ = child.fds.Set(0, nullInput())
	}
	child.trapsChanged()
	p, ok := child.startJob(&plain)
	if !ok {
		return sh.limit("processes", int64(sh.run.limits.Processes))
	}
	sh.jobs.add(&job{procs: []*process{p}, node: &plain, controlled: monitor})
	sh.st.Background = p.pid
	sh.st.Status = 0
	if sh.st.Interactive && !sh.subshell() {
		_, _ = fmt.Fprintf(sh.stderr(), "[%d] %d\n", sh.jobs.list[len(sh.jobs.list)-1].id, p.pid)
	}
	return status(0)
}

// startJob starts a shell that runs a statement as a background job.
func (sh *shell) startJob(s *syntax.Stmt) (*process, bool) {
	p, _, ok := sh.startLife(func(ctx context.Context) builtins.Status { return sh.stage(ctx, s) })
	return p, ok
}

// startLife starts a shell that runs body as a job. It ends with the session, and at the
// limit of time, whatever it is in the middle of; after a call of over that limit is the
// caller's affair.
func (sh *shell) startLife(body func(context.Context) builtins.Status) (p *process, over func(), ok bool) {
	limit := sh.run.limits.Time
	if limit <= 0 {
		p, ok = sh.start(sh.eng.life, body)
		return p, func() {}, ok
	}
	var late atomic.Bool
	timer := time.AfterFunc(limit, func() {
		late.Store(true)
		sh.eng.procs.callOff(sh.proc, errEnded)
	})
	p, ok = sh.start(sh.eng.life, func(ctx context.Context) builtins.Status {
		st := body(ctx)
		if timer.Stop(); late.Load() {
			sh.bindStreams(sh.eng.life)
			sh.message((&LimitError{limitTime, int64(limit)}).Error())
		}
		return st
	})
	if !ok {
		timer.Stop()
	}
	return p, func() { timer.Stop() }, ok
}

// redirectsInput tells whether a job has a standard input of its own.
func redirectsInput(s *syntax.Stmt) bool {
	if _, ok := s.Cmd.(*syntax.Pipeline); ok && len(s.Redirs) == 0 {
		return true // the first stage reads what the shell would read
	}
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
			ID: j.id, PID: p.pid, Text: t.sh.jobText(j.node), Running: j.running(), Stopped: p.isStopped(),
			NoHup: j.nohup, Controlled: j.controlled, Current: t.mark(j.id), Shown: j.shown == j.state(),
		}
		for _, p := range j.procs {
			b.PIDs = append(b.PIDs, p.pid)
		}
		if !b.Running {
			b.Forgotten = t.sh.oneLiner && !t.sh.st.Interactive
			b.Code, b.Signal = p.code, int(p.killed.Load())
		}
		out = append(out, b)
	}
	return out
}

// makeCurrent makes a job the current one.
func (t *jobTable) makeCurrent(j *job) {
	t.current = append(slices.DeleteFunc(t.current, func(id int) bool { return id == j.id }), j.id)
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
		if j.state() == jobStopped {
			t.sh.messagef("warning: deleting stopped job %d with process group %d", j.id, j.last().group.Load())
		}
		t.remember(j)
		t.list = slices.Delete(t.list, i, i+1)
		return
	}
}

// Reported implements builtins.Jobs.
func (t *jobTable) Reported(id int) {
	for _, j := range t.list {
		if j.id == id {
			j.shown = j.state()
			j.reported = j.reported || !j.running()
		}
	}
	t.reap()
}

// Foreground implements builtins.Jobs.
func (t *jobTable) Foreground(id int) {
	for _, j := range t.list {
		if j.id == id {
			j.reported = true
			t.sh.proc.foreground.Store(int64(j.last().pid))
			t.makeCurrent(j)
		}
	}
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
	if signal < 0 || signal > signalCount {
		return syscall.EINVAL
	}
	for _, p := range targets {
		p.signal(syscall.Signal(signal))
	}
	return nil
}
