package gatestats

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"unicode/utf8"

	"github.com/aegish/aegish/bashast"
)

// A Format is how a file holds commands.
type Format string

// The formats.
const (
	Lines     Format = "lines"      // one command per line
	NUL       Format = "nul"        // a NUL byte behind each command
	JSONLines Format = "json_lines" // one JSON object per line
)

// maxJSONLine is the longest line of JSON that is read, in bytes. The longest
// command that the gate takes needs six times its length when each byte of it
// is escaped.
const maxJSONLine = 1 << 20

// blanks are the bytes that a session skips before it looks at a command.
const blanks = " \t\n"

// detect finds the format from the first block of a file: a NUL byte means NUL,
// a first line that is a JSON object means JSON lines. Blank lines do not
// count.
func detect(block []byte) Format {
	if bytes.IndexByte(block, 0) >= 0 {
		return NUL
	}
	first, _, _ := bytes.Cut(bytes.TrimLeft(block, blanks+"\r"), []byte("\n"))
	if isObject(first) {
		return JSONLines
	}
	return Lines
}

// isObject reports whether a line is one JSON object.
func isObject(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(line, blanks+"\r"), []byte("{")) && json.Valid(line)
}

// A splitter cuts a stream into records: commands, or lines of JSON.
type splitter struct {
	in     *bufio.Reader
	format Format
	end    byte
	limit  int // the longest record that is handed out, in bytes
}

// newSplitter reads the first block of a stream.
func newSplitter(in io.Reader) (*splitter, error) {
	s := &splitter{in: bufio.NewReaderSize(in, maxJSONLine+1), end: '\n', limit: bashast.MaxInput}
	block, err := s.in.Peek(maxJSONLine)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch s.format = detect(block); s.format {
	case NUL:
		s.end = 0
	case JSONLines:
		s.limit = maxJSONLine
	}
	return s, nil
}

// next gives the next record without its end, valid until the next call, or
// io.EOF. A record over the limit is skipped, and tooLong is set.
func (s *splitter) next() (record []byte, tooLong bool, err error) {
	record, err = s.in.ReadSlice(s.end)
	if errors.Is(err, bufio.ErrBufferFull) {
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = s.in.ReadSlice(s.end)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, false, err
		}
		return nil, true, nil
	}
	switch {
	case errors.Is(err, io.EOF) && len(record) > 0: // the last one, without an end
	case err != nil:
		return nil, false, err
	default:
		record = record[:len(record)-1]
	}
	if len(record) > s.limit {
		return nil, true, nil
	}
	return record, false, nil
}

// isTimeStamp reports whether a line of a history says when the next one was
// run: the comment character and a number of seconds (HISTTIMEFORMAT in
// bash(1)).
func isTimeStamp(line []byte) bool {
	digits, found := bytes.CutPrefix(line, []byte("#"))
	return found && len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0
}

// Why a line of JSON holds no command.
var (
	errNotObject = errors.New("not a JSON object in UTF-8")
	errNoCommand = errors.New("no text in the field `command`")
	errLongLine  = fmt.Errorf("longer than %d bytes", maxJSONLine)
)

// commandOf gives the field `command` of a JSON object. Other fields are
// ignored.
func commandOf(line []byte) (string, error) {
	var fields map[string]json.RawMessage
	if !utf8.Valid(line) || !isObject(line) || json.Unmarshal(line, &fields) != nil {
		return "", errNotObject
	}
	var command *string
	if json.Unmarshal(fields["command"], &command) != nil || command == nil {
		return "", errNoCommand
	}
	return *command, nil
}

// A meter passes a stream on, counts its bytes and ends it with the context.
type meter struct {
	ctx  context.Context
	in   io.Reader
	read *atomic.Int64
}

func (m meter) Read(p []byte) (int, error) {
	if err := m.ctx.Err(); err != nil {
		return 0, context.Cause(m.ctx)
	}
	n, err := m.in.Read(p)
	m.read.Add(int64(n))
	return n, err
}
