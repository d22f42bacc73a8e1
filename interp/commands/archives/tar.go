package archives

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/commands/filemode"
)

// An archiver is one invocation of tar.
type archiver struct {
	ctx  context.Context
	call *command.Call
	out  *command.Output

	mode    byte // the letter of what is done, D for --delete and l for --test-label
	file    string
	files   int // how often -f was given
	codec   *codec
	program string // -I, when it is none of ours
	level   int
	auto    bool
	record  int64 // bytes
	index   string
	verbose int

	tarNames
	tarPacking
	tarUnpacking
	tarShowing
	tarNotes
	incremental tarIncremental
	checkpoints checkpoints
	extra       tarExtra
	asking      *asker
	verify      bool

	status int
	held   int64 // bytes of what has to be remembered
	// childStatus is that of a program that was read from, 0 while it is well.
	childStatus int
}

// tarPacking is what options say about members that are made.
type tarPacking struct {
	format                              string
	follow, unlinked, remove, numeric   bool
	oneDevice, ignoreFailed, checkLinks bool
	clamp, sparse                       bool
	sparseVersion                       [2]int
	owner, group                        tarOwner
	ownerMap, groupMap                  ownerMap
	newMode                             *filemode.Change
	mtime                               time.Time
	dateText                            string
	order                               string // of --sort
	pax                                 []string
}

// tarUnpacking is what options say about files that are made.
type tarUnpacking struct {
	preserve, touch, stdout      bool
	keep, skip, keepNewer        bool
	overwrite, keepDirs          bool
	keepLinks, unlinkFirst, deep bool
	delayDirs                    bool
	ignoreZeros, ignoreCommand   bool
	oldFiles                     string // the option about files that are there
	strip                        int
	topLevel                     string
	topAuto                      bool
	backups                      backupKind
	occurrence                   int
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

// usage reports wrong usage.
func (a *archiver) usage(format string, args ...any) int {
	a.call.Errorf(format, args...)
	fmt.Fprintf(a.call.Stderr, "Try '%[1]s --help' or '%[1]s --usage' for more information.\n", a.call.Name())
	return 2
}

// warn reports what makes the status 2 in the end.
func (a *archiver) warn(format string, args ...any) {
	a.out.Flush()
	a.call.Errorf(format, args...)
	a.status = 2
}

// fatal reports what ends tar at once.
func (a *archiver) fatal(format string, args ...any) int {
	a.out.Flush()
	a.call.Errorf(format, args...)
	a.call.Errorf("Error is not recoverable: exiting now")
	return 2
}

// bareArchiver is what tar has in common with zip and unzip.
func bareArchiver(ctx context.Context, call *command.Call) *archiver {
	a := &archiver{ctx: ctx, call: call, out: command.NewOutput(call), file: "-", record: recordBytes}
	a.stripped, a.style = map[string]bool{}, quoting{style: "escape"}
	return a
}

func newArchiver(ctx context.Context, call *command.Call) *archiver {
	a := bareArchiver(ctx, call)
	if name, ok := call.Getenv("TAPE"); ok && name != "" {
		a.file = name
	}
	a.preserve = call.User.UID == 0
	a.width = 19
	a.sparseVersion = [2]int{1, 0}
	a.unquote, a.setters = true, tarSetters()
	a.warnings = defaultWarnings()
	return a
}

func tarCommand(ctx context.Context, call *command.Call) int {
	a := newArchiver(ctx, call)
	args, lacking := oldStyle(call.Args[min(1, len(call.Args)):])
	if lacking != "" {
		return a.usage("Old option '%s' requires an argument.", lacking)
	}
	if text, ok := call.Getenv("TAR_OPTIONS"); ok {
		args = append(strings.Fields(text), args...)
	}
	o, status, ok := tarOptions.ParseArgs(call, args)
	if !ok {
		return status
	}
	for _, f := range o.Options {
		status, done := a.option(f)
		if status != 0 || done {
			return a.out.Finish(status, 2)
		}
	}
	if status = a.prepare(); status == 0 {
		status = a.run()
	}
	if err := a.closeIndex(); err != nil && status == 0 {
		status = a.fatal("%s: Cannot write: %s", a.index, command.Message(err))
	}
	if status == 0 && a.status != 0 {
		if status = a.status; status == 2 {
			a.out.Flush()
			call.Errorf("Exiting with failure status due to previous errors")
		}
	}
	return a.out.Finish(status, 2)
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
		if strings.Contains("fgCXTbIHKLNVF", c) {
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

// prepare does what needs all of the options, in the order in which the tool
// finds fault.
func (a *archiver) prepare() int {
	writes := slices.Contains([]byte("cruAD"), a.mode)
	changes := slices.Contains([]byte("ruAD"), a.mode)
	compressed := a.codec != nil || a.program != ""
	if a.format == "" {
		a.format = "gnu"
		if len(a.pax) > 0 {
			a.format = "posix"
		}
	}
	gnuFormat := a.format == "gnu" || a.format == "oldgnu"
	modern := gnuFormat || a.format == "posix"
	switch {
	case a.mode == 0:
		return a.usage("You must specify one of the '-Acdtrux', '--delete' or '--test-label' options")
	case a.clamp && a.mtime.IsZero():
		return a.usage("--clamp-mtime needs a date specified using --mtime")
	case (a.label != "" || a.incremental.on || a.sparse) && writes && !modern:
		return a.usage("GNU features wanted on incompatible archive format")
	case len(a.pax) > 0 && a.format != "posix" && writes:
		return a.usage("--pax-option can be used only on POSIX archives")
	case a.occurrence > 0 && len(a.work) == 0 && a.mode != 'c' && !a.listed:
		return a.usage("--occurrence is meaningless without a file list")
	case a.occurrence > 0 && !strings.ContainsRune("Dtxd", rune(a.mode)):
		return a.usage("'--occurrence' cannot be used with '%s'", modeName(a.mode))
	case a.incremental.file != "" && !a.newer.IsZero():
		return a.usage("'--listed-incremental' cannot be used with '--newer'")
	case a.verify && compressed:
		return a.usage("Cannot verify compressed archives")
	case a.verify && a.mode != 'c' && a.mode != 'r' && a.mode != 'u':
		return a.usage("'--verify' cannot be used with '%s'", modeName(a.mode))
	case a.files > 1:
		return a.usage("Multiple archive files require '-M' option")
	case compressed && a.mode == 'A':
		return a.usage("Cannot concatenate compressed archives")
	case compressed && changes:
		return a.usage(noUpdate)
	case a.mode == 'c' && len(a.work) == 0 && !a.listed:
		return a.usage("Cowardly refusing to create an empty archive")
	case changes && a.file == "-":
		return a.usage("Options '-Aru' are incompatible with '-f -'")
	}
	if a.incremental.level && a.incremental.file == "" {
		a.call.Errorf("--level is meaningless without --listed-incremental")
	}
	if status := a.paxOptions(&tarfile.PaxOptions{}); status != 0 {
		return status
	}
	if a.topAuto {
		if status := a.ownDirectory(); status != 0 {
			return status
		}
	}
	if a.utc {
		if a.verbose = 2; a.mode == 't' {
			a.verbose = 1 // which is what -t adds
		}
	}
	return a.openIndex()
}

// modeName is the option of a mode, as messages have it.
func modeName(mode byte) string {
	if name := map[byte]string{'D': "--delete", 'l': "--test-label"}[mode]; name != "" {
		return name
	}
	return "-" + string(rune(mode))
}

// openIndex opens the file of --index-file.
func (a *archiver) openIndex() int {
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

func (a *archiver) run() int {
	a.sayDates()
	a.sayTrailing()
	a.began = a.call.Now()
	switch a.mode {
	case 'r', 'u', 'A', 'D':
		return a.change()
	case 'c':
		return a.create()
	}
	return a.read()
}

// below is a name taken from dir. It is not cleaned: what ".." means is for the
// filesystem to say.
func below(dir, name string) string {
	if dir == "" || strings.HasPrefix(name, "/") {
		return name
	}
	return strings.TrimRight(dir, "/") + "/" + name
}

// listing is where -v shows names: the file of --index-file, or otherwise.
func (a *archiver) listing(otherwise io.Writer) io.Writer {
	if a.indexTo != nil {
		return a.indexTo
	}
	return otherwise
}
