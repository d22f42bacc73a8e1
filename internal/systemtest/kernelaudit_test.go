//go:build system

package systemtest

import (
	"encoding/binary"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Records and requests of the kernel's audit subsystem (linux/audit.h), which
// golang.org/x/sys does not name.
const (
	auditSet            = 1001
	auditLandlockAccess = 1423
	auditStatusEnabled  = 1
	auditReadLog        = 1 // multicast group of who may read along
)

// netlinkAudit opens a socket to the audit subsystem.
func netlinkAudit(t *testing.T, groups uint32) int {
	t.Helper()
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_AUDIT)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	if err := unix.Bind(fd, &unix.SockaddrNetlink{Family: unix.AF_NETLINK, Groups: groups}); err != nil {
		t.Fatal(err)
	}
	if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &unix.Timeval{Sec: 5}); err != nil {
		t.Fatal(err)
	}
	return fd
}

// enableAudit turns the kernel's audit log on or off.
func enableAudit(t *testing.T, fd int, on uint32) {
	t.Helper()
	order := binary.NativeEndian
	message := make([]byte, unix.NLMSG_HDRLEN+44) // struct audit_status
	order.PutUint32(message[0:], uint32(len(message)))
	order.PutUint16(message[4:], auditSet)
	order.PutUint16(message[6:], unix.NLM_F_REQUEST)
	order.PutUint32(message[16:], auditStatusEnabled)
	order.PutUint32(message[20:], on)
	if err := unix.Sendto(fd, message, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		t.Fatal(err)
	}
}

// enabledAtBoot says whether somebody else wants the log, which is then left on.
func enabledAtBoot(t *testing.T) bool {
	t.Helper()
	text, err := os.ReadFile("/proc/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	_, err = os.Stat("/run/auditd.pid")
	return strings.Contains(string(text), "audit=1") || err == nil
}

// From ABI 7 on the kernel tells its audit subsystem what the sandbox denied to
// a command, and names the right and the file.
func TestTheKernelLogsDenials(t *testing.T) {
	configure(t, everything)
	log, control := netlinkAudit(t, 1<<(auditReadLog-1)), netlinkAudit(t, 0)
	enableAudit(t, control, 1)
	if !enabledAtBoot(t) {
		t.Cleanup(func() { enableAudit(t, control, 0) })
	}
	if got := asUser(t, host.plain, "env", "-C", host.plain.home, aegish(), "-c", "echo x > /tmp/../etc/aegish-denied"); got.status != 1 {
		t.Fatalf("%+v", got)
	}
	wanted := regexp.MustCompile(`domain=[0-9a-f]+ blockers=fs\.make_reg path="/etc"`)
	buf := make([]byte, 16*1024)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		n, _, err := unix.Recvfrom(log, buf, 0)
		if err != nil {
			t.Fatalf("no record: %v", err)
		}
		if n >= unix.NLMSG_HDRLEN && binary.NativeEndian.Uint16(buf[4:]) == auditLandlockAccess && wanted.Match(buf[unix.NLMSG_HDRLEN:n]) {
			return
		}
	}
	t.Error("no record of the denial")
}
