package launch_test

import (
	"debug/elf"
	"os/exec"
	"strings"
	"testing"

	"github.com/aegish/aegish/landlock/launch/launchtest"
)

const module = "github.com/aegish/aegish/"

// TestDependencies pins what the dropper is made of. Package syscall, and with
// it os, fmt and x/sys, would raise RLIMIT_NOFILE at start.
func TestDependencies(t *testing.T) {
	t.Parallel()
	list := func(args ...string) []string {
		out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(out))
	}
	for _, dep := range list("-deps", module+"cmd/dropper") {
		switch {
		case dep == module+"cmd/dropper", dep == module+"landlock/launch":
		case dep == "runtime", dep == "unsafe", strings.HasPrefix(dep, "internal/"), dep == "math/bits":
		default:
			t.Errorf("the dropper depends on %s", dep)
		}
	}
	for _, dep := range list("-f", `{{join .Imports "\n"}}`, module+"landlock/launch") {
		if dep != "runtime" && dep != "unsafe" {
			t.Errorf("package launch imports %s", dep)
		}
	}
}

// TestShippedBinary checks what the linker made of the entry point: a static
// executable that begins in our code and not in the runtime's.
func TestShippedBinary(t *testing.T) {
	t.Parallel()
	entry := make(map[string]uint64)
	for _, d := range droppers {
		f, err := elf.Open(d.Path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if f.Type != elf.ET_EXEC {
			t.Errorf("%s is of type %v", d.Name, f.Type)
		}
		if f.Section(".dynamic") != nil || f.Section(".interp") != nil {
			t.Errorf("%s is not static", d.Name)
		}
		entry[d.Name] = f.Entry
	}
	if entry["entry"] == entry["runtime"] {
		t.Error("both builds have the same entry point: the -E flag has no effect")
	}
}

// TestBuildsForArm64 compiles the other architecture, which the tests cannot
// run.
func TestBuildsForArm64(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"vet", module + "landlock/...", module + "cmd/dropper"},
		{"build", "-o", t.TempDir(), "-ldflags", launchtest.EntryFlags, module + "cmd/dropper"},
	} {
		cmd := exec.Command("go", args...)
		cmd.Env = append(cmd.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", args[0], err, out)
		}
	}
}
