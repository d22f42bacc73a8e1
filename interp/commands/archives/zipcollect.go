package archives

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/pattern"
)

// A zipMember is a file to be packed.
type zipMember struct {
	name, source string
	fi           fs.FileInfo
	done         bool
}

// A zipUsageError is one of the arguments that shows only while files are looked
// at.
type zipUsageError struct{ text string }

func (e *zipUsageError) Error() string { return e.text }

// without is -d.
func (z *zipper) without(names []string) ([]*zipEntry, error) {
	kept := z.old
	chosen := map[string]bool{} // members named as files are
	for _, name := range names {
		if fi, err := z.look(name); err == nil {
			if z.packable(name, fi) {
				member := memberName(name, fi, false)
				chosen[member] = true
				if err := z.add(member, name, fi); err != nil {
					return nil, err
				}
			}
		} else if !z.named(name, nil) {
			z.warn("name not matched: %s", name)
		}
	}
	z.added = nil
	if z.repeated != nil {
		return nil, z.repeats(z.repeated)
	}
	for _, name := range names {
		p := pattern.Compile(rootless(name), pattern.Options{Steps: z.call.Limits.Steps})
		kept = slices.DeleteFunc(slices.Clone(kept), func(f *zipEntry) bool {
			ok, _ := p.Match(f.name)
			return (ok || chosen[f.name]) && !z.leaveOut(f.name)
		})
	}
	for _, f := range z.old {
		if !slices.Contains(kept, f) {
			z.deleting(f)
		}
	}
	return kept, nil
}

func (z *zipper) deleting(f *zipEntry) {
	if !z.quiet {
		fmt.Fprintf(z.out, "deleting: %s\n", zipShown(f.name))
	}
}

// named tells whether a name or pattern is that of members that are there, and
// calls use for each.
func (z *zipper) named(name string, use func(*zipEntry)) bool {
	p := pattern.Compile(rootless(name), pattern.Options{Steps: z.call.Limits.Steps})
	found := false
	for _, f := range z.old {
		if ok, _ := p.Match(f.name); ok {
			found = true
			if use != nil {
				use(f)
			}
		}
	}
	return found
}

// gather finds the files that the names stand for.
func (z *zipper) gather(names []string) error {
	if z.patterns {
		for _, name := range names {
			z.wanted = append(z.wanted, pattern.Compile(name, pattern.Options{Steps: z.call.Limits.Steps}))
		}
		names, z.recurse = []string{"."}, true
	}
	if z.freshen && len(names) == 0 {
		for _, f := range z.old {
			if _, err := z.look(f.name); err == nil {
				names = append(names, f.name)
			}
		}
	}
	for _, name := range names {
		if err := z.operand(name); err != nil {
			return err
		}
	}
	if z.repeated != nil {
		return z.repeats(z.repeated)
	}
	if z.update || z.freshen {
		z.onlyNewer()
	}
	return nil
}

func (z *zipper) operand(name string) error {
	if name == "-" {
		return z.add("-", "-", nil)
	}
	if _, err := z.look(name); err == nil {
		return z.collect(name, 0)
	}
	var gone []string
	if z.named(name, func(f *zipEntry) { gone = append(gone, f.name) }) {
		for _, member := range gone {
			if _, err := z.look(member); err == nil {
				if err := z.collect(strings.TrimSuffix(member, "/"), depth); err != nil {
					return err
				}
			}
		}
		return nil
	}
	z.warn("name not matched: %s", name)
	return nil
}

func (z *zipper) look(name string) (fs.FileInfo, error) {
	if z.links {
		return z.call.FS.Lstat(name)
	}
	return z.call.FS.Stat(name)
}

// collect adds a file, and with -r what is below it.
func (z *zipper) collect(name string, level int) error {
	if z.ctx.Err() != nil {
		return context.Cause(z.ctx)
	}
	fi, err := z.look(name)
	if err != nil || level > depth {
		if !z.named(name, nil) {
			z.warn("name not matched: %s", name)
		}
		return nil
	}
	if !z.packable(name, fi) {
		return nil
	}
	if err := z.add(memberName(name, fi, z.junk), name, fi); err != nil || !fi.IsDir() || !z.recurse {
		return err
	}
	list, err := z.call.FS.ReadDir(name)
	if err != nil {
		z.warn("could not open for reading: %s", name)
		z.status = zipReading
		return nil
	}
	for _, e := range list {
		below := strings.TrimSuffix(name, "/") + "/" + e.Name()
		if name == "." {
			below = e.Name()
		}
		if err := z.collect(below, level+1); err != nil {
			return err
		}
	}
	return nil
}

// packable warns of what is not.
func (z *zipper) packable(name string, fi fs.FileInfo) bool {
	switch mode := fi.Mode(); {
	case mode&fs.ModeNamedPipe != 0:
		z.warn("ignoring FIFO (Named Pipe) - use -FI to read: %s", name)
	case !fi.IsDir() && !mode.IsRegular() && mode&fs.ModeSymlink == 0:
		z.warn("ignoring special file: %s", name)
	default:
		return true
	}
	return false
}

// rootless is a name without leading slashes and dots.
func rootless(name string) string {
	for strings.HasPrefix(name, "/") || strings.HasPrefix(name, "./") {
		_, name, _ = strings.Cut(name, "/")
	}
	return name
}

// memberName is what a file is called in the archive: no leading slashes and
// dots, a slash behind directories.
func memberName(name string, fi fs.FileInfo, junk bool) string {
	member := rootless(name)
	switch {
	case member == ".", junk && fi.IsDir():
		return ""
	case junk:
		return path.Base(member)
	case fi.IsDir() && member != "":
		return withSlash(member)
	}
	return member
}

// add takes a file up, unless the options leave it out.
func (z *zipper) add(member, source string, fi fs.FileInfo) error {
	switch {
	case member == "", z.nodirs && fi.IsDir(), z.leaveOut(member), fi != nil && !z.dated(fi), fi != nil && path.Clean(source) == path.Clean(z.archive):
		return nil
	}
	if i, ok := z.index[member]; ok {
		if withSlash(z.added[i].source) == withSlash(source) {
			return nil
		}
		if z.repeated == nil && !slices.ContainsFunc(z.old, func(f *zipEntry) bool { return f.name == member }) {
			z.repeated = &repetition{member, [2]string{z.added[i].source, source}}
			if fi != nil && fi.IsDir() {
				z.repeated.sources = [2]string{withSlash(z.added[i].source), withSlash(source)}
			}
		}
		return nil
	}
	z.index[member] = len(z.added)
	z.added = append(z.added, zipMember{name: member, source: source, fi: fi})
	return z.hold(len(source) + len(member) + 512)
}

// A repetition is a name in the archive that two files would have.
type repetition struct {
	member  string
	sources [2]string
}

// repeats reports a repetition, which ends zip once all names are known.
func (z *zipper) repeats(r *repetition) error {
	slices.Sort(r.sources[:])
	text := fmt.Sprintf("  first full name: %s\n                      second full name: %s\n                     name in zip file repeated: %s", r.sources[0], r.sources[1], r.member)
	if z.junk {
		text += "\n                     this may be a result of using -j"
	}
	z.warn("%s", text)
	return &zipUsageError{"cannot repeat names in zip file"}
}

func withSlash(name string) string { return strings.TrimSuffix(name, "/") + "/" }

// dated tells whether -t and -tt let a file through.
func (z *zipper) dated(fi fs.FileInfo) bool {
	when := fi.ModTime()
	return (z.from.IsZero() || !when.Before(z.from)) && (z.before.IsZero() || when.Before(z.before))
}

// leaveOut tells whether -x, -i or -R keep a member out.
func (z *zipper) leaveOut(member string) bool {
	matches := func(p *pattern.Pattern) bool {
		ok, _ := p.Match(member)
		return ok
	}
	within := func(p *pattern.Pattern) bool {
		ok, _ := p.Match(path.Base(member))
		return ok || matches(p)
	}
	return slices.ContainsFunc(z.left, matches) || len(z.taken) > 0 && !slices.ContainsFunc(z.taken, matches) ||
		len(z.wanted) > 0 && !slices.ContainsFunc(z.wanted, within)
}

// onlyNewer leaves of what was found that which -u or -f are for.
func (z *zipper) onlyNewer() {
	there := map[string]*zipEntry{}
	for _, f := range z.old {
		there[f.name] = f
	}
	z.keepAdded(func(m *zipMember) bool {
		f := there[m.name]
		if f == nil {
			return !z.freshen
		}
		return m.fi == nil || m.fi.ModTime().Unix() > z.modified(f).Unix()
	})
}

// keepAdded forgets what use does not want of the files found.
func (z *zipper) keepAdded(use func(*zipMember) bool) {
	z.added = slices.DeleteFunc(z.added, func(m zipMember) bool { return !use(&m) })
	clear(z.index)
	for i := range z.added {
		z.index[z.added[i].name] = i
	}
}

// synchronized is -FS: members whose files are gone go, and those whose files
// have not changed stay as they are. It tells whether nothing is to be done.
func (z *zipper) synchronized() bool {
	same, gone := map[string]bool{}, 0
	kept := slices.Clone(z.old)
	for _, f := range z.old {
		i, ok := z.index[f.name]
		if !ok {
			z.deleting(f)
			kept = slices.DeleteFunc(kept, func(k *zipEntry) bool { return k == f })
			gone++
			continue
		}
		fi := z.added[i].fi
		same[f.name] = fi != nil && fi.ModTime().Unix() == z.modified(f).Unix() && (fi.IsDir() || uint64(fi.Size()) == f.size)
	}
	z.old = kept
	z.keepAdded(func(m *zipMember) bool { return !same[m.name] })
	return gone == 0 && len(z.added) == 0
}
