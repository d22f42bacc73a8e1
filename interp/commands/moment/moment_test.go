package moment_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands/moment"
)

// texts are compared with date(1). Relative ones are at full days, so that it
// does not matter that its clock runs.
var texts = []string{
	"2026-11-21", "2026-11-21 10:20", "2026-11-21 10:20:30", "2026-11-21T10:20:30", "2026-11-21T10:20:30Z", "2026-11-21 10:20:30 +0200",
	"2026-11-21T10:20:30+05:30", "2026-11-21 10:20:30.5", "20261121", "20261121 1020", "20261121T102030", "20261121T10:20", "11/21/2026", "11/21/26",
	"2026/11/21", "21 Nov 2026", "21 November 2026 5pm", "Nov 21 2026", "Nov 21, 2026", "nov 21, 2026 5:30 pm", "21-Nov-2026", "21-nov-99", "Sat Nov 21 15:47:52 UTC 2026",
	"Sat, 21 Nov 2026 15:47:52 +0000", "Sat, 21 Nov 2026 15:47:52 -0800", "@0", "@1700000000", "@-5", "@1.5", "2026-11-21 10:00 EST", "2026-11-21 10:00 PDT",
	"2026-01-31 1 month", "2026-01-31 + 1 month", "2026-02-28 2 days", "2026-02-28 +2 days", "2026-02-28 -2 days", "2026-02-28 2 days ago",
	"2026-02-28 next year", "2026-02-28 last month", "2026-02-28 1 year ago 2 days", "2026-02-28 10:00 3 hours ago", "2026-02-28 fortnight ago",
	"2026-02-28 tomorrow", "2026-02-28 yesterday", "2026-02-28 12am", "2026-02-28 12pm", "2026-02-28 noon", "2026-02-28 midnight", "yesterday 00:00", "tomorrow 12:00",
	"monday", "next monday", "last friday", "this sunday", "third tuesday", "sunday 10am", "monday next week", "2026-02-29", "2024-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "xyzzy",
	"", "10:61", "25:00", "24:00", "2026-11-21 24:00", "13pm", "now 00:00", "today 3am", "00:00 tomorrow", "2026-11-21 (a comment) 10:00", "@1 day", "1 Jan", "Jan 1", "jan 2020", "12 Dec 12:30",
	"2026-11-21 (10:00", "2026-11-21 (a (b) c) 10:00", "2026-03-29 02:30", "2026-03-29 03:30", "2026-10-25 02:30", "2026-03-28 02:30 1 day", "2026-11-21 10:20 UTC+3", "2026-11-21 10:20 GMT-2", `TZ="UTC" 2026-11-21 10:00`, "@ 5", "2026-11-21 sun, 10:00", "2026-11-21, 10:00", `TZ="America/New_York" 2026-07-01 10:00`, "2026-11-21 23:59:60", "1 week ago 00:00", "2 weeks 10:00", "00:00 -1 day", "99/1/1", "1999-1-1", "5-1-1",
	"Thursday, November 5, 2026", "2026-11-21 10:20:30,25", "2026-07-01 10:00 MEST", "2026-07-01T10", "noon tomorrow", "2026-11-21 week", "2026-11-21 second", "12:00:00 AM", "2026-11-21 0:05 am",
	"731105", "051130", "691231", "681231", "2051130", "51130", "0051130", "1999-12-31 UTC +2.5 sec", "1999-12-31 23:59:59.75 + 1.25 seconds", "1999-12-31 00:00:00.5 UTC -2.75 second", "1999-12-31 UTC 2.5 sec ago",
	"1999-12-31 00:00 4.5 sec hence", "1999-12-31 00:00 +1,25 sec", "1999-12-31 00:00 +1.5 min", "1999-12-31 00:00 1. 5 sec", "1999-12-31 00:00 .5 sec",
}

func TestLikeDate(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"UTC0", "Europe/Berlin"} {
		now := time.Now().In(location(t, zone))
		for _, text := range texts {
			cmd := exec.Command("date", "-d", text, "+%s.%N")
			cmd.Env = []string{"TZ=" + zone, "LC_ALL=C"}
			out, err := cmd.Output()
			want := strings.TrimSpace(string(out))
			if err != nil {
				want = "invalid"
			}
			got := "invalid"
			if at, err := moment.Parse(text, now); err == nil {
				got = fmtUnix(at)
			}
			if got != want {
				t.Errorf("%s %q: %s, date has %s", zone, text, got, want)
			}
		}
	}
}

func location(t *testing.T, zone string) *time.Location {
	t.Helper()
	if zone == "UTC0" {
		return time.UTC
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func fmtUnix(at time.Time) string { return fmt.Sprintf("%d.%09d", at.Unix(), at.Nanosecond()) }

func FuzzParse(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	now := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		if at, err := moment.Parse(text, now); err != nil && !at.IsZero() {
			t.Error("a time and an error")
		}
	})
}
