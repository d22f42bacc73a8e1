package filemode_test

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/filemode"
)

// TestApply has the modes of chmod(1); that the host's tool agrees is for
// interp/treetest to show.
func TestApply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		old  uint32
		dir  bool
		want uint32
	}{
		{"644", 0o755, false, 0o644}, {"u+x,go-r", 0o644, false, 0o700}, {"a=rX", 0o644, false, 0o444}, {"a=rX", 0o644, true, 0o555},
		{"g=u,o=", 0o640, false, 0o660}, {"+x", 0o600, false, 0o711 &^ 0o1}, {"u+s,+t", 0o755, false, 0o5755}, {"755", 0o6755, true, 0o6755}, {"00755", 0o6755, true, 0o755},
	} {
		m, err := filemode.Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := m.Apply(c.old, c.dir, 0o027); got != c.want {
			t.Errorf("%s of %o is %o, not %o", c.text, c.old, got, c.want)
		}
	}
	for _, text := range []string{"", "8", "u", "u+q", ",u+x", "77777", "u+4"} {
		if _, err := filemode.Parse(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
