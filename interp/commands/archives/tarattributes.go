package archives

import (
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// A tarOwner is what --owner or --group say.
type tarOwner struct {
	set  bool
	name string
	id   int64 // -1 for that of the file
}

// over is what the options make of an owner's number and name: those of the
// option, or of a map.
func (o *tarOwner) over(m ownerMap, id int64, name string) (int64, string) {
	if to, ok := m[id]; ok {
		return to.over(nil, id, name)
	}
	if !o.set {
		return id, name
	}
	if o.id >= 0 {
		id = o.id
	}
	return id, o.name
}

// owned reads NAME, NAME:NUMBER or a number.
func (a *archiver) owned(f option.Found) int {
	o, status := a.parseOwner(f.Name, f.Value)
	if f.Name == "group" {
		a.group = o
	} else {
		a.owner = o
	}
	return status
}

// parseOwner reads NAME, NAME:NUMBER, :NUMBER or a number; kind is owner or
// group.
func (a *archiver) parseOwner(kind, value string) (tarOwner, int) {
	name, number, both := strings.Cut(value, ":")
	u := a.call.User
	known := map[string]int{"root": 0, u.Name: u.UID}
	if kind == "group" {
		known = map[string]int{"root": 0, u.Group: u.GID}
	}
	o := tarOwner{set: true, name: name}
	if !both {
		if id, ok := known[name]; ok && name != "" {
			o.id = int64(id)
			return o, 0
		}
		number, o.name = name, ""
		for n, id := range known {
			if n != "" && strconv.Itoa(id) == number {
				o.name = n
			}
		}
	}
	id, err := strconv.ParseUint(number, 10, 32)
	switch {
	case err == nil:
		o.id = int64(id)
	case both:
		return o, a.fatal("%s: Invalid owner or group ID", number)
	default:
		o.name, o.id = name, -1 // a name that is known elsewhere
	}
	return o, 0
}

// An ownerMap is a file of --owner-map or --group-map.
type ownerMap map[int64]tarOwner

// knownID is the number of a user or a group that has a name here.
func (a *archiver) knownID(kind, name string) (int64, bool) {
	u := a.call.User
	mine, id := u.Name, u.UID
	if kind == "group" {
		mine, id = u.Group, u.GID
	}
	switch name {
	case "root":
		return 0, true
	case mine:
		return int64(id), true
	}
	return -1, false
}

// mapWords splits a line of a map: the first word, and the second one, which may
// have blanks in double quotes.
func mapWords(line string) []string {
	words := strings.Fields(line)
	if len(words) < 2 || !strings.Contains(line, `"`) || words[0][0] == '#' {
		return words
	}
	return lineWords(strings.ReplaceAll(strings.TrimRight(line, "\n"), "'", `\'`))
}

// setMap reads a file whose lines are a name or +NUMBER, blanks, and what
// --owner takes.
func (a *archiver) setMap(f option.Found) int {
	text, status := a.lines(f.Value)
	if status != 0 {
		return status
	}
	m, bad := ownerMap{}, false
	kind := strings.TrimSuffix(f.Name, "-map")
	label := map[string]string{"owner": "UID", "group": "GID"}[kind]
	line := 0
	for text := range strings.Lines(text) {
		line++
		text = strings.TrimLeft(text, " \t")
		words := mapWords(text)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		if len(words) == 1 {
			a.warn("%s:%d: malformed line", f.Value, line)
			bad = true
			continue
		}
		id, known := int64(-1), true
		if number, ok := strings.CutPrefix(words[0], "+"); ok {
			n, err := strconv.ParseUint(number, 10, 32)
			if id, known = int64(n), err == nil; !known {
				a.warn("%s:%d: invalid %s: %s", f.Value, line, label, number)
			}
		} else if id, known = a.knownID(kind, words[0]); !known {
			a.warn("%s:%d: can't obtain %s of %s", f.Value, line, label, words[0])
		}
		o, status := a.parseOwner(kind, words[1])
		if status != 0 {
			return status
		}
		if known && o.id < 0 || known && !strings.Contains(words[1], ":") && words[1][0] != '+' && o.name == "" {
			a.warn("%s:%d: can't obtain %s of %s", f.Value, line, label, words[1])
			known = false
		}
		bad = bad || !known
		if _, there := m[id]; !there {
			m[id] = o
		}
	}
	if bad {
		return a.fatal("errors reading map file")
	}
	if kind == "owner" {
		a.ownerMap = m
	} else {
		a.groupMap = m
	}
	return 0
}

// dated is --mtime.
func (a *archiver) dated(f option.Found) int {
	at, text, status := a.date(f)
	a.mtime, a.dateText = at.Truncate(time.Second), text
	if at.Equal(garbageTime) {
		a.mtime = at
	}
	return status
}

// compressors are the programs that -I can name.
var compressors = map[string]*codec{"gzip": &gzipCodec, "pigz": &gzipCodec, "bzip2": &bzip2Codec, "pbzip2": &bzip2Codec, "xz": &xzCodec, "zstd": &zstdCodec}

// setProgram takes the argument of -I: a program of ours and its level, or
// another that the interpreter runs.
func (a *archiver) setProgram(f option.Found) int {
	words := strings.Fields(f.Value)
	if len(words) == 0 {
		return a.fatal("%s: Cannot exec: %s", f.Value, command.Message(syscall.ENOENT))
	}
	if compressors[path.Base(words[0])] == nil {
		a.program = f.Value
		return 0
	}
	a.codec = compressors[path.Base(words[0])]
	for _, w := range words[1:] {
		if n, err := strconv.Atoi(strings.TrimPrefix(w, "-")); err == nil && n > 0 && n < 23 {
			a.level = n
		}
	}
	return 0
}

// ownDirectory is what --one-top-level without a name means: the archive's name
// without what tells its format.
func (a *archiver) ownDirectory() int {
	name := path.Base(a.file)
	for _, suffix := range []string{".gz", ".Z", ".bz2", ".xz", ".zst", ".lzma", ".lz"} {
		name = strings.TrimSuffix(name, suffix)
	}
	short, ok := strings.CutSuffix(name, ".tar")
	for _, suffix := range []string{".tgz", ".taz", ".tbz", ".tbz2", ".tz2", ".txz", ".tzst"} {
		if !ok {
			short, ok = strings.CutSuffix(name, suffix)
		}
	}
	if !ok || short == "" {
		return a.usage("Cannot deduce top-level directory name; please set it explicitly with --one-top-level=DIR")
	}
	a.topLevel = short
	return 0
}

// sayDates tells what dates were taken for.
func (a *archiver) sayDates() {
	for _, d := range []struct {
		option, text string
		at           time.Time
	}{{a.newerBy, a.newerText, a.newer}, {"mtime", a.dateText, a.mtime}} {
		if as := d.at.In(a.zone()).Format(time.DateTime); d.text != "" && (a.verbose > 0 || a.mode == 't') && as != d.text {
			a.call.Errorf("Option --%s: Treating date '%s' as %s", d.option, d.text, as)
		}
	}
}
