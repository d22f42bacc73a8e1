package archives

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// An ignoreFile is the name of a file that lists what is left out of its
// directory and of those below it (--exclude-ignore, --exclude-ignore-recursive,
// --exclude-vcs-ignores).
type ignoreFile struct {
	name string
	// syntax is that of a version control system, empty for patterns of -X.
	syntax string
}

var vcsIgnores = []ignoreFile{{".cvsignore", "cvs"}, {".gitignore", "git"}, {".bzrignore", "bzr"}, {".hgignore", "hg"}}

// An ignoreList has the patterns of one such file. Its names begin behind
// prefix, which ends in a slash.
type ignoreList struct {
	prefix   string
	patterns []*exclusion
}

// ignoreLists adds the lists in a directory to those above it.
func (w *tarWriter) ignoreLists(dir, name string, list []fs.DirEntry, above []*ignoreList) ([]*ignoreList, error) {
	if len(w.ignores) == 0 {
		return above, nil
	}
	out := slices.Clip(above)
	for _, f := range w.ignores {
		if !slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Name() == f.name }) {
			continue
		}
		path := below(below(dir, name), f.name)
		fi, err := w.call.FS.Stat(path)
		if err != nil || fi.IsDir() {
			continue
		}
		text, status := w.lines(path)
		if status != 0 {
			w.warn("%s: Cannot read: %s", w.inMessage(path), command.Message(errHeld))
			continue
		}
		l := &ignoreList{prefix: strings.TrimRight(name, "/") + "/"}
		for line := range strings.SplitSeq(text, "\n") {
			w.ignore(l, f.syntax, line)
		}
		out = append(out, l)
	}
	return out, nil
}

// ignore takes a line of a list.
func (a *archiver) ignore(l *ignoreList, syntax, line string) {
	m := matching{}
	switch syntax {
	case "":
		m = a.matching
	case "cvs":
		for _, word := range strings.Fields(line) {
			l.patterns = append(l.patterns, a.compile(word, m))
		}
		return
	case "git", "bzr":
		if strings.HasPrefix(line, "#") {
			return
		}
		if inner := strings.TrimSuffix(line, "/"); strings.Contains(inner, "/") {
			m.anchored, m.components = true, true
			line = strings.TrimPrefix(line, "/")
		}
	case "hg":
		if strings.HasPrefix(line, "syntax:") || strings.HasPrefix(line, "#") {
			return
		}
	}
	if line = strings.TrimRight(line, " \t\r"); line != "" {
		l.patterns = append(l.patterns, a.compile(strings.TrimSuffix(line, "/"), m))
	}
}

// ignoredBy tells whether a list leaves out a name. The version that is imitated
// makes no difference between lists that count below their directory and others.
func ignoredBy(lists []*ignoreList, name string) bool {
	for _, l := range lists {
		rest, ok := strings.CutPrefix(name, l.prefix)
		if !ok {
			continue
		}
		if slices.ContainsFunc(l.patterns, func(p *exclusion) bool { return p.in(rest, true) }) {
			return true
		}
	}
	return false
}
