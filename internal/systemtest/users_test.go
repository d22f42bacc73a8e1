//go:build system

package systemtest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// An account is a user made for the tests.
type account struct {
	name, shell, home string
	uid, gid          int
}

// path is a file in the user's home.
func (u account) path(name string) string { return filepath.Join(u.home, name) }

// expand puts the user's name for %USER%, the home for %HOME% and the
// shell for %SHELL%.
func (u account) expand(text string) string {
	return strings.NewReplacer("%USER%", u.name, "%HOME%", u.home, "%SHELL%", u.shell).Replace(text)
}

// runs is the command line that starts a program as the user, without a login
// and with an environment of the user's own.
func (u account) runs(argv ...string) []string {
	prefix := []string{
		"setpriv", "--reuid", strconv.Itoa(u.uid), "--regid", strconv.Itoa(u.gid), "--clear-groups", "env", "-i", "-C", u.home,
		"HOME=" + u.home, "USER=" + u.name, "LOGNAME=" + u.name, "SHELL=" + u.shell, "PATH=/usr/bin:/bin", "TERM=xterm", "LC_ALL=C.UTF-8",
	}
	return append(prefix, argv...)
}

// processes lists the command lines of everything that runs as the user.
func (u account) processes(t *testing.T) map[int]string {
	t.Helper()
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	found := map[int]string{}
	for _, dir := range dirs {
		status, err := os.ReadFile(dir + "/status")
		if err != nil || !strings.Contains(string(status), "\nUid:\t"+strconv.Itoa(u.uid)+"\t") || strings.Contains(string(status), "\nState:\tZ") {
			continue // another's, or it ended meanwhile
		}
		cmdline, err := os.ReadFile(dir + "/cmdline")
		if err != nil {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(dir))
		found[pid] = strings.TrimSpace(strings.ReplaceAll(string(cmdline), "\x00", " "))
	}
	return found
}

// running says whether a process of the user has this command line.
func (u account) running(t *testing.T, cmdline string) bool {
	t.Helper()
	for _, found := range u.processes(t) {
		if found == cmdline {
			return true
		}
	}
	return false
}

// leavesNothing fails when a process of the login user outlives the test, and
// ends it.
func leavesNothing(t *testing.T) {
	t.Helper()
	t.Cleanup(func() {
		deadline := time.Now().Add(patience)
		for len(host.login.processes(t)) > 0 && time.Now().Before(deadline) {
			time.Sleep(5 * time.Millisecond)
		}
		for pid, cmdline := range host.login.processes(t) {
			t.Errorf("left behind: %d %s", pid, cmdline)
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
}
