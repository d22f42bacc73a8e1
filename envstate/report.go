package envstate

import (
	"bytes"
	"errors"
	"strings"
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
	// MaxEnv bounds the whole environment as Env.Bytes counts it, when it is
	// taken over; PWD is set again after that.
	MaxEnv = 1 << 20
	// MaxStack bounds the directory stack, each entry counted with a
	// terminating NUL.
	MaxStack = 256 * 1024
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
	// Function is the innermost shell function that was running when the
	// shell ended, "" when none was.
	Function string
	// Env is the exported environment. Names bash cannot hold are missing.
	Env Env
	// Stack is the directory stack without its first element, newest first.
	Stack []string
	// StackBytes is the size of the stack as MaxStack counts it; one that is
	// larger is not in Stack.
	StackBytes int
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
	parts := bytes.Split(frame, []byte("\x00"+nonce+"|"))
	if len(parts) != 4 {
		return Report{}, ErrBadReport
	}
	r := Report{Function: string(parts[0])}
	var err error
	if r.Env, err = parseDeclarations(parts[1]); err != nil {
		return Report{}, err
	}
	dir, found := bytes.CutSuffix(parts[2], []byte("\n"))
	if !found && len(dir) > 0 || bytes.IndexByte(dir, 0) >= 0 {
		return Report{}, ErrBadReport
	}
	r.Dir = string(dir)
	// Before the first NUL is nothing, and the first entry of the stack is the
	// current directory once more.
	_, entries, _ := bytes.Cut(parts[3], []byte{0})
	if _, stack, found := bytes.Cut(entries, []byte{0}); found {
		if r.StackBytes = len(stack) + 1; r.StackBytes <= MaxStack {
			r.Stack = strings.Split(string(stack), "\x00")
		}
	}
	return r, nil
}

// lastFrame returns what lies between the last pair of marks, without the NUL
// that ends it.
func lastFrame(raw []byte, nonce string) ([]byte, bool) {
	if nonce == "" {
		return nil, false
	}
	end := bytes.LastIndex(raw, []byte("\x00"+nonce+"}"))
	if end < 0 {
		return nil, false
	}
	mark := []byte(nonce + "{")
	start := bytes.LastIndex(raw[:end], mark)
	if start < 0 {
		return nil, false
	}
	return raw[start+len(mark) : end], true
}
