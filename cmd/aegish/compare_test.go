package main_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A way says how both shells get a trial's text.
type way int

const (
	// stream: the lines on standard input, to one bash that runs them all and
	// to a session that runs each in a bash of its own.
	stream way = iota
	// command: the text to `bash -c` and to `aegish -c`, where nobody asks for
	// the state afterwards. The answers are the same to the byte.
	command
	// captured: the text to `bash -c`, and to a session as its only command,
	// so that the report is made. The answers are the same to the byte.
	captured
)

// A trial is one text for both shells, each in a fresh directory.
type trial struct {
	name string
	way  way
	text string
	// prepare fills the directory first; setup does so in bash.
	prepare func(t *testing.T, root string)
	setup   string
	env     []string
	args    []string // $0 and the parameters, for the way `command`
	// limit begins the entry of docs/design.md that says why aegish does not
	// do here what bash does; aegish has to answer want.
	limit string
	want  answer
}

// An answer is what a shell said and how it ended. The trial's directory is
// $R in it.
type answer struct {
	stdout, stderr string
	status         int
}

func (a answer) String() string {
	return fmt.Sprintf("status %d\nstdout %s\nstderr %s", a.status, shorten(a.stdout), shorten(a.stderr))
}

func shorten(s string) string {
	if len(s) > 2000 {
		return fmt.Sprintf("%.1000q... (%d bytes)", s, len(s))
	}
	return fmt.Sprintf("%q", s)
}

// compare runs every trial in both shells.
func compare(t *testing.T, trials []trial) { compareAs(t, self(), trials) }

// compareAs does so as another user.
func compareAs(t *testing.T, who user, trials []trial) {
	t.Helper()
	limits := documentedLimits(t)
	for _, tr := range trials {
		t.Run(tr.name, func(t *testing.T) {
			t.Parallel()
			bash, ours := tr.answers(t, who)
			switch {
			case tr.limit == "":
				if ours != bash {
					t.Errorf("%s\nbash: %v\naegish: %v", tr.text, bash, ours)
				}
			case !strings.Contains(limits, tr.limit):
				t.Errorf("docs/design.md does not list %q", tr.limit)
			case ours != tr.want:
				t.Errorf("%s\nwant: %v\naegish: %v", tr.text, tr.want, ours)
			case ours == bash:
				t.Errorf("%s\nis no limit (%s): bash gives the same", tr.text, tr.limit)
			}
		})
	}
}

// answers runs one trial in both shells, each in a directory of its own.
func (tr trial) answers(t *testing.T, who user) (bash, ours answer) {
	t.Helper()
	reference := []string{"bash", "--norc", "--noprofile"}
	session, input := []string{aegish()}, tr.text
	switch tr.way {
	case command:
		session, input = append(append(session, "-c", "--", tr.text), tr.args...), ""
		reference = append(append(reference, "-c", "--", tr.text), tr.args...)
	case captured:
		reference = append(reference, "-c", "--", tr.text)
	}
	referenceInput := input
	if tr.way == captured {
		referenceInput = ""
	}
	bash = tr.run(t, who, referenceInput, reference)
	ours = tr.run(t, who, input, session)
	if tr.way == stream {
		bash.stderr, ours.stderr = samePrefix(bash.stderr), samePrefix(ours.stderr)
	}
	return bash, ours
}

// run starts one shell in a fresh directory.
func (tr trial) run(t *testing.T, who user, input string, argv []string) answer {
	t.Helper()
	root := workplace(t)
	if tr.prepare != nil {
		tr.prepare(t, root)
	}
	if tr.setup != "" {
		cmd := exec.Command("/bin/bash", "--norc", "--noprofile", "-c", tr.setup)
		cmd.Dir, cmd.Env = root, who.environ(root)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("setup: %v\n%s", err, out)
		}
	}
	who.give(t, root)
	return runShell(t, who, root, tr.env, input, argv...)
}

// runShell runs a program in root with an input and waits for it, not for what
// it leaves running.
func runShell(t *testing.T, who user, root string, env []string, input string, argv ...string) answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	if argv[0] == "bash" {
		cmd.Path, cmd.Err = "/bin/bash", nil // the one that aegish runs, by the name that it gives it
	}
	cmd.Dir, cmd.SysProcAttr = root, who.attributes()
	cmd.Env = append(who.environ(root), env...)
	stdout, stderr := scratch(t), scratch(t)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), stdout, stderr
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) || ctx.Err() != nil {
		t.Fatalf("%q: %v", argv, err)
	}
	return answer{written(t, stdout, root), written(t, stderr, root), shellStatus(cmd.ProcessState)}
}

// shellStatus is the `$?` that a shell would give its child: 128+n for a death
// by signal, which bash dies of itself and aegish only reports.
func shellStatus(state *os.ProcessState) int {
	if ws := state.Sys().(syscall.WaitStatus); ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return state.ExitCode()
}

// scratch is an open file without a name: unlike a pipe's, its reader is not
// held by what a command leaves running.
func scratch(t *testing.T) *os.File {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if err := os.Remove(f.Name()); err != nil {
		t.Fatal(err)
	}
	return f
}

// written is what was written to a scratch file.
func written(t *testing.T, f *os.File, root string) string {
	t.Helper()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	text := make([]byte, info.Size())
	if _, err := f.ReadAt(text, 0); err != nil && len(text) > 0 {
		t.Fatal(err)
	}
	above := filepath.Dir(root)
	return strings.NewReplacer(root, "$R", above, "$ABOVE", filepath.Base(above), "$NAME").Replace(string(text))
}

// A bash that reads a stream says in which line of it something went wrong. In
// a session the text comes from -c, which syntax errors mention, and each
// command begins with line 1. The number of a process that a signal ended is
// another each time.
var (
	linePrefix = regexp.MustCompile(`(?m)^bash: (?:-c: )?(eval: |)line [0-9]+: `)
	document   = regexp.MustCompile(`(?m)^(bash: line N: warning: here-document at line )[0-9]+`)
	deathNote  = regexp.MustCompile(`(?m)^(bash: line N: ) *[0-9]+ ([A-Z])`)
)

// samePrefix takes out of messages what differs between one long shell and a
// session of many by nature. It is the only place where that is done.
func samePrefix(stderr string) string {
	stderr = linePrefix.ReplaceAllString(stderr, "bash: ${1}line N: ")
	return document.ReplaceAllString(deathNote.ReplaceAllString(stderr, "$1 PID $2"), "${1}N")
}

// documentedLimits is the section of docs/design.md that lists what the bash
// engine can not keep.
func documentedLimits(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## What the bash engine can not keep\n")
	section, _, ended := strings.Cut(section, "\n## ")
	if !found || !ended {
		t.Fatal("docs/design.md has lost its list of limits")
	}
	return section
}

// A user is whom both shells run as.
type user struct {
	name string
	id   uint32 // 0 is whoever runs the test
}

func self() user { return user{name: "self"} }

// ordinary is the user without any rights that root's tests become.
const ordinary = 65534

// users are those that a test of permissions runs as: the one who runs it and,
// where that is root, an ordinary one.
func users() []user {
	if os.Geteuid() != 0 {
		return []user{self()}
	}
	return []user{{name: "root"}, {"ordinary", ordinary}}
}

func (u user) attributes() *syscall.SysProcAttr {
	if u.id == 0 {
		return nil
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: u.id, Gid: u.id}}
}

// environ is all that a shell under comparison gets; _ as from another shell.
func (u user) environ(root string) []string {
	return []string{"PATH=/usr/bin:/bin", "HOME=" + root + "/home", "LC_ALL=C.UTF-8", "_=/bin/bash"}
}

// give makes the user the owner of a tree.
func (u user) give(t *testing.T, root string) {
	t.Helper()
	if u.id == 0 {
		return
	}
	must(t, filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(u.id), int(u.id))
	}))
}

// workplace makes a directory with a home in it, whose path everybody can reach
// and has no symbolic link.
func workplace(t *testing.T) string {
	t.Helper()
	base, err := os.MkdirTemp("", "aegish-compare-")
	must(t, err)
	base, err = filepath.EvalSymlinks(base)
	must(t, err)
	t.Cleanup(func() { removeAll(base) })
	must(t, os.Chmod(base, 0o755))
	root := filepath.Join(base, "root")
	must(t, os.MkdirAll(filepath.Join(root, "home"), 0o755))
	return root
}

// removeAll removes a tree whose directories may forbid it.
func removeAll(base string) {
	_ = filepath.WalkDir(base, func(path string, d os.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o755)
		}
		return nil
	})
	_ = os.RemoveAll(base)
}

// endLater ends a process that a test left running on purpose.
func endLater(t *testing.T, match func(proc) bool) {
	t.Helper()
	t.Cleanup(func() {
		for _, p := range running(t, match) {
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
		}
	})
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within %v", what, patience)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func touch(t *testing.T, path string) {
	t.Helper()
	must(t, os.WriteFile(path, nil, 0o644))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
