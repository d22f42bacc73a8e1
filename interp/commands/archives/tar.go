package archives

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/commands/filemode"
)

// An archiver is one invocation of tar.
type archiver struct {
	ctx  context.Context
	call *command.Call
	out  *command.Output

	mode                             byte
	file                             string
	codec                            *codec
	auto, preserve, touch            bool
	keep, skip, stdout, wildcards    bool
	null, flat, follow, utc, numeric bool
	verbose                          int
	strip                            int
	excludes                         []exclusion
	tags                             []cacheTag
	matching                         matching
	absolute                         bool // -P
	transforms                       []transform
	showNew                          bool // names as they are stored or made
	topLevel                         string
	format                           string
	record                           int64 // bytes
	level                            int
	newMode                          *filemode.Change
	remove, fullTime, verbatim       bool
	index                            string
	indexTo                          *command.Output
	indexFile                        io.Closer
	topAuto, clamp                   bool
	keepNewer, keepLinks             bool
	listed                           bool // by -T, which may be empty
	unlinked                         bool // hard links are packed as files
	// work lists directories and names in their order.
	work []tarName

	owner, group tarOwner
	mtime        time.Time
	keepDirs     bool
	oldFiles     string // the option about files that are there
	dateText     string

	extra    tarExtra
	status   int
	stripped map[string]bool
	held     int64 // bytes of what has to be remembered
	width    int
}

// A tarName is a name on the command line and the directory it is taken from.
type tarName struct {
	dir, name string
	found     bool
}

// errHeld ends what would remember more than the limits allow.
var errHeld = errors.New("too many entries to remember")

// hold accounts for n bytes to be remembered until the end.
func (a *archiver) hold(n int) error {
	a.held += int64(n) + 64
	if a.held > a.call.Limits.HeldBytes {
		return errHeld
	}
	return nil
}

// oldStyle makes `tar xzf FILE` into options with dashes.
func oldStyle(args []string) ([]string, string) {
	if len(args) == 0 || args[0] == "" || args[0][0] == '-' {
		return args, ""
	}
	var out []string
	rest := args[1:]
	for i := range len(args[0]) {
		c := args[0][i : i+1]
		out = append(out, "-"+c)
		if strings.Contains("fCXTbIHKNV", c) {
			if len(rest) == 0 {
				return nil, c
			}
			out[len(out)-1] += rest[0]
			if rest[0] == "" {
				out = append(out, "")
			}
			rest = rest[1:]
		}
	}
	return append(out, rest...), ""
}

func (a *archiver) usage(format string, args ...any) int {
	a.call.Errorf(format, args...)
	fmt.Fprintf(a.call.Stderr, "Try '%[1]s --help' or '%[1]s --usage' for more information.\n", a.call.Name())
	return 2
}

// warn reports what makes the status 2 in the end.
func (a *archiver) warn(format string, args ...any) {
	a.call.Errorf(format, args...)
	a.status = 2
}

// fatal reports what ends tar at once.
func (a *archiver) fatal(format string, args ...any) int {
	a.call.Errorf(format, args...)
	a.call.Errorf("Error is not recoverable: exiting now")
	return 2
}

func tarCommand(ctx context.Context, call *command.Call) int {
	a := &archiver{ctx: ctx, call: call, out: command.NewOutput(call), file: "-", stripped: map[string]bool{}, width: 19, record: recordBytes,
		preserve: call.User.UID == 0}
	args, lacking := oldStyle(call.Args[min(1, len(call.Args)):])
	if lacking != "" {
		return a.usage("Old option '%s' requires an argument.", lacking)
	}
	o, status, ok := tarOptions.ParseArgs(call, args)
	if !ok {
		return status
	}
	dir := ""
	for _, f := range o.Options {
		if status := a.option(f, &dir); status != 0 {
			return status
		}
	}
	if a.utc {
		a.verbose = 2
	}
	if status = a.prepare(); status != 0 {
		return status
	}
	status = a.run(dir)
	if err := a.closeIndex(); err != nil && status == 0 {
		status = a.fatal("%s: Cannot write: %s", a.index, command.Message(err))
	}
	if status == 0 && a.status != 0 {
		if status = a.status; status == 2 {
			call.Errorf("Exiting with failure status due to previous errors")
		}
	}
	return a.out.Finish(status, 2)
}

// prepare does what needs all of the options.
func (a *archiver) prepare() int {
	if a.clamp && a.mtime.IsZero() {
		return a.usage("--clamp-mtime needs a date specified using --mtime")
	}
	if a.topAuto {
		if status := a.ownDirectory(); status != 0 {
			return status
		}
	}
	if a.index == "" {
		return 0
	}
	f, err := a.call.Create(a.ctx, a.index)
	if err != nil {
		return a.fatal("%s: Cannot open: %s", a.index, command.Message(err))
	}
	a.indexFile, a.indexTo = f, command.NewFileOutput(a.call, f)
	return 0
}

func (a *archiver) closeIndex() error {
	if a.indexTo == nil {
		return nil
	}
	err := a.indexTo.Flush()
	if cerr := a.indexFile.Close(); err == nil {
		err = cerr
	}
	return err
}

// option takes one option or operand; dir is the directory of -C so far.
func (a *archiver) option(f option.Found, dir *string) int {
	switch f.Name {
	case "":
		a.work = append(a.work, tarName{dir: *dir, name: f.Value})
	case "c", "t", "x", "r", "u", "A", "d", "delete":
		mode := f.Name[0]
		if f.Name == "delete" {
			mode = 'D'
		}
		if a.mode != 0 && a.mode != mode {
			return a.usage("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option")
		}
		a.mode = mode
	case "add-file":
		a.work = append(a.work, tarName{dir: *dir, name: f.Value})
	case "I":
		return a.program(f.Value)
	case "mode":
		m, err := filemode.Parse(f.Value)
		if err != nil {
			return a.fatal("Invalid mode given on option")
		}
		a.newMode = m
	case "transform", "xform":
		list, err := parseTransforms(f.Value)
		if errors.Is(err, errTransformRegexp) {
			return a.usage("Invalid transform expression: Invalid regular expression")
		} else if err != nil {
			return a.usage("Invalid transform expression")
		}
		a.transforms = append(a.transforms, list...)
	case "one-top-level":
		a.topLevel, a.topAuto = f.Value, !f.Has
	case "b":
		n, err := strconv.Atoi(f.Value)
		if err != nil || n < 1 || n > 1<<22 {
			return a.usage("%s: Invalid blocking factor", f.Value)
		}
		a.record = int64(n) * blockBytes
	case "index-file":
		a.index = f.Value
	case "f":
		a.file = f.Value
	case "C":
		*dir = below(*dir, f.Value)
	case "strip-components":
		n, err := strconv.Atoi(f.Value)
		if err != nil || n < 0 {
			return a.usage("%s: Invalid number of elements", f.Value)
		}
		a.strip = n
	case "exclude":
		a.exclude(f.Value)
	case "exclude-tag", "exclude-tag-under", "exclude-tag-all":
		a.tags = append(a.tags, cacheTag{name: f.Value, keep: strings.TrimPrefix(strings.TrimPrefix(f.Name, "exclude-tag"), "-")})
	case "exclude-caches", "exclude-caches-under", "exclude-caches-all":
		a.tags = append(a.tags, cacheTag{name: "CACHEDIR.TAG", cache: true, keep: strings.TrimPrefix(strings.TrimPrefix(f.Name, "exclude-caches"), "-")})
	case "exclude-vcs", "exclude-backups":
		a.excludeKind(f.Name)
	case "k", "skip-old-files", "overwrite", "no-overwrite-dir", "U", "keep-newer-files":
		long := map[string]string{"k": "keep-old-files", "U": "unlink-first"}[f.Name]
		if long == "" {
			long = f.Name
		}
		if a.oldFiles != "" && a.oldFiles != long {
			return a.usage("'--%s' cannot be used with '--%s'", long, a.oldFiles)
		}
		a.oldFiles = long
		a.flag(f.Name)
	case "owner", "group":
		return a.owned(f)
	case "mtime":
		return a.dated(f.Value)
	case "sort":
		if !slices.Contains([]string{"none", "name", "inode"}, f.Value) {
			a.call.Errorf("invalid argument %s for %s\nValid arguments are:\n  - ‘none’\n  - ‘name’\n  - ‘inode’", command.Quote(f.Value), command.Quote("--sort"))
			return 2
		}
	case "format", "H", "posix", "old-archive", "portability":
		value := map[string]string{"posix": "posix", "old-archive": "v7", "portability": "v7"}[f.Name]
		if value == "" {
			value = f.Value
		}
		if !slices.Contains([]string{"v7", "oldgnu", "ustar", "posix", "gnu", "pax"}, value) {
			return a.usage("%s: Invalid archive format", value)
		}
		a.format = value
	case "X", "T":
		return a.list(f, *dir)
	default:
		if status, ok := a.extraOption(f.Name, f.Value, *dir); ok {
			return status
		}
		a.flag(f.Name)
	}
	return 0
}

// flag takes an option without an argument.
func (a *archiver) flag(name string) {
	for _, c := range []struct {
		name string
		to   *bool
	}{
		{"a", &a.auto}, {"p", &a.preserve}, {"m", &a.touch}, {"k", &a.keep}, {"skip-old-files", &a.skip}, {"O", &a.stdout},
		{"wildcards", &a.wildcards}, {"null", &a.null}, {"no-recursion", &a.flat}, {"h", &a.follow}, {"utc", &a.utc},
		{"numeric-owner", &a.numeric}, {"no-overwrite-dir", &a.keepDirs}, {"P", &a.absolute}, {"show-transformed-names", &a.showNew}, {"show-stored-names", &a.showNew},
		{"remove-files", &a.remove}, {"full-time", &a.fullTime}, {"clamp-mtime", &a.clamp}, {"verbatim-files-from", &a.verbatim}, {"hard-dereference", &a.unlinked}, {"keep-newer-files", &a.keepNewer}, {"keep-directory-symlink", &a.keepLinks},
		{"anchored", &a.matching.anchored}, {"ignore-case", &a.matching.fold}, {"no-wildcards", &a.matching.literal}, {"no-wildcards-match-slash", &a.matching.components},
	} {
		switch name {
		case c.name:
			*c.to = true
			return
		case "no-" + c.name, strings.TrimPrefix(c.name, "no-"):
			*c.to = false // what is wrong with it is said elsewhere
		}
	}
	switch name {
	case "no-same-permissions":
		a.preserve = false
	case "wildcards":
		a.wildcards = true
	case "v":
		a.verbose++
	case "z":
		a.codec = &gzipCodec
	case "j":
		a.codec = &bzip2Codec
	case "J":
		a.codec = &xzCodec
	case "zstd":
		a.codec = &zstdCodec
	}
}

// below is a name taken from dir. It is not cleaned: what ".." means is for the
// filesystem to say.
func below(dir, name string) string {
	if dir == "" || strings.HasPrefix(name, "/") {
		return name
	}
	return strings.TrimRight(dir, "/") + "/" + name
}

// lineOption takes an option from a line of -T.
func (a *archiver) lineOption(line string, dir *string) int {
	args := []string{line}
	if name, rest, ok := strings.Cut(line, " "); ok && len(name) == 2 {
		args = []string{name, strings.TrimLeft(rest, " ")}
	}
	o, status, ok := tarOptions.ParseArgs(a.call, args)
	if !ok {
		return status
	}
	for _, f := range o.Options {
		if f.Name == "T" || f.Name == "X" {
			return a.usage("%s: a list names no other", f.Name)
		}
		if status := a.option(f, dir); status != 0 {
			return status
		}
	}
	return 0
}

// list reads the names of -T, or the patterns of -X.
func (a *archiver) list(f option.Found, dir string) int {
	a.listed = a.listed || f.Name == "T"
	in, err := a.call.Open(a.ctx, f.Value)
	switch {
	case err != nil && f.Name == "X":
		return a.fatal("%s: %s", f.Value, command.Message(err))
	case err != nil:
		return a.fatal("%s: Cannot open: %s", f.Value, command.Message(err))
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, a.call.Limits.HeldBytes/8))
	if err == nil {
		err = a.hold(8 * len(data))
	}
	if err != nil {
		return a.fatal("%s: Cannot read: %s", f.Value, command.Message(err))
	}
	end := "\n"
	if a.null && f.Name == "T" {
		end = "\x00"
	}
	for line := range strings.SplitSeq(string(data), end) {
		switch {
		case line == "":
		case f.Name == "X":
			a.exclude(strings.TrimRight(line, " \t"))
		case !a.null && !a.verbatim && line[0] == '-':
			if status := a.lineOption(line, &dir); status != 0 {
				return status
			}
		default:
			a.work = append(a.work, tarName{dir: dir, name: line})
		}
	}
	return 0
}

func (a *archiver) run(dir string) int {
	if a.extra.testLabel && a.mode == 0 {
		return a.read(dir)
	}
	switch a.mode {
	case 0:
		return a.usage("You must specify one of the '-Acdtrux', '--delete' or '--test-label' options")
	case 'r', 'u', 'A', 'D':
		return a.change()
	case 'c':
		if len(a.work) == 0 && !a.listed {
			return a.usage("Cowardly refusing to create an empty archive")
		}
		a.sayDates()
		return a.create()
	}
	a.sayDates()
	return a.read(dir)
}
