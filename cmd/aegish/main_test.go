package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// built is the directory with the binaries under test, made once.
var built struct{ dir string }

// noSystemConfig is where the binaries under test look for the system's
// configuration: the machine's own must not reach the tests. Only root could
// put one there, so that login shells take its absence for granted.
const noSystemConfig = "/nonexistent/aegish-test/aegish.toml"

func TestMain(m *testing.M) {
	status, err := withBinaries(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

// withBinaries builds both programs and runs the tests with them.
func withBinaries(run func() int) (int, error) {
	dir, err := os.MkdirTemp("", "aegish-test-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		return 0, err
	}
	built.dir = filepath.Join(dir, "bin")
	if err := os.Mkdir(built.dir, 0o755); err != nil {
		return 0, err
	}
	for _, build := range [][]string{
		{"CGO_ENABLED=1", "-ldflags", "-X github.com/aegish/aegish/internal/cli.systemConfig=" + noSystemConfig, "-o", filepath.Join(built.dir, "aegish"), "."},
		{"CGO_ENABLED=0", "-ldflags", dropperFlags, "-o", filepath.Join(built.dir, "dropper"), "../dropper"},
	} {
		cmd := exec.Command("go", append([]string{"build"}, build[1:]...)...)
		cmd.Env = append(os.Environ(), build[0])
		if out, err := cmd.CombinedOutput(); err != nil {
			return 0, fmt.Errorf("go build: %w\n%s", err, out)
		}
	}
	return run(), nil
}

// dropperFlags are the Makefile's: the dropper starts at its own entry point.
const dropperFlags = "-s -w -E github.com/aegish/aegish/landlock/launch.start"
