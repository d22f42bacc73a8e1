package confirm_test

import (
	"encoding/json"
	"io"
	"os"
	"testing"
	"time"

	"github.com/aegish/aegish/executor"
)

// patience bounds waits that end at once unless something is broken.
const patience = 20 * time.Second

// The test binary plays two other parts: with roleVar it is aegish asking at
// its terminal, and with programArg as its argument it is a confirmation
// program.
const (
	roleVar    = "CONFIRM_TEST_ROLE"
	programArg = "act as the confirmation program"
)

func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 3 && os.Args[1] == programArg:
		os.Exit(actAsProgram(os.Args[2]))
	case os.Getenv(roleVar) != "":
		os.Exit(actAsAegish(os.Getenv(roleVar)))
	}
	os.Exit(m.Run())
}

// A sight is what a confirmation program sees.
type sight struct {
	Env   []string
	Dir   string
	Stdin string
}

// actAsProgram writes what it sees into a file and says yes.
func actAsProgram(path string) int {
	var s sight
	s.Env = os.Environ()
	s.Dir, _ = os.Getwd()
	stdin, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 1
	}
	s.Stdin = string(stdin)
	text, err := json.Marshal(s)
	if err != nil || os.WriteFile(path, text, 0o600) != nil {
		return 1
	}
	return 0
}

func newQuestion() executor.Question {
	return executor.Question{
		Command: "rm \"a b\" \x1b[31m\n\u202e", Rule: "policy.rules[0]", Reason: "it\x1b[2J removes",
		Cwd: "/home/ann", User: "ann", Session: "0123456789abcdef",
	}
}
