//go:build system

package systemtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// inProcess is a login shell that starts no program at all.
const inProcess = "profile = \"observe\"\nengine = \"interp\"\n"

// TestInterpThroughLogins starts the engine as su, sudo and sshd start login
// shells, with commands and without.
func TestInterpThroughLogins(t *testing.T) {
	configure(t, inProcess)
	leavesNothing(t)
	s := startSSHD(t)
	u := host.login
	for _, tt := range []struct {
		name, stdin string
		argv        []string
		stdout      string
		status      int
	}{
		{"su, a command", "", []string{"su", "-", u.name, "-c", `x=1; echo "$x $0 $HOME" | tr a-z A-Z; exit 5`}, "1 AEGISH " + strings.ToUpper(u.home) + "\n", 5},
		{"su, arguments", "", []string{"su", "-l", u.name, "-c", `printf '<%s>' "$0" "$@"`, "--", "a b", ""}, "<a b><>", 0},
		{"su, commands on standard input", "cd /tmp\npwd\nf() { echo $1; }\nf kept\nlogout 4\necho after\n", []string{"su", "-", u.name}, "/tmp\nkept\n", 4},
		{"sudo", "", []string{"sudo", "-i", "-u", u.name, "echo", "a b"}, "a b\n", 0},
		{"ssh, a command", "in\n", s.client(u, nil, "read x; echo \"<$x>\"; shopt -q login_shell || echo no login; exit 7"), "<in>\nno login\n", 7},
		{"ssh, commands on standard input", "echo $((6*7))\nexit 3\n", s.client(u, []string{"-T"}), "42\n", 3},
		{"what is no command of it", "", s.client(u, nil, "/usr/bin/id; /bin/sh -c 'exec /usr/bin/python3 -c 1'; /usr/sbin/sshd"), "", 127},
	} {
		got := call(t, tt.stdin, tt.argv...)
		if tt.name == "what is no command of it" {
			got.stdout = "" // id is one
		}
		if got.stdout != tt.stdout || got.status != tt.status {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	c := s.terminal(t, u, nil)
	c.Expect(`aegish:[^\n]*\$ `)
	c.Send("cd /tmp; echo \"<$$>\" | grep -c '<[0-9]*>'\r")
	c.Expect(`\n1\r\n`)
	c.Expect(`aegish:/tmp\$ `)
	c.Send("logout 6\r")
	if got := c.Ends(); got != 6 {
		t.Errorf("a terminal: status %d", got)
	}
}

// TestInterpTransfersNothing: clients that want a program on the other side are
// told that there is none, and no byte of theirs is answered.
func TestInterpTransfersNothing(t *testing.T) {
	configure(t, inProcess)
	leavesNothing(t)
	s := startSSHD(t)
	local, back := writeFile(t, filepath.Join(s.dir, "file"), "text"), filepath.Join(s.dir, "back")
	user := host.login.name + "@127.0.0.1:"
	for _, argv := range [][]string{
		s.scp(local, ":mark"), s.scp("-O", local, ":mark"), s.scp("-O", ":.profile", back), s.sftp(t, "put "+local+" mark\n"),
		s.rsync("-a", local, ":mark"), s.git(s.dir, "clone", user+"mark", back),
	} {
		got := call(t, "", argv...)
		if got.status == 0 || got.stdout != "" || !strings.Contains(got.stderr, "not found") && !strings.Contains(got.stderr, "Connection closed") {
			t.Errorf("%v: %+v", argv, got)
		}
		for _, path := range []string{host.login.path("mark"), back} {
			if os.Remove(path) == nil {
				t.Errorf("%v made %s", argv, path)
			}
		}
	}
}
