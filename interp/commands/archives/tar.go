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
	"github.com/aegish/aegish/interp/pattern"
)

// tarOptions has the operands in order, because -C counts for what follows.
var tarOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Make (-c), list (-t) or unpack (-x) an archive.",
	Bad:   64, InOrder: true, Argp: true, // sysexits(3), as argp has it
	Options: []option.Option{
		{Short: 'c', Long: "create", Help: "make an archive"},
		{Short: 't', Long: "list", Help: "list what is in an archive"},
		{Short: 'x', Long: "extract", Help: "unpack an archive"},
		{Short: 'x', Long: "get"},
		{Short: 'f', Long: "file", Arg: option.Required, Name: "ARCHIVE", Help: "the archive; - is standard input or output"},
		{Short: 'z', Long: "gzip", Help: "compress or expand with gzip"},
		{Short: 'z', Long: "gunzip"},
		{Short: 'j', Long: "bzip2", Help: "expand with bzip2"},
		{Short: 'J', Long: "xz", Help: "expand with xz"},
		{Long: "zstd", Help: "compress or expand with zstd"},
		{Short: 'a', Long: "auto-compress", Help: "compress as the archive's name tells"},
		{Short: 'v', Long: "verbose", Help: "name the files; twice: as ls -l"},
		{Short: 'C', Long: "directory", Arg: option.Required, Name: "DIR", Help: "change to DIR for what follows"},
		{Short: 'p', Long: "preserve-permissions", Help: "ignore the umask when unpacking"},
		{Short: 'p', Long: "same-permissions"},
		{Long: "no-same-permissions", Help: "apply the umask when unpacking"},
		{Short: 'm', Long: "touch", Help: "do not restore times"},
		{Short: 'k', Long: "keep-old-files", Help: "do not replace files"},
		{Long: "skip-old-files", Help: "do not replace files, and do not say so"},
		{Long: "overwrite", Help: "replace files, as by default"},
		{Short: 'O', Long: "to-stdout", Help: "unpack to standard output"},
		{Long: "strip-components", Arg: option.Required, Name: "N", Help: "leave out N leading components of names"},
		{Long: "exclude", Arg: option.Required, Name: "PATTERN", Help: "leave out what matches"},
		{Short: 'X', Long: "exclude-from", Arg: option.Required, Name: "FILE", Help: "leave out what matches a line of FILE"},
		{Short: 'T', Long: "files-from", Arg: option.Required, Name: "FILE", Help: "take names from the lines of FILE"},
		{Long: "null", Help: "names of -T end in a NUL"},
		{Long: "wildcards", Help: "names for -t and -x are patterns"},
		{Long: "no-recursion", Help: "do not go into directories"},
		{Short: 'h', Long: "dereference", Help: "pack what links lead to"},
		{Long: "utc", Help: "show times in UTC"},
		{Long: "numeric-owner", Help: "numbers of owners instead of names"},
		{Long: "owner", Arg: option.Required, Name: "NAME[:UID]", Help: "pack files as those of this owner"},
		{Long: "group", Arg: option.Required, Name: "NAME[:GID]", Help: "pack files as those of this group"},
		{Long: "mtime", Arg: option.Required, Name: "DATE-OR-FILE", Help: "pack files with this time"},
		{Long: "sort", Arg: option.Required, Name: "ORDER", Help: "none, name or inode: directories are read by name in any case"},
		{Long: "format", Arg: option.Required, Name: "FORMAT", Help: "gnu, oldgnu, pax, posix, ustar or v7: what is needed is used"},
		{Short: 'U', Long: "unlink-first", Help: "remove files before unpacking over them, as by default"},
		{Long: "no-overwrite-dir", Help: "leave the modes and times of directories that are there"},
		{Short: 'o', Long: "no-same-owner", Help: "nothing here: owners are never restored"},
		{Short: 'S', Long: "sparse", Help: "nothing here"},
		{Short: 'b', Long: "blocking-factor", Arg: option.Required, Name: "N", Help: "nothing here"},
		{Short: 'r', Long: "append"}, {Short: 'u', Long: "update"}, {Short: 'A', Long: "catenate"},
		{Short: 'd', Long: "diff"}, {Short: 'P', Long: "absolute-names"}, {Long: "delete"},
	},
}

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
	excludes                         []*pattern.Pattern
	// work lists directories and names in their order.
	work []tarName

	owner, group tarOwner
	mtime        time.Time
	keepDirs     bool
	oldFiles     string // the option about files that are there
	dateText     string

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
		if strings.Contains("fCXTb", c) {
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
	a := &archiver{ctx: ctx, call: call, out: command.NewOutput(call), file: "-", stripped: map[string]bool{}, width: 19,
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
	status = a.run(dir)
	if status == 0 && a.status != 0 {
		call.Errorf("Exiting with failure status due to previous errors")
		status = a.status
	}
	return a.out.Finish(status, 2)
}

// option takes one option or operand; dir is the directory of -C so far.
func (a *archiver) option(f option.Found, dir *string) int {
	switch f.Name {
	case "":
		a.work = append(a.work, tarName{dir: *dir, name: f.Value})
	case "c", "t", "x":
		if a.mode != 0 && a.mode != f.Name[0] {
			return a.usage("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option")
		}
		a.mode = f.Name[0]
	case "r", "u", "A", "d", "delete", "P":
		return a.usage("option '-%s' is not supported here", f.Name)
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
	case "k", "skip-old-files", "overwrite", "no-overwrite-dir", "U":
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
	case "format":
		if !slices.Contains([]string{"v7", "oldgnu", "ustar", "posix", "gnu", "pax"}, f.Value) {
			return a.usage("%s: Invalid archive format", f.Value)
		}
	case "X", "T":
		return a.list(f, *dir)
	default:
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
		{"numeric-owner", &a.numeric}, {"no-overwrite-dir", &a.keepDirs},
	} {
		if c.name == name {
			*c.to = true
			return
		}
	}
	switch name {
	case "no-same-permissions":
		a.preserve = false
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

func (a *archiver) exclude(text string) {
	a.excludes = append(a.excludes, pattern.Compile(strings.TrimSuffix(text, "/"), pattern.Options{Steps: a.call.Limits.Steps}))
}

// list reads the names of -T, or the patterns of -X.
func (a *archiver) list(f option.Found, dir string) int {
	in, err := a.call.Open(a.ctx, f.Value)
	if err != nil {
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
			a.exclude(line)
		default:
			a.work = append(a.work, tarName{dir: dir, name: line})
		}
	}
	return 0
}

func (a *archiver) run(dir string) int {
	switch a.mode {
	case 0:
		return a.usage("You must specify one of the '-Acdtrux', '--delete' or '--test-label' options")
	case 'c':
		if len(a.work) == 0 {
			return a.usage("Cowardly refusing to create an empty archive")
		}
		a.sayDate()
		return a.create()
	}
	return a.read(dir)
}
