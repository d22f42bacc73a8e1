package files

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"time"
)

// magics are the beginnings of formats.
var magics = []struct {
	at   int
	head string
	text string
	mime string
}{
	{0, "\x7fELF", "ELF", "application/x-executable"},
	{0, "\x1f\x8b", "gzip compressed data", "application/gzip"},
	{0, "BZh", "bzip2 compressed data", "application/x-bzip2"},
	{0, "\xfd7zXZ\x00", "XZ compressed data", "application/x-xz"},
	{0, "\x28\xb5\x2f\xfd", "Zstandard compressed data (v0.8+), Dictionary ID: None", "application/zstd"},
	{0, "PK\x03\x04", "Zip archive data", "application/zip"},
	{0, "PK\x05\x06", "Zip archive data (empty)", "application/zip"},
	{257, "ustar\x00", "POSIX tar archive", "application/x-tar"},
	{257, "ustar  \x00", "POSIX tar archive (GNU)", "application/x-tar"},
	{0, "\x89PNG\r\n\x1a\n", "PNG image data", "image/png"},
	{0, "\xff\xd8\xff", "JPEG image data", "image/jpeg"},
	{0, "GIF87a", "GIF image data, version 87a", "image/gif"},
	{0, "GIF89a", "GIF image data, version 89a", "image/gif"},
	{0, "%PDF-", "PDF document", "application/pdf"},
	{0, "-----BEGIN CERTIFICATE-----", "PEM certificate", "text/plain"},
	{0, "-----BEGIN RSA PRIVATE KEY-----", "PEM RSA private key", "text/plain"},
	{0, "-----BEGIN EC PRIVATE KEY-----", "PEM EC private key", "text/plain"},
	{0, "ssh-ed25519 ", "OpenSSH ED25519 public key", "text/plain"},
	{0, "-----BEGIN OPENSSH PRIVATE KEY-----", "OpenSSH private key", "text/plain"},
	{0, "ssh-rsa ", "OpenSSH RSA public key", "text/plain"},
	{0, "SQLite format 3\x00", "SQLite 3.x database", "application/vnd.sqlite3"},
	{0, "!<arch>\n", "current ar archive", "application/x-archive"},
	{0, "\x00asm", "WebAssembly (wasm) binary module", "application/wasm"},
}

// detail adds what the header of a format tells.
func detail(text string, data []byte) string {
	switch {
	case text == "ELF" && len(data) > 18:
		bits := map[byte]string{1: "32-bit", 2: "64-bit"}[data[4]]
		order := map[byte]string{1: "LSB", 2: "MSB"}[data[5]]
		kind := map[byte]string{1: "relocatable", 2: "executable", 3: "shared object", 4: "core file"}[data[16]]
		return " " + bits + " " + order + " " + kind + machine(data)
	case text == "PNG image data" && len(data) >= 29:
		be := func(p []byte) int { return int(p[0])<<24 | int(p[1])<<16 | int(p[2])<<8 | int(p[3]) }
		kind := map[byte]string{0: " grayscale", 2: "/color RGB", 3: " colormap", 4: " gray+alpha", 6: "/color RGBA"}[data[25]]
		order := map[byte]string{0: "non-interlaced", 1: "interlaced"}[data[28]]
		return fmt.Sprintf(", %d x %d, %d-bit%s, %s", be(data[16:]), be(data[20:]), data[24], kind, order)
	case strings.HasPrefix(text, "GIF") && len(data) >= 10:
		return fmt.Sprintf(", %d x %d", int(data[6])|int(data[7])<<8, int(data[8])|int(data[9])<<8)
	case text == "PDF document" && len(data) >= 8 && isNumber(data[5]) && data[6] == '.':
		return ", version " + string(data[5:8])
	case strings.HasPrefix(text, "gzip") && len(data) >= 10:
		return gzipDetail(data)
	case strings.HasPrefix(text, "XZ") && len(data) > 7:
		return map[byte]string{0: ", checksum NONE", 1: ", checksum CRC32", 4: ", checksum CRC64", 10: ", checksum SHA-256"}[data[7]&15]
	case text == "Zip archive data" && len(data) >= 10:
		method := map[byte]string{0: "store", 8: "deflate", 12: "bzip2", 14: "lzma", 93: "zstd"}[data[8]]
		return fmt.Sprintf(", at least v%d.%d to extract, compression method=%s", data[4]/10, data[4]%10, method)
	case strings.HasPrefix(text, "bzip2") && len(data) > 3:
		return fmt.Sprintf(", block size = %c00k", data[3])
	}
	return ""
}

// gzipDetail is what the header of gzip tells (RFC 1952, 2.3).
func gzipDetail(data []byte) string {
	const name, extra = 8, 4
	out := ""
	if data[3]&name != 0 && data[3]&extra == 0 {
		was, _, _ := bytes.Cut(data[10:], []byte{0})
		out = fmt.Sprintf(", was %q", was)
	}
	if when := binary.LittleEndian.Uint32(data[4:]); when != 0 {
		out += ", last modified: " + time.Unix(int64(when), 0).UTC().Format("Mon Jan _2 15:04:05 2006")
	}
	out += map[byte]string{2: ", max compression", 4: ", max speed"}[data[8]]
	if data[9] == 3 {
		out += ", from Unix"
	}
	if len(data) == sampleBytes {
		return out // the end is further on
	}
	return out + fmt.Sprintf(", original size modulo 2^32 %d", binary.LittleEndian.Uint32(data[len(data)-4:]))
}

// machine is what an ELF file is for (elf(5)).
func machine(data []byte) string {
	if len(data) < 24 || data[5] != 1 {
		return ""
	}
	name := map[uint16]string{3: "Intel 80386", 40: "ARM", 62: "x86-64", 183: "ARM aarch64", 243: "UCB RISC-V"}[binary.LittleEndian.Uint16(data[18:])]
	if name == "" {
		return ""
	}
	return fmt.Sprintf(", %s, version %d (SYSV)", name, binary.LittleEndian.Uint32(data[20:]))
}

// script names the interpreter of a script.
func script(data []byte) (text, mime string) {
	line, _, _ := strings.Cut(string(data[2:]), "\n")
	line = strings.TrimSpace(line)
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return "a script", "text/plain"
	}
	name := base(fields[0])
	if name == "env" && len(fields) > 1 {
		name = fields[1]
	}
	switch {
	case name == "sh":
		return "POSIX shell script", "text/x-shellscript"
	case name == "bash":
		return "Bourne-Again shell script", "text/x-shellscript"
	case strings.HasPrefix(name, "python"):
		return "Python script", "text/x-script.python"
	case name == "perl":
		return "Perl script text executable", "text/x-perl"
	}
	for _, known := range []struct{ name, text, mime string }{
		{"node", "Node.js script executable", "application/javascript"}, {"awk", "awk script", "text/x-awk"}, {"ruby", "Ruby script", "text/x-ruby"},
		{"php", "PHP script", "text/x-php"}, {"zsh", "Paul Falstad's zsh script", "text/x-shellscript"}, {"ksh", "Korn shell script", "text/x-shellscript"},
		{"tclsh", "Tcl/Tk script", "text/x-tcl"}, {"lua", "Lua script", "text/x-lua"},
	} {
		if known.name == name {
			return known.text, known.mime
		}
	}
	return "a " + strings.TrimPrefix(line, "/usr/bin/env ") + " script", "text/plain"
}
