package tarfile

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
)

// PaxOptions are what --pax-option says.
type PaxOptions struct {
	// Name and GlobalName are patterns of the names of headers, empty for
	// those of GNU.
	Name, GlobalName string
	// When is the time of extended headers, zero for that of the file, and
	// GlobalWhen that of global ones, zero for now.
	When, GlobalWhen time.Time
	// Delete has patterns of keys that are left out. Set has records instead
	// of those of a file (keyword:=value), Global those of all files
	// (keyword=value).
	Delete, Set, Global []Record
	// Invalid is what is done with names that can not be written.
	Invalid string
}

// A paxWriter collects the records of one member.
type paxWriter struct {
	w    *Writer
	h    *Header
	text strings.Builder
}

// store adds a record, unless an option says otherwise.
func (p *paxWriter) store(key, value string) {
	if p.w.Format != POSIX || forgotten(p.w.Pax.Delete, key) {
		return
	}
	for _, r := range p.w.Pax.Set {
		if r.Key == key {
			value = r.Value
		}
	}
	for _, r := range p.w.Pax.Global {
		if r.Key == key {
			return
		}
	}
	p.text.WriteString(line(key, value))
}

// line is "LENGTH KEY=VALUE\n"; the length counts its own digits.
func line(key, value string) string {
	rest := len(key) + len(value) + 3
	n := rest + len(strconv.Itoa(rest))
	if len(strconv.Itoa(n)) > len(strconv.Itoa(rest)) {
		n++
	}
	return fmt.Sprintf("%d %s=%s\n", n, key, value)
}

// names are the records of names that do not fit into the header. The real name
// of a sparse file has a record of its own.
func (p *paxWriter) names() {
	if n := p.h.Name; (len(n) > nameBytes || !ascii(n)) && !p.renames() {
		p.store("path", n)
	}
	if l := p.h.Linkname; len(l) > nameBytes || !ascii(l) {
		p.store("linkpath", l)
	}
}

// renames tells whether the name in the header is not that of the file.
func (p *paxWriter) renames() bool {
	return p.h.Holes && (p.w.SparseMajor == 1 || p.w.SparseMinor == 1)
}

// attributes are the records behind those of the header's fields.
func (p *paxWriter) attributes() {
	if p.h.HasNames {
		p.store("GNU.dumpdir", p.h.Names)
	}
}

// finish is the text of the extended header, empty when there is none.
func (p *paxWriter) finish() (string, error) {
	return p.text.String(), nil
}

// DecimalTime is a time as records have it: seconds with as much of a fraction as
// is needed.
func DecimalTime(t time.Time) string {
	s, ns := t.Unix(), t.Nanosecond()
	sign := ""
	if s < 0 && ns > 0 {
		s, ns, sign = s+1, 1e9-ns, "-"
		s = -s
	} else if s < 0 {
		s, sign = -s, "-"
	}
	text := sign + strconv.FormatInt(s, 10)
	if ns > 0 {
		text += strings.TrimRight(fmt.Sprintf(".%09d", ns), "0")
	}
	return text
}

// headerName is the name of an extended header; %d is the directory of the
// file, %f its name, %p a process.
func (p *paxWriter) headerName() string {
	pattern := p.w.Pax.Name
	if pattern == "" {
		pattern = "%d/PaxHeaders/%f"
	}
	return p.expand(pattern)
}

func (p *paxWriter) sparseName() string { return p.expand("%d/GNUSparseFile.%p/%f") }

func (p *paxWriter) expand(pattern string) string {
	name := strings.TrimRight(p.h.Name, "/")
	dir, base := path.Dir(name), path.Base(name)
	if name == "" {
		dir, base = ".", ""
	}
	return expandName(pattern, map[byte]string{'d': dir, 'f': base, 'p': strconv.Itoa(p.w.PID)})
}

func (w *Writer) globalName() string {
	pattern := w.Pax.GlobalName
	if pattern == "" {
		pattern = "/tmp/GlobalHead.%n"
	}
	return expandName(pattern, map[byte]string{'n': strconv.Itoa(w.globals), 'p': strconv.Itoa(w.PID)})
}

func expandName(pattern string, values map[byte]string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] == '%' && i+1 < len(pattern) {
			if v, ok := values[pattern[i+1]]; ok || pattern[i+1] == '%' {
				if pattern[i+1] == '%' {
					v = "%"
				}
				b.WriteString(v)
				i++
				continue
			}
		}
		b.WriteByte(pattern[i])
	}
	return b.String()
}

// sparseHeader puts the extents of a sparse file where the format has them. It
// returns how much is stored, and the blocks behind the header.
func (w *Writer) sparseHeader(h *Header, b []byte, p *paxWriter) (stored int64, ext []byte) {
	for _, e := range h.Extents {
		stored += e.Bytes
	}
	if w.Format != POSIX {
		b[typeAt] = Sparse
		return stored, w.oldSparse(h, b)
	}
	count := strconv.Itoa(len(h.Extents))
	size := strconv.FormatInt(h.Size, 10)
	switch {
	case w.SparseMajor == 1:
		p.store("GNU.sparse.major", "1")
		p.store("GNU.sparse.minor", "0")
		p.store("GNU.sparse.name", h.Name)
		p.store("GNU.sparse.realsize", size)
		return stored + int64(len(paddedMap(h.Extents))), nil
	case w.SparseMinor == 1:
		p.store("GNU.sparse.size", size)
		p.store("GNU.sparse.numblocks", count)
		p.store("GNU.sparse.name", h.Name)
		var pairs []string
		for _, e := range h.Extents {
			pairs = append(pairs, fmt.Sprintf("%d,%d", e.Offset, e.Bytes))
		}
		p.store("GNU.sparse.map", strings.Join(pairs, ","))
	default:
		p.store("GNU.sparse.size", size)
		p.store("GNU.sparse.numblocks", count)
		for _, e := range h.Extents {
			p.store("GNU.sparse.offset", strconv.FormatInt(e.Offset, 10))
			p.store("GNU.sparse.numbytes", strconv.FormatInt(e.Bytes, 10))
		}
	}
	return stored, nil
}

// oldSparse writes extents as GNU did: four in the header, 21 in each block
// behind it.
func (w *Writer) oldSparse(h *Header, b []byte) (ext []byte) {
	put(b[realAt:realAt+12], h.Size, Default)
	fields, count, mark := b[sparseAt:], 4, b[extendedAt:]
	list := h.Extents
	for {
		for i := range min(count, len(list)) {
			put(fields[24*i:24*i+12], list[i].Offset, Default)
			put(fields[24*i+12:24*i+24], list[i].Bytes, Default)
		}
		if list = list[min(count, len(list)):]; len(list) == 0 {
			return ext
		}
		mark[0] = 1
		ext = append(ext, make([]byte, BlockBytes)...)
		fields = ext[len(ext)-BlockBytes:]
		count, mark = 21, fields[504:]
	}
}

// paddedMap is the map in front of the content, in whole blocks.
func paddedMap(list []Extent) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%d\n", len(list))
	for _, e := range list {
		fmt.Fprintf(&b, "%d\n%d\n", e.Offset, e.Bytes)
	}
	return append([]byte(b.String()), make([]byte, padding(int64(b.Len())))...)
}
