package interp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs/memory"
)

// scriptTime is how long one script may take in either shell.
const scriptTime = 20 * time.Second

// testEnv is the environment of both shells.
var testEnv = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/root"}

// An ending is what a script printed and returned.
type ending struct {
	stdout, stderr string
	status         int
}

// pids hides process ids, with the blanks that line them up.
var pids = regexp.MustCompile(` *\b[0-9]{3,7}\b`)

func (e ending) normal() ending {
	e.stderr = pids.ReplaceAllString(e.stderr, " PID")
	return e
}

func underBash(t *testing.T, script, dir string) ending {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), scriptTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", script, "bash", "p1", "p 2")
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, testEnv, &stdout, &stderr
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	code := cmd.ProcessState.ExitCode()
	if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		code = 128 + int(ws.Signal())
	}
	return ending{stdout.String(), stderr.String(), code}
}

// tools are the commands that the scripts of these tests use.
var tools = sync.OnceValue(func() command.Registry {
	b := command.NewRegistry()
	for name, run := range map[string]command.Func{"cat": cat, "sleep": sleep, "env": env, "rm": rm, "chmod": chmod} {
		if err := b.Add(name, command.Entry{Command: run}); err != nil {
			panic(err)
		}
	}
	return b.Build()
})

func sleep(ctx context.Context, c *command.Call) int {
	seconds, _ := strconv.ParseFloat(c.Args[1], 64)
	timer := time.NewTimer(time.Duration(seconds * float64(time.Second)))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return 0
}

func env(_ context.Context, c *command.Call) int {
	_, _ = io.WriteString(c.Stdout, strings.Join(c.Env, "\n")+"\n")
	return 0
}

func rm(_ context.Context, c *command.Call) int {
	for _, name := range c.Args[1:] {
		_ = c.FS.Remove(name)
	}
	return 0
}

func chmod(_ context.Context, c *command.Call) int {
	for _, name := range c.Args[2:] {
		_ = c.FS.Chmod(name, 0o755)
	}
	return 0
}

func cat(_ context.Context, c *command.Call) int {
	from := []io.Reader{c.Stdin}
	if len(c.Args) > 1 {
		from = nil
	}
	for _, name := range c.Args[1:] {
		f, err := c.FS.OpenFile(name, os.O_RDONLY, 0)
		if err != nil {
			_, _ = io.WriteString(c.Stderr, "cat: "+name+": No such file or directory\n")
			return 1
		}
		defer f.Close()
		from = append(from, f)
	}
	buf := make([]byte, 32<<10)
	for _, r := range from {
		for {
			n, err := r.Read(buf)
			if _, failed := c.Stdout.Write(buf[:n]); failed != nil {
				return 1
			}
			if err != nil || n == 0 {
				break
			}
		}
	}
	return 0
}

// newFS makes a memory filesystem with a directory.
func newFS(t testing.TB, dir string) *memory.FS {
	t.Helper()
	fsys, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range dir + "/" {
		if c == '/' && i > 0 {
			if err := fsys.Mkdir(dir[:i], 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
				t.Fatal(err)
			}
		}
	}
	return fsys
}

// session makes a session whose output goes to the writers.
func session(t testing.TB, dir string, stdout, stderr io.Writer, opts ...interp.Option) *interp.Session {
	t.Helper()
	opts = append([]interp.Option{
		interp.WithName("bash"), interp.WithParams("p1", "p 2"), interp.WithEnv(testEnv), interp.WithDir(dir),
		interp.WithFS(newFS(t, dir)), interp.WithStdio(nil, stdout, stderr), interp.WithRegistry(tools()), interp.WithExit(true),
	}, opts...)
	s, err := interp.New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func inProcess(t *testing.T, script, dir string) ending {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), scriptTime)
	defer cancel()
	var stdout, stderr bytes.Buffer
	res, err := session(t, dir, &stdout, &stderr).Run(ctx, script)
	if err != nil {
		t.Errorf("%s\n%v", script, err)
	}
	return ending{stdout.String(), stderr.String(), res.Status}
}

// TestRunsAsBash runs the scripts of testdata, which are separated by lines of
// %%, in both shells.
func TestRunsAsBash(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, script := range strings.Split(string(data), "\n%%\n") {
			t.Run(filepath.Base(name)+"/"+strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				theirs, ours := underBash(t, script, dir).normal(), inProcess(t, script, dir).normal()
				if theirs != ours {
					t.Errorf("%s\n--- bash: %d\n%s[stderr]\n%s\n--- here: %d\n%s[stderr]\n%s", script,
						theirs.status, theirs.stdout, theirs.stderr, ours.status, ours.stdout, ours.stderr)
				}
			})
		}
	}
}
