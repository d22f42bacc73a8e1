package runner

import (
	"context"
	"io"
	"path"
	"sync/atomic"
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/command"
)

// A programRun is a program that runs in the process of a shell, which waits
// for it. A signal from the terminal reaches both, and a trap of the shell is
// not the program's (signal(7), execve(2)).
type programRun struct {
	cancel context.CancelCauseFunc
	by     atomic.Int32 // the signal that ended it
}

// begin notes a program that runs with the context that it returns.
func (p *process) begin(ctx context.Context) (context.Context, *programRun) {
	r := &programRun{}
	ctx, r.cancel = context.WithCancelCause(ctx)
	p.mu.Lock()
	if p.programs == nil {
		p.programs = map[*programRun]bool{}
	}
	p.programs[r] = true
	p.mu.Unlock()
	return ctx, r
}

func (p *process) finish(r *programRun) {
	p.mu.Lock()
	delete(p.programs, r)
	p.mu.Unlock()
	r.cancel(errEnded)
}

// interrupt ends the programs that run in the process, and tells whether there
// were any.
func (p *process) interrupt(sig syscall.Signal) bool {
	switch sig {
	case 0, syscall.SIGCHLD, syscall.SIGCONT, syscall.SIGURG, syscall.SIGWINCH, syscall.SIGSTOP, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU:
		return false
	}
	if p.ignored.Load()&bit(sig) != 0 {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for r := range p.programs {
		r.by.CompareAndSwap(0, int32(sig))
		r.cancel(command.SignalError(sig))
	}
	return len(p.programs) > 0
}

// interruptible tells whether a signal may have to end a program and leave its
// shell: the first shell without traps dies with all, and a shell that is the
// program gets signals itself.
func (sh *shell) interruptible(prog program) bool {
	if sh.proc.trapped.Load() == 0 && sh.eng.main.proc.trapped.Load() == 0 || prog.cmd == nil {
		return false
	}
	base := path.Base(prog.path)
	return !isShell(base)
}

// interrupted is the status after a program that a signal has ended. At a
// terminal SIGINT gives up the command line of a loop around it as well, as in
// bash.
func (sh *shell) interrupted(sig syscall.Signal) builtins.Status {
	st := status(128 + int(sig))
	if sh.st.Interactive && sig == syscall.SIGINT {
		sh.newline()
		if sh.st.Loops > 0 {
			st.Kind = builtins.Abort
		}
	}
	return st
}

// newline goes to the line behind the ^C that a terminal shows.
func (sh *shell) newline() { _, _ = io.WriteString(sh.stderr(), "\n") }

// Signal delivers a signal from outside to the shell and to what it waits for.
// A shell at a terminal that has a trap for it gets it only where nothing else
// does: bash waits for others in process groups of their own.
func (e *Engine) Signal(sig syscall.Signal) {
	main := e.main.proc
	stops := sig == syscall.SIGTSTP || sig == syscall.SIGQUIT
	if group := main.foreground.Load(); group != 0 {
		for _, p := range e.procs.find(-int(group), main) {
			p.interrupt(sig)
			p.signal(sig)
		}
		return
	}
	if stops {
		return // a shell at a terminal does not mind
	}
	reached := map[*process]bool{main: true}
	others := main.interrupt(sig)
	for range 2 { // once more for what was started meanwhile
		for _, p := range e.procs.find(-e.cfg.PID, main) {
			if reached[p] {
				continue
			}
			reached[p] = true
			others = others || p.ignored.Load()&bit(sig) == 0
			p.interrupt(sig)
			p.signal(sig)
		}
	}
	if !others || !e.main.st.Interactive || main.trapped.Load()&bit(sig) == 0 {
		main.signal(sig)
	}
}
