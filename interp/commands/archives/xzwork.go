package archives

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// xzSuffixes are those of both formats, and what stands in their place.
var xzSuffixes = map[xzFormat][][2]string{
	xzXZ:   {{".xz", ""}, {".txz", ".tar"}},
	xzLZMA: {{".lzma", ""}, {".tlz", ".tar"}},
}

func (x *xzTool) all(operands []string) int {
	if x.packer.list && x.format == xzLZMA {
		x.errorf("--list works only on .xz files (--format=xz or --format=auto)")
		return x.status
	}
	if len(operands) == 0 && x.delimiter == "" {
		operands = []string{"-"}
	}
	x.total = len(operands)
	for _, name := range operands {
		if x.ctx.Err() != nil {
			return 1
		}
		x.file(name)
	}
	if x.delimiter != "" {
		x.named()
	}
	if x.packer.list {
		x.totals()
	}
	return x.status
}

// named works on the files that --files names.
func (x *xzTool) named() {
	name := x.files
	if name == "" {
		name = "-"
	}
	in, err := x.call.Open(x.ctx, name)
	if err != nil {
		x.errorf("%s: %s", name, command.Message(err))
		return
	}
	defer in.Close()
	if name == "-" {
		name = "(stdin)"
	}
	r := bufio.NewReader(in)
	var word []byte
	for x.ctx.Err() == nil {
		c, err := r.ReadByte()
		switch {
		case err == io.EOF && len(word) == 0:
			return
		case err == io.EOF:
			x.errorf("%s: Unexpected end of input when reading filenames", name)
			return
		case err != nil:
			x.errorf("%s: Error reading filenames: %s", name, command.Message(err))
			return
		case c == x.delimiter[0]:
			if len(word) > 0 {
				x.file(string(word))
			}
			word = word[:0]
		case c == 0:
			x.errorf("%s: Null character found when reading filenames; maybe you meant to use `--files0' instead of `--files'?", name)
			return
		case len(word) >= x.call.Limits.LineBytes:
			x.errorf("%s: File name too long", name)
			return
		default:
			word = append(word, c)
		}
	}
}

func (x *xzTool) file(name string) {
	x.at++
	switch {
	case name == "":
		x.errorf("Empty filename, skipping")
		return
	case name == "-" && x.packer.list:
		x.errorf("--list does not support reading from standard input")
		return
	case name == "-":
		x.stream()
		return
	}
	w := &xzWork{x: x, name: name}
	if x.packer.list && x.said > 2 && !x.robot {
		x.title(name)
	}
	if !w.open() {
		return
	}
	defer w.in.Close()
	if x.packer.list {
		x.listFile(w)
		return
	}
	w.run()
}

// stream works from standard input to standard output.
func (x *xzTool) stream() {
	in, err := x.call.Open(x.ctx, "-")
	switch {
	case err != nil:
		x.errorf("(stdin): %s", command.Message(err))
	case x.expand && in.Terminal():
		x.errorf("Compressed data cannot be read from a terminal")
	case !x.expand && x.call.Stdout.Terminal():
		x.errorf("Compressed data cannot be written to a terminal")
	default:
		(&xzWork{x: x, name: "(stdin)", in: in, through: true}).run()
	}
}

// An xzWork is one file.
type xzWork struct {
	x         *xzTool
	name, out string
	fi        fs.FileInfo
	in        *command.Input
	through   bool // to standard output, or to nothing
	// count is what was read, size what was written.
	count  countedInput
	size   int64
	reader *bufio.Reader
}

// open finds the file and whether it may be replaced.
func (w *xzWork) open() bool {
	x := w.x
	w.through = x.stdout || x.test || x.packer.list
	look := x.call.FS.Lstat
	if w.through || x.force || x.keep {
		look = x.call.FS.Stat
	}
	fi, err := look(w.name)
	switch {
	case err != nil:
		x.errorf("%s: %s", w.name, command.Message(err))
		return false
	case fi.Mode()&fs.ModeSymlink != 0:
		x.warnf("%s: Is a symbolic link, skipping", w.name)
		return false
	case fi.IsDir():
		x.warnf("%s: Is a directory, skipping", w.name)
		return false
	case !fi.Mode().IsRegular() && !w.through:
		x.warnf("%s: Not a regular file, skipping", w.name)
		return false
	}
	if !w.through {
		if text, _ := x.spared(w.name, fi); text != "" {
			x.warnf("%s", text)
			return false
		}
	}
	w.fi = fi
	if w.in, err = x.call.Open(x.ctx, w.name); err != nil {
		x.errorf("%s: %s", w.name, command.Message(err))
	}
	return err == nil
}

// run compresses or expands; the header comes before the name of the result.
func (w *xzWork) run() {
	x := w.x
	w.count.r = w.in
	var z io.Reader = &w.count
	if x.expand {
		var err error
		w.reader = buffered(&w.count)
		if z, err = w.decoder(); err != nil {
			w.damage(err)
			return
		}
	}
	var to io.Writer = x.call.Stdout
	switch {
	case x.test:
		to = io.Discard
	case !w.through:
		f, ok := w.create()
		if !ok {
			return
		}
		defer w.keepOrRemove(f, x.status)
		x.status = 0
		to = f
	}
	buffer := command.NewFileOutput(x.call, to)
	err := w.pump(buffer, z)
	if flushed := buffer.Flush(); flushed != nil {
		err = flushed
	}
	if err != nil {
		w.damage(err)
		return
	}
	if x.said > 2 {
		packed, size := w.count.n, w.size
		if !x.expand {
			packed, size = size, packed
		}
		fmt.Fprintf(x.call.Stderr, "%s: %s / %s %s\n", w.name, niceSize(packed, false), niceSize(size, false), xzProgress(packed, size))
	}
}

// pump does the work.
func (w *xzWork) pump(buffer *command.Output, z io.Reader) error {
	x := w.x
	var err error
	if x.expand {
		w.size, err = pump(x.ctx, buffer, z)
		return err
	}
	held := x.call.Limits.HeldBytes
	if limit := x.limit[1]; limit > 0 {
		held = min(held, limit*heldShare)
		if limit < 1<<20 {
			return errMemory
		}
	}
	counted := &countedOutput{w: buffer}
	packer, err := x.config.compress(counted, x.format, held)
	if err != nil {
		return err
	}
	if _, err = pump(x.ctx, packer, z); err == nil {
		err = packer.Close()
	}
	w.size = counted.n
	return err
}

// decoder reads the header in one of the formats.
func (w *xzWork) decoder() (io.Reader, error) {
	x := w.x
	held := x.call.Limits.HeldBytes
	if x.limit[0] > 0 {
		held = min(held, x.limit[0])
	}
	if x.format != xzXZ && isLZMA(w.reader) {
		return expandLZMA(w.reader, held)
	}
	err := errFormat
	if x.format != xzLZMA {
		r := &xzReader{in: w.reader, held: held, single: x.single, unchecked: x.unchecked}
		if err = r.stream(); err == nil {
			return r, nil
		}
	}
	if errors.Is(err, errFormat) && x.force && (x.stdout || w.name == "(stdin)") && !x.test {
		return w.reader, nil
	}
	return nil, err
}

// create makes the file that the result goes to.
func (w *xzWork) create() (vfs.File, bool) {
	x := w.x
	if !w.target() {
		return nil, false
	}
	if x.force {
		err := error(syscall.EISDIR)
		if fi, lerr := x.call.FS.Lstat(w.out); lerr != nil || !fi.IsDir() {
			err = x.call.FS.Remove(w.out)
		}
		if err != nil && !vfs.Missing(err) {
			x.errorf("%s: Cannot remove: %s", w.out, command.Message(err))
			return nil, false
		}
	}
	f, err := vfs.OpenContext(x.ctx, x.call.FS, w.out, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o666)
	if err != nil {
		x.errorf("%s: %s", w.out, command.Message(err))
		return nil, false
	}
	return f, true
}

// target names the result; false when the name does not allow one.
func (w *xzWork) target() bool {
	x, format := w.x, w.x.format
	if format == xzAuto {
		format = xzXZ
	}
	suffixes := xzSuffixes[format]
	if x.expand {
		suffixes = append(append([][2]string{}, xzSuffixes[xzXZ]...), xzSuffixes[xzLZMA]...)
	}
	if x.custom {
		suffixes = append(suffixes[:len(suffixes):len(suffixes)], [2]string{x.suffix, ""})
	}
	for _, s := range suffixes {
		base, ok := strings.CutSuffix(w.name, s[0])
		switch {
		case !ok || base == "" || strings.HasSuffix(base, "/"):
		case x.expand:
			w.out = base + s[1]
			return true
		default:
			x.warnf("%s: File already has `%s' suffix, skipping", w.name, s[0])
			return false
		}
	}
	if x.expand {
		x.warnf("%s: Filename has an unknown suffix, skipping", w.name)
		return false
	}
	w.out = w.name + xzSuffixes[format][0][0]
	if x.custom {
		w.out = w.name + x.suffix
	}
	return true
}

// keepOrRemove ends a file that was made: what is not complete goes away.
func (w *xzWork) keepOrRemove(f vfs.File, before int) {
	x := w.x
	if err := f.Close(); err != nil && x.status != 1 {
		x.errorf("%s: Closing the file failed: %s", w.out, command.Message(err))
	}
	if x.status == 1 {
		x.call.FS.Remove(w.out)
		return
	}
	x.status = before
	x.call.FS.Chmod(w.out, w.fi.Mode().Perm()) // as far as it can be done
	x.call.FS.Chtimes(w.out, w.fi.ModTime(), w.fi.ModTime())
	if !x.keep {
		if err := x.call.FS.Remove(w.name); err != nil {
			x.warnf("%s: Cannot remove: %s", w.name, command.Message(err))
		}
	}
}

// damage words an error of the work.
func (w *xzWork) damage(err error) {
	x := w.x
	out := w.out
	if w.through {
		out = "(stdout)"
	}
	var output *command.OutputError
	switch {
	case errors.Is(err, command.ErrReported), errors.Is(err, stream.ErrBrokenPipe):
		x.status = 1
	case errors.As(err, &output):
		x.errorf("%s: Write error: %s", out, command.Message(output.Err))
	case errors.Is(err, errMemory) && !x.expand:
		x.errorf("Memory usage limit is too low for the given filter setup.")
	default:
		x.errorf("%s: %s", w.name, xzWord(err))
	}
}

// xzWord words an error of a decoder or of reading.
func xzWord(err error) string {
	switch {
	case errors.Is(err, errFormat):
		return "File format not recognized"
	case errors.Is(err, errTruncated):
		return "Unexpected end of input"
	case errors.Is(err, errCorrupt), errors.Is(err, errChecksum):
		return "Compressed data is corrupt"
	case errors.Is(err, errMethod):
		return "Unsupported options"
	case errors.Is(err, errMemory):
		return "Memory usage limit reached"
	}
	return "Read error: " + command.Message(err)
}

// niceSize is a number of bytes as xz writes it; with also, the exact one is
// added to a rounded one.
func niceSize(n int64, also bool) string {
	if n <= 9999 {
		return fmt.Sprintf("%d B", n)
	}
	units := []string{"KiB", "MiB", "GiB", "TiB"}
	f, at := float64(n)/1024, 0
	for f > 9999.9 && at < len(units)-1 {
		f, at = f/1024, at+1
	}
	text := fmt.Sprintf("%.1f %s", f, units[at])
	if also {
		text += fmt.Sprintf(" (%d B)", n)
	}
	return text
}

// xzProgress is the ratio that -v tells.
func xzProgress(packed, size int64) string {
	const most = 9.999
	if size == 0 || float64(packed)/float64(size) > most {
		return "> 9.999"
	}
	return fmt.Sprintf("= %.3f", float64(packed)/float64(size))
}
