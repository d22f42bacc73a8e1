package archives

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/commands/filemode"
	"github.com/aegish/aegish/interp/commands/moment"
)

// option takes one option or operand. done ends tar with success.
func (a *archiver) option(f option.Found) (status int, done bool) {
	if f.Name == "show-defaults" {
		a.out.WriteString("--format=gnu -f- -b20 --quoting-style=escape --rmt-command=/usr/sbin/rmt --rsh-command=/usr/bin/rsh\n")
		return 0, true
	}
	if f.Name == "show-snapshot-field-ranges" {
		a.out.WriteString(snapshotRanges)
		return 0, true
	}
	a.positional(f)
	if to := a.flags()[f.Name]; to != nil {
		*to = true
		return 0, false
	}
	if set := a.setters[f.Name]; set != nil {
		return set(a, f), false
	}
	if off, ok := strings.CutPrefix(f.Name, "no-"); ok {
		if to := a.flags()[off]; to != nil {
			*to = false
			return 0, false
		}
	}
	return 0, false // it changes nothing here
}

// flags are what options without an argument set; "no-" in front clears them.
func (a *archiver) flags() map[string]*bool {
	if a.flagsByName == nil {
		a.flagsByName = map[string]*bool{
			"a": &a.auto, "auto-compress": &a.auto, "p": &a.preserve, "same-permissions": &a.preserve, "m": &a.touch, "O": &a.stdout, "null": &a.null, "h": &a.follow, "utc": &a.utc,
			"numeric-owner": &a.numeric, "P": &a.absolute, "show-transformed-names": &a.showNew, "remove-files": &a.remove, "full-time": &a.fullTime, "clamp-mtime": &a.clamp,
			"verbatim-files-from": &a.verbatim, "hard-dereference": &a.unlinked, "keep-directory-symlink": &a.keepLinks, "anchored": &a.matching.anchored, "ignore-case": &a.matching.fold,
			"one-file-system": &a.oneDevice, "ignore-failed-read": &a.ignoreFailed, "R": &a.blockNumbers, "i": &a.ignoreZeros, "S": &a.sparse, "W": &a.verify, "l": &a.checkLinks,
			"show-omitted-dirs": &a.showOmitted, "recursive-unlink": &a.deep, "delay-directory-restore": &a.delayDirs, "unquote": &a.unquote, "ignore-command-error": &a.ignoreCommand,
			"G": &a.incremental.on,
		}
	}
	return a.flagsByName
}

// A tarSetter takes an option; it returns the status to end with, or 0.
type tarSetter = func(a *archiver, f option.Found) int

func codecSetter(c *codec) tarSetter {
	return func(a *archiver, f option.Found) int {
		if a.codec != nil && a.codec != c || a.program != "" {
			return a.usage("Conflicting compression options")
		}
		a.codec = c
		return 0
	}
}

func programSetter(program string) tarSetter {
	return func(a *archiver, f option.Found) int {
		a.program = program
		return 0
	}
}

func textSetter(to func(*archiver) *string) tarSetter {
	return func(a *archiver, f option.Found) int {
		*to(a) = f.Value
		return 0
	}
}

// tarSetters take the options that are no flags.
func tarSetters() map[string]tarSetter {
	m := map[string]tarSetter{
		"":         func(a *archiver, f option.Found) int { return a.addName(f.Value) },
		"add-file": func(a *archiver, f option.Found) int { return a.addName(f.Value) },
		"z":        codecSetter(&gzipCodec), "j": codecSetter(&bzip2Codec), "J": codecSetter(&xzCodec), "zstd": codecSetter(&zstdCodec),
		"lzip": programSetter("lzip"), "lzma": programSetter("lzma"), "lzop": programSetter("lzop"), "Z": programSetter("compress"),
		"I": (*archiver).setProgram, "mode": (*archiver).setMode, "transform": (*archiver).setTransform, "xform": (*archiver).setTransform, "b": (*archiver).setBlocks, "record-size": (*archiver).setRecord,
		"strip-components": (*archiver).setStrip, "owner": (*archiver).owned, "group": (*archiver).owned, "owner-map": (*archiver).setMap, "group-map": (*archiver).setMap,
		"mtime": (*archiver).dated, "N": (*archiver).setNewer, "newer-mtime": (*archiver).setNewer, "sort": (*archiver).setSort, "format": (*archiver).setFormat, "H": (*archiver).setFormat,
		"posix": (*archiver).setFormat, "old-archive": (*archiver).setFormat, "portability": (*archiver).setFormat, "ungzip": codecSetter(&gzipCodec), "X": (*archiver).excludeFrom, "T": (*archiver).namesFrom, "totals": (*archiver).setTotals,
		"occurrence": (*archiver).setOccurrence, "warning": func(a *archiver, f option.Found) int { return a.warning(f.Value) }, "hole-detection": wordSetter("hole-detection", "raw", "seek"),
		"atime-preserve": wordSetter("atime-preserve", "replace", "system"), "sparse-version": (*archiver).setSparseVersion, "level": (*archiver).setLevel, "g": (*archiver).setSnapshot,
		"backup": (*archiver).setBackup, "suffix": (*archiver).setBackup, "quoting-style": (*archiver).setQuoting, "quote-chars": (*archiver).setQuoting, "no-quote-chars": (*archiver).setQuoting,
		"checkpoint": (*archiver).setCheckpoint, "checkpoint-action": (*archiver).setCheckpoint, "pax-option": func(a *archiver, f option.Found) int {
			a.pax = append(a.pax, f.Value)
			return 0
		},
		"M": (*archiver).noVolumes, "L": (*archiver).noVolumes,
		"to-command": textSetter(func(a *archiver) *string { return &a.extra.command }), "V": textSetter(func(a *archiver) *string { return &a.label }),
		"index-file":    textSetter(func(a *archiver) *string { return &a.index }),
		"K":             func(a *archiver, f option.Found) int { a.from = f.Value; return a.addName(f.Value) },
		"f":             func(a *archiver, f option.Found) int { a.file = f.Value; a.files++; return 0 },
		"C":             func(a *archiver, f option.Found) int { a.dir = below(a.dir, f.Value); return 0 },
		"v":             func(a *archiver, f option.Found) int { a.verbose++; return 0 },
		"w":             func(a *archiver, f option.Found) int { a.asking = &asker{archiver: a}; return 0 },
		"one-top-level": func(a *archiver, f option.Found) int { a.topLevel, a.topAuto = f.Value, !f.Has; return 0 },
		"no-recursion":  func(a *archiver, f option.Found) int { a.flat = true; return 0 },
		"recursion":     func(a *archiver, f option.Found) int { a.flat = false; return 0 },
		"wildcards":     func(a *archiver, f option.Found) int { a.wildcards, a.matching.literal = true, false; return 0 },
		"no-wildcards": func(a *archiver, f option.Found) int {
			a.wildcards, a.hinted, a.matching.literal = false, true, true
			return 0
		},
		"wildcards-match-slash":    func(a *archiver, f option.Found) int { a.matching.components = false; return 0 },
		"no-wildcards-match-slash": func(a *archiver, f option.Found) int { a.matching.components = true; return 0 },
		"no-anchored":              func(a *archiver, f option.Found) int { a.matching.anchored, a.floating = false, true; return 0 },
		"no-overwrite-dir":         (*archiver).setOldFiles, "U": (*archiver).setOldFiles, "k": (*archiver).setOldFiles, "skip-old-files": (*archiver).setOldFiles, "overwrite": (*archiver).setOldFiles, "keep-newer-files": (*archiver).setOldFiles,
		"overwrite-dir": func(a *archiver, f option.Found) int { return 0 },
	}
	for name, mode := range map[string]byte{"c": 'c', "t": 't', "x": 'x', "r": 'r', "u": 'u', "A": 'A', "d": 'd', "delete": 'D', "test-label": 'l'} {
		m[name] = func(a *archiver, f option.Found) int {
			if a.mode != 0 && a.mode != mode {
				return a.usage("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option")
			}
			a.mode = mode
			return 0
		}
	}
	for _, kind := range []string{"exclude", "exclude-tag", "exclude-tag-under", "exclude-tag-all", "exclude-caches", "exclude-caches-under", "exclude-caches-all",
		"exclude-vcs", "exclude-backups", "exclude-ignore", "exclude-ignore-recursive", "exclude-vcs-ignores"} {
		m[kind] = (*archiver).setExclude
	}
	return m
}

// wordSetter takes one of several words, and changes nothing.
func wordSetter(name string, words ...string) tarSetter {
	return func(a *archiver, f option.Found) int {
		if !f.Has || slices.Contains(words, f.Value) {
			return 0
		}
		return a.badWord(name, f.Value, words...)
	}
}

// badWord reports a word that an option does not know.
func (a *archiver) badWord(name, value string, words ...string) int {
	what := "invalid"
	if slices.ContainsFunc(words, func(w string) bool { return value == "" || strings.HasPrefix(w, value) }) {
		what = "ambiguous"
	}
	var all strings.Builder
	for _, w := range words {
		fmt.Fprintf(&all, "\n  - ‘%s’", strings.ReplaceAll(w, ",", "’, ‘"))
	}
	a.call.Errorf("%s argument %s for %s\nValid arguments are:%s", what, command.Quote(value), command.Quote("--"+name), all.String())
	return 2
}

func (a *archiver) setMode(f option.Found) int {
	m, err := filemode.Parse(f.Value)
	if err != nil {
		return a.fatal("Invalid mode given on option")
	}
	a.newMode = m
	return 0
}

func (a *archiver) setTransform(f option.Found) int {
	list, err := parseTransforms(f.Value)
	var flag unknownFlag
	if errors.As(err, &flag) {
		return a.usage("Unknown flag in transform expression: %c", flag)
	}
	if errors.Is(err, errTransformRegexp) {
		return a.usage("Invalid transform expression: Invalid regular expression")
	} else if err != nil {
		return a.usage("Invalid transform expression")
	}
	a.transforms = append(a.transforms, list...)
	return 0
}

func (a *archiver) setBlocks(f option.Found) int {
	n, err := strconv.Atoi(f.Value)
	if err != nil || n < 1 || n > maxBlocking {
		return a.usage("%s: Invalid blocking factor", f.Value)
	}
	a.record = int64(n) * blockBytes
	return 0
}

// maxBlocking bounds records, which are held in memory, to 16 MiB.
const maxBlocking = 1 << 15

func (a *archiver) setRecord(f option.Found) int {
	n, err := command.ParseSize(f.Value, "bcGKkMPTw")
	switch {
	case err != nil:
		return a.usage("%s: Invalid record size", f.Value)
	case n <= 0 || n%blockBytes != 0:
		return a.usage("Record size must be a multiple of %d.", blockBytes)
	case n > maxBlocking*blockBytes:
		return a.usage("%s: Invalid record size", f.Value)
	}
	a.record = n
	return 0
}

func (a *archiver) setStrip(f option.Found) int {
	n, err := strconv.Atoi(f.Value)
	if err != nil || n < 0 {
		return a.usage("%s: Invalid number of elements", f.Value)
	}
	a.strip = n
	return 0
}

func (a *archiver) setSort(f option.Found) int {
	a.order = f.Value
	return wordSetter("sort", "none", "name", "inode")(a, f)
}

func (a *archiver) setFormat(f option.Found) int {
	value := map[string]string{"posix": "posix", "old-archive": "v7", "portability": "v7"}[f.Name]
	if value == "" {
		value = f.Value
	}
	if value == "pax" {
		value = "posix"
	}
	if !slices.Contains([]string{"v7", "oldgnu", "ustar", "posix", "gnu"}, value) {
		return a.usage("%s: Invalid archive format", value)
	}
	a.format = value
	return 0
}

func (a *archiver) setTotals(f option.Found) int {
	if f.Has {
		if !slices.Contains([]string{"SIGUSR1", "USR1", "SIGQUIT", "QUIT", "SIGHUP", "HUP", "SIGINT", "INT", "SIGUSR2", "USR2"}, f.Value) {
			return a.fatal("Unknown signal name: %s", f.Value)
		}
		return 0
	}
	a.extra.totals = true
	return 0
}

func (a *archiver) setOccurrence(f option.Found) int {
	a.occurrence = 1
	if f.Has {
		n, err := strconv.Atoi(f.Value)
		if err != nil || n < 0 {
			return a.fatal("%s: Invalid number", f.Value)
		}
		a.occurrence = n
	}
	return 0
}

func (a *archiver) setSparseVersion(f option.Found) int {
	major, minor, _ := strings.Cut(f.Value, ".")
	n, err := strconv.Atoi(major)
	k, err2 := strconv.Atoi("0" + minor)
	if err != nil || err2 != nil || n < 0 {
		return a.usage("Invalid sparse version value")
	}
	a.sparse = true
	a.sparseVersion = [2]int{n, k}
	return 0
}

func (a *archiver) setOldFiles(f option.Found) int {
	long := map[string]string{"k": "keep-old-files", "U": "unlink-first"}[f.Name]
	if long == "" {
		long = f.Name
	}
	if a.oldFiles != "" && a.oldFiles != long {
		return a.usage("'--%s' cannot be used with '--%s'", long, a.oldFiles)
	}
	a.oldFiles = long
	for name, to := range map[string]*bool{"k": &a.keep, "U": &a.unlinkFirst, "skip-old-files": &a.skip, "overwrite": &a.overwrite, "no-overwrite-dir": &a.keepDirs, "keep-newer-files": &a.keepNewer} {
		if name == f.Name {
			*to = true
		}
	}
	return 0
}

// noVolumes is -M and -L: archives of several volumes are not made and not read.
func (a *archiver) noVolumes(f option.Found) int {
	if f.Name == "L" {
		if _, err := command.ParseSize(f.Value, "bcGKkMPTw"); err != nil {
			return a.usage("%s: Invalid tape length", f.Value)
		}
	}
	return a.fatal("Archives of several volumes are not supported")
}

// garbageTime is what a date is that can not be read: all files are newer.
var garbageTime = time.Unix(math.MinInt64, 0)

// setNewer is -N, which takes the time of a file whose name looks like one, and
// --newer-mtime.
func (a *archiver) setNewer(f option.Found) int {
	if !a.newer.IsZero() {
		return a.usage("More than one threshold date")
	}
	a.newerBy = "after-date"
	if f.Name == "newer-mtime" {
		a.newerBy = f.Name
	}
	at, text, status := a.date(f)
	a.newer, a.newerText = at, text
	return status
}

// date reads a date, or takes that of a file whose name looks like one; text is
// empty then.
func (a *archiver) date(f option.Found) (at time.Time, text string, status int) {
	if f.Name != "newer-mtime" && (strings.HasPrefix(f.Value, "/") || strings.HasPrefix(f.Value, ".")) {
		fi, err := a.call.FS.Stat(f.Value)
		if err != nil {
			a.call.Errorf("%s: Cannot stat: %s", f.Value, command.Message(err))
			return at, "", a.usage("Date sample file not found")
		}
		return fi.ModTime(), "", 0
	}
	at, err := moment.Parse(f.Value, a.call.Now().In(a.zone()))
	if err != nil {
		a.call.Errorf("Substituting -9223372036854775807 for unknown date format %s", command.Quote(f.Value))
		return garbageTime, "", 0
	}
	return at, f.Value, 0
}
