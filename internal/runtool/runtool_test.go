package runtool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
)

func TestTextOfACommandThatRan(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name           string
		stdout, stderr string
		end            executor.Outcome
		want           string
	}{
		{"output", "hi\n", "", executor.Outcome{}, "Exit code: 0\nhi\n"},
		{"nothing", "", "", executor.Outcome{}, "Exit code: 0\n"},
		{"status", "", "", executor.Outcome{Exit: 3}, "Exit code: 3\n"},
		{"messages", "", "oops\n", executor.Outcome{Exit: 1}, "Exit code: 1\nSTDOUT:\n\nSTDERR:\noops\n"},
		{"both", "hi\n", "oops", executor.Outcome{}, "Exit code: 0\nSTDOUT:\nhi\n\nSTDERR:\noops"},
		{"a newline is a message", "hi", "\n", executor.Outcome{}, "Exit code: 0\nSTDOUT:\nhi\nSTDERR:\n\n"},
		{"signal", "hi\n", "", executor.Outcome{Exit: 137, Signal: syscall.SIGKILL}, "Exit code: 137\nhi\n"},
		{"highest status", "", "", executor.Outcome{Exit: 255}, "Exit code: 255\n"},
		{"not UTF-8", "\xff\xfe", "\xc3(", executor.Outcome{}, "Exit code: 0\nSTDOUT:\n\ufffd\ufffd\nSTDERR:\n\ufffd("},
		{"control characters are the caller's", "\x1b[31m", "", executor.Outcome{}, "Exit code: 0\n\x1b[31m"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := Run(context.Background(), newSession(t, prints(tt.stdout, tt.stderr, tt.end), nil), "x", defaults())
			if a.Text != tt.want || a.ExitCode != tt.end.Exit {
				t.Errorf("text %q, status %d; want %q, %d", a.Text, a.ExitCode, tt.want, tt.end.Exit)
			}
			if a.Success != (tt.end.Exit == 0) || a.TimedOut || a.Cancelled || a.Denial != nil || a.StdoutTruncated || a.StderrTruncated {
				t.Errorf("%+v", a)
			}
			if want := signalOf(tt.end); a.Signal != want {
				t.Errorf("signal %q, want %q", a.Signal, want)
			}
		})
	}
}

func signalOf(end executor.Outcome) string {
	if end.Signal == 0 {
		return ""
	}
	return signalName(end.Signal)
}

func TestSignalNames(t *testing.T) {
	t.Parallel()
	for sig, want := range map[syscall.Signal]string{
		syscall.SIGKILL: "SIGKILL", syscall.SIGTERM: "SIGTERM", syscall.SIGSEGV: "SIGSEGV", 34: "signal 34",
	} {
		if got := signalName(sig); got != want {
			t.Errorf("signal %d is %q, want %q", sig, got, want)
		}
	}
}

func TestTextIsCutWithAMark(t *testing.T) {
	t.Parallel()
	const limit = 8
	at, over := strings.Repeat("o", limit), strings.Repeat("o", limit+1)
	const mark = "\n... (output truncated)"
	for _, tt := range []struct {
		stdout, stderr string
		want           string
		cutOut, cutErr bool
	}{
		{at, "", "Exit code: 0\n" + at, false, false},
		{over, "", "Exit code: 0\n" + at + mark, true, false},
		{at, at, "Exit code: 0\nSTDOUT:\n" + at + "\nSTDERR:\n" + at, false, false},
		{"", over, "Exit code: 0\nSTDOUT:\n\nSTDERR:\n" + at + mark, false, true},
		{over, over, "Exit code: 0\nSTDOUT:\n" + at + mark + "\nSTDERR:\n" + at + mark, true, true},
		{"1234567é", "", "Exit code: 0\n1234567" + mark, true, false},
	} {
		session := newSession(t, prints(tt.stdout, tt.stderr, executor.Outcome{}), nil)
		a := Run(context.Background(), session, "x", Options{Timeout: patience, MaxOutput: limit})
		if a.Text != tt.want || a.StdoutTruncated != tt.cutOut || a.StderrTruncated != tt.cutErr {
			t.Errorf("%q and %q: %+v; want the text %q", tt.stdout, tt.stderr, a, tt.want)
		}
		if strings.Contains(a.Stdout+a.Stderr, "truncated") {
			t.Errorf("the mark is in the streams: %+v", a)
		}
	}
}

func TestTextOfARefusal(t *testing.T) {
	t.Parallel()
	rule := config.Rule{Match: []string{"git", "push", "**"}, Action: config.Deny, Reason: "push goes through review", ID: "policy.rules[0]"}
	for _, tt := range []struct {
		name, command string
		change        func(*config.Config, *executor.Options)
		engine        engine
		want          string
		code          string
	}{
		{"deny pattern", "sudo rm -rf /", func(c *config.Config, _ *executor.Options) { c.Run.DenyPatterns = []string{"mkfs", "rm -rf /"} },
			nil, "Command blocked by safety policy: contains 'rm -rf /'", executor.CodePattern},
		{"not confirmed", "ls", func(c *config.Config, _ *executor.Options) { c.Run.Confirm.Kind = config.ConfirmAsk },
			nil, "Command was not confirmed by the user.", executor.CodeConfirm},
		{"gate", "ls *", func(c *config.Config, _ *executor.Options) { c.Run.BashASTMode = config.ModeEnforce },
			nil, "Run rejected unsupported Bash syntax (non_literal_word_not_supported). Enforce mode permits only one literal command with literal arguments.", executor.CodeGate},
		{"rule", "git push origin", func(c *config.Config, _ *executor.Options) { c.Policy.Rules = []config.Rule{rule} },
			nil, "Command denied by policy.rules[0]: push goes through review", executor.CodePolicy},
		{"NUL", "a\x00b", nil,
			nil, "Failed to execute: the command has a NUL byte at offset 1; no shell can take one", executor.CodeInput},
		{"too long", strings.Repeat("a", executor.MaxCommand+1), nil,
			nil, "Failed to execute: the command is longer than the limit of 65536 bytes", executor.CodeInput},
		{"no audit trail", "ls", func(c *config.Config, o *executor.Options) {
			c.Audit.Required, o.Recorder = true, trail{errors.New("disk full")}
		}, nil, "Failed to execute: the audit record can not be kept (disk full); no command runs without one", executor.CodeAudit},
		{"spawn", "ls", nil, refuses(errors.New("fork: no more processes")),
			"Failed to execute: fork: no more processes", executor.CodeSpawn},
		{"sandbox", "ls", nil, refuses(&executor.SetupError{Code: executor.CodeSandbox, Err: errors.New("landlock: gone")}),
			"Failed to execute: landlock: gone", executor.CodeSandbox},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := tt.engine
			if e == nil {
				e = unused(t)
			}
			a := Run(context.Background(), newSession(t, e, tt.change), tt.command, defaults())
			if a.Text != tt.want || a.ExitCode != executor.StatusDenied || a.Success {
				t.Errorf("%+v; want the text %q", a, tt.want)
			}
			if a.Denial == nil || a.Denial.Code != tt.code || a.Stdout+a.Stderr != "" {
				t.Errorf("%+v (%+v), want the code %q", a, a.Denial, tt.code)
			}
		})
	}
}

// TestOrder is deny, confirm, spawn: nobody is asked about what is denied, and
// nothing runs that was not confirmed.
func TestOrder(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		command    string
		yes        bool
		asked, ran int
	}{
		{"mkfs", true, 0, 0},
		{"ls", false, 1, 0},
		{"ls", true, 1, 1},
	} {
		c, ran := &confirmer{yes: tt.yes}, 0
		session := newSession(t, func(context.Context, executor.Request) (executor.Outcome, error) {
			ran++
			return executor.Outcome{}, nil
		}, func(cfg *config.Config, o *executor.Options) {
			cfg.Run.DenyPatterns, cfg.Run.Confirm.Kind, o.Confirmer = []string{"mkfs"}, config.ConfirmProgram, c
			cfg.Run.Confirm.Program = []string{"/bin/true"}
		})
		Run(context.Background(), session, tt.command, defaults())
		if c.asked != tt.asked || ran != tt.ran {
			t.Errorf("%+v: asked %d times, ran %d times", tt, c.asked, ran)
		}
	}
}

func TestWhatTheEngineGets(t *testing.T) {
	t.Parallel()
	for _, state := range []bool{false, true} {
		session := newSession(t, func(_ context.Context, req executor.Request) (executor.Outcome, error) {
			if req.Command != "echo hi" || !req.Isolate || req.Reads || req.Script || req.Capture != state {
				t.Errorf("the request is %+v", req)
			}
			if text, err := io.ReadAll(req.Stdin); err != nil || len(text) > 0 {
				t.Errorf("standard input holds %q (%v)", text, err)
			}
			return executor.Outcome{}, nil
		}, nil)
		Run(context.Background(), session, "echo hi", Options{Timeout: patience, MaxOutput: 10, State: state})
	}
}

// untilStopped is an engine whose command prints and then runs until it is
// told to stop; told is closed when it can be told.
func untilStopped(told chan<- struct{}) engine {
	return func(ctx context.Context, req executor.Request) (executor.Outcome, error) {
		_, err := req.Stdout.WriteString("partial")
		if told != nil {
			close(told)
		}
		<-ctx.Done()
		return executor.Outcome{Exit: 143, Signal: syscall.SIGTERM, Cause: context.Cause(ctx)}, err
	}
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	for limit, want := range map[time.Duration]string{
		time.Nanosecond:        "Command timed out after 0.000000001s",
		50 * time.Millisecond:  "Command timed out after 0.05s",
		100 * time.Millisecond: "Command timed out after 0.1s",
	} {
		a := Run(context.Background(), newSession(t, untilStopped(nil), nil), "x", Options{Timeout: limit, MaxOutput: 100})
		if a.Text != want || a.ExitCode != executor.StatusTimeout || !a.TimedOut || a.Cancelled || a.Success {
			t.Errorf("%+v; want the text %q", a, want)
		}
		if a.Stdout != "partial" || a.Signal != "SIGTERM" || a.Denial != nil {
			t.Errorf("%+v; want the output so far", a)
		}
	}
}

func TestWholeSecondsHaveNoPoint(t *testing.T) {
	t.Parallel()
	for limit, want := range map[time.Duration]string{
		time.Second: "1", 120 * time.Second: "120", 1500 * time.Millisecond: "1.5", 24 * time.Hour: "86400",
	} {
		var a Answer
		a.settle(executor.Result{Stopped: errTimeout}, Options{Timeout: limit}, stream{}, stream{})
		if a.Text != "Command timed out after "+want+"s" {
			t.Errorf("%v: %q", limit, a.Text)
		}
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	for name, cause := range map[string]error{
		"cancelled": nil, "by a signal": errors.New("interrupt"), "by a deadline of the caller's": context.DeadlineExceeded,
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		running := make(chan struct{})
		go func() {
			<-running
			cancel(cause)
		}()
		a := Run(ctx, newSession(t, untilStopped(running), nil), "x", defaults())
		if a.Text != "Cancelled" || a.ExitCode != StatusCancelled || !a.Cancelled || a.TimedOut || a.Success || a.Stdout != "partial" {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

// TestAResultThatIsThereCounts ends the context and lets the command finish
// all the same: what it did is the answer.
func TestAResultThatIsThereCounts(t *testing.T) {
	t.Parallel()
	session := newSession(t, func(ctx context.Context, req executor.Request) (executor.Outcome, error) {
		<-ctx.Done()
		_, err := req.Stdout.WriteString("done")
		return executor.Outcome{}, err
	}, nil)
	a := Run(context.Background(), session, "x", Options{Timeout: time.Millisecond, MaxOutput: 100})
	if a.Text != "Exit code: 0\ndone" || !a.Success || a.TimedOut || a.Cancelled {
		t.Errorf("%+v", a)
	}
}

func TestCancelBeforeTheStart(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a := Run(ctx, newSession(t, untilStopped(nil), nil), "x", defaults()); a.Text != "Cancelled" || !a.Cancelled {
		t.Errorf("%+v", a)
	}
}

func TestAnswerKeepsItsShape(t *testing.T) {
	t.Parallel()
	names := []string{"text", "exit_code", "success", "signal", "timed_out", "cancelled", "stdout", "stderr",
		"stdout_truncated", "stderr_truncated", "duration_ms", "cwd", "denial", "background_processes"}
	for name, tt := range map[string]struct {
		answer Answer
		want   []string // of the denial
	}{
		"ran":     {Run(context.Background(), newSession(t, prints("hi", "", executor.Outcome{}), nil), "x", defaults()), nil},
		"refused": {Run(context.Background(), newSession(t, unused(t), nil), "\x00", defaults()), []string{"code", "rule", "reason"}},
		"failed":  {Failed(os.ErrNotExist, "/nowhere"), []string{"code", "rule", "reason"}},
	} {
		text, err := json.Marshal(tt.answer)
		if err != nil {
			t.Fatal(err)
		}
		if got := keys(t, text); !slices.Equal(got, names) {
			t.Errorf("%s: keys %q, want %q", name, got, names)
		}
		var object struct{ Denial json.RawMessage }
		if err := json.Unmarshal(text, &object); err != nil {
			t.Fatal(err)
		}
		if tt.want == nil {
			if string(object.Denial) != "null" {
				t.Errorf("%s: the denial is %s", name, object.Denial)
			}
		} else if got := keys(t, object.Denial); !slices.Equal(got, tt.want) {
			t.Errorf("%s: the denial has the keys %q, want %q", name, got, tt.want)
		}
	}
}

// keys lists the names of a JSON object in their order.
func keys(t *testing.T, object []byte) []string {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name.(string))
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return names
}

func TestFailed(t *testing.T) {
	t.Parallel()
	a := Failed(errors.New("chdir /nowhere: no such file or directory"), "/nowhere")
	if a.Text != "Failed to execute: chdir /nowhere: no such file or directory" || a.ExitCode != executor.StatusDenied ||
		a.Success || a.Cwd != "/nowhere" || a.Denial.Code != executor.CodeSpawn {
		t.Errorf("%+v", a)
	}
}
