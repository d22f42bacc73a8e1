package strftime

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestFormatAgainstDate asks date(1), which formats with the same rules, about
// every conversion, flag and some widths, over some days and zones.
func TestFormatAgainstDate(t *testing.T) {
	t.Parallel()
	var formats []string
	for _, letter := range "aAbBcCdDeFgGhHIjklmMpPrRsSTuUVwWxXyYzZ" {
		for _, flag := range []string{"", "-", "_", "0", "^", "5", "_5", "012"} {
			if flag != "" && strings.ContainsRune("zD", letter) {
				continue // date and the C library differ
			}
			formats = append(formats, "%"+flag+string(letter))
		}
	}
	format := strings.Join(formats, "|")
	for _, tz := range []string{"UTC", "America/New_York", "Asia/Kolkata", "XYZ-5:30", "<-03>3"} {
		for _, when := range []int64{0, 1234567890, 1230940800, 951825599, 1709164800, 4102444799} {
			cmd := exec.Command("date", "-d", "@"+strconv.FormatInt(when, 10), "+"+format)
			cmd.Env = []string{"LC_ALL=C.UTF-8", "TZ=" + tz}
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Split(string(Format(nil, format, time.Unix(when, 0).In(Location(tz, true)))), "|")
			want := strings.Split(strings.TrimSuffix(string(out), "\n"), "|")
			for i, f := range formats {
				if got[i] != want[i] {
					t.Errorf("%s %d %s: got %q, date has %q", tz, when, f, got[i], want[i])
				}
			}
		}
	}
}

func TestLocation(t *testing.T) {
	t.Parallel()
	for tz, want := range map[string]string{
		"": "+0000", "UTC": "+0000", "nonsense/zone": "+0000", "EST5": "-0500", "ABC-3:30": "+0330",
		"<+05>-5": "+0500", "X1": "+0000", "../../etc/passwd": "+0000", "Local": "+0000", "AB5": "+0000", "ABC99": "+0000",
	} {
		if got := string(Format(nil, "%z", time.Unix(0, 0).In(Location(tz, true)))); got != want {
			t.Errorf("TZ=%q: %s, want %s", tz, got, want)
		}
	}
	if Location("", false) != time.Local {
		t.Error("without TZ it is not the host's zone")
	}
}

// TestZoneFlags has what the C library makes of %z, which is not what date does.
func TestZoneFlags(t *testing.T) {
	t.Parallel()
	at := time.Unix(0, 0).In(time.FixedZone("", -(3*3600 + 30*60)))
	for format, want := range map[string]string{
		"%z": "-0330", "%-z": "-330", "%_z": "- 330", "%0z": "-0330", "%:z": "-03:30", "%::z": "-03:30:00", "%:d": "%:d", "%": "%", "%5": "%5", "%E": "%E",
	} {
		if got := string(Format(nil, format, at)); got != want {
			t.Errorf("%s: %q, want %q", format, got, want)
		}
	}
}

func TestWidthIsBounded(t *testing.T) {
	t.Parallel()
	if got := Format(nil, "%2000000000d", time.Unix(0, 0)); len(got) > maxWidth {
		t.Errorf("%d bytes", len(got))
	}
}
