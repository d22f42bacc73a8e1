package tarfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// A Status is what the next block of an archive is.
type Status int

// What Next finds.
const (
	Member  Status = iota
	Zero           // a block of NULs
	End            // the end of the archive, without a block of NULs
	Damaged        // no header
	Failed         // nothing more can be read: Err says why
)

// A message is an error in GNU tar's words, which begin with a capital.
type message string

func (m message) Error() string { return string(m) }

// ErrCut is an archive that ends within a member.
var ErrCut error = message("Unexpected EOF in archive")

// ErrTooLong is a name, a list of extents or a header of pax that is longer
// than Reader.Max.
var ErrTooLong = errors.New("too many entries to remember")

// A Reader goes through the members of an archive.
type Reader struct {
	In    *Input
	Say   Reporter
	Quote func(string) string // for texts in messages
	// Max bounds what a header may have in memory, in bytes.
	Max int64
	// Times asks for the times of access and of change in headers of GNU.
	Times bool
	// Override and Global are records of --pax-option that count for reading.
	Override, Forget []Record

	globals []Record
	label   string
	err     error
	// left is what was not read of the member's content, and the padding.
	left, pad int64
	// Begin is the number of the member's first block, with those of its long
	// names.
	Begin int64
}

// Err is why Next failed.
func (r *Reader) Err() error { return r.err }

func (r *Reader) fail(err error) Status {
	if r.err == nil {
		r.err = err
	}
	return Failed
}

// Next reads the next header, and passes over what was not read of the member
// before.
func (r *Reader) Next() (*Header, Status) {
	if r.err != nil {
		return nil, Failed
	}
	if err := r.Skip(); err != nil {
		return nil, r.fail(err)
	}
	r.Begin = r.In.Ordinal()
	var long struct{ name, link *string }
	extra := int64(0) // blocks of long names
	var records []Record
	extended := false
	for {
		b := r.In.Peek()
		if b == nil {
			if err := r.In.Err(); err != nil {
				return nil, r.fail(err)
			}
			return nil, End
		}
		if status := check(b); status != Member {
			r.In.Next()
			return nil, status
		}
		size := int64(0)
		if b[typeAt] != Link {
			if size = number(b[sizeAt:sizeAt+12], sizeKind, r.Quote, r.Say); size < 0 {
				r.In.Next()
				return nil, Damaged
			}
		}
		switch b[typeAt] {
		case LongName, LongLink:
			which := &long.name
			if b[typeAt] == LongLink {
				which = &long.link
			}
			r.In.Next()
			text, err := r.data(size)
			if errors.Is(err, ErrCut) {
				r.Say.Error(ErrCut.Error())
				return nil, End
			} else if err != nil {
				return nil, r.fail(err)
			}
			extra += 1 + (size+BlockBytes-1)/BlockBytes
			name := cString([]byte(text))
			*which = &name
		case Extended, Solaris, Global:
			global := b[typeAt] == Global
			r.In.Next()
			text, err := r.data(size)
			if err != nil {
				return nil, r.fail(err)
			}
			if list := r.records(text); global {
				r.setGlobal(list)
			} else {
				records, extended = list, true
			}
		default:
			r.Begin = r.In.Ordinal() - extra
			h := names(b, size, extended)
			r.In.Next()
			if long.name != nil {
				h.Name = *long.name
			}
			if long.link != nil {
				h.Linkname = *long.link
			}
			return r.decode(h, b, records)
		}
	}
}

// check tells a header from NULs and from what is neither.
func check(b []byte) Status {
	unsigned, signed := checksum(b)
	if unsigned == 8*' ' && bytes.Count(b, []byte{0}) == BlockBytes {
		return Zero
	}
	sum := silentOctal(b[sumAt : sumAt+8])
	if sum < 0 || sum != unsigned && sum != signed {
		return Damaged
	}
	return Member
}

// IsHeader tells whether a block is a header that its sum is true of.
func IsHeader(b []byte) bool { return len(b) >= BlockBytes && check(b[:BlockBytes]) == Member }

// Marked tells whether a header has the magic of ustar or of GNU.
func Marked(b []byte) bool {
	return IsHeader(b) && (string(b[magicAt:magicAt+6]) == ustarMagic || string(b[magicAt:magicAt+8]) == gnuMagic)
}

type silence struct{}

func (silence) Warn(string, string) {}
func (silence) Error(string)        {}

func silentOctal(raw []byte) int64 {
	return number(raw, kind{"", 0, 1<<31 - 1}, func(s string) string { return s }, silence{})
}

// data reads what a header holds instead of a file.
func (r *Reader) data(size int64) (string, error) {
	if size > r.Max {
		return "", ErrTooLong
	}
	r.left, r.pad = size, padding(size)
	data, err := io.ReadAll(io.LimitReader(r, size))
	if err == nil {
		err = r.Skip()
	}
	return string(data), err
}

func padding(size int64) int64 { return (BlockBytes - size%BlockBytes) % BlockBytes }

// Skip passes over what is left of the member.
func (r *Reader) Skip() error {
	blocks := (r.left + r.pad) / BlockBytes
	if (r.left+r.pad)%BlockBytes != 0 {
		blocks++ // the one that was read in part is not passed yet
	}
	r.left, r.pad = 0, 0
	if !r.In.Skip(blocks) {
		if err := r.In.Err(); err != nil {
			return err
		}
		return ErrCut
	}
	return nil
}

// Read reads the content of the member as it is stored.
func (r *Reader) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	b := r.In.Peek()
	if b == nil {
		if err := r.In.Err(); err != nil {
			return 0, r.keep(err)
		}
		return 0, r.keep(ErrCut)
	}
	// The content ends at the end of a block less the padding.
	from := 0
	if rest := (r.left + r.pad) % BlockBytes; rest != 0 {
		from = BlockBytes - int(rest)
	}
	n := copy(p, b[from:min(int64(BlockBytes), int64(from)+r.left)])
	r.left -= int64(n)
	if from+n == BlockBytes || r.left == 0 {
		r.In.Next()
	}
	if r.left == 0 {
		r.pad = 0
	}
	if n == len(p) || r.left == 0 {
		return n, nil
	}
	// Whole blocks of the record at once.
	for r.left >= BlockBytes && n+BlockBytes <= len(p) && r.In.at < r.In.end {
		copy(p[n:], r.In.Next())
		n += BlockBytes
		r.left -= BlockBytes
	}
	return n, nil
}

// keep remembers an error, so that nothing goes on behind it.
func (r *Reader) keep(err error) error {
	r.err = err
	return err
}

func cString(b []byte) string {
	if at := bytes.IndexByte(b, 0); at >= 0 {
		b = b[:at]
	}
	return string(b)
}

// names reads the names and the format of a header.
func names(b []byte, size int64, extended bool) *Header {
	h := &Header{Type: b[typeAt], Name: cString(b[nameAt : nameAt+nameBytes]), Linkname: cString(b[linkAt : linkAt+nameBytes]), Size: size, Stored: size}
	switch {
	case string(b[magicAt:magicAt+6]) == ustarMagic:
		if h.Format = USTAR; extended {
			h.Format = POSIX
		}
		if prefix := cString(b[prefixAt : prefixAt+prefixBytes]); prefix != "" {
			h.Name = prefix + "/" + h.Name
		}
	case string(b[magicAt:magicAt+8]) == gnuMagic:
		h.Format = OldGNU
	default:
		h.Format = V7
	}
	return h
}

// decode reads the numbers of a header and what the records of pax say
// instead.
func (r *Reader) decode(h *Header, b []byte, records []Record) (*Header, Status) {
	field := func(at, n int, k kind) int64 { return number(b[at:at+n], k, r.Quote, r.Say) }
	h.Mode = field(modeAt, 8, modeKind) & 0o7777
	h.ModTime = time.Unix(field(timeAt, 12, timeKind), 0)
	h.Uname, h.Gname = cString(b[unameAt:unameAt+ownerBytes]), cString(b[gnameAt:gnameAt+ownerBytes])
	h.UID, h.GID = field(uidAt, 8, uidKind), field(gidAt, 8, gidKind)
	if h.Format == V7 {
		h.Uname, h.Gname = "", ""
	} else if h.Type == Char || h.Type == Block {
		h.Major, h.Minor = field(majorAt, 8, majorKind), field(minorAt, 8, minorKind)
	}
	if h.Format == OldGNU && r.Times {
		h.AccessTime, h.ChangeTime = time.Unix(field(accessAt, 12, timeKind), 0), time.Unix(field(changeAt, 12, timeKind), 0)
	}
	p := paxHeader{h: h, say: r.Say}
	for _, list := range [][]Record{r.globals, records, r.Override} {
		for _, rec := range list {
			if !forgotten(r.Forget, rec.Key) {
				p.set(rec)
			}
		}
	}
	h.Label = r.label
	r.left, r.pad = h.Stored, padding(h.Stored)
	if err := r.sparse(h, b, &p); err != nil {
		if errors.Is(err, ErrCut) || errors.Is(err, ErrTooLong) || r.In.Err() != nil {
			return nil, r.fail(err)
		}
		r.Say.Error(fmt.Sprintf("%s: invalid sparse archive member", strings.ReplaceAll(h.Name, ":", `\:`)))
		h.Holes, h.Extents = false, nil
	}
	if h.Type == Dumpdir && !h.HasNames {
		text, err := r.data(h.Stored)
		if err != nil {
			return nil, r.fail(err)
		}
		h.Names, h.HasNames = text, true
	}
	return h, Member
}

// IsZero tells whether a block is all zeros.
func IsZero(b []byte) bool { return check(b) == Zero }
