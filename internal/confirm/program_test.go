package confirm_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/confirm"
)

func shell(script string) []string { return []string{"/bin/sh", "-c", script} }

func TestOnlyStatusZeroIsAYes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plain := filepath.Join(dir, "not-executable")
	if err := os.WriteFile(plain, []byte("#!/bin/sh\nexit 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	garbage := filepath.Join(dir, "garbage")
	if err := os.WriteFile(garbage, []byte("\x7fELF\x00garbage"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		argv []string
		want bool
	}{
		{"status 0", shell("exit 0"), true},
		{"status 0 and no look at the question", []string{"/bin/true"}, true},
		{"status 0 after reading", shell("cat >/dev/null"), true},
		{"status 0 and words against it", shell("echo no; echo n; echo no >&2; echo '{\"ok\":false}'"), true},
		{"status 1", shell("exit 1"), false},
		{"status 1 and words for it", shell("echo yes; echo y; exit 1"), false},
		{"status 2", shell("exit 2"), false},
		{"status 126", shell("exit 126"), false},
		{"status 255", shell("exit 255"), false},
		{"a signal", shell("kill -TERM $$"), false},
		{"no such program", []string{filepath.Join(dir, "missing")}, false},
		{"not executable", []string{plain}, false},
		{"no program", []string{garbage}, false},
		{"a directory", []string{dir}, false},
		{"nothing", nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			yes, reason := confirm.Confirmer{}.AskProgram(context.Background(), tt.argv, newQuestion())
			if yes != tt.want || (reason == "") != yes {
				t.Errorf("%v, %q; want %v", yes, reason, tt.want)
			}
			if len(tt.argv) > 0 && !yes && !strings.Contains(reason, tt.argv[0]) {
				t.Errorf("the reason %q does not name the program", reason)
			}
		})
	}
}

func TestWhatTheProgramSees(t *testing.T) {
	t.Parallel()
	for name, env := range map[string][]string{"none": nil, "empty": {}, "two": {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"}} {
		path := filepath.Join(t.TempDir(), "sight")
		// The command's standard input is there too, and must not be read.
		stdin, feed, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer stdin.Close()
		if _, err := feed.WriteString("y\n"); err != nil {
			t.Fatal(err)
		}
		feed.Close()
		c := confirm.Confirmer{Stdin: stdin, Env: env}
		if yes, reason := c.AskProgram(context.Background(), []string{"/proc/self/exe", programArg, path}, newQuestion()); !yes {
			t.Fatalf("no: %s", reason)
		}
		s := readSight(t, path)
		if !slices.Equal(s.Env, env) {
			t.Errorf("%s: environment %q, want %q", name, s.Env, env)
		}
		if s.Dir != "/" {
			t.Errorf("%s: directory %q", name, s.Dir)
		}
		checkQuestion(t, s.Stdin)
		if rest, err := io.ReadAll(stdin); err != nil || string(rest) != "y\n" {
			t.Errorf("%s: of the command's input %q is left (%v)", name, rest, err)
		}
	}
}

func readSight(t *testing.T, path string) sight {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var s sight
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// checkQuestion wants one line with exactly the question.
func checkQuestion(t *testing.T, line string) {
	t.Helper()
	if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") {
		t.Errorf("%q is not one line", line)
	}
	var got map[string]string
	if err := json.Unmarshal([]byte(line), &got); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	q := newQuestion()
	want := map[string]string{"command": q.Command, "rule": q.Rule, "reason": q.Reason, "cwd": q.Cwd, "user": q.User, "session": q.Session}
	if len(got) != len(want) {
		t.Errorf("the question has %d keys, want %d: %s", len(got), len(want), line)
	}
	for key, value := range want {
		if got[key] != value {
			t.Errorf("%s is %q, want %q", key, got[key], value)
		}
	}
}

// TestALongQuestionNeedNotBeRead has more than a pipe holds.
func TestALongQuestionNeedNotBeRead(t *testing.T) {
	t.Parallel()
	q := newQuestion()
	q.Command = strings.Repeat("\x01", executor.MaxCommand)
	if yes, reason := (confirm.Confirmer{}).AskProgram(context.Background(), []string{"/bin/true"}, q); !yes {
		t.Errorf("no: %s", reason)
	}
	path := filepath.Join(t.TempDir(), "sight")
	if yes, reason := (confirm.Confirmer{}).AskProgram(context.Background(), []string{"/proc/self/exe", programArg, path}, q); !yes {
		t.Errorf("no: %s", reason)
	}
	var got executor.Question
	if err := json.Unmarshal([]byte(readSight(t, path).Stdin), &got); err != nil || got != q {
		t.Errorf("a long question did not arrive whole (%v)", err)
	}
}

func TestAProgramThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	const never = "exec sleep 1000"
	ended, end := context.WithCancel(context.Background())
	end()
	for _, tt := range []struct {
		name  string
		ctx   context.Context
		limit time.Duration
		argv  []string
	}{
		{"takes too long", context.Background(), 50 * time.Millisecond, shell(never)},
		{"ignores signals", context.Background(), 50 * time.Millisecond, shell("trap '' TERM INT HUP; " + never)},
		{"is not waited for", ended, 0, shell(never)},
		{"says yes too late", ended, 0, []string{"/bin/true"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			begin := time.Now()
			yes, reason := confirm.Confirmer{ProgramLimit: tt.limit}.AskProgram(tt.ctx, tt.argv, newQuestion())
			if took := time.Since(begin); yes || reason == "" || took > patience {
				t.Errorf("%v, %q after %v", yes, reason, took)
			}
		})
	}
}
