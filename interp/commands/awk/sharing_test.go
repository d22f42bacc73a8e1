package awk

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// Programs in which texts share memory, or calls share buffers, and must not be
// seen to.
var sharing = []string{
	`BEGIN { for (i = 0; i < 400; i++) s = s "abc"; t = s; u = s; s = s "1"; t = t "2"; u = u "3"; t = t "4"; print substr(s, 1198), substr(t, 1198), substr(u, 1198), length(s) }`,
	`BEGIN { for (i = 0; i < 900; i++) { s = s i ","; a[i % 3] = a[i % 3] i ";" } print length(s), length(a[0]), length(a[1]), substr(a[2], 1300) }`,
	`BEGIN { for (i = 0; i < 700; i++) s = s "x"; s = substr(s, 3); for (i = 0; i < 700; i++) s = s "y"; t = s s; s = s t; print length(s), substr(s, 690, 20) }`,
	`function f(s, n) { return n ? f(s n, n - 1) : s } BEGIN { print length(f("", 400)) }`,
	`function g(x) { return sprintf("<%s>", sprintf("%d", x)) } BEGIN { print sprintf("%s|%s|%5.1f|%s", g(1), g(22), 3.14159, sprintf("%x", 255)) }`,
	`function g(x) { printf "[%s]", x; return x x } BEGIN { printf "%s %s\n", g("a"), g("b"); printf("%s %d\n", g("c"), 4) }`,
	`function g() { sub(/a/, "b", v); return v } BEGIN { v = "aaa"; n = gsub(/a/, g()); print n, v; $0 = "a aa"; gsub(/a+/, "<&>"); print $0, $2, NF }`,
	`BEGIN { x = "ABC"; y = tolower(x); z = toupper("abc"); w = tolower("abc"); print y, z, w, substr(x, 2), substr(x, 0) substr(x, 9) "|" }`,
	`BEGIN { print -7 % 3, 7 % -3, -6 % 3, 5.5 % 2, 1e18 % 7, -1e300 % 3, 9007199254740993 % 2; printf "%g %d\n", -6 % 3, -6 % 3 }`,
	`BEGIN { a[1] = 1; a["01"] = 2; a[1.0] = 3; a["1"] = 4; a[-1] = 5; a["x"] = 6; a[0.1] = 7; a[1e9] = 8; a[123456789] = 9; a[""] = 10; n = 0; for (k in a) n += a[k]; print n, length(a), (1 in a), ("1.0" in a), (0.1 in a), (123456789 in a), ("123456789" in a), a[1] }`,
	`BEGIN { for (i = 5; i > 0; i--) a[i] = i; for (i = 6; i < 9; i++) a[i] = i; delete a[3]; delete a[8]; a[3] = 33; a[0] = 7; n = 0; for (k in a) n += a[k] * 10 + k; print n, length(a) } function length_(x) { return x }`,
	`{ x = $1; y = $0; $0 = "new text"; print x, y, $1; z[x] = y } END { for (k in z) n++; print n, x }`,
	`{ n = split($0, p); l = p[1] p[n]; split("q r", p); print l, p[1], p[2], (3 in p) }`,
	`{ while ((getline line < FILENAME) > 0) last = line; close(FILENAME); print last } NR > 1 { exit }`,
	`NR == 1 { first = $1 } { all = all $1 } END { print first, length(all), all }`,
	`{ printf "%5d|%-5d|%05d|%+d|% d|%i|%.3d|%f|%8.2f|%-8.1f|%+.0f\n", NR, -NR, -NR, NR, NR, NR, NR, NR / 3, -NR / 3, NR / 3, NR / 2 }`,
	`{ print (NR < 3), (NR == 2), ($1 > 5), (length > 10), (length($1) == 3), NR % 2 == 0, 3 > NR }`,
}

func TestSharing(t *testing.T) {
	t.Parallel()
	commandtest.Compare(t, Commands(), "awk", cases(sharing, table))
}

// TestLends reads a long record, after which a short part of one is copied.
func TestLends(t *testing.T) {
	t.Parallel()
	in := &interp{globals: make([]value, 32)}
	for _, c := range []struct {
		globals, largest int
		want             bool
	}{{32, 2 * largeRead, true}, {33, 0, false}, {1, 2*largeRead + 1, false}} {
		in.globals, in.largest = make([]value, c.globals), c.largest
		if got := in.lends(); got != c.want {
			t.Errorf("%d variables, %d bytes: %v", c.globals, c.largest, got)
		}
	}
}
