package archives

import (
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/commands/moment"
)

// paxKeywords are those that --pax-option can set.
var paxKeywords = []string{"atime", "ctime", "mtime", "gid", "uid", "gname", "uname", "path", "linkpath", "size", "comment", "charset", "hdrcharset"}

// paxOptions reads the lists of --pax-option (info tar, "PAX keywords").
func (a *archiver) paxOptions(to *tarfile.PaxOptions) int {
	for _, list := range a.pax {
		for _, item := range paxItems(list) {
			key, value, both := strings.Cut(item, "=")
			own := strings.HasSuffix(key, ":")
			key = strings.TrimSpace(strings.TrimSuffix(key, ":"))
			if status := a.paxOption(to, key, strings.TrimSpace(value), both, own); status != 0 {
				return status
			}
		}
	}
	return 0
}

// paxItems splits a list at commas that have no backslash.
func paxItems(text string) (items []string) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && text[i+1] == ',':
			i++
			b.WriteByte(',')
		case text[i] == ',':
			items = append(items, b.String())
			b.Reset()
		default:
			b.WriteByte(text[i])
		}
	}
	return append(items, b.String())
}

// paxOption takes one item; own tells := from =.
func (a *archiver) paxOption(to *tarfile.PaxOptions, key, value string, both, own bool) int {
	if both && len(value) > 1 && value[0] == '{' && value[len(value)-1] == '}' {
		when, err := moment.Parse(value[1:len(value)-1], a.call.Now().In(a.zone()))
		if err != nil {
			return a.usage("Time stamp is out of allowed range")
		}
		value = tarfile.DecimalTime(when)
	}
	switch {
	case key == "delete" && both:
		to.Delete = append(to.Delete, tarfile.Record{Key: key, Value: value})
	case key == "exthdr.name" && both:
		to.Name = value
	case key == "globexthdr.name" && both:
		to.GlobalName = value
	case (key == "exthdr.mtime" || key == "globexthdr.mtime") && both:
		when, err := moment.Parse("@"+value, a.call.Now())
		if err != nil {
			return a.usage("Time stamp is out of allowed range")
		}
		if key == "exthdr.mtime" {
			to.When = when
		} else {
			to.GlobalWhen = when
		}
	case !both || !slices.Contains(paxKeywords, key) && !strings.HasPrefix(key, "SCHILY.") && !strings.HasPrefix(key, "GNU."):
		return a.usage("Keyword %s is unknown or not yet implemented", key)
	case own:
		to.Set = append(to.Set, tarfile.Record{Key: key, Value: value})
	default:
		to.Global = append(to.Global, tarfile.Record{Key: key, Value: value})
	}
	return 0
}

// readOptions tells a reader what --pax-option says about reading.
func (a *archiver) readOptions(r *tarfile.Reader) int {
	var o tarfile.PaxOptions
	status := a.paxOptions(&o)
	r.Forget, r.Override = o.Delete, slices.Concat(o.Global, o.Set)
	return status
}
