//go:build system

package systemtest

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// A tmux is a server of the login user's own, with aegish as default-shell.
type tmux struct {
	t      *testing.T
	prefix []string
}

func newTmux(t *testing.T) *tmux {
	t.Helper()
	conf := writeFile(t, host.login.path("tmux.conf"), "set -g default-shell "+aegish()+"\nset -g remain-on-exit on\nset -g status off\n")
	m := &tmux{t: t, prefix: host.login.runs("env", "TMUX_TMPDIR="+host.login.home, "tmux", "-f", conf)}
	t.Cleanup(func() { call(t, "", append(m.prefix, "kill-server")...) })
	return m
}

// run gives tmux a command and returns what it prints.
func (m *tmux) run(args ...string) string {
	m.t.Helper()
	got := call(m.t, "", append(m.prefix[:len(m.prefix):len(m.prefix)], args...)...)
	if got.status != 0 {
		m.t.Fatalf("tmux %v: %+v", args, got)
	}
	return got.stdout
}

// starts makes a session with the shell in it and returns its pane.
func (m *tmux) starts() string {
	m.t.Helper()
	return strings.TrimSpace(m.run("new-session", "-d", "-x", "150", "-y", "40", "-P", "-F", "#{pane_id}"))
}

// opens starts a command in a pane of its own and returns the pane.
func (m *tmux) opens(how, command string) string {
	m.t.Helper()
	return strings.TrimSpace(m.run(how, "-P", "-F", "#{pane_id}", command))
}

// shows waits until a pane's screen has the pattern.
func (m *tmux) shows(pane, pattern string) {
	m.t.Helper()
	re := regexp.MustCompile(pattern)
	await(m.t, pattern, func() bool { return re.MatchString(m.run("capture-pane", "-p", "-t", pane)) })
}

// dies waits for the end of a pane's command. tmux 3.3a now and then loses the
// status, of any shell, so that nothing is said about it.
func (m *tmux) dies(pane string) {
	m.t.Helper()
	await(m.t, "the end of pane "+pane, func() bool {
		return m.run("display-message", "-p", "-t", pane, "#{pane_dead}") == "1\n"
	})
}

func TestTmuxStartsTheShell(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	m := newTmux(t)
	first := m.starts()
	m.shows(first, `(?m)^aegish:~\$`)
	m.run("send-keys", "-t", first, "cd /usr; export A='b c'; (exit 3)", "Enter")
	m.shows(first, `(?m)^aegish:/usr\$`)
	m.run("send-keys", "-t", first, `echo "<$?|$A|$PWD|$TERM>"`, "Enter")
	m.shows(first, `(?m)^<3\|b c\|/usr\|(screen|tmux)[-0-9a-z]*>$`)
	m.run("send-keys", "-t", first, "exit 5", "Enter")
	m.dies(first)
	for _, command := range []string{"split-window", "new-window"} {
		pane := m.opens(command, `echo "<in a  pane>"; read x; test -t 0 && echo "$x" > answer`)
		m.shows(pane, `(?m)^<in a  pane>$`)
		m.run("send-keys", "-t", pane, command, "Enter")
		m.dies(pane)
		holds(t, command, host.login.path("answer"), command+"\n")
	}
	pane := m.opens("split-window", "sleep 4011")
	await(t, "sleep", func() bool { return host.login.running(t, "sleep 4011") })
	m.run("kill-pane", "-t", pane)
	await(t, "its end", func() bool { return !host.login.running(t, "sleep 4011") })
}

func TestTmuxIsRefused(t *testing.T) {
	configure(t, closed)
	leavesNothing(t)
	m := newTmux(t)
	first := m.starts()
	m.shows(first, `(?m)^aegish:~\$`)
	m.run("send-keys", "-t", first, "id", "Enter")
	m.shows(first, `(?m)^aegish: denied by policy\.default`)
	m.run("send-keys", "-t", first, "exit", "Enter")
	m.dies(first)
	m.dies(m.opens("split-window", "touch mark"))
	if os.Remove(host.login.path("mark")) == nil {
		t.Error("a refused command ran")
	}
}
