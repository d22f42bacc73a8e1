package envstate

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const (
	bashPath  = "/bin/bash"
	testNonce = "a1b2c3d4e5f60718"
	// Descriptors the prologue moves its pipes to, away from those that
	// commands use.
	stateFD = "248"
	truthFD = "247"
)

// capture is what one bash said and what it really had.
type capture struct {
	raw            []byte // the state pipe
	truth          []byte // env -0 of a child started in the same trap
	stdout, stderr string
	status         int
}

// runCaptured runs command in a real bash the way the executor does: the
// prologue comes through BASH_ENV on a pipe and sets the EXIT trap. The trap
// also starts a program that prints its environment, for comparison.
func runCaptured(t *testing.T, dir string, environ []string, command string) capture {
	t.Helper()
	return runPrepared(t, dir, environ, "", command)
}

// runPrepared does the same with more text in the prologue.
func runPrepared(t *testing.T, dir string, environ []string, prepare, command string) capture {
	t.Helper()
	prologueR, prologueW := pipe(t)
	stateR, stateW := pipe(t)
	truthR, truthW := pipe(t)
	prologue := "unset BASH_ENV; exec " + stateFD + ">&4 " + truthFD + ">&5 3<&- 4>&- 5>&-; trap -- '" +
		TrapBody(testNonce, stateFD) + "; \\builtin command -p /usr/bin/env -0 >&" + truthFD + " 2>&-' EXIT\n" + prepare + ":\n"
	cmd := exec.Command(bashPath, "--norc", "--noprofile", "-c", command, "bash")
	cmd.Dir = dir
	cmd.Env = append(append([]string{}, environ...), "BASH_ENV=/proc/self/fd/3")
	cmd.ExtraFiles = []*os.File{prologueR, stateW, truthW}
	var c capture
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for _, f := range []*os.File{prologueR, stateW, truthW} {
		f.Close()
	}
	go func() {
		io.WriteString(prologueW, prologue)
		prologueW.Close()
	}()
	done := make(chan struct{})
	go func() {
		c.truth, _ = io.ReadAll(truthR)
		close(done)
	}()
	c.raw, _ = io.ReadAll(stateR)
	<-done
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	c.stdout, c.stderr, c.status = stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
	return c
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// comparable is the environment that both sides can know: without _ and the
// names bash cannot hold.
func comparable(entries []string) map[string]string {
	vars := map[string]string{}
	for _, entry := range entries {
		name, value, ok := strings.Cut(entry, "=")
		if ok && name != "_" && isIdentifier(name) {
			vars[name] = value
		}
	}
	return vars
}

// diffEnv compares a captured environment with the list of a real child.
func diffEnv(t *testing.T, got Env, truth []byte) {
	t.Helper()
	want := comparable(strings.Split(strings.TrimSuffix(string(truth), "\x00"), "\x00"))
	have := comparable(got.Environ())
	for name, value := range want {
		if v, ok := have[name]; !ok || v != value {
			t.Errorf("%s: captured %.80q (%v), a child gets %.80q", name, v, ok, value)
		}
	}
	for name, value := range have {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: captured %.80q, a child gets nothing", name, value)
		}
	}
}
