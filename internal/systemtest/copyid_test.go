//go:build system

package systemtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// copyID is the command line that installs another key with ssh-copy-id, a
// script which runs `exec sh -c '...'` on the server.
func (s *sshServer) copyID(t *testing.T) []string {
	t.Helper()
	key := filepath.Join(s.dir, ".ssh", "another") // the script keeps its notes in ~/.ssh
	if err := os.MkdirAll(filepath.Dir(key), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(key); err != nil {
		must(t, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key)
	}
	argv := []string{"env", "HOME=" + s.dir, "ssh-copy-id", "-f", "-i", key + ".pub", "-p", fmt.Sprint(s.port), "-o", "IdentityFile=" + filepath.Join(s.dir, "client")}
	for i, option := range s.common {
		if option == "-o" {
			argv = append(argv, "-o", s.common[i+1])
		}
	}
	return append(argv, host.login.name+"@127.0.0.1")
}

func TestCopyIDThroughSSH(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	if got := call(t, "", s.copyID(t)...); got.status != 0 || !strings.Contains(got.stdout, "Number of key(s) added: 1") {
		t.Fatalf("%+v", got)
	}
	keys, err := os.ReadFile(host.login.path(".ssh/authorized_keys"))
	if err != nil || strings.Count(string(keys), "ssh-ed25519") != 2 {
		t.Errorf("%q, %v", keys, err)
	}
}
