package policy

import "testing"

// Who asks for another user's rights where there are none to be had is told so,
// in any spelling that the text shows.
func TestElevation(t *testing.T) {
	t.Parallel()
	cfg := configuration(nil)
	for command, refused := range map[string]bool{
		"sudo ls": true, "/usr/bin/sudo ls": true, "s'u'do ls": true, "su": true, "su - bob -c ls": true, "doas ls": true, "pkexec ls": true,
		"true && sudo ls": true, "ls | sudo tee x": true, "A=1 sudo ls": true, "env sudo ls": true, "bash -c 'sudo ls'": true,
		"if true; then sudo ls; fi": true, "sudo $(x)": true, `sudo "$x"`: true,
		"echo sudo": false, "which sudo": false, "ls sudo": false, "sum x": false, "./result": false, "man su": false, "sudoku": false,
		"cd su": false, "echo $(sudo x)": false, // not read, and bash's own message says enough
	} {
		got := Decide(cfg, Gather(cfg, command, Context{NoNewPrivs: true}))
		if (got.Code == CodeElevation) != refused || refused && got.Action != "deny" {
			t.Errorf("%q: %+v", command, got)
		}
		if v := Decide(cfg, Gather(cfg, command, Context{})); v.Code == CodeElevation {
			t.Errorf("%q where it can work: %+v", command, v)
		}
	}
}
