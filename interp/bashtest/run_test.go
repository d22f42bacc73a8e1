package bashtest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/syntax"
	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/device"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/mounts"
)

// most is how long one script may take.
const most = 20 * time.Second

var environment = []string{
	"HOME=/nowhere/someone", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "TERM=dumb", "USER=someone",
}

// underBash runs a scenario with the real bash in dir.
func underBash(t testing.TB, sc scenario, dir string) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	args := []string{"-c", sc.script, "bash"}
	var stdin string
	switch sc.mode {
	case "stdin":
		args, stdin = []string{"-s", "--"}, sc.script
	case "file":
		if err := os.WriteFile(filepath.Join(dir, "script"), []byte(sc.script), 0o600); err != nil {
			t.Fatal(err)
		}
		args = []string{"./script"}
	}
	cmd := exec.CommandContext(ctx, "bash", append(args, sc.args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Args[0], cmd.Dir, cmd.Env = "bash", dir, environment
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	cmd.WaitDelay = time.Second
	// What a script leaves in the background goes with it, however it ends.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	killAll := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = killAll
	err := cmd.Run()
	if cmd.Process != nil {
		_ = killAll() // fails where nobody is left
	}
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Errorf("bash: %v", err)
		return outcome{}
	}
	code := cmd.ProcessState.ExitCode()
	if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		code = 128 + int(ws.Signal())
	}
	return outcome{code, stdout.String(), stderr.String()}
}

// world is a filesystem in memory with /dev, and with /dev/shm where dir is there.
func world(t testing.TB, dir string) vfs.FS {
	t.Helper()
	places := []mounts.Mount{{Path: "/dev", FS: device.Dev(nil, time.Now())}}
	for _, place := range []string{"/", shm} {
		if !strings.HasPrefix(dir, place) {
			continue
		}
		files, err := memory.New(memory.Options{})
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, mounts.Mount{Path: place, FS: files, Unlisted: true})
	}
	fs, err := mounts.New(places...)
	if err != nil {
		t.Fatal(err)
	}
	return fs
}

// inProcess runs a scenario with the interpreter on a filesystem that has dir
// and what prepare puts there.
func inProcess(t testing.TB, sc scenario, dir string, prepare ...func(vfs.FS)) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	fs := world(t, dir)
	for _, at := range append(parents(dir), "/usr") {
		if err := fs.Mkdir(at, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
			t.Fatal(err)
		}
	}
	for _, more := range prepare {
		more(fs)
	}
	var stdout, stderr bytes.Buffer
	name := "bash"
	if sc.mode == "file" {
		name = "./script"
		write(t, fs, path.Join(dir, "script"), sc.script)
	}
	registry, err := commands.All()
	if err != nil {
		t.Fatal(err)
	}
	s, err := interp.New(interp.WithRegistry(registry), interp.WithName(name), interp.WithParams(sc.args...), interp.WithEnv(environment), interp.WithDir(dir),
		interp.WithFS(fs), interp.WithStdio(strings.NewReader(""), &stdout, &stderr), interp.WithExit(true),
		interp.WithUser(command.User{UID: os.Getuid(), GID: os.Getgid()}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var res interp.Result
	if sc.mode == "c" {
		res, err = s.Run(ctx, sc.script)
	} else {
		source := ""
		if sc.mode == "file" {
			source = name
		}
		res, err = s.RunInput(ctx, syntax.StringInput(sc.script), source)
	}
	if err != nil {
		t.Errorf("the interpreter failed: %v", err)
	}
	return outcome{res.Status, stdout.String(), stderr.String()}
}

// write puts a file into a filesystem.
func write(t testing.TB, fs vfs.FS, name, text string) {
	t.Helper()
	f, err := fs.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
}

// parents lists dir and the directories above it, the outermost first.
func parents(dir string) []string {
	var all []string
	for ; dir != "/"; dir = path.Dir(dir) {
		all = append(all, dir)
	}
	slices.Reverse(all)
	return all
}

// times are what `time` writes, which no two runs agree on.
var times = regexp.MustCompile(`(?m)^(real|user|sys)([ \t])(\d+m)?\d+\.\d+s?$`)

// normal leaves out of an outcome what a case does not compare.
func (sc scenario) normal(o outcome) outcome {
	o.stderr = times.ReplaceAllString(o.stderr, "$1$2")
	if sc.skipStderr {
		o.stderr = ""
	}
	if sc.sorted {
		lines := strings.SplitAfter(o.stdout, "\n")
		slices.Sort(lines)
		o.stdout = strings.Join(lines, "")
	}
	return o
}

// TestScriptsDoWhatBashDoes is the table.
func TestScriptsDoWhatBashDoes(t *testing.T) {
	t.Parallel()
	for _, file := range files(t) {
		topic := strings.TrimSuffix(filepath.Base(file), ".txt")
		for _, sc := range load(t, file) {
			t.Run(topic+"/"+sc.name, func(t *testing.T) {
				t.Parallel()
				check(t, file, sc)
			})
		}
	}
}

// lacksTools is commandtest.Lacks of all commands.
func lacksTools(t testing.TB, script string) bool {
	t.Helper()
	registry, err := commands.All()
	if err != nil {
		t.Fatal(err)
	}
	return commandtest.Lacks(t, registry, script)
}

func check(t *testing.T, file string, sc scenario) {
	t.Helper()
	dir := t.TempDir()
	theirs := sc.normal(underBash(t, sc, dir))
	ours := sc.normal(inProcess(t, sc, dir))
	if sc.differs == "" {
		if ours != theirs && !lacksTools(t, sc.script) {
			t.Errorf("%s:%d\n%s\n=== bash: %v\n=== interpreter: %v", file, sc.line, sc.script, theirs, ours)
		}
		return
	}
	want := outcome{sc.want.status, sc.want.stdout, ours.stderr}
	if ours != want {
		t.Errorf("%s:%d\n%s\n=== wanted: %v\n=== interpreter: %v", file, sc.line, sc.script, want, ours)
	}
	if theirs == ours {
		t.Errorf("%s:%d: bash does the same; the case differs no more", file, sc.line)
	}
}
