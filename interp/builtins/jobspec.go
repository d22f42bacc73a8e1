package builtins

import "strings"

// isJobSpec tells whether an argument names a job.
func isJobSpec(arg string) bool { return strings.HasPrefix(arg, "%") }

// visibleJobs are the jobs that can be named and listed. A shell that is not
// interactive forgets those that have ended at once.
func (c *Call) visibleJobs() []Job {
	jobs := c.Shell.Jobs().List()
	out := jobs[:0:0]
	for _, job := range jobs {
		if !job.Forgotten {
			out = append(out, job)
		}
	}
	return out
}

// findJob finds the job that a specification means (bash(1), JOB CONTROL):
// %N, %% %+ % for the current one, %- for the one before, %TEXT for what it
// begins with, %?TEXT for what is in it. ambiguous tells that several fit.
func findJob(jobs []Job, arg string) (job Job, found, ambiguous bool) {
	spec := strings.TrimPrefix(arg, "%")
	if n, ok := parseInt(spec); ok && spec != "" {
		for _, j := range jobs {
			if int64(j.ID) == n {
				return j, true, false
			}
		}
		return Job{}, false, false
	}
	fits := func(j Job) bool { return strings.HasPrefix(j.Text, spec) }
	switch {
	case spec == "" || spec == "%" || spec == "+":
		fits = func(j Job) bool { return j.Current == '+' }
	case spec == "-":
		fits = func(j Job) bool { return j.Current == '-' || j.Current == '+' && len(jobs) == 1 }
	case spec[0] == '?':
		fits = func(j Job) bool { return strings.Contains(j.Text, spec[1:]) }
	}
	for _, j := range jobs {
		if !fits(j) {
			continue
		}
		if found {
			return Job{}, false, true
		}
		job, found = j, true
	}
	return job, found, false
}

// job finds a job or reports that there is none.
func (c *Call) job(jobs []Job, arg string) (Job, bool) {
	job, found, ambiguous := findJob(jobs, arg)
	switch {
	case ambiguous:
		c.errorf("%s: ambiguous job spec", strings.TrimPrefix(strings.TrimPrefix(arg, "%"), "?"))
	case !found:
		c.errorf("%s: no such job", arg)
	}
	return job, found
}
