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
	c.t.Helper()
	c.expect(promptPattern)
	c.send("cd /usr; export A='b c'; (exit 3)\r")
	c.expect(promptIn("/usr"))
	c.send("echo \"<$?|$A|$PWD>\"\r")
	c.expect(`\n<3\|b c\|/usr>\r\n`)
	c.expect(promptIn("/usr"))
	c.send("stty -echo; tty > /dev/null && read -p 'name? ' x < /dev/tty; echo \"<$x>\"\r")
	c.expect(`\nname\? `)
	c.send("ada\r")
	c.expect(`<ada>\r\n`)
	c.expect(promptIn("/usr"))
	c.send("sleep 4010\r")
	await(c.t, "sleep", func() bool { return host.login.running(c.t, "sleep 4010") })
	c.send("\x03")
	c.expect(promptIn("/usr"))
	c.send("echo \"<$?>\"\r")
	c.expect(`\n<130>\r\n`)
	c.expect(promptIn("/usr"))
	c.send("exit 5\r")
	if got := c.ends(); got != status {
		c.t.Errorf("status %d, want %d", got, status)
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
			c.expect(`^name\? `)
			c.send("ada\r")
			status := c.ends()
			c.expect(`^ada\r\n<ada>\r\nterminal\r\n$`)
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
		c.ends()
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
	c.expect(promptIn("~"))
	c.send("vim.tiny -Nu NONE\r")
	c.vim(u.home)
	c.expect(promptIn("~"))
	c.send("exit\r")
	c.ends()
	holds(t, "vim", u.path("text"), strings.ToUpper("\n"+u.home+"\none\ntwo\n")+"END\n")
}

// vim has commands run in each of its ways, and writes what came of them into
// the file text.
func (c *console) vim(home string) {
	c.t.Helper()
	c.send(":!echo \"from $((1+1))\"; test -t 0 && echo terminal; (exit 4)\r")
	c.expect(`from 2\r\nterminal\r\n`)
	c.expect(`shell returned 4`)
	c.expect(`Press ENTER`)
	c.send("\r:r !echo one; echo two; pwd\r")
	c.expect(`3 more lines|` + home)
	c.send(":%!sort | tr a-z A-Z; echo END\r")
	c.expect(`END`)
	c.send(":w! text\r")
	c.expect(`"text"`)
	c.send(":qa!\r")
}

func TestVimIsToldOfARefusal(t *testing.T) {
	configure(t, closed)
	leavesNothing(t)
	u := host.login
	c := newConsole(t, u.runs("vim.tiny", "-Nu", "NONE")...)
	c.send(":!touch mark\r")
	c.expect(`aegish: denied by policy\.default`)
	c.expect(`shell returned 126`)
	c.send("\r:r !touch mark\r")
	c.expect(`shell returned 126`)
	c.send("\r:qa!\r")
	c.ends()
	if os.Remove(u.path("mark")) == nil {
		t.Error("a refused command ran")
	}
}
