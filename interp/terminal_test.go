package interp_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp"
)

// TestLinesAtATerminal types lines one after the other, as a person does, into
// one shell: errors end the line and not the shell, messages have no line
// numbers, jobs are told of. What it wants is what `bash -i` printed for the
// same lines.
func TestLinesAtATerminal(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := session(t, "/w", &out, &out, interp.WithInteractive(true), interp.WithExit(false), interp.WithPID(100))
	for i, c := range []struct{ line, want string }{
		{"fi", "bash: syntax error near unexpected token `fi'\n"},
		{"echo $(fi)", "bash: syntax error near unexpected token `fi'\n"},
		{"echo $?", "2\n"},
		{"[[ a b ]]", "bash: conditional binary operator expected\n"},
		{"echo $?", "0\n"},
		{"eval fi; echo $?", "bash: syntax error near unexpected token `fi'\n2\n"},
		{"echo ${x:?gone}; echo no", "bash: x: gone\n"},
		{"readonly r=1; r=2; echo no", "bash: r: readonly variable\n"},
		{"echo $?", "1\n"},
		{"f() { nosuch; }; f", "bash: nosuch: command not found\n"},
		{"set -u; echo $nope; echo no", "bash: nope: unbound variable\n"},
		{"set +u; alias ll='echo LL'", ""},
		{"ll a", "LL a\n"},
		{"source nosuch; echo $?", "bash: nosuch: No such file or directory\n1\n"},
		{"echo 'echo sourced $1' > /w/mine; PATH=$PATH:/w; cd /", ""},
		{"source mine a", "sourced a\n"},
		{"shopt -u sourcepath; . mine || echo none", "bash: mine: No such file or directory\nnone\n"},
		{"echo $LINENO", "17\n"},
		{"while read -r x; do :; done < <(:); true & until [[ $(jobs) != *Running* ]]; do :; done", "[1] PID\n[1]+  Done                    true\n"},
		{"echo one two", "one two\n"},
		{"!!", "echo one two\none two\n"},
		{"!e:s/one/three/:p", "echo three two\n"},
		{"!nosuch", "bash: !nosuch: event not found\n"},
		{"jobs", ""},
	} {
		out.Reset()
		res, err := s.RunLines(t.Context(), c.line, i)
		if err != nil || res.Exited {
			t.Fatalf("%s: %+v, %v", c.line, res, err)
		}
		got := out.String()
		if first, rest, ok := strings.Cut(got, "\n"); ok && strings.HasPrefix(first, "[1] ") {
			got = "[1] PID\n" + rest
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.line, got, c.want)
		}
	}
}
