package envstate

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// ordinaryUser is whom the permission tests act as when they run as root.
const ordinaryUser = 65534

// step is what a line did, with the tree's own path replaced by $R.
type step struct {
	stdout, stderr string
	status         int
	pwd, oldPWD    string
	physical       string
	stack          string
}

func (s step) String() string {
	return fmt.Sprintf("status %d\n stdout %q\n stderr %q\n PWD %q OLDPWD %q\n physical %q\n stack %s",
		s.status, s.stdout, s.stderr, s.pwd, s.oldPWD, s.physical, s.stack)
}

// newTree builds the directories that the sequences move in. Two trees are
// alike except for their own path.
func newTree(t *testing.T) string {
	t.Helper()
	root, err := os.MkdirTemp("", "envstate")
	if err != nil {
		t.Fatal(err)
	}
	root = physical(t, root)
	t.Cleanup(func() {
		filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				os.Chmod(path, 0o755)
			}
			return nil
		})
		os.Chmod(root+"/noexec", 0o755)
		os.RemoveAll(root)
	})
	for _, dir := range []string{
		"a/b/c", "a/d", "sp ace", "nl\nx", "bad\xff", "é", "-dash", "+1", "~t", "noexec/in", "noread/in", "gone/deep", "a/zero\u200b",
	} {
		must(t, os.MkdirAll(root+"/"+dir, 0o755))
	}
	must(t, os.WriteFile(root+"/file", nil, 0o755))
	for link, target := range map[string]string{
		"link": "a/b", "loop": "loop", "abs": root + "/a", "up": "..", "broken": "nosuch", "a/b/back": "../../a", "flink": "file", "ln": "link/c",
	} {
		must(t, os.Symlink(target, root+"/"+link))
	}
	must(t, os.Chmod(root, 0o755))
	must(t, os.Chmod(root+"/noexec", 0o644))
	must(t, os.Chmod(root+"/noread", 0o311))
	return root
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// treeOps are changes from outside that happen between lines. In bash they run
// as the text; in the test process as the function.
var treeOps = map[string]struct {
	text string
	do   func(root string, s *State)
}{
	"!rm":     {`command rm -rf "$R/gone"`, func(root string, _ *State) { os.RemoveAll(root + "/gone") }},
	"!mk":     {`command mkdir -p "$R/gone/deep"`, func(root string, _ *State) { os.MkdirAll(root+"/gone/deep", 0o755) }},
	"!away":   {`command mv -T "$R/a/d" "$R/moved" 2>/dev/null || :`, func(root string, _ *State) { os.Rename(root+"/a/d", root+"/moved") }},
	"!back":   {`command mv -T "$R/moved" "$R/a/d" 2>/dev/null || :`, func(root string, _ *State) { os.Rename(root+"/moved", root+"/a/d") }},
	"!nohome": {"unset HOME", func(_ string, s *State) { s.Env.Unset("HOME") }},
	"!home":   {`export HOME="$R/a"`, func(root string, s *State) { s.Env.Set("HOME", root+"/a") }},
	"!empty":  {`export HOME=`, func(_ string, s *State) { s.Env.Set("HOME", "") }},
	"!root":   {`export HOME=/`, func(_ string, s *State) { s.Env.Set("HOME", "/") }},
	"!noold":  {`unset OLDPWD`, func(_ string, s *State) { s.Env.Unset("OLDPWD") }},
}

var (
	bashPrefix  = regexp.MustCompile(`(?m)^bash: line \d+: `)
	ourPrefix   = "PREFIX: "
	separator   = "\x00\x01"
	recordShape = `builtin printf '%s\0\1' "$s" "$PWD" "${OLDPWD-unset}" "$(builtin pwd -P 2>/dev/null; builtin printf x)" ` +
		`"$(builtin printf '<%s>' "${DIRSTACK[@]:1}")" >&9`
)

// runReference feeds the lines to one real bash and tells what each did.
func runReference(t *testing.T, root string, environ, lines []string) []step {
	t.Helper()
	out := t.TempDir()
	must(t, os.Chmod(out, 0o777))
	for dir := filepath.Dir(out); dir != "/" && strings.Contains(dir, "Test"); dir = filepath.Dir(dir) {
		os.Chmod(dir, 0o755)
	}
	var script strings.Builder
	for i, line := range lines {
		if op, ok := treeOps[line]; ok {
			line = op.text
		}
		fmt.Fprintf(&script, "{ %s\n} >\"$OUT/%d.out\" 2>\"$OUT/%d.err\"; s=$?\n%s\n", line, i, i, recordShape)
	}
	cmd := exec.Command(bashPath, "--norc", "--noprofile", "-c", script.String(), "bash")
	cmd.Dir = root
	cmd.Env = append(append([]string{}, environ...), "R="+root, "OUT="+out)
	records, err := os.Create(out + "/records")
	must(t, err)
	defer records.Close()
	cmd.ExtraFiles = []*os.File{nil, nil, nil, nil, nil, nil, records}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: ordinaryUser, Gid: ordinaryUser}}
	}
	if err := cmd.Run(); err != nil {
		t.Fatalf("reference: %v: %s", err, stderr.String())
	}
	raw, err := os.ReadFile(out + "/records")
	must(t, err)
	fields := strings.Split(string(raw), separator)
	if len(fields) != 5*len(lines)+1 {
		t.Fatalf("reference: %d fields for %d lines: %q %s", len(fields), len(lines), raw, stderr.String())
	}
	read := func(i int, ext string) string {
		b, err := os.ReadFile(fmt.Sprintf("%s/%d.%s", out, i, ext))
		must(t, err)
		return string(b)
	}
	steps := make([]step, len(lines))
	for i := range lines {
		f := fields[5*i:]
		status, err := strconv.Atoi(f[0])
		must(t, err)
		steps[i] = step{
			status: status, pwd: f[1], oldPWD: f[2],
			physical: oneSlash(strings.TrimSuffix(strings.TrimSuffix(f[3], "x"), "\n")),
			stack:    f[4],
			stdout:   read(i, "out"),
			stderr:   bashPrefix.ReplaceAllString(read(i, "err"), ourPrefix),
		}
	}
	return steps
}

// oneSlash takes back the second leading slash that pwd -P keeps; the kernel's
// own name has one.
func oneSlash(path string) string {
	if doubleSlash(path) {
		return path[1:]
	}
	return path
}

// runOurs feeds the same lines to a State, each by the way that one names.
func runOurs(t *testing.T, root string, environ, lines []string, run lineRunner) []step {
	t.Helper()
	s := New(root, NewEnv(environ))
	defer s.Close()
	steps := make([]step, len(lines))
	for i, line := range lines {
		var stdout, stderr strings.Builder
		status := 0
		if op, ok := treeOps[line]; ok {
			asRoot(func() { op.do(root, s) })
		} else {
			status = run(t, s, line, &stdout, &stderr)
		}
		pwd, _ := s.Env.Get("PWD")
		old, ok := s.Env.Get("OLDPWD")
		if !ok {
			old = "unset"
		}
		path, _ := physicalPath(s.at)
		steps[i] = step{
			stdout: stdout.String(), stderr: stderr.String(), status: status,
			pwd: pwd, oldPWD: old, physical: path, stack: "<" + strings.Join(s.Stack, "><") + ">",
		}
	}
	return steps
}

// lineRunner runs one line on a State and returns its status.
type lineRunner func(t *testing.T, s *State, line string, stdout, stderr io.Writer) int

// runBareLine runs a line that must be a bare command.
func runBareLine(t *testing.T, s *State, line string, stdout, stderr io.Writer) int {
	b, ok := ParseBare(line)
	if !ok {
		t.Fatalf("ParseBare(%q) refused", line)
	}
	return s.RunBare(b, stdout, stderr, RunBareOptions{Prefix: ourPrefix})
}

// runShellLine runs a line in a bash of its own and adopts its report.
func runShellLine(t *testing.T, s *State, line string, stdout, stderr io.Writer) int {
	c := runPrepared(t, s.SpawnDir(), s.Environ(), prepared(s), line)
	io.WriteString(stdout, c.stdout)
	io.WriteString(stderr, bashPrefix.ReplaceAllString(c.stderr, ourPrefix))
	r, err := ParseReport(c.raw, testNonce)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	s.Adopt(r, NewFilter(FilterConfig{}))
	return c.status
}

// prepared is what a prologue tells a shell that its environment can not.
func prepared(s *State) string {
	var b strings.Builder
	for _, entry := range s.Withheld() {
		name, value, _ := strings.Cut(entry, "=")
		fmt.Fprintf(&b, "export %s='%s'\n", name, strings.ReplaceAll(value, "'", `'\''`))
	}
	for _, dir := range slices.Backward(s.Stack) {
		fmt.Fprintf(&b, "pushd -n -- '%s' >&- 2>&-\n", strings.ReplaceAll(dir, "'", `'\''`))
	}
	return b.String()
}

// asOrdinaryUser runs f in a thread of its own with the ids of an ordinary
// user, so that the kernel's permission checks are real. Where the test is not
// root, f simply runs.
func asOrdinaryUser(f func()) {
	if os.Geteuid() != 0 {
		f()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		// Never unlocked: the thread ends with the goroutine.
		runtime.LockOSThread()
		threadUser(ordinaryUser)
		f()
	}()
	<-done
}

// asRoot undoes asOrdinaryUser for the time of f.
func asRoot(f func()) {
	if _, _, saved := unix.Getresuid(); saved != 0 || os.Getuid() == 0 {
		f()
		return
	}
	threadUser(0)
	defer threadUser(ordinaryUser)
	f()
}

// threadUser changes the ids of this thread only (the system call, not the C
// library's process-wide form) and keeps the way back open.
func threadUser(uid uintptr) {
	if _, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, uid, uid, 0); errno != 0 {
		panic(errno)
	}
}

// compareWithBash runs the lines in both and reports the first difference.
func compareWithBash(t *testing.T, lines []string, run lineRunner, extraEnv ...string) {
	t.Helper()
	bashRoot, ourRoot := newTree(t), newTree(t)
	if os.Geteuid() == 0 {
		// The reference makes its own changes to its tree.
		for _, dir := range []string{"", "/gone", "/gone/deep", "/a", "/a/d"} {
			must(t, os.Chown(bashRoot+dir, ordinaryUser, ordinaryUser))
		}
	}
	environ := func(root string) []string {
		return append([]string{"PATH=/usr/bin:/bin", "HOME=" + root + "/a", "PWD=" + root}, extraEnv...)
	}
	want := runReference(t, bashRoot, environ(bashRoot), lines)
	var got []step
	asOrdinaryUser(func() { got = runOurs(t, ourRoot, environ(ourRoot), lines, run) })
	for i := range lines {
		g := strings.ReplaceAll(got[i].String(), ourRoot, "$R")
		w := strings.ReplaceAll(want[i].String(), bashRoot, "$R")
		if g != w {
			t.Errorf("line %d: %q\nafter %q\nours %s\nbash %s", i, lines[i], lines[:i], g, w)
			return
		}
	}
}

// randomLine makes a line of the kinds the sequences use.
func randomLine(rng *rand.Rand) string {
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	target := func() string {
		first := pick("a", "a/b", "a/b/c", "link", "link/c", "link/..", "loop", "abs", "abs/b", "up", "broken", "file", "file/x", "flink",
			"'sp ace'", "'nl\nx'", "bad\xff", "é", "./-dash", "-- -dash", "+1", "./+1", "'~t'", "noexec", "noexec/in", "noread", "noread/in",
			"gone", "gone/deep", "nosuch", "nosuch/..", "a/d", "moved", "..", ".", "../..", "../a", "/", "//", "///", "//tmp", "/tmp/..", "''",
			"-", "~", "~/b", "~/nosuch", "~+", "~-", "~root", "~nouser", "~1", "~+1", "~-0", "~9", "~+/b", "ln", "a/b/back/d", "a//b/./c/", "./a",
			"'-n'", "a/../gone/..", "link/../d", "\"a\"", "\\a", "a/zero\u200b", "a/zero\u200b/no", "..//", "a/d/..")
		if rng.IntN(12) == 0 {
			return first + " " + pick("a", "..", "x", "''")
		}
		return first
	}
	number := func() string {
		return pick("+", "-") + pick("0", "1", "2", "3", "4", "7", "01", "", "x", "1x", "+1", "-1", "99999999999999999999")
	}
	switch rng.IntN(20) {
	case 0:
		return pick("cd", "cd --", "cd -", "cd -P", "cd -P -", "cd -L", "cd -x", "cd -1", "cd -Px a", "cd -- -", "cd - a", "cd -@ a", "cd ~ # c", " cd .. ;")
	case 1, 2, 3, 4, 5, 6:
		return "cd " + pick("", "", "", "", "-P ", "-L ", "-e ", "-Pe ", "-PL ", "-LP ", "-P -L ", "-- ", "-P -- ") + target()
	case 7, 8, 9:
		return "pushd " + pick("", "", "", "-n ", "-- ", "-n -- ") + target()
	case 10:
		return pick("pushd", "pushd --", "pushd -n", "pushd -", "pushd -x", "pushd -n -n a", "pushd ''", "pushd -- -P a", "pushd -P a", "pushd -n '' ")
	case 11:
		return "pushd " + pick("", "-n ") + number() + pick("", "", " a", " -n", " +1")
	case 12:
		return pick("popd", "popd", "popd", "popd -n", "popd --", "popd ''", "popd foo", "popd -n ''", "popd -x", "popd -- x", "popd -n -n")
	case 13:
		// A number with an empty word after it makes bash 5.2 free memory
		// that is not its own.
		return "popd " + pick("", "-n ") + number() + pick("", "", " -n", " +0", " x")
	case 14, 15:
		return "dirs " + pick("", "-l", "-p", "-v", "-c", "-lv", "-l -v", "-p -l", "-v -p", "--", "-- x", "x", "''", "-") + " " + pick("", "", number())
	case 16:
		return pick("!rm", "!mk", "!mk", "!away", "!back")
	case 17:
		return pick("!nohome", "!home", "!home", "!home", "!empty", "!root", "!noold")
	default:
		return pick("cd", "cd -", "popd", "pushd", "dirs", "dirs -v", "cd ..", "cd a", "cd /", "cd gone", "cd gone/deep", "cd ~", "pushd a/d", "cd a/d")
	}
}
