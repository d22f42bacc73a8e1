package config

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// stranger makes a file or directory belong to somebody else than the trusted
// user. Root changes the owner; anybody else keeps it and is not trusted
// instead, so that the same refusal is due either way.
func stranger(t *testing.T, path string, trust *Trust) {
	t.Helper()
	if os.Getuid() != 0 {
		trust.UID = os.Getuid() + 1
		return
	}
	if err := os.Lchown(path, 65534, -1); err != nil {
		t.Fatal(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestOpenTrusted(t *testing.T) {
	t.Parallel()
	// Each case prepares a directory and names the path to open in it.
	tests := []struct {
		name    string
		prepare func(t *testing.T, dir string, trust *Trust) string
		msg     string // of the refusal, "" for none
	}{
		{"plain", func(t *testing.T, dir string, _ *Trust) string { return "f" }, ""},
		{"dots", func(t *testing.T, dir string, _ *Trust) string { return "sub/.././sub//../f" }, ""},
		{"link to file", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Symlink("sub/../f", dir+"/l"))
			return "l"
		}, ""},
		{"absolute link to directory", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Symlink(dir, dir+"/l"))
			return "l/f"
		}, ""},
		{"sticky directory", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Chmod(dir, 0o777|os.ModeSticky))
			return "f"
		}, ""},
		{"read-only for all", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Chmod(dir+"/f", 0o444))
			return "f"
		}, ""},
		{"file writable by group", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Chmod(dir+"/f", 0o620))
			return "f"
		}, "writable by group or others (mode 0620)"},
		{"file writable by others", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Chmod(dir+"/f", 0o602))
			return "f"
		}, "writable by group or others"},
		{"sticky file", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Chmod(dir+"/f", 0o666|os.ModeSticky))
			return "f"
		}, "writable by group or others"},
		{"directory writable by group", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Chmod(dir, 0o775))
			return "f"
		}, "/001 is writable by group or others (mode 0775)"},
		{"parent's parent writable", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Chmod(dir, 0o757))
			must(t, os.Rename(dir+"/f", dir+"/sub/f"))
			return "sub/f"
		}, "/001 is writable by group or others"},
		{"writable directory behind dots", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Chmod(dir+"/sub", 0o777))
			return "sub/../f"
		}, "/sub is writable by group or others"},
		{"link in a writable directory", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Symlink(dir+"/f", dir+"/sub/l"))
			must(t, os.Chmod(dir+"/sub", 0o777))
			return "sub/l"
		}, "/sub is writable by group or others"},
		{"link into a writable directory", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Rename(dir+"/f", dir+"/sub/f"))
			must(t, os.Symlink("sub/f", dir+"/l"))
			must(t, os.Chmod(dir+"/sub", 0o777))
			return "l"
		}, "/sub is writable by group or others"},
		{"somebody else's file", func(t *testing.T, dir string, trust *Trust) string {
			stranger(t, dir+"/f", trust)
			return "f"
		}, "belongs to uid"},
		{"somebody else's file in a sticky directory", func(t *testing.T, dir string, trust *Trust) string {
			must(t, os.Chmod(dir, 0o777|os.ModeSticky))
			stranger(t, dir+"/f", trust)
			return "f"
		}, "belongs to uid"},
		{"somebody else's directory", func(t *testing.T, dir string, trust *Trust) string {
			must(t, os.Rename(dir+"/f", dir+"/sub/f"))
			stranger(t, dir+"/sub", trust)
			return "sub/f"
		}, "belongs to uid"},
		{"somebody else's link", func(t *testing.T, dir string, trust *Trust) string {
			must(t, os.Symlink("f", dir+"/l"))
			stranger(t, dir+"/l", trust)
			return "l"
		}, "belongs to uid"},
		{"named pipe", func(t *testing.T, dir string, _ *Trust) string {
			must(t, syscall.Mkfifo(dir+"/p", 0o600))
			return "p"
		}, "expected a regular file, found a named pipe"},
		{"directory", func(t *testing.T, dir string, _ *Trust) string { return "sub" }, "expected a regular file, found a directory"},
		{"file as directory", func(t *testing.T, dir string, _ *Trust) string { return "f/x" }, "/f is not a directory"},
		{"file with a slash", func(t *testing.T, dir string, _ *Trust) string { return "f/" }, "/f is not a directory"},
		{"dangling link", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Symlink("none", dir+"/l"))
			return "l"
		}, "/none, which does not exist"},
		{"loop", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Symlink("l", dir+"/l"))
			return "l"
		}, "too many levels of symbolic links"},
		{"absent", func(t *testing.T, dir string, _ *Trust) string { return "none" }, "does not exist"},
		{"absent behind a link", func(t *testing.T, dir string, _ *Trust) string {
			must(t, os.Symlink("sub", dir+"/l"))
			return "l/none"
		}, "does not exist"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := safeDir(t)
			must(t, os.Mkdir(dir+"/sub", 0o755))
			must(t, os.WriteFile(dir+"/f", []byte("content"), 0o600))
			must(t, os.Chmod(dir+"/sub", 0o755))
			trust := Trust{UID: os.Getuid()}
			path := dir + "/" + tt.prepare(t, dir, &trust)
			f, err := OpenTrusted(path, trust)
			if tt.msg == "" {
				must(t, err)
				defer f.Close()
				if text, err := io.ReadAll(f); err != nil || string(text) != "content" {
					t.Errorf("read %q, %v", text, err)
				}
				return
			}
			e := asError(t, err)
			if e.File != path || !strings.Contains(e.Msg, tt.msg) {
				t.Errorf("got %v, expected %q about %s", err, tt.msg, path)
			}
			if absent := errors.Is(err, fs.ErrNotExist); absent != strings.HasPrefix(tt.name, "absent") {
				t.Errorf("%v: counts as absent: %v", err, absent)
			}
		})
	}
}

func TestOpenTrustedDevice(t *testing.T) {
	t.Parallel()
	_, err := OpenTrusted("/dev/null", Trust{UID: os.Getuid()})
	if e := asError(t, err); !strings.Contains(e.Msg, "found a device") {
		t.Errorf("got %v", err)
	}
}

// A relative path is taken from where the process is, whatever $PWD claims.
func TestOpenTrustedRelative(t *testing.T) {
	dir := safeDir(t)
	must(t, os.WriteFile(dir+"/f", nil, 0o600))
	t.Chdir(dir)
	t.Setenv("PWD", "/")
	f, err := OpenTrusted("f", Trust{UID: os.Getuid()})
	must(t, err)
	f.Close()
}

// What is read is what was checked: the name may be given to another file
// meanwhile.
func TestOpenTrustedKeepsTheFile(t *testing.T) {
	t.Parallel()
	dir := safeDir(t)
	must(t, os.WriteFile(dir+"/f", []byte("checked"), 0o600))
	f, err := OpenTrusted(dir+"/f", Trust{UID: os.Getuid()})
	must(t, err)
	defer f.Close()
	must(t, os.WriteFile(dir+"/g", []byte("swapped"), 0o666))
	must(t, os.Rename(dir+"/g", dir+"/f"))
	if text, err := io.ReadAll(f); err != nil || string(text) != "checked" {
		t.Errorf("read %q, %v", text, err)
	}
}

func TestOpenTrustedLeaksNothing(t *testing.T) {
	dir := safeDir(t)
	must(t, os.WriteFile(dir+"/f", nil, 0o600))
	must(t, os.Symlink("f", dir+"/l"))
	count := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		must(t, err)
		return len(list)
	}
	before := count()
	for _, name := range []string{"/f", "/l", "/none", "/", "/f/x"} {
		if f, err := OpenTrusted(dir+name, Trust{UID: os.Getuid()}); err == nil {
			f.Close()
		}
	}
	if after := count(); after != before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
}

func TestCheckShell(t *testing.T) {
	t.Parallel()
	must(t, CheckShell("/bin/bash"))
	tests := []struct{ path, msg string }{
		{"/nonexistent/bash", "does not exist"},
		{"/etc/passwd", "without any execute permission"},
		{"/usr", "found a directory"},
	}
	for _, tt := range tests {
		if e := asError(t, CheckShell(tt.path)); e.Key != "tools.run.shell" || !strings.Contains(e.Msg, tt.msg) {
			t.Errorf("%s: got %v, expected %q", tt.path, e, tt.msg)
		}
	}
	own := filepath.Join(safeDir(t), "bash")
	must(t, os.WriteFile(own, nil, 0o755))
	stranger(t, own, &Trust{})
	if e := asError(t, CheckShell(own)); !strings.Contains(e.Msg, "expected root") {
		t.Errorf("a user's own shell: %v", e)
	}
}

func TestShellStem(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/bin/bash": "bash", "/opt/BASH.exe": "bash", "/bin/sh": "sh", "/usr/bin/bash-5.2": "bash-5",
		"/bin/.bash": ".bash", "/bin/rbash": "rbash", "/bin/bash.bin.x": "bash.bin",
	} {
		if got := ShellStem(path); got != want {
			t.Errorf("%s: got %q, expected %q", path, got, want)
		}
	}
}

func TestWritableExecutable(t *testing.T) {
	t.Parallel()
	tests := []struct {
		write, execute []string
		want           Pair
		ok             bool
	}{
		{nil, []string{"/usr"}, Pair{}, false},
		{[]string{"/home/a"}, []string{"/usr", "/home/ab"}, Pair{}, false},
		{[]string{"/usr"}, []string{"/usr"}, Pair{"/usr", "/usr"}, true},
		{[]string{"/srv", "/usr/local/x"}, []string{"/usr"}, Pair{"/usr/local/x", "/usr"}, true},
		{[]string{"/usr"}, []string{"/bin", "/usr/bin"}, Pair{"/usr", "/usr/bin"}, true},
		{[]string{"/"}, []string{"/bin"}, Pair{"/", "/bin"}, true},
		{[]string{"/srv"}, []string{"/"}, Pair{"/srv", "/"}, true},
	}
	for _, tt := range tests {
		if got, ok := WritableExecutable(tt.write, tt.execute); got != tt.want || ok != tt.ok {
			t.Errorf("%v, %v: got %v %v", tt.write, tt.execute, got, ok)
		}
	}
}

// Containment is also looked for behind symbolic links.
func TestWritableExecutableLinks(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(safeDir(t))
	must(t, err)
	must(t, os.Mkdir(dir+"/real", 0o755))
	must(t, os.Symlink("real", dir+"/link"))
	for _, pair := range [][2]string{{dir + "/real/new", dir + "/link"}, {dir + "/link/a/b", dir + "/real/a"}} {
		text := "[landlock]\nwrite_execute = false\nwrite = [\"" + pair[0] + "\"]\nexecute = [\"" + pair[1] + "\"]"
		_, _, err := explicit(t, text)
		if e := asError(t, err); !strings.Contains(e.Msg, "both writable and executable") {
			t.Errorf("%v: %v", pair, err)
		}
	}
}
