package grep

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// A rip is what rg shows that grep does not.
type rip struct {
	filter                                  rgFilter
	matches, zero, heading, column, trim    bool
	json, passthru, unpack                  bool
	state                                   rgJSON
	vimgrep, reverse, preview, stats        bool
	depth                                   int // of directories, -1 for any
	columns                                 int // of a line that is shown, 0 for any
	replace                                 *string
	multiline, dotall                       bool
	whole                                   *goRegexp // of --multiline
	most                                    int64     // the size of a file, 0 for any
	expr                                    *goRegexp // what is replaced
	matchSeparator, contextSeparator, slash string
	headed                                  string // the file whose heading was written last
	total                                   rgStats
}

// rgStats are what --stats counts.
type rgStats struct {
	matches, lines, matched, files, printed, searched int64
	begin                                             time.Time
	spent                                             time.Duration
}

// A counter counts what is written.
type counter struct {
	io.Writer
	n *int64
}

// Write implements io.Writer.
func (c counter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	*c.n += int64(n)
	return n, err
}

// prepare makes the expression that --replace needs of the patterns.
func (s *settings) prepareReplace() error {
	if s.rip.replace == nil {
		return nil
	}
	if s.kind == 'P' {
		return fmt.Errorf("--replace is not supported with -P")
	}
	var err error
	s.rip.expr, err = compileGo(s.joined(), false, nil)
	return err
}

// joined makes one expression of all patterns.
func (s *settings) joined() string {
	parts := make([]string, len(s.patterns))
	for i, p := range s.patterns {
		if s.kind == 'F' {
			p = regexp.QuoteMeta(p)
		}
		parts[i] = "(?:" + p + ")"
	}
	expr := strings.Join(parts, "|")
	switch {
	case s.line:
		expr = "^(?:" + expr + ")$"
	case s.word:
		expr = `\b(?:` + expr + `)\b`
	}
	if s.ignoreCase {
		expr = "(?i)" + expr
	}
	return expr
}

// rgName is the name of the file as it is shown.
func (g *grepper) rgName() {
	name := g.name
	if g.rip.slash != "" {
		name = strings.ReplaceAll(name, "/", g.rip.slash)
	}
	g.paint(g.hue().file, name)
}

// rgHead writes what stands before the line at a: the column of a match is at,
// -1 for none, and its offset in the line is in.
func (g *grepper) rgHead(a, at, in int, sep byte) {
	separator := g.rip.matchSeparator
	if sep != ':' {
		separator = g.rip.contextSeparator
	}
	if g.names && !g.rip.heading {
		g.rgName()
		g.endName(separator)
	}
	if g.number {
		g.countLines(a)
		g.paint(g.hue().line, fmt.Sprint(g.lines+1))
		g.out.WriteString(separator)
	}
	if g.rip.column && at >= 0 {
		g.rgNumber(int64(at+1), separator)
	}
	if g.offset {
		g.rgNumber(g.base+int64(a+in), separator)
	}
}

// rgNumber writes a number that has no colour of its own.
func (g *grepper) rgNumber(n int64, separator string) {
	if g.colors != nil {
		fmt.Fprintf(g.out, "\x1b[0m%d\x1b[0m%s", n, separator)
		return
	}
	fmt.Fprintf(g.out, "%d%s", n, separator)
}

// rgLine writes a line that is selected, or one of context.
func (g *grepper) rgLine(a, end int, sep byte) {
	g.done, g.lastOut = end+1, true
	line := g.data[a:end]
	if g.rip.heading && g.names && g.rip.headed != g.name {
		if g.rip.headed != "" {
			g.out.WriteByte('\n')
		}
		g.rip.headed = g.name
		g.rgName()
		g.endName("\n")
	}
	selected := sep == ':'
	switch {
	case g.rip.json:
		g.jsonLine(a, end, selected)
	case selected && !g.invert && (g.only || g.rip.vimgrep):
		g.eachMatch(line, func(from, to int) { g.rgMatch(a, line, from, to) })
	case g.only && !g.invert && !g.rip.passthru:
	default:
		at := -1
		if g.rip.column && selected && !g.invert {
			at, _ = g.finder.find(line, 0)
		}
		g.rgHead(a, at, 0, sep)
		g.rgText(line, sep)
	}
	if !g.buffered {
		g.out.Flush()
	}
}

// rgMatch writes one match of a line, or the line once more for --vimgrep.
func (g *grepper) rgMatch(a int, line []byte, from, to int) {
	if !g.only {
		g.rgHead(a, from, 0, ':')
		g.rgText(line, ':')
		return
	}
	g.rgHead(a, from, from, ':')
	text := line[from:to]
	if g.rip.expr != nil {
		text = g.expand(line, from)
	}
	g.paint(g.hue().selected, string(text))
	g.out.WriteByte(g.delim)
}

// rgText writes a line, with what --replace, --trim and -M make of it.
func (g *grepper) rgText(line []byte, sep byte) {
	whole := line
	if g.rip.expr != nil && sep == ':' && !g.invert {
		line = g.replaced(line)
	}
	if g.rip.trim {
		line = bytes.TrimLeft(line, " \t\n\v\f\r")
	}
	if m := g.rip.columns; m > 0 && len(line) > m {
		g.rgOmitted(whole, line, sep)
		g.out.WriteByte(g.delim)
		return
	}
	if g.colors != nil {
		g.highlight(line, sep == ':')
	} else {
		g.out.Write(line)
	}
	g.out.WriteByte(g.delim)
}

// rgOmitted writes what stands for a line that is longer than -M allows: how many
// matches it has, where they are known anyway.
func (g *grepper) rgOmitted(whole, line []byte, sep byte) {
	counted := sep == ':' && !g.invert && (g.rip.column || g.rip.replace != nil || g.rip.stats || g.colors != nil)
	matches, shown := 0, len(line)
	if g.rip.preview {
		shown = 0
		for n := 0; n < g.rip.columns && shown < len(line); n++ {
			_, size := utf8.DecodeRune(line[shown:])
			shown += size
		}
	}
	if counted {
		g.eachMatch(whole, func(from, _ int) {
			if !g.rip.preview || from >= shown {
				matches++
			}
		})
	}
	switch {
	case g.rip.preview && counted:
		fmt.Fprintf(g.out, "%s [... %d more match%s]", line[:shown], matches, map[bool]string{true: "", false: "es"}[matches == 1])
	case g.rip.preview:
		fmt.Fprintf(g.out, "%s [... omitted end of long line]", line[:shown])
	case sep != ':':
		g.out.WriteString("[Omitted long context line]")
	case counted:
		fmt.Fprintf(g.out, "[Omitted long line with %d matches]", matches)
	default:
		g.out.WriteString("[Omitted long matching line]")
	}
}

// eachMatch calls use with the matches of a line that are not empty.
func (g *grepper) eachMatch(line []byte, use func(from, to int)) {
	for from := 0; from <= len(line); {
		start, end := g.finder.find(line, from)
		if start < 0 {
			return
		}
		if start == end {
			from = end + 1
			continue
		}
		use(start, end)
		from = end
	}
}

// replaced is a line with what --replace puts in the place of each match.
func (g *grepper) replaced(line []byte) []byte {
	var out []byte
	done := 0
	g.finder.fails(g.rip.expr.all(line, func(loc []int) bool {
		out = append(out, line[done:loc[0]]...)
		out = g.rip.expr.re.Expand(out, []byte(*g.rip.replace), line, loc)
		done = loc[1]
		return true
	}))
	return append(out, line[done:]...)
}

// expand is the replacement of the match at a place.
func (g *grepper) expand(line []byte, from int) (text []byte) {
	g.finder.fails(g.rip.expr.all(line, func(loc []int) bool {
		if loc[0] == from {
			text = g.rip.expr.re.Expand(nil, []byte(*g.rip.replace), line, loc)
		}
		return loc[0] < from
	}))
	return text
}

// rgCount notes a selected line for --stats and --count-matches.
func (g *grepper) rgCount(line []byte) {
	g.rip.total.lines++
	if g.invert {
		return
	}
	n := int64(0)
	g.eachMatch(line, func(int, int) { n++ })
	g.rip.total.matches += n
	g.hitMatches += n
}

// rgSummary writes what comes after the lines of a file.
func (g *grepper) rgSummary() {
	t := &g.rip.total
	t.files++
	if g.hits > 0 {
		t.matched++
	}
	switch {
	case g.quiet:
	case g.rip.json:
		g.jsonEnd()
	case g.listNo && g.isBinary && g.binary == binaryNoMatch:
	case g.listNo && g.hits == 0, g.list && g.hits > 0:
		g.rgName()
		g.endName("\n")
	case g.list || g.listNo:
	case g.count:
		n := g.hits
		if g.rip.matches && !g.invert {
			n = g.hitMatches
		}
		if n == 0 && !g.rip.zero {
			return
		}
		if g.names {
			g.rgName()
			g.separatorByte(':', true)
		}
		fmt.Fprintf(g.out, "%d\n", n)
	case g.badOutput:
		if g.names {
			g.rgName()
			g.out.WriteString(": ")
		}
		fmt.Fprintf(g.out, "binary file matches (found \"\\0\" byte around offset %d)\n", g.nul)
	}
}

// showStats is --stats.
func (g *grepper) showStats() {
	t := &g.rip.total
	g.out.Flush()
	took := g.call.Now().Sub(t.begin).Seconds()
	fmt.Fprintf(g.out, "\n%d matches\n%d matched lines\n%d files contained matches\n%d files searched\n%d bytes printed\n%d bytes searched\n%.6f seconds spent searching\n%.6f seconds\n",
		t.matches, t.lines, t.matched, t.files, t.printed, t.searched, math.Min(took, t.spent.Seconds()), took)
}
