package archives

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// gzipSuffixes are those that compressed files have besides that of -S.
var gzipSuffixes = []string{".gz", ".z", ".taz", ".tgz", "-gz", "-z", "_z"}

// packedSuffix is the suffix that a name has, as it is written there.
func (g *gzipper) packedSuffix(name string) string {
	for _, s := range append([]string{g.suffix}, gzipSuffixes...) {
		at := len(name) - len(s)
		if at > 0 && strings.EqualFold(name[at:], s) && name[at-1] != '/' {
			return name[at:]
		}
	}
	return ""
}

// find looks for a file, or when expanding for one with a suffix more. The name
// that is not found is the one with the first suffix.
func (g *gzipper) find(name string) (string, fs.FileInfo, error) {
	look := g.call.FS.Lstat
	if g.stdout || g.test || g.list || g.force {
		look = g.call.FS.Stat
	}
	fi, err := look(name)
	if err == nil || !vfs.Missing(err) || !g.expand || name == "" || g.packedSuffix(name) != "" {
		return name, fi, err
	}
	for _, s := range []string{g.suffix, ".gz", ".z", "-z", ".Z"} {
		if fi, other := look(name + s); other == nil || !vfs.Missing(other) {
			return name + s, fi, other
		}
	}
	return name + g.suffix, nil, err
}

func (g *gzipper) file(name string, level int) {
	name, fi, err := g.find(name)
	switch {
	case err != nil:
		g.bad(name, command.Message(err))
		return
	case fi.IsDir() && g.recurse && level < depth:
		g.below(name, level)
		return
	case fi.IsDir():
		g.warn("%s is a directory -- ignored", name)
		return
	case fi.Mode()&fs.ModeSymlink != 0:
		g.bad(name, "Too many levels of symbolic links")
		return
	}
	through := g.stdout || g.test || g.list
	if !through {
		if text, _ := g.spared(name, fi); text != "" {
			g.warn("%s", text)
			return
		}
	}
	out, ok := "stdout", true
	if !g.stdout || g.test || g.list {
		out, ok = g.target(name)
	}
	if !ok {
		return
	}
	in, err := g.call.Open(g.ctx, name)
	if err != nil {
		g.bad(name, command.Message(err))
		return
	}
	defer in.Close()
	g.convert(name, out, in, fi)
}

func (g *gzipper) below(name string, level int) {
	list, err := g.call.FS.ReadDir(name)
	if err != nil {
		g.bad(name, command.Message(err))
		return
	}
	for _, e := range list {
		if g.ctx.Err() != nil || g.over {
			return
		}
		g.file(path.Join(name, e.Name()), level+1)
	}
}

// target is the name of what a file becomes, or what -l shows; false when it is
// left alone.
func (g *gzipper) target(name string) (string, bool) {
	has := g.packedSuffix(name)
	switch {
	case !g.expand && has != "" && !g.force:
		if g.verbose || !g.recurse && !g.quiet {
			g.call.Errorf("%s already has %s suffix -- unchanged", name, has)
		}
		return "", false
	case !g.expand:
		return name + g.suffix, true
	case has != "":
		base := name[:len(name)-len(has)]
		if strings.EqualFold(has, ".tgz") || strings.EqualFold(has, ".taz") {
			base += ".tar"
		}
		return base, true
	case !g.recurse && (g.list || g.test):
		return name, true
	}
	if g.verbose || !g.recurse && !g.quiet {
		g.warn("%s: unknown suffix -- ignored", name)
	}
	return "", false
}

// stream works from standard input to standard output.
func (g *gzipper) stream() {
	in, err := g.call.Open(g.ctx, "-")
	if err != nil {
		g.bad("stdin", command.Message(err))
		return
	}
	if !g.force && !g.list && (g.expand && in.Terminal() || !g.expand && g.call.Stdout.Terminal()) {
		what := "written to"
		if g.expand {
			what = "read from"
		}
		g.call.Errorf("compressed data not %s a terminal. Use -f to force %scompression.\nFor help, type: gzip -h", what, map[bool]string{true: "de"}[g.expand])
		g.status, g.over = 1, true
		return
	}
	fi, err := in.Stat()
	if err != nil {
		g.bad("standard input", command.Message(err))
		g.over = true
		return
	}
	g.convert("", "stdout", in, fi)
}

// convert does one file, or standard input when name is empty.
func (g *gzipper) convert(name, out string, in *command.Input, fi fs.FileInfo) {
	w := &gzipWork{g: g, name: name, shown: name, out: out, fi: fi, stdin: name == ""}
	if w.stdin {
		w.shown = "stdin"
	}
	w.in = &countedInput{r: in}
	if fi.Mode().IsRegular() {
		w.time = fi.ModTime()
	}
	if g.expand && !w.open() {
		return
	}
	if g.list || g.test || g.stdout || w.stdin {
		w.through()
	} else {
		w.replace()
	}
}

// A gzipWork is one file.
type gzipWork struct {
	g *gzipper
	// name is empty for standard input; shown is what messages call it, out what
	// is made.
	name, shown, out string
	stdin            bool
	fi               fs.FileInfo
	in               *countedInput
	z                *gzipReader
	// time is what the result gets or the header stores; zero for none.
	time time.Time
	// packed and size are what the numbers are made of.
	packed, size int64
}

// open reads the first header.
func (w *gzipWork) open() bool {
	g := w.g
	g.header = 0
	var err error
	z, err := newGzipReader(buffered(w.in), g.force && (g.stdout || w.stdin) && !g.test && !g.list)
	if z != nil && z.first.extra >= 0 && g.verbose {
		g.call.Errorf("%s: extra field of %d bytes ignored", w.shown, z.first.extra)
	}
	if err != nil {
		w.damage(err)
		return false
	}
	const trailer = 8
	w.z, g.header = z, z.first.size+trailer
	if z.first.name != nil && g.names.or(false) && (g.list || g.test || !g.stdout && !w.stdin) {
		if len(z.first.name) > gzipNameBytes {
			g.abort(w.shown, "corrupted input -- file name too large")
			return false
		}
		base := string(z.first.name[strings.LastIndexByte(string(z.first.name), '/')+1:])
		w.out = w.out[:strings.LastIndexByte(w.out, '/')+1] + base
	}
	return true
}

// damage words an error of expanding. All but refused headers, and sums when
// they are only tested, end everything.
func (w *gzipWork) damage(err error) {
	g := w.g
	var sums gzipSums
	var refused refusal
	switch {
	case errors.Is(err, command.ErrReported):
		g.status, g.over = 1, true
	case errors.As(err, &refused):
		g.call.Errorf("%s%s", w.shown, refused)
		g.fail(1)
	case errors.As(err, &sums):
		for _, s := range []struct {
			bad  bool
			text string
		}{{sums.crc, "crc"}, {sums.length, "length"}} {
			if s.bad {
				fmt.Fprintln(g.call.Stderr)
				g.call.Errorf("%s: invalid compressed data--%s error", w.shown, s.text)
			}
		}
		g.fail(1)
		g.over = !g.test
	case errors.Is(err, errFormat):
		fmt.Fprintln(g.call.Stderr)
		g.call.Errorf("%s: %v", w.shown, "not in gzip format")
		g.fail(1)
	case errors.Is(err, errTruncated), errors.Is(err, errCorrupt):
		g.abort(w.shown, err.Error())
	default:
		g.abort(w.shown, command.Message(err))
	}
}

// trailing warns about what follows the members.
func (w *gzipWork) trailing(err error) {
	if errors.Is(err, errZeros) && !w.g.verbose {
		return
	}
	if !w.g.quiet {
		fmt.Fprintln(w.g.call.Stderr)
	}
	w.g.warn("%s: %v", w.shown, err)
}

// pump does the work. It is false when there is nothing to go on with; then all
// has been said. behind is errZeros or errTrailing.
func (w *gzipWork) pump(to io.Writer) (behind error, ok bool) {
	g := w.g
	buffer := command.NewFileOutput(g.call, to)
	var err error
	if g.expand {
		_, err = pump(g.ctx, buffer, w.z)
		w.size = w.z.size
		if w.z.members > 1 {
			g.header = 0
		}
		if w.z.stamp != 0 && g.times.or(false) {
			w.time = time.Unix(int64(w.z.stamp), 0)
		}
		if errors.Is(err, errZeros) || errors.Is(err, errTrailing) {
			behind, err = err, nil
		}
	} else {
		err = w.pack(buffer)
	}
	// What an error of reading leaves behind is of no use when compressing.
	if err == nil || g.expand {
		if flushed := buffer.Flush(); err == nil || flushed != nil {
			err = flushed
		}
	}
	w.packed = w.in.n
	var failed *command.OutputError
	switch {
	case errors.Is(err, command.ErrReported):
		g.status, g.over = 1, true
		return nil, false
	case errors.As(err, &failed):
		g.abort(w.out, command.Message(failed.Err))
		return nil, false
	case err != nil:
		w.damage(err)
		return nil, false
	}
	if behind != nil {
		w.trailing(behind)
	}
	return behind, true
}

// pack compresses.
func (w *gzipWork) pack(buffer *command.Output) error {
	g := w.g
	name, stamp := "", uint32(0)
	if g.names.or(true) && !w.stdin {
		name = path.Base(w.name)
	}
	if s := w.time.Unix(); g.times.or(true) && !w.time.IsZero() && s > 0 && s < 1<<32 {
		stamp = uint32(s)
	}
	counted := &countedOutput{w: buffer}
	z, err := newGzipWriter(counted, g.level, name, stamp)
	if err != nil {
		return err
	}
	_, err = pump(g.ctx, z, w.in)
	if err == nil {
		err = z.Close()
	}
	g.header = 18
	if name != "" {
		g.header += int64(len(name)) + 1
	}
	w.size = counted.n
	return err
}
