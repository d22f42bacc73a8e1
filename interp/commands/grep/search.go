package grep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// A grepper searches one file after the other.
type grepper struct {
	*settings
	ctx      context.Context
	call     *command.Call
	finder   *finder
	out      *command.Output
	names    bool
	selected bool // some line of any file
	failed   bool
	missing  bool // an operand of rg is not there
	gaveUp   bool // a match took too long, which is the end
	buf      []byte
	within   [][2]uint64 // device and inode of the directories that are being searched
	printed  bool        // some line was selected, so that a group separator may follow

	// Of the current file.
	name       string
	data       []byte // what is held of it: whole lines up to lim
	beg, lim   int    // what is to be searched
	done       int    // the end of what has been written
	base       int64  // the offset of data
	width      int    // of numbers
	lines      int64  // how many lines end before counted
	counted    int
	hits       int64
	pending    int // how many lines of context to write
	isBinary   bool
	badOutput  bool  // a line was not valid text
	nul        int64 // where the first NUL is
	hitMatches int64 // of rg
	added      bool  // the last line had no end
	lastOut    bool  // what ends at done was written, not skipped
}

const readSize = 96 << 10

var (
	errLine   = errors.New("line too long")
	errMemory = errors.New("memory exhausted")
	errOutput = errors.New("input file is also the output")
)

// file searches one file and writes what the options want of it.
func (g *grepper) file(name string) {
	shown := name
	in, err := g.call.Open(g.ctx, name)
	if name == "-" {
		shown = g.label
	}
	if err != nil {
		g.trouble(name, err)
		return
	}
	defer in.Close()
	g.name, g.base, g.lines, g.counted, g.hits, g.pending = shown, 0, 0, 0, 0, 0
	g.hitMatches = 0
	if g.rip.heading {
		g.printed = false
	}
	g.isBinary, g.badOutput, g.lastOut, g.width = false, false, false, 0
	if g.tab {
		g.width = widest(in)
	}
	g.beg, g.lim, g.done, g.added = 0, 0, 0, false
	if g.rip.passthru {
		g.pending = math.MaxInt
	}
	g.rip.state.from = g.call.Now()
	if g.isOutput(in) {
		g.trouble(shown, errOutput)
		return
	}
	if g.listAll {
		g.hits = 1
	} else if err := g.scanAny(in); err != nil && g.out.Err() == nil && g.ctx.Err() == nil {
		g.trouble(shown, err)
	}
	if g.finder.err != nil {
		g.out.Flush()
		g.call.Errorf("%s: %v", shown, g.finder.err)
		g.failed, g.gaveUp = true, true
		return
	}
	g.summary()
}

// isOutput tells whether a file is where the lines go, so that they would be
// found again.
func (g *grepper) isOutput(in *command.Input) bool {
	if g.lineless() || g.max < 2 {
		return false
	}
	from, err := in.Stat()
	if err != nil || !from.Mode().IsRegular() {
		return false
	}
	to, err := g.call.Stdout.Stat()
	if err != nil {
		return false
	}
	a, ok := from.Sys().(*vfs.Sys)
	b, also := to.Sys().(*vfs.Sys)
	return ok && also && a.Ino != 0 && a.Dev == b.Dev && a.Ino == b.Ino
}

// summary writes what comes after the lines.
func (g *grepper) summary() {
	if g.rg {
		g.selected = g.selected || (g.hits > 0) != g.listNo
		g.rgSummary()
		return
	}
	if g.hits > 0 {
		g.selected = true
	}
	if g.quiet {
		return
	}
	switch {
	case g.listNo && g.hits == 0, g.list && g.hits > 0:
		g.fileName()
		g.endName("\n")
	case g.list || g.listNo:
	case g.count:
		if g.names {
			g.fileName()
			g.separatorByte(':', true)
		}
		fmt.Fprintf(g.out, "%d\n", g.hits)
	case g.badOutput:
		g.out.Flush()
		g.call.Errorf("%s: binary file matches", g.name)
	}
}

// lineless tells whether no line is to be written.
func (g *grepper) lineless() bool { return g.quiet || g.list || g.listNo || g.count }

// scanAny searches a file in the way that the options ask for.
func (g *grepper) scanAny(in *command.Input) error {
	from, err := g.unpacked(g.name, in)
	if err != nil {
		return err
	}
	if g.rip.whole != nil {
		return g.scanWhole(from)
	}
	return g.scan(in, from)
}

// scan reads a file buffer by buffer and searches the lines that are complete.
func (g *grepper) scan(in *command.Input, from io.Reader) error {
	if g.max == 0 {
		return nil
	}
	if g.buf == nil {
		g.buf = make([]byte, readSize)
	}
	end := 0 // of what was read
	g.data = g.buf[:0]
	for {
		if end == len(g.buf) {
			if end = g.room(end); end == len(g.buf) {
				return errMemory
			}
		}
		n, err := from.Read(g.buf[end:])
		if n > 0 {
			g.look(g.buf[end:end+n], end)
			g.rip.total.searched += int64(n)
		}
		if g.isBinary && g.binary == binaryNoMatch {
			return nil
		}
		searched := end
		end += n
		switch {
		case err == io.EOF || err == nil && n == 0:
			g.added = end > g.lim
			over, read := g.hits >= g.max, end
			if end > g.lim && end < len(g.buf) {
				g.buf[end] = g.delim // the last line may lack its end
				end++
			} else if end > g.lim {
				g.buf = append(g.buf, g.delim)
				end = len(g.buf)
			}
			g.data, g.lim = g.buf[:end], end
			if g.searchLines(); over {
				g.giveBack(in, read)
			}
			return nil
		case err != nil:
			return err
		}
		i := bytes.LastIndexByte(g.buf[searched:end], g.delim)
		if i < 0 {
			if end-g.lim > g.call.Limits.LineBytes {
				return errLine
			}
			continue
		}
		g.data, g.lim = g.buf[:end], searched+i+1
		if g.searchLines() && !g.owesContext() {
			g.giveBack(in, end)
			return nil
		}
	}
}

// owesContext tells whether -m lines were found, and lines behind the last one are
// wanted that have not been read yet.
func (g *grepper) owesContext() bool {
	return g.hits >= g.max && g.pending > 0 && !g.lineless() && !g.isBinary && g.out.Err() == nil && g.ctx.Err() == nil && g.finder.err == nil
}

// giveBack leaves what follows the last line that -m wants to who reads next.
func (g *grepper) giveBack(in *command.Input, end int) {
	if in.Stdin && g.beg < end && g.hits >= g.max && !g.quiet {
		_, _ = in.Seek(int64(g.beg-end), io.SeekCurrent)
	}
}

// look decides whether a file is binary. Its NULs are ends of lines then.
func (g *grepper) look(part []byte, at int) {
	if g.binary == binaryText || g.delim == 0 {
		return
	}
	if !g.isBinary {
		if i := bytes.IndexByte(part, 0); i >= 0 {
			g.isBinary, g.nul = true, g.base+int64(at+i)
		}
	}
	if g.isBinary {
		for i, c := range part {
			if c == 0 {
				part[i] = g.delim
			}
		}
	}
}

// room makes room behind what is held: what was searched goes, but for the
// lines that context may still want. There is none where these are too much.
func (g *grepper) room(end int) int {
	keep := g.back(g.beg)
	keep = max(keep, g.done)
	if g.before == 0 {
		keep = g.beg
	}
	if keep > 0 {
		g.countLines(keep)
		copy(g.buf, g.buf[keep:end])
		end -= keep
		g.base += int64(keep)
		g.beg -= keep
		g.lim -= keep
		g.counted -= keep
		if g.done -= keep; g.done < 0 {
			g.done, g.lastOut = 0, false
		}
	}
	if end > len(g.buf)/2 {
		most := max(g.call.Limits.HeldBytes, 2*int64(g.call.Limits.LineBytes))
		more := min(int64(len(g.buf)), most-int64(len(g.buf)))
		g.buf = append(g.buf, make([]byte, max(more, 0))...)
	}
	g.data = g.buf[:end]
	return end
}

// countLines counts the lines up to a place.
func (g *grepper) countLines(to int) {
	if g.number && to > g.counted {
		g.lines += int64(bytes.Count(g.buf[g.counted:to], []byte{g.delim}))
	}
	g.counted = max(to, g.counted)
}

// searchLines searches from beg to lim; true when the file needs no more.
func (g *grepper) searchLines() bool {
	if g.hits >= g.max { // what follows is context alone
		g.trailing()
		return true
	}
	for g.beg < g.lim {
		if g.ctx.Err() != nil || g.out.Err() != nil || g.finder.err != nil {
			return true
		}
		start, end, ok := g.finder.next(g.data[g.beg:g.lim])
		if g.finder.err != nil || g.ctx.Err() != nil {
			return true // what was passed is not known not to match
		}
		if !ok {
			start, end = g.lim, g.lim-1
		} else {
			start, end = start+g.beg, min(end+g.beg, g.lim-1)
		}
		// Lines before start do not match, the one at start does.
		var stop bool
		if g.invert {
			if stop = g.choose(g.beg, start); !stop && ok {
				g.context(end + 1)
			}
		} else {
			g.context(start)
			if ok {
				stop = g.choose(start, end+1)
			}
		}
		if stop {
			return true
		}
		g.beg = end + 1
	}
	g.trailing()
	g.settle()
	return false
}

// choose selects the lines from a to b; true when the file needs no more.
func (g *grepper) choose(a, b int) bool {
	if g.invert && g.count && !g.rip.stats && g.max-g.hits > int64(b-a) {
		g.hits += int64(bytes.Count(g.data[a:b], []byte{g.delim}))
		return false
	}
	if a < b && g.whole(g.data[a:b]) {
		g.hits++
		g.out.Write(g.data[a:b])
		return false
	}
	for block := a; a < b; {
		end := a + bytes.IndexByte(g.data[a:b], g.delim)
		g.hits++
		if g.rip.matches || g.rip.stats {
			g.rgCount(g.data[a:end])
		}
		if g.quiet || g.list || g.listNo {
			g.beg = end + 1
			return true
		}
		if !g.count && !(g.isBinary && g.binary == binaryMessage) {
			g.selectLine(a, end, a == block)
		} else if !g.count {
			g.badOutput, g.printed = true, true
			g.beg = end + 1
			return true // that it matches is all there is to say
		}
		a = end + 1
		if g.hits >= g.max {
			if g.beg = a; g.rip.passthru {
				g.pending = 0
			}
			g.trailing()
			return true
		}
	}
	return false
}

// whole tells whether several selected lines can be written as they are, without
// looking at each.
func (g *grepper) whole(block []byte) bool {
	plain := g.invert && g.buffered && g.max == math.MaxInt64 && !g.lineless() && !g.only && g.colors == nil && !g.tab && !g.rg
	head := g.grouped || g.names || g.number || g.offset
	return plain && !head && (g.binary == binaryText || !g.isBinary && (g.bytes || utf8.Valid(block)))
}

// valid tells whether a line is text.
func (g *grepper) valid(line []byte) bool {
	if g.rg || g.bytes || g.binary == binaryText || utf8.Valid(line) {
		return true
	}
	g.badOutput = g.binary == binaryMessage
	return false
}
