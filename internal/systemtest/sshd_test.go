//go:build system

package systemtest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// An sshServer is a private sshd on a loopback port, and a client for it.
type sshServer struct {
	port   int
	dir    string   // keys and whatever else a test keeps on the client's side
	common []string // client options
}

// startSSHD starts sshd for both users with a key of its own. settings are
// further lines of its configuration.
func startSSHD(t *testing.T, settings ...string) *sshServer {
	t.Helper()
	dir := t.TempDir()
	s := &sshServer{dir: dir, port: freePort(t)}
	for _, key := range []string{"host", "client"} {
		must(t, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(dir, key))
	}
	for _, u := range []account{host.login, host.plain} {
		u.authorize(t, filepath.Join(dir, "client.pub"))
	}
	if err := os.MkdirAll("/run/sshd", 0o755); err != nil {
		t.Fatal(err)
	}
	conf := filepath.Join(dir, "sshd_config")
	lines := append([]string{
		fmt.Sprintf("ListenAddress 127.0.0.1:%d", s.port), "HostKey " + dir + "/host", "PidFile none", "UsePAM no",
		"PermitUserRC no", "PrintMotd no", "PrintLastLog no", "Subsystem sftp /usr/lib/openssh/sftp-server",
	}, settings...)
	if err := os.WriteFile(conf, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
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
	s.common = []string{
		"-i", filepath.Join(dir, "client"), "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
		"-o", "LogLevel=ERROR", "-o", "BatchMode=yes", "-o", "ConnectTimeout=20",
		"-o", "KexAlgorithms=curve25519-sha256", // the default one costs twice the time of a connection
	}
	await(t, "sshd to answer", func() bool {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", s.port))
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	return s
}

// authorize lets a user in with one key.
func (u account) authorize(t *testing.T, key string) {
	t.Helper()
	must(t, "usermod", "-p", "*", u.name) // no password, and not locked
	must(t, "install", "-d", "-m", "700", "-o", u.name, filepath.Join(u.home, ".ssh"))
	must(t, "install", "-m", "600", "-o", u.name, key, filepath.Join(u.home, ".ssh", "authorized_keys"))
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

// must runs a command that prepares a test.
func must(t *testing.T, argv ...string) {
	t.Helper()
	if _, err := output(exec.Command(argv[0], argv[1:]...)); err != nil {
		t.Fatal(err)
	}
}

// await waits until a condition holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}

// client is the command line of ssh as a user of the server; args follow the
// host.
func (s *sshServer) client(u account, options []string, args ...string) []string {
	argv := append([]string{"ssh", "-p", fmt.Sprint(s.port)}, append(s.common, options...)...)
	return append(append(argv, u.name+"@127.0.0.1"), args...)
}

// shared is the same over a connection that all of a test's commands share:
// for each of them sshd starts a login shell, only the handshake is not
// repeated.
func (s *sshServer) shared(t *testing.T, u account, options []string, args ...string) []string {
	t.Helper()
	socket := filepath.Join(s.dir, strconv.Itoa(u.uid))
	if _, err := os.Stat(socket); err != nil {
		argv := s.client(u, []string{"-M", "-N", "-S", socket})
		cmd := exec.Command(argv[0], argv[1:]...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		})
		await(t, "the shared connection", func() bool {
			_, err := os.Stat(socket)
			return err == nil
		})
	}
	return s.client(u, append([]string{"-S", socket}, options...), args...)
}

// ssh runs the client as the user whose login shell is aegish.
func (s *sshServer) ssh(t *testing.T, stdin string, options []string, args ...string) reply {
	t.Helper()
	return call(t, stdin, s.shared(t, host.login, options, args...)...)
}

// remoteShell is the ssh command that rsync and git are told to use.
func (s *sshServer) remoteShell() string {
	return "ssh -p " + fmt.Sprint(s.port) + " " + strings.Join(s.common, " ")
}
