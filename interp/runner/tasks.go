package runner

import (
	"cmp"
	"maps"
	"slices"

	"github.com/aegish/aegish/interp/command"
)

// initPID is the parent of the first shell, $PPID.
const initPID = 1

// tasks lists the processes for commands such as ps, by number. A command that
// a shell waits for has no process of its own: a job and a stage of a pipeline
// show it as theirs while it runs, because bash would have replaced them by it,
// and other shells show themselves.
func (e *Engine) tasks() []command.Task {
	e.procs.mu.Lock()
	all := slices.Collect(maps.Values(e.procs.table))
	e.procs.mu.Unlock()
	list := make([]command.Task, 0, len(all))
	for _, p := range all {
		t := command.Task{PID: p.pid, Parent: p.parent, Group: int(p.group.Load()), Begin: p.begun, Stopped: p.isStopped(), Args: p.base}
		if p.parent == 0 {
			t.Parent = initPID
		}
		if args := p.args.Load(); args != nil {
			t.Args = *args
		}
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b command.Task) int { return cmp.Compare(a.PID, b.PID) })
	return list
}

// shows makes the process of a shell show a program as its own until the
// function that is returned runs. The first shell goes on showing itself.
func (p *process) shows(args *[]string) (restore func()) {
	if p.parent == 0 {
		return func() {}
	}
	old := p.args.Swap(args)
	return func() { p.args.Store(old) }
}
