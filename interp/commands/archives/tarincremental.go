package archives

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/vfs"
)

// tarIncremental is -g and -G: archives of what has changed since a snapshot.
// Directories that were renamed are new ones.
type tarIncremental struct {
	on    bool
	file  string // the snapshot, empty for -G
	fresh bool   // --level=0
	level bool   // there was a --level
	since time.Time
	known map[string]knownDir
	seen  []knownDir
}

// A knownDir is a directory of a snapshot.
type knownDir struct {
	name     string
	when     time.Time
	dev, ino uint64
	contents string // letters and names that end in a NUL each
}

const (
	snapshotHead   = "GNU tar-1.34-2\n"
	snapshotRanges = "This tar's snapshot file field ranges are\n   (field name      => [ min, max ]):\n\n    nfs             => [ 0, 1 ],\n    timestamp_sec   => [ -9223372036854775808, 9223372036854775807 ],\n" +
		"    timestamp_nsec  => [ 0, 999999999 ],\n    dev             => [ 0, 18446744073709551615 ],\n    ino             => [ 0, 18446744073709551615 ],\n\n"
)

func (a *archiver) setSnapshot(f option.Found) int {
	a.incremental.on, a.incremental.file = true, f.Value
	return 0
}

func (a *archiver) setLevel(f option.Found) int {
	n, err := strconv.Atoi(f.Value)
	if err != nil || n < 0 {
		return a.usage("Invalid incremental level value")
	}
	a.incremental.fresh, a.incremental.level = n == 0, true
	return 0
}

// incrementally packs directories with the lists of what is in them, and then
// the files that have changed.
func (w *tarWriter) incrementally() error {
	began := w.call.Now()
	if ok, err := w.readSnapshot(); err != nil || !ok {
		return err
	}
	type entry struct {
		dir, name string
		inner     []string
	}
	var dirs []entry
	for i := range w.work {
		n := &w.work[i]
		name := n.name
		if len(name) > 1 {
			name = strings.TrimRight(name, "/")
		}
		w.excludes.limited, w.excludes.limit = true, n.excludes
		if w.excluded(name) {
			continue
		}
		fi, err := w.look(below(n.dir, name))
		if err == nil && fi.IsDir() {
			w.device = deviceOf(fi)
			err = w.scan(n.dir, name, fi, 0, func(name string, inner []string) { dirs = append(dirs, entry{n.dir, name, inner}) })
			if err != nil {
				return err
			}
			continue
		}
		if err == nil && w.letter(fi, nil, true) == 'N' {
			continue // it has not changed
		}
		if err := w.member(n.dir, name, 0, nil); err != nil {
			return err
		}
	}
	for _, d := range dirs {
		for _, name := range d.inner {
			if err := w.member(d.dir, name, 1, nil); err != nil {
				return err
			}
		}
	}
	return w.writeSnapshot(began)
}

// scan packs a directory and those below it, without files; found is told which
// files are to be packed.
func (w *tarWriter) scan(dir, name string, fi fs.FileInfo, level int, found func(string, []string)) error {
	if w.ctx.Err() != nil || level >= depth {
		return w.ctx.Err()
	}
	full := below(dir, name)
	list, err := w.call.FS.ReadDir(full)
	if err != nil {
		w.failed(name, "open", err)
		return nil
	}
	known := w.knows(name, fi)
	id, _ := identity(fi)
	tag := w.tag(dir, name)
	w.sayScanned(name, known, tag)
	if tag != nil && tag.keep == "all" {
		return nil // of a name that was asked for; the others are not come to
	}
	var contents strings.Builder
	var inner, deeper []string
	for _, e := range list {
		path := below(name, e.Name())
		if w.excluded(path) {
			continue
		}
		fi, err := w.look(below(dir, path))
		letter := w.letter(fi, err, known)
		switch {
		case tag != nil && tag.keep == "" && e.Name() != tag.name:
			continue
		case tag != nil && tag.keep == "" && letter != 0:
			letter = 'Y'
		case tag != nil && tag.keep == "under" && letter != 0:
			letter = 'N'
		case letter == 'D':
			if t := w.tag(dir, path); t != nil && t.keep == "all" {
				letter = 'N'
				w.sayScanned(path, w.knows(path, fi), t)
				id, _ := identity(fi)
				w.incremental.seen = append(w.incremental.seen, knownDir{name: path, when: fi.ModTime(), dev: id[0], ino: id[1], contents: "\x00"})
			}
		}
		switch letter {
		case 'D':
			deeper = append(deeper, path)
		case 'Y':
			inner = append(inner, path)
		case 0:
			continue
		}
		contents.WriteByte(letter)
		contents.WriteString(e.Name())
		contents.WriteByte(0)
	}
	contents.WriteByte(0)
	if err := w.hold(contents.Len() + len(name) + 64); err != nil {
		return err
	}
	w.incremental.seen = append(w.incremental.seen, knownDir{name: name, when: fi.ModTime(), dev: id[0], ino: id[1], contents: contents.String()})
	if err := w.dumpdir(dir, name, fi, contents.String()); err != nil {
		return err
	}
	found(name, inner)
	if w.flat {
		return nil
	}
	for _, path := range deeper {
		fi, err := w.look(below(dir, path))
		if err != nil {
			w.failed(path, "stat", err)
			continue
		}
		if err := w.scan(dir, path, fi, level+1, found); err != nil {
			return err
		}
	}
	return nil
}

// knows tells whether a directory is in the snapshot.
func (w *tarWriter) knows(name string, fi fs.FileInfo) bool {
	old, known := w.incremental.known[name]
	id, _ := identity(fi)
	return known && old.ino == id[1]
}

// sayScanned is what -v says about a directory of an incremental archive.
func (w *tarWriter) sayScanned(name string, known bool, tag *cacheTag) {
	if !known && w.verbose > 0 {
		w.note("new-directory", "%s: Directory is new", w.inMessage(name))
	}
	if tag != nil {
		w.sayTagged(name, tag)
	}
}

// letter is what a snapshot says about a file: D for directories, Y for what is
// packed, N for what is not; 0 when it is gone.
func (w *tarWriter) letter(fi fs.FileInfo, err error, known bool) byte {
	switch {
	case err != nil:
		return 0
	case fi.IsDir() && w.oneDevice && deviceOf(fi) != w.device:
		return 'N'
	case fi.IsDir():
		return 'D'
	case !known || w.incremental.since.IsZero():
		return 'Y'
	}
	changed := fi.ModTime()
	if s, ok := fi.Sys().(*vfs.Sys); ok && s.Ctime.After(changed) {
		changed = s.Ctime
	}
	if changed.Before(w.incremental.since) {
		return 'N'
	}
	return 'Y'
}

// dumpdir packs a directory with the list of what is in it.
func (w *tarWriter) dumpdir(dir, name string, fi fs.FileInfo, contents string) error {
	h, err := w.header(below(dir, name), name, fi)
	if err != nil {
		return w.unpackable(name, err)
	}
	h.Names, h.HasNames = contents, true
	if w.format == "posix" {
		return w.write(h, name)
	}
	h.Type, h.Size, h.Stored = 'D', int64(len(contents)), int64(len(contents))
	if err := w.write(h, name); err != nil {
		return err
	}
	_, err = w.w.Write([]byte(contents))
	return err
}

// readSnapshot reads the file of -g; false when there is nothing to be done.
func (w *tarWriter) readSnapshot() (bool, error) {
	inc := &w.incremental
	inc.known = map[string]knownDir{}
	if inc.file == "" || inc.fresh {
		return true, nil
	}
	f, err := vfs.OpenContext(w.ctx, w.call.FS, inc.file, syscall.O_RDWR|syscall.O_CREAT, 0o666)
	if err != nil {
		w.warn("%s: Cannot open: %s", w.inMessage(inc.file), command.Message(err))
		return false, nil
	}
	f.Close()
	text, status := w.lines(inc.file)
	if status != 0 {
		return false, errHeld
	}
	if text == "" {
		return true, nil
	}
	if err := inc.parse(text); err != nil {
		w.fatal("%s%v", w.inMessage(inc.file), err)
		return false, errTold
	}
	return true, nil
}

// parse reads a snapshot of version 2 (info tar, "Snapshot Files").
func (inc *tarIncremental) parse(text string) error {
	head, rest, ok := strings.Cut(text, "\n")
	if !ok || !strings.HasPrefix(head, "GNU tar-") || !strings.HasSuffix(head, "-2") {
		return errors.New(":1: Invalid time stamp: Invalid argument")
	}
	fields := snapshotFields{rest: []byte(rest)}
	inc.since = time.Unix(fields.number(), fields.number())
	for len(fields.rest) > 0 && !fields.bad {
		fields.number() // of a network filesystem
		d := knownDir{when: time.Unix(fields.number(), fields.number())}
		d.dev, d.ino, d.name = uint64(fields.number()), uint64(fields.number()), fields.text()
		for {
			entry := fields.text()
			if entry == "" || fields.bad {
				break
			}
			d.contents += entry + "\x00"
		}
		if len(fields.rest) > 0 && fields.rest[0] == 0 {
			fields.rest = fields.rest[1:]
		}
		inc.known[d.name] = d
	}
	if fields.bad {
		return errors.New(": Unexpected EOF in snapshot file")
	}
	return nil
}

// snapshotFields reads what ends in NULs.
type snapshotFields struct {
	rest []byte
	bad  bool
}

func (s *snapshotFields) text() string {
	at := bytes.IndexByte(s.rest, 0)
	if at < 0 {
		s.bad, s.rest = true, nil
		return ""
	}
	t := string(s.rest[:at])
	s.rest = s.rest[at+1:]
	return t
}

func (s *snapshotFields) number() int64 {
	t := s.text()
	n, err := strconv.ParseUint(strings.TrimPrefix(t, "-"), 10, 64)
	if err != nil {
		s.bad = true
	}
	if strings.HasPrefix(t, "-") {
		return -int64(n)
	}
	return int64(n)
}

// writeSnapshot replaces the file of -g.
func (w *tarWriter) writeSnapshot(began time.Time) error {
	inc := &w.incremental
	if inc.file == "" {
		return nil
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s%d\x00%d\x00", snapshotHead, began.Unix(), began.Nanosecond())
	seen := map[string]bool{}
	for _, d := range inc.seen {
		seen[d.name] = true
	}
	list := slices.Clone(inc.seen)
	for _, d := range inc.known {
		if !seen[d.name] && w.stillThere(d) {
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b knownDir) int { return strings.Compare(a.name, b.name) })
	for _, d := range list {
		fmt.Fprintf(&b, "0\x00%d\x00%d\x00%d\x00%d\x00%s\x00%s\x00", d.when.Unix(), d.when.Nanosecond(), d.dev, d.ino, d.name, strings.TrimSuffix(d.contents, "\x00")+"\x00")
	}
	f, err := w.call.Create(w.ctx, inc.file)
	if err == nil {
		_, err = f.Write(b.Bytes())
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}
	if err != nil {
		w.warn("%s: Cannot write: %s", w.inMessage(inc.file), command.Message(err))
	}
	return nil
}

// stillThere tells whether a directory that was not asked for keeps its place in
// the snapshot.
func (w *tarWriter) stillThere(d knownDir) bool {
	for i := range w.work {
		if n := strings.TrimRight(w.work[i].name, "/"); d.name == n || strings.HasPrefix(d.name, n+"/") {
			return false
		}
	}
	return true
}
