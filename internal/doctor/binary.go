package doctor

import (
	"context"
	"debug/elf"
	"fmt"
)

// StaticExecutable reports whether an ELF file names no program interpreter,
// so that no dynamic linker, and no LD_* variable of a caller, has a say in
// what it loads (elf(5), PT_INTERP).
func StaticExecutable(path string) (bool, error) {
	file, err := elf.Open(path)
	if err != nil {
		return false, fmt.Errorf("read executable: %w", err)
	}
	defer file.Close()
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP {
			return false, nil
		}
	}
	return true, nil
}

// binary looks at aegish's own file.
func (e *examination) binary(context.Context) []Check {
	const name = "binary"
	self := e.facts.Self
	checks := []Check{pass(name, self+" is static: no LD_* variable of a caller can load code into it")}
	if !e.facts.Static {
		checks[0] = e.door(name, self+" is dynamic: whoever sets LD_* variables before it starts can load code into it",
			"Needed only where users come from a directory service. Elsewhere install the static build (make build).")
	}
	if err := e.host.rootOnly(self); err != nil {
		checks = append(checks, e.door("binary.owner", fmt.Sprintf("%s: %v", self, err),
			"Whoever can write it decides what the shell does. A login shell has to be root's (make install as root)."))
	}
	return checks
}

// user says whether the running user could be resolved.
func (e *examination) user(context.Context) []Check {
	const name = "user"
	if err := e.facts.IdentityErr; err != nil {
		advice := "Sessions of this user do not start. Add the user and all its groups to the user database."
		if e.facts.Static {
			advice = "A static aegish reads only /etc/passwd and /etc/group. For users from a directory service install the dynamic build (make build-dynamic)."
		}
		return []Check{failure(name, fmt.Sprintf("the running user can not be resolved: %v", err), advice)}
	}
	id := e.facts.Identity
	summary := fmt.Sprintf("%s (user id %d), home %s", id.User, id.UID, id.Home)
	if id.UID == 0 {
		return []Check{note(name, summary,
			"Checks of what a user can reach say little for root. Run doctor as the user in question, too.")}
	}
	return []Check{pass(name, summary)}
}
