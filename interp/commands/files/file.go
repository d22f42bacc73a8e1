package files

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/commands/gnu"
)

func fileProgram() gnu.Program {
	return gnu.Program{
		Summary: "tell what kind of file something is, from its first bytes",
		Usage:   "[OPTION]... FILE...",
		Options: []gnu.Option{
			{"b,brief", "leave the names out"}, {"i,mime", "print MIME types and encodings"}, {"mime-type", "print MIME types"},
			{"mime-encoding", "print encodings"}, {"L,dereference", "follow links"}, {"h,no-dereference", "follow no links (default)"},
			{"N,no-pad", "do not align"}, {"0,print0", "end names with NUL"}, {"F,separator=TEXT", "put TEXT behind names"},
		},
		Main: runFile,
	}
}

// sampleBytes is how much of a file is looked at.
const sampleBytes = 64 << 10

// A sort of file.
type sort struct{ text, mime, encoding string }

func runFile(ctx context.Context, in *gnu.Invocation) int {
	if len(in.Operands) == 0 {
		return in.Usage("missing operand")
	}
	widest := 0
	for _, name := range in.Operands {
		widest = max(widest, width(name))
	}
	separator := ":"
	if s, ok := in.Last("F"); ok {
		separator = s
	}
	for _, name := range in.Operands {
		if in.Ended(ctx) {
			break
		}
		s := sortOf(ctx, in, name)
		text := s.text
		switch {
		case in.Has("i"):
			text = s.mime + "; charset=" + s.encoding
		case in.Has("mime-type"):
			text = s.mime
		case in.Has("mime-encoding"):
			text = s.encoding
		}
		switch {
		case in.Has("b"):
			in.Printf("%s\n", text)
		case in.Has("N"):
			in.Printf("%s%s %s\n", name, separator, text)
		default:
			in.Printf("%s%s%*s %s\n", name, separator, widest-width(name), "", text)
		}
	}
	return in.Status()
}

func sortOf(ctx context.Context, in *gnu.Invocation, name string) sort {
	if name != "-" {
		look := in.FS.Lstat
		if in.Has("L") {
			look = in.FS.Stat
		}
		fi, err := look(name)
		if err != nil {
			text := fmt.Sprintf("cannot open `%s' (%s)", name, message(err))
			return sort{text, text, "binary"}
		}
		if s, ok := special(in, name, fi); ok {
			return s
		}
	}
	src, err := in.Open(ctx, name)
	if err != nil {
		text := fmt.Sprintf("cannot open `%s' (%s)", name, message(err))
		return sort{text, text, "binary"}
	}
	defer src.Close()
	buf := make([]byte, sampleBytes)
	n := 0
	for n < len(buf) {
		k, err := src.Read(buf[n:])
		n += k
		if err != nil || k == 0 {
			break
		}
	}
	return classify(buf[:n], n == len(buf))
}

// special is what is no regular file.
func special(in *gnu.Invocation, name string, fi fs.FileInfo) (sort, bool) {
	switch mode := fi.Mode(); {
	case mode.IsDir():
		return sort{"directory", "inode/directory", "binary"}, true
	case mode&fs.ModeSymlink != 0:
		target, _ := in.FS.Readlink(name)
		text := "symbolic link to " + target
		if _, err := in.FS.Stat(name); err != nil {
			text = "broken " + text
		}
		return sort{text, "inode/symlink", "binary"}, true
	case mode&fs.ModeNamedPipe != 0:
		return sort{"fifo (named pipe)", "inode/fifo", "binary"}, true
	case mode&fs.ModeSocket != 0:
		return sort{"socket", "inode/socket", "binary"}, true
	case mode&fs.ModeCharDevice != 0:
		return sort{"character special", "inode/chardevice", "binary"}, true
	case fi.Size() == 0 && mode.IsRegular():
		return sort{"empty", "inode/x-empty", "binary"}, true
	}
	return sort{}, false
}

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
	{0, "\x28\xb5\x2f\xfd", "Zstandard compressed data", "application/zstd"},
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
	{0, "-----BEGIN OPENSSH PRIVATE KEY-----", "OpenSSH private key", "text/plain"},
	{0, "ssh-rsa ", "OpenSSH RSA public key", "text/plain"},
	{0, "SQLite format 3\x00", "SQLite 3.x database", "application/vnd.sqlite3"},
	{0, "!<arch>\n", "current ar archive", "application/x-archive"},
	{0, "\x00asm", "WebAssembly (wasm) binary module", "application/wasm"},
}

// classify says what bytes are; more tells that they are not all.
func classify(data []byte, more bool) sort {
	if len(data) == 0 {
		return sort{"empty", "inode/x-empty", "binary"}
	}
	if len(data) == 1 {
		return sort{"very short file (no magic)", "application/octet-stream", "binary"}
	}
	for _, m := range magics {
		if len(data) >= m.at+len(m.head) && string(data[m.at:m.at+len(m.head)]) == m.head {
			encoding := "binary"
			if textual(data) && ascii(data) {
				encoding = "us-ascii"
			}
			return sort{m.text + detail(m.text, data), m.mime, encoding}
		}
	}
	encoding, mime := "data", "binary"
	switch {
	case bytes.IndexByte(data, 0) >= 0 || !textual(data):
	case ascii(data):
		encoding, mime = "ASCII text", "us-ascii"
	case valid(data, more):
		encoding, mime = "Unicode text, UTF-8 text", "utf-8"
	default:
		encoding, mime = "ISO-8859 text", "iso-8859-1"
	}
	if mime == "binary" {
		return sort{"data", "application/octet-stream", "binary"}
	}
	trimmed := bytes.TrimSpace(data)
	switch {
	case bytes.HasPrefix(data, []byte("#!")):
		text, kind := script(data)
		switch kind {
		case "text/x-perl":
			return sort{text, kind, mime}
		case "application/javascript":
			return sort{text + ", " + encoding, kind, mime}
		}
		return sort{text + ", " + encoding + " executable", kind, mime}
	case !more && len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') && json.Valid(trimmed):
		return sort{"JSON text data", "application/json", mime}
	case bytes.HasPrefix(trimmed, []byte("<?xml")):
		return sort{"XML 1.0 document, " + encoding, "text/xml", mime}
	case bytes.HasPrefix(bytes.ToLower(trimmed), []byte("<!doctype html")) || bytes.HasPrefix(bytes.ToLower(trimmed), []byte("<html")):
		return sort{"HTML document, " + encoding, "text/html", mime}
	}
	return sort{encoding + lineKinds(data), "text/plain", mime}
}

// detail adds what the header of a format tells.
func detail(text string, data []byte) string {
	switch {
	case text == "ELF" && len(data) > 18:
		bits := map[byte]string{1: "32-bit", 2: "64-bit"}[data[4]]
		order := map[byte]string{1: "LSB", 2: "MSB"}[data[5]]
		kind := map[byte]string{1: "relocatable", 2: "executable", 3: "shared object", 4: "core file"}[data[16]]
		return " " + bits + " " + order + " " + kind
	case text == "PNG image data" && len(data) >= 29:
		be := func(p []byte) int { return int(p[0])<<24 | int(p[1])<<16 | int(p[2])<<8 | int(p[3]) }
		kind := map[byte]string{0: " grayscale", 2: "/color RGB", 3: " colormap", 4: " gray+alpha", 6: "/color RGBA"}[data[25]]
		order := map[byte]string{0: "non-interlaced", 1: "interlaced"}[data[28]]
		return fmt.Sprintf(", %d x %d, %d-bit%s, %s", be(data[16:]), be(data[20:]), data[24], kind, order)
	case strings.HasPrefix(text, "GIF") && len(data) >= 10:
		return fmt.Sprintf(", %d x %d", int(data[6])|int(data[7])<<8, int(data[8])|int(data[9])<<8)
	case text == "PDF document" && len(data) >= 8 && isNumber(data[5]) && data[6] == '.':
		return ", version " + string(data[5:8])
	case strings.HasPrefix(text, "bzip2") && len(data) > 3:
		return fmt.Sprintf(", block size = %c00k", data[3])
	}
	return ""
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
	return "a " + line + " script", "text/plain"
}

func textual(data []byte) bool {
	for _, c := range data {
		if c < ' ' && !strings.ContainsRune("\a\b\t\n\v\f\r\x1b", rune(c)) || c == 0x7f {
			return false
		}
	}
	return true
}

func ascii(data []byte) bool {
	return bytes.IndexFunc(data, func(r rune) bool { return r >= 0x80 }) < 0
}

// valid tells whether data is UTF-8; the last character may be cut off.
func valid(data []byte, more bool) bool {
	if more {
		for i := 0; i < utf8.UTFMax && len(data) > 0 && !utf8.Valid(data); i++ {
			data = data[:len(data)-1]
		}
	}
	return utf8.Valid(data)
}

// lineKinds tells about unusual line ends.
func lineKinds(data []byte) string {
	lf := bytes.Count(data, []byte("\n"))
	crlf := bytes.Count(data, []byte("\r\n"))
	switch {
	case lf == 0 && bytes.IndexByte(data, '\r') >= 0:
		return ", with CR line terminators"
	case lf == 0:
		return ", with no line terminators"
	case crlf == lf:
		return ", with CRLF line terminators"
	case crlf > 0:
		return ", with CRLF, LF line terminators"
	}
	return ""
}
