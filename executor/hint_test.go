package executor

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
)

func TestSandboxHint(t *testing.T) {
	t.Parallel()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	work, outside := filepath.Join(top, "work"), filepath.Join(top, "outside")
	for _, dir := range []string{work, outside} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cfg := configuration(func(c *config.Config) { c.Landlock.Write = []string{config.VarStart} })
	places := Places{Start: work, Home: "/nonexistent"}
	for _, tt := range []struct{ stderr, want string }{
		{"touch: cannot touch '%s/x': Permission denied\n", "%s/x is outside landlock.write"},
		{"bash: line 1: %s/x: Permission denied\n", "%s/x is outside landlock.write"},
		{"bash: line 1: ../outside/x: Permission denied\n", "%s/x is outside landlock.write"},
		{"PermissionError: [Errno 13] Permission denied: '%s/x'\n", "%s/x is outside landlock.write"},
		{"fatal: could not create work tree dir \"%s/x\": Permission denied\n", "%s/x is outside landlock.write"},
		{"first line\nmkdir: cannot create directory \u2018%s/x\u2019: Permission denied\n", "%s/x is outside landlock.write"},
		{"touch: cannot touch '%s/x': No such file or directory\n", ""},
		{"touch: cannot touch '%s/none/x': Permission denied\n", ""}, // the user's rights say no, too
		{"touch: cannot touch 'x': Permission denied\n", ""},         // inside
		{"Permission denied\n", ""},
		{"", ""},
	} {
		stderr, want := tt.stderr, tt.want
		if strings.Contains(stderr, "%s") {
			stderr = fmt.Sprintf(stderr, outside)
		}
		if want != "" {
			want = fmt.Sprintf(want, outside)
		}
		got := SandboxHint(cfg, places, stderr, work)
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", stderr, got, want)
		}
	}
	flood := strings.Repeat("x: '/none/a': Permission denied\n", 100_000) + "touch: cannot touch '" + outside + "/x': Permission denied\n"
	if got := SandboxHint(cfg, places, flood, work); got != "" {
		t.Errorf("more names than are looked at: %q", got)
	}
	if got := SandboxHint(cfg, places, "socket: Operation not permitted", work); got != "" {
		t.Errorf("the network is open: %q", got)
	}
	cfg.Network.Mode = config.NetworkOff
	if got := SandboxHint(cfg, places, "socket: Operation not permitted", work); !strings.Contains(got, "network.mode") {
		t.Errorf("the network is off: %q", got)
	}
}
