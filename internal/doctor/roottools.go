package doctor

import (
	"context"
	"path/filepath"
)

// Programs with which somebody becomes somebody else, or changes a login
// shell, and where they lie.
var (
	identityTools = [...]string{"su", "sudo", "runuser", "doas", "pkexec", "chsh", "usermod"}
	toolDirs      = [...]string{"/usr/bin", "/usr/sbin", "/bin", "/sbin"}
)

// rootTools says what stays root's whatever the login shell is.
func (e *examination) rootTools(context.Context) []Check {
	const name = "root_tools"
	var found []string
	for _, tool := range identityTools {
		for _, dir := range toolDirs {
			if e.host.exists(filepath.Join(dir, tool)) {
				found = append(found, tool)
				break
			}
		}
	}
	if len(found) == 0 {
		return []Check{pass(name, "neither su, sudo, runuser nor chsh is installed")}
	}
	summary := "installed: " + list(found)
	const roots = "root goes around any login shell (`su -s`, `runuser -u`, `sudo -u`, chsh), and so does who has such a right by sudoers."
	switch {
	case !e.sandboxed():
		return []Check{note(name, summary, roots+" Without the sandbox set-user-ID programs work for commands, too.")}
	case e.facts.Identity.UID == 0:
		return []Check{note(name, summary, roots)}
	case e.facts.Config.Config.Sudo.Allow:
		return []Check{note(name, summary, roots+" sudo.allow is true: one command behind sudo or doas leaves the sandbox, as far as sudoers and the rules let it.")}
	}
	return []Check{note(name, summary, roots+" Commands in the sandbox can not: no_new_privs keeps set-user-ID programs from gaining rights.")}
}
