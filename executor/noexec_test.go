package executor

import (
	"os"
	"slices"
	"testing"

	"github.com/aegish/aegish/landlock"
	"github.com/aegish/aegish/landlock/launch"
)

func TestNoexecFor(t *testing.T) {
	t.Parallel()
	dir, other := t.TempDir(), t.TempDir()
	for _, tt := range []struct {
		uid      int
		mayMount bool
		user     bool
		ok       bool
	}{{0, true, false, true}, {0, false, false, false}, {1000, false, true, true}, {1000, true, false, true}} {
		n, err := NoexecFor([]string{dir}, tt.uid, tt.mayMount)
		if (err == nil) != tt.ok || tt.ok && (n.UserNamespace != tt.user || !slices.Equal(n.Trees, []string{dir})) {
			t.Errorf("%+v: %+v, %v", tt, n, err)
		}
	}
	if _, err := NoexecFor([]string{"/"}, 0, true); err == nil {
		t.Error("the root directory is accepted")
	}
	// What can be written may change during a session; what can not be made
	// noexec then is an error.
	n := &Noexec{Trees: []string{dir}}
	if err := n.Follow(landlock.Policy{Write: []string{other, "/dev/null"}}); err != nil || !slices.Equal(n.Trees, []string{other}) {
		t.Errorf("%+v, %v", n, err)
	}
	if err := n.Follow(landlock.Policy{Write: []string{"/"}}); err == nil {
		t.Errorf("%+v", n)
	}
}

// Without mounts of its own root has to lose what could change those that were
// there before.
func TestUseNoexec(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		n          *Noexec
		user, caps bool
	}{
		{nil, false, false},
		{&Noexec{}, false, true},
		{&Noexec{UserNamespace: true}, false, true},
		{&Noexec{Trees: []string{"/a"}}, false, true},
		{&Noexec{Trees: []string{"/a"}, UserNamespace: true}, true, false},
	} {
		l := launcher{spec: launch.Spec{Path: "/x", Argv: []string{"x"}, NoNewPrivs: true, Ruleset: launch.NoRuleset}}
		l.useNoexec(tt.n)
		if _, err := l.spec.Encode(); err != nil || l.spec.UserNamespace != tt.user || l.spec.DropCapabilities != tt.caps {
			t.Errorf("%+v: %+v, %v", tt.n, l.spec, err)
		}
	}
}

// A launcher that can not make the mounts is noticed before the session begins.
func TestTryNoexecNoticesAFailure(t *testing.T) {
	t.Parallel()
	file, err := os.Open("/bin/false") // it makes no mounts and reports nothing
	must(t, err)
	dropper := &Dropper{Path: "/bin/false", file: file}
	defer dropper.Close()
	if err := (&Noexec{Trees: []string{t.TempDir()}}).Try(t.Context(), dropper); err == nil {
		t.Error("no error")
	}
	for _, n := range []*Noexec{nil, {}} {
		if err := n.Try(t.Context(), dropper); err != nil {
			t.Errorf("%+v: %v", n, err)
		}
	}
}
