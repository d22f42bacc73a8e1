package archives

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/strftime"
	"github.com/aegish/aegish/interp/vfs"
)

// The statuses of zip (zip(1), DIAGNOSTICS).
const (
	zipDamaged  = 3
	zipMemory   = 4
	zipFailed   = 8
	zipNothing  = 12
	zipMissing  = 13
	zipWriting  = 14
	zipCreating = 15
	zipUsage    = 16
	zipReading  = 18
)

// A zipper is one invocation of zip.
type zipper struct {
	*archiver
	left, taken, wanted                    []*pattern.Pattern // -x, -i, -R
	stored                                 []string           // -n
	from, before                           time.Time          // -t, -tt
	to                                     string             // -O
	recurse, patterns, junk, links, nodirs bool
	quiet, verbose, test, latest           bool
	remove, update, freshen, sync, move    bool
	comment, names, strip                  bool
	level                                  int
	archive                                string
	tries                                  string // what to try instead when -r finds nothing
	old                                    []*zipEntry
	note                                   string // the comment of the archive
	added                                  []zipMember
	repeated                               *repetition
	index                                  map[string]int
	w                                      *zipOut
	source                                 *zipDirectory // what old is in
	zone                                   *time.Location
	method                                 uint16
	comments                               bool  // -c
	size, packed                           int64 // of all members
	newest                                 time.Time
}

func zipCommand(ctx context.Context, call *command.Call) int {
	z := &zipper{archiver: bareArchiver(ctx, call), level: 6, method: zipDeflated, index: map[string]int{}}
	tz, set := call.Getenv("TZ")
	z.zone = strftime.Location(tz, set)
	if slices.ContainsFunc(call.Args[min(1, len(call.Args)):], func(a string) bool { return a == "--help" || a == "-h" || a == "-?" }) {
		return zipHelp(call)
	}
	a := &zipArguments{z: z, all: zipOptions(), args: zipWords(call)}
	err := a.parse()
	if err == nil {
		err = a.settle()
	}
	var file *patternFileError
	if errors.As(err, &file) {
		fmt.Fprintf(z.out, "zip I/O error: %s", command.Message(file.err))
		return z.out.Finish(z.error(zipReading, "File not found or no read permission (%s pattern file '%s')", file.option, file.name), zipWriting)
	}
	if err != nil {
		return z.out.Finish(z.error(zipUsage, "Invalid command arguments (%s)", err), zipWriting)
	}
	if z.recurse && len(a.operands) > 1 && len(z.left)+len(z.taken) == 0 {
		z.tries = fmt.Sprintf("try: %s . -i %s", strings.Join(append(a.given, a.operands[0]), " "), strings.Join(a.operands[1:], " "))
	}
	z.archive = withSuffix(a.operands[0])
	if z.to == "" {
		z.to = z.archive
	}
	return z.out.Finish(z.run(a.operands[1:]), zipWriting)
}

// settle finds options that do not go together, and makes a filter of zip without
// operands.
func (a *zipArguments) settle() error {
	z := a.z
	changes := z.remove || z.update || z.freshen
	switch {
	case len(a.operands) == 0 && len(z.left)+len(z.taken) > 0:
		return &zipUsageError{"nothing to select from"}
	case len(a.operands) == 0:
		a.operands = []string{"-", "-"}
	case a.operands[0] == "-" && changes:
		z.archive = "-" // for messages
		return &zipUsageError{"can't use -d, -f, -u, -U, or -g on stdout\n"}
	}
	if z.sync && changes {
		return &zipUsageError{"can't use -d, -f, -u, -U, or -g with filesync -FS\n"}
	}
	return nil
}

// zipWords are the arguments, behind those of the environment.
func zipWords(call *command.Call) []string {
	var words []string
	for _, name := range []string{"ZIPOPT", "ZIP"} {
		if text, ok := call.Getenv(name); ok {
			words = strings.Fields(text)
			break
		}
	}
	return append(words, call.Args[min(1, len(call.Args)):]...)
}

// withSuffix is the name of an archive that was given without.
func withSuffix(name string) string {
	if name != "-" && !strings.Contains(path.Base(name), ".") || strings.HasSuffix(name, "/") {
		return name + ".zip"
	}
	return name
}

// error words what ends zip.
func (z *zipper) error(status int, format string, args ...any) int {
	fmt.Fprintf(z.messages(), "\nzip error: "+format+"\n", args...)
	return status
}

func (z *zipper) warn(format string, args ...any) {
	if z.quiet {
		return
	}
	fmt.Fprintf(z.messages(), "\tzip warning: "+format+"\n", args...)
}

// messages is where zip says anything at all: standard output, unless that is
// the archive.
func (z *zipper) messages() io.Writer {
	if z.archive == "-" {
		return z.call.Stderr
	}
	return z.out
}

func (z *zipper) nothing() int {
	what := z.archive
	if z.tries != "" {
		what = z.tries
	}
	return z.error(zipNothing, "Nothing to do! (%s)", what)
}

func (z *zipper) run(names []string) int {
	if z.archive != "-" {
		d, err := z.openOld()
		switch {
		case err == nil:
			defer d.file.Close()
			z.source = d
		case errors.Is(err, errHeld) || z.ctx.Err() != nil:
			return z.error(zipMemory, "%s", command.Message(err))
		case !vfs.Missing(err):
			z.warn("missing end signature--probably not a zip file (did you")
			z.warn("remember to use binary mode when you transferred it?)")
			z.warn("(if you are trying to read a damaged archive try -F)")
			return z.error(zipDamaged, "Zip file structure invalid (%s)", z.archive)
		}
		if len(z.old) == 0 && (z.remove || z.update || z.freshen) {
			z.warn("%s not found or empty", z.archive)
		}
	}
	if z.names {
		more, err := z.lines(z.call.Stdin)
		if err != nil {
			return z.error(zipMemory, "%s", command.Message(err))
		}
		names = append(names, slices.DeleteFunc(more, func(s string) bool { return s == "" })...)
	}
	status, done := z.choose(names)
	if done {
		return status
	}
	if z.archive == "-" {
		if err := z.pack(z.out, nil); err != nil {
			return z.failed(err)
		}
		return z.status
	}
	if status := z.finish(); status != 0 {
		return status
	}
	return z.status
}

// refused words what gather or without found wrong with the names.
func (z *zipper) refused(err error) int {
	var usage *zipUsageError
	if errors.As(err, &usage) {
		return z.error(zipUsage, "Invalid command arguments (%s)", usage.text)
	}
	return z.error(zipMemory, "%s", command.Message(err))
}

// choose finds what is to be done; done tells that there is nothing.
func (z *zipper) choose(names []string) (status int, done bool) {
	if z.remove {
		if z.recurse || z.junk || z.links || z.move {
			z.warn("invalid option(s) used with -d; ignored.")
		}
		if len(names) == 0 {
			return z.nothing(), true
		}
		kept, err := z.without(names)
		if err != nil {
			return z.refused(err), true
		}
		if len(kept) == len(z.old) {
			return z.nothing(), true
		}
		z.old = kept
		return 0, false
	}
	if len(names) == 0 && len(z.left)+len(z.taken) > 0 && !z.update && !z.freshen {
		return z.error(zipUsage, "Invalid command arguments (nothing to select from)"), true
	}
	if err := z.gather(names); err != nil {
		return z.refused(err), true
	}
	if z.sync && len(z.old) > 0 && len(z.added) > 0 {
		if !z.synchronized() {
			return 0, false
		}
		if !z.quiet {
			z.out.WriteString("Archive is current\n")
		}
		return 0, true
	}
	if len(z.added) > 0 {
		return 0, false
	}
	switch {
	case len(z.old) > 0 && z.test, len(names) == 0 && len(z.old) > 0 && (z.comment || z.comments || z.latest || z.to != z.archive):
		return 0, false
	case len(z.old) == 0 && len(z.taken) > 0 && len(names) > 0 && !z.update && !z.freshen:
		return 0, false // -i that takes nothing makes an empty archive
	case len(z.old) == 0 && z.latest:
		return z.error(zipMissing, "Missing or empty zip file (%s)", z.archive), true
	case z.update || z.freshen:
		return zipNothing, true
	}
	return z.nothing(), true
}

// finish writes the archive and does what comes after that.
func (z *zipper) finish() int {
	if len(z.added) > 0 || len(z.old) == 0 || z.remove || z.sync || z.comment || z.to != z.archive {
		if err := z.rewrite(); err != nil {
			return z.failed(err)
		}
		if z.verbose {
			fmt.Fprintf(z.out, "total bytes=%d, compressed=%d -> %d%% savings\n", z.size, z.packed, percent(z.size, z.packed))
		}
	}
	if z.test {
		if status := z.tested(); status != 0 {
			return status
		}
	}
	if z.latest && !z.newest.IsZero() {
		if err := z.call.FS.Chtimes(z.to, z.newest, z.newest); err != nil {
			return z.failed(err)
		}
	}
	if z.move {
		z.removeAdded()
	}
	return 0
}

// removeAdded is -m: what is deepest first, so that directories are empty.
func (z *zipper) removeAdded() {
	slices.SortStableFunc(z.added, func(a, b zipMember) int { return strings.Count(a.source, "/") - strings.Count(b.source, "/") })
	for _, m := range slices.Backward(z.added) {
		if !m.fi.IsDir() && z.verbose {
			fmt.Fprintf(z.out, "zip diagnostic: deleting file %s\n", m.source)
		}
		if err := z.call.FS.Remove(m.source); err != nil && !m.fi.IsDir() {
			z.warn("%s: %s", m.source, command.Message(err))
		}
	}
}

// tested is -T: what unzip -t finds.
func (z *zipper) tested() int {
	z.out.Flush()
	how := "-tqq"
	if z.verbose {
		how = "-t"
	}
	call := *z.call
	call.Args = []string{"unzip", how, z.to}
	if unzipCommand(z.ctx, &call) != 0 {
		fmt.Fprintf(z.out, "test of %s FAILED\n", z.to)
		return z.error(zipFailed, "Zip file invalid, could not spawn unzip, or wrong unzip (original files unmodified)")
	}
	if !z.quiet {
		fmt.Fprintf(z.out, "test of %s OK\n", z.to)
	}
	return 0
}
