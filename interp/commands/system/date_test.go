package system

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestDate compares formats and options of date for given times; nothing here
// looks at the clock, and nothing sets it.
func TestDate(t *testing.T) {
	t.Parallel()
	days := []string{"2024-02-29 13:04:05", "@0", "@1700000000.123456789", "2024-12-31", "1999-12-31 23:59:59", "2021-01-03", "1969-07-20", "9999-12-31", "2024-07-04 09:08:07", "2024-03-10 02:30", "2024-01-31 1 month", "(2024) 2024-05-05"}
	zones := []string{"UTC0", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "EST5EDT", "<+03>-3", "JST-9", "Australia/Lord_Howe", "CET-1CEST,M3.5.0,M10.5.0/3"}
	flags := []string{"", "", "", "-", "_", "0", "^", "#", "5", "_5", "05", "-5", "^10", "10", "_10"}
	files := map[string]string{"dates": "2024-01-15\n@0\nbad date\n\n2024-02-29 12:00\n"}
	r, n := commandtest.Random(t, 66, 250)
	var all []commandtest.Case
	for range n {
		letters := "aAbBcCdDeFgGhHIjklmMpPrRsSTuUVwWxXyYZ" // z, n and t have no usual width
		format := "+"
		for range 1 + r.IntN(5) {
			format += "%z%" + flags[r.IntN(len(flags))] + letters[r.IntN(len(letters)):][:1] + "|"
		}
		all = append(all, commandtest.Case{Args: []string{"-d", days[r.IntN(len(days))], format}, Env: []string{"TZ=" + zones[r.IntN(len(zones))]}})
	}
	for line := range strings.SplitSeq("-u -d @0;-d @0 -R;-d @0 -I;-d @0 -Iseconds;-d @0 -Ihours;-d @0 -Ins;-d @0 -Ix;-d @0 -I -R;-d @0 --iso-8601=minutes;-d @0 --rfc-3339=date;-d @0 --rfc-3339=ns;-d @0 --rfc-3339=x;-d @0 --rfc-email;-d @0 --utc;-d @0 --uct;--resolution;"+
		"-r missing;-f dates +%F;-f missing;-f - +%F;-f dates -d @0;-d @0 +%F +%T;-d @0 foo;-d @0 %F;-d;-d @0 +;-d @0 +%Ey%Ed%OHx%Oc;-d @0 -d @0.5 +%3N|%6N|%N;-d @0 +%:z%::z;nonsense", ";") {
		all = append(all, commandtest.Case{Args: strings.Fields(line), Files: files, Stdin: "@86400\n", Env: []string{"TZ=Asia/Kolkata"}})
	}
	commandtest.Compare(t, Commands(), "date", all)
}
