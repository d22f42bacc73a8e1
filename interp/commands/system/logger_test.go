package system_test

import (
	"errors"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/system"
)

// TestLoggerShows compares what -s writes, but for the time and the name of the
// user, with util-linux.
func TestLoggerShows(t *testing.T) {
	t.Parallel()
	when := regexp.MustCompile(`(?m)^(<\d+>)\w+ +\d+ [0-9:]{8}`)
	files := map[string]string{"f": "one\n\ntwo", "d/": ""}
	for _, line := range []string{
		"-p local0.err hi", "-p user.info a b", "hi there", "--id=7 x", "-e --prio-prefix", "", "-f nope", "-S 3 abcdef", "-p local7.debug x", "-p kern.emerg x", "-p security.panic x", "-p daemon.warn x",
		"-S 3", "-f f", "-f f -e", "-- -x", "-p info x", "-p 14 x", "-p user. x", "-p .info x", "-p 1.2 x", "-p USER.INFO x", "-p user.info.x y", "-S x y", "-x", "--prio-prefix",
	} {
		args := append([]string{"--no-act", "-s", "--socket-errors=off", "-t", "tag"}, strings.Fields(line)...)
		c := commandtest.Case{Args: args, Stdin: "a\n\n<3>b\n<999>c\n<x>d\nlonger", Files: files}
		want, found := commandtest.Host(t, "logger", c)
		got := commandtest.Run(t, system.Commands()["logger"], "logger", c)
		want.Stderr, got.Stderr = when.ReplaceAllString(want.Stderr, "$1"), when.ReplaceAllString(got.Stderr, "$1")
		if found && got != want {
			t.Errorf("%s: %d\n%s, want %d\n%s", line, got.Status, got.Stderr, want.Status, want.Stderr)
		}
	}
}

func TestLoggerLogs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args, stdin string
		want        []command.LogEntry
		err         error
		status      int
		stderr      string
	}{
		{"-t x hi there", "", []command.LogEntry{{Tag: "x", Priority: "user.notice", Text: "hi there"}}, nil, 0, ""},
		{"-t x -p cron.err", "a\nb\n", []command.LogEntry{{Tag: "x", Priority: "cron.err", Text: "a"}, {Tag: "x", Priority: "cron.err", Text: "b"}}, nil, 0, ""},
		{"-t x --id=9 a", "", []command.LogEntry{{Tag: "x[9]", Priority: "user.notice", Text: "a"}}, nil, 0, ""},
		{"-t x --no-act a", "", nil, nil, 0, ""},
		{"-t x", "a\nb\n", []command.LogEntry{{Tag: "x", Priority: "user.notice", Text: "a"}}, errors.New("full"), 1, "logger: full\n"},
	} {
		var kept []command.LogEntry
		got := commandtest.Run(t, system.Commands()["logger"], "logger", commandtest.Case{Args: strings.Fields(c.args), Stdin: c.stdin, Audit: func(e command.LogEntry) error {
			kept = append(kept, e)
			return c.err
		}})
		if !reflect.DeepEqual(kept, c.want) || got.Status != c.status || got.Stderr != c.stderr {
			t.Errorf("%s: %d %q %q", c.args, got.Status, got.Stderr, kept)
		}
	}
	for lines, status := range map[int]int{10_000: 0, 10_001: 1} {
		n := 0
		got := commandtest.Run(t, system.Commands()["logger"], "logger", commandtest.Case{Stdin: strings.Repeat("a\n", lines), Audit: func(command.LogEntry) error { n++; return nil }})
		if got.Status != status || n != 10_000 {
			t.Errorf("%d lines: %d, %d kept, %q", lines, got.Status, n, got.Stderr)
		}
	}
	if got := commandtest.Run(t, system.Commands()["logger"], "logger", commandtest.Case{Args: []string{"x"}}); got.Status != 1 || got.Stderr != "logger: there is no log to write to\n" {
		t.Errorf("without a log: %+v", got)
	}
}
