package files

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/commands/moment"
)

// A holder is the name of a user or a group, or the number of one that has none.
type holder struct {
	text  string
	named bool
}

func holderOf(name string, id uint32) holder {
	if name == "" {
		return holder{strconv.FormatUint(uint64(id), 10), false}
	}
	return holder{name, true}
}

// padded puts names to the left of a column and numbers to the right.
func (o holder) padded(columns int) string {
	blanks := strings.Repeat(" ", max(columns-width(o.text), 0))
	if o.named {
		return o.text + blanks + " "
	}
	return blanks + o.text + " "
}

// owner is whose a file is in a long listing.
func (l *lister) owner(it *item) (user, group holder) {
	s := sys(it.fi)
	if l.numeric {
		return holderOf("", s.UID), holderOf("", s.GID)
	}
	return holderOf(l.owners.user(s.UID), s.UID), holderOf(l.owners.group(s.GID), s.GID)
}

// sizeText is the size of a file, or the numbers of a device.
func (l *lister) sizeText(it *item) string {
	if it.mode&fs.ModeDevice != 0 {
		dev := sys(it.fi).Rdev
		return fmt.Sprintf("%d, %d", major(dev), minor(dev))
	}
	return l.block.format(it.fi.Size(), 1)
}

func (l *lister) showLong(items []*item) {
	w := l.frillWidths(items)
	for _, it := range slices.Concat(items, l.others) {
		if it.fi == nil {
			continue
		}
		user, group := l.owner(it)
		w.links = max(w.links, len(strconv.FormatUint(sys(it.fi).Nlink, 10)))
		w.user, w.group = max(w.user, width(user.text)), max(w.group, width(group.text))
		w.size = max(w.size, len(l.sizeText(it)))
	}
	for _, it := range items {
		l.longLine(it, w)
	}
}

func (l *lister) longLine(it *item, w widths) {
	var b strings.Builder
	lead, paint := l.colors.normal(), 0
	l.before(&b, it, w)
	l.details(&b, it, w)
	at, name := b.Len(), l.named(it.name)
	b.WriteString(l.painted(it, name, at))
	l.dired.name(at, name)
	paint += b.Len() - at - len(name)
	if it.mode&fs.ModeSymlink != 0 && it.target != "" && it.fi != nil {
		b.WriteString(" -> ")
		target := l.quote(it.target, false)
		at = b.Len()
		b.WriteString(l.colors.paint(it, true, it.target, target, at, l.width))
		paint += b.Len() - at - len(target)
		if it.dest != nil {
			b.WriteString(l.mark(it.dest.Mode()))
		}
	} else {
		b.WriteString(l.mark(it.mode))
	}
	b.WriteString(l.end)
	l.putPainted(lead, b.String(), paint)
}

// details writes what stands before the name; marks of question for a file that
// could not be looked at.
func (l *lister) details(b *strings.Builder, it *item, w widths) {
	unknown := holder{"?", true}
	mode, links, user, group, size := string(typeLetter(it.mode))+"?????????", "?", unknown, unknown, "?"
	var stamp string
	if it.fi != nil {
		mode, links, size = modeString(it.mode), strconv.FormatUint(sys(it.fi).Nlink, 10), l.sizeText(it)
		user, group = l.owner(it)
		stamp = l.stamp(l.timeOf(it))
	} else {
		stamp = fmt.Sprintf("%*s", width(l.stamp(time.Unix(0, 0))), "?")
	}
	fmt.Fprintf(b, "%s %*s ", mode, w.links, links)
	if !l.noOwner {
		b.WriteString(user.padded(w.user))
	}
	if !l.noGroup {
		b.WriteString(group.padded(w.group))
	}
	if l.author {
		b.WriteString(user.padded(w.user))
	}
	if l.context {
		b.WriteString("? ")
	}
	fmt.Fprintf(b, "%*s %s ", w.size, size, stamp)
}

// half a year of 365.2425 days; what is older, or to come, shows its year.
const halfYear = 31556952 / 2 * time.Second

// stamp is the time of a long listing.
func (l *lister) stamp(t time.Time) string {
	recent := t.After(l.now.Add(-halfYear)) && !t.After(l.now)
	t = local(l.in, t)
	switch l.style {
	case "full-iso":
		return moment.Format("%Y-%m-%d %H:%M:%S.%N %z", t)
	case "long-iso":
		return moment.Format("%Y-%m-%d %H:%M", t)
	case "iso":
		if recent {
			return moment.Format("%m-%d %H:%M", t)
		}
		return moment.Format("%Y-%m-%d ", t)
	case "locale":
		if recent {
			return moment.Format("%b %e %H:%M", t)
		}
		return moment.Format("%b %e  %Y", t)
	}
	old, fresh, two := strings.Cut(l.style[1:], "\n")
	if recent && two {
		return moment.Format(fresh, t)
	}
	return moment.Format(old, t)
}
