package archives

import (
	"encoding/binary"
	"io/fs"
	"slices"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// Methods and what is needed to read them (APPNOTE.TXT, 4.4.3 and 4.4.5).
const (
	zipStored, zipDeflated, zipBzipped                 = 0, 8, 12
	zipStoreVersion, zipDeflateVersion, zipBzipVersion = 10, 20, 46
	// zipMaker is the version of the format of an entry that is made here.
	zipMaker = 30
	// Flags that tell of the level.
	zipMaximum, zipFast = 2, 4
)

// Kinds of extra fields, which are Info-ZIP's (APPNOTE.TXT, 4.6.1).
const zipTimes, zipOwners = 0x5455, 0x7875

// entry is what the directory says of a member before it is packed, and local the
// extra field of its local header.
func (z *zipper) entry(m *zipMember) (e *zipEntry, local []byte) {
	mode, when := uint32(0o010600), z.call.Now() // a pipe
	if m.fi != nil {
		mode, when = unixModeOf(m.fi.Mode()), m.fi.ModTime()
	}
	e = &zipEntry{creator: zipMaker, system: zipUnix, reader: zipStoreVersion, name: m.name, rawName: m.name, external: mode << 16}
	if m.fi != nil && m.fi.IsDir() {
		e.external |= 0x10
	}
	e.date, e.clock = dosTime(when.In(z.zone))
	for _, c := range []byte(m.name) {
		if c >= 0x80 {
			e.flags |= zipUTF8
		}
	}
	if z.strip || m.fi == nil {
		return e, nil
	}
	times := []byte{1}
	var owners []byte
	le := binary.LittleEndian
	seconds := le.AppendUint32(nil, uint32(when.Unix()))
	if s, ok := m.fi.Sys().(*vfs.Sys); ok {
		times[0] |= 2
		local = le.AppendUint32(local, uint32(s.Atime.Unix()))
		owners = le.AppendUint32([]byte{1, 4}, s.UID)
		owners = le.AppendUint32(append(owners, 4), s.GID)
	}
	local = extraOf(zipTimes, slices.Concat(times, seconds, local))
	e.extra = extraOf(zipTimes, slices.Concat(times, seconds))
	if owners != nil {
		local, e.extra = append(local, extraOf(zipOwners, owners)...), append(e.extra, extraOf(zipOwners, owners)...)
	}
	return e, local
}

// extraOf is a part of an extra field.
func extraOf(kind uint16, data []byte) []byte {
	le := binary.LittleEndian
	return append(le.AppendUint16(le.AppendUint16(nil, kind), uint16(len(data))), data...)
}

// unixModeOf is a mode with the kind of file, as stat(2) has it.
func unixModeOf(mode fs.FileMode) uint32 {
	kind := uint32(0o100000)
	switch {
	case mode.IsDir():
		kind = 0o040000
	case mode&fs.ModeSymlink != 0:
		kind = 0o120000
	}
	return kind | vfs.ModeBits(mode)
}

// dosTime is a time in the format of MS-DOS, which counts two seconds and begins in
// 1980; what is between goes up.
func dosTime(t time.Time) (date, clock uint16) {
	if t.Second()%2 != 0 {
		t = t.Add(time.Second)
	}
	if t.Year() < 1980 {
		return 1<<5 | 1, 0
	}
	if t.Year() > 2107 {
		return 127<<9 | 12<<5 | 31, 23<<11 | 59<<5 | 29
	}
	return uint16(t.Year()-1980)<<9 | uint16(t.Month())<<5 | uint16(t.Day()), uint16(t.Hour())<<11 | uint16(t.Minute())<<5 | uint16(t.Second()/2)
}

// textBytes is how much of a file is looked at to see whether it is text.
const textBytes = 64 << 10

// textual tells whether data looks like text: it has letters or the like, and no
// control characters that texts do not have.
func textual(data []byte) bool {
	letters := false
	for _, c := range data[:min(len(data), textBytes)] {
		switch {
		case c <= 6, c >= 14 && c <= 25, c >= 28 && c <= 31:
			return false
		case c >= 32, c == '\t', c == '\n', c == '\r':
			letters = true
		}
	}
	return letters
}

// modified is the time of a member of the old archive.
func (z *zipper) modified(e *zipEntry) time.Time {
	when, _ := e.modified(z.zone)
	return when
}
