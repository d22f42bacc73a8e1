package commandtest

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
)

// hostTool finds the host's program of a name. Of the many programs that are
// called awk it is mawk, which the interpreter's is compared with.
func hostTool(name string) (string, bool) {
	if name == "awk" {
		name = "mawk"
	}
	for _, d := range []string{"/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"} {
		if fi, err := os.Stat(d + name); err == nil && fi.Mode().IsRegular() && fi.Mode()&0o111 != 0 {
			return d + name, true
		}
	}
	return "", false
}

// Tool finds the host's program of a name to compare with. Where there is none
// it is false, and an error if AEGISH_REQUIRE_TOOLS is set.
func Tool(t testing.TB, name string) (path string, found bool) {
	t.Helper()
	if path, found = hostTool(name); found {
		return path, true
	}
	if os.Getenv("AEGISH_REQUIRE_TOOLS") != "" {
		t.Errorf("the host has no %s to compare with", name)
	} else {
		t.Logf("the host has no %s to compare with", name)
	}
	return "", false
}

var words = regexp.MustCompile(`[a-z][a-z0-9]*`)

// Lacks reports that a word of script is the name of a command that the host does
// not have, see Tool, so that what its bash makes of the script says nothing.
func Lacks(t testing.TB, all command.Registry, script string) bool {
	t.Helper()
	for _, word := range words.FindAllString(script, -1) {
		if _, ours := all.Lookup(word); !ours {
			continue
		}
		if _, found := Tool(t, word); !found {
			return true
		}
	}
	return false
}

// Host runs the host's tool; false when there is none, see Tool.
func Host(t testing.TB, name string, c Case) (Result, bool) {
	t.Helper()
	tool, found := Tool(t, name)
	if !found {
		return Result{}, false
	}
	return host(t, tool, name, c), true
}

func host(t testing.TB, tool, name string, c Case) Result {
	t.Helper()
	work := filepath.Join(t.TempDir(), "w")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	place(t, work, c)
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, tool, c.Args...)
	cmd.Args[0] = name
	cmd.Dir, cmd.Env = work, environment(c)
	if c.Pipe {
		cmd.Stdin = strings.NewReader(c.Stdin)
	} else {
		in, err := os.CreateTemp(t.TempDir(), "stdin")
		if err == nil {
			defer in.Close()
			if _, err = in.WriteString(c.Stdin); err == nil {
				_, err = in.Seek(0, 0)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdin = in
	}
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	files := tree(t, work)
	clean := func(s string) string { return strings.ReplaceAll(s, work, dir) }
	return Result{clean(out.String()), clean(errs.String()), cmd.ProcessState.ExitCode(), files}
}

func place(t testing.TB, work string, c Case) {
	t.Helper()
	for name, data := range c.Files {
		full := filepath.Join(work, name)
		parent := filepath.Dir(full)
		if strings.HasSuffix(name, "/") {
			parent = full
		}
		err := os.MkdirAll(parent, 0o755)
		if err == nil && parent != full {
			err = os.WriteFile(full, []byte(data), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range c.Links {
		if err := os.Symlink(target, filepath.Join(work, name)); err != nil {
			t.Fatal(err)
		}
	}
}

// tree is listing for the host.
func tree(t testing.TB, work string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(work, func(full string, e fs.DirEntry, err error) error {
		if err != nil || full == work {
			return err
		}
		fi, err := e.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s %s", describe(fi.Mode()), full[len(work)+1:])
		switch fi.Mode().Type() {
		case fs.ModeSymlink:
			target, err := os.Readlink(full)
			fmt.Fprintf(&b, " -> %s\n", target)
			return err
		case 0:
			data, err := os.ReadFile(full)
			fmt.Fprintf(&b, " %q\n", data)
			return err
		}
		b.WriteByte('\n')
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// umask is the mask that the host's tools run with.
func umask(t testing.TB) fs.FileMode {
	t.Helper()
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "\nUmask:")
	line, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	mask, err := strconv.ParseUint(line, 8, 32)
	if err != nil {
		t.Fatal(err)
	}
	return fs.FileMode(mask)
}
