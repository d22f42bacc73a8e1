// Package commandtest compares commands with the host's tools of the same name:
// the same arguments, standard input and files, the real tool in a temporary
// directory, ours over a filesystem in memory.
//
// It is for tests alone, and the only package here that starts processes.
package commandtest

import (
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs/memory"
)

// A Case is one invocation.
type Case struct {
	// Args are the arguments behind the name.
	Args  []string
	Stdin string
	// Pipe hands standard input over as a pipe, not as a file that can seek.
	Pipe bool
	// Files are made before. A name that ends in / is a directory, and the
	// directories above a file are made as well.
	Files map[string]string
	// Links are symbolic links, name to target.
	Links map[string]string
	// Env has more variables, as NAME=VALUE.
	Env []string
	// Tasks are the processes of the session; the last one runs the command.
	Tasks []command.Task
	// Audit is the log.
	Audit func(command.LogEntry) error
	// Needs names the programs that the host's tool calls.
	Needs []string
	// SkipStderr compares of standard error only whether there is any.
	SkipStderr bool
	// Want is what is expected where the host has no such tool. Where it has,
	// it must agree as well.
	Want *Want
	// Differs says why the host's tool is not to be imitated in this case; then
	// Want alone counts.
	Differs string
}

// Want is a fixed expectation.
type Want struct {
	Stdout, Stderr string
	Status         int
}

// A Result is what an invocation came to.
type Result struct {
	Stdout, Stderr string
	Status         int
	// Files is a listing of the directory: type, permissions, name, content.
	Files string
}

const (
	timeout  = time.Minute // also of what runs under the race detector
	maxBytes = 64 << 20
	dir      = "/w"
)

// Limits are those that commands run with here.
var limits = command.Limits{LineBytes: 16 << 20, HeldBytes: 256 << 20, Steps: 1 << 20}

// Compare runs the cases with the command of that name in family and with the
// host's tool. Where the host has none (see Tool), or a case differs from it, and
// there is no fixed expectation either, a second run has to do the same.
func Compare(t *testing.T, family map[string]command.Entry, name string, cases []Case) {
	t.Helper()
	entry, ok := family[name]
	if !ok {
		t.Fatalf("no command %s", name)
	}
	tool, found := Tool(t, name)
	for _, c := range cases {
		t.Run(strings.Join(c.Args, " "), func(t *testing.T) {
			t.Parallel()
			got := Run(t, entry, name, c)
			if c.Want != nil {
				report(t, name, c, "want", got, Result{c.Want.Stdout, c.Want.Stderr, c.Want.Status, got.Files})
			}
			switch {
			case found && c.Differs == "" && haveAll(t, c.Needs):
				report(t, name, c, tool, got, host(t, tool, name, c))
			case c.Want == nil:
				report(t, name, c, "again", got, Run(t, entry, name, c))
			}
		})
	}
}

// haveAll reports that the host has all of the programs, see Tool.
func haveAll(t *testing.T, names []string) bool {
	t.Helper()
	for _, name := range names {
		if _, found := Tool(t, name); !found {
			return false
		}
	}
	return true
}

func report(t *testing.T, name string, c Case, who string, got, want Result) {
	t.Helper()
	if c.SkipStderr && (got.Stderr == "") == (want.Stderr == "") {
		got.Stderr, want.Stderr = "", ""
	}
	if got == want {
		return
	}
	got.Files, want.Files = without(got.Files, want.Files), without(want.Files, got.Files)
	t.Errorf("%s %q <%s\n got %d %s%s\nfiles:\n%s\n%s: %d %s%s\nfiles:\n%s", name, c.Args, clip(c.Stdin),
		got.Status, clip(got.Stdout), got.Stderr, clip(got.Files), who, want.Status, clip(want.Stdout), want.Stderr, clip(want.Files))
}

// without leaves out the lines of a that b has too.
func without(a, b string) string {
	have := map[string]bool{}
	for _, l := range strings.Split(b, "\n") {
		have[l] = true
	}
	var out []string
	for _, l := range strings.Split(a, "\n") {
		if !have[l] {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return "as expected"
	}
	return strings.Join(out, "\n")
}

// clip keeps reports readable.
func clip(s string) string {
	const most = 1500
	if len(s) > most {
		s = s[:most] + "..."
	}
	return s
}

// Run runs a command of ours.
func Run(t testing.TB, entry command.Entry, name string, c Case) Result {
	t.Helper()
	return RunLimited(t, entry, name, c, limits)
}

// RunLimited is Run with other limits.
func RunLimited(t testing.TB, entry command.Entry, name string, c Case, limits command.Limits) Result {
	t.Helper()
	m, err := memory.New(memory.Options{Identity: memory.Identity{UID: uint32(os.Getuid()), GID: uint32(os.Getgid())}})
	if err != nil {
		t.Fatal(err)
	}
	mask := umask(t)
	made := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	made(m.Mkdir("/tmp", 0o777))
	made(m.Mkdir(dir, 0o700))
	fill(t, m, mask, c)
	in := stream.FromBytes([]byte(c.Stdin))
	if c.Pipe {
		in = stream.FromReader(strings.NewReader(c.Stdin))
	}
	out, errs := stream.Buffer(maxBytes), stream.Buffer(maxBytes)
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	call := &command.Call{
		Args: append([]string{name}, c.Args...), Env: environment(c), Dir: dir,
		Stdin: in, Stdout: out, Stderr: errs, FS: &relative{m, mask}, Now: time.Now,
		Umask: mask, Limits: limits, Audit: c.Audit,
		Exec:   func(context.Context, *command.Call) int { return 127 },
		Lookup: func(string) (string, bool) { return "", false },
		Files:  func(func(int, stream.Description) bool) {},
		Tasks:  func() []command.Task { return c.Tasks },
	}
	if n := len(c.Tasks); n > 0 {
		call.Self = c.Tasks[n-1].PID
	}
	status := entry.Command.Run(ctx, call)
	if ctx.Err() != nil {
		t.Errorf("%s %q ran into the time limit", name, c.Args)
	}
	return Result{string(out.Bytes()), string(errs.Bytes()), status, listing(t, m)}
}

// environment has a variable once, as that of a process does.
func environment(c Case) []string {
	all := slices.Clone(c.Env)
	for _, v := range []string{"HOME=/", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "TZ=UTC0"} {
		name, _, _ := strings.Cut(v, "=")
		if !slices.ContainsFunc(c.Env, func(s string) bool { return strings.HasPrefix(s, name+"=") }) {
			all = append(all, v)
		}
	}
	return all
}

func describe(mode fs.FileMode) string { return mode.String() }
