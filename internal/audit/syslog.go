package audit

import (
	"errors"
	"fmt"
	"net"
	"os"
	"time"
)

const (
	syslogSocket = "/dev/log"
	// syslogTimeout bounds the wait for a syslog daemon that does not read.
	syslogTimeout = time.Second
	// syslogMax is the longest message, in bytes, that goes into one datagram.
	syslogMax = 60 * 1024
	// priority is facility authpriv (10), severity informational (6), as
	// RFC 5424 section 6.2.1 numbers them.
	priority = 10<<3 | 6
)

// syslogSink sends datagrams to the local daemon in the form that syslog(3)
// uses. log/syslog is not used because it waits without a bound.
type syslogSink struct {
	path     string
	conn     net.Conn
	required bool
}

// openSyslog connects. Where there is no daemon, records are dropped without a
// word unless they are required.
func openSyslog(path string, required bool) (sink, error) {
	s := &syslogSink{path: path, required: required}
	if err := s.connect(); err != nil && required {
		return nil, fmt.Errorf("audit.sink = \"syslog\" with audit.required = true: %w", err)
	}
	return s, nil
}

func (s *syslogSink) connect() error {
	if s.conn != nil {
		return nil
	}
	conn, err := net.DialTimeout("unixgram", s.path, syslogTimeout)
	if err != nil {
		return err
	}
	s.conn = conn
	return nil
}

func (s *syslogSink) write(line []byte) error {
	if err := s.connect(); err != nil {
		if s.required {
			return err
		}
		return nil
	}
	if len(line) > syslogMax {
		return fmt.Errorf("audit record of %d bytes is too long for syslog", len(line))
	}
	message := fmt.Appendf(nil, "<%d>%s aegish[%d]: %s", priority, time.Now().Format(time.Stamp), os.Getpid(), line)
	if err := s.conn.SetWriteDeadline(time.Now().Add(syslogTimeout)); err != nil {
		return err
	}
	if _, err := s.conn.Write(message); err != nil {
		// The daemon may have been restarted: the next record tries anew.
		s.close()
		if errors.Is(err, os.ErrDeadlineExceeded) || s.required {
			return err
		}
	}
	return nil
}

func (s *syslogSink) reserve() error { return s.connect() }

func (s *syslogSink) close() error {
	if s.conn == nil {
		return nil
	}
	err := s.conn.Close()
	s.conn = nil
	return err
}
