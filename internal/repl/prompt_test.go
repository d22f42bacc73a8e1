package repl

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"unicode"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/executor"
)

// newLoop makes a loop around a session that runs nothing.
func newLoop(t *testing.T, state *envstate.State, opts Options) *loop {
	t.Helper()
	cfg, ok := config.Builtin(config.ProfileWorkspace)
	if !ok {
		t.Fatal("no workspace profile")
	}
	session := executor.NewSession(executor.Options{Config: &cfg, State: state})
	return &loop{session: session, opts: opts}
}

func TestPrompt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		dir, pwd, home string
		uid            int
		want           string
	}{
		{"/usr", "", "/home/ann", 1000, "aegish:/usr$ "},
		{"/usr", "", "/home/ann", 0, "aegish:/usr# "},
		{"/", "", "/", 0, "aegish:/# "},
		{"/", "", "", 1000, "aegish:/$ "},
		{"/home/ann", "", "/home/ann", 1000, "aegish:~$ "},
		{"/home/ann/src", "", "/home/ann", 1000, "aegish:~/src$ "},
		{"/home/annex", "", "/home/ann", 1000, "aegish:/home/annex$ "},
		{"/data/ann", "/home/ann/link", "/home/ann", 1000, "aegish:~/link$ "},
		{"/a b/'c'", "", "", 1000, "aegish:/a b/'c'$ "},
		{"/new\nline", "", "", 1000, `aegish:/new\nline$ `},
		{"/\x1b]0;title\a\x1b[2J", "", "", 1000, `aegish:/\x1b]0;title\x07\x1b[2J$ `},
		{"/\u202e\u200b\x7f\u009b", "", "", 1000, `aegish:/\u202e\u200b\x7f\x9b$ `},
		{"/\xff", "", "", 1000, `aegish:/\xff$ `},
		{"/日本", "", "", 1000, "aegish:/日本$ "},
	} {
		l := newLoop(t, &envstate.State{Dir: tt.dir}, Options{Home: tt.home, UID: tt.uid})
		if tt.pwd != "" {
			l.session.State().Env.Set("PWD", tt.pwd)
		}
		if got := l.prompt(t.Context(), false); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.dir, got, tt.want)
		}
		if got := l.prompt(t.Context(), true); got != "> " {
			t.Errorf("the prompt of a line that goes on is %q", got)
		}
	}
}

// A number is a cause that names a signal.
type number syscall.Signal

func (n number) Error() string          { return "ended" }
func (n number) Number() syscall.Signal { return syscall.Signal(n) }

func TestStatusOfASessionThatWasEnded(t *testing.T) {
	t.Parallel()
	for cause, want := range map[error]int{
		number(syscall.SIGHUP): 129, number(syscall.SIGTERM): 143,
		fmt.Errorf("wrapped: %w", number(syscall.SIGHUP)): 129, context.Canceled: 7,
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(cause)
		l := newLoop(t, &envstate.State{Dir: "/", Exit: 7}, Options{})
		if got := l.endedBy(ctx); got != want {
			t.Errorf("%v: %d, want %d", cause, got, want)
		}
	}
}

func TestNamesOfSignals(t *testing.T) {
	t.Parallel()
	for sig, want := range map[syscall.Signal]string{
		syscall.SIGKILL: "Killed", syscall.SIGSEGV: "Segmentation fault", syscall.SIGTERM: "Terminated", 40: "Signal 40", 0: "Signal 0",
	} {
		if got := signalName(sig); got != want {
			t.Errorf("%d is %q, want %q", sig, got, want)
		}
	}
}

func TestRefusal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		denial executor.Denial
		want   string
	}{
		{executor.Denial{Code: executor.CodePolicy, Rule: "policy.rules[2]", Reason: "push goes through review"},
			"aegish: denied by policy.rules[2]: push goes through review"},
		{executor.Denial{Code: executor.CodeConfirm, Rule: "tools.run.confirm", Reason: "Command was not confirmed by the user.", Detail: "the answer was no"},
			"aegish: denied by tools.run.confirm: Command was not confirmed by the user. (the answer was no)"},
		{executor.Denial{Code: executor.CodePattern, Rule: "tools.run.deny_patterns", Reason: "Command blocked by safety policy: contains 'x'"},
			"aegish: Command blocked by safety policy: contains 'x'"},
		{executor.Denial{Code: executor.CodeGate, Reason: "Run rejected unsupported Bash syntax (parse_error). Enforce mode permits only one literal command with literal arguments."},
			"aegish: Run rejected unsupported Bash syntax (parse_error). Enforce mode permits only one literal command with literal arguments."},
		{executor.Denial{Code: executor.CodeSandbox, Rule: "landlock", Reason: "gone"}, "aegish: the sandbox could not be set up, nothing ran: gone"},
		{executor.Denial{Code: executor.CodeSpawn, Reason: "no memory"}, "aegish: nothing ran: no memory"},
		{executor.Denial{Code: executor.CodeInput, Reason: "a NUL"}, "aegish: a NUL"},
	} {
		if got := Refusal(&tt.denial); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.denial, got, tt.want)
		}
	}
}

func TestRefusalsAreOneInertLine(t *testing.T) {
	t.Parallel()
	const hostile = "a\nb\r\x1b[31m\x1b]52;c;aGk=\a\x7f\u009b\u202e\u200b\u2028\xff"
	for _, code := range []string{executor.CodeGate, executor.CodePattern, executor.CodePolicy, executor.CodeConfirm,
		executor.CodeInput, executor.CodeSandbox, executor.CodeSpawn, executor.CodeAudit, "new"} {
		got := Refusal(&executor.Denial{Code: code, Rule: hostile, Reason: hostile, Detail: hostile})
		acts := func(r rune) bool { return !unicode.IsPrint(r) }
		if i := strings.IndexFunc(got, acts); i >= 0 || !strings.HasPrefix(got, "aegish: ") {
			t.Errorf("%s: %q", code, got)
		}
	}
}
