package archives

import (
	"io"
	"path"
	"strings"

	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/vfs"
)

// matching says how patterns are compared with names; it counts for those that
// come behind the option (info tar, "Controlling Pattern-Matching").
type matching struct {
	anchored, fold, literal bool
	// components keeps * from matching slashes.
	components bool
}

// An exclusion is one pattern of --exclude.
type exclusion struct {
	matching
	text  string
	parts []*pattern.Pattern // one for all, or for each component
}

func (a *archiver) exclude(text string) {
	a.excludes = append(a.excludes, *a.compile(text, a.matching))
}

// compile makes a pattern.
func (a *archiver) compile(text string, m matching) *exclusion {
	e := &exclusion{matching: m, text: text}
	parts := []string{text}
	if e.components {
		parts = strings.Split(text, "/")
	}
	for _, p := range parts {
		e.parts = append(e.parts, pattern.Compile(p, pattern.Options{Steps: a.call.Limits.Steps, NoCase: e.fold}))
	}
	return e
}

// setExclude takes the options that leave files out.
func (a *archiver) setExclude(f option.Found) int {
	kind := strings.TrimPrefix(strings.TrimPrefix(f.Name, "exclude"), "-")
	switch {
	case kind == "":
		a.exclude(f.Value)
	case kind == "vcs", kind == "backups":
		a.excludeKind(f.Name)
	case kind == "vcs-ignores":
		a.ignores = append(a.ignores, vcsIgnores...)
	case strings.HasPrefix(kind, "ignore"):
		a.ignores = append(a.ignores, ignoreFile{name: f.Value})
	case strings.HasPrefix(kind, "caches"):
		a.tags = append(a.tags, cacheTag{name: "CACHEDIR.TAG", cache: true, keep: strings.TrimPrefix(strings.TrimPrefix(kind, "caches"), "-")})
	default:
		a.tags = append(a.tags, cacheTag{name: f.Value, keep: strings.TrimPrefix(strings.TrimPrefix(kind, "tag"), "-")})
	}
	return 0
}

// excludeKind leaves out what an option knows the names of.
func (a *archiver) excludeKind(option string) {
	names := ".#* *~ #*#"
	if option == "exclude-vcs" {
		names = "CVS .cvsignore RCS SCCS .git .gitignore .gitattributes .gitmodules .svn .arch-ids {arch} =RELEASE-ID =meta-update =update " +
			".bzr .bzrignore .bzrtags .hg .hgignore .hgtags _darcs"
	}
	saved := a.matching
	a.matching = matching{}
	for name := range strings.FieldsSeq(names) {
		a.exclude(name)
	}
	a.matching = saved
}

// match compares one part of a name that ends before a slash or as the name.
func (e *exclusion) match(name string) bool {
	switch {
	case e.literal && e.fold:
		return strings.EqualFold(e.text, name)
	case e.literal:
		return e.text == name
	case !e.components:
		ok, _ := e.parts[0].Match(name)
		return ok
	}
	parts := strings.Split(name, "/")
	if len(parts) != len(e.parts) {
		return false
	}
	for i, p := range e.parts {
		if ok, _ := p.Match(parts[i]); !ok {
			return false
		}
	}
	return true
}

// excluded tells whether a pattern matches the name, the end of it behind a
// slash, or a directory above it.
func (a *archiver) excluded(name string) bool {
	name = strings.TrimSuffix(name, "/")
	if len(name) > vfs.MaxPath {
		return false // no filesystem takes it, and it is not worth the time
	}
	for i := range a.excludes {
		if a.excludes[i].in(name, !a.flat) {
			return true
		}
	}
	return false
}

// in tells whether the pattern matches; deep lets it match a directory above the
// name.
func (e *exclusion) in(name string, deep bool) bool {
	for start := 0; ; {
		for end := start; ; end++ {
			next := strings.IndexByte(name[end:], '/')
			if next < 0 {
				end = len(name)
			} else {
				end += next
			}
			whole := end == len(name) || deep // only with recursion is what is in a directory excluded with it
			if whole && e.match(name[start:end]) {
				return true
			}
			if next < 0 {
				break
			}
		}
		next := strings.IndexByte(name[start:], '/')
		if next < 0 || e.anchored {
			return false
		}
		start += next + 1
	}
}

// A cacheTag is a file that leaves out what is in its directory. keep is empty
// when the directory and the tag are packed, "under" when the directory is, and
// "all" when nothing is.
type cacheTag struct {
	name, keep string
	cache      bool // the file has to begin with the signature of a cache
}

// cacheSignature is what CACHEDIR.TAG begins with.
const cacheSignature = "Signature: 8a477f597d28d172789f06886806bc55"

// tagged finds the tag that a directory has.
func (w *tarWriter) tagged(dir, name string) *cacheTag {
	for i := range w.tags {
		t := &w.tags[i]
		full := path.Join(below(dir, name), t.name)
		if _, err := w.call.FS.Stat(full); err != nil {
			continue
		}
		if t.cache {
			head := make([]byte, len(cacheSignature))
			in, err := w.call.Open(w.ctx, full)
			if err != nil {
				continue
			}
			_, err = io.ReadFull(in, head)
			in.Close()
			if err != nil || string(head) != cacheSignature {
				continue
			}
		}
		what := "contents"
		if t.keep == "all" {
			what = "directory"
		}
		if w.verbose > 0 {
			w.note("cachedir", "%s/: contains a cache directory tag %s; %s not dumped", w.inMessage(strings.TrimRight(name, "/")), w.escaped(t.name), what)
		}
		return t
	}
	return nil
}
