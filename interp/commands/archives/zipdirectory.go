package archives

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// What unzip tells about an archive goes beyond what archive/zip shows, and it
// unpacks what is whole of a damaged one, so the directory is read here. Entries
// are read as they are needed and not kept.

// A zipEntry is a record of the central directory (APPNOTE.TXT, 4.3.12).
type zipEntry struct {
	creator, system   byte // the version and the system that made it
	reader, readerSys byte
	flags, method     uint16
	clock, date       uint16 // of MS-DOS
	crc               uint32
	packed, size      uint64
	disk              uint32
	internal          uint16
	external          uint32
	offset            uint64
	name, comment     string
	// rawName and rawComment are the bytes that the archive has.
	rawName, rawComment string
	extra               []byte
	nameLength          int

	// data is where the content begins, 0 where there is no local header, which
	// names it localName; raw is the name before options change it.
	data           int64
	localName, raw string
}

// Flags of an entry (APPNOTE.TXT, 4.4.4).
const (
	zipEncrypted  = 1
	zipDescriptor = 1 << 3
	zipUTF8       = 1 << 11
)

// Systems that made an entry (APPNOTE.TXT, 4.4.2.2).
const (
	zipFAT  = 0
	zipUnix = 3
	zipHPFS = 6
	zipNTFS = 11
	zipVFAT = 14
)

// A zipDirectory is what the end of an archive says of it.
type zipDirectory struct {
	file  vfs.File
	bytes int64
	// end is where the record of the end is, start where its directory begins
	// and size how long that is, as the record has it.
	end, start, size int64
	entries          uint64
	// disk is the number of this part of an archive, startDisk that of the one in
	// which the directory begins, and here how many entries are in this one.
	disk, startDisk, here uint16
	comment               string
	cut                   int // how many bytes of the comment are missing
	zip64                 bool
	// extra is how much there is before the archive, or between its parts;
	// negative is what is missing.
	extra int64
}

// Errors of the directory.
var (
	errNoEnd   = errors.New("no end of a central directory")
	errNoStart = errors.New("no start of a central directory")
	errNoEntry = errors.New("no signature of an entry")
)

const (
	zipEndBytes, zipEntryBytes, zipLocalBytes = 22, 46, 30
	zipEndMagic, zipEntryMagic, zipLocalMagic = "PK\x05\x06", "PK\x01\x02", "PK\x03\x04"
	zipEnd64Magic, zipLocator64               = "PK\x06\x06", "PK\x06\x07"
	zipLocatorBytes, zipEnd64Bytes            = 20, 56
	// zipTail is how far from the end of a file its record may be.
	zipTail = 66000
)

// openDirectory opens an archive. errNoEnd is what is none.
func openDirectory(ctx context.Context, call *command.Call, name string) (*zipDirectory, error) {
	f, err := vfs.OpenContext(ctx, call.FS, name, syscall.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	d := &zipDirectory{file: f}
	if err := d.find(); err != nil {
		f.Close()
		return nil, err
	}
	return d, nil
}

func (d *zipDirectory) find() error {
	fi, err := d.file.Stat()
	if err != nil {
		return err
	}
	if fi.IsDir() {
		return syscall.EISDIR
	}
	if !fi.Mode().IsRegular() {
		return errNoEnd
	}
	d.bytes = fi.Size()
	tail := make([]byte, min(d.bytes, zipTail))
	at := d.bytes - int64(len(tail))
	if _, err := d.file.ReadAt(tail, at); err != nil && err != io.EOF {
		return err
	}
	i := len(tail)
	for {
		if i = bytes.LastIndex(tail[:i], []byte(zipEndMagic)); i < 0 {
			return errNoEnd
		}
		if len(tail)-i >= zipEndBytes {
			break
		}
	}
	end := tail[i:]
	d.end = at + int64(i)
	le := binary.LittleEndian
	d.disk, d.startDisk, d.here = le.Uint16(end[4:]), le.Uint16(end[6:]), le.Uint16(end[8:])
	d.entries = uint64(le.Uint16(end[10:]))
	d.size, d.start = int64(le.Uint32(end[12:])), int64(le.Uint32(end[16:]))
	comment := end[zipEndBytes:]
	told := int(le.Uint16(end[20:]))
	d.comment = string(comment[:min(len(comment), told)])
	d.cut = max(0, told-len(comment))
	if err := d.end64(); err != nil {
		return err
	}
	d.extra = d.end - d.start - d.size
	return nil
}

// end64 reads the larger record that stands before the one of 1989.
func (d *zipDirectory) end64() error {
	var locator [zipLocatorBytes]byte
	if d.end < zipLocatorBytes {
		return nil
	}
	if _, err := d.file.ReadAt(locator[:], d.end-zipLocatorBytes); err != nil || string(locator[:4]) != zipLocator64 {
		return nil // these are the numbers then
	}
	le := binary.LittleEndian
	var end [zipEnd64Bytes]byte
	at := int64(le.Uint64(locator[8:]))
	if at < 0 || at > d.bytes {
		return errNoEnd
	}
	if _, err := d.file.ReadAt(end[:], at); err != nil || string(end[:4]) != zipEnd64Magic {
		return errNoEnd
	}
	d.zip64, d.end = true, at
	d.entries, d.size, d.start = le.Uint64(end[32:]), int64(le.Uint64(end[40:])), int64(le.Uint64(end[48:]))
	if d.size < 0 || d.start < 0 {
		return errNoEnd
	}
	return nil
}

// A zipEntries reads the records of a directory one after the other.
type zipEntries struct {
	r *bufio.Reader
	n uint64 // of the next one, from 1
	// told is how many there have to be, as far as the bits of mask tell.
	told, mask uint64
}

// list begins to read the directory. Where it is not where it has to be, d.extra
// becomes 0 if it is where the record says.
func (d *zipDirectory) list() (*zipEntries, error) {
	at := d.start + max(d.extra, -d.start)
	var head [4]byte
	if d.entries > 0 {
		if _, err := d.file.ReadAt(head[:], at); err != nil || string(head[:]) != zipEntryMagic {
			if _, err := d.file.ReadAt(head[:], d.start); err != nil || string(head[:]) != zipEntryMagic {
				return nil, errNoStart
			}
			at, d.extra = d.start, 0
		}
	}
	mask := uint64(1<<16 - 1)
	if d.zip64 {
		mask = 1<<64 - 1
	}
	r := bufio.NewReaderSize(io.NewSectionReader(d.file, at, d.bytes-at), command.BufferBytes)
	return &zipEntries{r, 1, d.entries & mask, mask}, nil
}

// next reads one entry. io.EOF is the end of the directory, errNoEntry something
// else than an entry.
func (l *zipEntries) next() (*zipEntry, error) {
	head, _ := l.r.Peek(4)
	var fixed [zipEntryBytes]byte
	switch {
	case string(head) == zipEntryMagic:
	case (l.n-1)&l.mask == l.told:
		return nil, io.EOF
	default:
		return nil, errNoEntry
	}
	if _, err := io.ReadFull(l.r, fixed[:]); err != nil {
		return nil, errTruncated
	}
	le := binary.LittleEndian
	e := &zipEntry{
		creator: fixed[4], system: fixed[5], reader: fixed[6], readerSys: fixed[7],
		flags: le.Uint16(fixed[8:]), method: le.Uint16(fixed[10:]), clock: le.Uint16(fixed[12:]), date: le.Uint16(fixed[14:]),
		crc: le.Uint32(fixed[16:]), packed: uint64(le.Uint32(fixed[20:])), size: uint64(le.Uint32(fixed[24:])),
		disk: uint32(le.Uint16(fixed[34:])), internal: le.Uint16(fixed[36:]), external: le.Uint32(fixed[38:]), offset: uint64(le.Uint32(fixed[42:])),
	}
	name, extra, comment := int(le.Uint16(fixed[28:])), int(le.Uint16(fixed[30:])), int(le.Uint16(fixed[32:]))
	rest := make([]byte, name+extra+comment)
	if _, err := io.ReadFull(l.r, rest); err != nil {
		return nil, errTruncated
	}
	e.name, e.extra, e.comment = string(rest[:name]), rest[name:name+extra], string(rest[name+extra:])
	e.nameLength = name
	e.rawName, e.rawComment = e.name, e.comment
	e.name, _, _ = strings.Cut(e.name, "\x00")
	e.wide()
	e.decode(false)
	l.n++
	return e, nil
}

// field is what an extra field of a kind holds.
func (e *zipEntry) field(kind uint16) []byte { return extraField(e.extra, kind) }

func extraField(extra []byte, kind uint16) []byte {
	le := binary.LittleEndian
	for len(extra) >= 4 {
		n := int(le.Uint16(extra[2:]))
		if n > len(extra)-4 {
			return nil
		}
		if le.Uint16(extra) == kind {
			return extra[4 : 4+n]
		}
		extra = extra[4+n:]
	}
	return nil
}

// wide takes the sizes that do not fit into 32 bits (APPNOTE.TXT, 4.5.3).
func (e *zipEntry) wide() {
	b := e.field(1)
	for _, to := range []*uint64{&e.size, &e.packed, &e.offset} {
		if *to == 1<<32-1 && len(b) >= 8 {
			*to = binary.LittleEndian.Uint64(b)
			b = b[8:]
		}
	}
}

// modified is the time of an entry: that of an extra field, which is in UTC, or
// that of MS-DOS in the zone. The second result tells of which kind it is.
func (e *zipEntry) modified(zone *time.Location) (time.Time, bool) {
	le := binary.LittleEndian
	if b := e.field(0x5455); len(b) >= 5 && b[0]&1 != 0 {
		return time.Unix(int64(int32(le.Uint32(b[1:]))), 0), true
	}
	if b := e.field(0x5855); len(b) >= 8 {
		return time.Unix(int64(int32(le.Uint32(b[4:]))), 0), true
	}
	return time.Date(int(e.date>>9)+1980, time.Month(e.date>>5&15), int(e.date&31), int(e.clock>>11), int(e.clock>>5&63), int(e.clock&31)*2, 0, zone), false
}

func (e *zipEntry) directory() bool { return strings.HasSuffix(e.name, "/") }
