package cli

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience bounds waits that end at once unless something is broken.
const patience = 20 * time.Second

// roleVar makes the test binary play an aegish of its own.
const roleVar = "CLI_TEST_ROLE"

func TestMain(m *testing.M) {
	switch role := os.Getenv(roleVar); role {
	case "":
		os.Exit(m.Run())
	case "environment":
		printEnvironment()
	default:
		watch(role == "interrupt")
	}
}

// quickExit spares the pause that the race detector makes at every exit.
const quickExit = "GORACE=atexit_sleep_ms=0"

// watch says when signals are caught, and then which one ended the context.
func watch(interrupt bool) {
	ctx, stop := watchSignals(interrupt)
	defer stop()
	fmt.Println("ready")
	<-ctx.Done()
	fmt.Println(context.Cause(ctx))
}

// printEnvironment starts anew without the variables of the Go runtime.
func printEnvironment() {
	p := Process{Args: os.Args, Env: os.Environ()}
	if err := p.withoutRuntimeVars(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Join(append(os.Args[1:], os.Environ()...), "\n"))
}

func role(name string, env ...string) *exec.Cmd {
	cmd := exec.Command("/proc/self/exe", "a b", "")
	cmd.Env = append([]string{roleVar + "=" + name}, env...)
	cmd.Stderr = os.Stderr
	return cmd
}

func TestSignalsThatEndASession(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		role string
		send []syscall.Signal
		want string
	}{
		{"session", []syscall.Signal{syscall.SIGTERM}, "ended by terminated"},
		{"session", []syscall.Signal{syscall.SIGHUP}, "ended by hangup"},
		{"session", []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM}, "ended by terminated"},
		{"interrupt", []syscall.Signal{syscall.SIGINT}, "ended by interrupt"},
		{"interrupt", []syscall.Signal{syscall.SIGQUIT, syscall.SIGHUP}, "ended by hangup"},
	} {
		t.Run(fmt.Sprint(tt.role, tt.send), func(t *testing.T) {
			t.Parallel()
			cmd := role(tt.role, quickExit)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer cmd.Wait()
			overdue := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
			defer overdue.Stop()
			lines := bufio.NewScanner(out)
			if !lines.Scan() || lines.Text() != "ready" {
				t.Fatalf("it says %q", lines.Text())
			}
			for _, sig := range tt.send {
				if err := cmd.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
			}
			if lines.Scan(); lines.Text() != tt.want {
				t.Errorf("it says %q, want %q", lines.Text(), tt.want)
			}
		})
	}
}

func TestALoginShellStartsAnewWithoutRuntimeVariables(t *testing.T) {
	t.Parallel()
	for _, env := range [][]string{
		{"A=1"},
		{"GODEBUG=execerrdot=0", "A=1", "GOTRACEBACK=crash", "GOMEMLIMIT=1GiB", "GOGC=off", "GOMAXPROCS=1"},
	} {
		out, err := role("environment", env...).Output()
		if err != nil {
			t.Fatal(err)
		}
		if want := "a b\n\n" + roleVar + "=environment\nA=1\n"; string(out) != want {
			t.Errorf("with %q: %q, want %q", env, out, want)
		}
	}
}
