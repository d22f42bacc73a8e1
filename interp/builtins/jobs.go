package builtins

import (
	"strconv"
	"strings"
	"syscall"
)

// A jobListing is one call of jobs.
type jobListing struct {
	call               *Call
	long, pids         bool
	changed            bool
	onlyRun, onlyStops bool
}

func runJobs(c *Call) Status {
	l := jobListing{call: c}
	execute := false
	o := c.options("lpnxrs")
	for o.next() {
		switch o.letter {
		case 'l':
			l.long = true
		case 'p':
			l.pids = true
		case 'n':
			l.changed = true
		case 'r':
			l.onlyRun, l.onlyStops = true, false
		case 's':
			l.onlyStops, l.onlyRun = true, false
		case 'x':
			execute = true
		}
	}
	if o.failed {
		return o.status
	}
	jobs := c.visibleJobs()
	args := o.rest()
	if execute {
		return l.execute(jobs, args)
	}
	if len(args) == 0 {
		for _, job := range jobs {
			l.show(job)
		}
		return c.finish(0)
	}
	status := 0
	for _, arg := range args {
		job, found, ambiguous := findJob(jobs, arg)
		if found {
			l.show(job)
		} else {
			if ambiguous {
				c.errorf("%s: ambiguous job spec", strings.TrimPrefix(arg, "%"))
			}
			c.errorf("%s: no such job", arg)
			status = failure
		}
	}
	return c.finish(status)
}

// execute is jobs -x: specifications become process ids.
func (l *jobListing) execute(jobs []Job, args []string) Status {
	if len(args) == 0 {
		return code(0)
	}
	replaced := make([]string, len(args))
	for i, arg := range args {
		replaced[i] = arg
		if !isJobSpec(arg) {
			continue
		}
		if job, found, _ := findJob(jobs, arg); found {
			replaced[i] = strconv.Itoa(leader(job))
		}
	}
	return l.call.Shell.Call(l.call.Ctx, l.call, replaced, CallHow{})
}

// leader is the process id that stands for a job: that of its first process.
func leader(job Job) int {
	if len(job.PIDs) > 0 {
		return job.PIDs[0]
	}
	return job.PID
}

func (l *jobListing) show(job Job) {
	c := l.call
	if l.onlyStops && !job.Stopped || l.onlyRun && (!job.Running || job.Stopped) || l.changed && job.Shown {
		return
	}
	c.Shell.Jobs().Reported(job.ID)
	if l.pids {
		c.printf("%d\n", leader(job))
		return
	}
	text := job.Text
	if job.Running && !job.Stopped {
		text += " &"
	}
	current := job.Current
	if current == 0 {
		current = ' '
	}
	pid := " "
	if l.long {
		pid = strings.Repeat(" ", max(5-len(strconv.Itoa(leader(job))), 0)) + strconv.Itoa(leader(job)) + " "
	}
	c.printf("[%d]%c %s%-24s%s\n", job.ID, current, pid, jobState(job), text)
}

// jobState words the state of a job.
func jobState(job Job) string {
	switch {
	case job.Stopped:
		return "Stopped"
	case job.Running:
		return "Running"
	case job.Signal != 0:
		return SignalText(job.Signal)
	case job.Code != 0:
		return "Exit " + strconv.Itoa(job.Code)
	}
	return "Done"
}

// SignalText is what the C library calls a signal (strsignal(3)).
func SignalText(number int) string {
	names := strings.Split("Hangup|Interrupt|Quit|Illegal instruction|Trace/breakpoint trap|Aborted|Bus error|"+
		"Floating point exception|Killed|User defined signal 1|Segmentation fault|User defined signal 2|"+
		"Broken pipe|Alarm clock|Terminated|Stack fault|Child exited|Continued|Stopped (signal)|Stopped|"+
		"Stopped (tty input)|Stopped (tty output)|Urgent I/O condition|CPU time limit exceeded|"+
		"File size limit exceeded|Virtual timer expired|Profiling timer expired|Window changed|I/O possible|"+
		"Power failure|Bad system call", "|")
	switch {
	case number >= 1 && number <= len(names):
		return names[number-1]
	case number >= firstRealTime && number <= lastSignal:
		return "Real-time signal " + strconv.Itoa(number-firstRealTime)
	}
	return "Unknown signal " + strconv.Itoa(number)
}

func runDisown(c *Call) Status {
	keep, all, running := false, false, false
	o := c.options("har")
	for o.next() {
		switch o.letter {
		case 'h':
			keep = true
		case 'a':
			all = true
		case 'r':
			running = true
		}
	}
	if o.failed {
		return o.status
	}
	jobs := c.visibleJobs()
	args := o.rest()
	if len(args) == 0 && (all || running) {
		for _, job := range jobs {
			if !running || job.Running {
				c.Shell.Jobs().Disown(job.ID, keep)
			}
		}
		return code(0)
	}
	if len(args) == 0 {
		job, found, _ := findJob(jobs, "%%")
		if !found {
			return c.failf("current: no such job")
		}
		c.Shell.Jobs().Disown(job.ID, keep)
		return code(0)
	}
	status := 0
	for _, arg := range args {
		job, found := jobOf(c, jobs, arg)
		if !found {
			status = failure
			continue
		}
		c.Shell.Jobs().Disown(job.ID, keep)
	}
	return c.finish(status)
}

// jobOf finds a job by specification or process id.
func jobOf(c *Call, jobs []Job, arg string) (Job, bool) {
	if pid, ok := parseInt(arg); ok {
		for _, job := range jobs {
			if int64(job.PID) == pid || int64(leader(job)) == pid {
				return job, true
			}
		}
	}
	return c.job(jobs, arg)
}

// runForeground is fg: it shows the job, lets it go on, and waits for it.
func runForeground(c *Call) Status {
	specs, st, ok := c.controlled()
	if !ok {
		return st
	}
	job, ok := c.controlledJob(specs[0])
	if !ok {
		return c.finish(failure)
	}
	c.Shell.Jobs().Foreground(job.ID) // what is typed from now on is for it
	c.printf("%s\n", job.Text)
	c.flush()
	_ = c.Shell.Signal(-leader(job), int(syscall.SIGCONT)) // of one that has ended meanwhile Wait tells
	n, _, _ := c.Shell.Jobs().Wait(c.Ctx, job.PID)
	return code(n)
}

// runBackground is bg: it lets stopped jobs go on.
func runBackground(c *Call) Status {
	specs, st, ok := c.controlled()
	if !ok {
		return st
	}
	status := 0
	for _, spec := range specs {
		job, ok := c.controlledJob(spec)
		if !ok {
			status = failure
			continue
		}
		if err := c.Shell.Signal(-leader(job), int(syscall.SIGCONT)); err != nil || !job.Stopped {
			c.errorf("job %d already in background", job.ID)
			continue
		}
		c.printf("[%d]%c %s &\n", job.ID, job.Current, job.Text)
	}
	return c.finish(status)
}

// controlled is what fg and bg are to work on: "" for the current job.
func (c *Call) controlled() (specs []string, st Status, ok bool) {
	if !c.State.JobControl() {
		return nil, c.failf("no job control"), false
	}
	if specs, st, ok = c.noOptions(); ok && len(specs) == 0 {
		specs = []string{""}
	}
	return specs, st, ok
}

// controlledJob is the job that fg and bg mean by an argument.
func (c *Call) controlledJob(spec string) (job Job, ok bool) {
	given := spec
	if spec == "" {
		spec = "%%"
	}
	job, found, ambiguous := findJob(c.visibleJobs(), spec)
	switch {
	case found && !job.Controlled:
		c.errorf("job %d started without job control", job.ID)
		return job, false
	case found:
		return job, true
	case given == "":
		c.errorf("current: no such job")
	case ambiguous:
		c.errorf("%s: ambiguous job spec", strings.TrimPrefix(strings.TrimPrefix(spec, "%"), "?"))
	default:
		c.errorf("%s: no such job", spec)
	}
	return job, false
}
