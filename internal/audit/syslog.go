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

// openSyslog connects where records are required. Otherwise the first record
// does, and where there is no daemon, records are dropped without a word.
func openSyslog(path string, required bool) (sink, error) {
	s := &syslogSink{path: path, required: required}
	if !required {
		return s, nil
	}
	if err := s.connect(); err != nil {
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
	if len(line) > syslogMax {
		return fmt.Errorf("audit record of %d bytes is too long for syslog", len(line))
	}
	message := fmt.Appendf(nil, "<%d>%s aegish[%d]: %s", priority, time.Now().Format(time.Stamp), os.Getpid(), line)
	deadline := time.Now().Add(syslogTimeout)
	connected := s.conn != nil
	err := s.send(message, deadline)
	if err != nil && connected && !errors.Is(err, os.ErrDeadlineExceeded) {
		err = s.send(message, deadline) // to a daemon that was restarted
	}
	if s.required || errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return nil
}

// send connects where there is no connection, and gives one up that fails.
func (s *syslogSink) send(message []byte, deadline time.Time) error {
	if err := s.connect(); err != nil {
		return err
	}
	err := s.conn.SetWriteDeadline(deadline)
	if err == nil {
		_, err = s.conn.Write(message)
	}
	if err != nil {
		s.close()
	}
	return err
}

// reserve connects anew: a daemon that has gone is noticed only so.
func (s *syslogSink) reserve() error {
	s.close()
	return s.connect()
}

func (s *syslogSink) limit() int { return syslogMax }

func (s *syslogSink) close() error {
	if s.conn == nil {
		return nil
	}
	err := s.conn.Close()
	s.conn = nil
	return err
}
