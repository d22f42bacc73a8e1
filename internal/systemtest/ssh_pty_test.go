//go:build system

package systemtest

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// terminal opens a client on a terminal.
func (s *sshServer) terminal(t *testing.T, u account, options []string, args ...string) *console {
	t.Helper()
	return newConsole(t, s.client(u, options, args...)...)
}

func TestTerminalThroughSSH(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	c := s.terminal(t, host.login, nil)
	c.Expect(promptIn("~"))
	c.Send("cd /usr; export A='b c'; (exit 3)\r")
	c.Expect(promptIn("/usr"))
	c.Send("echo \"<$?|$A|$PWD|$TERM|$SSH_TTY>\"; tty\r")
	c.Expect(`<3\|b c\|/usr\|xterm\|(/dev/pts/\d+)>\r\n/dev/pts/\d+\r\n`)
	c.Expect(promptIn("/usr"))
	c.Send("cd -\r")
	c.Expect(`\n` + host.login.home + `\r\n`)
	c.Expect(promptIn("~"))
	c.Send("trap 'stty size; end=1' WINCH; echo ready; until [ $end ]; do /bin/sleep 0.01; done\r")
	c.Expect(`\nready\r\n`)
	c.Resize(40, 100)
	c.Expect(`40 100\r\n`)
	c.Expect(promptIn("~"))
	c.Send("sleep 4001\r")
	await(t, "sleep", func() bool { return host.login.running(t, "sleep 4001") })
	c.Send("\x03")
	c.Expect(promptIn("~"))
	c.Send("exit\r")
	if got := c.Ends(); got != 130 {
		t.Errorf("status %d, want that of the interrupted command", got)
	}
}

func TestTerminalSessionEnds(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	for keys, want := range map[string]int{"exit 5\r": 5, "(exit 6)\r\x04": 6, "logout\r": 0, "if true; then\rexit 300\rfi\r": 44} {
		c := s.terminal(t, host.login, nil)
		c.Expect(promptPattern)
		c.Send(keys)
		if got := c.Ends(); got != want {
			t.Errorf("%q: status %d, want %d", keys, got, want)
		}
	}
}

// A command on a terminal: both login shells give the same bytes and status,
// but for a death by signal, which sshd reports as 255 and aegish as 128+n.
func TestCommandsOnATerminalThroughSSH(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	for _, tt := range []struct {
		command    string
		asks, keys string // what is waited for, and the answer
		rest       string // the end of what is shown
		status     int
	}{
		{command: "test -t 0 && test -t 1 && test -t 2 && echo terminal; exit 6", rest: `^terminal\r\n$`, status: 6},
		{command: `read -p 'name? ' x; echo "<$x>"`, asks: `^name\? $`, keys: "ada\r", rest: `^ada\r\n<ada>\r\n$`},
		{command: `stty -echo; echo ready; read x; echo "<$x>"; sh -c 'exit 99'`, asks: `^ready\r\n$`, keys: "ada\r", rest: `^<ada>\r\n$`, status: 99},
		{command: "printf 'a\\tb\\n'; tty | grep -c pts", rest: `^a\tb\r\n1\r\n$`},
		// What says that it is ready is what the interrupt is for: bash passes
		// one that comes between its fork and the program's start over.
		{command: "sh -c 'echo ready; exec sleep 4005'; echo after", asks: `^ready\r\n$`, keys: "\x03", rest: `^\^C$`, status: 130},
	} {
		for _, u := range []account{host.login, host.plain} {
			c := s.terminal(t, u, []string{"-t"}, tt.command)
			if tt.asks != "" {
				c.Expect(tt.asks)
				c.Send(tt.keys)
			}
			status := c.Ends()
			c.Expect(tt.rest)
			if status != tt.status && (tt.status <= 128 || u != host.plain) {
				t.Errorf("%s, %s: status %d, want %d", tt.command, u.shell, status, tt.status)
			}
		}
	}
}

// What runs when the client goes: the one on a terminal is hung up, and the
// other ends when it reads or writes, as with any login shell. In neither case
// does anything of aegish's own stay behind.
func TestDisconnect(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	for _, tt := range []struct {
		name    string
		options []string
		command string // what the server runs
		waitFor string // what shows that it runs
	}{
		{"a session that reads", []string{"-T"}, "", "-" + "aegish"},
		{"a command that reads", nil, "cat; echo end", "cat"},
		{"a command that writes", nil, "while echo x; do /bin/sleep 0.01; done", "bash"},
		{"a file transfer", nil, "/usr/lib/openssh/sftp-server", "/usr/lib/openssh/sftp-server"},
		{"a terminal's prompt", []string{"-tt"}, "", "-" + "aegish"},
		{"a terminal's command", []string{"-tt"}, "sleep 4002; echo end", "sleep 4002"},
		{"a terminal's command that ignores it", []string{"-tt"}, "trap '' HUP; sleep 4003; echo end", "sleep 4003"},
		{"a terminal's command that ignores all", []string{"-tt"}, "trap '' HUP INT TERM; sleep 4006; echo end", "sleep 4006"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			leavesNothing(t)
			var args []string
			if tt.command != "" {
				args = []string{tt.command}
			}
			argv := s.client(host.login, tt.options, args...)
			cmd := exec.Command(argv[0], argv[1:]...)
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer stdin.Close()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			await(t, tt.waitFor, func() bool {
				for _, cmdline := range host.login.processes(t) {
					if strings.HasPrefix(cmdline, tt.waitFor) {
						return true
					}
				}
				return false
			})
			if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
		})
	}
}

// Without a terminal, what neither reads nor writes does not notice that its
// client has gone. aegish waits for it as any login shell does, and ends with
// it.
func TestASilentCommandOutlivesItsClient(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	c := newConsole(t, s.client(host.login, []string{"-T", "-n"}, "sleep 4004; echo end")...)
	await(t, "sleep", func() bool { return host.login.running(t, "sleep 4004") })
	c.HangUp()
	await(t, "sshd to notice", func() bool {
		for _, cmdline := range host.login.processes(t) {
			if strings.HasPrefix(cmdline, "sshd:") {
				return false
			}
		}
		return true
	})
	for pid, cmdline := range host.login.processes(t) {
		if cmdline == "sleep 4004" {
			_ = syscall.Kill(pid, syscall.SIGTERM)
			return
		}
	}
	t.Error("the command ended with its client")
}
