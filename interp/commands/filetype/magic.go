package filetype

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"time"
)

// A magic is how a format begins. Its detail adds what the header tells; false
// is a file that is another one after all.
type magic struct {
	at         int
	head       string
	text, mime string
	detail     func(Input, *Kind) bool
}

var (
	le = binary.LittleEndian
	be = binary.BigEndian
)

// adding makes a detail of what is put behind the text.
func adding(f func(data []byte) string) func(Input, *Kind) bool {
	return func(in Input, k *Kind) bool {
		k.Text += f(in.Head)
		return true
	}
}

// magics are the beginnings of formats, in the order in which they are tried.
var magics = []magic{
	{0, "\x7fELF", "ELF", "application/x-executable", elf},
	{0, "\x1f\x8b", "gzip compressed data", "application/gzip", gzipped},
	{0, "BZh", "bzip2 compressed data", "application/x-bzip2", adding(func(d []byte) string { return fmt.Sprintf(", block size = %c00k", at(d, 3)) })},
	{0, "\xfd7zXZ\x00", "XZ compressed data", "application/x-xz", adding(func(d []byte) string {
		return map[byte]string{0: ", checksum NONE", 1: ", checksum CRC32", 4: ", checksum CRC64", 10: ", checksum SHA-256"}[at(d, 7)&15]
	})},
	{0, "\x28\xb5\x2f\xfd", "Zstandard compressed data (v0.8+), Dictionary ID: None", "application/zstd", nil},
	{0, "\x5d\x00\x00", "LZMA compressed data", "application/x-lzma", lzma},
	{0, "\x04\x22\x4d\x18", "LZ4 compressed data (v1.4+)", "application/x-lz4", nil},
	{0, "LZIP", "lzip compressed data", "application/x-lzip", adding(func(d []byte) string { return fmt.Sprintf(", version: %d", at(d, 4)) })},
	{0, "\x1f\x9d", "compress'd data", "application/x-compress", adding(func(d []byte) string { return fmt.Sprintf(" %d bits", at(d, 2)&0x1f) })},
	{0, "7z\xbc\xaf\x27\x1c", "7-zip archive data", "application/x-7z-compressed", adding(func(d []byte) string { return fmt.Sprintf(", version %d.%d", at(d, 6), at(d, 7)) })},
	{0, "Rar!\x1a\x07\x00", "RAR archive data", "application/x-rar", nil},
	{0, "Rar!\x1a\x07\x01\x00", "RAR archive data, v5", "application/x-rar", nil},
	{0, "PK\x03\x04", "Zip archive data", "application/zip", zipped},
	{0, "PK\x05\x06", "Zip archive data (empty)", "application/zip", nil},
	{257, "ustar\x00", "POSIX tar archive", "application/x-tar", nil},
	{257, "ustar  \x00", "POSIX tar archive (GNU)", "application/x-tar", nil},
	{0, "070701", "ASCII cpio archive (SVR4 with no CRC)", "application/x-cpio", nil},
	{0, "070702", "ASCII cpio archive (SVR4 with CRC)", "application/x-cpio", nil},
	{0, "070707", "ASCII cpio archive (pre-SVR4 or odc)", "application/x-cpio", nil},
	{0, "\xc7\x71", "cpio archive", "application/x-cpio", nil},
	{0, "!<arch>\ndebian-binary", "Debian binary package", "application/vnd.debian.binary-package", debian},
	{0, "!<arch>\n", "current ar archive", "application/x-archive", nil},
	{0, "\xed\xab\xee\xdb", "RPM", "application/x-rpm", rpm},
	{0, "\x89PNG\r\n\x1a\n", "PNG image data", "image/png", png},
	{0, "\xff\xd8\xff", "JPEG image data", "image/jpeg", jpeg},
	{0, "GIF8", "GIF image data", "image/gif", gif},
	{0, "RIFF", "RIFF (little-endian) data", octets, riff},
	{0, "BM", "PC bitmap", "image/bmp", bmp},
	{0, "\x00\x00\x01\x00", "MS Windows icon resource", "image/vnd.microsoft.icon", icon},
	{0, "II*\x00", "TIFF image data, little-endian", "image/tiff", adding(func(d []byte) string { return directories(d, le) })},
	{0, "MM\x00*", "TIFF image data, big-endian", "image/tiff", adding(func(d []byte) string { return directories(d, be) })},
	{0, "P", "Netpbm image data", "image/x-portable-pixmap", netpbm},
	{0, "8BPS", "Adobe Photoshop Image", "image/vnd.adobe.photoshop", photoshop},
	{0, "/* XPM */", "X pixmap image text", "image/x-xpixmap", nil},
	{0, "%PDF-", "PDF document", "application/pdf", pdf},
	{0, "{\\rtf", "Rich Text Format data, version", "text/rtf", adding(richText)},
	{0, "%!PS-Adobe-", "PostScript document text", "application/postscript", postscript},
	{0, "%!", "PostScript document text", "application/postscript", nil},
	{0, "\xcf\xfa\xed\xfe", "Mach-O 64-bit", "application/x-mach-binary", machO},
	{0, "\xce\xfa\xed\xfe", "Mach-O", "application/x-mach-binary", machO},
	{0, "\xca\xfe\xba\xbe", "", "application/x-java-applet", classOrUniversal},
	{0, "MZ", "MS-DOS executable, MZ for MS-DOS", "application/x-dosexec", portableExecutable},
	{0, "\x00asm", "WebAssembly (wasm) binary module", "application/wasm", adding(wasm)},
	{0, "JM\x01\x00", "Java jmod module version 1.0", "application/x-java-jmod", nil},
	{0, "dex\n", "Dalvik dex file version", octets, adding(func(d []byte) string { return " " + string(bytes.TrimRight(part(d, 4, 7), "\x00")) })},
	{0, "BC\xc0\xde", "LLVM IR bitcode", octets, nil},
	{0, "\x1bLua", "Lua bytecode, version", octets, adding(func(d []byte) string { return fmt.Sprintf(" %d.%d", at(d, 4)>>4, at(d, 4)&15) })},
	{2, "\r\n", "Byte-compiled Python module", "application/x-bytecode.python", compiledPython},
	{0, "SQLite format 3\x00", "SQLite 3.x database", "application/vnd.sqlite3", adding(sqlite)},
	{0, "\xd4\xc3\xb2\xa1", "pcap capture file, microsecond ts (little-endian)", "application/vnd.tcpdump.pcap", adding(func(d []byte) string { return pcap(d, le) })},
	{0, "\xa1\xb2\xc3\xd4", "pcap capture file, microseconds ts (big-endian)", "application/vnd.tcpdump.pcap", adding(func(d []byte) string { return pcap(d, be) })},
	{0, "\x0a\r\r\n", "pcapng capture file", octets, adding(func(d []byte) string { return fmt.Sprintf(" - version %d.%d", u16(d, 12, le), u16(d, 14, le)) })},
	{0, "ID3", "Audio file with ID3 version 2", octets, adding(func(d []byte) string { return fmt.Sprintf(".%d.%d", at(d, 3), at(d, 4)) })},
	{0, "\xff\xfb", "MPEG ADTS, layer III, v1", "audio/mpeg", adding(mp3)},
	{0, "OggS", "Ogg data", "audio/ogg", adding(ogg)},
	{0, "fLaC", "FLAC audio bitstream data", "audio/flac", adding(flac)},
	{4, "ftyp", "ISO Media", "video/mp4", isoMedia},
	{0, "\x1a\x45\xdf\xa3", "Matroska data", "video/x-matroska", matroska},
	{0, "MThd", "Standard MIDI data", "audio/midi", adding(func(d []byte) string {
		return fmt.Sprintf(" (format %d) using %d tracks at 1/%d", u16(d, 8, be), u16(d, 10, be), u16(d, 12, be))
	})},
	{0, "FORM", "IFF data", octets, iff},
	{0, "FLV\x01", "Macromedia Flash Video", "video/x-flv", nil},
	{0, "\x00\x01\x00\x00\x00", "TrueType Font data", "font/sfnt", trueType},
	{0, "OTTO", "OpenType font data", "application/vnd.ms-opentype", nil},
	{0, "ttcf", "TrueType font collection data", "font/ttf", adding(func(d []byte) string {
		return fmt.Sprintf(", %d.%d, %d fonts", u16(d, 4, be), u16(d, 6, be), u32(d, 8, be))
	})},
	{0, "wOFF", "Web Open Font Format", "font/woff", adding(func(d []byte) string { return woff(d, 20) })},
	{0, "wOF2", "Web Open Font Format (Version 2)", "font/woff2", adding(func(d []byte) string { return woff(d, 24) })},
	{0, "PACK", "Git pack", "application/x-git", adding(func(d []byte) string { return fmt.Sprintf(", version %d, %d objects", u32(d, 4, be), u32(d, 8, be)) })},
	{0, "\xfftOc", "Git pack index", octets, adding(func(d []byte) string { return fmt.Sprintf(", version %d", u32(d, 4, be)) })},
	{0, "DIRC", "Git index", octets, adding(func(d []byte) string { return fmt.Sprintf(", version %d, %d entries", u32(d, 4, be), u32(d, 8, be)) })},
	{0, "-----BEGIN CERTIFICATE-----", "PEM certificate", "text/plain", nil},
	{0, "-----BEGIN CERTIFICATE REQ", "PEM certificate request", "text/plain", nil},
	{0, "-----BEGIN RSA PRIVATE KEY-----", "PEM RSA private key", "text/plain", nil},
	{0, "-----BEGIN DSA PRIVATE KEY-----", "PEM DSA private key", "text/plain", nil},
	{0, "-----BEGIN EC PRIVATE KEY-----", "PEM EC private key", "text/plain", nil},
	{0, "-----BEGIN OPENSSH PRIVATE KEY-----", "OpenSSH private key", "text/plain", nil},
	{0, "-----BEGIN PGP MESSAGE-", "PGP message", "application/pgp-encrypted", nil},
	{0, "-----BEGIN PGP PUBLIC KEY BLOCK-", "PGP public key block", "application/pgp-keys", nil},
	{0, "-----BEGIN PGP SIGNATURE-", "PGP signature", "application/pgp-signature", nil},
	{0, "-----BEGIN PGP SIGNED MESSAGE-", "PGP signed message", "text/PGP", nil},
	{0, "ssh-ed25519 ", "OpenSSH ED25519 public key", "text/plain", nil},
	{0, "ssh-rsa ", "OpenSSH RSA public key", "text/plain", nil},
	{0, "BEGIN:VCARD", "vCard visiting card", "text/vcard", vcard},
	{0, "bplist", "Apple binary property list", octets, nil},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "OLE 2 Compound Document", octets, nil},
	{0, "PAR1", "Apache Parquet", octets, nil},
	{0, "\x89HDF\r\n\x1a\n", "Hierarchical Data Format (version 5) data", "application/x-hdf5", nil},
	{0, "\x93NUMPY", "NumPy array", octets, adding(func(d []byte) string {
		return fmt.Sprintf(", version %d.%d, header length %d", at(d, 6), at(d, 7), u16(d, 8, le))
	})},
	{0, "\xde\x12\x04\x95", "GNU message catalog (little endian)", "application/x-gettext-translation", messages},
	{0, "\x95\x04\x12\xde", "GNU message catalog (big endian)", "application/x-gettext-translation", adding(func(d []byte) string {
		return fmt.Sprintf(", revision %d.%d, %d messages", u16(d, 4, be), u16(d, 6, be), u32(d, 8, be))
	})},
	{0, "TZif", "timezone data (fat)", octets, adding(timezone)},
	{0, "\x1a\x01", "Compiled terminfo entry", "application/x-terminfo", terminfo},
	{0, "\x1e\x02", "Compiled 32-bit terminfo entry", "application/x-terminfo2", terminfo},
	{0, "\x30\x82", "", octets, certificate},
	{0, "d8:announce", "BitTorrent file", "application/x-bittorrent", nil},
	{32769, "CD001", "ISO 9660 CD-ROM filesystem data", "application/x-iso9660-image", adding(func(d []byte) string {
		return " '" + strings.TrimRight(string(part(d, 32808, 32840)), " \x00") + "'"
	})},
	{510, "\x55\xaa", "DOS/MBR boot sector", octets, nil},
}

// at, part, u16 and u32 read what may be behind the end as zeros or nothing.
func at(d []byte, i int) byte {
	if i < 0 || i >= len(d) {
		return 0
	}
	return d[i]
}

func part(d []byte, from, to int) []byte {
	from = min(from, len(d))
	return d[from:max(from, min(to, len(d)))]
}

func u16(d []byte, i int, o binary.ByteOrder) uint16 {
	return o.Uint16([]byte{at(d, i), at(d, i+1)})
}

func u32(d []byte, i int, o binary.ByteOrder) uint32 {
	return o.Uint32([]byte{at(d, i), at(d, i+1), at(d, i+2), at(d, i+3)})
}

// gzipped is what the header of gzip tells (RFC 1952, 2.3).
func gzipped(in Input, k *Kind) bool {
	data := in.Head
	if len(data) < 10 {
		return true
	}
	const name, extra = 8, 4
	out := ""
	if data[3]&name != 0 && data[3]&extra == 0 {
		was, _, _ := bytes.Cut(data[10:], []byte{0})
		out = fmt.Sprintf(", was %q", was)
	}
	if when := le.Uint32(data[4:]); when != 0 {
		out += ", last modified: " + stamp(when)
	}
	out += map[byte]string{2: ", max compression", 4: ", max speed"}[data[8]]
	if data[9] == 3 {
		out += ", from Unix"
	}
	k.Text += out
	end := data[len(data)-4:]
	if in.Cut {
		end = make([]byte, 4)
		if in.File == nil || in.Size < 4 {
			return true
		}
		if n, _ := in.File.ReadAt(end, in.Size-4); n < len(end) {
			return true
		}
	}
	k.Text += fmt.Sprintf(", original size modulo 2^32 %d", le.Uint32(end))
	return true
}

func stamp(seconds uint32) string {
	return time.Unix(int64(seconds), 0).UTC().Format("Mon Jan _2 15:04:05 2006")
}

func lzma(in Input, k *Kind) bool {
	if string(part(in.Head, 5, 13)) == "\xff\xff\xff\xff\xff\xff\xff\xff" {
		k.Text += ", streamed"
		return true
	}
	size := le.Uint64(append(bytes.Clone(part(in.Head, 5, 13)), make([]byte, 8)...))
	k.Text += fmt.Sprintf(", non-streamed, size %d", size)
	return size < 1<<40
}

// zipped tells the kinds of files that are archives of zip apart, by the names
// of their first members (PKWARE's APPNOTE, 4.3.7).
func zipped(in Input, k *Kind) bool {
	d := in.Head
	size, extra := int(u16(d, 26, le)), int(u16(d, 28, le))
	name := string(part(d, 30, 30+size))
	content := string(part(d, 30+size+extra, 30+size+extra+64))
	document := func(what, mime string) bool { k.Text, k.MIME = what, mime; return true }
	const office = "application/vnd.openxmlformats-officedocument."
	const open = "application/vnd.oasis.opendocument."
	switch {
	case name == "mimetype" && strings.HasPrefix(content, "application/epub+zip"):
		return document("EPUB document", "application/epub+zip")
	case name == "mimetype" && strings.HasPrefix(content, open):
		for _, o := range [][2]string{{"text", "Text"}, {"spreadsheet", "Spreadsheet"}, {"presentation", "Presentation"}, {"graphics", "Drawing"}} {
			if strings.HasPrefix(content[len(open):], o[0]) {
				return document("OpenDocument "+o[1], open+o[0])
			}
		}
	case name == "AndroidManifest.xml":
		return document("Android package (APK), with AndroidManifest.xml", "application/vnd.android.package-archive")
	case name == "[Content_Types].xml" || name == "_rels/.rels" || name == "docProps":
		for _, o := range [][3]string{{"word/", "Microsoft Word 2007+", office + "wordprocessingml.document"}, {"ppt/", "Microsoft PowerPoint 2007+", office + "presentationml.presentation"}, {"xl/", "Microsoft Excel 2007+", office + "spreadsheetml.sheet"}} {
			if member(d, o[0]) {
				return document(o[1], o[2])
			}
		}
	}
	method := map[uint16]string{0: "store", 8: "deflate", 9: "deflate64", 12: "bzip2", 14: "lzma", 93: "zstd"}[u16(d, 8, le)]
	k.Text += fmt.Sprintf(", at least v%d.%d to extract, compression method=%s", at(d, 4)/10, at(d, 4)%10, method)
	return true
}

// member tells whether a member of an archive begins with a name.
func member(d []byte, prefix string) bool {
	for {
		i := bytes.Index(d, []byte("PK\x03\x04"))
		if i < 0 {
			return false
		}
		if d = d[i+4:]; bytes.HasPrefix(part(d, 26, len(d)), []byte(prefix)) {
			return true
		}
	}
}

func debian(in Input, k *Kind) bool {
	rest := part(in.Head, 8+60, len(in.Head))
	format, rest, _ := bytes.Cut(rest, []byte("\n"))
	k.Text += fmt.Sprintf(" (format %s)", format)
	if i := bytes.Index(rest, []byte("control.tar")); i == 0 {
		control := string(bytes.TrimRight(bytes.TrimSpace(part(rest, 0, 16)), "/"))
		k.Text += ", with " + control
		if j := bytes.Index(rest, []byte("data.tar")); j > 0 {
			end, _, _ := bytes.Cut(bytes.TrimRight(part(rest, j+len("data.tar"), j+16), " /"), []byte(" "))
			k.Text += ", data compression " + strings.TrimPrefix(string(end), ".")
		}
	}
	return true
}

func rpm(in Input, k *Kind) bool {
	kind := map[uint16]string{0: " bin", 1: " src"}[u16(in.Head, 6, be)]
	arch := map[uint16]string{1: " i386/x86_64", 12: " ARM", 19: " AArch64", 255: " noarch"}[u16(in.Head, 8, be)]
	k.Text += fmt.Sprintf(" v%d.%d%s%s", at(in.Head, 4), at(in.Head, 5), kind, arch)
	return true
}

func pdf(in Input, k *Kind) bool {
	d := in.Head
	if version := part(d, 5, 8); len(version) == 3 && version[1] == '.' {
		k.Text += ", version " + string(version)
	}
	if i := bytes.Index(d, []byte("/Type/Pages")); i >= 0 {
		if j := bytes.Index(d[i:], []byte("/Count ")); j >= 0 && j < 64 {
			n := 0
			if _, err := fmt.Sscanf(string(part(d, i+j+7, i+j+17)), "%d", &n); err == nil {
				k.Text += fmt.Sprintf(", %d pages", n)
			}
		}
	}
	return true
}

func postscript(in Input, k *Kind) bool {
	line, _, _ := strings.Cut(string(part(in.Head, 11, 80)), "\n")
	level, rest, typed := strings.Cut(strings.TrimRight(line, "\r"), " ")
	k.Text += " conforming DSC level " + level
	if kind, _, _ := strings.Cut(rest, "-"); typed && kind != "" && kind != "Resource" {
		k.Text += ", type " + strings.TrimSuffix(kind, "F")
	}
	return true
}

func richText(d []byte) string {
	out := fmt.Sprintf(" %c", at(d, 5))
	for _, set := range [][2]string{{"\\ansi", "ANSI"}, {"\\mac", "Apple Macintosh"}, {"\\pc", "IBM PC, code page 437"}} {
		if strings.HasPrefix(string(part(d, 6, 32)), set[0]) {
			out += ", " + set[1]
		}
	}
	return out
}

func sqlite(d []byte) string {
	if len(d) < 100 {
		return ""
	}
	out := ""
	if v := u32(d, 96, be); v != 0 {
		out = fmt.Sprintf(", last written using SQLite version %d", v)
	}
	if size := u16(d, 16, be); size != 4096 {
		out += fmt.Sprintf(", page size %d", size)
	}
	out += fmt.Sprintf(", file counter %d, database pages %d", u32(d, 24, be), u32(d, 28, be))
	if n := u32(d, 36, be); n != 0 {
		out += fmt.Sprintf(", 1st free page %d, free pages %d", u32(d, 32, be), n)
	}
	out += fmt.Sprintf(", cookie 0x%x, schema %d", u32(d, 40, be), u32(d, 44, be))
	out += map[uint32]string{1: ", UTF-8", 2: ", UTF-16 little endian", 3: ", UTF-16 big endian"}[u32(d, 56, be)]
	return out + fmt.Sprintf(", version-valid-for %d", u32(d, 92, be))
}

func pcap(d []byte, o binary.ByteOrder) string {
	link := map[uint32]string{0: "No link-layer encapsulation", 1: "Ethernet", 101: "Raw IPv4", 105: "802.11", 113: "Linux cooked v1"}[u32(d, 20, o)]
	if link == "" {
		link = fmt.Sprintf("linktype#%d", u32(d, 20, o))
	}
	return fmt.Sprintf(" - version %d.%d (%s, capture length %d)", u16(d, 4, o), u16(d, 6, o), link, u32(d, 16, o))
}

func wasm(d []byte) string {
	if v := u32(d, 4, le); v == 1 {
		return " version 0x1 (MVP)"
	} else if len(d) >= 8 {
		return fmt.Sprintf(" version %#x", v)
	}
	return ""
}

// vcard tells the version where the lines end as they should.
func vcard(in Input, k *Kind) bool {
	rest, ok := bytes.CutPrefix(in.Head, []byte("BEGIN:VCARD\r\nVERSION:"))
	if version, _, ended := bytes.Cut(rest, []byte("\r\n")); ok && ended {
		k.Text += ", version " + string(version)
	}
	return true
}
