package main_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// attackBinary builds aegish with the command attack, which does inside the
// interpreter's process what a bug in it could be used for.
func attackBinary(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "aegish")
	build(t, "go", "build", "-tags", "attack,landlocktsync", "-ldflags", "-X github.com/aegish/aegish/internal/cli.systemConfig="+noSystemConfig, "-o", binary, ".")
	return binary
}

// TestInterpreterIsConfined attacks from inside of the process, on many threads
// at once, for each kind of filesystem. The same attacks work where they are
// meant to: inside of the directory.
func TestInterpreterIsConfined(t *testing.T) {
	t.Parallel()
	binary := attackBinary(t)
	outside, root := t.TempDir(), t.TempDir()
	victim := filepath.Join(outside, "victim")
	write(t, victim, "precious")
	write(t, filepath.Join(root, "inside"), "fine")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	socket, err := net.Listen("unix", filepath.Join(outside, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	everywhere := []string{
		"read " + victim, "read /etc/passwd", "list /", "list " + outside, "write " + victim, "write " + outside + "/new", "append " + victim,
		"truncate " + victim, "mkdir " + outside + "/dir", "remove " + victim, "write /dev/shm/aegish-attack",
		"exec /bin/true", "execve /bin/true", "fork x", "memfd x", "ptrace x", "kill x", "code x", "unshare x", "uring x",
		"connect " + listener.Addr().String(), "listen 127.0.0.1:0", "unix " + outside + "/socket",
	}
	for _, tt := range []struct {
		name, config     string
		denied, answered []string
	}{
		{"memory", "", append([]string{"read " + root + "/inside", "list " + root}, everywhere...), nil},
		{"overlay", "[interp]\nfs = \"overlay\"\nroot = \"ROOT\"\n", append([]string{"append " + root + "/inside", "write " + root + "/new", "exec " + root + "/inside"}, everywhere...),
			[]string{"read " + root + "/inside", "list " + root}},
		{"host", "[interp]\nfs = \"host\"\nroot = \"ROOT\"\n", append([]string{"exec " + root + "/inside"}, everywhere...),
			[]string{"read " + root + "/inside", "write " + root + "/new", "append " + root + "/inside"}},
		{"mount", "[interp]\nmounts = [\"/mnt=ROOT\"]\n", append([]string{"append " + root + "/inside"}, everywhere...), []string{"read " + root + "/inside"}},
		{"network", "[interp]\nallow = [\"http://127.0.0.1:1/ private\"]\n", append([]string{"write /etc/resolv.conf", "read " + root + "/inside"}, everywhere...),
			[]string{"read /etc/hosts", "list /etc/ssl"}},
		{"syslog", "[audit]\nsink = \"syslog\"\n", everywhere[:len(everywhere)-1], nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			config := filepath.Join(t.TempDir(), "aegish.toml")
			write(t, config, "engine = \"interp\"\n"+strings.ReplaceAll(tt.config, "ROOT", root))
			if !strings.Contains(tt.config, "[audit]") {
				write(t, config, "engine = \"interp\"\n[audit]\nsink = \"none\"\n"+strings.ReplaceAll(tt.config, "ROOT", root))
			}
			for _, attack := range tt.denied {
				way, _, _ := strings.Cut(attack, " ")
				if got := attempt(t, binary, config, attack); got != way+": denied" {
					t.Errorf("attack %s: %q", attack, got)
				}
			}
			for _, attack := range tt.answered {
				way, _, _ := strings.Cut(attack, " ")
				if got := attempt(t, binary, config, attack); got != way+": <nil>" {
					t.Errorf("attack %s: %q, and it is allowed", attack, got)
				}
			}
		})
	}
	t.Run("bug", func(t *testing.T) {
		t.Parallel()
		bugs(t, binary)
	})
	t.Cleanup(func() {
		if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
			t.Errorf("the victim is %q, %v", text, err)
		}
	})
}

// bugs has a command panic: a message names the place, the command line ends with
// 125, and a session goes on.
func bugs(t *testing.T, binary string) {
	t.Helper()
	const message = "aegish: line %d: BUG: cli.attack: on purpose\n"
	for _, tt := range []struct {
		args           []string
		stdin          string
		stdout, stderr string
		status         int
	}{
		{[]string{"-c", "echo a; attack panic; echo b"}, "", "a\n", fmt.Sprintf(message, 1), 125},
		{[]string{"-c", "trap 'echo end' EXIT; x=$(attack panic); echo b"}, "", "end\n", fmt.Sprintf(message, 1), 125},
		{nil, "x=1\nattack panic; echo no\necho $x $?\n(attack panic) | cat\necho end\n", "1 125\nend\n", fmt.Sprintf(message, 2) + fmt.Sprintf(message, 4), 0},
	} {
		cmd := exec.Command(binary, append([]string{"--engine", "interp"}, tt.args...)...)
		var stdout, stderr strings.Builder
		cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = append(os.Environ(), "XDG_CONFIG_HOME=/nonexistent"), strings.NewReader(tt.stdin), &stdout, &stderr
		_ = cmd.Run() // the status is looked at
		if got := cmd.ProcessState.ExitCode(); got != tt.status || stdout.String() != tt.stdout || stderr.String() != tt.stderr {
			t.Errorf("%q %q: %d, %q, %q", tt.args, tt.stdin, got, stdout.String(), stderr.String())
		}
	}
}

func attempt(t *testing.T, binary, config, attack string) string {
	t.Helper()
	cmd := exec.Command(binary, "--config", config, "-c", "attack "+attack)
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME=/nonexistent")
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		return fmt.Sprint(err)
	}
	return strings.TrimSpace(string(out))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
