package sed

import (
	"strings"
	"testing"
)

// TestRounds has scripts jump back as often as they may, and once more.
func TestRounds(t *testing.T) {
	t.Parallel()
	limits := small
	limits.Rounds = 1000
	lines := strings.Repeat("x\n", 2000)
	for script, in := range map[string]string{
		":a;s/x//;ta": strings.Repeat("x", 900), "/x/bb;:b;y/x/y/": lines, "p;n;d": lines, "N;P;D": strings.Repeat("x\n", 1000),
	} {
		if errs, status := within(t, t.Context(), limits, script, in); errs != "" || status != 0 {
			t.Errorf("%s: %q %d", script, errs, status)
		}
	}
	for _, script := range []string{":a;ba", ":a;s/x/x/;ta", ":a;Ta", "s/^/x\\n/;D"} {
		if errs, status := within(t, t.Context(), limits, script, "x\n"); errs != "sed: more than 1000 jumps back\n" || status != 4 {
			t.Errorf("%s: %q %d", script, errs, status)
		}
	}
}
