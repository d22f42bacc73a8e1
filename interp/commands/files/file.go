package files

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"strings"

	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/vfs"
)

func fileProgram() gnu.Program {
	return gnu.Program{
		Summary: "tell what kind of file something is, from its first bytes",
		Usage:   "[OPTION]... FILE...",
		Options: []gnu.Option{
			{"b,brief", "leave the names out"}, {"i,mime", "print MIME types and encodings"}, {"mime-type", "print MIME types"},
			{"mime-encoding", "print encodings"}, {"L,dereference", "follow links"}, {"h,no-dereference", "follow no links (default)"},
			{"f,files-from=FILE", "read names from FILE, one a line"}, {"E", "end with an error where a file can not be read"},
			{"k,keep-going", "nothing here"}, {"s,special-files", "nothing here"}, {"r,raw", "nothing here"}, {"p,preserve-date", "nothing here"}, {"n,no-buffer", "nothing here"},
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
	names, ok := fileNames(ctx, in)
	if !ok {
		return in.Status()
	}
	if len(names) == 0 {
		return in.Usage("missing operand")
	}
	widest := 0
	for _, name := range names {
		widest = max(widest, width(shownName(name)))
	}
	separator := ":"
	if s, ok := in.Last("F"); ok {
		separator = s
	}
	for _, name := range names {
		if in.Ended(ctx) {
			break
		}
		s := sortOf(ctx, in, name)
		name = shownName(name)
		text := s.text
		switch {
		case in.Has("i"):
			if text = s.mime; s.encoding != "" {
				text += "; charset=" + s.encoding
			}
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

func shownName(name string) string {
	if name == "-" {
		return "/dev/stdin"
	}
	return name
}

// fileNames are those of -f and the operands.
func fileNames(ctx context.Context, in *gnu.Invocation) ([]string, bool) {
	from, ok := in.Last("f")
	if !ok {
		return in.Operands, true
	}
	src, err := in.Open(ctx, from)
	if err != nil {
		in.Fail("Cannot open `%s' (%s)", from, message(err))
		return nil, false
	}
	defer src.Close()
	var names []string
	held := int64(0)
	lines := bufio.NewScanner(src)
	lines.Buffer(make([]byte, 4096), 2*vfs.MaxPath)
	for lines.Scan() {
		names = append(names, lines.Text())
		if held += int64(len(lines.Text())) + 64; held > in.Limits.HeldBytes {
			in.Fail("%s: too many names", from)
			return nil, false
		}
	}
	if err := lines.Err(); err != nil {
		in.Fail("%s: %s", from, message(err))
		return nil, false
	}
	return append(names, in.Operands...), true
}

func sortOf(ctx context.Context, in *gnu.Invocation, name string) sort {
	if name != "-" {
		look := in.FS.Lstat
		if in.Has("L") {
			look = in.FS.Stat
		}
		fi, err := look(name)
		if err != nil && in.Has("E") {
			in.FailQuietly(1)
			text := fmt.Sprintf("ERROR: cannot stat `%s' (%s)", name, message(err))
			return sort{text, text, ""}
		}
		if err != nil {
			text := fmt.Sprintf("cannot open `%s' (%s)", name, message(err))
			return sort{text, text, ""}
		}
		if s, ok := special(in, name, fi); ok {
			return s
		}
	}
	src, err := in.Open(ctx, name)
	if err != nil {
		text := fmt.Sprintf("cannot open `%s' (%s)", name, message(err))
		return sort{text, text, ""}
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
			return sort{"broken " + text, "inode/symlink", ""}, true
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
	e, ok := encodingOf(data)
	if !ok {
		return sort{"data", "application/octet-stream", "binary"}
	}
	return textSort(data, e, more)
}

// textSort says what kind of text it is.
func textSort(data []byte, e encoding, more bool) sort {
	lines := lineKinds(e.plain, e.charset)
	trimmed := bytes.ToLower(bytes.TrimSpace(data))
	if text, mime := jsonKind(data); text != "" && !more {
		return sort{text, mime, e.charset}
	}
	if delimited(data) {
		return sort{"CSV text", "text/csv", e.charset}
	}
	if bytes.HasPrefix(data, []byte("#!")) {
		text, kind := script(data)
		switch kind {
		case "text/x-perl":
			return sort{text, kind, e.charset}
		case "application/javascript":
			return sort{text + ", " + e.text + lines, kind, e.charset}
		}
		return sort{text + ", " + e.text + " executable" + lines, kind, e.charset}
	}
	for _, k := range texts() {
		if k.expr.Match(data) {
			return sort{k.text + strings.ReplaceAll(k.tail, "\x00", e.text) + strings.Repeat(lines, min(1, len(k.tail))), k.mime, e.charset}
		}
	}
	switch {
	case bytes.HasPrefix(trimmed, []byte("<?xml")):
		return sort{"XML 1.0 document, " + e.text + lines, "text/xml", e.charset}
	case bytes.HasPrefix(trimmed, []byte("<!doctype html")) || bytes.HasPrefix(trimmed, []byte("<html")):
		return sort{"HTML document, " + e.text + lines, "text/html", e.charset}
	}
	return sort{e.text + lines, "text/plain", e.charset}
}

func ascii(data []byte) bool {
	return bytes.IndexFunc(data, func(r rune) bool { return r >= 0x80 }) < 0
}
