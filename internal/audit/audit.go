// Package audit keeps the audit trail: one JSON line for each command, and
// the gate's four-field warnings, in a file, in syslog or on standard error.
//
// A line never holds a raw control or bidirectional character, whatever a
// command or a user name holds. The package decides nothing: what is recorded
// is the executor's business. It may import executor and config.
package audit

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"unicode/utf8"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/safetext"
)

// A sink keeps lines. A line has no newline at its end.
type sink interface {
	write(line []byte) error
	// reserve reports whether the next line will be kept, as far as can be
	// told beforehand.
	reserve() error
	// limit is the longest line that the sink takes, in bytes; 0 is any.
	limit() int
	close() error
}

// A Log is the audit trail of one session. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	sink sink
}

// Open opens the configured sink. stderr is used by the sink of that name. A
// missing /dev/log is an error only where audit.required is set.
func Open(cfg config.Audit, stderr *os.File) (*Log, error) {
	s, err := openSink(cfg, stderr)
	if err != nil {
		return nil, err
	}
	return &Log{sink: s}, nil
}

func openSink(cfg config.Audit, stderr *os.File) (sink, error) {
	switch cfg.Sink {
	case config.SinkFile:
		return openFile(cfg.File)
	case config.SinkStderr:
		return stream{stderr}, nil
	case config.SinkSyslog:
		return openSyslog(syslogSocket, cfg.Required)
	case config.SinkNone:
		if cfg.Required {
			return nil, fmt.Errorf("audit.required = true, and audit.sink = %q keeps nothing", cfg.Sink)
		}
		return nothing{}, nil
	}
	return nil, fmt.Errorf("audit.sink: unknown sink %q", cfg.Sink)
}

// Reserve implements executor.Recorder.
func (l *Log) Reserve() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sink.reserve()
}

// Record implements executor.Recorder. A sink that takes no line of that
// length gets the beginning of the command's text: a long command must not be
// a way to leave no record. Its length is in the record.
func (l *Log) Record(r executor.Record) error {
	line, err := encode(r)
	for limit := l.sink.limit(); err == nil && limit > 0 && len(line) > limit && r.Command != ""; {
		r.Command = firstHalf(r.Command)
		line, err = encode(r)
	}
	return l.keep(line, err)
}

// firstHalf cuts between two characters.
func firstHalf(s string) string {
	n := len(s) / 2
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Warn implements executor.Recorder.
func (l *Log) Warn(w executor.Warning) error { return l.keep(encode(w)) }

// Message implements executor.Recorder.
func (l *Log) Message(m executor.Message) error { return l.keep(encode(m)) }

func encode(v any) ([]byte, error) {
	line, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode audit record: %w", err)
	}
	return safetext.JSON(line), nil
}

func (l *Log) keep(line []byte, err error) error {
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sink.write(line)
}

// Close closes the sink.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sink.close()
}

// stream is the sink on standard error.
type stream struct{ file *os.File }

func (s stream) write(line []byte) error {
	_, err := s.file.Write(append(line, '\n'))
	return err
}
func (stream) reserve() error { return nil }
func (stream) limit() int     { return 0 }
func (stream) close() error   { return nil }

// nothing is the sink that keeps nothing.
type nothing struct{}

func (nothing) write([]byte) error { return nil }
func (nothing) reserve() error     { return nil }
func (nothing) limit() int         { return 0 }
func (nothing) close() error       { return nil }
