package config

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// starters are the C functions by which a program starts another or loads
// code.
var starters = regexp.MustCompile(`^(exec[lv]p?e?|execvpe|fexecve|execveat|posix_spawnp?|system|popen|wordexp|dlopen)$`)

// starter names such a function that a program imports. ok is false where the
// file cannot tell: it is not there, static, or one program for many names.
func starter(name string) (function string, ok bool) {
	for _, dir := range strings.Split(restrictedPath, ":") {
		path, err := filepath.EvalSymlinks(filepath.Join(dir, name))
		if err != nil || filepath.Base(path) != name {
			continue
		}
		f, err := elf.Open(path)
		if err != nil {
			continue
		}
		defer f.Close()
		symbols, err := f.ImportedSymbols()
		if err != nil {
			return "", false
		}
		for _, s := range symbols {
			if starters.MatchString(s.Name) {
				return s.Name, true
			}
		}
		return "", true
	}
	return "", false
}

// builtins are those of the restricted commands that bash runs itself.
var builtins = []string{"cd", "pushd", "popd", "dirs", "pwd", "echo", "true", "false", "exit", "logout"}

// No program of the allow-list can start another under any option, because it
// does not know how.
func TestRestrictedProgramsStartNothing(t *testing.T) {
	t.Parallel()
	judged := 0
	for _, name := range restrictedCommands[len(builtins):] {
		function, ok := starter(name)
		if function != "" {
			t.Errorf("%s imports %s", name, function)
		}
		if ok {
			judged++
		} else {
			t.Logf("%s: not judged on this host", name)
		}
	}
	// The method must be able to find something.
	if function, ok := starter("sort"); ok && function == "" {
		t.Error("found nothing in sort, which starts --compress-program")
	}
	t.Logf("judged %d of %d programs", judged, len(restrictedCommands)-len(builtins))
}

// No builtin of the allow-list evaluates its arguments.
func TestRestrictedBuiltinsEvaluateNothing(t *testing.T) {
	t.Parallel()
	dir := safeDir(t)
	marker := filepath.Join(dir, "marker")
	evil := "a[$(: >" + marker + ")]"
	run := func(argv ...string) bool {
		var line strings.Builder
		for _, word := range argv {
			line.WriteString("'" + word + "' ")
		}
		cmd := exec.Command("/bin/bash", "--norc", "--noprofile", "-c", line.String())
		cmd.Dir, cmd.Env = dir, []string{"PATH=" + restrictedPath}
		_ = cmd.Run() // most of these fail, and may
		err := os.Remove(marker)
		return err == nil
	}
	if !run("test", "-v", evil) {
		t.Error("the attack does not work on test -v, so it shows nothing elsewhere")
	}
	for i, name := range builtins {
		if restrictedCommands[i] != name {
			t.Fatalf("allow-list begins with %v", restrictedCommands[:len(builtins)])
		}
		for _, argv := range [][]string{{evil}, {"+" + evil}, {"-" + evil}, {"-v", evil}, {"-n", "+" + evil}, {"-e", evil}, {"--", evil}} {
			if run(append([]string{name}, argv...)...) {
				t.Errorf("%s %q evaluates its argument", name, argv)
			}
		}
	}
}
