package archives

import (
	"archive/tar"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/strftime"
)

// show prints a member for -t and -v.
func (a *archiver) show(h *tar.Header, to io.Writer) {
	name := escaped(h.Name)
	if a.verbose < 2 && (a.mode != 't' || a.verbose == 0) {
		fmt.Fprintln(to, name)
		return
	}
	kind, tail, size := byte('-'), "", strconv.FormatInt(h.Size, 10)
	switch h.Typeflag {
	case tar.TypeDir:
		kind = 'd'
	case tar.TypeSymlink:
		kind, tail = 'l', " -> "+escaped(h.Linkname)
	case tar.TypeLink:
		kind, tail = 'h', " link to "+escaped(h.Linkname)
	case tar.TypeFifo:
		kind = 'p'
	case tarLabel:
		kind, tail = 'V', "--Volume Header--"
	case tar.TypeChar, tar.TypeBlock:
		kind, size = 'c', fmt.Sprintf("%d,%d", h.Devmajor, h.Devminor)
		if h.Typeflag == tar.TypeBlock {
			kind = 'b'
		}
	}
	owner, group := h.Uname, h.Gname
	if owner == "" || a.numeric {
		owner = strconv.Itoa(h.Uid)
	}
	if group == "" || a.numeric {
		group = strconv.Itoa(h.Gid)
	}
	layout := "2006-01-02 15:04"
	if a.fullTime {
		layout = "2006-01-02 15:04:05.999999999"
	}
	both := escaped(owner) + "/" + escaped(group)
	a.width = max(a.width, len(both)+1+len(size))
	fmt.Fprintf(to, "%c%s %s %*s %s %s%s\n", kind, permissions(h.Mode), both, a.width-len(both)-1, size,
		h.ModTime.In(a.zone()).Format(layout), name, tail)
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

// escaped writes a name so that it stays on its line.
func escaped(name string) string {
	q := strings.TrimSuffix(strings.TrimPrefix(command.Quote(name), "‘"), "’")
	return strings.ReplaceAll(q, `\’`, "’")
}

// inMessage is escaped before a colon.
func inMessage(name string) string { return strings.ReplaceAll(escaped(name), ":", `\:`) }

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
		return "."
	}
	return name
}
