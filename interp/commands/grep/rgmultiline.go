package grep

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/regex"
)

var errNewline = errors.New("the literal '\"\\n\"' is not allowed in a regex\n\nConsider enabling multiline mode with the --multiline flag (or -U for short).\nWhen multiline mode is enabled, new line characters can be matched")

// prepareMultiline makes the expression that is looked for in whole files.
func (s *settings) prepareMultiline() error {
	if !s.rip.multiline {
		for _, p := range s.patterns {
			if s.kind == rgSyntax && strings.Contains(strings.ReplaceAll(p, `\\`, ""), `\n`) {
				return errNewline
			}
		}
		return nil
	}
	if s.kind == 'P' {
		return errors.New("--multiline is not supported with -P")
	}
	flags := "(?m)"
	if s.rip.dotall {
		flags = "(?ms)"
	}
	var err error
	s.rip.whole, err = compileGo(flags+s.joined(), false, nil)
	return err
}

// scanWhole searches all of a file at once.
func (g *grepper) scanWhole(in io.Reader) error {
	most := int64(g.call.Limits.LineBytes)
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	switch {
	case err != nil:
		return err
	case int64(len(data)) > most:
		return errLine
	case len(data) == 0:
		return nil
	}
	g.rip.total.searched += int64(len(data))
	g.look(data, 0)
	if g.isBinary && g.binary == binaryNoMatch {
		return nil
	}
	if data[len(data)-1] != g.delim {
		data = append(data, g.delim)
	}
	g.buf, g.data, g.lim = data, data, len(data)
	if g.invert {
		g.invertWhole()
	} else {
		g.selectWhole()
	}
	g.trailing()
	return nil
}

// selectWhole selects the lines that matches touch; lines that two of them touch
// go once.
func (g *grepper) selectWhole() {
	for from := 0; from < g.lim && g.hits < g.max && g.ctx.Err() == nil; {
		loc := g.find(from)
		if loc == nil {
			return
		}
		begin := bytes.LastIndexByte(g.data[:loc[0]], g.delim) + 1
		last := max(loc[1]-1, loc[0])
		end := last + bytes.IndexByte(g.data[last:], g.delim)
		g.hits++
		switch {
		case g.quiet || g.list || g.listNo:
			return
		case g.isBinary && g.binary == binaryMessage && !g.count:
			g.badOutput = true
			return
		case g.only && !g.count:
			g.rgHead(begin, loc[0]-begin, loc[0]-begin, ':')
			g.onlyLines(begin, loc)
			from = max(loc[1], loc[0]+1)
			continue
		case !g.count:
			g.context(begin)
			for a := max(begin, g.done); a <= end; {
				stop := a + bytes.IndexByte(g.data[a:], g.delim)
				g.selectLine(a, stop, a == max(begin, g.done))
				a = stop + 1
			}
		}
		from = end + 1
		g.beg = from
	}
}

// find finds the next match in what is held, which does not count its last line
// end when the file has none.
func (g *grepper) find(from int) []int {
	// Lines begin at from, so that what stands before does not matter.
	loc, err := regex.FindGo(g.rip.whole.re, g.data[from:g.lim], g.rip.whole.ended)
	g.finder.fails(err)
	if loc == nil {
		return nil
	}
	return []int{loc[0] + from, loc[1] + from}
}

// onlyLines writes a match, whose lines after the first have heads of their own.
func (g *grepper) onlyLines(begin int, loc []int) {
	text := bytes.TrimSuffix(g.data[loc[0]:loc[1]], []byte{g.delim})
	for i, line := range bytes.Split(text, []byte{g.delim}) {
		if i > 0 {
			begin += bytes.IndexByte(g.data[begin:], g.delim) + 1
			g.rgHead(begin, 0, 0, ':')
		}
		g.paint(g.hue().selected, string(line))
		g.out.WriteByte(g.delim)
	}
}

// invertWhole selects the lines that no match touches.
func (g *grepper) invertWhole() {
	touched := 0 // up to here
	var next [][]int
	g.finder.fails(g.rip.whole.all(g.data, func(loc []int) bool {
		next = append(next, loc[:2:2])
		return true
	}))
	for a := 0; a < g.lim && g.hits < g.max; {
		end := a + bytes.IndexByte(g.data[a:], g.delim)
		for len(next) > 0 && next[0][0] <= end {
			touched, next = max(touched, next[0][1], next[0][0]+1), next[1:]
		}
		if a >= touched {
			g.hits++
			if g.quiet || g.list || g.listNo {
				return
			}
			if !g.count {
				g.context(a)
				g.selectLine(a, end, true)
			}
		}
		a = end + 1
	}
}
