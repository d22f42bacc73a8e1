package awk

import "testing"

// TestRounds has programs go round as often as they may, and once more.
func TestRounds(t *testing.T) {
	t.Parallel()
	limits := wide
	limits.Rounds = 1000
	for _, at := range []string{
		`BEGIN {while (i < 1000) i++}`, `BEGIN {for (; i < 1000; i++);}`, `BEGIN {do i++; while (i < 1000)}`,
		`BEGIN {while (i < 500) {i++; for (k in a);; while (1) break}}`, `function f(n) {if (n > 1) f(n - 1)} BEGIN {f(1000)}`,
	} {
		if out, errs, status := runFake(t, t.Context(), limits, at); out != "" || errs != "" || status != 0 {
			t.Errorf("%s: %q %q %d", at, out, errs, status)
		}
	}
	for _, over := range []string{
		`BEGIN {while (i < 1001) i++}`, `BEGIN {for (;;);}`, `BEGIN {do {} while (1)}`, `BEGIN {for (;;) for (k in ENVIRON);}`,
		`function f(n) {if (n > 1) f(n - 1)} BEGIN {f(1001)}`, `function f(n) {return n < 2 ? n : f(n - 1) + f(n - 2)} BEGIN {f(40)}`,
	} {
		_, errs, status := runFake(t, t.Context(), limits, over)
		if want := "awk: more than 1000 rounds of loops and calls\n"; errs != want || status != 2 {
			t.Errorf("%s: %q %d", over, errs, status)
		}
	}
}
