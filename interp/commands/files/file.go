package files

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/filetype"
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
			{"z,uncompress", "look into gzip, bzip2 and zlib"}, {"Z,uncompress-noreport", "tell of the contents alone"},
			{"k,keep-going", "nothing here"}, {"s,special-files", "nothing here"}, {"S,no-sandbox", "nothing here"}, {"e,exclude=TEST", "look not for TEST: soft, json, csv, text"}, {"exclude-quiet=TEST", "likewise, where it is known"}, {"r,raw", "nothing here"}, {"p,preserve-date", "nothing here"}, {"n,no-buffer", "nothing here"},
			{"N,no-pad", "do not align"}, {"0,print0", "end names with NUL, twice: lines, too"}, {"F,separator=TEXT", "put TEXT behind names"},
		},
		Main: runFile,
	}
}

// sampleBytes is how much of a file is looked at.
const sampleBytes = 64 << 10

// unpackedBytes bounds what -z looks at of the contents.
const unpackedBytes = 64 << 10

func runFile(ctx context.Context, in *gnu.Invocation) int {
	names, ok := fileNames(ctx, in)
	if !ok {
		return in.Status()
	}
	if len(names) == 0 {
		return in.Usage("missing operand")
	}
	without, ok := excluded(in)
	if !ok {
		return in.Status()
	}
	show := newFileShow(in, names)
	for _, name := range names {
		if in.Ended(ctx) {
			break
		}
		show.line(name, show.kind(lookAt(ctx, in, name, without)))
	}
	return in.Status()
}

// excluded are the looks that -e leaves out. Those that there are none of here
// are no error.
func excluded(in *gnu.Invocation) (without filetype.Looks, ok bool) {
	for _, o := range in.Options {
		if o.Name != "e" && o.Name != "exclude-quiet" {
			continue
		}
		switch o.Value {
		case "soft":
			without.Soft = true
		case "json":
			without.JSON = true
		case "csv":
			without.CSV = true
		case "text", "ascii":
			without.Text = true
		case "apptype", "cdf", "compress", "tokens":
		default:
			if o.Name == "e" {
				in.Fail("the test %s can not be left out", in.Quote(o.Value))
				return without, false
			}
		}
	}
	return without, true
}

// A fileShow is how -b, -i, -F, -N and -0 have lines look.
type fileShow struct {
	in             *gnu.Invocation
	widest, nuls   int
	separator      string
	mime, encoding bool
}

func newFileShow(in *gnu.Invocation, names []string) *fileShow {
	s := &fileShow{in: in, separator: ":", mime: in.Has("i") || in.Has("mime-type"), encoding: in.Has("i") || in.Has("mime-encoding")}
	for _, name := range names {
		s.widest = max(s.widest, width(shownName(name)))
	}
	if text, ok := in.Last("F"); ok {
		s.separator = text
	}
	for _, o := range in.Options {
		if o.Name == "0" {
			s.nuls++
		}
	}
	return s
}

// kind is what is said of a kind.
func (s *fileShow) kind(k filetype.Kind) string {
	switch {
	case s.mime && s.encoding && k.Charset != "":
		return k.MIME + "; charset=" + k.Charset
	case s.mime:
		return k.MIME
	case s.encoding:
		return k.Charset
	}
	return k.Text
}

func (s *fileShow) line(name, text string) {
	end := "\n"
	if s.nuls > 1 {
		end = "\x00"
	}
	name = shownName(name)
	switch pad := s.widest - width(name); {
	case s.in.Has("b"):
		s.in.Printf("%s%s", text, end)
	case s.nuls > 1:
		s.in.Printf("%s\x00%s%s", name, text, end)
	case s.in.Has("N"), s.nuls == 1:
		nul := strings.Repeat("\x00", s.nuls)
		s.in.Printf("%s%s%s %s%s", name, nul, s.separator, text, end)
	default:
		s.in.Printf("%s%s%*s %s%s", name, s.separator, pad, "", text, end)
	}
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

func lookAt(ctx context.Context, in *gnu.Invocation, name string, without filetype.Looks) filetype.Kind {
	size := int64(0)
	if name != "-" {
		look := in.FS.Lstat
		if in.Has("L") {
			look = in.FS.Stat
		}
		fi, err := look(name)
		if err != nil && in.Has("E") {
			in.FailQuietly(1)
			text := fmt.Sprintf("ERROR: cannot stat `%s' (%s)", name, message(err))
			return filetype.Kind{Text: text, MIME: text, Charset: ""}
		}
		if err != nil {
			text := fmt.Sprintf("cannot open `%s' (%s)", name, message(err))
			return filetype.Kind{Text: text, MIME: text, Charset: ""}
		}
		if s, ok := special(in, name, fi); ok {
			return s
		}
		size = fi.Size()
	}
	src, err := in.Open(ctx, name)
	if err != nil {
		text := fmt.Sprintf("cannot open `%s' (%s)", name, message(err))
		return filetype.Kind{Text: text, MIME: text, Charset: ""}
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
	whole := filetype.Input{Head: buf[:n], Cut: n == len(buf), Raw: in.Has("r"), Without: without}
	if !src.Stdin {
		whole.File, whole.Size = seeking{src}, size
	}
	kind := filetype.Of(whole)
	if in.Has("z") || in.Has("Z") {
		kind = unpacked(in, kind, buf[:n])
	}
	return kind
}

// A seeking reader reads at any place of a file that nobody else reads from.
type seeking struct{ in *command.Input }

// ReadAt implements io.ReaderAt.
func (s seeking) ReadAt(p []byte, at int64) (int, error) {
	if _, err := s.in.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	return io.ReadFull(s.in, p)
}

// unpacked is the kind of what is compressed.
func unpacked(in *gnu.Invocation, outer filetype.Kind, data []byte) filetype.Kind {
	var src io.Reader
	var err error
	switch packed := bytes.NewReader(data); outer.MIME {
	case "application/gzip":
		src, err = gzip.NewReader(packed)
	case "application/x-bzip2":
		src = bzip2.NewReader(packed)
	case "application/zlib":
		src, err = zlib.NewReader(packed)
	default:
		return outer
	}
	var head []byte
	if err == nil {
		// Where it is cut, or damaged, what came before is looked at.
		head, err = io.ReadAll(io.LimitReader(src, unpackedBytes))
	}
	if len(head) == 0 && err != nil {
		return outer
	}
	inner := filetype.Of(filetype.Input{Head: head, Cut: len(head) == unpackedBytes})
	if in.Has("Z") {
		return inner
	}
	inner.Text += " (" + outer.Text + ")"
	inner.Charset += " compressed-encoding=" + outer.MIME + "; charset=" + outer.Charset
	return inner
}

// special is what is no regular file.
func special(in *gnu.Invocation, name string, fi fs.FileInfo) (filetype.Kind, bool) {
	switch mode := fi.Mode(); {
	case mode.IsDir():
		return filetype.Kind{Text: "directory", MIME: "inode/directory", Charset: "binary"}, true
	case mode&fs.ModeSymlink != 0:
		target, _ := in.FS.Readlink(name)
		text := "symbolic link to " + target
		if _, err := in.FS.Stat(name); err != nil {
			return filetype.Kind{Text: "broken " + text, MIME: "inode/symlink", Charset: ""}, true
		}
		return filetype.Kind{Text: text, MIME: "inode/symlink", Charset: "binary"}, true
	case mode&fs.ModeNamedPipe != 0:
		return filetype.Kind{Text: "fifo (named pipe)", MIME: "inode/fifo", Charset: "binary"}, true
	case mode&fs.ModeSocket != 0:
		return filetype.Kind{Text: "socket", MIME: "inode/socket", Charset: "binary"}, true
	case mode&fs.ModeCharDevice != 0:
		return filetype.Kind{Text: "character special", MIME: "inode/chardevice", Charset: "binary"}, true
	case fi.Size() == 0 && mode.IsRegular():
		return filetype.Kind{Text: "empty", MIME: "inode/x-empty", Charset: "binary"}, true
	}
	return filetype.Kind{}, false
}
