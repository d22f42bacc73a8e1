//go:build system

package systemtest

import (
	"os/exec"
	"regexp"
	"testing"

	"github.com/aegish/aegish/internal/consoletest"
)

// A console is a person at a terminal with a program on it.
type console struct{ *consoletest.Console }

// newConsole starts a program as the session leader of a terminal of its own.
func newConsole(t *testing.T, argv ...string) *console {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = "/"
	cmd.Env = append(baseEnv(), "TERM=xterm")
	return &console{consoletest.Start(t, cmd)}
}

// promptPattern is aegish's prompt; promptIn is the one in a directory.
const promptPattern = `aegish:[^\n]*[$#] `

func promptIn(dir string) string { return `aegish:` + regexp.QuoteMeta(dir) + `\$ ` }
