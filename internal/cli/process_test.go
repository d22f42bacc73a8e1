package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/executor/policy"
	"github.com/aegish/aegish/internal/runtool"
	"github.com/creack/pty"
)

// printed calls f with a file and returns what f wrote into it.
func printed(t *testing.T, f func(*os.File)) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	f(file)
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestFailures(t *testing.T) {
	t.Parallel()
	const hint = "Try `aegish --help`.\n"
	broken := errors.New("broken\n\x1b[31m\u202e")
	for _, tt := range []struct {
		err    error
		status int
		want   string
	}{
		{usage("-x: unknown option"), executor.StatusUsage, "aegish: -x: unknown option\n" + hint},
		{fmt.Errorf("wrapped: %w", usage("no")), executor.StatusUsage, "aegish: wrapped: no\n" + hint},
		{broken, executor.StatusUsage, "aegish: broken\\n\\x1b[31m\\u202e\n"},
		{&config.Error{File: "f", Line: 3, Key: "k", Msg: "m"}, executor.StatusUsage, "aegish: f:3: k: m\n"},
		{&exitError{executor.StatusDenied, broken}, executor.StatusDenied, "aegish: broken\\n\\x1b[31m\\u202e\n"},
		{fmt.Errorf("wrapped: %w", &exitError{7, errors.New("x")}), 7, "aegish: wrapped: x\n"},
	} {
		status := 0
		text := printed(t, func(f *os.File) { status = Process{Stderr: f}.fail(tt.err) })
		if status != tt.status || text != tt.want {
			t.Errorf("%v: status %d, %q; want %d, %q", tt.err, status, text, tt.status, tt.want)
		}
	}
}

func TestMainWithoutASession(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args           []string
		status         int
		stdout, stderr string
	}{
		{argv("--help"), 0, helpText, ""},
		{argv("run", "-h"), 0, helpOf(verbRun), ""},
		{argv("config", "--help"), 0, helpOf(verbConfig), ""},
		{argv("-h", "run"), 0, helpText, ""},
		{argv("run", "--wrong"), 2, "", "aegish: run: --wrong: unknown option\nTry `aegish run --help`.\n"},
		{argv("why", "read"), 2, "", "aegish: why read: expected a path behind it\nTry `aegish why --help`.\n"},
		{argv("why", "signal", "x", "y"), 2, "", "aegish: why signal: expected nothing behind it, and there is \"x y\"\nTry `aegish why --help`.\n"},
		{argv("version"), 0, "aegish " + version() + "\n", ""},
		{argv("--version"), 0, "aegish " + version() + "\n", ""},
		{argv("--wrong\x1b"), 2, "", "aegish: --wrong\\x1b: unknown option\nTry `aegish --help`.\n"},
	} {
		status, stdout := 0, ""
		stderr := printed(t, func(e *os.File) {
			stdout = printed(t, func(o *os.File) { status = Main(Process{Args: tt.args, Stdout: o, Stderr: e}) })
		})
		if status != tt.status || stdout != tt.stdout || stderr != tt.stderr {
			t.Errorf("%q: status %d, stdout %q, stderr %q", tt.args, status, stdout, stderr)
		}
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	p := Process{Env: []string{"A=1", "B=", "AB=2", "A=3", "=C=4", "D", "E=x=y"}}
	for name, want := range map[string]string{"A": "3", "B": "", "AB": "2", "C": "", "D": "", "E": "x=y", "missing": ""} {
		if got := p.lookup(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestStatusOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		res  executor.Result
		want int
	}{
		{executor.Result{Exit: 3}, 3},
		{executor.Result{Exit: 143, Stopped: &SignalError{syscall.SIGHUP}}, 129},
		{executor.Result{Exit: 0, Stopped: fmt.Errorf("wrapped: %w", &SignalError{syscall.SIGTERM})}, 143},
		{executor.Result{Exit: 9, Stopped: errors.New("other")}, 9},
	} {
		if got := statusOf(tt.res); got != tt.want {
			t.Errorf("%+v: %d, want %d", tt.res, got, tt.want)
		}
	}
}

func TestCheckAnswers(t *testing.T) {
	t.Parallel()
	rules := []config.Rule{
		{Match: []string{"git", "push", "**"}, Action: config.Deny, Reason: "review", ID: "policy.rules[0]"},
		{Match: []string{"rm", "**"}, Action: config.Ask, ID: "policy.rules[1]"},
	}
	for _, tt := range []struct {
		command string
		change  func(*config.Config)
		status  int
		action  config.Action
		rule    string
		accept  bool
		code    bashast.Code
	}{
		{"ls -l", nil, 0, config.Allow, "policy.default", true, ""},
		{"ls | wc", nil, 126, config.Deny, "policy.unparsed", false, "pipeline_not_supported"},
		{"git push", nil, 126, config.Deny, "policy.rules[0]", true, ""},
		{"rm x", nil, statusAsk, config.Ask, "policy.rules[1]", true, ""},
		{"rm x", func(c *config.Config) { c.Policy.Mode = config.PolicyAudit }, 0, config.Allow, "policy.rules[1]", true, ""},
		{"ls", func(c *config.Config) { c.Run.Confirm.Kind = config.ConfirmAsk }, statusAsk, config.Ask, "tools.run.confirm", true, ""},
		{"mkfs", func(c *config.Config) { c.Run.DenyPatterns = []string{"mkfs"} }, 126, config.Deny, "tools.run.deny_patterns", true, ""},
		{"a\x00b", nil, 126, config.Deny, "input", false, bashast.ParseError},
		{strings.Repeat("a", executor.MaxCommand+1), nil, 126, config.Deny, "input", false, bashast.InputTooLarge},
	} {
		cfg, _ := config.Builtin(config.ProfileWorkspace)
		cfg.Policy.Rules = rules
		if tt.change != nil {
			tt.change(&cfg)
		}
		a, status := checkCommand(&cfg, tt.command, policy.Context{})
		if status != tt.status || a.Decision != tt.action || a.Rule != tt.rule || a.Accepted != tt.accept || a.Violation != tt.code {
			t.Errorf("%.40q: status %d, %+v; want %+v", tt.command, status, a, tt)
		}
		if a.Accepted != (len(a.Argv) > 0) {
			t.Errorf("%.40q: argv %q", tt.command, a.Argv)
		}
	}
}

func TestArgvThatIsNotText(t *testing.T) {
	t.Parallel()
	if argv, encoding := encodeArgv([]string{"a", "é\n"}); !slices.Equal(argv, []string{"a", "é\n"}) || encoding != "" {
		t.Errorf("%q, %q", argv, encoding)
	}
	if argv, encoding := encodeArgv([]string{"a", "\xff"}); !slices.Equal(argv, []string{"YQ==", "/w=="}) || encoding != "base64" {
		t.Errorf("%q, %q", argv, encoding)
	}
}

func TestReadCommandIsBounded(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{0: 0, 1: 1, bashast.MaxInput: bashast.MaxInput, bashast.MaxInput + 1: bashast.MaxInput + 1, 10 * bashast.MaxInput: bashast.MaxInput + 1} {
		text, err := readCommand(strings.NewReader(strings.Repeat("\x00", n)))
		if err != nil || len(text) != want {
			t.Errorf("%d bytes: %d, %v; want %d", n, len(text), err, want)
		}
	}
}

func TestOutputIsInertWhereAPersonReadsIt(t *testing.T) {
	t.Parallel()
	const hostile = "a\x1b[31m\u202e\n\tb\r"
	answer := runtool.Answer{Text: hostile, ExitCode: 4}
	// To a program the text is exact.
	if text := printed(t, func(f *os.File) {
		if status, err := (Process{Stdout: f}).answer(&options{}, answer); status != 4 || err != nil {
			t.Errorf("%d, %v", status, err)
		}
	}); text != hostile {
		t.Errorf("a program gets %q", text)
	}
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	if _, err := (Process{Stdout: tty}).answer(&options{}, answer); err != nil {
		t.Fatal(err)
	}
	tty.Close()
	// The terminal is read to its end, which is EIO once nobody has it open.
	seen, _ := io.ReadAll(master)
	if want := "a\\x1b[31m\\u202e\r\n\tb\\x0d\r\n"; string(seen) != want {
		t.Errorf("a person sees %q, want %q", seen, want)
	}
	// JSON is inert for both, and the value is the same.
	text := printed(t, func(f *os.File) {
		if err := writeJSON(f, answer); err != nil {
			t.Error(err)
		}
	})
	var back runtool.Answer
	if err := json.Unmarshal([]byte(text), &back); err != nil || back.Text != hostile || strings.ContainsAny(text, "\x1b\u202e") {
		t.Errorf("the object is %q (%v)", text, err)
	}
}

func TestRedirectionsReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	one := 1
	for want, r := range map[string]checkedRedirection{
		">x": {FD: 1, Operator: ">", Path: "x"}, "2>>x": {FD: 2, Operator: ">>", Path: "x"}, "<x": {FD: 0, Operator: "<", Path: "x"},
		"2>&1": {FD: 2, Operator: ">&", Source: &one}, "&>x": {FD: -1, Operator: "&>", Path: "x"}, "<<": {FD: 0, Operator: "<<"}, "3<>x": {FD: 3, Operator: "<>", Path: "x"},
	} {
		if got := r.line(); got != want {
			t.Errorf("%+v: %s, want %s", r, got, want)
		}
	}
}
