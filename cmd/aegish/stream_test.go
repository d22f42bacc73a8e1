package main_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/aegish/aegish/internal/runsize"
)

// lines are commands of one line that hand on nothing but what a session
// keeps: directory, stack, exported variables and status.
var lines = []string{
	"echo a$?", "true", "false", "(exit 1)", "(exit 3)", "(exit 126)", "(exit 130)", "(exit 255)",
	"export V=1", `export V="a b"`, `export V=$'x\ny'`, "export V=$((V+1))", `echo "[$V]"`, "unset V", "export W",
	"cd /usr", "cd ..", "cd -", "cd /tmp", "cd /nonexistent 2>/dev/null", "pwd", "pushd /etc", "popd", "dirs",
	`echo "$PWD" "$OLDPWD"`, "nosuch 2>/dev/null", "echo x | cat", "echo hi > /dev/null", `printf "%s\n" "${V-unset}"`,
	"[[ $V == 1 ]]", "test -d /usr && echo dir", "! true", "sleep 0 & wait", "echo `echo bq`", `echo "a;b" # comment`,
	"# only a comment", "", "   ", ":", "{ echo grouped; }", "export A=1 B=2; echo $A$B",
}

// ends are last lines. An open quote after a failure is left out: bash gives it
// that failure's status, and aegish 2.
var ends = []string{"exit", "exit 3", "exit 300", "(exit 5)", "false", "test -d /none || exit 7", "echo end; exit 2", "true\necho 'open", "if true", "echo )"}

// block makes a command of several lines.
func block(r *rand.Rand) string {
	inner := func() string { return lines[r.IntN(len(lines))] }
	switch r.IntN(14) {
	case 0:
		return fmt.Sprintf("if %s\nthen\n  %s\nelse\n  %s\nfi", inner(), inner(), inner())
	case 1:
		return fmt.Sprintf("for i in 1 2\ndo\n%s\necho $i\ndone", inner())
	case 2:
		return "cat <<E\nline $V\n  \"open quote\nE"
	case 3:
		return "cat <<'X' <<Y\n$V `x\nX\nsecond\nY"
	case 4:
		return "echo \"multi\nline\n  end\""
	case 5:
		return "echo 'single\nq\\\n'"
	case 6:
		return "echo one \\\n two"
	case 7:
		return "case $V in\n 1) echo one;;\n *) echo other\n ;;\nesac"
	case 8:
		return fmt.Sprintf("(\n%s\n%s\n)", inner(), inner())
	case 9:
		return "f() {\n  echo in f\n  return 4\n}; f"
	case 10:
		return "true &&\n" + inner()
	case 11:
		return "cat <<-T\n\ttabbed\n\tT"
	case 12:
		return "[[ a == a &&\n b == b ]] && echo test"
	}
	if r.IntN(2) == 0 {
		return "cat <<E | # behind\nq\nE\n" + "tr a-z A-Z"
	}
	return "while read x\ndo\n echo \"<$x>\"\ndone <<Z\na\nb\nZ"
}

// TestStreamsAgainstBash feeds the same scripts to bash and to aegish.
// AEGISH_STREAM_N and AEGISH_STREAM_SEED make it longer and other.
func TestStreamsAgainstBash(t *testing.T) {
	t.Parallel()
	count, seed := runsize.Of(t, "AEGISH_STREAM_N", 80), runsize.Of(t, "AEGISH_STREAM_SEED", 1)
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	dir := t.TempDir()
	for i := range count {
		var parts []string
		for range 3 + r.IntN(7) {
			if r.IntN(5) < 3 {
				parts = append(parts, lines[r.IntN(len(lines))])
			} else {
				parts = append(parts, block(r))
			}
		}
		if r.IntN(3) == 0 {
			parts = append(parts, ends[r.IntN(len(ends))])
		}
		script := strings.Join(parts, "\n") + []string{"\n", ""}[r.IntN(2)]
		want, wantStatus := feedStream(dir, script, "/bin/bash", "--norc", "--noprofile")
		got, status := feedStream(dir, script, aegish())
		if got != want || status != wantStatus {
			t.Errorf("script %d:\n%s\nbash: %d %q\naegish: %d %q", i, script, wantStatus, want, status, got)
		}
	}
}

func feedStream(dir, script string, argv ...string) (stdout string, status int) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + dir, "LC_ALL=C.UTF-8"}
	cmd.Stdin = strings.NewReader(script)
	out, _ := cmd.Output()
	return string(out), cmd.ProcessState.ExitCode()
}
