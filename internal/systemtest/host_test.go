//go:build system

package systemtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience bounds every command that a test starts and everything that it
// waits for. It is far beyond what any of them takes.
const patience = 20 * time.Second

// buildPatience bounds what happens once, building above all.
const buildPatience = 5 * time.Minute

// host is the installation under test, made once: binaries that only root can
// write, a system configuration of their own, and two users.
var host struct {
	prefix string // bin/aegish, libexec/aegish/dropper
	config string // the system configuration; absent unless a test writes it
	login  account
	plain  account
}

func TestMain(m *testing.M) {
	status, err := onHost(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, "systemtest:", err)
		status = 1
	}
	os.Exit(status)
}

func onHost(run func() int) (status int, err error) {
	if os.Getuid() != 0 {
		return 0, fmt.Errorf("these tests make users and start sshd: run them as root")
	}
	host.prefix, err = os.MkdirTemp("/opt", "aegish-system-test-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(host.prefix)
	forget, err := nameResolves()
	if err != nil {
		return 0, err
	}
	defer forget()
	if err := os.Chmod(host.prefix, 0o755); err != nil {
		return 0, err
	}
	host.config = filepath.Join(host.prefix, "etc", "aegish.toml")
	if err := install(); err != nil {
		return 0, err
	}
	for _, u := range []struct {
		account *account
		name    string
		shell   string
	}{{&host.login, "aegishlogin", aegish()}, {&host.plain, "aegishplain", "/bin/bash"}} {
		if *u.account, err = addUser(fmt.Sprintf("%s%d", u.name, os.Getpid()%10000), u.shell); err != nil {
			return 0, err
		}
		defer removeUser(u.account.name)
	}
	return run(), nil
}

// nameResolves makes the name of this host resolve, because sudo(8) remarks on
// one that does not, on the stderr that tests compare. forget takes that back.
func nameResolves() (forget func(), err error) {
	const hosts = "/etc/hosts"
	name, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	if _, err := net.LookupHost(name); err == nil {
		return func() {}, nil
	}
	before, err := os.ReadFile(hosts)
	if err != nil {
		return nil, err
	}
	after := fmt.Sprintf("%s\n127.0.1.1 %s\n", bytes.TrimRight(before, "\n"), name)
	if err := os.WriteFile(hosts, []byte(after), 0o644); err != nil {
		return nil, err
	}
	return func() { os.WriteFile(hosts, before, 0o644) }, nil
}

func aegish() string { return filepath.Join(host.prefix, "bin", "aegish") }

// install builds the shipped, static binaries with a system configuration of
// their own.
func install() error {
	for _, dir := range []string{"bin", "etc", "libexec/aegish"} {
		if err := os.MkdirAll(filepath.Join(host.prefix, dir), 0o755); err != nil {
			return err
		}
	}
	work, err := os.MkdirTemp("", "aegish-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if _, err := output(exec.Command("make", "-s", "-C", "../..", "build", "BIN="+work,
		"EXTRA_LDFLAGS=-X github.com/aegish/aegish/internal/cli.systemConfig="+host.config)); err != nil {
		return err
	}
	for from, to := range map[string]string{"aegish": aegish(), "dropper": filepath.Join(host.prefix, "libexec/aegish/dropper")} {
		if _, err := output(exec.Command("install", "-m", "0755", filepath.Join(work, from), to)); err != nil {
			return err
		}
	}
	return nil
}

func addUser(name, shell string) (account, error) {
	if _, err := output(exec.Command("useradd", "-m", "-s", shell, name)); err != nil {
		return account{}, err
	}
	u, err := user.Lookup(name)
	if err != nil {
		return account{}, err
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	return account{name, shell, u.HomeDir, uid, gid}, nil
}

func removeUser(name string) { _, _ = output(exec.Command("userdel", "-rf", name)) }

// output runs a command to its end, with its messages in the error.
func output(cmd *exec.Cmd) (string, error) {
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		return "", err
	}
	timer := time.AfterFunc(buildPatience, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Wait(); err != nil {
		return out.String(), fmt.Errorf("%s: %w\n%s%s", strings.Join(cmd.Args, " "), err, out.String(), errs.String())
	}
	return out.String(), nil
}

// A reply is what a command printed and how it ended.
type reply struct {
	stdout, stderr string
	status         int
}

// call runs a command with the given input. One that does not end, or leaves
// its output open, fails the test.
func call(t *testing.T, stdin string, argv ...string) reply {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience) // cleaning up comes here too
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Dir = "/"
	cmd.Env = append(baseEnv(), "TERM=dumb")
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	if ctx.Err() != nil || errors.Is(err, exec.ErrWaitDelay) {
		t.Errorf("%q did not end: %v", argv, err)
	}
	return reply{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// baseEnv is the environment of the programs that a test starts.
func baseEnv() []string { return []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root"} }

// everything is a configuration under which a login user may do what the
// tests do.
const everything = `
profile = "open"
[profiles.open]
base = "workspace"
[profiles.open.audit]
sink = "none"
`

// closed is one under which a login user may do nothing at all.
const closed = `
profile = "closed"
[profiles.closed]
base = "workspace"
[profiles.closed.tools.run]
bash_ast_mode = "enforce"
[profiles.closed.policy]
default = "deny"
[profiles.closed.audit]
sink = "none"
`

// configure writes the system configuration for one test.
func configure(t *testing.T, text string) {
	t.Helper()
	if err := os.WriteFile(host.config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(host.config) })
}
