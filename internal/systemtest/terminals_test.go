//go:build system

package systemtest

import (
	"os"
	"strings"
	"testing"
)

// talks types two commands at a prompt of the login user's session, sees the
// state kept, and leaves with a status.
func (c *console) talks(status int) {
	c.T.Helper()
	c.Expect(promptPattern)
	c.Send("cd /usr; export A='b c'; (exit 3)\r")
	c.Expect(promptIn("/usr"))
	c.Send("echo \"<$?|$A|$PWD>\"\r")
	c.Expect(`\n<3\|b c\|/usr>\r\n`)
	c.Expect(promptIn("/usr"))
	c.Send("stty -echo; tty > /dev/null && read -p 'name? ' x < /dev/tty; echo \"<$x>\"\r")
	c.Expect(`\nname\? `)
	c.Send("ada\r")
	c.Expect(`<ada>\r\n`)
	c.Expect(promptIn("/usr"))
	c.Send("sleep 4010\r")
	await(c.T, "sleep", func() bool { return host.login.running(c.T, "sleep 4010") })
	c.Send("\x03")
	c.Expect(promptIn("/usr"))
	c.Send("echo \"<$?>\"\r")
	c.Expect(`\n<130>\r\n`)
	c.Expect(promptIn("/usr"))
	c.Send("exit 5\r")
	if got := c.Ends(); got != status {
		c.T.Errorf("status %d, want %d", got, status)
	}
}

// Programs that put the shell on a terminal: people type.
func TestSessionsOnATerminal(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	u := host.login
	for name, argv := range map[string][]string{
		"su -": {"su", "-", u.name}, "su": {"su", u.name}, "su --pty": {"su", "--pty", "-", u.name}, "sudo -i": {"sudo", "-i", "-u", u.name},
		"script": u.runs("script", "-qe", "/dev/null"), "the shell itself": u.runs(u.shell),
	} {
		t.Run(name, func(t *testing.T) {
			leavesNothing(t)
			newConsole(t, argv...).talks(5)
		})
	}
}

// A command on a terminal; su -c takes the controlling terminal away from it
// and leaves it the streams.
func TestCommandsOnATerminal(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	for _, u := range []account{host.login, host.plain} {
		command := `read -p 'name? ' x; echo "<$x>"; test -t 1 && echo terminal; exit 7`
		for name, argv := range map[string][]string{
			"su -c": {"su", "-", u.name, "-c", command}, "su --pty": {"su", "--pty", "-", u.name, "-c", command},
			"su --session-command": {"su", "-", u.name, "--session-command", command}, "script -c": u.runs("script", "-qec", command, "/dev/null"),
			"the shell itself": u.runs(u.shell, "-c", command),
		} {
			c := newConsole(t, argv...)
			c.Expect(`^name\? `)
			c.Send("ada\r")
			status := c.Ends()
			c.Expect(`^ada\r\n<ada>\r\nterminal\r\n$`)
			if status != 7 {
				t.Errorf("%s, %s: status %d", name, u.shell, status)
			}
		}
	}
}

// vim.tiny runs commands for :!, and with a redirection to a file of its own
// for filters, which is what other builds do in system(). It is started by
// somebody whose SHELL is aegish, a name that vim does not know: it redirects
// standard error only for the shells on its list ('shellredir').
func TestVimRunsCommands(t *testing.T) {
	configure(t, everything)
	for _, shell := range []string{aegish(), "/bin/bash"} {
		u := host.plain
		u.shell = shell
		c := newConsole(t, u.runs("vim.tiny", "-Nu", "NONE")...)
		c.vim(u.home)
		c.Ends()
		holds(t, shell, u.path("text"), strings.ToUpper("\n"+u.home+"\none\ntwo\n")+"END\n")
		// The same without a terminal.
		got := call(t, "", u.runs("vim.tiny", "-Nu", "NONE", "-es", "-c", "!echo shown; echo a > made", "-c", "r !cat made", "-c", "%!cat; echo b", "-c", "w! text", "-c", "qa!")...)
		if got.status != 0 || strings.Contains(got.stdout, "aegish") || got.stderr != "" {
			t.Errorf("%s: %+v", shell, got)
		}
		holds(t, shell, u.path("text"), "\na\nb\n")
	}
}

// In a session vim's own commands come from a sandbox within the sandbox, and
// its files lie where the session may write.
func TestVimInASession(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	u := host.login
	c := newConsole(t, "su", "-", u.name)
	c.Expect(promptIn("~"))
	c.Send("vim.tiny -Nu NONE\r")
	c.vim(u.home)
	c.Expect(promptIn("~"))
	c.Send("exit\r")
	c.Ends()
	holds(t, "vim", u.path("text"), strings.ToUpper("\n"+u.home+"\none\ntwo\n")+"END\n")
}

// vim has commands run in each of its ways, and writes what came of them into
// the file text.
func (c *console) vim(home string) {
	c.T.Helper()
	c.Send(":!echo \"from $((1+1))\"; test -t 0 && echo terminal; (exit 4)\r")
	c.Expect(`from 2\r\nterminal\r\n`)
	c.Expect(`shell returned 4`)
	c.Expect(`Press ENTER`)
	c.Send("\r:r !echo one; echo two; pwd\r")
	c.Expect(`3 more lines|` + home)
	c.Send(":%!sort | tr a-z A-Z; echo END\r")
	c.Expect(`END`)
	c.Send(":w! text\r")
	c.Expect(`"text"`)
	c.Send(":qa!\r")
}

func TestVimIsToldOfARefusal(t *testing.T) {
	configure(t, closed)
	leavesNothing(t)
	u := host.login
	c := newConsole(t, u.runs("vim.tiny", "-Nu", "NONE")...)
	c.Send(":!touch mark\r")
	c.Expect(`aegish: denied by policy\.default`)
	c.Expect(`shell returned 126`)
	c.Send("\r:r !touch mark\r")
	c.Expect(`shell returned 126`)
	c.Send("\r:qa!\r")
	c.Ends()
	if os.Remove(u.path("mark")) == nil {
		t.Error("a refused command ran")
	}
}
