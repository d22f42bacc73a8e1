package worldtest

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/host"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/overlay"
	"github.com/aegish/aegish/interp/vfs/standard"
)

const (
	// most is how long one script may take.
	most = 20 * time.Second
	// ordinary is the user without any rights whom root's tests become.
	ordinary = 65534
	// asVar says that the process is the one of asOrdinary.
	asVar = "AEGISH_WORLDTEST_AS"
)

var tools = sync.OnceValues(commands.All)

// lacksTools is commandtest.Lacks of all commands.
func lacksTools(t testing.TB, script string) bool {
	t.Helper()
	registry, err := tools()
	must(t, err)
	return commandtest.Lacks(t, registry, script)
}

// A kind is how a directory of the host is shown to scripts.
type kind string

const (
	asHost    kind = "host"
	asOverlay kind = "overlay"
)

// base is the directory as a filesystem.
func base(t testing.TB, k kind, dir string) vfs.FS {
	t.Helper()
	lower, err := host.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lower.Close() })
	if k == asHost {
		return lower
	}
	o, err := overlay.New(lower, memory.Identity{UID: uint32(os.Getuid()), GID: uint32(os.Getgid())}, memory.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// run has the interpreter run a script in a tree, which it sees at "/".
func run(t testing.TB, tree vfs.FS, env []string, script string) (status int, output string) {
	t.Helper()
	registry, err := tools()
	if err != nil {
		t.Fatal(err)
	}
	world, err := standard.New(standard.Options{Base: tree, UID: uint32(os.Getuid()), GID: uint32(os.Getgid()), Root: os.Getuid() == 0})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s, err := interp.New(interp.WithRegistry(registry), interp.WithName("bash"), interp.WithEnv(env), interp.WithFS(world),
		interp.WithStdio(strings.NewReader(""), &out, &out), interp.WithExit(true),
		interp.WithUser(command.User{UID: os.Getuid(), GID: os.Getgid()}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	res, err := s.Run(ctx, script)
	if err != nil {
		t.Errorf("%s: %v", script, err)
	}
	return res.Status, out.String()
}

// plain has the host's bash run a script in a directory.
func plain(t testing.TB, dir string, env []string, script string) (status int, output string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", script)
	cmd.Args[0], cmd.Dir, cmd.Env, cmd.WaitDelay = "bash", dir, env, time.Second
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatalf("bash: %v", err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// asOrdinary runs a test of this package again as an ordinary user, with more
// in the environment. Only root can do so.
func asOrdinary(t *testing.T, test string, env ...string) {
	t.Helper()
	if os.Getuid() != 0 {
		return // the test has run as one
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/proc/self/exe", "-test.run=^"+test+"$", "-test.v")
	cmd.Dir, cmd.Env = "/", append([]string{"PATH=/usr/bin:/bin", asVar + "=ordinary"}, env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: ordinary, Gid: ordinary}}
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+test+" ") {
		t.Errorf("as uid %d: %v\n%s", ordinary, err, failures(string(out)))
	}
}

// failures are the lines of a verbose run that are not about what passed.
func failures(out string) string {
	var kept []string
	for line := range strings.Lines(out) {
		if s := strings.TrimSpace(line); !strings.HasPrefix(s, "=== ") && !strings.HasPrefix(s, "--- PASS") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// walk calls do with every file of the host below a directory but what is at or
// below skip, not following links.
func walk(t testing.TB, dir, skip string, do func(path string, fi fs.FileInfo)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if path == skip {
			return filepath.SkipDir
		}
		if err != nil {
			return err
		}
		fi, err := e.Info()
		if err == nil {
			do(path, fi)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
