package doctor

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
)

// A scheduler runs users' jobs with /bin/sh, out of any session.
type scheduler struct {
	name, program, allow, deny string
	// open says that everybody may use it where neither file exists: cron of
	// Debian; at(1) and other crons leave it to root then.
	open   bool
	spools []string // where a user's jobs lie under the user's name
}

var schedulers = [...]scheduler{
	{name: "cron", program: "/usr/bin/crontab", allow: "/etc/cron.allow", deny: "/etc/cron.deny", open: true,
		spools: []string{"/var/spool/cron/crontabs", "/var/spool/cron"}},
	{name: "at", program: "/usr/bin/at", allow: "/etc/at.allow", deny: "/etc/at.deny"},
}

// jobs says who can have jobs run outside of aegish.
func (e *examination) jobs(context.Context) []Check {
	var users []string
	for _, a := range e.concerned() {
		if a.uid != 0 {
			users = append(users, a.name)
		}
	}
	var checks []Check
	for _, s := range schedulers {
		checks = append(checks, e.scheduler(s, users))
		if tables := e.tables(s, users); len(tables) > 0 {
			checks = append(checks, e.door("jobs."+s.name+"_tables", "there is "+list(tables),
				"Its jobs run with /bin/sh unless it sets SHELL. Look through it."))
		}
	}
	return checks
}

func (e *examination) scheduler(s scheduler, users []string) Check {
	name := "jobs." + s.name
	if !e.host.exists(s.program) {
		return pass(name, s.program+" is not installed")
	}
	permitted, why := e.permitted(s, users)
	advice := fmt.Sprintf("Jobs run with /bin/sh, outside of aegish and its sandbox. List those who may in %s; an empty file leaves it to root.", s.allow)
	if e.sandboxed() {
		advice += " From inside the sandbox none can be installed, since " + s.program + " gains no rights there; other ways in remain."
	}
	switch {
	case len(users) == 0:
		return note(name, fmt.Sprintf("%s is installed; %s", s.program, why), advice)
	case len(permitted) == 0:
		return pass(name, fmt.Sprintf("%s: %s", why, list(users)+" may not use it"))
	}
	return e.door(name, fmt.Sprintf("%s may use %s: %s", list(permitted), s.program, why), advice)
}

// permitted applies the rule of crontab(1) and at(1): the allow file counts
// alone where it exists, else everybody may who is not in the deny file. A
// file that can not be read permits nobody less than it might.
func (e *examination) permitted(s scheduler, users []string) (names []string, why string) {
	if e.host.exists(s.allow) {
		allowed, err := e.host.lines(s.allow)
		if err != nil {
			return users, fmt.Sprintf("%s: %v", s.allow, err)
		}
		return keep(users, func(user string) bool { return slices.Contains(allowed, user) }), s.allow + " lists who may"
	}
	if e.host.exists(s.deny) {
		denied, err := e.host.lines(s.deny)
		if err != nil {
			return users, fmt.Sprintf("%s: %v", s.deny, err)
		}
		return keep(users, func(user string) bool { return !slices.Contains(denied, user) }), s.deny + " lists who may not"
	}
	if s.open {
		return users, fmt.Sprintf("there is neither %s nor %s", s.allow, s.deny)
	}
	return nil, fmt.Sprintf("without %s and %s it is root's alone", s.allow, s.deny)
}

// tables lists the job files of users that this process can see.
func (e *examination) tables(s scheduler, users []string) []string {
	var found []string
	for _, dir := range s.spools {
		for _, user := range users {
			path := filepath.Join(dir, user)
			if info, err := e.host.lstat(path); err == nil && info.Mode().IsRegular() {
				found = append(found, path)
			}
		}
	}
	return found
}

func keep(all []string, good func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return !good(s) })
}
