package tarfile

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Record is one of an extended header of pax.
type Record struct{ Key, Value string }

// records reads the text of an extended header; what follows a malformed record
// is not read.
func (r *Reader) records(text string) (list []Record) {
	for text != "" && text[0] != 0 {
		rec, rest, wrong := record(text)
		if wrong != "" {
			r.Say.Error(wrong)
			break
		}
		list, text = append(list, rec), rest
	}
	return list
}

// record reads "LENGTH KEY=VALUE\n", or tells what is wrong with it.
func record(text string) (rec Record, rest, wrong string) {
	p := strings.TrimLeft(text, " \t")
	digits := len(p) - len(strings.TrimLeft(p, "0123456789"))
	if digits == 0 {
		if p == "" || p[0] == 0 {
			return rec, "", ""
		}
		return rec, "", "Malformed extended header: missing length"
	}
	n, err := strconv.ParseUint(p[:digits], 10, 63)
	if err != nil || n > uint64(len(text)) {
		return rec, "", fmt.Sprintf("Extended header length %s is out of range", p[:digits])
	}
	after := strings.TrimLeft(p[digits:], " \t")
	if len(after) == len(p)-digits {
		return rec, "", "Malformed extended header: missing blank after length"
	}
	begin := len(text) - len(after)
	end := int(n)
	at := strings.IndexByte(cut(after), '=')
	if at < 0 || begin+at >= end {
		return rec, "", "Malformed extended header: missing equal sign"
	}
	if text[end-1] != '\n' {
		return rec, "", "Malformed extended header: missing newline"
	}
	rec = Record{after[:at], text[begin+at+1 : end-1]}
	return rec, text[end:], ""
}

// cut is text as far as a string of C goes.
func cut(text string) string {
	text, _, _ = strings.Cut(text, "\x00")
	return text
}

func (r *Reader) setGlobal(list []Record) {
	r.globals = list
	for _, rec := range list {
		if rec.Key == "GNU.volume.label" {
			r.label = rec.Value
		}
	}
}

// forgotten tells whether a pattern of --pax-option=delete= matches; only a * at
// the end or the beginning and whole words are patterns here.
func forgotten(patterns []Record, key string) bool {
	for _, p := range patterns {
		if Match(p.Value, key) {
			return true
		}
	}
	return false
}

// Match compares a key with a pattern of * and ?.
func Match(pattern, key string) bool {
	for i := 0; i < len(pattern); i++ {
		switch {
		case pattern[i] == '*':
			rest := strings.TrimLeft(pattern[i:], "*")
			if rest == "" {
				return true
			}
			for ; key != ""; key = key[1:] {
				if Match(rest, key) {
					return true
				}
			}
			return false
		case key == "" || pattern[i] != '?' && pattern[i] != key[0]:
			return false
		}
		key = key[1:]
	}
	return key == ""
}

// A paxHeader takes records into a header.
type paxHeader struct {
	h   *Header
	say Reporter
	// What is known of a sparse file: its real name and size, the numbers of
	// its map, how many extents there should be, and an offset that waits for
	// its length.
	name            string
	size            int64
	sized           bool
	extents         []Extent
	count, offset   int64
	counted, halved bool
	broken          bool
}

func (p *paxHeader) set(rec Record) {
	h, v := p.h, rec.Value
	switch rec.Key {
	case "path":
		if p.name == "" {
			h.Name = cut(v)
		}
	case "linkpath":
		h.Linkname = cut(v)
	case "uname":
		h.Uname = cut(v)
	case "gname":
		h.Gname = cut(v)
	case "size":
		p.number(rec, &h.Stored)
		h.Size = h.Stored
	case "uid":
		p.number(rec, &h.UID)
	case "gid":
		p.number(rec, &h.GID)
	case "mtime":
		p.time(rec, &h.ModTime)
	case "atime":
		p.time(rec, &h.AccessTime)
	case "ctime":
		p.time(rec, &h.ChangeTime)
	case "GNU.dumpdir":
		h.Names, h.HasNames = v, true
	case "comment", "charset", "hdrcharset", "GNU.volume.label", "GNU.volume.filename", "GNU.volume.size", "GNU.volume.offset", "RHT.security.selinux":
	default:
		if !strings.HasPrefix(rec.Key, "SCHILY.") && !p.sparse(rec) {
			p.say.Warn("unknown-keyword", fmt.Sprintf("Ignoring unknown extended header keyword '%s'", rec.Key))
		}
	}
}

// number reads a decimal number that is not negative.
func (p *paxHeader) number(rec Record, to *int64) bool {
	n, err := strconv.ParseUint(rec.Value, 10, 64)
	most := uint64(math.MaxInt64)
	if rec.Key == "uid" || rec.Key == "gid" {
		most = math.MaxUint32
	}
	switch {
	case err != nil && strings.Trim(rec.Value, "0123456789") != "" || rec.Value == "":
		p.say.Error(fmt.Sprintf("Malformed extended header: invalid %s=%s", rec.Key, rec.Value))
	case err != nil || n > most:
		p.say.Error(fmt.Sprintf("Extended header %s=%s is out of range 0..%d", rec.Key, rec.Value, most))
	default:
		*to = int64(n)
		return true
	}
	return false
}

// time reads seconds with a fraction.
func (p *paxHeader) time(rec Record, to *time.Time) {
	whole, fraction, dot := strings.Cut(rec.Value, ".")
	s, err := strconv.ParseInt(whole, 10, 64)
	if err != nil && !(whole == "" && dot) || strings.Trim(fraction, "0123456789") != "" || strings.HasPrefix(whole, "+") {
		p.say.Error(fmt.Sprintf("Malformed extended header: invalid %s=%s", rec.Key, rec.Value))
		return
	}
	ns, _ := strconv.ParseInt((fraction + "000000000")[:9], 10, 64)
	if strings.HasPrefix(whole, "-") {
		ns = -ns
	}
	*to = time.Unix(s, ns)
}

// sparse takes the records about sparse files; false for others.
func (p *paxHeader) sparse(rec Record) bool {
	var n int64
	key, ours := strings.CutPrefix(rec.Key, "GNU.sparse.")
	if !ours {
		return false
	}
	switch key {
	case "name":
		p.name = cut(rec.Value)
		p.h.Name = p.name
	case "size", "realsize":
		p.sized = p.number(rec, &p.size)
	case "numblocks":
		p.counted = p.number(rec, &p.count)
	case "offset":
		p.halved = p.number(rec, &p.offset)
	case "numbytes":
		if p.halved && p.number(rec, &n) {
			p.extents = append(p.extents, Extent{p.offset, n})
			p.halved = false
		}
	case "map":
		p.pairs(rec)
	case "major":
		p.number(rec, &n)
		p.h.SparseMajor = int(n)
	case "minor":
		p.number(rec, &n)
		p.h.SparseMinor = int(n)
	default:
		return false
	}
	return true
}

// pairs reads "OFFSET,BYTES,OFFSET,BYTES...".
func (p *paxHeader) pairs(rec Record) {
	p.extents = nil
	words := strings.Split(rec.Value, ",")
	for i := 0; i+1 < len(words); i += 2 {
		offset, err := strconv.ParseInt(words[i], 10, 64)
		n, err2 := strconv.ParseInt(words[i+1], 10, 64)
		if err != nil || err2 != nil || offset < 0 || n < 0 {
			p.say.Error(fmt.Sprintf("Malformed extended header: invalid %s=%s", rec.Key, rec.Value))
			p.broken = true
			return
		}
		p.extents = append(p.extents, Extent{offset, n})
	}
	if len(words)%2 != 0 {
		p.say.Error(fmt.Sprintf("Malformed extended header: invalid %s: odd number of values", rec.Key))
		p.broken = true
	}
}
