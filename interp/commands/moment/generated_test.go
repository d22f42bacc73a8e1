package moment_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands/moment"
)

// parts are what phrases are made of.
var parts = struct{ day, clock, zone, weekday, shift []string }{
	day: strings.Split("2024-02-29;2026-11-21;2023-1-5;1999-12-31;20240115;11/21/2026;1/2;3/4/99;21 Nov 2026;5 mar;Nov 3 2026;nov 3;Nov 3, 2026;21-Nov-2026;1-jan-70;2024/7/4;Sep 5;sept 9 2020;31 April;2000-02-30;"+
		"Feb 29 2024;10 dec 1980;69-1-1;12/31;@0;@1700000000;@-1.5;@1e3;2024-07-01T10:20;2024-07-01T10:20:30Z;2024-07-01 7 -08:00", ";"),
	clock:   strings.Split("10:20;10:20:30;10:20:30.5;5pm;5:30 pm;12am;12:00 AM;noon;midnight;00:00;23:59:59;24:00;10:60;0:0;7;1530;10:20:30,25;3 a.m.;11 P.M.;T10:20;10:20Z;T10:20:30+02:00;10:20:60;today;now", ";"),
	zone:    strings.Split("UTC;Z;EST;PDT;JST;A;m;GMT;utc +1 hour;BST;MST;dst", ";"),
	weekday: strings.Split("monday;Tue;wednesday;thurs;fri;saturday;Sun;next monday;last friday;this tuesday;third wed;sat,;mon.;first sunday;12 friday", ";"),
	shift: strings.Split("tomorrow;yesterday;2 days ago;+3 days;-1 week;next month;last year;1 year;2 months ago;fortnight;3 hours;-90 minutes;next week;last week;1 month ago;10 seconds;-5 sec;this week;second day;third month;"+
		"1 day 2 hours;+1 year -2 days;a week;next day ago;twelfth hour;1.5 days;+ 2 days;- 3 days;two days;last day;next year;week;day;month ago;hence;3 days hence;1 week hence;5 mins;0 day;1000 days;-- 1 day;+-1 day;1day;2weeks;2.5 sec;-0.25 seconds;+1.75 sec ago", ";"),
}

// phrase makes one. It has a time, so that the running clock changes nothing.
func phrase(r *rand.Rand) string {
	var words []string
	pick := func(from []string, in, of int) {
		if r.IntN(of) < in {
			words = append(words, from[r.IntN(len(from))])
		}
	}
	pick(parts.day, 3, 4)
	pick(parts.clock, 1, 2)
	pick(parts.zone, 1, 5)
	pick(parts.weekday, 1, 5)
	pick(parts.shift, 1, 2)
	pick(parts.shift, 1, 4)
	pick([]string{"(a comment)", "garbage", ",", ".", "/", ":", "1", "99", "2020", "12345", "+", "ago"}, 1, 25)
	if r.IntN(4) == 0 {
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	}
	text := strings.Join(words, []string{" ", " ", " ", "  ", ", "}[r.IntN(5)])
	if r.IntN(20) == 0 {
		text = `TZ="` + []string{"UTC0", "Europe/Paris", "Asia/Tokyo", "XYZ5"}[r.IntN(4)] + `" ` + text
	}
	if !hasTime.MatchString(text) {
		text += []string{" 00:00", " 12:00"}[r.IntN(2)]
	}
	return text
}

var (
	hasTime = regexp.MustCompile(`(?i)\d:\d|noon|midnight|\d ?[ap]\.?m|@`)
	// glued are numbers as years, and zones in which a shift crosses the
	// change of the clocks: nobody means what date makes of them.
	glued = regexp.MustCompile(`(?i)(mar|\d{4}|dec|nov|april) +[+-]|1000 days|[a-z] [+-]+ ?\d+ .*(ago|hence)`)
)

// TestGeneratedPhrases compares phrases with date(1), all of a zone in one call.
func TestGeneratedPhrases(t *testing.T) {
	t.Parallel()
	for seed, zone := range []string{"UTC0", "Europe/Berlin", "America/New_York"} {
		r := rand.New(rand.NewPCG(1, uint64(seed)))
		var texts []string
		for len(texts) < 1500 {
			if text := phrase(r); !glued.MatchString(text) {
				texts = append(texts, text)
			}
		}
		want := fromDate(t, zone, texts)
		now := time.Now().In(location(t, zone))
		for i, text := range texts {
			got := "invalid"
			if at, err := moment.Parse(text, now); err == nil {
				got = fmt.Sprintf("%d.%09d", at.Unix(), at.Nanosecond())
			}
			if got != want[i] {
				t.Errorf("%s %q: %s, date has %s", zone, text, got, want[i])
			}
		}
	}
}

// fromDate is what date makes of texts, "invalid" for none.
func fromDate(t *testing.T, zone string, texts []string) []string {
	t.Helper()
	cmd := exec.Command("date", "-f", "-", "+%s.%N")
	cmd.Env, cmd.Stdin = []string{"TZ=" + zone, "LC_ALL=C"}, strings.NewReader(strings.Join(texts, "\n")+"\n")
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the status says that some are invalid
	valid, invalid := strings.Split(out.String(), "\n"), strings.Split(errs.String(), "\n")
	all := make([]string, len(texts))
	for i, text := range texts {
		if len(invalid) > 0 && invalid[0] == "date: invalid date '"+text+"'" {
			all[i], invalid = "invalid", invalid[1:]
		} else if len(valid) > 0 {
			all[i], valid = valid[0], valid[1:]
		}
	}
	if len(valid) != 1 || len(invalid) != 1 {
		t.Fatalf("date answered otherwise: %q %q", valid, invalid)
	}
	return all
}
