//go:build system

package systemtest

import "testing"

// A localCase is one way to start the login shell on the host itself; %USER%, %HOME%
// and %SHELL% stand for user, home and shell. aegish and bash give the same.
type localCase struct {
	name, stdin string
	argv        []string
	stdout      string
	stderr      string // "": nothing; "*": anything
	status      int
}

// tries runs a case with both login shells.
func tries(t *testing.T, tt localCase) {
	t.Helper()
	for _, u := range []account{host.login, host.plain} {
		argv := make([]string, len(tt.argv))
		for i, word := range tt.argv {
			argv[i] = u.expand(word)
		}
		got := call(t, tt.stdin, argv...)
		want := reply{u.expand(tt.stdout), u.expand(tt.stderr), tt.status}
		if tt.stderr == "*" {
			want.stderr = got.stderr
		}
		if got != want {
			t.Errorf("%s, %s:\n got %+v\nwant %+v", tt.name, u.shell, got, want)
		}
	}
}

func TestLoginShellThroughSu(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	for _, tt := range []localCase{
		{"login, commands on stdin", "cd /usr\npwd\nexport A=1\necho $A $HOME\nexit 4\n", []string{"su", "-", "%USER%"}, "/usr\n1 %HOME%\n", "", 4},
		{"login and -c together", "", []string{"su", "-", "%USER%", "-c", "pwd; exit 5"}, "%HOME%\n", "", 5},
		{"$0 and arguments", "", []string{"su", "-l", "%USER%", "-c", `echo "$0|$1|$#"`, "--", "a", "b"}, "a|b|1\n", "", 0},
		{"arguments with blanks", "", []string{"su", "-l", "%USER%", "-c", `printf '<%s>' "$0" "$@"`, "--", "a b", "", "c\nd", "-e"}, "<a b><><c\nd><-e>", "", 0},
		{"without a login", "", []string{"su", "%USER%", "-c", "pwd; echo $USER $HOME $SHELL"}, "/\n%USER% %HOME% %SHELL%\n", "", 0},
		{"without a login, commands on stdin", "echo $USER\nfalse\n", []string{"su", "%USER%"}, "%USER%\n", "", 1},
		{"the caller's environment leaks in", "", []string{"env", "LC_ALL=C", "TZ=Asia/Tokyo", "su", "%USER%", "-c", "echo $LC_ALL $TZ"}, "C Asia/Tokyo\n", "", 0},
		{"a login gets none of it", "", []string{"env", "TZ=Asia/Tokyo", "FOO=bar", "su", "-", "%USER%", "-c", "echo $TZ.$FOO"}, ".\n", "", 0},
		{"stdin is the command's", "one\ntwo\n", []string{"su", "-", "%USER%", "-c", "read x; echo $x; cat"}, "one\ntwo\n", "", 0},
		{"another shell is not the login shell", "", []string{"su", "-s", "/bin/sh", "%USER%", "-c", "echo $0"}, "sh\n", "", 0},
	} {
		tries(t, tt)
	}
	// su tells by which signal bash ended; aegish ends by none.
	if got := call(t, "", "su", "-", host.login.name, "-c", "kill -9 $$"); got != (reply{"", "", 137}) {
		t.Errorf("death by a signal: %+v", got)
	}
}

func TestLoginShellThroughSudo(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	for _, tt := range []localCase{
		{"a login shell", "cd /usr\npwd\necho $HOME $SHELL\nenv | grep -c ^SHELL=\nexit 4\n", []string{"sudo", "-i", "-u", "%USER%"}, "/usr\n%HOME% %SHELL%\n1\n", "", 4},
		{"a command", "", []string{"sudo", "-i", "-u", "%USER%", "echo", "a b", "$HOME;", "c'd"}, "a b %HOME%; c'd\n", "", 0},
		{"its status", "", []string{"sudo", "-i", "-u", "%USER%", "sh", "-c", "exit 7"}, "", "", 7},
		{"a shell that is no login", "", []string{"sudo", "-s", "-u", "%USER%", "SHELL=%SHELL%", "echo", "a  b"}, "a  b\n", "", 0},
	} {
		tries(t, tt)
	}
}

// cron, ansible and the like: a full path, -c, no terminal, and now and then
// ignored signals.
func TestProgramsThatCallTheShell(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	for _, u := range []account{host.login, host.plain} {
		cron := func(command string) []string {
			return u.runs("env", "--ignore-signal=INT", "--ignore-signal=QUIT", u.shell, "-c", command)
		}
		for _, tt := range []localCase{
			{"cron", "", cron("cat; echo a; echo b >&2; exit 3"), "a\n", "b\n", 3},
			{"cron, a line of its file", "mail\n", cron("cd /usr && pwd > %HOME%/out; cat >> %HOME%/out; cat %HOME%/out; rm %HOME%/out"), "/usr\nmail\n", "", 0},
			{"ansible raw", "", u.runs(u.shell, "-c", `echo raw "x y"`), "raw x y\n", "", 0},
			{"ansible with pipelining", "print('from python')\n", u.runs(u.shell, "-c", "/bin/sh -c '/usr/bin/python3 && sleep 0'"), "from python\n", "", 0},
			{"ansible with files", "", u.runs(u.shell, "-c", `/bin/sh -c '( umask 77 && mkdir -p "`+"` echo %HOME%/.ansible/tmp `"+`"&& mkdir "`+"` echo %HOME%/.ansible/tmp/a-1 `"+`" && echo a-1="`+"` echo %HOME%/.ansible/tmp/a-1 `"+`" ) && rm -r %HOME%/.ansible && sleep 0'`), "a-1=%HOME%/.ansible/tmp/a-1\n", "", 0},
			{"ssh-copy-id", "key\n", u.runs(u.shell, "-c", "exec sh -c 'cd ; umask 077 ; { cat; } > k || exit 1 ; cat k; rm k'"), "key\n", "", 0},
			{"timeout", "", u.runs("timeout", "0.2", u.shell, "-c", "sleep 4012; echo after"), "", "", 124},
			{"python's subprocess", "", u.runs("/usr/bin/python3", "-c", "import subprocess, os; print(subprocess.run('echo $1', shell=True, executable=os.environ['SHELL'], capture_output=True))"), "CompletedProcess(args='echo $1', returncode=0, stdout=b'\\n', stderr=b'')\n", "", 0},
			{"make", "all:\n\t@echo $$((1+1)); cd /usr; pwd\n", u.runs("make", "-s", "-f", "-", "SHELL="+u.shell), "2\n/usr\n", "", 0},
		} {
			argv := make([]string, len(tt.argv))
			for i, word := range tt.argv {
				argv[i] = u.expand(word)
			}
			got := call(t, tt.stdin, argv...)
			if want := (reply{u.expand(tt.stdout), tt.stderr, tt.status}); got != want {
				t.Errorf("%s, %s:\n got %+v\nwant %+v", tt.name, u.shell, got, want)
			}
		}
	}
}

// The same callers with nothing allowed.
func TestRefusedOnTheHost(t *testing.T) {
	underEach(t, func(t *testing.T) {
		u := host.login
		for _, argv := range [][]string{
			{"su", "-", u.name, "-c", "id; touch mark"}, {"su", u.name, "-c", "id; touch mark"}, {"su", "-l", u.name, "-c", "touch mark; $0", "--", "id"},
			{"sudo", "-i", "-u", u.name, "sh", "-c", "touch mark"}, {"sudo", "-i", "-u", u.name, "python3", "-c", "open('mark', 'w')"},
			u.runs("env", "--ignore-signal=INT", "--ignore-signal=QUIT", u.shell, "-c", "id; touch mark"),
			u.runs(u.shell, "-c", "/bin/sh -c '/usr/bin/python3 && sleep 0'"), u.runs(u.shell, "-c", "exec sh -c 'touch mark'"),
			u.runs(u.shell, "-lc", "touch mark; id"),
		} {
			refused(t, argv, call(t, "touch mark\n", argv...))
		}
	})
}
