package main_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A feed is a session that reads commands from a pipe; each answer is one
// line.
type feed struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func newFeed(t *testing.T, bin string, args ...string) *feed {
	t.Helper()
	cmd := exec.Command(bin, args...)
	cmd.Dir = t.TempDir()
	cmd.Stderr = io.Discard
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return &feed{t, cmd, in, bufio.NewReader(out)}
}

func (f *feed) ask(command string) string {
	f.t.Helper()
	if _, err := fmt.Fprintln(f.in, command); err != nil {
		f.t.Fatal(err)
	}
	line, err := f.out.ReadString('\n')
	if err != nil {
		f.t.Fatalf("%s: %v", command, err)
	}
	return strings.TrimSuffix(line, "\n")
}

// openFDs lists what a process has open.
func openFDs(t *testing.T, pid int) []string {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var open []string
	for _, e := range entries {
		target, _ := os.Readlink(filepath.Join(dir, e.Name()))
		open = append(open, e.Name()+" -> "+target)
	}
	return open
}

// idleFDs lists what the session has open between two commands: nothing runs
// below it, and two looks in a row see the same.
func (f *feed) idleFDs() []string {
	f.t.Helper()
	var last []string
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		waitFor(f.t, 0, "children", childrenOf(f.cmd.Process.Pid))
		open := openFDs(f.t, f.cmd.Process.Pid)
		if slices.Equal(open, last) {
			return open
		}
		last = open
	}
	f.t.Fatal("the descriptors never came to rest")
	return nil
}

func TestAThousandCommandsLeakNothing(t *testing.T) {
	t.Parallel()
	f := newFeed(t, aegish())
	for i := range 20 { // lazily opened descriptors come first
		f.ask(fmt.Sprintf("echo %d; cd /usr; cd /", i))
	}
	before := f.idleFDs()
	commands := []string{
		"export N=%d; echo $N", "(exit %d); echo x", "cd /usr && echo %d; cd /", "echo %d | cat",
		"nosuchcommand%d 2>/dev/null; echo x", "true & echo %d", "exec echo %d", "echo %d; kill -9 $$",
	}
	for i := range 1000 {
		command := commands[i%len(commands)]
		if got := f.ask(fmt.Sprintf(command, i%200)); got == "" {
			t.Fatalf("%s: no answer", command)
		}
	}
	if after := f.idleFDs(); len(after) > len(before) {
		t.Errorf("descriptors before:\n%s\nafter:\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
}

func TestBackgroundJobDoesNotHoldTheSession(t *testing.T) {
	t.Parallel()
	f := newFeed(t, aegish())
	pid := f.ask("sleep 1000 >/dev/null 2>&1 & echo $!")
	if got := f.ask("kill -0 " + pid + " && echo alive"); got != "alive" {
		t.Errorf("a later command finds the job %q", got)
	}
	if got := f.ask("kill " + pid + "; echo $?"); got != "0" {
		t.Errorf("kill of an earlier command's job gave %s", got)
	}
	// A child that holds and reads the state pipe for ever.
	reader := f.ask("exec 3</proc/$$/fd/249; cat <&3 >/dev/null 2>&1 & echo $!")
	if got := f.ask("export AFTER=kept; echo next"); got != "next" {
		t.Errorf("got %q", got)
	}
	if got := f.ask("echo $AFTER; kill " + reader + " 2>/dev/null"); got != "kept" {
		t.Errorf("state after a stolen report: %q", got)
	}
}

// install copies the built binaries into a directory of the test's own.
func install(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	// A process of its own writes them: what another test starts meanwhile would
	// inherit this one's descriptor, and a file that is written can not be executed.
	cp := exec.Command("cp", filepath.Join(built.dir, "aegish"), filepath.Join(built.dir, "dropper"), dir)
	if out, err := cp.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

func status(t *testing.T, err error) int {
	t.Helper()
	if err == nil {
		return 0
	}
	exit, ok := err.(*exec.ExitError)
	if !ok {
		t.Fatal(err)
	}
	return exit.ExitCode()
}

func TestDropperMissingOrUnsafeIsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, message string
		spoil         func(dir string) error
	}{
		{"missing", "launcher is missing", func(dir string) error { return os.Remove(filepath.Join(dir, "dropper")) }},
		{"writable by others", "writable", func(dir string) error { return os.Chmod(filepath.Join(dir, "dropper"), 0o777) }},
		{"in a directory writable by others", "writable", func(dir string) error { return os.Chmod(dir, 0o777) }},
		{"not executable", "not executable", func(dir string) error { return os.Chmod(filepath.Join(dir, "dropper"), 0o644) }},
		{"a directory", "", func(dir string) error {
			if err := os.Remove(filepath.Join(dir, "dropper")); err != nil {
				return err
			}
			return os.Mkdir(filepath.Join(dir, "dropper"), 0o755)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := install(t)
			if err := tt.spoil(dir); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(filepath.Join(dir, "aegish"), "-c", "echo ran").CombinedOutput()
			if got := status(t, err); got != 126 || strings.Contains(string(out), "ran\n") || !strings.Contains(string(out), tt.message) {
				t.Errorf("status %d, output %q", got, out)
			}
		})
	}
}

// The dropper of a session is the one that was opened at its start.
func TestSwappedDropperChangesNothing(t *testing.T) {
	t.Parallel()
	dir := install(t)
	f := newFeed(t, filepath.Join(dir, "aegish"))
	if got := f.ask("echo one"); got != "one" {
		t.Fatalf("got %q", got)
	}
	evil := filepath.Join(dir, "evil")
	if err := os.WriteFile(evil, []byte("#!/bin/sh\necho unconfined\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(evil, filepath.Join(dir, "dropper")); err != nil {
		t.Fatal(err)
	}
	if got := f.ask("echo two; grep -q 'NoNewPrivs.*1' /proc/self/status || echo unconfined"); got != "two" {
		t.Errorf("got %q", got)
	}
}

func TestRunIsCancelledByInterrupt(t *testing.T) {
	t.Parallel()
	for sig, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 130} {
		cmd := exec.Command(aegish(), "run", "--json", "--", "echo begun; setsid sleep 2718 & sleep 2718")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		out := &strings.Builder{}
		cmd.Stdout = out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitFor(t, 1, "the command", childrenOf(cmd.Process.Pid))
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if got := status(t, cmd.Wait()); got != want || !strings.Contains(out.String(), `"cancelled":true`) {
			t.Errorf("%v: status %d, want %d; %s", sig, got, want, out)
		}
	}
}

// Without a terminal, SIGTERM to aegish -c ends what the command started, and
// the caller's own process group is left alone.
func TestTermEndsTheCommandOfDashC(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(aegish(), "-c", "sleep 1618 & sleep 1618")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, 2, "the command and its job", sleeps("1618"))
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if got := status(t, cmd.Wait()); got != 143 {
		t.Errorf("status %d, want 143", got)
	}
	waitFor(t, 0, "left running", sleeps("1618"))
}

// A session can be left whatever the policy says, and a script's text is never
// taken for commands because it was too long or held a NUL.
func TestDataIsNeverTakenForCommands(t *testing.T) {
	t.Parallel()
	for name, document := range map[string]string{
		"too long":       strings.Repeat(strings.Repeat("x", 60)+"\n", 1200) + "echo RAN\n",
		"a NUL":          "a\x00b\necho RAN\n",
		"too long quote": "",
	} {
		input := "cat > data <<'END'\n" + document + "END\necho after\n"
		if document == "" {
			input = "x='" + strings.Repeat(strings.Repeat("y", 60)+"\n", 1200) + "echo RAN\n'\necho after\n"
		}
		cmd := exec.Command(aegish())
		cmd.Dir = t.TempDir()
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.Output()
		if err != nil || string(out) != "after\n" {
			t.Errorf("%s: %v, output %.200q", name, err, out)
		}
	}
	// Where not even the end can be found, the session ends.
	cmd := exec.Command(aegish())
	cmd.Stdin = strings.NewReader("cat <<END\n" + strings.Repeat(strings.Repeat("x", 99)+"\n", 11000) + "echo RAN\nEND\necho after\n")
	out, err := cmd.Output()
	if status(t, err) != 126 || len(out) != 0 {
		t.Errorf("status %d, output %.200q", status(t, err), out)
	}
}

// The directory that a session starts in may have been removed.
func TestStartInARemovedDirectory(t *testing.T) {
	t.Parallel()
	for _, argv := range [][]string{{"-c", "ls; touch x; pwd"}, {"run", "--", "ls; touch x"}} {
		dir := t.TempDir()
		script := "mkdir gone && cd gone && rmdir ../gone && exec \"$@\""
		cmd := exec.Command("/bin/bash", append([]string{"-c", script, "bash", aegish()}, argv...)...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		if strings.Contains(string(out), "etc\n") || !strings.Contains(string(out), "No such file or directory") {
			t.Errorf("%q: %s", argv, out)
		}
	}
}

// What `<(command)` names is a script like any other.
func TestScriptFromADescriptor(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("/bin/bash", "-c", "exec "+aegish()+" <(echo 'echo \"$# $1\"; exit 3') a").CombinedOutput()
	if status(t, err) != 3 || string(out) != "1 a\n" {
		t.Errorf("%v, %s", err, out)
	}
}

// Restricted sessions do not start where their commands could change what
// keeps them restricted.
func TestRestrictedRefusesExposedFiles(t *testing.T) {
	t.Parallel()
	dir := install(t)
	cmd := exec.Command(filepath.Join(dir, "aegish"), "--profile", "restricted", "-c", "echo ran")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if status(t, err) != 2 || !strings.Contains(string(out), "commands could write") {
		t.Errorf("%v, %s", err, out)
	}
	cmd = exec.Command(filepath.Join(dir, "aegish"), "--profile", "restricted", "-c", "echo ran")
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "ran\n" {
		t.Errorf("elsewhere: %v, %s", err, out)
	}
}

// A variable of the Go runtime does not outlive the start of a login shell.
func TestLoginDropsRuntimeVariables(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(aegish(), "-l")
	cmd.Env = append(os.Environ(), "GOTRACEBACK=crash", "GODEBUG=execerrdot=0", "SSH_CLIENT=1", "SHLVL=0")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, "echo up\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "up\n" {
		t.Fatalf("%q, %v", line, err)
	}
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", cmd.Process.Pid))
	if err != nil || strings.Contains(string(environ), "GOTRACEBACK") || strings.Contains(string(environ), "GODEBUG") {
		t.Errorf("%v, %q", err, environ)
	}
	in.Close()
	_ = cmd.Wait()
}
