package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/executor/policy"
	"github.com/aegish/aegish/internal/gatestats"
	"github.com/creack/pty"
)

// judged is a configuration with rules, and every mode off.
func judged() config.Config {
	cfg, _ := config.Builtin(config.ProfileWorkspace)
	cfg.Run.BashASTMode, cfg.Policy.Mode = config.ModeOff, config.PolicyAudit
	cfg.Policy.Rules = []config.Rule{
		{Match: []string{"git", "push", "**"}, Action: config.Deny, Reason: "review", ID: "policy.rules[0]"},
		{Match: []string{"rm", "**"}, Action: config.Ask, ID: "policy.rules[1]"},
		{Opaque: true, Action: config.Deny, ID: "policy.rules[2]"},
	}
	return cfg
}

func TestEnforcedJudge(t *testing.T) {
	t.Parallel()
	const gate = "tools.run.bash_ast_mode"
	rejected := func(code bashast.Code) gatestats.Verdict {
		return gatestats.Verdict{Violation: code, Action: config.Deny, Rule: gate}
	}
	allowed := gatestats.Verdict{Action: config.Allow, Rule: "policy.default"}
	push := gatestats.Verdict{Action: config.Deny, Rule: "policy.rules[0]"}
	ask := gatestats.Verdict{Action: config.Ask, Rule: "policy.rules[1]"}
	opaque := gatestats.Verdict{Action: config.Deny, Rule: "policy.rules[2]", Opaque: true}
	input := gatestats.Verdict{Violation: bashast.ParseError, Action: config.Deny, Rule: "input"}
	confirmed := gatestats.Verdict{Action: config.Ask, Rule: "tools.run.confirm"}
	for _, tt := range []struct {
		command          string
		change           func(*config.Config)
		simple, compound gatestats.Verdict
	}{
		{"ls -l", nil, allowed, allowed},
		{"ls | wc", nil, rejected(bashast.PipelineNotSupported), allowed},
		{"ls; git push", nil, rejected(bashast.MultipleStatements), push},
		{"git push", nil, push, push},
		{"rm x", nil, ask, ask},
		{"sh script", nil, opaque, opaque},
		{"echo $(id)", nil, rejected(bashast.CommandSubstitutionNotSupported), rejected(bashast.CommandSubstitutionNotSupported)},
		{"a\x00b", nil, input, input},
		{"ls -l", func(c *config.Config) { c.Run.Confirm.Kind = config.ConfirmAsk }, confirmed, confirmed},
		{"ls -l", func(c *config.Config) { c.Policy.Rules = nil }, gatestats.Verdict{Action: config.Allow}, gatestats.Verdict{Action: config.Allow}},
	} {
		cfg := judged()
		if tt.change != nil {
			tt.change(&cfg)
		}
		before := cfg.Run
		got := enforcedJudge(&cfg, policy.Context{})(tt.command)
		if want := (gatestats.Judgement{Simple: tt.simple, Compound: tt.compound}); got != want {
			t.Errorf("%q: %+v, want %+v", tt.command, got, want)
		}
		if cfg.Run.BashASTMode != before.BashASTMode || cfg.Policy.Mode != config.PolicyAudit || cfg.Run.BashASTSubset != before.BashASTSubset {
			t.Errorf("%q: the configuration was changed", tt.command)
		}
	}
}

// TestEveryDecidingRuleIsDescribed: the words about a rule come from the
// configuration or from here, and never from a command.
func TestEveryDecidingRuleIsDescribed(t *testing.T) {
	t.Parallel()
	cfg := judged()
	cfg.Run.DenyPatterns = []string{"mkfs"}
	cfg.Run.Confirm.Kind = config.ConfirmAsk
	about := describeRules(&cfg)
	judge := enforcedJudge(&cfg, policy.Context{Dangerous: func(name string) bool { return name == "LD_PRELOAD" }})
	for command, want := range map[string]string{
		"git push": "review", "rm x": "rm **", "mkfs": "holds a denied text", "a\x00": "over 64 KiB, or with a NUL byte",
		"$x": "a violation of the gate", "ls": "every command is asked about",
	} {
		if got := about(judge(command).Simple.Rule); got != want {
			t.Errorf("%q is decided by %s: %q, want %q", command, judge(command).Simple.Rule, got, want)
		}
	}
	if got := about(judge("LD_PRELOAD=x ls").Compound.Rule); got != "assigns a variable that is stripped" {
		t.Errorf("LD_PRELOAD: %q", got)
	}
	if got := about("policy.rules[2]"); got != "what is opaque" {
		t.Errorf("a rule about opaque commands: %q", got)
	}
}

func TestInUTF8(t *testing.T) {
	t.Parallel()
	for env, want := range map[string]bool{
		"": false, "LANG=C": false, "LANG=C.UTF-8": true, "LANG=de_DE.utf8": true, "LANG=de_DE@euro": false,
		"LC_ALL=C LANG=C.UTF-8": false, "LC_ALL= LC_CTYPE=C.UTF-8 LANG=C": true, "LC_ALL=en_US.UTF-8 LC_CTYPE=C": true,
	} {
		if got := (Process{Env: strings.Fields(env)}).inUTF8(); got != want {
			t.Errorf("%q: %v, want %v", env, got, want)
		}
	}
}

// statsProcess writes nowhere and reads from stdin.
func statsProcess(t *testing.T, stdin, stderr *os.File) Process {
	t.Helper()
	nowhere, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nowhere.Close() })
	if stdin == nil {
		stdin = nowhere
	}
	if stderr == nil {
		stderr = nowhere
	}
	return Process{Stdin: stdin, Stdout: nowhere, Stderr: stderr}
}

func allowed(string) gatestats.Judgement { return gatestats.Judgement{} }

func TestFilesThatCanNotBeRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for file, want := range map[string]string{
		filepath.Join(dir, "none"): "open " + dir + "/none: no such file or directory",
		dir:                        "read " + dir + ": is a directory",
	} {
		_, err := statsProcess(t, nil, nil).count(t.Context(), &options{stats: statsOptions{file: file}}, allowed)
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestASignalEndsACount, also one that waits for its input, or for a writer of
// its named pipe.
func TestASignalEndsACount(t *testing.T) {
	t.Parallel()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"-", fifo, "/dev/zero"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := statsProcess(t, in, nil).count(ctx, &options{stats: statsOptions{file: file}}, allowed)
			ended <- err
		}()
		cancel(&SignalError{syscall.SIGINT})
		select {
		case err := <-ended:
			var exit *exitError
			if !errors.As(err, &exit) || exit.status != executor.SignalStatus(syscall.SIGINT) {
				t.Errorf("%s: %v", file, err)
			}
		case <-time.After(patience):
			t.Fatalf("%s: it goes on", file)
		}
	}
	// Whoever waits for a writer of the pipe gets one.
	writer, err := os.OpenFile(fifo, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	writer.Close()
}

// TestProgress: a person who waits for more than a second sees how far it is,
// and nothing of it is left behind.
func TestProgress(t *testing.T) {
	t.Parallel()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	p := statsProcess(t, in, tty)
	ended := make(chan error, 1)
	began := time.Now()
	go func() {
		_, err := p.count(t.Context(), &options{stats: statsOptions{file: "-"}}, allowed)
		tty.Close()
		ended <- err
	}()
	overdue := time.AfterFunc(patience, func() { out.Close() })
	defer overdue.Stop()
	seen := bufio.NewReader(master)
	if text, err := seen.ReadString('d'); text != "\r0 command" || err != nil {
		t.Errorf("a person sees %q (%v)", text, err)
	}
	if took := time.Since(began); took < progressAfter {
		t.Errorf("progress is shown after %s", took)
	}
	out.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(seen)
	lines := strings.Split(string(rest), "\r")
	if n := len(lines); n < 3 || strings.TrimLeft(lines[n-2], " ") != "" || lines[n-1] != "" {
		t.Errorf("it is left as %q", rest)
	}
}

func TestProgressIsForTerminals(t *testing.T) {
	t.Parallel()
	text := printed(t, func(f *os.File) {
		p := statsProcess(t, nil, f)
		if _, err := p.count(t.Context(), &options{stats: statsOptions{file: "/dev/null"}}, allowed); err != nil {
			t.Error(err)
		}
		if shown := p.showProgress(&gatestats.Progress{}, 30); shown != 30 {
			t.Errorf("%d columns", shown)
		}
		p.clearProgress(3)
		p.clearProgress(0)
	})
	if want := "\r0 commands, 0 KiB read        \r   \r"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
}

// history is what people type, more or less.
var history = []string{
	"ls -l", "cd project", "git status", "git commit -m 'say what changed'", "make test 2>&1 | tail -n 20",
	"for f in *.go; do gofmt -l \"$f\"; done", "sudo systemctl restart nginx", "echo $HOME", "grep -rn 'func main' . | head",
	"docker run --rm -it -v \"$PWD:/src\" golang:1.26 bash -c 'cd /src && go build ./...'",
}

func BenchmarkStats(b *testing.B) {
	for _, profile := range []string{config.ProfileWorkspace, config.ProfileRestricted} {
		b.Run(profile, func(b *testing.B) {
			cfg, _ := config.Builtin(profile)
			judge := enforcedJudge(&cfg, policy.Context{Dir: "/home/user", Home: "/home/user"})
			text := strings.Join(history, "\n") + "\n"
			b.ReportAllocs()
			commands := int64(0)
			for b.Loop() {
				report, err := gatestats.Count(b.Context(), strings.NewReader(text), judge, gatestats.Options{})
				if err != nil {
					b.Fatal(err)
				}
				commands += report.Commands
			}
			b.ReportMetric(float64(commands)/b.Elapsed().Seconds(), "commands/s")
		})
	}
}

// TestStatsCountsWhatCheckSays: one file with all of them, and each alone.
func TestStatsCountsWhatCheckSays(t *testing.T) {
	t.Parallel()
	cfg := judged()
	report, err := gatestats.Count(t.Context(), strings.NewReader(strings.Join(history, "\n")), enforcedJudge(&cfg, policy.Context{}), gatestats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	enforced := cfg
	enforced.Run.BashASTMode, enforced.Policy.Mode = config.ModeEnforce, config.PolicyEnforce
	for subset, counts := range map[config.Subset]gatestats.Subset{config.SubsetSimple: report.Simple, config.SubsetCompound: report.Compound} {
		enforced.Run.BashASTSubset = subset
		accepted, decisions := int64(0), map[config.Action]int64{}
		for _, command := range history {
			answer, _ := checkCommand(&enforced, command, policy.Context{})
			if decisions[answer.Decision]++; answer.Accepted {
				accepted++
			}
		}
		want := map[config.Action]int64{}
		for action, share := range map[config.Action]gatestats.Share{config.Allow: counts.Allow, config.Ask: counts.Ask, config.Deny: counts.Deny} {
			if share.Count > 0 {
				want[action] = share.Count
			}
		}
		if accepted != counts.Accepted.Count || !maps.Equal(decisions, want) {
			t.Errorf("%s: check accepts %d and decides %v, --stats counts %d and %v", subset, accepted, decisions, counts.Accepted.Count, want)
		}
	}
}
