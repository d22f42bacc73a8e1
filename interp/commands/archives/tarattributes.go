package archives

import (
	"archive/tar"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/commands/moment"
)

// A tarOwner is what --owner or --group say.
type tarOwner struct {
	set  bool
	name string
	id   int
}

// owned reads NAME, NAME:NUMBER or a number.
func (a *archiver) owned(f option.Found) int {
	name, number, both := strings.Cut(f.Value, ":")
	to, known := &a.owner, map[string]int{"root": 0, a.call.User.Name: a.call.User.UID}
	if f.Name == "group" {
		to, known = &a.group, map[string]int{"root": 0, a.call.User.Group: a.call.User.GID}
	}
	*to = tarOwner{set: true, name: name}
	if !both {
		if id, ok := known[name]; ok && name != "" {
			to.id = id
			return 0
		}
		number, to.name = strings.TrimPrefix(name, "+"), ""
		for n, id := range known {
			if strconv.Itoa(id) == number {
				to.name = n
			}
		}
	}
	id, err := strconv.ParseUint(number, 10, 31)
	switch {
	case err == nil:
		to.id = int(id)
	case both:
		return a.fatal("%s: Invalid %s ID", number, f.Name)
	default:
		to.name, to.id = name, -1 // a name that is known elsewhere
	}
	return 0
}

// dated reads a time, or takes that of a file whose name looks like one.
func (a *archiver) dated(text string) int {
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, ".") {
		fi, err := a.call.FS.Stat(text)
		if err != nil {
			return a.fatal("%s: Cannot stat: %s", text, command.Message(err))
		}
		a.mtime = fi.ModTime().Truncate(time.Second)
		return 0
	}
	at, err := moment.Parse(text, a.call.Now().In(a.zone()))
	if err != nil {
		return a.usage("Invalid date format %s", command.Quote(text))
	}
	a.mtime, a.dateText = at.Truncate(time.Second), text
	return 0
}

// override sets what the options say instead of what the file has.
func (w *tarWriter) override(h *tar.Header) {
	if w.owner.set {
		h.Uname = w.owner.name
		if w.owner.id >= 0 {
			h.Uid = w.owner.id
		}
	}
	if w.group.set {
		h.Gname = w.group.name
		if w.group.id >= 0 {
			h.Gid = w.group.id
		}
	}
	if w.numeric {
		h.Uname, h.Gname = "", ""
	}
	if !w.mtime.IsZero() {
		h.ModTime = w.mtime
	}
}

// sayDate tells what --mtime was taken for.
func (a *archiver) sayDate() {
	if as := a.mtime.In(a.zone()).Format(time.DateTime); a.dateText != "" && a.verbose > 0 && as != a.dateText {
		a.call.Errorf("Option --mtime: Treating date '%s' as %s", a.dateText, as)
	}
}
