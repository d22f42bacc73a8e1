package builtins

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// fakeShell is an interpreter that runs nothing: enough for builtins that only
// print and assign.
type fakeShell struct {
	state  *state.Shell
	limits Limits
	// exceeded is the limit that was reported last.
	exceeded string
	// input, when set, is the standard input of all calls.
	input io.Reader
	stdin stream.Description
}

func newFake() *fakeShell {
	return &fakeShell{state: state.NewShell(nil), limits: Limits{StringBytes: 1 << 20, ArrayElements: 1 << 16, HistoryLines: 100}}
}

// run calls a builtin and returns what it printed on both streams.
func (f *fakeShell) run(tb testing.TB, stdin string, args ...string) (out string, st Status) {
	tb.Helper()
	r, w := stream.Pipe(1 << 22)
	var got bytes.Buffer
	done := make(chan error, 1)
	go func() {
		_, err := io.Copy(&got, r)
		done <- err
	}()
	if f.stdin == nil && f.input != nil {
		f.stdin = stream.FromReader(f.input)
	}
	in := f.stdin
	if in == nil {
		in = stream.FromReader(strings.NewReader(stdin))
	}
	call := &Call{
		Ctx: context.Background(), Shell: f, State: f.state, Args: args, Line: 1,
		Stdin: in, Stdout: w, Stderr: w,
		File: func(fd int) stream.Description {
			if fd == 0 {
				return in
			}
			return nil
		},
	}
	st = Table()[args[0]].Run(call)
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	if err := <-done; err != nil {
		tb.Fatal(err)
	}
	return got.String(), st
}

func (f *fakeShell) Errorf(call *Call, format string, args ...any) {
	fmt.Fprintf(call.Stderr, "bash: line %d: %s: "+format+"\n", append([]any{call.Line, call.Args[0]}, args...)...)
}
func (f *fakeShell) Limits() Limits { return f.limits }
func (f *fakeShell) Exceeded(_ *Call, name string, _ int64) Status {
	f.exceeded = name
	return Status{Code: 125, Kind: Exit}
}
func (f *fakeShell) Assign(call *Call, target, value string, appending bool) bool {
	if err := f.state.Vars.SetString(target, value); err != nil {
		fmt.Fprintf(call.Stderr, "bash: line %d: %s: %v\n", call.Line, target, err)
		return false
	}
	return true
}
func (f *fakeShell) AssignList(_ *Call, name string, values []string, first int64, clear bool) bool {
	v := f.state.Vars.Get(name)
	list := state.NewList()
	if v != nil && v.Kind == state.Indexed && !clear {
		list = v.List.Clone()
	}
	for i, value := range values {
		list.Set(first+int64(i), value)
	}
	f.state.Vars.Define(name, &state.Variable{Kind: state.Indexed, List: list, Set: true})
	return true
}
func (f *fakeShell) Get(target string) (string, bool) { return f.state.Vars.Get(target).Value() }
func (f *fakeShell) Declare(*Call, Decl, DeclareOptions) bool {
	return false
}
func (f *fakeShell) Unset(_ *Call, target string, _ bool) bool {
	f.state.Vars.UnsetDynamic(target)
	return true
}
func (f *fakeShell) Arith(string) (int64, error)     { return 0, nil }
func (f *fakeShell) ExpandPrompt(text string) string { return text }
func (f *fakeShell) ExpandWords(_ context.Context, text string, _ bool) ([]string, error) {
	return strings.Fields(text), nil
}
func (f *fakeShell) Eval(context.Context, string, int) Status { return Status{} }
func (f *fakeShell) Source(context.Context, *Call, string, []string) Status {
	return Status{}
}
func (f *fakeShell) Call(context.Context, *Call, []string, CallHow) Status { return Status{} }
func (f *fakeShell) Capture(context.Context, string) ([]byte, Status)      { return nil, Status{} }
func (f *fakeShell) Exec(context.Context, *Call, []string, ExecOptions) Status {
	return Status{}
}
func (f *fakeShell) FS() vfs.FS { return nil }
func (f *fakeShell) Open(string, int) (stream.Description, error) {
	return nil, io.ErrUnexpectedEOF
}
func (f *fakeShell) Chdir(dir string) error {
	f.state.Dir = dir
	return nil
}
func (f *fakeShell) LookPath(string, PathLookup) []string   { return nil }
func (f *fakeShell) Limit(byte) (soft, hard int64, ok bool) { return -1, -1, true }
func (f *fakeShell) SetLimit(byte, int64, int64) error      { return nil }
func (f *fakeShell) UntilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	return ctx, func() {}
}
func (f *fakeShell) RunTraps(context.Context) (st Status, ends bool) { return }
func (f *fakeShell) Jobs() Jobs                                      { return nil }
func (f *fakeShell) History() History                                { return nil }
func (f *fakeShell) Signal(int, int) error                           { return nil }
func (f *fakeShell) Times() (a, b, c, d time.Duration)               { return }
func (f *fakeShell) Registry() command.Registry                      { return nil }
