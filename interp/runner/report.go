package runner

import (
	"fmt"
	"strconv"
	"syscall"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// announce prints that a job was killed, as a shell that is not interactive
// does for most signals. With job control one of -c also tells of other ends.
func (t *jobTable) announce(j *job) {
	if j.reported || t.sh.silent || t.sh.st.Interactive {
		return
	}
	sig := syscall.Signal(j.last().killed.Load())
	switch {
	case t.sh.reports(sig):
		t.sh.messagef("%5d %-24s%s", j.last().pid, describe(sig), t.sh.jobText(j.node))
	case t.sh.st.JobControl() && (sig != 0 || t.sh.oneLiner):
		_, _ = fmt.Fprintf(t.sh.stderr(), "[%d]%c  %-24s%s\n", j.id, t.mark(j.id), endState(j.last()), t.sh.jobText(j.node))
	default:
		return
	}
	j.reported = true
}

// notify prints what has ended or stopped since the last command line, as a shell at a
// terminal does before it prompts.
func (t *jobTable) notify() {
	for _, j := range t.list {
		if j.state() == jobStopped && j.shown != jobStopped {
			t.makeCurrent(j)
		}
	}
	for _, j := range t.list {
		switch j.state() {
		case jobStopped:
			if j.shown != jobStopped {
				t.tellStopped(j)
			}
			continue
		case jobRuns:
			j.shown = jobRuns
		}
		if j.reported || j.waited || j.disown || j.running() {
			continue
		}
		_, _ = fmt.Fprintf(t.sh.stderr(), "[%d]%c  %-24s%s\n", j.id, t.mark(j.id), endState(j.last()), t.sh.jobText(j.node))
		j.reported = true
	}
	t.reap()
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
	case sig == syscall.SIGINT && sh.st.Interactive && sh.proc.killed.Load() == 0 && !sh.run.stop.Load():
		sh.newline()
	case sig == 0 || sh.silent || sh.run.stop.Load() || sh.proc.killed.Load() != 0:
	case !sh.st.Interactive && sh.reports(sig):
		for i, p := range procs {
			line := fmt.Sprintf("%5d %-24s", p.pid, endState(p))
			if i == 0 {
				sh.message(line + sh.jobText(stages[i]))
				continue
			}
			_, _ = fmt.Fprintf(sh.stderr(), "     %s| %s\n", line, sh.jobText(stages[i]))
		}
	case sig != syscall.SIGINT && sig != syscall.SIGPIPE:
		_, _ = fmt.Fprintln(sh.stderr(), describe(sig))
	}
}

// reportFront prints at a terminal which signal ended a job in the foreground.
func (sh *shell) reportFront(p *process) {
	switch sig := syscall.Signal(p.killed.Load()); {
	case !sh.st.Interactive || sig == 0 || sig == syscall.SIGPIPE:
	case sig == syscall.SIGINT:
		sh.newline()
	default:
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

func (sh *shell) jobText(s *syntax.Stmt) string {
	return syntax.PrintCommand(s, sh.st.Opts.On(state.Posix))
}
