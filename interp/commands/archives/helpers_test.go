package archives

import (
	"strconv"
	"testing"
)

// unquote reads the content of a file in a listing of commandtest.
func unquote(t *testing.T, quoted string) string {
	t.Helper()
	s, err := strconv.Unquote(quoted)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
