//go:build system

package systemtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// refuses are configurations under which none of what clients do is allowed:
// one with no rule at all, and the built-in one for login shells.
var refuses = map[string]string{"closed": closed, "restricted": "profile = \"restricted\"\n"}

// underEach runs a test once for each of them.
func underEach(t *testing.T, test func(t *testing.T)) {
	for name, text := range refuses {
		t.Run(name, func(t *testing.T) {
			configure(t, text)
			leavesNothing(t)
			test(t)
		})
	}
}

// refused fails unless the command was denied: 126, a message, no byte on
// standard output, and nothing ran.
func refused(t *testing.T, what any, got reply) {
	t.Helper()
	if got.status != 126 || got.stdout != "" || !strings.HasPrefix(got.stderr, "aegish: ") || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("%v: %+v", what, got)
	}
	if os.Remove(host.login.path("mark")) == nil {
		t.Errorf("%v left its mark", what)
	}
}

// Refused over ssh: a message on stderr, 126, and no byte on stdout, which is
// where file transfer protocols speak.
func TestRestrictedLoginThroughSSH(t *testing.T) {
	underEach(t, func(t *testing.T) {
		s := startSSHD(t)
		for _, command := range []string{
			"id > mark", "touch mark; true", "echo a\ntouch mark", "'", "a &&", "exec sh -c 'touch mark'", "exec bash", "/bin/sh -c 'touch mark'", "./x",
			"/usr/lib/openssh/sftp-server", "scp -t mark", "scp -f .profile", "scp -r -p -f .p*",
			"rsync --server -logDtprze.iLsfxCIvu . mark", "rsync --server --sender -logDtpre.iLsfxCIvu . .profile",
			"git-upload-pack 'r.git'", "git-receive-pack 'r.git'", "git-upload-archive 'r.git'", "git-shell -c 'git-upload-pack r.git'",
			"mosh-server new -s", "docker system dial-stdio", "python3", "/bin/sh -c '/usr/bin/python3 && sleep 0'",
		} {
			refused(t, command, s.ssh(t, "touch mark\n", nil, command))
		}
	})
	configure(t, refuses["restricted"])
	s := startSSHD(t)
	if got := s.ssh(t, "id; id\necho allowed\n", []string{"-T"}); got.stdout != "allowed\n" {
		t.Errorf("%+v", got)
	}
}

// What clients make of a refusal: they say so, and end. sshd passes on nothing
// that a subsystem says on standard error (session.c, is_subsystem), so that
// the clients of sftp say it in their own words.
func TestRefusedClients(t *testing.T) {
	underEach(t, func(t *testing.T) {
		s := startSSHD(t)
		local := writeFile(t, filepath.Join(s.dir, "file"), "text")
		back := filepath.Join(s.dir, "back")
		user := host.login.name + "@127.0.0.1:"
		work := t.TempDir()
		succeeds(t, "git", s.git(work, "init", "-q", ".")...)
		succeeds(t, "git", s.git(work, "commit", "-q", "--allow-empty", "-m", "one")...)
		for _, argv := range [][]string{
			s.scp(local, ":mark"), s.scp(":.profile", back), s.scp("-O", local, ":mark"), s.scp("-O", "-r", "-p", ":.p*", back),
			s.sftp(t, "put "+local+" mark\nget .profile "+back+"\n"),
			s.rsync("-a", local, ":mark"), s.rsync("-a", ":.profile", back),
			s.git(s.dir, "clone", user+"mark", back), s.git(work, "push", user+"mark", "HEAD:main"), s.git(s.dir, "ls-remote", user+"mark"), s.git(s.dir, "archive", "--remote="+user+"mark", "main"),
			s.copyID(t),
		} {
			got := call(t, "", argv...)
			if got.status == 0 || got.stdout != "" || !strings.Contains(got.stderr, "aegish: ") && !strings.Contains(got.stderr, "Connection closed") {
				t.Errorf("%v: %+v", argv, got)
			}
			for _, path := range []string{host.login.path("mark"), back} {
				if os.Remove(path) == nil {
					t.Errorf("%v made %s", argv, path)
				}
			}
		}
	})
}

// With nothing allowed a terminal still has a prompt, each command is refused
// with 126, and the session can be left.
func TestRefusedOnATerminal(t *testing.T) {
	configure(t, closed)
	leavesNothing(t)
	s := startSSHD(t)
	su := []string{"su", "-", host.login.name}
	script := host.login.runs("script", "-qe", "/dev/null")
	for _, argv := range [][]string{s.client(host.login, nil), su, script} {
		for keys, want := range map[string]int{"exit\r": 126, "exit 5\r": 5, "\x04": 126, "logout\r": 126} {
			c := newConsole(t, argv...)
			c.Expect(promptIn("~"))
			for _, command := range []string{"id", "touch mark", "cd /usr", "echo $?", "vi"} {
				c.Send(command + "\r")
				if got := c.Expect(`\naegish: [^\n]*\r\n`); !strings.Contains(got, "aegish: denied by policy.default") && !strings.Contains(got, "not_supported") {
					t.Errorf("%s: %q", command, got)
				}
				c.Expect(promptIn("~"))
			}
			c.Send(keys)
			if got := c.Ends(); got != want {
				t.Errorf("%q: status %d, want %d", keys, got, want)
			}
		}
	}
	for _, argv := range [][]string{s.client(host.login, []string{"-t"}, "id"), append(su, "-c", "id"), append(script, "-c", "id")} {
		c := newConsole(t, argv...)
		status := c.Ends()
		c.Expect(`^aegish: denied by policy\.default[^\n]*\n$`)
		if status != 126 {
			t.Errorf("%v: status %d", argv, status)
		}
	}
}

// Commands on standard input are refused one by one; the status is the last
// one's.
func TestRefusedStreams(t *testing.T) {
	configure(t, closed)
	leavesNothing(t)
	s := startSSHD(t)
	for _, argv := range [][]string{
		s.client(host.login, []string{"-T"}), {"su", "-", host.login.name}, {"sudo", "-i", "-u", host.login.name}, host.login.runs(aegish()),
	} {
		got := call(t, "id\ntouch mark\nfor i in 1 2\ndo touch mark; done\ncat <<E\ntouch mark\nE\n", argv...)
		if got.status != 126 || got.stdout != "" || strings.Count(got.stderr, "\n") != 4 || strings.Count(got.stderr, "aegish: ") != 4 {
			t.Errorf("%v: %+v", argv, got)
		}
		if os.Remove(host.login.path("mark")) == nil {
			t.Errorf("%v left its mark", argv)
		}
	}
}
