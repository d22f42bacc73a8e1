package runner

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
)

// A substFile is the descriptor behind the name of a process substitution.
type substFile struct {
	fd int
}

// lastFD is the descriptor that the first process substitution gets; further
// ones go down from there, as in bash.
const lastFD = 63

// ProcessSubst implements expand.Host: it starts the process and returns the
// name of the pipe's other end.
func (sh *shell) ProcessSubst(ctx context.Context, p *syntax.ProcSubst) (string, error) {
	if _, ok := sh.deeper(); !ok {
		return "", sh.run.err()
	}
	fd := min(lastFD, sh.fds.Limit()-1)
	for ; fd > firstHigh; fd-- {
		if _, used := sh.fds.Get(fd); !used {
			break
		}
	}
	// It may outlive the stage that started it, and not a run that has failed.
	// A child of eng.life would be kept by it to the end of the session.
	life, end := context.WithCancelCause(context.WithoutCancel(sh.eng.life))
	r, w := stream.PipeContext(life, 0)
	mine, theirs, at := r, w, 1
	if p.Out {
		mine, theirs, at = w, r, 0
	}
	child := sh.fork(life, true)
	child.judgeAs(sh)
	child.silent = true
	_ = child.fds.Set(at, theirs)
	child.background = true
	proc, ok := child.start(life, func(ctx context.Context) builtins.Status {
		if child.rereads(p.Src) {
			return child.reread(ctx, p.Src, p.Position)
		}
		return child.list(ctx, p.Stmts)
	})
	if !ok {
		end(errEnded)
		mine.Close()
		sh.limit("processes", int64(sh.run.limits.Processes))
		return "", sh.run.err()
	}
	go func(r *run) {
		select {
		case <-r.quit:
			end(r.err())
		case <-sh.eng.life.Done():
			end(errEnded)
		case <-proc.done: // what it wrote may still have to be read
		}
	}(sh.run)
	mine = stream.WithContext(ctx, mine)
	if err := sh.fds.Set(fd, mine); err != nil {
		mine.Close()
		return "", err
	}
	sh.st.Background = proc.pid
	sh.jobs.addSubst(proc)
	sh.eng.procs.addSubst(proc)
	sh.lastSubst = proc
	sh.substFiles = append(sh.substFiles, substFile{fd})
	return "/dev/fd/" + strconv.Itoa(fd), nil
}

// addSubst makes a process substitution one that wait can wait for by its
// process id.
func (t *jobTable) addSubst(p *process) {
	t.substs = slices.DeleteFunc(t.substs, func(old *process) bool {
		if old.ended() {
			t.remember(&job{procs: []*process{old}})
			return true
		}
		return false
	})
	t.substs = append(t.substs, p)
}

// drainWait is how long a shell that ends waits for process substitutions,
// which have its last output.
const drainWait = 2 * time.Second

// drain waits for the process substitutions of a shell that has ended. With
// bash they go on by themselves.
func (e *Engine) drain(ctx context.Context, sh *shell) {
	sh.closeSubsts(0)
	substs := e.procs.takeSubsts()
	if len(substs) == 0 {
		return
	}
	for fd := range sh.fds.All {
		if fd > 2 {
			_ = sh.fds.Close(fd) // one may be the input of a substitution
		}
	}
	ctx, stop := context.WithTimeout(ctx, drainWait)
	defer stop()
	for _, p := range substs {
		select {
		case <-p.done:
		case <-ctx.Done():
			return
		}
	}
}

// awaitSubst waits for the last process substitution if it is what $! means, as
// a wait without arguments does.
func (sh *shell) awaitSubst(ctx context.Context) {
	p := sh.lastSubst
	if p == nil || p.pid != sh.st.Background {
		return
	}
	select {
	case <-p.done:
	case <-sh.proc.wake:
	case <-ctx.Done():
	}
}

// closeSubsts closes the process substitutions of a command that has ended, all
// from mark on.
func (sh *shell) closeSubsts(mark int) {
	for len(sh.substFiles) > mark {
		last := len(sh.substFiles) - 1
		_ = sh.fds.Close(sh.substFiles[last].fd) // exec may have closed it
		sh.substFiles = sh.substFiles[:last]
	}
}
