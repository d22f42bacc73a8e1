package archives

import (
	"archive/tar"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/moment"
	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// tarLabel is the type of a member that is the label of an archive.
const tarLabel = 'V'

// A tarExtra is what options beside the usual ones ask for.
type tarExtra struct {
	totals    bool
	command   string // --to-command
	start     string // -K: members before it are passed over
	label     string
	testLabel bool
	newer     time.Time
	// newerBy is the option that it was given by, newerText what was given.
	// --newer-mtime does not look at the time of change.
	newerBy, newerText string
}

// extraOption takes the options of tarExtra; ok is false for others.
func (a *archiver) extraOption(name, value, dir string) (status int, ok bool) {
	x := &a.extra
	switch name {
	case "totals":
		x.totals = true
	case "to-command":
		x.command = value
	case "K":
		x.start = value
		a.work = append(a.work, tarName{dir: dir, name: value}) // it is wanted, too
	case "V":
		x.label = value
	case "test-label":
		x.testLabel = true
	case "N", "newer-mtime":
		at, err := moment.Parse(value, a.call.Now().In(a.zone()))
		if err != nil {
			return a.usage("Invalid date format %s", command.Quote(value)), true
		}
		x.newer, x.newerText, x.newerBy = at, value, "after-date"
		if name == "newer-mtime" {
			x.newerBy = name
		}
	case "record-size":
		n, err := strconv.ParseInt(value, 10, 32)
		if err != nil || n <= 0 || n%blockBytes != 0 {
			return a.usage("Record size must be a multiple of %d.", blockBytes), true
		}
		a.record = n
	default:
		return 0, false
	}
	return 0, true
}

// sayTotals is --totals: bytes of whole records, in what time.
func (a *archiver) sayTotals(verb string, bytes int64, began time.Time) {
	if !a.extra.totals {
		return
	}
	if rest := bytes % a.record; rest > 0 {
		bytes += a.record - rest
	}
	a.out.Flush()
	seconds := a.call.Now().Sub(began).Seconds()
	rate := "?"
	if seconds > 0 {
		rate = humanBytes(float64(bytes) / seconds)
	}
	fmt.Fprintf(a.call.Stderr, "Total bytes %s: %d (%s, %s/s)\n", verb, bytes, humanBytes(float64(bytes)), rate)
}

// humanBytes is a size in the largest unit that it has one of.
func humanBytes(n float64) string {
	unit := 0
	for n >= 1024 && unit < 6 {
		n /= 1024
		unit++
	}
	switch {
	case unit == 0:
		return fmt.Sprintf("%.0fB", math.Ceil(n))
	case n < 10 && n != math.Trunc(n):
		return fmt.Sprintf("%.1f%ciB", math.Ceil(n*10)/10, "KMGTPE"[unit-1])
	}
	return fmt.Sprintf("%.0f%ciB", math.Ceil(n), "KMGTPE"[unit-1])
}

// stale tells whether a file is older than -N asks for.
func (w *tarWriter) stale(fi fs.FileInfo) bool {
	if w.extra.newer.IsZero() || fi.IsDir() || !fi.ModTime().Before(w.extra.newer) {
		return false
	}
	if s, ok := fi.Sys().(*vfs.Sys); ok && w.extra.newerBy != "newer-mtime" {
		return s.Ctime.Before(w.extra.newer)
	}
	return true
}

// writeLabel is -V: a member of a kind of its own, at the beginning.
func (w *tarWriter) writeLabel() error {
	if w.extra.label == "" || w.offset > 0 {
		return nil
	}
	return w.w.WriteHeader(&tar.Header{Typeflag: tarLabel, Name: w.extra.label, ModTime: w.call.Now().Truncate(time.Second), Format: tar.FormatGNU})
}

// toCommand is --to-command: a shell reads what a member holds.
func (a *archiver) toCommand(h *tar.Header, name string, content io.Reader) error {
	if h.Size > a.call.Limits.HeldBytes {
		return errHeld
	}
	data, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	a.out.Flush()
	in := stream.FromBytes(data)
	defer in.Close()
	env := slices.DeleteFunc(slices.Clone(a.call.Env), func(v string) bool { return strings.HasPrefix(v, "TAR_") })
	for _, v := range []struct{ name, value string }{
		{"VERSION", "1.34"}, {"ARCHIVE", a.file}, {"BLOCKING_FACTOR", strconv.FormatInt(a.record/blockBytes, 10)}, {"FILENAME", name}, {"REALNAME", h.Name}, {"FILETYPE", "f"},
		{"MODE", fmt.Sprintf("%#o", h.Mode)}, {"UNAME", h.Uname}, {"GNAME", h.Gname}, {"UID", strconv.Itoa(h.Uid)}, {"GID", strconv.Itoa(h.Gid)},
		{"SIZE", strconv.FormatInt(h.Size, 10)}, {"MTIME", strconv.FormatInt(h.ModTime.Unix(), 10)},
	} {
		env = append(env, "TAR_"+v.name+"="+v.value)
	}
	if code := a.call.Exec(a.ctx, &command.Call{Args: []string{"sh", "-c", a.extra.command}, Env: env, Stdin: in}); code != 0 {
		a.warn("%s: Child returned status %d", inMessage(h.Name), code)
	}
	return nil
}

// labelled is what a label at the beginning means: with --test-label it is shown
// or compared, and otherwise has to match that of -V. done ends the reading.
func (a *archiver) labelled(h *tar.Header, first bool) (status int, done bool) {
	x := &a.extra
	is := h.Typeflag == tarLabel
	switch {
	case !first:
		return 0, false
	case x.testLabel && len(a.work) == 0:
		if is {
			fmt.Fprintf(a.out, "%s\n", escaped(h.Name))
		}
		return 0, true
	case x.testLabel:
		for _, n := range a.work {
			if is && n.name == h.Name {
				return 0, true
			}
		}
		return 1, true
	case x.label != "" && !is:
		return a.fatal("Archive not labeled to match %s", command.Quote(x.label)), true
	case x.label != "" && !a.matchesLabel(h.Name):
		return a.fatal("Volume %s does not match %s", command.Quote(h.Name), command.Quote(x.label)), true
	}
	return 0, false
}

func (a *archiver) matchesLabel(name string) bool {
	ok, _ := pattern.Compile(a.extra.label, pattern.Options{Steps: a.call.Limits.Steps}).Match(name)
	return ok
}
