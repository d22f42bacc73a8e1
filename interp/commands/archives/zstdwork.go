package archives

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"syscall"

	"github.com/klauspost/compress/zstd"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

const (
	zstdStdin  = `/*stdin*\`
	zstdStdout = `/*stdout*\`
)

// zstdFormats are the suffixes of what --format can make.
var zstdFormats = map[string]string{"zstd": ".zst", "gzip": ".gz", "xz": ".xz", "lzma": ".lzma"}

// zstdSuffixes are suffix and what stands in its place, for all that is read.
var zstdSuffixes = [][2]string{{".zst", ""}, {".tzst", ".tar"}, {".gz", ""}, {".tgz", ".tar"}, {".lzma", ""}, {".xz", ""}, {".txz", ".tar"}}

func (z *zstdTool) all(given []string) int {
	names, err := z.operands(given)
	if err != nil {
		z.errorf("%v", err)
		return z.status
	}
	if len(names) == 0 && (len(given) > 0 || z.filelist != "") {
		return 1
	}
	names = command.Operands(names)
	if z.list {
		return z.lists(names)
	}
	if len(names) == 1 && names[0] == "-" && z.output == "" {
		z.stdout = true
	}
	if z.stdout && z.said == 2 && !z.test {
		z.said = 1
	}
	z.several = len(names) > 1
	if z.several && z.output != "" && !z.test {
		return z.concatenate(names)
	}
	for _, name := range names {
		if z.ctx.Err() != nil {
			return 1
		}
		z.file(name)
	}
	z.summary()
	return z.status
}

// summary is what is told of many files together.
func (z *zstdTool) summary() {
	switch {
	case z.said < 2 || !z.several || z.count == 0:
	case z.expand:
		fmt.Fprintf(z.call.Stderr, "%d files decompressed : %6d bytes total \n", z.count, z.to)
	case z.from == 0:
		fmt.Fprintf(z.call.Stderr, "%3d files compressed : (%s => %s)\n", z.count, zstdSize(z.from, 6, 4), zstdSize(z.to, 6, 4))
	default:
		fmt.Fprintf(z.call.Stderr, "%3d files compressed : %.2f%% (%s => %s)\n", z.count, 100*float64(z.to)/float64(z.from), zstdSize(z.from, 6, 4), zstdSize(z.to, 6, 4))
	}
}

// zstdSize is a size with three digits at least, as zstd writes it.
func zstdSize(n int64, width, unit int) string {
	f, at := float64(n), 0
	units := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for f >= 1024 && at < len(units)-1 {
		f, at = f/1024, at+1
	}
	digits := 3
	switch {
	case f >= 100 || at == 0:
		digits = 0
	case f >= 10:
		digits = 1
	case f > 1:
		digits = 2
	}
	return fmt.Sprintf("%*.*f%*s", width, digits, f, unit, " "+units[at])
}

// ask asks whether to go on, on standard input.
func (z *zstdTool) ask(question, abort string) bool {
	fmt.Fprint(z.call.Stderr, question)
	var answer, one [1]byte
	for i := 0; ; i++ {
		n, err := z.call.Stdin.Read(one[:])
		if n == 0 || err != nil || one[0] == '\n' {
			break
		}
		if i == 0 {
			answer = one
		}
	}
	if answer[0] == 'y' || answer[0] == 'Y' {
		return true
	}
	fmt.Fprint(z.call.Stderr, abort)
	return false
}

// concatenate writes all files to one.
func (z *zstdTool) concatenate(names []string) int {
	if z.said < 2 && !z.force {
		fmt.Fprint(z.call.Stderr, "Concatenating multiple processed inputs into a single output loses file metadata. \nAborting. \n")
		return 1
	}
	if z.said > 1 {
		fmt.Fprintf(z.call.Stderr, "zstd: WARNING: all input files will be processed and concatenated into a single output file: %s \nThe concatenated output CANNOT regenerate original file names nor directory structure. \n", z.output)
	}
	if !z.force && !z.ask("Proceed? (y/n): ", "Aborting... \n") {
		return 1
	}
	f, ok := z.create(z.output)
	if !ok {
		return z.status
	}
	for _, name := range names {
		if z.ctx.Err() != nil {
			z.status = 1
			break
		}
		if in, _, ok := z.open(name); ok {
			z.convert(name, z.output, in, f)
			in.Close()
		}
	}
	if err := f.Close(); err != nil {
		z.errorf("%s: %s ", z.output, command.Message(err))
	}
	z.summary()
	return z.status
}

// create makes a file, where there is one after asking.
func (z *zstdTool) create(out string) (vfs.File, bool) {
	fi, err := z.call.FS.Stat(out)
	switch {
	case err == nil && fi.IsDir():
		z.errorf("%s: Is a directory", out)
		return nil, false
	case err == nil && !fi.Mode().IsRegular(): // /dev/null
		f, err := vfs.OpenContext(z.ctx, z.call.FS, out, syscall.O_WRONLY, 0)
		if err != nil {
			z.errorf("%s: %s", out, command.Message(err))
		}
		return f, err == nil
	case err == nil && !z.force && z.said < 2:
		z.errorf("%s already exists; not overwritten  ", out)
		return nil, false
	case err == nil && !z.force && !z.ask("zstd: "+out+" already exists; overwrite (y/n) ? ", "Not overwritten  \n \n"):
		z.status = 1
		return nil, false
	case err == nil:
		if err := z.call.FS.Remove(out); err != nil {
			z.errorf("%s: %s", out, command.Message(err))
			return nil, false
		}
	}
	f, err := vfs.OpenContext(z.ctx, z.call.FS, out, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_TRUNC, 0o666)
	if err != nil {
		z.errorf("%s: %s", out, command.Message(err))
	}
	return f, err == nil
}

// open opens an input; fi is nil for standard input.
func (z *zstdTool) open(name string) (*command.Input, fs.FileInfo, bool) {
	if name == "-" {
		in, err := z.call.Open(z.ctx, "-")
		switch {
		case err != nil:
			z.errorf("%s: %s", zstdStdin, command.Message(err))
		case !z.force && z.expand && in.Terminal():
			z.errorf("stdin is a console, aborting")
		case !z.force && !z.expand && z.stdout && z.call.Stdout.Terminal():
			z.errorf("stdout is a console, aborting")
		default:
			return in, nil, true
		}
		return nil, nil, false
	}
	fi, err := z.call.FS.Stat(name)
	switch {
	case err != nil:
		z.errorf("can't stat %s : %s -- ignored ", name, command.Message(err))
		return nil, nil, false
	case fi.IsDir():
		z.errorf("%s is a directory -- ignored ", name)
		return nil, nil, false
	}
	in, err := z.call.Open(z.ctx, name)
	if err != nil {
		z.errorf("%s: %s", name, command.Message(err))
	}
	return in, fi, err == nil
}

// target names what a file becomes.
func (z *zstdTool) target(name string) (string, bool) {
	out := ""
	switch {
	case z.output != "":
		return z.output, true
	case z.stdout || name == "-":
		return zstdStdout, true
	case !z.expand:
		out = name + zstdFormats[z.format]
	default:
		for _, s := range zstdSuffixes {
			if base, ok := strings.CutSuffix(name, s[0]); ok && base != "" {
				out = base + s[1]
				break
			}
		}
	}
	if out == "" {
		z.errorf("%s: unknown suffix (.zst/.tzst/.gz/.tgz/.lzma/.xz/.txz/.lz4/.tlz4 expected). Can't derive the output file name. Specify it with -o dstFileName. Ignoring.", name)
		return "", false
	}
	if z.flat != "" {
		out = path.Join(z.flat, path.Base(out))
	}
	return out, true
}

func (z *zstdTool) file(name string) {
	out, ok := zstdStdout, true
	if !z.test {
		out, ok = z.target(name)
	}
	if !ok {
		return
	}
	in, fi, ok := z.open(name)
	if !ok {
		return
	}
	defer in.Close()
	switch {
	case z.test:
		z.convert(name, out, in, io.Discard)
		return
	case out == zstdStdout:
		z.convert(name, out, in, z.call.Stdout)
		return
	}
	f, ok := z.create(out)
	if !ok {
		return
	}
	ok = z.convert(name, out, in, f)
	if err := f.Close(); err != nil && ok {
		z.errorf("%s: %s ", out, command.Message(err))
		ok = false
	}
	if made, err := z.call.FS.Stat(out); err != nil || !made.Mode().IsRegular() {
		return
	}
	if !ok {
		z.call.FS.Remove(out)
		return
	}
	if fi == nil {
		return
	}
	z.call.FS.Chmod(out, fi.Mode().Perm()) // as far as it can be done
	z.call.FS.Chtimes(out, fi.ModTime(), fi.ModTime())
	if !z.keep {
		if err := z.call.FS.Remove(name); err != nil {
			z.errorf("%s: %s ", name, command.Message(err))
		}
	}
}

// convert compresses or expands a file and reports it.
func (z *zstdTool) convert(name, outName string, in io.Reader, to io.Writer) bool {
	if name == "-" {
		name = zstdStdin
	}
	from, written := &countedInput{r: in}, &countedOutput{w: to}
	buffer := command.NewFileOutput(z.call, written)
	var err error
	if z.expand {
		err = z.unpack(from, buffer)
	} else {
		err = z.pack(from, buffer)
	}
	if flushed := buffer.Flush(); flushed != nil {
		err = flushed
	}
	if err != nil {
		z.damage(name, outName, err)
		return false
	}
	z.count, z.from, z.to = z.count+1, z.from+from.n, z.to+written.n
	switch {
	case z.said < 2 || z.several && z.said < 3:
	case z.expand:
		fmt.Fprintf(z.call.Stderr, "%-20s: %d bytes \n", name, written.n)
	default:
		rate := "  "
		if from.n > 0 {
			rate = fmt.Sprintf("%6.2f%%   ", 100*float64(written.n)/float64(from.n))
		}
		// Names are filled up by bytes.
		fmt.Fprintf(z.call.Stderr, "%s%*s :%s(%s => %s, %s) \n", name, max(20-len(name), 0), "", rate, zstdSize(from.n, 6, 0), zstdSize(written.n, 6, 0), outName)
	}
	return true
}

func (z *zstdTool) pack(in io.Reader, out io.Writer) error {
	held := z.call.Limits.HeldBytes
	var w io.WriteCloser
	var err error
	switch z.format {
	case "gzip":
		w, err = compressGzip(out, z.level, held)
	case "xz", "lzma":
		config := newXZConfig()
		config.level = min(max(z.level, 1), 9)
		w, err = config.compress(out, map[string]xzFormat{"xz": xzXZ, "lzma": xzLZMA}[z.format], held)
	default:
		w, err = newZstdWriter(out, z.level, held, !z.unchecked, z.dictionary)
	}
	if err != nil {
		return err
	}
	if _, err := pump(z.ctx, w, in); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}

// unpack expands in any of the formats.
func (z *zstdTool) unpack(in io.Reader, out io.Writer) error {
	r := buffered(in)
	head, err := r.Peek(4)
	switch {
	case err != nil && err != io.EOF:
		return err
	case len(head) == 0:
		return errEmpty
	}
	decoder, err := z.decoder(r)
	pass := z.pass.or(z.force && z.stdout) && !z.test
	switch {
	case errors.Is(err, errFormat) && pass:
		_, err := pump(z.ctx, out, r)
		return err
	case errors.Is(err, errFormat) && len(head) < 4:
		return errHeader
	case err != nil:
		return err
	}
	defer decoder.Close()
	_, err = pump(z.ctx, out, decoder)
	return err
}

// What only zstd tells apart.
var (
	errEmpty  = errors.New("unexpected end of file")
	errHeader = errors.New("unknown header")
)

func (z *zstdTool) decoder(r *bufio.Reader) (io.ReadCloser, error) {
	held := z.call.Limits.HeldBytes
	if z.memory > 0 {
		held = min(held, z.memory)
	}
	if c, ok := detect(r); ok && c.name != bzip2Codec.name && c.name != zstdCodec.name {
		return c.expand(r, held)
	}
	if isLZMA(r) {
		return expandLZMA(r, held)
	}
	return newZstdReader(r, held, z.dictionary)
}

// damage words an error of the work.
func (z *zstdTool) damage(name, out string, err error) {
	var output *command.OutputError
	bare := func(text string) {
		if z.status = 1; z.said > 0 {
			fmt.Fprintf(z.call.Stderr, "%s : %s \n", name, text)
		}
	}
	switch {
	case errors.Is(err, command.ErrReported), errors.Is(err, stream.ErrBrokenPipe):
		z.status = 1
	case errors.As(err, &output):
		z.errorf("%s: %s ", out, command.Message(output.Err))
	case errors.Is(err, errEmpty), errors.Is(err, errHeader):
		z.errorf("%s: %v ", name, err)
	case errors.Is(err, errFormat):
		z.errorf("%s: unsupported format ", name)
	case errors.Is(err, errTruncated):
		bare("Read error (39) : premature end")
	case errors.Is(err, errMemory):
		bare("Decoding error (36) : Frame requires too much memory for decoding")
	case errors.Is(err, errChecksum):
		bare("Decoding error (36) : Restored data doesn't match checksum")
	case errors.Is(err, zstd.ErrUnknownDictionary):
		bare("Decoding error (36) : Dictionary mismatch")
	case errors.Is(err, errCorrupt):
		bare("Decoding error (36) : Data corruption detected")
	default:
		z.errorf("%s: %s ", name, command.Message(err))
	}
}
