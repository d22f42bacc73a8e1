package files_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/files"
)

// TestFindWritesFiles has what writes elsewhere than to standard output, and
// formats and words that are wrong.
func TestFindWritesFiles(t *testing.T) {
	t.Parallel()
	made := map[string]string{"d/x": "12", "l0": "d/x\x00d\x00", "bad0": "d/x\x00\x00none\x00", "o": "old text\n", "a b\t\x01é": ""}
	var cases []commandtest.Case
	for _, args := range []string{
		"d/x -fprint o", "d/x -fprint0 o", "d/x -fprintf o %f,%s\\n", "d/x -fprintf o %f -fprintf o %s -fprint p", "d/x -fprint /dev/stdout", "d/x -fprint /dev/stderr", "none -fprint o", "d/x -name y -fprint p",
		"d/x -fprint none/p", "d/x -fprint d", "d/x -fprint", "d/x -fprintf o", "d/x -fprint -", "d/x -fprint o -print", "d/x -false -fprint o -o -print",
		"-files0-from l0 -maxdepth 0", "-files0-from bad0 -maxdepth 0", "d -files0-from l0", "-files0-from none", "-files0-from - -maxdepth 0", "-files0-from",
		"d/x -printf %", "d/x -printf a%{b", "d/x -printf %f\\", "d/x -printf %Z\\n", "d/x -printf %q\\n", "./ -maxdepth 0 -printf %f|%h\\n",
		"d/x -exec echo x{} +", "d/x -exec echo {}x +", "d/x -perm +644", "d/x -newerXX d", "d/x -newerBt 2020-01-01", "d/x -newermt", "d/x -context x", "d/x -fstype none", "d/x -regextype none -print",
		"-O d/x", "-O2 d/x", "d/x -xdev", "d/x -used +3", "d/x -used x", "d/x -used", "-Ox d/x", "-O4x d/x", "-D help", "-D foo d/x", "-D",
		"d/x -mtime -.5", "d/x -mmin 0.5", "d/x -amin +1e400", "d/x -mtime nope", "d/x -cmin", "d/x -mtime +-1", "d/x -mmin inf", "d/x -mtime 1x",
		"d/x -printf %T", "d/x -printf a%-5A", "d/x -printf %TN%TE%Ti\\n", "d/ -maxdepth 0 -printf %h|%f", "d// -maxdepth 0 -printf %h|%f", "./d/ -maxdepth 0 -printf %h|%f", "/ -maxdepth 0 -printf %h|%f",
	} {
		cases = append(cases, commandtest.Case{Args: strings.Fields(args), Files: made, Stdin: "d\x00d/x\x00"})
	}
	commandtest.Compare(t, files.Commands(), "find", cases)
}

// TestFindPath has a PATH in which -execdir finds what it visits.
func TestFindPath(t *testing.T) {
	t.Parallel()
	var cases []commandtest.Case
	for _, path := range []string{":/bin", "/bin:", "/bin::/usr/bin", ".:/bin", "bin:/bin", "/bin:bin:."} {
		for _, args := range []string{"x -execdir echo {} ;", "x -okdir echo {} ;", "x -execdir echo {} +", "x -execdir", "x -execdir echo"} {
			cases = append(cases, commandtest.Case{Args: strings.Fields(args), Files: map[string]string{"x": ""}, Env: []string{"PATH=" + path}})
		}
	}
	commandtest.Compare(t, files.Commands(), "find", cases)
}

// TestFindBoundsItsFiles opens no more files than it may.
func TestFindBoundsItsFiles(t *testing.T) {
	t.Parallel()
	var args []string
	for i := range 300 {
		args = append(args, "-fprint", fmt.Sprint("f", i))
	}
	got := commandtest.Run(t, files.Commands()["find"], "find", commandtest.Case{Args: args})
	if got.Status != 1 || !strings.Contains(got.Stderr, "Too many open files") || strings.Count(got.Files, "\n") != 256 {
		t.Errorf("%d %s\n%s", got.Status, got.Stderr, got.Files)
	}
}
