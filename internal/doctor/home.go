package doctor

import (
	"context"
	"path/filepath"
)

// homeFiles looks for files in home directories that make other programs run
// things around the login shell. Only their presence is looked at.
func (e *examination) homeFiles(context.Context) []Check {
	checks := []Check{
		e.homeFile("home.ssh_rc", ".ssh/rc", "sshd hands it to /bin/sh before the session. Remove it and set PermitUserRC no."),
		e.homeFile("home.ssh_environment", ".ssh/environment", "Where PermitUserEnvironment is on, it sets variables before aegish starts. Remove it."),
	}
	if !e.host.exists("/usr/sbin/sendmail") && !e.host.exists("/usr/lib/sendmail") {
		return append(checks, pass("home.forward", "no mail system that would run a ~/.forward"))
	}
	return append(checks, e.homeFile("home.forward", ".forward",
		"The mail system pipes incoming mail into the programs that it names, with /bin/sh. Remove it, or turn such pipes off."))
}

// homeFile reports in which of the concerned homes a file is.
func (e *examination) homeFile(name, file, advice string) Check {
	var found []string
	for _, a := range e.concerned() {
		if path := filepath.Join(a.home, file); filepath.IsAbs(a.home) && e.host.exists(path) {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		return pass(name, "no ~/"+file+" in sight")
	}
	return e.door(name, "there is "+list(found), advice)
}
