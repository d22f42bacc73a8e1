package moment_test

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands/moment"
)

// TestFieldsLikeDate compares flags and widths of offsets and of years.
func TestFieldsLikeDate(t *testing.T) {
	t.Parallel()
	formats := []string{}
	for _, letters := range []string{"z", ":z", "::z", ":::z", "Y", "C", "G", "F", "y", "g", "d", "e", "H"} {
		for _, flags := range []string{"", "9", "_9", "-9", "09", "+", "+2", "+4", "+5", "+12", "_", "-"} {
			if colons := strings.TrimRight(letters, "zYCGFygdeH"); strings.ContainsAny(letters, "z") || strings.HasPrefix(flags, "+") {
				formats = append(formats, "%"+flags+colons+letters[len(colons):])
			}
		}
	}
	format := strings.Join(formats, "|")
	for _, zone := range []string{"ABC0:07", "ABC-9:45", "ABC11", "ABC-3:20:15"} {
		for _, at := range []int64{0, 999_999_999, 317_116_166_400} {
			cmd := exec.Command("date", "-d", time.Unix(at, 0).UTC().Format("2006-01-02 15:04:05 UTC"), "+"+format)
			cmd.Env = []string{"TZ=" + zone, "LC_ALL=C"}
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			got, want := strings.Split(moment.Format(format, time.Unix(at, 0).In(fixed(zone))), "|"), strings.Split(strings.TrimSuffix(string(out), "\n"), "|")
			for i, f := range formats {
				if got[i] != want[i] {
					t.Errorf("%s @%d %s: %q, date has %q", zone, at, f, got[i], want[i])
				}
			}
		}
	}
}

// fixed is the zone of a TZ that is ABC and an offset to the west.
func fixed(tz string) *time.Location {
	parts, sign := strings.Split(strings.TrimPrefix(tz, "ABC"), ":"), -1
	if rest, east := strings.CutPrefix(parts[0], "-"); east {
		parts[0], sign = rest, 1
	}
	d := strings.Join(parts, "h") + "h"
	switch len(parts) {
	case 2:
		d = parts[0] + "h" + parts[1] + "m"
	case 3:
		d = parts[0] + "h" + parts[1] + "m" + parts[2] + "s"
	}
	offset, _ := time.ParseDuration(d)
	return time.FixedZone("ABC", sign*int(offset/time.Second))
}
