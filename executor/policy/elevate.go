package policy

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// elevators are programs that give their command another user's rights. They
// are set-user-id, which has no effect behind no_new_privs (prctl(2)).
var elevators = [...]string{"sudo", "sudoedit", "doas", "pkexec", "su"}

// CodeElevation is the code of a command that would need more rights than the
// sandbox lets anybody gain.
const CodeElevation = "elevation"

// elevation finds a command that would ask for another user's rights, where it
// can get none. It is asked before anything is decided: the command would fail
// anyway, in words that say nothing about why.
func (f Facts) elevation() (Verdict, bool) {
	if !f.NoNewPrivs {
		return Verdict{}, false
	}
	name := f.elevator()
	if name == "" {
		return Verdict{}, false
	}
	return Verdict{Action: config.Deny, Code: CodeElevation, Rule: "no_new_privs",
		Reason: fmt.Sprintf("%s can not gain privileges in the sandbox; run it outside of aegish, or without a sandbox: "+
			"landlock.enabled = false, seccomp.filter = \"off\" and the network open", name)}, true
}

// elevator names the first elevator that the text would start, or "".
func (f Facts) elevator() string {
	commands := f.Commands
	if !f.Parsed || f.Violation != nil {
		// Without a name or a quote in it the text can not spell one.
		if !strings.ContainsAny(f.Raw, "'\"\\") && !slices.ContainsFunc(elevators[:], func(name string) bool { return strings.Contains(f.Raw, name) }) {
			return ""
		}
		program, violation := bashast.ParseProgram([]byte(f.Raw), bashast.Allow{QuotedExpansions: true})
		if violation != nil {
			return firstElevator(f.Raw)
		}
		commands = unwrapAll(program, f.Context, bashast.Allow{QuotedExpansions: true})
	}
	for _, c := range commands {
		if len(c.Argv) > 0 && !c.isUnknown(0) {
			if name := path.Base(c.Argv[0]); slices.Contains(elevators[:], name) {
				return name
			}
		}
	}
	return ""
}

// firstElevator looks at the first word of a text that the gate does not read.
func firstElevator(text string) string {
	fields := strings.Fields(text)
	if len(fields) > 0 {
		if name := path.Base(fields[0]); slices.Contains(elevators[:], name) {
			return name
		}
	}
	return ""
}
