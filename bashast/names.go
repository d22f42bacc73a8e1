package bashast

import "strings"

// assignable reports whether a text may give a value to the variable name. Not
// to one that changes how bash reads or runs the rest, nor to one that bash
// computes or does not let be changed, whose value would not be the one that
// was reported. OPTIND is an integer to bash, so that its value is evaluated:
// OPTIND='a[$(id)]' runs id. Variables that only matter to programs, or to where bash looks
// for them, are for the caller to judge.
func assignable(name string, src []byte) bool {
	switch name {
	case "IFS", "POSIXLY_CORRECT", "POSIX_PEDANTIC", "PS4", "histchars",
		"SHELLOPTS", "UID", "EUID", "PPID", "_",
		"COMP_WORDBREAKS", "DIRSTACK", "EPOCHREALTIME", "EPOCHSECONDS", "FUNCNAME", "GROUPS",
		"HISTCMD", "LINENO", "OPTIND", "PIPESTATUS", "RANDOM", "SECONDS", "SRANDOM":
		return false
	case "BASH_ENV":
		return true // for the next bash, not for this one
	case "LANG", "LANGUAGE":
		return ascii(src)
	}
	switch {
	case strings.HasPrefix(name, "BASH"):
		return false
	case strings.HasPrefix(name, "LC_"):
		// Another character set may read bytes beyond ASCII differently.
		return ascii(src)
	}
	return true
}

// ascii reports whether src has no byte beyond ASCII.
func ascii(src []byte) bool {
	for _, c := range src {
		if c >= 0x80 {
			return false
		}
	}
	return true
}
