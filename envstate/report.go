package envstate

import (
	"bytes"
	"errors"
)

// Limits of a report and of the state made from it, in bytes.
const (
	// MaxReport bounds the raw report: an environment of MaxEnv whose every
	// byte is written as a four-byte octal escape, and room for the rest.
	MaxReport = 4*MaxEnv + 256*1024
	// MaxValue bounds one NAME=VALUE entry. The kernel refuses to start a
	// program with a longer one (MAX_ARG_STRLEN of execve(2) is 128 KiB,
	// the terminating NUL included).
	MaxValue = 128*1024 - 1
	// MaxEnv bounds the whole environment as Env.Bytes counts it.
	MaxEnv = 1 << 20
)

// Errors of ParseReport.
var (
	// ErrNoReport means that no complete frame was found: the shell was
	// killed, replaced itself, or closed the descriptor.
	ErrNoReport = errors.New("no complete state report")
	// ErrBadReport means that a frame was found and could not be read.
	ErrBadReport = errors.New("malformed state report")
	// ErrReportTooLarge means that more than MaxReport bytes came.
	ErrReportTooLarge = errors.New("state report too large")
)

// Report is what a shell said about itself when it ended. It is untrusted:
// the command had the descriptor and may have written it.
type Report struct {
	// Dir is the physical directory, "" when the shell could not name it.
	Dir string
	// Command is the beginning of $BASH_COMMAND at exit.
	Command string
	// Env is the exported environment. Names bash cannot hold are missing.
	Env Env
	// Unset holds names that were exported without having a value.
	Unset []string
	// Stack is the directory stack without its first element.
	Stack []string
}

// ParseReport finds the last complete frame of the nonce in raw and reads it.
// It never evaluates anything; memory is bounded by a small multiple of
// MaxReport.
func ParseReport(raw []byte, nonce string) (Report, error) {
	if len(raw) > MaxReport {
		return Report{}, ErrReportTooLarge
	}
	frame, ok := lastFrame(raw, nonce)
	if !ok {
		return Report{}, ErrNoReport
	}
	parts := bytes.Split(frame, []byte{0})
	if len(parts) < 3 {
		return Report{}, ErrBadReport
	}
	r := Report{Command: string(parts[0])}
	var err error
	if r.Env, r.Unset, err = parseDeclarations(parts[1]); err != nil {
		return Report{}, err
	}
	if dir, found := bytes.CutSuffix(parts[2], []byte("\n")); found {
		r.Dir = string(dir)
	} else if len(parts[2]) > 0 {
		return Report{}, ErrBadReport
	}
	// The first entry of the stack is the current directory once more.
	for i := 4; i < len(parts); i++ {
		r.Stack = append(r.Stack, string(parts[i]))
	}
	return r, nil
}

// lastFrame returns what lies between the last pair of marks, without the NUL
// that ends it.
func lastFrame(raw []byte, nonce string) ([]byte, bool) {
	if nonce == "" {
		return nil, false
	}
	end := bytes.LastIndex(raw, []byte("\x00"+nonce+"\n"))
	if end < 0 {
		return nil, false
	}
	mark := []byte(nonce + "\n")
	start := bytes.LastIndex(raw[:end], mark)
	if start < 0 {
		return nil, false
	}
	return raw[start+len(mark) : end], true
}
