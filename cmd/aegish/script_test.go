package main_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs the sessions in testdata/script on the built binaries. Each
// has a home of its own, and a directory `work` that it starts in.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", built.dir+string(os.PathListSeparator)+"/usr/bin:/bin")
			env.Setenv("LC_ALL", "C.UTF-8")
			env.Setenv("BIN", built.dir)
			env.Setenv("SHLVL", "1")
			return os.Chmod(env.WorkDir, 0o755)
		},
	})
}

func aegish() string { return filepath.Join(built.dir, "aegish") }
