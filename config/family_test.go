package config

import "testing"

func TestShellFamily(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]Family{
		"/bin/bash": FamilyBash, "/usr/bin/BASH": FamilyBash, "/opt/bash.exe": FamilyBash,
		"/bin/sh": FamilyBash, "/bin/dash": FamilyBash, "/bin/zsh": FamilyBash,
		"/usr/bin/fish": FamilyOther, "/usr/bin/pwsh": FamilyOther, "/bin/bash2": FamilyOther,
		"/x/.bash": FamilyOther, "/bin/rbash": FamilyOther,
	} {
		if got := FamilyOf(path); got != want {
			t.Errorf("FamilyOf(%q) = %v, want %v", path, got, want)
		}
	}
}
