package text

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs/memory"
)

// TestCatIntoItself compares what happens where a file is both read and written: by
// name and as standard input, behind what is written and before it.
func TestCatIntoItself(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		content string
		flag    int
		args    []string
	}{
		{"line\n", os.O_APPEND, []string{"cat", "f"}}, {"line\n", os.O_APPEND, []string{"cat", "-n", "f"}}, {"line\n", os.O_APPEND, []string{"cat"}}, {"line\n", 0, []string{"cat", "f"}},
		{"", os.O_APPEND, []string{"cat", "f"}}, {"line\n", os.O_TRUNC, []string{"cat", "f"}}, {"line\n", os.O_APPEND, []string{"cat", "-", "f"}},
	} {
		got, want := catSelf(t, c.content, c.flag, c.args), hostCatSelf(t, c.content, c.flag, c.args)
		if got != want {
			t.Errorf("%q %v with flag %d: %q, cat has %q", c.args, c.content, c.flag, got, want)
		}
	}
}

func catSelf(t *testing.T, content string, flag int, args []string) string {
	t.Helper()
	m, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	open := func(flag int) stream.Description {
		f, err := m.OpenFile("/f", flag, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		return stream.Open(f, flag)
	}
	w := open(os.O_CREATE | os.O_WRONLY)
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	w.Close()
	errs := stream.Buffer(1 << 10)
	named := slices.Clone(args)
	if last := len(named) - 1; named[last] == "f" {
		named[last] = "/f"
	}
	call := &command.Call{Args: named, Dir: "/", FS: m, Stdin: open(os.O_RDONLY), Stdout: open(os.O_WRONLY | flag), Stderr: errs, Limits: command.Limits{LineBytes: 1 << 10, HeldBytes: 1 << 10}}
	status := cat(t.Context(), call)
	f, err := m.OpenFile("/f", os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	left, err := io.ReadAll(f)
	if err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(errs.Bytes()), "/f", "f") + string(rune('0'+status)) + string(left)
}

func hostCatSelf(t *testing.T, content string, flag int, args []string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(name, os.O_WRONLY|flag, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var errs strings.Builder
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = filepath.Dir(name), in, out, &errs, []string{"LC_ALL=C.UTF-8"}
	_ = cmd.Run() // the status is compared
	left, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return errs.String() + string(rune('0'+cmd.ProcessState.ExitCode())) + string(left)
}
