package landlock

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/aegish/aegish/landlock/launch"
	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// TestPorts checks connect and bind against listed, unlisted and all ports.
func TestPorts(t *testing.T) {
	t.Parallel()
	if !since(t, abiTCP) {
		return
	}
	open, closed := listener(t), listener(t)
	free := func() string { // a port that nobody uses at the moment
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		must(t, err)
		defer l.Close()
		return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	}
	bindable, unbindable := free(), free()
	all := Ports{Any: true}
	tests := []struct {
		name          string
		connect, bind Ports
		args          []string
		want          string
	}{
		{"connect, all", all, Ports{}, []string{"connect", strconv.Itoa(open)}, "ok"},
		{"connect, listed", Ports{List: []uint16{uint16(open)}}, all, []string{"connect", strconv.Itoa(open)}, "ok"},
		{"connect, another listed", Ports{List: []uint16{uint16(open)}}, all, []string{"connect", strconv.Itoa(closed)}, "EACCES"},
		{"connect, none", Ports{}, all, []string{"connect", strconv.Itoa(open)}, "EACCES"},
		{"bind, all", Ports{}, all, []string{"bind", bindable}, "ok"},
		{"bind, listed", all, Ports{List: []uint16{uint16(atoi(bindable))}}, []string{"bind", bindable}, "ok"},
		{"bind, another listed", all, Ports{List: []uint16{uint16(atoi(bindable))}}, []string{"bind", unbindable}, "EACCES"},
		{"bind, none", all, Ports{}, []string{"bind", bindable}, "EACCES"},
		{"bind to any, none", all, Ports{}, []string{"bind", "0"}, "EACCES"},
		{"bind to any, 0 listed", all, Ports{List: []uint16{0}}, []string{"bind", "0"}, "ok"},
		{"connect does not need bind", Ports{List: []uint16{uint16(open)}}, Ports{}, []string{"connect", strconv.Itoa(open)}, "ok"},
	}
	for _, d := range droppers {
		w := newWorld(t, 0)
		for _, tt := range tests {
			t.Run(d.Name+"/"+tt.name, func(t *testing.T) {
				if got := (attempt{world: w, dropper: d}).try(t, tt.args...); got != "ok" {
					t.Fatalf("does not even work without the ruleset: %s", got)
				}
				p := w.policy()
				p.ConnectTCP, p.BindTCP = tt.connect, tt.bind
				held := attempt{world: w, dropper: d, ruleset: compileFor(t, p)}
				if got := held.try(t, tt.args...); got != tt.want {
					t.Errorf("%s, want %s", got, tt.want)
				}
			})
		}
	}
}

// TestScopes checks that processes outside of the command can be reached
// exactly where the policy lets them.
func TestScopes(t *testing.T) {
	if !since(t, abiScope) {
		return
	}
	name := fmt.Sprintf("@aegish-test-%d", os.Getpid())
	l, err := net.Listen("unix", name)
	must(t, err)
	t.Cleanup(func() { l.Close() })
	eachUser(t, droppers, func(t *testing.T, d launchtest.Dropper, uid int) {
		w := newWorld(t, uid)
		pid := victim(t, uid)
		tests := []struct {
			args             []string
			signal, abstract bool
			want             string
		}{
			{[]string{"kill", pid}, false, false, "ok"},
			{[]string{"kill", pid}, false, true, "ok"},
			{[]string{"kill", pid}, true, false, "EPERM"},
			{[]string{"unix", name}, false, false, "ok"},
			{[]string{"unix", name}, true, false, "ok"},
			{[]string{"unix", name}, false, true, "EPERM"},
		}
		for _, tt := range tests {
			p := w.policy()
			p.SignalScope, p.AbstractScope = tt.signal, tt.abstract
			held := attempt{world: w, dropper: d, ruleset: compileFor(t, p)}
			// The world's @ is not the abstract socket's.
			if got := held.tryExactly(t, tt.args...); got != tt.want {
				t.Errorf("%q with scopes %v %v: %s, want %s", tt.args, tt.signal, tt.abstract, got, tt.want)
			}
		}
	})
}

// TestOtherProcesses checks that a process outside of the domain gives nothing
// away, whatever the policy: Landlock lets nobody trace out of a domain.
func TestOtherProcesses(t *testing.T) {
	eachUser(t, droppers, func(t *testing.T, d launchtest.Dropper, uid int) {
		w := newWorld(t, uid)
		pid := victim(t, uid)
		rs := compileFor(t, w.policy())
		attacks := map[string]string{
			"read /proc/PID/mem":            "EACCES",
			"list /proc/PID/root@/hidden":   "EACCES",
			"list /proc/PID/cwd/":           "EACCES",
			"read /proc/PID/fd/0":           "EACCES",
			"write /proc/PID/oom_score_adj": "EACCES",
			"ptrace PID":                    "EPERM",
		}
		if w.owner() != 0 {
			// Since Linux 6.13 CAP_PERFMON, which root has, is enough to read
			// what /proc says about another process's memory: no rule but
			// that for the file is asked. A policy for root has to leave
			// /proc out of its read set.
			attacks["read /proc/PID/environ"] = "EACCES"
		}
		for args, want := range attacks {
			fields := strings.Fields(strings.ReplaceAll(strings.ReplaceAll(args, "PID", pid), "@", w.root))
			if got := (attempt{world: w, dropper: d}).try(t, fields...); got != "ok" {
				t.Errorf("%s does not even work without the ruleset: %s", args, got)
			}
			if got := (attempt{world: w, dropper: d, ruleset: rs}).try(t, fields...); got != want {
				t.Errorf("%s: %s, want %s", args, got, want)
			}
		}
	})
}

// TestDescriptors checks that what the caller has open does not reach past the
// ruleset: Landlock itself does not look at descriptors that are open already.
func TestDescriptors(t *testing.T) {
	eachUser(t, droppers, func(t *testing.T, d launchtest.Dropper, uid int) {
		w := newWorld(t, uid)
		file, err := os.OpenFile(w.path("out", "file"), os.O_RDWR, 0)
		must(t, err)
		defer file.Close()
		dir, err := os.Open(w.path("hidden"))
		must(t, err)
		defer dir.Close()
		leak := map[int]*os.File{5: file, 6: dir}
		rs := compileFor(t, w.policy())
		closed := attempt{world: w, dropper: d, ruleset: rs, files: leak}
		moved := closed
		moved.moves = []launch.Move{{From: 5, To: 5}, {From: 6, To: 6}}
		stdin := attempt{world: w, dropper: d, ruleset: rs, stdin: file}
		tests := []struct {
			name string
			a    attempt
			args []string
			want string
		}{
			{"nothing but the standard three", closed, []string{"fds"}, "0 1 2"},
			{"what is moved", moved, []string{"fds"}, "0 1 2 5 6"},
			{"file is closed", closed, []string{"fdwrite", "5"}, "EBADF"},
			{"directory is closed", closed, []string{"fdopen", "6", "file"}, "EBADF"},
			// This is why they are closed ...
			{"file that was let in", moved, []string{"fdwrite", "5"}, "ok"},
			// ... though directories and /proc give no new descriptors.
			{"directory that was let in", moved, []string{"fdopen", "6", "file"}, "EACCES"},
			{"directory that was let in, itself", moved, []string{"fdopen", "6", "."}, "EACCES"},
			{"directory that was let in, upwards", moved, []string{"fdopen", "6", "../hidden/file"}, "EACCES"},
			{"reopened for writing", stdin, []string{"write", "/proc/self/fd/0"}, "EACCES"},
			{"reopened for reading", stdin, []string{"read", "/proc/self/fd/0"}, "ok"},
		}
		for _, tt := range tests {
			if got := tt.a.try(t, tt.args...); got != tt.want {
				t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
			}
		}
		free := attempt{world: w, dropper: d, stdin: file}
		if got := free.try(t, "write", "/proc/self/fd/0"); got != "ok" {
			t.Errorf("reopening does not even work without the ruleset: %s", got)
		}
	})
}

// TestSetuid checks that a setuid program gives no privileges.
func TestSetuid(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Log("only root can make a setuid program; nothing to test")
		return
	}
	w := newWorld(t, nobody)
	must(t, os.Link(setuid, w.path("run", "id")))
	rs := compileFor(t, w.policy())
	for _, d := range droppers {
		for _, tt := range []struct {
			name string
			a    attempt
			want string
		}{
			{"free", attempt{world: w, dropper: d}, "0"},
			{"no_new_privs alone", attempt{world: w, dropper: d, nnp: true}, strconv.Itoa(nobody)},
			{"ruleset", attempt{world: w, dropper: d, ruleset: rs}, strconv.Itoa(nobody)},
		} {
			tt.a.path = w.path("run", "id")
			if got := tt.a.try(t, "-u"); got != tt.want {
				t.Errorf("%s, %s: effective user %s, want %s", d.Name, tt.name, got, tt.want)
			}
		}
	}
}

// TestTerminals checks that terminals work where they are in the write set or
// were open before, and that other devices take no ioctl.
func TestTerminals(t *testing.T) {
	t.Parallel()
	if !since(t, abiIoctlDev) {
		return
	}
	ptmx, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	must(t, err)
	defer ptmx.Close()
	must(t, unix.IoctlSetPointerInt(int(ptmx.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(ptmx.Fd()), unix.TIOCGPTN)
	must(t, err)
	name := fmt.Sprint("/dev/pts/", n)
	pts, err := os.OpenFile(name, os.O_RDWR|unix.O_NOCTTY, 0)
	must(t, err)
	defer pts.Close()
	w := newWorld(t, 0)
	rs := func(read, write []string) *Ruleset {
		p := w.policy()
		p.Read, p.Write = append(p.Read, read...), append(p.Write, write...)
		return compileFor(t, p)
	}
	devices := []string{"/dev/pts", "/dev/ptmx"}
	for _, d := range droppers {
		for _, tt := range []struct {
			name string
			a    attempt
			args []string
			want string
		}{
			{"inherited", attempt{ruleset: rs(nil, nil), stdin: pts}, []string{"isatty"}, "ok"},
			{"opened, not in any set", attempt{ruleset: rs(nil, nil)}, []string{"read", name}, "EACCES"},
			{"opened, read set", attempt{ruleset: rs(devices, nil)}, []string{"ioctl", name}, "EACCES"},
			{"opened, write set", attempt{ruleset: rs(devices, devices)}, []string{"ioctl", name}, "ok"},
			{"opened, file in the write set", attempt{ruleset: rs(devices, []string{name})}, []string{"ioctl", name}, "ok"},
			{"new terminal", attempt{ruleset: rs(devices, devices)}, []string{"ioctl", "/dev/ptmx"}, "ok"},
			{"device that is no terminal", attempt{ruleset: rs(nil, nil)}, []string{"ioctl", "/dev/null"}, "ENOTTY"},
		} {
			tt.a.world, tt.a.dropper = w, d
			if got := tt.a.try(t, tt.args...); got != tt.want {
				t.Errorf("%s, %s: %s, want %s", d.Name, tt.name, got, tt.want)
			}
		}
	}
}

// TestNesting checks the kernel's limit of 16 domains within each other: it
// must end in a refusal that says so, with nothing run.
func TestNesting(t *testing.T) {
	eachUser(t, droppers, func(t *testing.T, d launchtest.Dropper, uid int) {
		w := newWorld(t, uid)
		a := attempt{world: w, dropper: d}
		if got := a.try(t, "nest", "16", d.Path); got != "bottom" {
			t.Errorf("16 sandboxes: %s", got)
		}
		const want = "1 left: landlock_restrict_self: sandboxes nested too deeply, status 126"
		if got := a.try(t, "nest", "17", d.Path); got != want {
			t.Errorf("17 sandboxes: %s, want %s", got, want)
		}
		// Commands that follow each other do not add up.
		rs := compileFor(t, w.policy())
		for range 20 {
			held := attempt{world: w, dropper: d, ruleset: rs}
			if got := held.try(t, "read", "@/in/file"); got != "ok" {
				t.Fatal(got)
			}
		}
	})
}

// TestResidues holds what a ruleset does not stop, so that the threat model
// can name it and a kernel that stops it is noticed.
func TestResidues(t *testing.T) {
	loaders := []string{"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"}
	listen := func(t *testing.T, path string) {
		l, err := net.Listen("unix", path)
		must(t, err)
		t.Cleanup(func() { l.Close() })
		must(t, os.Chmod(path, 0o777))
	}
	port := strconv.Itoa(listener(t))
	eachUser(t, droppers, func(t *testing.T, d launchtest.Dropper, uid int) {
		w := newWorld(t, uid)
		p := w.policy()
		p.ConnectTCP, p.BindTCP, p.SignalScope, p.AbstractScope = Ports{}, Ports{}, true, true
		p.BestEffort = true
		rs := compileFor(t, p)
		listen(t, w.path("hidden", "socket"))
		attacks := [][]string{
			{"stat", "@/hidden/file"},
			{"chdir", "@/hidden"},
			{"chmod", "@/hidden/file"},
			{"touch", "@/hidden/file"},
			{"memexec", "@/in/true"},
			{"udp", "53"},
			{"fastopen", port},
			{"mptcp", port},
			{"unix", "@/hidden/socket"}, // before ABI 9
		}
		for _, loader := range loaders {
			if _, err := os.Stat(loader); err == nil {
				attacks = append(attacks, []string{"spawn", loader, "@/in/true"})
			}
		}
		for _, args := range attacks {
			switch got := (attempt{world: w, dropper: d, ruleset: rs}).try(t, args...); got {
			case "ok":
			case "EPROTONOSUPPORT", "EOPNOTSUPP":
				t.Logf("%q: not in this kernel", args)
			default:
				t.Errorf("%q is stopped: %s", args, got)
			}
		}
	})
}
