//go:build system

package systemtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// forced is a command that an administrator may force on a user: it notes
// what the client asked for, byte by byte.
const forced = `if [ "${SSH_ORIGINAL_COMMAND+set}" ]; then printf '%s' "$SSH_ORIGINAL_COMMAND" > asked; else rm -f asked; fi; echo forced; exit 3`

func TestForcedCommand(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t, "ForceCommand "+forced)
	asked := host.login.path("asked")
	for _, command := range []string{
		"ls", "echo 'a  b' \"c\" d\\ e", "echo one\necho two\n", "  spaces  ", "`id` $(id) ${HOME}; id & id", "\xff\xc3\xa9\x1b[1m\t", "scp -t 'x y'",
		"'", strings.Repeat("long ", 4000),
	} {
		got := s.ssh(t, "", nil, command)
		if got != (reply{"forced\n", "", 3}) {
			t.Errorf("%q: %+v", command, got)
		}
		holds(t, command, asked, command)
	}
	for _, argv := range [][]string{s.sftp(t, "pwd\n"), s.scp(s.dir+"/host.pub", ":file")} {
		if got := call(t, "", argv...); got.status == 0 {
			t.Errorf("%v: %+v", argv, got)
		}
		holds(t, argv[0], asked, "/usr/lib/openssh/sftp-server")
	}
	// No command: the variable is not there, whether or not there is a terminal.
	if got := s.ssh(t, "echo not read\n", []string{"-T"}); got != (reply{"forced\n", "", 3}) {
		t.Errorf("no command: %+v", got)
	}
	if _, err := os.Stat(asked); err == nil {
		t.Error("SSH_ORIGINAL_COMMAND was set without a command")
	}
	c := s.terminal(t, host.login, nil)
	if status := c.Ends(); status != 3 || c.Expect(`^forced\r\n`) == "" {
		t.Errorf("a terminal: status %d, %q", status, c.Screen())
	}
	if _, err := os.Stat(asked); err == nil {
		t.Error("SSH_ORIGINAL_COMMAND was set on a terminal without a command")
	}
}

// A key's command, which forwards what was asked for to the gate again.
func TestForcedCommandOfAKey(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	key, err := os.ReadFile(filepath.Join(s.dir, "client.pub"))
	if err != nil {
		t.Fatal(err)
	}
	file := writeFile(t, filepath.Join(s.dir, "keys"), `restrict,command="`+strings.ReplaceAll(aegish()+` -c "$SSH_ORIGINAL_COMMAND" aegish`, `"`, `\"`)+`" `+string(key))
	host.login.authorize(t, file)
	if got := s.ssh(t, "in\n", nil, "cat; echo \"a  b\"\nexit 8"); got != (reply{"in\na  b\n", "", 8}) {
		t.Errorf("%+v", got)
	}
	configure(t, closed)
	if got := s.ssh(t, "", nil, "echo x"); got.status != 126 || got.stdout != "" || !strings.HasPrefix(got.stderr, "aegish: ") {
		t.Errorf("nothing is allowed: %+v", got)
	}
}
