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

// Record implements executor.Recorder.
func (l *Log) Record(r executor.Record) error { return l.keep(r) }

// Warn implements executor.Recorder.
func (l *Log) Warn(w executor.Warning) error { return l.keep(w) }

func (l *Log) keep(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode audit record: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sink.write(safetext.JSON(line))
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
func (stream) close() error   { return nil }

// nothing is the sink that keeps nothing.
type nothing struct{}

func (nothing) write([]byte) error { return nil }
func (nothing) reserve() error     { return nil }
func (nothing) close() error       { return nil }
