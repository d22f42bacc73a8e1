package audit

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
)

// A daemon stands for syslogd at a socket.
type daemon struct {
	t    *testing.T
	conn *net.UnixConn
}

// socketPath is a path for a socket: those are bound to 108 bytes, which a
// test's own directory may exceed.
func socketPath(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "log")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "log")
}

func startDaemon(t *testing.T, path string) *daemon {
	t.Helper()
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &daemon{t, conn}
}

// next is the daemon's next message.
func (d *daemon) next() string {
	d.t.Helper()
	if err := d.conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		d.t.Fatal(err)
	}
	buf := make([]byte, 1<<17)
	n, err := d.conn.Read(buf)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(buf[:n])
}

// stop ends the daemon and takes its socket away, as a restart does.
func (d *daemon) stop() { d.conn.Close() }

func openSyslogLog(t *testing.T, path string, required bool) *Log {
	t.Helper()
	s, err := openSyslog(path, required)
	if err != nil {
		t.Fatal(err)
	}
	l := &Log{sink: s}
	t.Cleanup(func() { l.Close() })
	return l
}

var syslogForm = regexp.MustCompile(`^<86>[A-Z][a-z]{2} [ 0-9]\d \d\d:\d\d:\d\d aegish\[\d+\]: (\{.*\})$`)

func TestSyslogMessages(t *testing.T) {
	t.Parallel()
	path := socketPath(t)
	d := startDaemon(t, path)
	l := openSyslogLog(t, path, true)
	if err := errors.Join(l.Reserve(), l.Record(newRecord()), l.Warn(newWarning())); err != nil {
		t.Fatal(err)
	}
	for _, names := range []int{14, 4} {
		message := d.next()
		m := syslogForm.FindStringSubmatch(message)
		if m == nil {
			t.Fatalf("the message is %q", message)
		}
		if got := len(keys(t, []byte(m[1]))); got != names {
			t.Errorf("%d keys in %s, want %d", got, m[1], names)
		}
	}
}

func TestSyslogGetsLongCommandsShortened(t *testing.T) {
	t.Parallel()
	path := socketPath(t)
	d := startDaemon(t, path)
	l := openSyslogLog(t, path, true)
	for _, text := range []string{"x", "\x01", "\u202e"} {
		r := newRecord()
		r.Command = strings.Repeat(text, executor.MaxCommand/len(text))
		r.Length = len(r.Command)
		if err := l.Record(r); err != nil {
			t.Fatal(err)
		}
		message := d.next()
		if !strings.Contains(message, `"length":6553`) || !strings.Contains(message, `"command":"`) {
			t.Errorf("a command of %d times %q became %.300q", r.Length/len(text), text, message)
		}
	}
}

func TestWithoutDaemon(t *testing.T) {
	t.Parallel()
	path := socketPath(t)
	if _, err := openSyslog(path, true); err == nil || !strings.Contains(err.Error(), "audit.required") {
		t.Errorf("a required sink without a daemon: %v", err)
	}
	l := openSyslogLog(t, path, false)
	if err := errors.Join(l.Record(newRecord()), l.Warn(newWarning())); err != nil {
		t.Errorf("a sink that is not required says %v", err)
	}
	d := startDaemon(t, path) // it comes up later
	if err := l.Record(newRecord()); err != nil {
		t.Fatal(err)
	}
	if m := d.next(); !syslogForm.MatchString(m) {
		t.Errorf("the message is %q", m)
	}
}

func TestASocketThatIsNoneIsNoDaemon(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openSyslog(path, true); err == nil {
		t.Error("a regular file passed for a syslog socket")
	}
}

func TestARestartedDaemonLosesNothing(t *testing.T) {
	t.Parallel()
	for _, required := range []bool{true, false} {
		path := socketPath(t)
		d := startDaemon(t, path)
		l := openSyslogLog(t, path, required)
		for range 3 {
			if err := l.Record(newRecord()); err != nil {
				t.Fatal(err)
			}
			d.next()
			d.stop()
			if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			d = startDaemon(t, path)
		}
		if err := l.Record(newRecord()); err != nil {
			t.Errorf("required %v: %v", required, err)
		}
		d.next()
	}
}

func TestADaemonThatHasGone(t *testing.T) {
	t.Parallel()
	for _, required := range []bool{true, false} {
		path := socketPath(t)
		d := startDaemon(t, path)
		l := openSyslogLog(t, path, required)
		d.stop()
		if err := l.Reserve(); err == nil {
			t.Errorf("required %v: Reserve does not notice", required)
		}
		if err := l.Record(newRecord()); (err != nil) != required {
			t.Errorf("required %v: Record says %v", required, err)
		}
	}
}

// TestADaemonThatDoesNotRead fills its queue. The wait for room is bounded, and
// the loss is told even where nothing is required: the daemon is there.
func TestADaemonThatDoesNotRead(t *testing.T) {
	t.Parallel()
	path := socketPath(t)
	startDaemon(t, path)
	l := openSyslogLog(t, path, false)
	const more = 1 << 16 // than any queue (net.unix.max_dgram_qlen) or buffer holds
	for range more {
		begin := time.Now()
		err := l.Record(newRecord())
		if err == nil {
			continue
		}
		if took := time.Since(begin); !errors.Is(err, os.ErrDeadlineExceeded) || took > syslogTimeout+patience {
			t.Errorf("%v after %v", err, took)
		}
		return
	}
	t.Errorf("%d records went to a daemon that reads none", more)
}

func TestSyslogOfThisHostIsOptional(t *testing.T) {
	t.Parallel()
	l, err := Open(config.Audit{Sink: config.SinkSyslog}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
