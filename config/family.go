package config

// A Family is the kind of shell that will read the command.
type Family int

const (
	FamilyOther Family = iota // no parser here; the raw text is all there is
	FamilyBash                // bash, sh, dash, zsh
)

// FamilyOf tells a shell's family from its executable's stem.
func FamilyOf(path string) Family {
	switch ShellStem(path) {
	case "bash", "sh", "dash", "zsh":
		return FamilyBash
	}
	return FamilyOther
}

// IsBash reports whether the shell is bash itself: the only one whose reading
// of a word the gate is proved against, and the only one whose state can be
// captured.
func IsBash(path string) bool { return ShellStem(path) == "bash" }
