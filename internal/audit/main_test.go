package audit

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// roleVar makes the test binary play another process; the roles are below.
const roleVar = "AUDIT_TEST_ROLE"

// roles are what another process does with a file. What a role says is
// compared by the test that starts it.
var roles = map[string]func(path string) error{
	"open":   openAndRecord,
	"write":  writeMany,
	"rlimit": writeOverLimit,
	"tmpfs":  writeOnFullDisk,
}

func TestMain(m *testing.M) {
	role, path, ok := strings.Cut(os.Getenv(roleVar), ":")
	if !ok {
		os.Exit(m.Run())
	}
	if err := roles[role](path); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// play runs a role on a path and returns what it says, "" for success.
func play(t *testing.T, role, path string, attr *syscall.SysProcAttr) string {
	t.Helper()
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), roleVar+"="+role+":"+path, "GORACE=atexit_sleep_ms=0")
	cmd.Dir = "/"
	cmd.SysProcAttr = attr
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// stranger is a user that owns nothing.
const stranger = 65533

// asStranger starts a process of another user, which only root can.
func asStranger() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stranger, Gid: stranger}}
}
