package executor

import (
	"testing"
)

// A line that is not over is read on: what follows is no command of its own.
func TestInterpKnowsWhereCommandsEnd(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Completeness{
		"echo a": Complete, "if true": Incomplete, "echo 'a": Incomplete, "echo )": Invalid,
		"cat <<E\n": Incomplete, "cat <<E\nrm -rf /\n": Incomplete, "cat <<E\nE\n": Complete, "cat <<A <<-B\nA\n": Incomplete, "cat <<A <<-B\nA\n\tB\n": Complete,
		"echo a \\": Incomplete, "echo a \\\n": Incomplete, "echo a \\\\\n": Complete, "a && \\\n": Incomplete, "a; \\\n": Incomplete,
		"# a \\\n": Complete, "echo 1\n# a \\\n": Complete, "echo 1\necho \\\n": Incomplete, "echo 'a\\\n": Incomplete, "echo 'a\\'": Complete,
		"case x in\n(\\": Incomplete, "(\\\n": Incomplete, "echo )\\": Invalid, "case x in\n(# \\": Invalid,
	} {
		got, err := NewInterp(InterpOptions{}).Check(t.Context(), nil, text)
		if err != nil || got.Completeness != want {
			t.Errorf("%q: %v, %v; want %v", text, got.Completeness, err, want)
		}
	}
}
