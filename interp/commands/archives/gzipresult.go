package archives

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// through writes to standard output, or only tests or lists.
func (w *gzipWork) through() {
	g := w.g
	var to io.Writer = g.call.Stdout
	if g.test || g.list {
		to = io.Discard
	}
	if g.verbose && !g.list && !w.stdin {
		fmt.Fprintf(g.call.Stderr, "%s:\t", w.shown)
	}
	behind, ok := w.pump(quietPipe{to, g})
	switch {
	case !ok:
	case g.list && behind != nil:
		g.totals()
	case g.list:
		g.line(w)
	case g.verbose:
		w.report()
	}
}

// quietPipe ends all without a word when nobody reads any more.
type quietPipe struct {
	io.Writer
	g *gzipper
}

func (q quietPipe) Write(p []byte) (int, error) {
	n, err := q.Writer.Write(p)
	if errors.Is(err, stream.ErrBrokenPipe) {
		q.g.over = true
		return n, command.ErrReported
	}
	return n, err
}

// report is the end of the line of -v.
func (w *gzipWork) report() {
	g := w.g
	text := ""
	switch {
	case g.test:
		text = " OK"
	case w.stdin && g.expand:
		return
	case g.expand:
		text = ratio(w.size-(w.packed-g.header), w.size)
	default:
		text = ratio(w.packed-(w.size-g.header), w.packed)
	}
	if !g.test && !w.stdin {
		verb := "replaced with"
		if g.keep {
			verb = "created"
		}
		text += fmt.Sprintf(" -- %s %s", verb, w.out)
	}
	fmt.Fprintln(g.call.Stderr, text)
}

// ratio is the share that compressing saves.
func ratio(saved, size int64) string {
	if size == 0 {
		return "  0.0%"
	}
	return fmt.Sprintf("%5.1f%%", 100*float64(saved)/float64(size))
}

// replace makes the expanded or compressed file and removes the one it is of.
func (w *gzipWork) replace() {
	g := w.g
	f, ok := w.create()
	if !ok {
		return
	}
	if g.verbose {
		fmt.Fprintf(g.call.Stderr, "%s:\t", w.shown)
	}
	_, ok = w.pump(f)
	if err := f.Close(); err != nil && ok {
		g.abort(w.out, command.Message(err))
		ok = false
	}
	if !ok {
		if err := g.call.FS.Remove(w.out); err != nil {
			g.bad(w.out, command.Message(err))
		}
		return
	}
	g.call.FS.Chmod(w.out, w.fi.Mode().Perm()) // as far as it can be done
	g.call.FS.Chtimes(w.out, w.fi.ModTime(), w.time)
	if !g.keep {
		if err := g.call.FS.Remove(w.name); err != nil {
			g.bad(w.name, command.Message(err))
		}
	}
	if g.verbose {
		w.report()
	}
}

func (w *gzipWork) create() (vfs.File, bool) {
	g := w.g
	if w.out == "" || strings.HasSuffix(w.out, "/") {
		g.bad("", "No such file or directory")
		return nil, false
	}
	f, err := g.make(w.out)
	switch {
	case errors.Is(err, syscall.EEXIST):
		g.call.Errorf("%s already exists;\tnot overwritten", w.out)
		g.fail(2)
	case err != nil:
		g.bad(w.out, command.Message(err))
	}
	return f, err == nil
}

const (
	gzipTitle        = "         compressed        uncompressed  ratio uncompressed_name\n"
	gzipVerboseTitle = "method  crc     date  time  "
)

// row writes a line of -l, below the titles if it is the first one.
func (g *gzipper) row(front string, d done, name string) {
	out := command.NewOutput(g.call)
	if g.listed++; g.listed == 1 && (!g.quiet || g.verbose) {
		if g.verbose {
			out.WriteString(gzipVerboseTitle)
		}
		out.WriteString(gzipTitle)
	}
	if g.verbose {
		fmt.Fprintf(out, "%-*s", len(gzipVerboseTitle), front)
	}
	fmt.Fprintf(out, "%19d %19d %s %s\n", d.packed, d.size, ratio(d.size-(d.packed-g.header), d.size), name)
	g.status = out.Finish(g.status, 1)
}

func (g *gzipper) line(w *gzipWork) {
	at := w.time
	if at.IsZero() {
		at = time.Unix(0, 0)
	}
	date := at.In(g.call.Now().Location()).Format("Jan _2 15:04")
	g.row(fmt.Sprintf("defla %08x %s ", w.z.crc, date), done{packed: w.packed, size: w.size}, w.out)
	g.total.packed, g.total.size = g.total.packed+w.packed, g.total.size+w.size
}

// totals writes the line with the sums.
func (g *gzipper) totals() {
	if g.total.packed > 0 && g.total.size > 0 {
		g.row("", g.total, "(totals)")
	}
}
