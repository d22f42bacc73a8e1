package executor

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestIsShellName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"sh": true, "bash": true, "rbash": true, "zsh": true, "busybox": true, "nu": true, "ksh93": true,
		"zsh-5.9": true, "bash5": true, "bash-static": true, "sh.distrib": true, "busybox.static": true,
		"": false, "ls": false, "ssh": false, "sha256sum": false, "shuf": false, "bashbug": false, "nl": false,
		"numfmt": false, "essh": false, "rcp": false, "fish_indent": false, "sh.": false, "bash.bashrc": false,
		"esc": false, "rc.local": false, "zshdb": false, "dashboard": false,
	} {
		if got := isShellName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

func TestInstalledShells(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program := func(name string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte("x"), mode))
		must(t, os.Chmod(path, mode))
		return path
	}
	want := []string{program("zsh", 0o755), program("a/b/ksh93", 0o755), program("real", 0o711), program("own-shell", 0o700)}
	none := []string{program("a/b/c/sh", 0o755), program("bash", 0o644), program("ls", 0o755)}
	must(t, os.Symlink("real", filepath.Join(dir, "dash")))
	must(t, os.Symlink("nothing", filepath.Join(dir, "ash")))
	must(t, os.Mkdir(filepath.Join(dir, "tcsh"), 0o755))
	shells, err := InstalledShells(filepath.Join(dir, "own-shell"), []string{dir, filepath.Join(dir, "missing"), filepath.Join(dir, "ls")})
	must(t, err)
	for _, path := range want {
		if !slices.Contains(shells, path) {
			t.Errorf("%s is not among %v", path, shells)
		}
	}
	for _, path := range none {
		if slices.Contains(shells, path) {
			t.Errorf("%s is among %v", path, shells)
		}
	}
	bash, err := filepath.EvalSymlinks("/bin/bash")
	must(t, err)
	sh, err := filepath.EvalSymlinks("/bin/sh")
	must(t, err)
	if !slices.Contains(shells, bash) || !slices.Contains(shells, sh) {
		t.Errorf("%s and %s are not both among %v", bash, sh, shells)
	}
}

func TestShellSearchBounds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	for looked, refused := range map[int]bool{maxShellFiles - 1: false, maxShellFiles: true} {
		s := newShellSearch()
		s.looked = looked
		if err := s.walk(dir, 1); (err != nil) != refused {
			t.Errorf("after %d files: %v", looked, err)
		}
	}
}

func TestShellsFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	shell := filepath.Join(dir, "some-shell")
	must(t, os.WriteFile(shell, []byte("x"), 0o755))
	file := filepath.Join(dir, "shells")
	must(t, os.WriteFile(file, []byte("# "+shell+"\n\n /bin/true\nrelative\n"+shell+" # mine\n/nonexistent\n"), 0o600))
	s := newShellSearch()
	must(t, s.listed(file))
	if len(s.found) != 1 || !s.found[shell] {
		t.Errorf("%v", s.found)
	}
	must(t, s.listed(filepath.Join(dir, "missing")))
}

func TestAllowedShellsAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.Symlink("/bin/sh", filepath.Join(dir, "link")))
	for _, path := range []string{"/bin/bash", "/bin/rbash", filepath.Join(dir, "link")} {
		cfg, _ := config.Builtin(config.ProfileRestricted)
		cfg.Landlock.Execute = append(cfg.Landlock.Execute, path)
		_, err := SandboxPolicy(&cfg, Places{Start: dir, Home: dir, UID: os.Getuid()})
		var bad *PathError
		if !errors.As(err, &bad) || bad.Key != "execute" || !strings.Contains(err.Error(), "is a shell") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestWhyShell(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.Symlink("/bin/sh", filepath.Join(dir, "link")))
	restricted, _ := config.Builtin(config.ProfileRestricted)
	open := restricted
	open.Landlock.DenyShells = false
	places := Places{Start: dir, Home: dir, UID: os.Getuid()}
	for _, tt := range []struct {
		cfg     config.Config
		access  Access
		path    string
		allowed bool
		key     string
	}{
		{restricted, AccessExecute, "/bin/bash", false, "landlock.deny_shells"},
		{restricted, AccessRead, "/bin/rbash", false, "landlock.deny_shells"},
		{restricted, AccessRead, filepath.Join(dir, "link"), false, "landlock.deny_shells"},
		{restricted, AccessExecute, "/bin/ls", true, "landlock.execute"},
		{restricted, AccessWrite, "/bin/bash", false, "landlock.write"},
		{open, AccessExecute, "/bin/bash", true, "landlock.execute"},
	} {
		got, err := WhyPath(&tt.cfg, places, tt.access, tt.path)
		if err != nil || got.Allowed != tt.allowed || got.Key != tt.key {
			t.Errorf("%s %s: %+v, %v", tt.access, tt.path, got, err)
		}
	}
	const message = "bash: line 1: /bin/sh: Permission denied\n"
	if got := SandboxHint(&restricted, places, message, dir); !strings.Contains(got, "/bin/sh is a shell, and landlock.deny_shells") {
		t.Errorf("hint %q", got)
	}
	if got := SandboxHint(&open, places, message, dir); got != "" && !strings.Contains(got, "write") {
		t.Errorf("hint %q", got)
	}
}

// Every start of a session in which shells are denied pays for this.
func BenchmarkInstalledShells(b *testing.B) {
	cfg, _ := config.Builtin(config.ProfileRestricted)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := InstalledShells("/bin/bash", cfg.Landlock.Execute); err != nil {
			b.Fatal(err)
		}
	}
}
