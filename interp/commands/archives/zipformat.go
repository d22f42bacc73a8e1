package archives

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
)

// archive/zip writes neither what kind of file a member is nor its comment, and
// loses both of members that are copied, so archives are written here.

// A zipOut writes the members of an archive and then its directory (APPNOTE.TXT,
// 4.3).
type zipOut struct {
	ctx     context.Context
	to      io.Writer
	at      int64
	entries []*zipEntry
}

func (o *zipOut) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	o.at += int64(n)
	return n, err
}

// Numbers that stand for larger ones, which an extra field has.
const (
	zipFar32, zipFar16 = 1<<32 - 1, 1<<16 - 1
	zipWideKind        = 1  // of the extra field with 64-bit numbers
	zipWideVersion     = 45 // needed to read that
	zipSumMagic        = "PK\x07\x08"
)

// member begins one whose sum and sizes are known, or with zipDescriptor follow:
// then finish has to be called behind the content. local is the extra field of the
// local header.
func (o *zipOut) member(e *zipEntry, local []byte) error {
	e.offset = uint64(o.at)
	o.entries = append(o.entries, e)
	sum, packed, size := e.crc, e.packed, e.size
	if e.flags&zipDescriptor != 0 {
		sum, packed, size = 0, 0, 0
	}
	le := binary.LittleEndian
	b := append(make([]byte, 0, 64+len(e.rawName)), zipLocalMagic...)
	b = append(b, e.reader, e.readerSys)
	for _, n := range []uint16{e.flags, e.method, e.clock, e.date} {
		b = le.AppendUint16(b, n)
	}
	for _, n := range []uint32{sum, uint32(packed), uint32(size)} {
		b = le.AppendUint32(b, n)
	}
	b = le.AppendUint16(b, uint16(len(e.rawName)))
	b = le.AppendUint16(b, uint16(len(local)))
	b = append(append(b, e.rawName...), local...)
	_, err := o.Write(b)
	return err
}

// finish writes the sum and sizes of a member behind its content.
func (o *zipOut) finish(e *zipEntry) error {
	le := binary.LittleEndian
	b := le.AppendUint32([]byte(zipSumMagic), e.crc)
	if e.packed >= zipFar32 || e.size >= zipFar32 {
		b = le.AppendUint64(le.AppendUint64(b, e.packed), e.size)
	} else {
		b = le.AppendUint32(le.AppendUint32(b, uint32(e.packed)), uint32(e.size))
	}
	_, err := o.Write(b)
	return err
}

// errZipMember is a member that is not where the directory of its archive says.
var errZipMember = errors.New("no local header")

// copy takes a member over from another archive as it is.
func (o *zipOut) copy(d *zipDirectory, e *zipEntry) error {
	from := int64(e.offset) + d.extra
	var local [zipLocalBytes]byte
	if from < 0 {
		return errZipMember
	}
	if _, err := d.file.ReadAt(local[:], from); err != nil || string(local[:4]) != zipLocalMagic {
		return errZipMember
	}
	le := binary.LittleEndian
	variable := int64(le.Uint16(local[26:])) + int64(le.Uint16(local[28:]))
	length := zipLocalBytes + variable + int64(e.packed)
	if e.packed > uint64(d.bytes) || from+length > d.bytes {
		return errZipMember
	}
	if le.Uint16(local[6:])&zipDescriptor != 0 {
		sum := 12
		if e.packed >= zipFar32 || e.size >= zipFar32 {
			sum = 20
		}
		var magic [4]byte
		if _, err := d.file.ReadAt(magic[:], from+length); err == nil && string(magic[:]) == zipSumMagic {
			sum += len(magic)
		}
		length = min(length+int64(sum), d.bytes-from)
	}
	moved := *e
	moved.offset = uint64(o.at)
	o.entries = append(o.entries, &moved)
	_, err := pump(o.ctx, o, io.NewSectionReader(d.file, from, length))
	return err
}

// close writes the directory and the end of the archive.
func (o *zipOut) close(comment string) error {
	start := o.at
	for _, e := range o.entries {
		if err := ended(o.ctx); err != nil {
			return err
		}
		if _, err := o.Write(e.record()); err != nil {
			return err
		}
	}
	le := binary.LittleEndian
	var b []byte
	n, size, from := uint64(len(o.entries)), uint64(o.at-start), uint64(start)
	if n >= zipFar16 || size >= zipFar32 || from >= zipFar32 {
		b = le.AppendUint64([]byte(zipEnd64Magic), zipEnd64Bytes-12)
		b = append(b, zipWideVersion, zipUnix, zipWideVersion, 0)
		b = le.AppendUint64(b, 0) // this part and that of the directory
		for _, v := range []uint64{n, n, size, from} {
			b = le.AppendUint64(b, v)
		}
		b = le.AppendUint32(append(b, zipLocator64...), 0)
		b = le.AppendUint32(le.AppendUint64(b, uint64(o.at)), 1)
		n, size, from = min(n, zipFar16), min(size, zipFar32), min(from, zipFar32)
	}
	b = le.AppendUint32(append(b, zipEndMagic...), 0)
	b = le.AppendUint16(le.AppendUint16(b, uint16(n)), uint16(n))
	b = le.AppendUint32(le.AppendUint32(b, uint32(size)), uint32(from))
	b = append(le.AppendUint16(b, uint16(len(comment))), comment...)
	_, err := o.Write(b)
	return err
}

// record is an entry as the directory has it.
func (e *zipEntry) record() []byte {
	le := binary.LittleEndian
	var wide []byte
	far := func(n uint64) uint32 {
		if n >= zipFar32 {
			wide = le.AppendUint64(wide, n)
			return zipFar32
		}
		return uint32(n)
	}
	size, packed, offset := far(e.size), far(e.packed), far(e.offset)
	extra := withoutField(e.extra, zipWideKind)
	reader := e.reader
	if wide != nil {
		head := le.AppendUint16(le.AppendUint16(nil, zipWideKind), uint16(len(wide)))
		extra = append(append(head, wide...), extra...)
		reader = max(reader, zipWideVersion)
	}
	b := append(make([]byte, 0, 128), zipEntryMagic...)
	b = append(b, e.creator, e.system, reader, e.readerSys)
	for _, n := range []uint16{e.flags, e.method, e.clock, e.date} {
		b = le.AppendUint16(b, n)
	}
	for _, n := range []uint32{e.crc, packed, size} {
		b = le.AppendUint32(b, n)
	}
	for _, n := range []uint16{uint16(len(e.rawName)), uint16(len(extra)), uint16(len(e.rawComment)), 0, e.internal} {
		b = le.AppendUint16(b, n)
	}
	b = le.AppendUint32(le.AppendUint32(b, e.external), offset)
	return append(append(append(b, e.rawName...), extra...), e.rawComment...)
}

// withoutField is an extra field without the part of a kind.
func withoutField(extra []byte, kind uint16) []byte {
	var b bytes.Buffer
	for le := binary.LittleEndian; len(extra) >= 4; {
		n := 4 + int(le.Uint16(extra[2:]))
		if n > len(extra) {
			break
		}
		if le.Uint16(extra) != kind {
			b.Write(extra[:n])
		}
		extra = extra[n:]
	}
	b.Write(extra)
	return b.Bytes()
}
