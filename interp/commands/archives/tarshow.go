package archives

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/strftime"
)

// tarShowing is how members are shown.
type tarShowing struct {
	showNew       bool // names as they are stored or made
	utc, fullTime bool
	blockNumbers  bool // -R
	showOmitted   bool
	style         quoting
	width         int // of owners and size
	indexTo       *command.Output
	indexFile     io.Closer
}

// show prints a member for -t and -v; block is where it begins.
func (a *archiver) show(h *tarfile.Header, to io.Writer, block int64) {
	if a.blockNumbers {
		fmt.Fprintf(to, "block %d: ", block)
	}
	name := a.escaped(h.Name)
	if a.verbose < 2 && (a.mode != 't' || a.verbose == 0) {
		fmt.Fprintln(to, name)
		return
	}
	kind, tail := a.kindAndTail(h)
	size := strconv.FormatInt(h.Size, 10)
	if h.Type == tarfile.Char || h.Type == tarfile.Block {
		size = fmt.Sprintf("%d,%d", h.Major, h.Minor)
	}
	owner, group := h.Uname, h.Gname
	if owner == "" || a.numeric {
		owner = strconv.FormatInt(h.UID, 10)
	}
	if group == "" || a.numeric {
		group = strconv.FormatInt(h.GID, 10)
	}
	both := owner + "/" + group
	a.width = max(a.width, len(both)+1+len(size))
	fmt.Fprintf(to, "%c%s %s %*s %s %s%s\n", kind, permissions(h.Mode), both, a.width-len(both)-1, size, a.when(h.ModTime), name, tail)
}

// kindAndTail are the letter of a member's type, and what follows its name.
func (a *archiver) kindAndTail(h *tarfile.Header) (kind byte, tail string) {
	switch h.Type {
	case tarfile.Regular, tarfile.OldRegular, tarfile.Sparse:
		if h.IsDir() {
			return 'd', ""
		}
		return '-', ""
	case tarfile.Dir, tarfile.Dumpdir:
		return 'd', ""
	case tarfile.Symlink:
		return 'l', " -> " + a.escaped(h.Linkname)
	case tarfile.Link:
		return 'h', " link to " + a.escaped(h.Linkname)
	case tarfile.Fifo:
		return 'p', ""
	case tarfile.Char:
		return 'c', ""
	case tarfile.Block:
		return 'b', ""
	case tarfile.Contiguous:
		return 'C', ""
	case tarfile.Volume:
		return 'V', "--Volume Header--"
	case tarfile.Continued:
		return 'M', "--Continued at byte 0--"
	}
	return '?', " unknown file type " + quote(string(rune(h.Type)))
}

// when is a time as listings have it.
func (a *archiver) when(t time.Time) string {
	layout := "2006-01-02 15:04"
	if a.fullTime {
		layout = "2006-01-02 15:04:05.999999999"
	}
	const last = 67768036191676799 // seconds, of the last year that has a number
	if s := t.Unix(); s > last || s < -last {
		return strconv.FormatInt(s, 10)
	}
	return t.In(a.zone()).Format(layout)
}

// timeText is the time now in a format of strftime(3).
func (a *archiver) timeText(format string) string {
	return string(strftime.Format(nil, format, a.call.Now().In(a.zone())))
}

func (a *archiver) zone() *time.Location {
	if a.utc {
		return time.UTC
	}
	tz, set := a.call.Getenv("TZ")
	return strftime.Location(tz, set)
}

// permissions are the nine letters of ls.
func permissions(mode int64) string {
	p := []byte("rwxrwxrwx")
	for i := range p {
		if mode&(0o400>>i) == 0 {
			p[i] = '-'
		}
	}
	for i, c := range []struct {
		bit    int64
		set, x byte
	}{{0o4000, 'S', 's'}, {0o2000, 'S', 's'}, {0o1000, 'T', 't'}} {
		at := 2 + 3*i
		switch {
		case mode&c.bit == 0:
		case p[at] == 'x':
			p[at] = c.x
		default:
			p[at] = c.set
		}
	}
	return string(p)
}

// safe takes away what would lead out of a directory: the leading part of a
// name up to its last "..", and slashes. What is lost is said once.
func (a *archiver) safe(name, what string) string {
	if a.absolute {
		return name
	}
	cut := 0
	for i := 0; i < len(name); {
		end := strings.IndexByte(name[i:], '/')
		if end < 0 {
			end = len(name)
		} else {
			end += i
		}
		next := end
		for next < len(name) && name[next] == '/' {
			next++
		}
		if name[i:end] == ".." || i == 0 && end == 0 {
			cut = next
		}
		i = max(next, i+1)
	}
	if prefix := name[:cut]; cut > 0 {
		if key := what + prefix; !a.stripped[key] && len(a.stripped) < 1000 {
			a.stripped[key] = true
			a.call.Errorf("Removing leading `%s' from %s", prefix, what)
		}
	}
	if name = name[cut:]; name == "" {
		if cut == 0 {
			a.call.Errorf("Substituting `.' for empty %s", strings.TrimSuffix(what, "s"))
		}
		return "."
	}
	return name
}
