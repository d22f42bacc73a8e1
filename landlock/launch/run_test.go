package launch_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/aegish/aegish/landlock/launch"
	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// run starts c and fails the test when it cannot be started at all.
func run(t *testing.T, c launchtest.Command) launchtest.Result {
	t.Helper()
	res, err := c.Run()
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// mustRun is run for a command that has to succeed, and returns its output.
func mustRun(t *testing.T, c launchtest.Command) string {
	t.Helper()
	res := run(t, c)
	if res.Failed || res.Code != 0 || res.Stderr != "" {
		t.Fatalf("status %d, failure %v, stderr %q", res.Code, res.Failure, res.Stderr)
	}
	return res.Stdout
}

// bash returns the Spec of a shell script.
func bash(script string) launch.Spec {
	s := spec("/bin/bash", "--norc", "--noprofile", "-c", script)
	s.Env = nil
	return s
}

func TestRunHandsOverExactly(t *testing.T) {
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		s := spec("/bin/cat", "/proc/self/cmdline", "/proc/self/environ")
		s.Argv[0] = "-odd name\n"
		want := strings.Join(append(s.Argv, s.Env...), "\x00") + "\x00"
		if got := mustRun(t, launchtest.Command{Dropper: d, Spec: s}); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		dir := t.TempDir()
		got := mustRun(t, launchtest.Command{Dropper: d, Spec: bash("pwd -P"), Dir: dir})
		if want, _ := filepath.EvalSymlinks(dir); got != want+"\n" {
			t.Errorf("started in %q, want %q", got, want)
		}
	})
}

func TestRunStatus(t *testing.T) {
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		for script, want := range map[string]int{
			"exit 0": 0, "exit 7": 7, "exit 126": 126, "kill -9 $$": 137, "kill -SEGV $$": 139,
		} {
			res := run(t, launchtest.Command{Dropper: d, Spec: bash(script)})
			if res.Code != want || res.Failed {
				t.Errorf("%s: status %d, failed %v", script, res.Code, res.Failed)
			}
		}
	})
}

func TestRunLargeArguments(t *testing.T) {
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		// 131,072 bytes with the NUL is one byte above the kernel's limit for
		// a string (MAX_ARG_STRLEN), which the dropper must not hide.
		s := spec("/bin/true", strings.Repeat("x", 131071))
		if out := mustRun(t, launchtest.Command{Dropper: d, Spec: s}); out != "" {
			t.Errorf("output %q", out)
		}
		s.Argv[1] += "x"
		res := run(t, launchtest.Command{Dropper: d, Spec: s})
		if res.Code != launch.ExitFailure || res.Failure.Errno != int(unix.E2BIG) {
			t.Errorf("oversized argument: %+v", res)
		}
		s = spec("/bin/true")
		s.Env = make([]string, 0, launch.MaxStrings)
		for i := range launch.MaxStrings - 1 {
			s.Env = append(s.Env, fmt.Sprint("E", i, "=1"))
		}
		mustRun(t, launchtest.Command{Dropper: d, Spec: s})
	})
}

// content returns a file that holds text and is read from its beginning.
func content(t *testing.T, text string) *os.File {
	t.Helper()
	f, err := launchtest.Payload([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRunMoves(t *testing.T) {
	tests := []struct {
		name  string
		moves []launch.Move
	}{
		{"nothing survives", nil},
		{"stays in place", []launch.Move{{5, 5}}},
		{"swap", []launch.Move{{5, 6}, {6, 5}}},
		{"rotate", []launch.Move{{5, 6}, {6, 7}, {7, 5}}},
		{"rotate the other way", []launch.Move{{7, 6}, {6, 5}, {5, 7}}},
		{"over the payload", []launch.Move{{6, 3}}},
		{"over the failure pipe", []launch.Move{{6, 4}}},
		{"over both", []launch.Move{{5, 4}, {6, 3}}},
		{"one twice", []launch.Move{{5, 8}, {5, 9}}},
		{"highest", []launch.Move{{5, launch.MaxFD}, {7, launch.MaxFD - 1}}},
		{"next to the highest named", []launch.Move{{7, 8}, {6, 9}, {5, 10}}},
	}
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				s := bash(`for ((n = 0; n < 400; n++)); do
					[[ -e /proc/self/fd/$n ]] || continue
					((n < 3)) || echo "$n=$(cat /proc/self/fd/$n)"
				done`)
				s.Moves = tt.moves
				files := make(map[int]*os.File)
				for _, fd := range []int{5, 6, 7, 20, 300} {
					files[fd] = content(t, fmt.Sprint("was ", fd))
				}
				got := mustRun(t, launchtest.Command{Dropper: d, Spec: s, Files: files})
				want := ""
				for fd := range 400 {
					for _, m := range tt.moves {
						if m.To == fd {
							want += fmt.Sprintf("%d=was %d\n", fd, m.From)
						}
					}
				}
				if got != want {
					t.Errorf("got\n%swant\n%s", got, want)
				}
			})
		}
	})
}

func TestRunStandardDescriptorsMayBeClosed(t *testing.T) {
	t.Parallel()
	// Only the shipped build leaves closed what the caller has closed; the Go
	// runtime opens /dev/null instead.
	s := bash("[[ -e /proc/self/fd/0 || -e /proc/self/fd/2 ]] || echo closed")
	s.Moves = []launch.Move{{5, 3}}
	got := mustRun(t, launchtest.Command{
		Dropper: droppers[0], Spec: s,
		Files:   map[int]*os.File{5: content(t, "")},
		Through: []string{"/bin/bash", "-c", `exec "$0" 0<&- 2>&-`},
	})
	if got != "closed\n" {
		t.Errorf("output %q", got)
	}
}

func TestRunLimits(t *testing.T) {
	const nofile, fsize, core = unix.RLIMIT_NOFILE, unix.RLIMIT_FSIZE, unix.RLIMIT_CORE
	tests := []struct {
		name   string
		before string // what the caller of the dropper has
		limits []launch.Limit
		want   string // descriptors soft and hard, file size soft and hard, core
	}{
		{"inherited", "ulimit -Sn 77; ulimit -Hn 99; ulimit -c 0", nil, "77 99 unlimited unlimited 0"},
		{"lowered", "ulimit -n 99; ulimit -c 0", []launch.Limit{{nofile, 40, 50}, {fsize, 1024, 2048}},
			"40 50 1 2 0"},
		{"not raised", "ulimit -Sn 77; ulimit -Hn 99; ulimit -c 0; ulimit -f 3",
			[]launch.Limit{{nofile, 200, 300}, {fsize, launch.Infinity, launch.Infinity}, {core, 5, 5}},
			"77 99 3 3 0"},
		{"below what is in use", "ulimit -n 99; ulimit -c 0", []launch.Limit{{nofile, 4, 4}},
			"4 4 unlimited unlimited 0"},
	}
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				// One ulimit for each: together they would need a subshell,
				// and that a pipe.
				s := bash("ulimit -Sn; ulimit -Hn; ulimit -Sf; ulimit -Hf; ulimit -Sc")
				s.Limits = tt.limits
				got := mustRun(t, launchtest.Command{
					Dropper: d, Spec: s,
					Through: []string{"/bin/bash", "-c", tt.before + `; exec "$0"`},
				})
				if got := strings.Join(strings.Fields(got), " "); got != tt.want {
					t.Errorf("limits %q, want %q", got, tt.want)
				}
			})
		}
	})
}

// statusFields returns the named lines of a /proc/PID/status.
func statusFields(status string) map[string]string {
	fields := make(map[string]string)
	for line := range strings.Lines(status) {
		if name, value, ok := strings.Cut(line, ":"); ok {
			fields[name] = strings.TrimSpace(value)
		}
	}
	return fields
}

func TestRunSignals(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ignoring := []string{"/bin/bash", "-c", `trap "" HUP INT QUIT PIPE CHLD 34 64; exec "$0"`}
	tests := []struct {
		name    string
		through []string
		keep    []int
		ignored string
	}{
		{"ignored by the caller", ignoring, nil, "0000000000000000"},
		{"one stays ignored", ignoring, []int{1}, "0000000000000001"},
		{"ignored though the caller does not", []string{"/bin/bash", "-c", `exec "$0"`}, []int{2, 64}, "8000000000000002"},
		{"blocked by the caller", nil, nil, "0000000000000000"},
	}
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				s := spec("/bin/cat", "/proc/self/status")
				s.KeepIgnored = tt.keep
				c := launchtest.Command{Dropper: d, Spec: s, Through: tt.through}
				if c.Through == nil {
					link := filepath.Join(t.TempDir(), "blocker")
					if err := os.Symlink(self, link); err != nil {
						t.Fatal(err)
					}
					c.Through = []string{"/bin/bash", "-c", `exec -a ` + blockerName + ` "$0" "$1"`, link}
				}
				got := statusFields(mustRun(t, c))
				for name, want := range map[string]string{
					"SigBlk": "0000000000000000", "SigCgt": "0000000000000000", "SigIgn": tt.ignored,
				} {
					if got[name] != want {
						t.Errorf("%s is %s, want %s", name, got[name], want)
					}
				}
			})
		}
	})
}

func TestRunNoNewPrivs(t *testing.T) {
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		for _, set := range []bool{false, true} {
			s := spec("/bin/cat", "/proc/self/status")
			s.NoNewPrivs = set
			got := statusFields(mustRun(t, launchtest.Command{Dropper: d, Spec: s}))["NoNewPrivs"]
			if want := map[bool]string{false: "0", true: "1"}[set]; got != want {
				t.Errorf("NoNewPrivs %v: the command has %q", set, got)
			}
		}
	})
}

// TestRunDropsCapabilities checks every set of the kernel's. A user without
// capabilities may ask for it, too; the bounding set stays then.
func TestRunDropsCapabilities(t *testing.T) {
	const dropped = 1<<unix.CAP_SYS_MODULE | 1<<unix.CAP_SYS_PTRACE | 1<<unix.CAP_SYS_ADMIN | 1<<unix.CAP_CHECKPOINT_RESTORE
	sets := []string{"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"}
	read := func(t *testing.T, fields map[string]string, name string) uint64 {
		set, err := strconv.ParseUint(fields[name], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		users := []int{0} // the user of the test process
		if os.Getuid() == 0 {
			users = append(users, 65534)
		}
		for _, uid := range users {
			s := spec("/bin/cat", "/proc/self/status")
			s.NoNewPrivs = true
			free := statusFields(mustRun(t, launchtest.Command{Dropper: d, Spec: s, UID: uid}))
			s.DropCapabilities = true
			held := statusFields(mustRun(t, launchtest.Command{Dropper: d, Spec: s, UID: uid}))
			for _, name := range sets {
				want := read(t, free, name) &^ dropped
				if name == "CapBnd" && uid+os.Getuid() != 0 {
					want = read(t, free, name)
				}
				if got := read(t, held, name); got != want {
					t.Errorf("user %d: %s is %x, want %x", uid, name, got, want)
				}
			}
		}
	})
}

// TestRunFailures checks that whatever goes wrong nothing is started.
func TestRunFailures(t *testing.T) {
	valid, err := spec("/bin/echo", "ran").Encode()
	if err != nil {
		t.Fatal(err)
	}
	damaged := func(at int) []byte {
		b := bytes.Clone(valid)
		b[at] ^= 0x80
		return b
	}
	change := func(f func(*launch.Spec)) launch.Spec {
		s := spec("/bin/echo", "ran")
		f(&s)
		return s
	}
	tests := []struct {
		name    string
		spec    launch.Spec
		payload []byte
		want    launch.Failure
	}{
		{"empty payload", launch.Spec{}, []byte{}, launch.Failure{Step: "payload", Text: "descriptor 3 holds no launch payload"}},
		{"no payload", launch.Spec{}, bytes.Repeat([]byte("text\n"), 100), launch.Failure{Step: "payload", Text: "no launch payload"}},
		{"older format", launch.Spec{}, damaged(7), launch.Failure{Step: "payload", Text: "no launch payload"}},
		{"truncated", launch.Spec{}, valid[:len(valid)-1], launch.Failure{Step: "payload", Text: "wrong length"}},
		{"longer", launch.Spec{}, append(bytes.Clone(valid), 0), launch.Failure{Step: "payload", Text: "wrong length"}},
		{"unknown flag", launch.Spec{}, damaged(12), launch.Failure{Step: "payload", Text: "unknown flag"}},
		{"too large", launch.Spec{}, make([]byte, launch.MaxPayload+1), launch.Failure{Step: "payload", Text: "descriptor 3 holds no launch payload"}},
		{"missing program", spec("/nonexistent/program"), nil, launch.Failure{Step: "execve", Text: "no such file or directory", Errno: int(unix.ENOENT)}},
		{"directory", spec("/"), nil, launch.Failure{Step: "execve", Text: "permission denied", Errno: int(unix.EACCES)}},
		{"not executable", spec("/etc/passwd"), nil, launch.Failure{Step: "execve", Text: "permission denied", Errno: int(unix.EACCES)}},
		{"path below a file", spec("/etc/passwd/x"), nil, launch.Failure{Step: "execve", Text: "not a directory", Errno: int(unix.ENOTDIR)}},
		{"ruleset is not open", change(func(s *launch.Spec) { s.Ruleset, s.NoNewPrivs = 9, true }), nil,
			launch.Failure{Step: "ruleset descriptor", Text: "bad file descriptor", Errno: int(unix.EBADF)}},
		{"ruleset is something else", change(func(s *launch.Spec) { s.Ruleset, s.NoNewPrivs = 5, true }), nil,
			launch.Failure{Step: "landlock_restrict_self", Text: "descriptor in bad state", Errno: int(unix.EBADFD)}},
		{"move of nothing", change(func(s *launch.Spec) { s.Moves = []launch.Move{{8, 3}} }), nil,
			launch.Failure{Step: "descriptor", Text: "bad file descriptor", Errno: int(unix.EBADF)}},
		{"one of two moves of nothing", change(func(s *launch.Spec) { s.Moves = []launch.Move{{5, 4}, {8, 3}} }), nil,
			launch.Failure{Step: "descriptor", Text: "bad file descriptor", Errno: int(unix.EBADF)}},
	}
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				res := run(t, launchtest.Command{
					Dropper: d, Spec: tt.spec, Payload: tt.payload,
					Files: map[int]*os.File{5: content(t, "")},
				})
				if res.Code != launch.ExitFailure || !res.Failed || res.Failure != tt.want {
					t.Errorf("status %d, failure %+v, want %+v", res.Code, res.Failure, tt.want)
				}
				if res.Stdout != "" {
					t.Errorf("something ran: %q", res.Stdout)
				}
				if tt.want.Step != "payload" && res.Stderr != "" {
					t.Errorf("the command's standard error holds %q", res.Stderr)
				}
			})
		}
	})
}

func TestRunFailsWithTooFewDescriptors(t *testing.T) {
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		s := bash("echo ran")
		s.Moves = []launch.Move{{5, 50}}
		res := run(t, launchtest.Command{
			Dropper: d, Spec: s, Files: map[int]*os.File{5: content(t, "")},
			Through: []string{"/bin/bash", "-c", `ulimit -n 40; exec "$0"`},
		})
		if res.Code != launch.ExitFailure || res.Failure.Errno == 0 || res.Stdout != "" {
			t.Errorf("%+v", res)
		}
	})
}

// TestRunByHand starts the dropper without what a front-end gives it.
func TestRunByHand(t *testing.T) {
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		keep := filepath.Join(t.TempDir(), "file")
		for _, redirection := range []string{
			"", "3</dev/null", "3</etc/passwd", "3< <(echo)", "3</", "3</dev/zero",
			"3</etc/passwd 4>>" + keep, "3</etc/passwd 4</dev/null", "2>&1",
		} {
			cmd := exec.Command("/bin/bash", "-c", d.Path+" "+redirection)
			out, err := cmd.CombinedOutput()
			if cmd.ProcessState == nil {
				t.Fatal(err)
			}
			if cmd.ProcessState.ExitCode() != launch.ExitFailure ||
				!bytes.Contains(out, []byte("not a program to start by hand")) {
				t.Errorf("%q: status %d, output %q", redirection, cmd.ProcessState.ExitCode(), out)
			}
		}
		if b, err := os.ReadFile(keep); err != nil || len(b) != 0 {
			t.Errorf("descriptor 4 of a stranger was written to: %q, %v", b, err)
		}
	})
}

// TestRunHostileEnvironment gives the dropper itself an environment that no
// front-end gives it.
func TestRunHostileEnvironment(t *testing.T) {
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		s := spec("/bin/cat", "/proc/self/environ")
		got := mustRun(t, launchtest.Command{Dropper: d, Spec: s, Env: []string{
			"GODEBUG=execerrdot=0", "GOTRACEBACK=crash", "GOGC=1", "GOMEMLIMIT=1", "GOMAXPROCS=1",
			"LD_PRELOAD=/nonexistent.so", "LD_LIBRARY_PATH=/tmp", "PATH=", "BASH_ENV=/etc/passwd",
			"no equals sign", strings.Repeat("x", 100_000),
		}})
		if want := strings.Join(s.Env, "\x00") + "\x00"; got != want {
			t.Errorf("environment %q, want %q", got, want)
		}
	})
}

// TestRunTightLimits starts the dropper with so little of everything that the
// shell itself just starts. Only the shipped build is that small.
func TestRunTightLimits(t *testing.T) {
	t.Parallel()
	for _, limit := range []string{"-v 10000", "-d 5000", "-s 256", "-u 0", "-f 0", "-l 0"} {
		t.Run(limit, func(t *testing.T) {
			t.Parallel()
			got := mustRun(t, launchtest.Command{
				Dropper: droppers[0], Spec: bash("echo ran"),
				Through: []string{"/bin/bash", "-c", "ulimit " + limit + `; exec "$0"`},
			})
			if got != "ran\n" {
				t.Errorf("output %q", got)
			}
		})
	}
}
