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
	order int
}

// exclusions are all patterns of --exclude and -X, numbered as they came.
type exclusions struct {
	count    int
	patterns []exclusion
	// whole has what is compared letter by letter, of which lists may have
	// hundreds of thousands, and the number that it came with first.
	whole map[wholeName]int
	// A name that is packed knows those in front of it alone.
	limited bool
	limit   int
}

type wholeName struct {
	text     string
	anchored bool
}

func (a *archiver) exclude(text string) {
	e := &a.excludes
	order := e.count
	e.count++
	if a.matching.fold || !a.matching.literal && strings.ContainsAny(text, `*?[\`) {
		p := a.compile(text, a.matching)
		p.order = order
		e.patterns = append(e.patterns, *p)
		return
	}
	if e.whole == nil {
		e.whole = map[wholeName]int{}
	}
	key := wholeName{text, a.matching.anchored}
	if _, there := e.whole[key]; !there {
		e.whole[key] = order
	}
}

// counts tells whether the exclusion of that number is in force.
func (e *exclusions) counts(order int) bool { return !e.limited || order < e.limit }

// has tells whether part of a name is excluded letter by letter; begins tells that
// the part is the beginning of the name.
func (e *exclusions) has(part string, begins bool) bool {
	order, ok := e.whole[wholeName{part, false}]
	if ok && e.counts(order) {
		return true
	}
	order, ok = e.whole[wholeName{part, true}]
	return ok && begins && e.counts(order)
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
	e := &a.excludes
	for i := range e.patterns {
		if e.counts(e.patterns[i].order) && e.patterns[i].in(name, !a.flat) {
			return true
		}
	}
	return len(e.whole) > 0 && parts(name, !a.flat, e.has)
}

// in tells whether the pattern matches; deep lets it match a directory above the
// name.
func (e *exclusion) in(name string, deep bool) bool {
	return parts(name, deep, func(part string, begins bool) bool { return (begins || !e.anchored) && e.match(part) })
}

// parts tells whether a part of a name matches that begins behind a slash and
// ends with the name, or, with deep, before another slash.
func parts(name string, deep bool, match func(part string, begins bool) bool) bool {
	for start := 0; ; {
		for end := start; ; end++ {
			next := strings.IndexByte(name[end:], '/')
			if next < 0 {
				end = len(name)
			} else {
				end += next
			}
			whole := end == len(name) || deep // only with recursion is what is in a directory excluded with it
			if whole && match(name[start:end], start == 0) {
				return true
			}
			if next < 0 {
				break
			}
		}
		next := strings.IndexByte(name[start:], '/')
		if next < 0 {
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

// tagged finds the tag that a directory has, nil when it has none, and says so.
func (w *tarWriter) tagged(dir, name string) *cacheTag {
	t := w.tag(dir, name)
	if t != nil {
		w.sayTagged(strings.TrimRight(name, "/")+"/", t)
	}
	return t
}

func (w *tarWriter) sayTagged(name string, t *cacheTag) {
	what := "contents"
	if t.keep == "all" {
		what = "directory"
	}
	if w.verbose > 0 {
		w.note("cachedir", "%s: contains a cache directory tag %s; %s not dumped", w.inMessage(name), w.escaped(t.name), what)
	}
}

// tag is tagged in silence.
func (w *tarWriter) tag(dir, name string) *cacheTag {
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
		return t
	}
	return nil
}
