// Package runsize reads from the environment how long a test is to be: how many
// inputs it makes, and with which seed. It knows no test; only tests import it.
package runsize

import (
	"os"
	"strconv"
	"testing"
)

// Of returns the number in an environment variable, or the usual one where it is
// not set. Anything else in there ends the test.
func Of(t testing.TB, name string, usual int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}
