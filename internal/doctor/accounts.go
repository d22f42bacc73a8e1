package doctor

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An account is a line of /etc/passwd (passwd(5)).
type account struct {
	name        string
	uid         int
	home, shell string
}

// accounts is what /etc/passwd says about aegish. Users of a directory service
// are not in it.
type accounts struct {
	ours []account // whose login shell is this binary
	err  error
}

// maxAccounts bounds the accounts whose files are looked at.
const maxAccounts = 64

// readAccounts finds the users whose login shell is the examined binary, by
// its path or by another name of the same file.
func (e *examination) readAccounts(context.Context) accounts {
	lines, err := e.host.lines("/etc/passwd")
	if err != nil {
		return accounts{err: err}
	}
	found := accounts{}
	known := map[string]bool{"": false}
	for _, line := range lines {
		a, ok := parseAccount(line)
		if !ok {
			continue
		}
		ours, seen := known[a.shell]
		if !seen {
			ours = a.shell == e.facts.Self || e.host.same(a.shell, e.facts.Self)
			known[a.shell] = ours
		}
		if ours {
			found.ours = append(found.ours, a)
		}
	}
	return found
}

func parseAccount(line string) (account, bool) {
	f := strings.Split(line, ":")
	if len(f) != 7 || f[0] == "" {
		return account{}, false
	}
	uid, err := strconv.Atoi(f[2])
	return account{name: f[0], uid: uid, home: f[5], shell: f[6]}, err == nil
}

// concerned lists the accounts whose side doors matter: the running user and
// those with aegish as login shell.
func (e *examination) concerned() []account {
	var all []account
	if id := e.facts.Identity; e.facts.IdentityErr == nil && id.User != "" {
		all = append(all, account{name: id.User, uid: id.UID, home: id.Home, shell: id.Shell})
	}
	for _, a := range e.accounts.ours {
		if len(all) < maxAccounts && !slices.ContainsFunc(all, func(b account) bool { return a.name == b.name }) {
			all = append(all, a)
		}
	}
	return all
}

// login looks at aegish's place among the login shells.
func (e *examination) login(context.Context) []Check {
	checks := []Check{e.loginUsers()}
	if i := slices.IndexFunc(e.accounts.ours, func(a account) bool { return a.uid == 0 }); i >= 0 {
		checks = append(checks, warning("login.root", e.accounts.ours[i].name+" (user id 0) has aegish as login shell",
			"Keep a plain shell for root: it is what repairs a host whose aegish does not start, and root can leave any shell."))
	}
	return append(checks, e.etcShells())
}

func (e *examination) loginUsers() Check {
	const name = "login.users"
	if e.accounts.err != nil {
		return warning(name, fmt.Sprintf("/etc/passwd: %v", e.accounts.err), "Without it nobody can be looked up.")
	}
	var names []string
	for _, a := range e.accounts.ours {
		names = append(names, a.name)
	}
	if len(names) == 0 {
		return note(name, "no user of /etc/passwd has aegish as login shell", "")
	}
	return note(name, "login shell of "+list(names),
		"Give them another shell before you remove or move aegish: without the file they can not log in.")
}

// etcShells looks for aegish in /etc/shells (shells(5)).
func (e *examination) etcShells() Check {
	const name = "login.etc_shells"
	lines, err := e.host.lines("/etc/shells")
	if err != nil {
		return note(name, fmt.Sprintf("/etc/shells: %v", err), "")
	}
	self := e.facts.Self
	for _, line := range lines {
		if line == self || e.host.same(line, self) {
			return e.door(name, line+" is listed in /etc/shells",
				"Its users can leave it with chsh, and others may run another shell as them with `su -s`. Take the line out; ssh works without it.")
		}
	}
	return pass(name, "not listed in /etc/shells: its users can not leave it with chsh, and `su -s` is root's alone")
}

// maxListed bounds the names that one line lists.
const maxListed = 8

// list joins names, and counts those after the first few.
func list(names []string) string {
	if more := len(names) - maxListed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), more)
	}
	return strings.Join(names, ", ")
}
