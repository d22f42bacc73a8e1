package archives

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// end is what zipinfo -v tells of the record at the end.
func (i *zipInfo) end() {
	d := i.d
	if len(d.comment)+d.cut == 0 {
		i.say("There is no zipfile comment.\n")
	} else {
		i.say("The zipfile comment is %d bytes long and contains the following text:\n", len(d.comment)+d.cut)
		i.framed("zipfile", "=", d.comment)
		if d.cut > 0 {
			i.say("\n  The zipfile comment is truncated.\n")
			i.worse(unzipWarning)
		}
	}
	i.say("\nEnd-of-central-directory record:\n%s\n\n", strings.Repeat("-", 31))
	for _, n := range []struct {
		what string
		n    int64
	}{{"Zip archive file size:", d.bytes}, {"Actual end-cent-dir record offset:", d.end}, {"Expected end-cent-dir record offset:", d.end - d.extra}} {
		i.say("  %-37s%11d (%016Xh)\n", n.what, n.n, n.n)
	}
	i.say("  (based on the length of the central directory and its expected offset)\n\n")
	i.where()
	if d.entries == 0 {
		i.say("\n")
	}
}

// where tells of the parts of an archive and of its directory.
func (i *zipInfo) where() {
	d := i.d
	entries, are := "entries", "are"
	if d.entries == 1 {
		entries = "entry"
	}
	if d.here == 1 {
		are = "is"
	}
	if d.disk == 0 {
		i.say("  This zipfile constitutes the sole disk of a single-part archive; its\n  central directory contains %d %s.\n", d.entries, entries)
		i.say("  The central directory is %d (%016Xh) bytes long,\n  and its (expected) offset in bytes from the beginning of the zipfile\n  is %d (%016Xh).\n\n", d.size, d.size, d.start, d.start)
		return
	}
	i.say("  This zipfile constitutes disk %d of a multi-part archive.  The central\n  directory starts on disk %d at an offset within that archive part\n", int(d.disk)+1, int(d.startDisk)+1)
	i.say("  of %d (%016Xh) bytes.  The entire\n  central directory is %d (%016Xh) bytes long.\n", d.start, d.start, d.size, d.size)
	i.say("  %d of the archive entries %s contained within this zipfile volume,\n  out of a total of %d %s.\n\n", d.here, are, d.entries, entries)
}

// framed is a comment of an archive or a member.
func (i *zipInfo) framed(of, line, text string) {
	frame := func(verb string, left, right int) {
		i.say("%s %s comment %s %s\n", strings.Repeat(line, left), of, verb, strings.Repeat(line, right))
	}
	first, last := 24, 25
	if of == "file" {
		first, last = 25, 26
	}
	frame("begins", first, 26+2*(first-24))
	i.say("%s", text)
	if i.open {
		i.say("\n")
	}
	frame("ends", last, 27+2*(first-24))
}

// gap is how many bytes stand between a member and what was before it.
func (i *zipInfo) gap(e *zipEntry, reached *int64) int64 {
	from := int64(e.offset)
	gap := from - *reached
	var local [zipLocalBytes]byte
	*reached = from + zipLocalBytes + int64(e.nameLength) + int64(len(e.extra)) + int64(e.packed)
	if i.form == infoVerbose && i.readsAt(local[:], max(0, from+i.d.extra)) {
		le := binary.LittleEndian
		*reached = from + zipLocalBytes + int64(le.Uint16(local[26:])) + int64(le.Uint16(local[28:])) + int64(e.packed)
	}
	return gap
}

// The systems as zipinfo -v names them, by number.
var systemNames = [...]string{"MS-DOS, OS/2 or NT FAT", "Amiga", "VMS", "Unix", "VM/CMS", "Atari ST", "OS/2 or NT HPFS", "Macintosh HFS", "Z-System", "CP/M",
	"TOPS-20", "NTFS", "SMS/QDOS", "Acorn RISC OS", "Win32 VFAT", "MVS", "BeOS", "Tandem NSK", "Theos", "Mac OS/X (Darwin)"}

var methodNames = map[uint16]string{0: "none (stored)", 1: "shrunk", 2: "reduced (factor 1)", 3: "reduced (factor 2)", 4: "reduced (factor 3)", 5: "reduced (factor 4)", 6: "imploded",
	7: "tokenized", 8: "deflated", 9: "deflated (enhanced-64k)", 10: "imploded (PK DCL)", 12: "bzipped", 14: "LZMA-ed", 18: "terse (IBM)", 19: "IBM LZ77", 97: "WavPacked", 98: "PPMd-ed"}

// verbose is what zipinfo -v tells of a member.
func (i *zipInfo) verbose(e *zipEntry, number int, gap int64) {
	title := fmt.Sprintf("Central directory entry #%d:", number)
	i.say("\n%s\n%s\n\n", title, strings.Repeat("-", 27))
	if gap > 0 {
		i.say("  There are an extra %d bytes preceding this file.\n\n", gap)
	}
	row := func(what, format string, args ...any) { i.say("  %-48s"+format+"\n", append([]any{what}, args...)...) }
	system := func(n byte) string {
		if int(n) < len(systemNames) {
			return systemNames[n]
		}
		return fmt.Sprintf("unknown (%d)", n)
	}
	i.say("  %s\n\n", i.shown(e.name))
	row("offset of local header from start of archive:", "%d", e.offset)
	row("", "(%016Xh) bytes", e.offset)
	row("file system or operating system of origin:", "%s", system(e.system))
	row("version of encoding software:", "%d.%d", e.creator/10, e.creator%10)
	row("minimum file system compatibility required:", "%s", system(e.readerSys))
	row("minimum software version required to extract:", "%d.%d", e.reader/10, e.reader%10)
	name, ok := methodNames[e.method]
	if !ok {
		name = fmt.Sprintf("unknown (%d)", e.method)
	}
	row("compression method:", "%s", name)
	if e.method == 8 || e.method == 9 {
		row("compression sub-type (deflation):", "%s", [...]string{"normal", "maximum", "fast", "superfast"}[e.flags>>1&3])
	}
	row("file security status:", "%sencrypted", map[bool]string{false: "not "}[e.flags&zipEncrypted != 0])
	row("extended local header:", "%s", map[bool]string{false: "no", true: "yes"}[e.flags&zipDescriptor != 0])
	const times = "2006 Jan 2 15:04:05"
	plain := *e
	plain.extra = nil
	dos, _ := plain.modified(i.zone)
	row("file last modified on (DOS date/time):", "%s", dos.Format(times))
	if when, exact := e.modified(i.zone); exact {
		row("file last modified on (UT extra field modtime):", "%s local", when.In(i.zone).Format(times))
		row("file last modified on (UT extra field modtime):", "%s UTC", when.UTC().Format(times))
	}
	row("32-bit CRC value (hex):", "%08x", e.crc)
	row("compressed size:", "%d bytes", e.packed)
	row("uncompressed size:", "%d bytes", e.size)
	row("length of filename:", "%d characters", e.nameLength)
	row("length of extra field:", "%d bytes", len(e.extra))
	row("length of file comment:", "%d characters", len(e.comment))
	row("disk number on which file begins:", "disk %d", e.disk+1)
	row("apparent file type:", "%s", map[bool]string{false: "binary", true: "text"}[e.internal&1 != 0])
	i.verboseAttributes(e, row)
	i.verboseExtra(e.extra)
	if e.comment == "" {
		i.say("\n  There is no file comment.\n")
		return
	}
	i.say("\n")
	i.framed("file", "-", e.comment)
}

func (i *zipInfo) verboseAttributes(e *zipEntry, row func(string, string, ...any)) {
	if mode := e.external >> 16; e.system == zipUnix {
		row(fmt.Sprintf("Unix file attributes (%06o octal):", mode), "%s", unixMode(mode))
	} else {
		row("non-MSDOS external file attributes:", "%06X hex", e.external>>8)
	}
	var dos strings.Builder
	for bit, name := range []string{"rdo ", "hid ", "sys ", "lab ", "dir ", "arc ", "lnk ", "exe "} {
		if e.external&(1<<bit) != 0 {
			dos.WriteString(name)
		}
	}
	if dos.Len() == 0 {
		dos.WriteString("none")
	}
	row(fmt.Sprintf("MS-DOS file attributes (%02X hex):", e.external&0xff), "%s", dos.String())
}

// extraShown is how many bytes of an extra field are shown.
const extraShown = 24

// verboseExtra tells of the extra fields (APPNOTE.TXT, 4.5).
func (i *zipInfo) verboseExtra(extra []byte) {
	if len(extra) < 4 {
		return
	}
	i.say("\n  The central-directory extra field contains:")
	for le := binary.LittleEndian; len(extra) >= 4; {
		kind, n := le.Uint16(extra), min(int(le.Uint16(extra[2:])), len(extra)-4)
		data := extra[4 : 4+n]
		name := map[uint16]string{1: "PKWARE 64-bit sizes", 0x5455: "universal time", 0x5855: "old Info-ZIP Unix/OS2/NT", 0x7855: "Unix UID/GID (16-bit)", 0x7875: "Unix UID/GID (any size)",
			0xa: "PKWARE Win32", 0x7075: "UTF8 path name", 0x6375: "UTF8 entry comment"}[kind]
		if name == "" {
			name = "unknown"
		}
		i.say("\n  - A subfield with ID 0x%04x (%s) and %d data bytes", kind, name, n)
		extra = extra[4+n:]
		if kind == 0x5455 && n > 0 {
			var what []string
			for bit, t := range []string{"modification", "access", "creation"} {
				if data[0]&(1<<bit) != 0 {
					what = append(what, t)
				}
			}
			s := "s"
			if len(what) == 1 {
				s = ""
			}
			i.say(".\n    The local extra field has UTC/GMT %s time%s", strings.Join(what, "/"), s)
		} else if n > 0 {
			more := "."
			shown := data
			if n > extraShown {
				shown, more = data[:20], " ..."
				i.say(".  The first\n    20 are: ")
			} else {
				i.say(":\n   ")
			}
			for _, b := range shown {
				i.say(" %02x", b)
			}
			i.say("%s", strings.TrimSuffix(more, "."))
		}
		i.say(".")
	}
	i.say("\n")
}
