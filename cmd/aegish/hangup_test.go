package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/internal/consoletest"
)

// When the terminal goes away, the command in front hears SIGHUP and so do the
// jobs of earlier commands; what was started with nohup or setsid goes on. bash
// as a session's leader does the same.
func TestTerminalThatGoesAway(t *testing.T) {
	t.Parallel()
	for i, shell := range [][]string{{aegish()}, {"/bin/bash", "--norc", "--noprofile", "-i"}} {
		dir := t.TempDir()
		cmd := exec.Command(shell[0], shell[1:]...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=/usr/bin:/bin", "TERM=xterm", "LC_ALL=C.UTF-8", "HOME=" + dir, "PS1=$ "}
		c := consoletest.Start(t, cmd)
		c.Expect(`[$#] $`)
		// The arguments tell these sleeps from those of every other test.
		job, kept := fmt.Sprintf("86%d.%d", os.Getpid(), i), fmt.Sprintf("87%d.%d", os.Getpid(), i)
		c.Send("sleep " + job + " &\r")
		waitFor(t, 1, "the job", sleeps(job))
		c.Send("nohup sleep " + kept + " > /dev/null 2>&1 &\r")
		waitFor(t, 1, "the job with nohup", sleeps(kept))
		c.Send("bash -c 'trap \"echo hup > heard; exit\" HUP; echo ready > ready; while :; do sleep 0.05; done'\r")
		waitForFile(t, filepath.Join(dir, "ready"))
		// What the kernel does to a session's leader when its terminal hangs up.
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		waitForFile(t, filepath.Join(dir, "heard"))
		waitFor(t, 0, "the job", sleeps(job))
		for _, p := range running(t, sleeps(kept)) {
			if process, err := os.FindProcess(p.pid); err == nil {
				_ = process.Kill()
			}
			kept = ""
		}
		if kept != "" {
			t.Errorf("%s: the job with nohup is gone", shell[0])
		}
	}
}

// waitForFile waits until a file is there.
func waitForFile(t *testing.T, path string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s is not there", path)
		}
	}
}
