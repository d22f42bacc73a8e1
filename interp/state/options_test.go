package state

import (
	"os/exec"
	"strings"
	"testing"
)

// TestOptionsAreBashs compares names, order and defaults with `set -o` and
// `shopt` of a bash that runs a -c string.
func TestOptionsAreBashs(t *testing.T) {
	t.Parallel()
	opts := DefaultOptions()
	for command, list := range map[string][]Option{"set -o": SetOptions(), "shopt": ShoptOptions()} {
		out, err := exec.Command("bash", "-c", command+"; true").Output()
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if len(lines) != len(list) {
			t.Errorf("%s: bash lists %d options, we %d", command, len(lines), len(list))
			continue
		}
		for i, line := range lines {
			name, state, _ := strings.Cut(line, "\t")
			if name = strings.TrimSpace(name); name != list[i].String() || (state == "on") != opts.On(list[i]) {
				t.Errorf("%s: bash has %q, we have %s %v", command, line, list[i], opts.On(list[i]))
			}
		}
	}
}

func TestOptionsAreFoundByLetter(t *testing.T) {
	t.Parallel()
	for _, opt := range SetOptions() {
		if opt.Letter() == 0 {
			continue
		}
		if got, ok := LetterOption(opt.Letter()); !ok || got != opt {
			t.Errorf("-%c finds %s", opt.Letter(), got)
		}
	}
	if opt, ok := LetterOption('r'); !ok || opt != Restricted {
		t.Error("-r is not the restricted shell")
	}
	if _, ok := LetterOption('Z'); ok {
		t.Error("-Z is no option")
	}
}

func TestInteractiveCommentsIsOneOption(t *testing.T) {
	t.Parallel()
	opts := DefaultOptions()
	shopt, _ := ShoptOption("interactive_comments")
	opts.Set(shopt, false)
	if opts.On(InteractiveComments) {
		t.Error("set -o still has it on")
	}
}
