package archives

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestTarLabels makes, shows and compares labels, and passes over members.
func TestTarLabels(t *testing.T) {
	t.Parallel()
	host, ok := commandtest.Host(t, "tar", commandtest.Case{Args: []string{"-V", "name", "--mtime=2001-02-03", "-cf", "-", "a", "b"}, Files: map[string]string{"a": "one", "b": "two"}})
	if !ok {
		return
	}
	there := map[string]string{"l.tar": host.Stdout, "x.tar": tarball(t, tarMember{name: "a", data: "1"}, tarMember{name: "b", data: "2"}, tarMember{name: "c", data: "3"}), "n": "new"}
	var all cases
	for _, args := range []string{
		"tf l.tar", "tf l.tar -V name", "tf l.tar -V n*", "tf l.tar -V other", "tf x.tar -V other", "--test-label -f l.tar", "--test-label -f l.tar name", "--test-label -f l.tar other", "--test-label -f l.tar other name",
		"--test-label -f x.tar", "--test-label -f x.tar name", "xf l.tar", "xOf l.tar", "tf x.tar -K b", "tf x.tar -K b c a", "tf x.tar -K none", "xf x.tar --starting-file=c", "tf x.tar --newer-mtime=2000-01-01", "cf y.tar --record-size=7 n",
		"cf y.tar -N", "tf x.tar -l", "tf x.tar --no-auto-compress", "xf x.tar --overwrite-dir",
	} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: there})
	}
	commandtest.Compare(t, Commands(), "tar", all)
}

// TestHumanBytes has the sizes at which the unit or the digits change.
func TestHumanBytes(t *testing.T) {
	t.Parallel()
	for n, want := range map[float64]string{0: "0B", 1023: "1023B", 1024: "1.0KiB", 1536: "1.5KiB", 10240: "10KiB", 10241: "11KiB", 1 << 20: "1.0MiB", 5 << 30: "5.0GiB"} {
		if got := humanBytes(n); got != want && got != strings.Replace(want, ".0", "", 1) {
			t.Errorf("%v: %s, want %s", n, got, want)
		}
	}
}
