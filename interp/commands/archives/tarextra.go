package archives

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/stream"
)

// tarVersion is the version whose behaviour this is.
const tarVersion = "1.34"

// A tarExtra is what options beside the usual ones ask for.
type tarExtra struct {
	totals  bool
	command string // --to-command
}

// tarNotes is what is said about an archive beside its members, and what is
// counted for it.
type tarNotes struct {
	label string // -V
	newer time.Time
	// newerBy is the option that it was given by, newerText what was given.
	// --newer-mtime does not look at the time of change.
	newerBy, newerText string
	warnings           map[string]bool
	stripped           map[string]bool
	began              time.Time
	written, readBytes int64 // bytes of whole records
}

// sayTotals is --totals.
func (a *archiver) sayTotals(writing bool) {
	if a.extra.totals {
		a.out.Flush()
		a.totals(writing)
	}
}

// totals tells bytes of whole records, and in what time.
func (a *archiver) totals(writing bool) {
	if a.mode == 'D' {
		fmt.Fprintf(a.call.Stderr, "Total bytes read: %s\n", a.rate(a.readBytes))
		fmt.Fprintf(a.call.Stderr, "Total bytes written: %s\n", a.rate(a.written))
		fmt.Fprintf(a.call.Stderr, "Total bytes deleted: %d\n", max(0, a.readBytes-a.written))
		return
	}
	verb, n := "read", a.readBytes
	if writing {
		verb, n = "written", a.written
	}
	fmt.Fprintf(a.call.Stderr, "Total bytes %s: %s\n", verb, a.rate(n))
}

// rate is a number of bytes with what it is for people, and in a second.
func (a *archiver) rate(n int64) string {
	seconds := a.call.Now().Sub(a.began).Seconds()
	per := "?"
	if seconds > 0 {
		per = humanBytes(float64(n) / seconds)
	}
	return fmt.Sprintf("%d (%s, %s/s)", n, humanBytes(float64(n)), per)
}

// totalsText is %T of checkpoints: a letter, or the words of %{read,write,delete}T.
func (a *archiver) totalsText(words string, writing bool) string {
	at, word, n := 0, "R", a.readBytes
	if writing {
		at, word, n = 1, "W", a.written
	}
	list := splitCommas(words)
	if at < len(list) && list[at] != "" {
		word = list[at]
	}
	return word + ": " + a.rate(n)
}

func splitCommas(text string) (list []string) {
	for begin, i := 0, 0; i <= len(text); i++ {
		if i == len(text) || text[i] == ',' {
			list = append(list, text[begin:i])
			begin = i + 1
		}
	}
	return list
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

// toCommand is --to-command: a shell reads what a member holds.
func (a *archiver) toCommand(h *tarfile.Header, name string, content io.Reader) error {
	if h.Size > a.call.Limits.HeldBytes {
		return errHeld
	}
	data, err := io.ReadAll(io.LimitReader(content, h.Size))
	if err != nil {
		return err
	}
	a.out.Flush()
	in := stream.FromBytes(data)
	defer in.Close()
	env := a.childEnv([][2]string{
		{"VERSION", tarVersion}, {"ARCHIVE", a.file}, {"BLOCKING_FACTOR", strconv.FormatInt(a.record/blockBytes, 10)}, {"FILENAME", name}, {"REALNAME", h.Name}, {"FILETYPE", "f"},
		{"MODE", fmt.Sprintf("%#o", h.Mode)}, {"UNAME", h.Uname}, {"GNAME", h.Gname}, {"UID", strconv.FormatInt(h.UID, 10)}, {"GID", strconv.FormatInt(h.GID, 10)},
		{"SIZE", strconv.FormatInt(h.Size, 10)}, {"MTIME", tarfile.DecimalTime(h.ModTime)},
	})
	code := a.call.Exec(a.ctx, &command.Call{Args: []string{"sh", "-c", a.extra.command}, Env: env, Stdin: in})
	if code != 0 && !a.ignoreCommand {
		a.warn("%s: Child returned status %d", a.inMessage(h.Name), code)
	}
	return nil
}

// labelOf is the label that an archive begins with; ok is false when it has none.
func labelOf(h *tarfile.Header) (label string, ok bool) {
	if h.Type == tarfile.Volume {
		return h.Name, true
	}
	return h.Label, h.Label != ""
}

// labelled compares the label at the beginning of an archive with that of -V.
func (a *archiver) labelled(h *tarfile.Header) int {
	if a.label == "" {
		return 0
	}
	label, ok := labelOf(h)
	if !ok {
		return a.fatal("Archive not labeled to match %s", quote(a.label))
	}
	if !a.matchesLabel(label) {
		return a.fatal("Volume %s does not match %s", quote(label), quote(a.label))
	}
	return 0
}

func (a *archiver) matchesLabel(name string) bool {
	ok, _ := pattern.Compile(a.label, pattern.Options{Steps: a.call.Limits.Steps}).Match(name)
	return ok
}

// testLabel is --test-label: the label is shown, or compared with names.
func (a *archiver) testLabel(h *tarfile.Header) int {
	label, ok := labelOf(h)
	if a.verbose > 0 || len(a.work) == 0 {
		if ok {
			fmt.Fprintf(a.out, "%s\n", a.escaped(label))
		}
	}
	if len(a.work) == 0 {
		return 0
	}
	for _, n := range a.work {
		if ok && (n.name == label || n.pattern != nil && n.pattern.match(label)) {
			return 0
		}
	}
	if a.verbose > 0 {
		a.out.Flush()
		a.call.Errorf("Archive label mismatch")
	}
	return 1
}
