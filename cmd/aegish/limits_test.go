package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// limited writes a configuration with resource limits for the user.
func limited(t *testing.T, u user, root, limits string) string {
	t.Helper()
	file := filepath.Join(root, "limits.toml")
	must(t, os.WriteFile(file, []byte("[audit]\nsink = \"none\"\n[limits]\n"+limits), 0o600))
	u.give(t, root)
	return file
}

// A command that fills memory or disk ends at its limit, and the session goes
// on with the next one.
func TestLimitsEndTheCommandNotTheSession(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, limits, command string }{
		{"a file", "file_size = 65536\n", "head -c 1000000 /dev/zero > filled; stat -c %s filled"},
		{"memory", "address_space = 268435456\n", "x=$(head -c 400000000 /dev/zero | tr '\\0' x) 2>/dev/null; echo ${#x}"},
		{"processor time", "cpu = 1\n", "while :; do :; done"},
		{"open files", "open_files = 32\n", "(for i in {1..100}; do exec {fd}</dev/null || break; done 2>/dev/null; ((fd < 32)) && echo few)"},
	} {
		root := workplace(t)
		cmd := exec.Command(aegish(), "--config", limited(t, self(), root, tt.limits))
		cmd.Dir = root
		cmd.Stdin = strings.NewReader(tt.command + "\necho went on\n")
		out, err := cmd.Output()
		text := string(out)
		if err != nil || !strings.HasSuffix(text, "went on\n") || strings.Contains(text, "400000000") || strings.Contains(text, "1000000") {
			t.Errorf("%s: %v, %q", tt.name, err, text)
		}
		if tt.name == "a file" && text != "65536\nwent on\n" || tt.name == "open files" && text != "few\nwent on\n" {
			t.Errorf("%s: %q", tt.name, text)
		}
	}
}

// A fork bomb runs into the limit of processes, and is gone, with everything
// that it started, when the answer is there.
func TestForkBombIsBoundedAndEnded(t *testing.T) {
	t.Parallel()
	u := self()
	if os.Geteuid() == 0 {
		u.id = ordinary // root has no limit of processes
	}
	root := workplace(t)
	cmd := exec.Command(aegish(), "run", "--json", "--timeout", "5", "--config", limited(t, u, root, "processes = 300\n"), "--",
		"bomb_of_this_test() { bomb_of_this_test | bomb_of_this_test & }; bomb_of_this_test; sleep 0.3")
	cmd.Dir, cmd.Env, cmd.SysProcAttr = root, u.environ(root), u.attributes()
	begin := time.Now()
	out, err := cmd.Output()
	var answer struct {
		TimedOut   bool              `json:"timed_out"`
		Background []json.RawMessage `json:"background_processes"`
	}
	if decodeErr := json.Unmarshal(out, &answer); decodeErr != nil || len(answer.Background) == 0 {
		t.Errorf("%v, %v: %.500s", err, decodeErr, out)
	}
	if took := time.Since(begin); took > patience {
		t.Errorf("it took %v", took)
	}
	waitFor(t, 0, "the bomb", func(p proc) bool {
		return strings.Contains(strings.Join(p.args, " "), "bomb_of_this_test") && p.name == "bash"
	})
}
