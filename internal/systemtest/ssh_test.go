//go:build system

package systemtest

import (
	"strings"
	"testing"
)

// A remoteCase is something a client asks for. The answer is the same from
// aegish and from bash as login shells; %USER% and %HOME% stand for user and home.
type remoteCase struct {
	name, stdin string
	options     []string
	args        []string
	stdout      string
	stderr      string // "": nothing; "*": anything
	status      int
}

// asks tries a case with both login shells.
func (s *sshServer) asks(t *testing.T, tt remoteCase) {
	t.Helper()
	for _, u := range []account{host.login, host.plain} {
		got := call(t, tt.stdin, s.shared(t, u, tt.options, tt.args...)...)
		want := reply{u.expand(tt.stdout), u.expand(tt.stderr), tt.status}
		if tt.stderr == "*" {
			want.stderr = got.stderr
		}
		if got != want {
			t.Errorf("%s, %s:\n got %+v\nwant %+v", tt.name, u.shell, got, want)
		}
	}
}

func TestLoginShellThroughSSH(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	one := func(command string) []string { return []string{command} }
	for _, tt := range []remoteCase{
		{name: "a command", args: one("echo 'a  b' \"$HOME\"; exit 7"), stdout: "a  b %HOME%\n", status: 7},
		{name: "the client joins words by spaces", args: []string{"echo", "a", "'b  c'", ";", "echo", "d"}, stdout: "a b  c\nd\n"},
		{
			name: "quotes", args: one(`printf '<%s>' "a b" 'c"d' e\ f $'g\nh' "" '$HOME' "$((1+1))" é; echo`),
			stdout: "<a b><c\"d><e f><g\nh><><$HOME><2><é>\n",
		},
		{name: "newlines", args: one("echo one\necho two\n(exit 3)"), stdout: "one\ntwo\n", status: 3},
		{name: "a here-document", args: one("cat <<E\nx $((1+1))\nE\nfalse"), stdout: "x 2\n", status: 1},
		{name: "a trailing comment and newline", args: one("echo x # no\n"), stdout: "x\n"},
		{name: "$0, arguments, options", args: one(`echo "$0 $# $-"`), stdout: "bash 0 hBc\n"},
		{name: "where and how", args: one("pwd; umask; echo $LOGNAME; test -t 0 || echo no terminal"), stdout: "%HOME%\n0022\n%USER%\nno terminal\n"},
		{
			name: "the environment", args: one("env | grep -v -e ^SSH_ -e ^SHELL= | sort"),
			stdout: "HOME=%HOME%\nLOGNAME=%USER%\nMAIL=/var/mail/%USER%\nPATH=/usr/local/bin:/usr/bin:/bin:/usr/games\nPWD=%HOME%\nSHLVL=1\nUSER=%USER%\n_=/usr/bin/env\n",
		},
		{name: "stderr is stderr", args: one("echo out; echo err >&2"), stdout: "out\n", stderr: "err\n"},
		{name: "bash's own messages", args: one("nosuchcommand"), stderr: "bash: line 1: nosuchcommand: command not found\n", status: 127},
		{name: "not executable", args: one("/etc/passwd"), stderr: "bash: line 1: /etc/passwd: Permission denied\n", status: 126},
		{name: "a syntax error", args: one("echo a; )"), stderr: "bash: -c: line 1: syntax error near unexpected token `)'\nbash: -c: line 1: `echo a; )'\n", status: 2},
		{name: "exit 255", args: one("exit 255"), status: 255},
		{name: "exit 300", args: one("exit 300"), status: 44},
		{name: "exit of a child by signal", args: one("sh -c 'kill -TERM $$'; echo $?"), stdout: "143\n", stderr: "*"},
		{name: "exec", args: one("exec sh -c 'echo in $0; exit 9'"), stdout: "in sh\n", status: 9},
		{name: "blank", args: one("  ")},
		{name: "a sourced file", args: one("echo echo sourced > src; . ./src; rm src"), stdout: "sourced\n"},
		{name: "stdin is the command's", stdin: "data\n", args: one("cat; echo end"), stdout: "data\nend\n"},
		{name: "stdin is nobody's", options: []string{"-n"}, args: one("cat; echo end"), stdout: "end\n"},
		{name: "an empty command reads stdin", stdin: "cd /usr\npwd\n", args: one(""), stdout: "/usr\n"},
		{name: "a megabyte each way", stdin: strings.Repeat("0123456789abcdef", 1<<16), args: one("tee >(md5sum >&2) | tail -c 5; wait $!"), stdout: "bcdef", stderr: "*"},
		{name: "a background job without the streams", args: one("sleep 0.2 > /dev/null 2>&1 < /dev/null & echo started"), stdout: "started\n"},
	} {
		s.asks(t, tt)
	}
}

// A session without a terminal reads commands as bash does.
func TestStreamsThroughSSH(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	for _, tt := range []remoteCase{
		{name: "state", stdin: "cd /usr\npwd\nfalse\necho $?\nexport X=$((1+1))\necho $X\n(exit 3)\n", stdout: "/usr\n1\n2\n", status: 3},
		{name: "exit", stdin: "echo a\nexit 4\necho b\n", stdout: "a\n", status: 4},
		{name: "logout", stdin: "false\nlogout\necho b\n", status: 1},
		{name: "no newline at the end", stdin: "echo a\necho b", stdout: "a\nb\n"},
		{name: "nothing", stdin: ""},
		{name: "several lines", stdin: "for i in 1 2\ndo\n  echo $i\ndone\ncat <<'E'\n$HOME 'open\nE\nif true; then\necho \"a\nb\"\nfi\n", stdout: "1\n2\n$HOME 'open\na\nb\n"},
		{name: "a command reads on", stdin: "read x; echo \"<$x>\"\ndata\nmapfile -n 2\nmore\nthan one\necho after\n", stdout: "<data>\nafter\n"},
		{name: "where it fails", stdin: "nosuchcommand\necho $?\n", stdout: "127\n", stderr: "*"},
		{name: "a syntax error ends it", stdin: "echo a\n)\necho b\n", stdout: "a\n", stderr: "*", status: 2},
	} {
		tt.options = []string{"-T"}
		s.asks(t, tt)
	}
}

// sshd reports a shell that a signal ended as 255 and says nothing of which.
// aegish itself ends by none: the client learns 128+n.
func TestSignalsThroughSSH(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	for signal, want := range map[string]int{"HUP": 129, "INT": 130, "PIPE": 141, "KILL": 137, "TERM": 143} {
		got := s.ssh(t, "", nil, "echo before; kill -"+signal+" $$; echo after")
		if got.stdout != "before\n" || got.status != want {
			t.Errorf("%s: %+v, want status %d", signal, got, want)
		}
	}
}

// With -c, and without a terminal, no byte on standard output is aegish's own.
func TestNothingOfItsOwnOnStdout(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	u := host.login
	if got := call(t, "", s.client(u, []string{"-tt"}, ":")...); got != (reply{}) {
		t.Errorf("a command on a terminal: %+v", got)
	}
	for _, argv := range [][]string{
		s.client(u, nil, ":"), s.client(u, []string{"-T"}),
		{"su", "-", u.name}, {"su", "-", u.name, "-c", ":"}, {"su", u.name, "-c", ":"}, {"sudo", "-i", "-u", u.name, "true"},
		u.runs(u.shell), u.runs(u.shell, "-c", ":"), u.runs(u.shell, "-lc", ":"), u.runs(u.shell, "-l"), u.runs(u.shell, "-s"),
	} {
		if got := call(t, "true\ncd /\n:\n", argv...); got.stdout != "" || got.stderr != "" || got.status != 0 {
			t.Errorf("%v: %+v", argv, got)
		}
	}
}

// sshd may be told to accept any variable of the client's. The login shell
// takes over those that tell of the person, and none that changes what runs.
func TestClientsChooseNoEnvironment(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t, "AcceptEnv *")
	evil := writeFile(t, host.login.path("evil"), "echo evil\n")
	set := []string{
		"BASH_ENV=" + evil, "ENV=" + evil, "LD_PRELOAD=" + evil, "SHELLOPTS=xtrace", "PS4=$(echo evil >&2)", "BASHOPTS=extdebug", "BASH_FUNC_ls%%=() { echo evil; }",
		"GODEBUG=execerrdot=0", "GOTRACEBACK=crash", "AEGISH_LOG=debug", "AEGISH_FAIL_MODE=open", "IFS=x", "CDPATH=/usr", "TMOUT=1",
		"GIT_SSH_COMMAND=" + evil, "PAGER=" + evil, "PYTHONPATH=/", "FOO=bar", "TZ=Asia/Tokyo", "LC_TIME=C",
	}
	// All in one argument, because of several options only the first counts.
	var quoted []string
	for _, entry := range set {
		quoted = append(quoted, `"`+entry+`"`)
	}
	options := []string{"-o", "SetEnv=" + strings.Join(quoted, " ")}
	want := "HOME LC_TIME LOGNAME MAIL PATH PWD SHELL SHLVL SSH_CLIENT SSH_CONNECTION TZ USER _ "
	got := call(t, "", s.client(host.login, options, "cd bin 2>/dev/null; ls > /dev/null; env | cut -d= -f1 | sort | tr '\\n' ' '")...)
	if got != (reply{want, "", 0}) {
		t.Errorf("\n got %+v\nwant %s", got, want)
	}
	// They did arrive: bash takes them over.
	if got := call(t, "", s.client(host.plain, options, "echo $FOO $GODEBUG $AEGISH_LOG")...); !strings.Contains(got.stdout, "bar execerrdot=0 debug\n") {
		t.Errorf("bash: %+v", got)
	}
}
