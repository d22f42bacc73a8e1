package builtins

import "testing"

func TestCompare(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, typed string
		want        likeness
	}{
		{"usr", "usr", same}, {"usr", "sur", swapped}, {"usr", "urs", swapped}, {"usr", "usx", oneOff}, {"usr", "xsr", oneOff},
		{"usr", "us", oneOff}, {"usr", "sr", oneOff}, {"usr", "usrr", oneOff}, {"usr", "uusr", oneOff}, {"u", "", oneOff}, {"", "u", oneOff},
		{"usr", "u", foreign}, {"usr", "rsu", foreign}, {"usr", "abc", foreign}, {"", "", same},
	} {
		if got := compare(tt.name, tt.typed); got != tt.want {
			t.Errorf("%q typed %q: %d, want %d", tt.name, tt.typed, got, tt.want)
		}
	}
}
