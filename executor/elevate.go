package executor

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/executor/policy"
	"golang.org/x/sys/unix"
)

// elevatorDirs are where sudo and doas are looked for, in this order. PATH is
// the user's and decides nothing.
var elevatorDirs = [...]string{"/usr/bin", "/bin", "/usr/local/bin", "/run/wrappers/bin"}

// findElevator gives the path of an elevator that nobody but root can have put
// there.
func findElevator(name string) (string, error) {
	for _, dir := range elevatorDirs {
		path := filepath.Join(dir, name)
		err := config.CheckTrusted(path, config.Trust{})
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		return path, err
	}
	return "", fmt.Errorf("%s is in none of %s", name, strings.Join(elevatorDirs[:], ", "))
}

// elevate makes a launch that of a command outside of the sandbox: sudo or doas
// itself, without the shell, the ruleset, the filter and no_new_privs, under
// which it could do nothing. What keeps the command in bounds is then
// sudoers(5) or doas.conf(5).
func (b *Bash) elevate(l *launcher, st *envstate.State, req Request) error {
	e := req.elevation
	if set, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); err != nil || set != 0 {
		return fmt.Errorf("%s can gain no rights: this aegish runs in a sandbox itself (no_new_privs)", e.Program)
	}
	path, err := b.find(e.Program)
	if err != nil {
		return err
	}
	if spelled := e.Path; spelled != "" {
		if !filepath.IsAbs(spelled) {
			spelled = filepath.Join(st.Dir, spelled)
		}
		if !sameFile(spelled, path) {
			return fmt.Errorf("%s is not the %s of this system, %s", e.Path, e.Program, path)
		}
	}
	l.elevated, l.spec.Filter, l.spec.NoNewPrivs = true, nil, false
	l.spec.Path, l.spec.Argv = path, []string{e.Program}
	switch {
	case req.Isolate:
		l.spec.Argv = append(l.spec.Argv, "-n") // nobody is there to give a password
	case b.opts.Terminal == nil:
		l.terminal = foregroundTerminal()
	}
	l.spec.Argv = append(l.spec.Argv, e.Args...)
	l.spec.Env = withVariables(l.spec.Env, e.Env)
	return nil
}

// withVariables gives variables values, each as NAME=VALUE.
func withVariables(env, more []string) []string {
	for _, entry := range more {
		name, _, _ := strings.Cut(entry, "=")
		env = slices.DeleteFunc(env, func(e string) bool { return strings.HasPrefix(e, name+"=") })
		env = append(env, entry)
	}
	return env
}

// noteElevation says in the record whose rights a command had. A group alone
// leaves the user as it is.
func (t *turn) noteElevation(e *policy.Elevation) {
	t.record.Elevated, t.record.ElevatedUser, t.record.ElevatedGroup = true, e.User, e.Group
	if e.User == "" {
		t.record.ElevatedUser = t.session.opts.Identity.User
	}
}
