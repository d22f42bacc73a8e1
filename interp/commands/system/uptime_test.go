package system_test

import (
	"regexp"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/system"
)

// TestUptime has fixed expectations: the host's boot is not ours.
func TestUptime(t *testing.T) {
	t.Parallel()
	line := `^ \d\d:\d\d:\d\d up 0 min,  0 users,  load average: 0\.00, 0\.00, 0\.00\n$`
	since := `^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n$`
	for _, c := range []struct {
		args   []string
		want   string
		status int
	}{
		{nil, line, 0}, {[]string{"--"}, line, 0},
		{[]string{"-p"}, `^up 0 minutes\n$`, 0}, {[]string{"--pretty"}, `^up 0 minutes\n$`, 0}, {[]string{"--pre"}, `^up 0 minutes\n$`, 0},
		{[]string{"-s"}, since, 0}, {[]string{"--since"}, since, 0}, {[]string{"--help"}, `--pretty`, 0},
		{[]string{"-x"}, `^$`, 1}, {[]string{"--bad"}, `^$`, 1}, {[]string{"operand"}, `^$`, 1},
	} {
		got := commandtest.Run(t, system.Commands()["uptime"], "uptime", commandtest.Case{Args: c.args})
		if got.Status != c.status || !regexp.MustCompile(c.want).MatchString(got.Stdout) || (got.Stderr != "") != (c.status != 0) {
			t.Errorf("%q: %d %q %q", c.args, got.Status, got.Stdout, got.Stderr)
		}
	}
}
