package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; got\n%s", path, got)
	}
}

// The names of the checks and what they say about a machine with nothing to
// complain about: scripts rest on them.
func TestHealthyMachine(t *testing.T) {
	t.Parallel()
	facts := installed()
	facts.SelfTest = func(context.Context) error { return nil }
	report := Examine(t.Context(), facts, newHost(t, plus(map[string]string{
		"/etc/ssh/sshd_config": "Include sshd_config.d/*.conf\nPermitUserRC no\nDisableForwarding yes\n",
	})))
	if !report.OK {
		t.Error("the healthy machine is not")
	}
	var text strings.Builder
	for _, c := range report.Checks {
		fmt.Fprintln(&text, c.Name, c.Status)
	}
	golden(t, "checks.txt", []byte(text.String()))
}

// sample holds one check of each status.
func sample() Report {
	return newReport([]Check{
		note("kernel", "Linux 6.18.44 x86_64", ""),
		pass("shell.version", "GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)"),
		warning("sshd.user_rc", "PermitUserRC yes (the default); no for Match User bob (/etc/ssh/sshd_config:3)",
			"sshd runs ~/.ssh/rc before a session. Set PermitUserRC no."),
		failure("dropper", "none of the places has it", "Reinstall aegish."),
	})
}

func TestText(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	if err := sample().WriteText(&text, 64); err != nil {
		t.Fatal(err)
	}
	golden(t, "sample.txt", text.Bytes())
}

func TestJSON(t *testing.T) {
	t.Parallel()
	text, err := json.MarshalIndent(sample(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "sample.json", append(text, '\n'))
}

func TestWidth(t *testing.T) {
	t.Parallel()
	report := newReport([]Check{
		warning("a", "one two", strings.Repeat("word ", 60)), failure("a.long.name", strings.Repeat("x", 200)+" y", ""),
	})
	for asked, limit := range map[int]int{-1: minWidth, 0: minWidth, minWidth: minWidth, 73: 73, 200: 200} {
		var text strings.Builder
		if err := report.WriteText(&text, asked); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text.String()) {
			line = strings.TrimRight(line, "\n")
			if utf8.RuneCountInString(line) > limit && !strings.Contains(line, "xxxx") {
				t.Errorf("width %d: line of %d: %q", asked, len(line), line)
			}
		}
		if !strings.HasSuffix(text.String(), "\n2 checks: 1 failure, 1 warning\n") {
			t.Errorf("tally: %q", text.String())
		}
	}
	if err := report.WriteText(broken{}, 80); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a failing writer: %v", err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestReportIsInert(t *testing.T) {
	t.Parallel()
	r := newReport([]Check{warning("a", "x\x1b[2J\ny", "\u202eevil\u009b")})
	if r.Checks[0].Summary != `x\x1b[2J\ny` || r.Checks[0].Advice != `\u202eevil\x9b` || !r.OK {
		t.Errorf("%+v", r)
	}
	if r := newReport([]Check{failure("a", "", "")}); r.OK {
		t.Error("a failure is fine")
	}
	if text, _ := json.Marshal(newReport(nil)); string(text) != `{"ok":true,"checks":[]}` {
		t.Errorf("%s", text)
	}
}

func TestNothingKnown(t *testing.T) {
	t.Parallel()
	report := Examine(t.Context(), Facts{Self: self}, newHost(t, nil))
	if report.OK || len(report.Checks) == 0 {
		t.Errorf("%+v", report)
	}
}

func TestNothingHangs(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	defer close(release)
	s := step{"x", func(context.Context) []Check { <-release; return nil }}
	if got := s.try(t.Context(), time.Millisecond); len(got) != 1 || got[0].Name != "x" || got[0].Status != Failure {
		t.Errorf("a step that hangs: %+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	report := Examine(ctx, installed(), newHost(t, system()))
	if last := report.Checks[len(report.Checks)-1]; report.OK || last.Name != "doctor" {
		t.Errorf("interrupted: %+v", report)
	}
}

func TestSelfTestIsBounded(t *testing.T) {
	t.Parallel()
	facts := installed()
	facts.SelfTest = func(ctx context.Context) error {
		deadline, ok := ctx.Deadline()
		if left := time.Until(deadline); !ok || left > selfTestTime {
			t.Errorf("deadline %v in %v", ok, left)
		}
		return nil
	}
	Examine(t.Context(), facts, newHost(t, system()))
}

func TestReadFileBounds(t *testing.T) {
	t.Parallel()
	host := newHost(t, map[string]string{"/fits": strings.Repeat("x", maxFile), "/over": strings.Repeat("x", maxFile+1), "/s": socket})
	if text, err := host.ReadFile("/fits"); err != nil || len(text) != maxFile {
		t.Errorf("at the limit: %d bytes, %v", len(text), err)
	}
	if _, err := host.ReadFile("/over"); !errors.Is(err, errTooLarge) {
		t.Errorf("over the limit: %v", err)
	}
	for _, path := range []string{"/s", "/", "/none"} {
		if _, err := host.ReadFile(path); err == nil {
			t.Errorf("%s was read", path)
		}
	}
}

func TestNamesBounds(t *testing.T) {
	t.Parallel()
	host := newHost(t, nil)
	for i := range maxEntries + 1 {
		if err := os.Mkdir(filepath.Join(host.Root, fmt.Sprint(i)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(host.names("/")); n != maxEntries {
		t.Errorf("%d names", n)
	}
}
