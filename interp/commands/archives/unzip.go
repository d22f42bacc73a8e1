package archives

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/strftime"
	"github.com/aegish/aegish/interp/vfs"
)

// The statuses of unzip (unzip(1), DIAGNOSTICS).
const (
	unzipWarning     = 1
	unzipError       = 2
	unzipDamaged     = 3
	unzipMemory      = 4
	unzipPassword    = 5
	unzipNoArchive   = 9
	unzipNothing     = 11
	unzipBomb        = 12
	unzipDisk        = 50
	unzipInterrupted = 80
	unzipUnsupported = 81
	unzipBadPassword = 82
	// unzipDirectory is not shown: an archive that is a directory.
	unzipDirectory = -1
)

// pipeQuiet is how quiet -p is, more than any number of -q.
const pipeQuiet = 999

// An unzipper is one invocation of unzip or zipinfo.
type unzipper struct {
	*archiver
	info *zipInfo // zipinfo, or nil

	list, quiet, text, lower, timeless   int
	pipe, bare, test, note, stamp        bool
	over, never, backup, fresh, update   bool
	junk, fold, special, upward, control bool
	dir, password                        string
	given                                bool // the password
	wanted, without                      []zipPattern

	zone *time.Location
	u    *unpacker
	name string // of the archive
	d    *zipDirectory
	// open is a line of a message that has no end yet.
	open        bool
	dirs        []zipDir
	links       []zipLink
	spans       zipSpans
	backslashes bool // it was said that the archive has them
	damaged     bool // a file that is no archive was seen
	count       struct{ members, skipped, badPassword int }
}

// worse raises the status.
func (z *unzipper) worse(status int) { z.status = max(z.status, status) }

func unzipCommand(ctx context.Context, call *command.Call) int {
	z := &unzipper{archiver: bareArchiver(ctx, call)}
	args := call.Args[min(1, len(call.Args)):]
	if call.Name() == "zipinfo" || len(args) > 0 && strings.HasPrefix(args[0], "-Z") {
		z.info = &zipInfo{unzipper: z}
		if call.Name() != "zipinfo" {
			if args[0] = "-" + args[0][2:]; args[0] == "-" {
				args = args[1:]
			}
		}
	}
	if z.helped(args) {
		return z.out.Finish(0, unzipDisk)
	}
	rest, status, ok := z.arguments(args)
	switch {
	case !ok:
		return status
	case len(rest) == 0 && z.info == nil && z.list == 2:
		fmt.Fprintf(z.out, "%s (aegish)\n", call.Name())
		return z.out.Finish(0, unzipDisk)
	case len(rest) == 0 && z.info != nil:
		z.out.WriteString(z.help())
		return z.out.Finish(0, unzipDisk)
	case len(rest) == 0:
		return z.usage()
	}
	if invalid := false; z.info == nil {
		if z.pipe && (z.test || z.update) || z.test && z.update || z.fresh && z.never {
			z.tell("error:  -fn or any combination of -c, -l, -p, -t, -u and -v options invalid\n")
			invalid = true
		}
		if z.over && z.never {
			z.tell("caution:  both -n and -o specified; ignoring -o\n")
			z.over = false
		}
		if invalid {
			return z.usage()
		}
	}
	archive, status := z.operands(rest)
	if status != 0 {
		return status
	}
	switch {
	case z.info != nil:
		z.info.settle()
	case z.dir != "" && (z.list > 0 || z.test || z.pipe || z.note || z.stamp):
		z.tell("caution:  not extracting; -d ignored\n")
	}
	tz, set := call.Getenv("TZ")
	z.zone = strftime.Location(tz, set)
	z.u = newUnpacker(z.archiver, z.dir)
	return z.out.Finish(z.archives(archive), unzipDisk)
}

// say writes a message to standard output. One without a newline at its end may
// be followed by one that goes on.
func (z *unzipper) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	z.out.WriteString(text)
	z.open = text != "" && !strings.HasSuffix(text, "\n")
}

// tell writes a message of something wrong: with -t, and where zipinfo shows
// sums, to standard output, too. It begins a line of its own.
func (z *unzipper) tell(format string, args ...any) {
	if z.open {
		format = "\n" + format
	}
	z.goOn(format, args...)
}

// goOn is tell in the line that is open.
func (z *unzipper) goOn(format string, args ...any) {
	if z.test || z.info != nil && z.info.wantTotal {
		z.say(format, args...)
		return
	}
	z.out.Flush()
	text := fmt.Sprintf(format, args...)
	io.WriteString(z.call.Stderr, text)
	z.open = !strings.HasSuffix(text, "\n")
}

// archive works on one.
func (z *unzipper) archive(name string) int {
	z.status, z.name = 0, name
	d, err := openDirectory(z.ctx, z.call, name)
	switch {
	case errors.Is(err, syscall.EISDIR):
		return unzipDirectory
	case errors.Is(err, errNoEnd):
		z.noArchive()
		return unzipNoArchive
	case vfs.Missing(err):
		return unzipNoArchive
	case err != nil:
		z.tell("error:  cannot open zipfile [ %s ]\n        %s\n", name, command.Message(err))
		return unzipNoArchive
	}
	defer d.file.Close()
	z.d = d
	if z.info != nil {
		z.info.head()
	} else if z.quiet == 0 && !z.stamp {
		z.say("Archive:  %s\n", name)
	}
	if z.info == nil && (z.note || z.quiet == 0 && !z.stamp) {
		z.comment()
	}
	if z.note && z.info == nil {
		return z.status
	}
	if !z.part() {
		return z.status
	}
	return z.inside()
}

// comment shows that of the archive.
func (z *unzipper) comment() {
	z.say("%s", z.d.comment)
	if z.open {
		z.say("\n")
	}
	if z.d.cut > 0 {
		z.tell("\ncaution:  zipfile comment truncated\n")
		z.worse(unzipWarning)
	}
}

// part tells of an archive that says it is one of several; false where nothing can
// be made of it.
func (z *unzipper) part() bool {
	d := z.d
	switch {
	case z.info == nil && d.disk != 0:
		z.tell(`warning [%s]:  zipfile claims to be last disk of a multi-part archive;
  attempting to process anyway, assuming all parts have been concatenated
  together in order.  Expect "errors" and warnings...true multi-part support
  doesn't exist yet (coming soon).
`, z.name)
		z.worse(unzipWarning)
	case z.info != nil && d.disk > d.startDisk:
		z.tell(`
   [%s]:
     Zipfile is disk %d of a multi-disk archive, and this is not the disk on
     which the central zipfile directory begins (disk %d).
`, z.name, d.disk, d.startDisk)
		z.worse(unzipNothing)
		return false
	case z.info != nil && d.disk < d.startDisk:
		z.tell(`
warning [%s]:  end-of-central-directory record claims this
  is disk %d but that the central directory starts on disk %d; this is a
  contradiction.  Attempting to process anyway.
`, z.name, d.disk, d.startDisk)
		z.worse(unzipWarning)
	}
	return true
}

// inside checks what the end of an archive says and does what is to be done.
func (z *unzipper) inside() int {
	d := z.d
	switch {
	case d.extra < 0:
		z.tell("error [%s]:  missing %d bytes in zipfile\n  (attempting to process anyway)\n", z.name, -d.extra)
		z.worse(unzipError)
	case d.extra > 0:
		z.tell("warning [%s]:  %d extra bytes at beginning or within zipfile\n  (attempting to process anyway)\n", z.name, d.extra)
		z.worse(unzipWarning)
	}
	if d.entries == 0 && d.size == 0 {
		if z.info != nil {
			return z.info.empty()
		}
		z.tell("warning [%s]:  zipfile is empty\n", z.name)
		return unzipWarning
	}
	entries, err := d.list()
	if err != nil {
		z.tell("error [%s]:  start of central directory not found;\n  zipfile corrupt.\n%s", z.name, badTransfer)
		return unzipDamaged
	}
	before := z.status
	z.status = 0
	switch {
	case z.info != nil:
		z.info.show(entries)
	case z.stamp:
		z.stampArchive(entries)
	case z.list > 0 && !z.pipe && !z.test:
		z.listing(entries)
	default:
		z.extract(entries)
	}
	return max(before, z.status)
}
