package archives

import (
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

// bzip2Suffixes are suffix and what stands in its place.
var bzip2Suffixes = [][2]string{{".bz2", ""}, {".bz", ""}, {".tbz2", ".tar"}, {".tbz", ".tar"}}

const (
	bzip2Recover = "\nYou can use the `bzip2recover' program to attempt to recover\ndata from undamaged sections of corrupted files.\n\n"
	bzip2Advice  = "\nIt is possible that the compressed file(s) have become corrupted.\nYou can use the -tvv option to test integrity of such files.\n" + bzip2Recover
)

// A bzipWork is one file.
type bzipWork struct {
	b         *bzipper
	name, out string
	fi        fs.FileInfo
	in        *command.Input
	to        io.Writer
	made      bool // a file was made
}

// stream works from standard input to standard output.
func (b *bzipper) stream() {
	in, err := b.call.Open(b.ctx, "-")
	if err != nil {
		b.bad("Can't open input file (stdin): %s.", command.Message(err))
		return
	}
	what := "read compressed data from"
	if !b.expand {
		what = "write compressed data to"
	}
	if b.expand && in.Terminal() || !b.expand && b.call.Stdout.Terminal() {
		b.bad("I won't %s a terminal.", what)
		b.call.Errorf("For help, type: `%s --help'.", b.call.Name())
		return
	}
	(&bzipWork{b: b, name: "(stdin)", out: "(stdout)", in: in, to: b.call.Stdout}).work()
}

func (b *bzipper) file(name string) {
	fi, err := b.call.FS.Stat(name)
	switch {
	case err != nil && b.test:
		b.bad("Can't open input %s: %s.", name, command.Message(err))
		return
	case err != nil:
		b.bad("Can't open input file %s: %s.", name, command.Message(err))
		return
	}
	w := &bzipWork{b: b, name: name, out: "(stdout)", to: b.call.Stdout, fi: fi}
	if !b.expand && !w.fresh() {
		return
	}
	if fi.IsDir() {
		b.bad("Input file %s is a directory.", name)
		return
	}
	if !b.test && !b.stdout && !w.allowed() {
		return
	}
	if w.in, err = b.call.Open(b.ctx, name); err != nil {
		b.bad("Can't open input file %s: %s.", name, command.Message(err))
		return
	}
	defer w.in.Close()
	if b.test || b.stdout {
		if !b.expand && b.call.Stdout.Terminal() {
			b.bad("I won't write compressed data to a terminal.")
			return
		}
		w.work()
		return
	}
	w.replace()
}

// fresh tells whether a file is not compressed yet, by its name.
func (w *bzipWork) fresh() bool {
	for _, s := range bzip2Suffixes {
		if strings.HasSuffix(w.name, s[0]) {
			w.b.mild("Input file %s already has %s suffix.", w.name, s[0])
			return false
		}
	}
	return true
}

// allowed tells whether a file may be replaced, and finds the name of the new
// one, which it removes with -f.
func (w *bzipWork) allowed() bool {
	b := w.b
	if fi, err := b.call.FS.Lstat(w.name); !b.force && (err != nil || !fi.Mode().IsRegular()) {
		b.mild("Input file %s is not a normal file.", w.name)
		return false
	}
	w.out = w.name + ".bz2"
	if b.expand && !w.guess() && !b.quiet {
		b.call.Errorf("Can't guess original name for %s -- using %s", w.name, w.out)
	}
	if _, err := b.call.FS.Stat(w.out); err == nil {
		if !b.force {
			b.bad("Output file %s already exists.", w.out)
			return false
		}
		b.call.FS.Remove(w.out) // making it tells
	}
	if text, _ := b.spared(w.name, w.fi); text != "" {
		b.bad("%s", text)
		return false
	}
	return true
}

// guess names what a file expands to; false when its suffix says nothing.
func (w *bzipWork) guess() bool {
	for _, s := range bzip2Suffixes {
		if base, ok := strings.CutSuffix(w.name, s[0]); ok {
			w.out = base + s[1]
			return true
		}
	}
	w.out = w.name + ".out"
	return false
}

func (w *bzipWork) replace() {
	b := w.b
	f, err := vfs.OpenContext(b.ctx, b.call.FS, w.out, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o600)
	if err != nil {
		b.bad("Can't create output file %s: %s.", w.out, command.Message(err))
		return
	}
	w.to, w.made = f, true
	ok := w.work()
	if err := f.Close(); err != nil && ok {
		w.failed(err)
		ok = false
	}
	if !ok {
		b.call.FS.Remove(w.out)
		return
	}
	b.call.FS.Chmod(w.out, w.fi.Mode()&(fs.ModePerm|fs.ModeSticky)) // as far as it can be done
	b.call.FS.Chtimes(w.out, w.fi.ModTime(), w.fi.ModTime())
	if !b.keep {
		if err := b.call.FS.Remove(w.name); err != nil {
			w.failed(err)
		}
	}
}

// work compresses, expands or tests, and tells whether what it made is good.
func (w *bzipWork) work() bool {
	b := w.b
	if b.verbose {
		fmt.Fprintf(b.call.Stderr, "  %s: %*s", w.name, b.width-len(w.name), "")
	}
	in, out := &countedInput{r: w.in}, &countedOutput{w: w.to}
	if b.test {
		out.w = io.Discard
	}
	buffer := command.NewFileOutput(b.call, out)
	var err error
	if b.expand {
		err = b.unpack(in, buffer)
	} else {
		err = b.pack(in, buffer)
	}
	if flushed := buffer.Flush(); flushed != nil {
		err = flushed
	}
	switch {
	case err != nil && b.test:
		return w.untrue(err)
	case err != nil:
		return w.damage(err)
	case !b.verbose:
	case b.test:
		fmt.Fprintln(b.call.Stderr, "ok")
	case b.expand:
		fmt.Fprintln(b.call.Stderr, "done")
	default:
		fmt.Fprintln(b.call.Stderr, bzip2Rate(float64(in.n), float64(out.n)))
	}
	return true
}

// bzip2Rate is what -v tells about a file that was compressed.
func bzip2Rate(in, out float64) string {
	if in == 0 {
		return " no data compressed."
	}
	return fmt.Sprintf("%6.3f:1, %6.3f bits/byte, %5.2f%% saved, %.0f in, %.0f out.", in/out, 8*out/in, 100*(1-out/in), in, out)
}

func (b *bzipper) pack(in io.Reader, out io.Writer) error {
	z, err := compressBzip2(out, b.level, b.call.Limits.HeldBytes)
	if err != nil {
		return err
	}
	if _, err := pump(b.ctx, z, in); err != nil {
		return err
	}
	return z.Close()
}

func (b *bzipper) unpack(in io.Reader, out io.Writer) error {
	r := buffered(in)
	z, err := expandBzip2(r, b.call.Limits.HeldBytes)
	switch {
	case errors.Is(err, errFormat) && b.force && !b.test:
		_, err := pump(b.ctx, out, r)
		return err
	case err != nil:
		return err
	}
	_, err = pump(b.ctx, out, z)
	return err
}

// untrue words what -t found.
func (w *bzipWork) untrue(err error) bool {
	b, text := w.b, ""
	switch {
	case errors.Is(err, errTrailing):
		text = "trailing garbage after EOF ignored"
	case errors.Is(err, errFormat):
		text = "bad magic number (file not created by bzip2)"
	case errors.Is(err, errTruncated):
		text = "file ends unexpectedly"
	case errors.Is(err, errCorrupt):
		text = "data integrity (CRC) error in data"
	default:
		return w.damage(err)
	}
	trailing := errors.Is(err, errTrailing)
	if !trailing || !b.quiet {
		if !b.verbose {
			fmt.Fprintf(b.call.Stderr, "%s: %s: ", b.call.Name(), w.name)
		}
		fmt.Fprintln(b.call.Stderr, text)
	}
	if !trailing {
		b.testFailed, b.status = true, 2
	} else if b.verbose {
		fmt.Fprintln(b.call.Stderr, "ok")
	}
	return trailing
}

// damage words an error of the work; all but trailing garbage and a file of
// another kind end everything.
func (w *bzipWork) damage(err error) bool {
	b := w.b
	files := fmt.Sprintf("\tInput file = %s, output file = %s\n", w.name, w.out)
	var output *command.OutputError
	switch {
	case errors.Is(err, errTrailing):
		if !b.quiet {
			fmt.Fprintln(b.call.Stderr)
			b.call.Errorf("%s: trailing garbage after EOF ignored", w.name)
		}
		if b.verbose {
			fmt.Fprintln(b.call.Stderr, "done")
		}
		return true
	case errors.Is(err, errFormat):
		if b.verbose {
			fmt.Fprintln(b.call.Stderr, "not a bzip2 file.")
		} else {
			b.call.Errorf("%s is not a bzip2 file.", w.name)
		}
		b.status = 2
		return false
	case errors.Is(err, errTruncated):
		b.status = 2
		if !b.quiet {
			reason := "Success"
			if w.made {
				reason = "No such file or directory" // of the output, before it was made
			}
			fmt.Fprintf(b.call.Stderr, "\n%[1]s: Compressed file ends unexpectedly;\n\tperhaps it is corrupted?  *Possible* reason follows.\n%[1]s: %[2]s\n%[3]s%[4]s", b.call.Name(), reason, files, bzip2Advice)
		}
	case errors.Is(err, errCorrupt):
		b.status = 2
		fmt.Fprintf(b.call.Stderr, "\n%s: Data integrity error when decompressing.\n%s", b.call.Name(), files)
		if !b.quiet {
			fmt.Fprint(b.call.Stderr, bzip2Advice)
		}
	case errors.As(err, &output):
		w.failed(output.Err)
		return false
	default:
		w.failed(err)
		return false
	}
	w.deleting()
	return false
}

// failed words an error of reading or writing.
func (w *bzipWork) failed(err error) {
	b := w.b
	b.status, b.ended = max(b.status, 1), true
	if errors.Is(err, stream.ErrBrokenPipe) {
		return
	}
	fmt.Fprintf(b.call.Stderr, "\n%[1]s: I/O or other error, bailing out.  Possible reason follows.\n%[1]s: %[2]s\n\tInput file = %[3]s, output file = %[4]s\n", b.call.Name(), command.Message(err), w.name, w.out)
	w.deleting()
}

func (w *bzipWork) deleting() {
	w.b.ended = true
	if w.made && !w.b.quiet {
		w.b.call.Errorf("Deleting output file %s, if it exists.", w.out)
	}
}
