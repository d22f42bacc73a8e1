package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNoLoaderVariableReachesAegish preloads a library that makes itself known
// into the shipped, static build. The same library is seen to load into a
// dynamic build, so that the test would notice.
func TestNoLoaderVariableReachesAegish(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source, library := filepath.Join(dir, "evil.c"), filepath.Join(dir, "evil.so")
	if err := os.WriteFile(source, []byte("#include <unistd.h>\n__attribute__((constructor)) static void loaded(void) { write(2, \"LOADED\\n\", 7); }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	build(t, "gcc", "-shared", "-fPIC", "-o", library, source)
	static, dynamic := filepath.Join(dir, "static"), filepath.Join(dir, "dynamic")
	build(t, "make", "-s", "-C", "../..", "build", "BIN="+static)
	build(t, "make", "-s", "-C", "../..", "build-dynamic", "BIN="+dynamic)
	for _, variable := range []string{"LD_PRELOAD=" + library, "LD_AUDIT=" + library} {
		for _, tt := range []struct {
			binary string
			loads  bool
		}{
			{filepath.Join(dynamic, "aegish"), true},
			{filepath.Join(static, "aegish"), false},
			{filepath.Join(static, "dropper"), false},
		} {
			cmd := exec.Command(tt.binary, "version")
			cmd.Env = append(os.Environ(), variable)
			out, _ := cmd.CombinedOutput()
			if loaded := strings.Contains(string(out), "LOADED"); loaded != tt.loads && !(tt.loads && strings.HasPrefix(variable, "LD_AUDIT")) {
				t.Errorf("%s with %s: loaded %v, want %v; output %q", filepath.Base(tt.binary), variable, loaded, tt.loads, out)
			}
		}
		cmd := exec.Command(filepath.Join(static, "aegish"), "-c", "echo quiet")
		cmd.Env = append(os.Environ(), variable)
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != "quiet\n" {
			t.Errorf("-c with %s: %v, output %q", variable, err, out)
		}
	}
}

func build(t *testing.T, argv ...string) {
	t.Helper()
	if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", argv, err, out)
	}
}

func TestInstallPutsEverythingInItsPlace(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	bin := filepath.Join(root, "bin")
	build(t, "make", "-s", "-C", "../..", "build", "BIN="+bin)
	build(t, "make", "-s", "-C", "../..", "install", "BIN="+bin, "DESTDIR="+root, "PREFIX=/opt/aegish")
	for _, path := range []string{
		"bin/aegish", "libexec/aegish/dropper", "share/man/man1/aegish.1", "share/man/man5/aegish.toml.5",
		"share/doc/aegish/README.md", "share/doc/aegish/LICENSE", "share/doc/aegish/examples",
	} {
		if _, err := os.Stat(filepath.Join(root, "opt/aegish", path)); err != nil {
			t.Error(err)
		}
	}
	linksLead(t, filepath.Join(root, "opt/aegish/share/doc/aegish"))
	if _, err := os.Stat(filepath.Join(root, "etc")); err == nil {
		t.Error("something went into /etc")
	}
	out, err := exec.Command(filepath.Join(root, "opt/aegish/bin/aegish"), "-c", "echo installed").CombinedOutput()
	if err != nil || string(out) != "installed\n" {
		t.Errorf("the installed binary: %v, %q", err, out)
	}
}

// linksLead: what the installed documents link to is installed too.
func linksLead(t *testing.T, dir string) {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([^)\s#]+)[^)\s]*\)`).FindAllSubmatch(text, -1) {
			links++
			if _, err := os.Stat(filepath.Join(dir, string(m[1]))); err != nil {
				t.Errorf("%s: %v", filepath.Base(page), err)
			}
		}
	}
	if links < 30 {
		t.Errorf("%d links in %q", links, pages)
	}
}
