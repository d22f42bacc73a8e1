package compare

import (
	"bytes"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// A gitHeader is what git writes before the hunks of a file: names that change
// and permissions (git-diff, Generating patch text with -p).
type gitHeader struct {
	name             string // when both are the same
	from, to         string // of a rename or a copy, without a prefix
	copies           bool
	oldMode, newMode fs.FileMode // 0 for none
	used             bool        // there are hunks
	created, deleted bool        // the file is new, or goes
	link, binary     bool        // it is a symbolic link; a binary diff
}

// read takes in one line of the header; false when it is no part of one.
func (g *gitHeader) read(line []byte) bool {
	text := strings.TrimRight(string(line), "\r\n")
	mode := func(s string) fs.FileMode {
		n, err := strconv.ParseUint(s, 8, 32)
		if err != nil {
			return 0
		}
		return fs.FileMode(n).Perm()
	}
	for prefix, do := range map[string]func(string){
		"rename from ": func(s string) { g.from = s }, "rename to ": func(s string) { g.to = s },
		"copy from ": func(s string) { g.from, g.copies = s, true }, "copy to ": func(s string) { g.to = s },
		"old mode ": func(s string) { g.oldMode = mode(s) }, "new mode ": func(s string) { g.newMode = mode(s) },
		"new file mode ":     func(s string) { g.newMode, g.created, g.link = mode(s), true, strings.HasPrefix(s, "12") },
		"deleted file mode ": func(s string) { g.oldMode, g.deleted = mode(s), true },
	} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			do(rest)
			return true
		}
	}
	if text == "GIT binary patch" {
		g.binary = true
		return true
	}
	return strings.HasPrefix(text, "index ") || strings.HasPrefix(text, "similarity index ") || strings.HasPrefix(text, "dissimilarity index ")
}

// newGitHeader reads the line "diff --git a/NAME b/NAME".
func newGitHeader(line []byte) *gitHeader {
	g := &gitHeader{}
	names := strings.TrimRight(string(bytes.TrimPrefix(line, []byte("diff --git "))), "\r\n")
	if n := len(names); n%2 == 1 && names[n/2] == ' ' && path.Base(names[:n/2]) == path.Base(names[n/2+1:]) {
		g.name = names[n/2+1:]
	}
	return g
}

// alone is the patch that the header is without hunks; false when it says
// nothing that can be done.
func (g *gitHeader) alone(reverse bool) (patchFile, bool) {
	if g == nil || g.used {
		return patchFile{}, false
	}
	f := patchFile{old: g.name, new: g.name}
	if reverse {
		g.turn()
	}
	f.git, f.binary = g, g.binary
	if g.created {
		f.old = "/dev/null"
	}
	if g.deleted {
		f.new = "/dev/null"
	}
	return f, g.from != "" && g.to != "" || g.name != "" && (g.oldMode != 0 && g.newMode != 0 || g.created || g.deleted || g.binary)
}

// turn makes the header that of the reverse.
func (g *gitHeader) turn() {
	g.from, g.to = g.to, g.from
	g.oldMode, g.newMode = g.newMode, g.oldMode
	g.created, g.deleted = g.deleted, g.created
}
