package builtins

import (
	"slices"
	"strconv"
)

// notChild is the status of wait for what is no child of the shell.
const notChild = 127

func runWait(c *Call) Status {
	next := false
	name := ""
	o := c.options("fnp:")
	for o.next() {
		switch o.letter {
		case 'n':
			next = true
		case 'p':
			name = o.value
			if !isTarget(name) {
				return c.failf("`%s': not a valid identifier", name)
			}
		}
	}
	if o.failed {
		return o.status
	}
	if name != "" && !c.Shell.Unset(c, name, false) {
		return c.finish(failure)
	}
	args := o.rest()
	switch {
	case next:
		return waitNext(c, args, name)
	case len(args) == 0:
		return waitAll(c)
	}
	st := code(0)
	for _, arg := range args {
		pid, n := waitOne(c, arg)
		if st = code(n); c.Ctx.Err() != nil {
			return st
		}
		if name != "" && pid > 0 && !c.Shell.Assign(c, name, strconv.Itoa(pid), false) {
			return c.finish(failure)
		}
	}
	return c.finish(st.Code)
}

// waitAll waits for every job, until a trapped signal comes.
func waitAll(c *Call) Status {
	jobs := c.Shell.Jobs()
	for _, job := range jobs.List() {
		n, _, interrupted := jobs.Wait(c.Ctx, job.PID)
		if interrupted {
			return code(n)
		}
	}
	return code(0)
}

// waitOne waits for a job or process and returns its id and code.
func waitOne(c *Call, arg string) (pid, status int) {
	jobs := c.Shell.Jobs()
	if isJobSpec(arg) {
		job, found := c.job(jobs.List(), arg)
		if !found {
			return 0, notChild
		}
		n, _, _ := jobs.Wait(c.Ctx, job.PID)
		return job.PID, n
	}
	n, ok := parseInt(arg)
	if !ok || n < 0 || n > maxInt32 {
		c.errorf("`%s': not a pid or valid job spec", arg)
		return 0, failure
	}
	status, known, _ := jobs.Wait(c.Ctx, int(n))
	if !known {
		c.errorf("pid %d is not a child of this shell", n)
		return 0, notChild
	}
	return int(n), status
}

// waitNext is wait -n.
func waitNext(c *Call, args []string, name string) Status {
	jobs := c.Shell.Jobs()
	var pids []int
	for _, arg := range args {
		switch n, isNumber := parseInt(arg); {
		case isNumber && n >= 0 && n <= maxInt32:
			if !slices.ContainsFunc(jobs.List(), func(job Job) bool { return slices.Contains(job.PIDs, int(n)) || job.PID == int(n) }) {
				c.errorf("%s: no such job", arg)
				continue
			}
			pids = append(pids, int(n))
		case isJobSpec(arg):
			if job, found := c.job(jobs.List(), arg); found {
				pids = append(pids, job.PID)
			}
		default:
			c.errorf("%s: no such job", arg)
		}
	}
	if len(args) > 0 && len(pids) == 0 {
		return c.finish(notChild)
	}
	pid, n, ok := jobs.WaitAny(c.Ctx, pids)
	if !ok {
		return c.finish(n)
	}
	if name != "" && pid > 0 && !c.Shell.Assign(c, name, strconv.Itoa(pid), false) {
		return c.finish(failure)
	}
	return c.finish(n)
}
