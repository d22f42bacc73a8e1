//go:build system

package systemtest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// An sshServer is a private sshd on a loopback port, and a client for it.
type sshServer struct {
	port   int
	dir    string
	common []string // client options
}

// startSSHD starts sshd for the login user with a key of its own.
func startSSHD(t *testing.T) *sshServer {
	t.Helper()
	dir := t.TempDir()
	s := &sshServer{dir: dir, port: freePort(t)}
	for _, key := range []string{"host", "client"} {
		must(t, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(dir, key))
	}
	must(t, "usermod", "-p", "*", host.login.name) // no password, and not locked
	ssh := filepath.Join(host.login.home, ".ssh")
	must(t, "install", "-d", "-m", "700", "-o", host.login.name, ssh)
	must(t, "install", "-m", "600", "-o", host.login.name, filepath.Join(dir, "client.pub"), filepath.Join(ssh, "authorized_keys"))
	if err := os.MkdirAll("/run/sshd", 0o755); err != nil {
		t.Fatal(err)
	}
	conf := filepath.Join(dir, "sshd_config")
	text := fmt.Sprintf("ListenAddress 127.0.0.1:%d\nHostKey %s/host\nPidFile none\nUsePAM no\nPermitUserRC no\nSubsystem sftp /usr/lib/openssh/sftp-server\n", s.port, dir)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/usr/sbin/sshd", "-D", "-e", "-f", conf)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	s.common = []string{"-i", filepath.Join(dir, "client"), "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "BatchMode=yes"}
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", s.port))
		if err == nil {
			conn.Close()
			return s
		}
		if time.Now().After(deadline) {
			t.Fatal("sshd does not answer")
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func must(t *testing.T, argv ...string) {
	t.Helper()
	if _, err := output(exec.Command(argv[0], argv[1:]...)); err != nil {
		t.Fatal(err)
	}
}

// ssh runs the client; args follow the host.
func (s *sshServer) ssh(t *testing.T, stdin string, options []string, args ...string) reply {
	t.Helper()
	argv := append([]string{"ssh", "-p", fmt.Sprint(s.port)}, append(s.common, options...)...)
	return call(t, stdin, append(append(argv, host.login.name+"@127.0.0.1"), args...)...)
}

func TestLoginShellThroughSSH(t *testing.T) {
	configure(t, everything)
	s := startSSHD(t)
	for _, tt := range []struct {
		name, stdin string
		options     []string
		args        []string
		stdout      string
		status      int
	}{
		{"a command", "", nil, []string{"echo 'a  b' \"$HOME\"; exit 7"}, "a  b " + host.login.home + "\n", 7},
		{"words are joined by the client", "", nil, []string{"echo", "a", "'b  c'"}, "a b  c\n", 0},
		{"a script on stdin", "cd /usr\npwd\nX=$(seq 3 | tail -1)\nexport X=$((1+1))\necho $X\nexit 3\n", []string{"-T"}, nil, "/usr\n2\n", 3},
		{"stdin reaches the command", "data\n", nil, []string{"cat; echo end"}, "data\nend\n", 0},
		{"a signal", "", nil, []string{"kill -9 $$"}, "", 137},
		{"a terminal", "", []string{"-tt"}, []string{"test -t 0 && echo terminal"}, "terminal\r\n", 0},
	} {
		got := s.ssh(t, tt.stdin, tt.options, tt.args...)
		if got.stdout != tt.stdout || got.status != tt.status {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}

func TestFileTransferThroughSSH(t *testing.T) {
	configure(t, everything)
	s := startSSHD(t)
	local := filepath.Join(s.dir, "with space")
	text := strings.Repeat("line\n", 10000)
	if err := os.WriteFile(local, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	remote := host.login.name + "@127.0.0.1:"
	scp := func(argv ...string) []string {
		return append(append([]string{"scp", "-q", "-P", fmt.Sprint(s.port)}, s.common...), argv...)
	}
	back := filepath.Join(s.dir, "back")
	rsh := "ssh -p " + fmt.Sprint(s.port) + " " + strings.Join(s.common, " ")
	for _, tt := range []struct {
		name     string
		put, get []string
	}{
		{"scp", scp(local, remote+"a file"), scp(remote+"a file", back)},
		{"scp -O", scp("-O", local, remote+"old"), scp("-O", remote+"old", back)},
		{"rsync", []string{"rsync", "-e", rsh, local, remote + "synced"}, []string{"rsync", "-e", rsh, remote + "synced", back}},
	} {
		for _, argv := range [][]string{tt.put, tt.get} {
			if got := call(t, "", argv...); got.status != 0 {
				t.Errorf("%s: %v: %+v", tt.name, argv, got)
			}
		}
		if data, err := os.ReadFile(back); err != nil || string(data) != text {
			t.Errorf("%s: came back with %d bytes, %v", tt.name, len(data), err)
		}
		os.Remove(back)
	}
	batch := filepath.Join(s.dir, "batch")
	if err := os.WriteFile(batch, []byte("put \""+local+"\" up\nget up \""+back+"\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	argv := append(append([]string{"sftp", "-q", "-P", fmt.Sprint(s.port), "-b", batch}, s.common...), host.login.name+"@127.0.0.1")
	if got := call(t, "", argv...); got.status != 0 {
		t.Errorf("sftp: %+v", got)
	}
	if data, err := os.ReadFile(back); err != nil || string(data) != text {
		t.Errorf("sftp: came back with %d bytes, %v", len(data), err)
	}
}

// Refused over ssh: a message on stderr, 126, and no byte on stdout, which is
// where file transfer protocols speak.
func TestRestrictedLoginThroughSSH(t *testing.T) {
	s := startSSHD(t)
	for _, args := range [][]string{
		{"/usr/lib/openssh/sftp-server"}, {"scp -t x"}, {"rsync --server -logDtpr . x"}, {"git-upload-pack 'r.git'"}, {"exec sh -c 'id'"}, {"id; id"},
	} {
		got := s.ssh(t, "", nil, args...)
		if got.status != 126 || got.stdout != "" || !strings.HasPrefix(got.stderr, "aegish: ") {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if got := s.ssh(t, "id; id\necho allowed\n", []string{"-T"}); got.stdout != "allowed\n" {
		t.Errorf("%+v", got)
	}
}
