package builtins

import (
	"strings"

	"github.com/aegish/aegish/interp/vfs"
)

// A likeness says how much a name differs from the one that was typed.
type likeness int

const (
	same    likeness = iota
	swapped          // two neighbours changed places
	oneOff           // one character is wrong, missing or too much
	foreign
)

// compare tells how much a name is like the one that was typed (bash(1), cdspell).
func compare(name, typed string) likeness {
	for name != "" && typed != "" && name[0] == typed[0] {
		name, typed = name[1:], typed[1:]
	}
	switch {
	case name == typed:
		return same
	case len(name) > 1 && len(typed) > 1 && name[0] == typed[1] && name[1] == typed[0] && name[2:] == typed[2:]:
		return swapped
	case name != "" && typed != "" && name[1:] == typed[1:],
		name != "" && name[1:] == typed,
		typed != "" && name == typed[1:]:
		return oneOff
	}
	return foreign
}

// respell is typed with each part that does not exist replaced by the most similar name;
// ok is false where there is none.
func respell(fsys vfs.FS, typed string) (path string, ok bool) {
	var b strings.Builder
	for typed != "" {
		slashes := len(typed) - len(strings.TrimLeft(typed, "/"))
		b.WriteString(typed[:slashes])
		part, _, _ := strings.Cut(typed[slashes:], "/")
		typed = typed[slashes+len(part):]
		if part == "" {
			break
		}
		best, found := similar(fsys, orDot(b.String()), part)
		if !found {
			return "", false
		}
		b.WriteString(best)
	}
	return b.String(), true
}

// similar is the name in a directory that is most like part.
func similar(fsys vfs.FS, dir, part string) (best string, ok bool) {
	if part == "." || part == ".." {
		return part, true
	}
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return "", false
	}
	nearest := foreign
	for _, entry := range entries {
		if l := compare(entry.Name(), part); l <= nearest && l < foreign {
			best, nearest = entry.Name(), l
		}
	}
	return best, nearest < foreign
}
