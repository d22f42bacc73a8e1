package tarfile

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// ErrTooMuch is content longer than the header said.
var ErrTooMuch = errors.New("more content than the header says")

// An Unfit is why a member can not be packed in a format.
type Unfit struct {
	// Text is what is wrong with Name. Plain leaves out the name of the member, Warning
	// is for what is no failure of the whole.
	Name, Text     string
	Plain, Warning bool
}

func (u *Unfit) Error() string { return u.Text }

// A Writer makes an archive.
type Writer struct {
	W      io.Writer
	Format Format
	// Numeric leaves out the names of owners; Times stores those of access and
	// change in headers of GNU (--listed-incremental).
	Numeric, Times bool
	Pax            PaxOptions
	// SparseMinor is the version of pax's sparse files: 0.0, 0.1 or 1.0.
	SparseMajor, SparseMinor int
	// PID is the number that names of headers may have.
	PID int

	left, pad int64
	globals   int
	block     [BlockBytes]byte
}

// WriteHeader begins a member; its content, as it is stored, is to be written
// afterwards. An *Unfit tells that nothing was written.
func (w *Writer) WriteHeader(h *Header) error {
	if err := w.Pad(); err != nil {
		return err
	}
	var out []byte
	stored := h.Stored
	p := paxWriter{w: w, h: h}
	name, link := h.Name, h.Linkname
	var err error
	if w.Format == POSIX {
		p.names()
	} else if out, err = w.longNames(h); err != nil {
		return err
	}
	b := w.block[:]
	clear(b)
	if w.Format == USTAR && len(name) > nameBytes {
		at := splitAt(name)
		copy(b[prefixAt:prefixAt+prefixBytes], name[:at])
		name = name[at+1:]
	}
	copy(b[nameAt:nameAt+w.most()], name)
	copy(b[linkAt:linkAt+nameBytes], link)
	if h.Type == Dumpdir && w.Format == POSIX {
		b[typeAt] = Dir
	} else {
		b[typeAt] = h.Type
	}
	if w.Format == V7 && h.Type == Regular {
		b[typeAt] = OldRegular
	}
	var ext []byte
	if h.Holes {
		if stored, ext = w.sparseHeader(h, b, &p); w.Format == POSIX && w.SparseMajor == 1 || w.SparseMinor == 1 && w.Format == POSIX {
			clear(b[nameAt : nameAt+nameBytes])
			copy(b[nameAt:nameAt+nameBytes], p.sparseName())
		}
	}
	if err := w.numbers(h, b, stored, &p); err != nil {
		return err
	}
	w.owners(h, b, &p)
	p.attributes()
	text, err := p.finish()
	if err != nil {
		return err
	}
	sum(b)
	if text != "" {
		// The extended header uses a block of its own.
		main := string(b)
		when := h.ModTime
		if !w.Pax.When.IsZero() {
			when = w.Pax.When
		}
		out = append(out, w.extended(Extended, p.headerName(), text, when)...)
		out = append(out, main...)
	} else {
		out = append(out, b...)
	}
	if h.Holes && w.Format == POSIX && w.SparseMajor == 1 {
		ext = paddedMap(h.Extents)
		stored -= int64(len(ext))
	}
	out = append(out, ext...)
	if _, err := w.W.Write(out); err != nil {
		return err
	}
	w.left, w.pad = stored, padding(stored)
	return nil
}

// most is how long a name may be in its field.
func (w *Writer) most() int {
	if w.Format == OldGNU || w.Format == V7 {
		return nameBytes - 1
	}
	return nameBytes
}

// longNames are the headers of GNU in front of one with long names, and the
// limits of the formats that have none.
func (w *Writer) longNames(h *Header) ([]byte, error) {
	var out []byte
	if len(h.Name) > w.most() {
		switch w.Format {
		case V7:
			return nil, &Unfit{Name: h.Name, Text: fmt.Sprintf("file name is too long (max %d); not dumped", nameBytes-1)}
		case USTAR:
			if len(h.Name) > nameBytes+prefixBytes+1 {
				return nil, &Unfit{Name: h.Name, Text: fmt.Sprintf("file name is too long (max %d); not dumped", nameBytes+prefixBytes+1)}
			}
			if splitAt(h.Name) < 0 {
				return nil, &Unfit{Name: h.Name, Text: "file name is too long (cannot be split); not dumped"}
			}
		default:
			out = append(out, w.longName(LongName, h.Name)...)
		}
	}
	if most := w.most(); len(h.Linkname) > most && !(w.Format == V7 && len(h.Linkname) <= nameBytes) {
		if !w.Format.gnu() {
			return nil, &Unfit{Name: h.Linkname, Text: "link name is too long; not dumped"}
		}
		out = append(out, w.longName(LongLink, h.Linkname)...)
	}
	return out, nil
}

// splitAt is the slash that a long name of ustar is divided at, -1 for none.
func splitAt(name string) int {
	n := min(len(name), prefixBytes+2)
	if n > prefixBytes+1 {
		n = prefixBytes + 1
	}
	at := strings.LastIndexByte(strings.TrimSuffix(name[:n], "/"), '/')
	if at <= 0 || len(name)-at-1 > nameBytes || len(name)-at-1 == 0 {
		return -1
	}
	return at
}

func (w *Writer) longName(kind byte, name string) []byte {
	b := w.private(kind, "././@LongLink", int64(len(name)+1), time.Unix(0, 0))
	if !w.Numeric {
		copy(b[unameAt:], "root")
		copy(b[gnameAt:], "root")
	}
	sum(b)
	out := append([]byte(nil), b...)
	out = append(out, name...)
	return append(out, make([]byte, 1+padding(int64(len(name)+1)))...)
}

// private is the header of what is no file; it is the writer's own block.
func (w *Writer) private(kind byte, name string, size int64, when time.Time) []byte {
	b := w.block[:]
	clear(b)
	copy(b[:nameBytes], name)
	put(b[modeAt:modeAt+8], 0o644, w.Format)
	put(b[uidAt:uidAt+8], 0, w.Format)
	put(b[gidAt:gidAt+8], 0, w.Format)
	put(b[sizeAt:sizeAt+12], size, Default)
	put(b[timeAt:timeAt+12], max(0, min(when.Unix(), 1<<33-1)), w.Format)
	b[typeAt] = kind
	if w.Format.gnu() {
		copy(b[magicAt:], gnuMagic)
	} else {
		copy(b[magicAt:], ustarMagic+"00")
	}
	return b
}

// extended is a header of pax with its records.
func (w *Writer) extended(kind byte, name, text string, when time.Time) []byte {
	b := w.private(kind, name, int64(len(text)), when)
	sum(b)
	out := append([]byte(nil), b...)
	out = append(out, text...)
	return append(out, make([]byte, padding(int64(len(text))))...)
}

func sum(b []byte) {
	n, _ := checksum(b)
	copy(b[sumAt:], fmt.Sprintf("%06o\x00 ", n))
}

// numbers fills the fields that have one.
func (w *Writer) numbers(h *Header, b []byte, stored int64, p *paxWriter) error {
	when := h.ModTime.Unix()
	for _, f := range []struct {
		at, n int
		value int64
		kind
		key string
	}{
		{modeAt, 8, h.Mode, modeKind, ""}, {uidAt, 8, h.UID, uidKind, "uid"}, {gidAt, 8, h.GID, gidKind, "gid"},
		{sizeAt, 12, stored, sizeKind, "size"}, {timeAt, 12, when, timeKind, "mtime"},
	} {
		field := b[f.at : f.at+f.n]
		if f.key == "mtime" && w.Format == POSIX && h.ModTime.Nanosecond() != 0 {
			p.store(f.key, DecimalTime(h.ModTime))
		}
		if put(field, f.value, w.Format) {
			continue
		}
		if w.Format != POSIX || f.key == "" {
			return &Unfit{Text: fmt.Sprintf("value %d out of %s range 0..%d", f.value, f.name, int64(1)<<(3*uint(f.n-1))-1), Plain: true}
		}
		if f.key != "mtime" {
			p.store(f.key, fmt.Sprint(f.value))
		} else if h.ModTime.Nanosecond() == 0 {
			p.store(f.key, DecimalTime(h.ModTime))
		}
		put(field, 0, w.Format)
	}
	if h.Type == Char || h.Type == Block || !w.Format.gnu() {
		if !put(b[majorAt:majorAt+8], h.Major, w.Format) || !put(b[minorAt:minorAt+8], h.Minor, w.Format) {
			return &Unfit{Text: "device number out of range; not dumped"}
		}
	}
	switch w.Format {
	case POSIX:
		p.store("atime", DecimalTime(h.AccessTime))
		p.store("ctime", DecimalTime(h.ChangeTime))
	case Default, OldGNU:
		if w.Times {
			put(b[accessAt:accessAt+12], h.AccessTime.Unix(), w.Format)
			put(b[changeAt:changeAt+12], h.ChangeTime.Unix(), w.Format)
		}
	}
	return nil
}

// owners fills the magic and the names of the owners.
func (w *Writer) owners(h *Header, b []byte, p *paxWriter) {
	switch w.Format {
	case V7:
		return
	case USTAR, POSIX:
		copy(b[magicAt:], ustarMagic+"00")
	default:
		copy(b[magicAt:], gnuMagic)
	}
	if w.Numeric {
		return
	}
	for _, o := range []struct {
		key, name string
		at        int
	}{{"uname", h.Uname, unameAt}, {"gname", h.Gname, gnameAt}} {
		if w.Format == POSIX && (len(o.name) > ownerBytes || !ascii(o.name)) {
			p.store(o.key, o.name)
		}
		copy(b[o.at:o.at+ownerBytes], o.name)
	}
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Write writes the content of a member.
func (w *Writer) Write(p []byte) (int, error) {
	if int64(len(p)) > w.left {
		return 0, ErrTooMuch
	}
	n, err := w.W.Write(p)
	w.left -= int64(n)
	return n, err
}

// Pad fills what is left of a member with zeros.
func (w *Writer) Pad() error {
	err := w.zeros(w.left + w.pad)
	w.left, w.pad = 0, 0
	return err
}

var zeroBlock [BlockBytes]byte

func (w *Writer) zeros(n int64) error {
	for n > 0 {
		k, err := w.W.Write(zeroBlock[:min(n, BlockBytes)])
		if n -= int64(k); err != nil {
			return err
		}
	}
	return nil
}

// Close ends the archive.
func (w *Writer) Close() error {
	if err := w.Pad(); err != nil {
		return err
	}
	return w.zeros(2 * BlockBytes)
}

// WriteLabel writes the label of an archive: a header of GNU, or a global one
// of pax.
func (w *Writer) WriteLabel(label string, now time.Time) error {
	if w.Format == POSIX {
		return w.WriteGlobal([]Record{{"GNU.volume.label", label}}, now)
	}
	b := w.block[:]
	clear(b)
	copy(b[:nameBytes-1], label)
	put(b[timeAt:timeAt+12], now.Unix(), Default)
	b[typeAt] = Volume
	sum(b)
	_, err := w.W.Write(b)
	return err
}

// WriteGlobal writes a global header of pax.
func (w *Writer) WriteGlobal(list []Record, now time.Time) error {
	var text strings.Builder
	for _, r := range list {
		text.WriteString(line(r.Key, r.Value))
	}
	w.globals++
	if !w.Pax.GlobalWhen.IsZero() {
		now = w.Pax.GlobalWhen
	}
	_, err := w.W.Write(w.extended(Global, w.globalName(), text.String(), now))
	return err
}
