package compare

import (
	"bytes"
	"context"
)

// How lines are compared.
type sameness struct {
	fold, allSpace, someSpace, trailing, tabs bool
}

// key is what is compared of a line.
func (s *sameness) key(line []byte, buf []byte) []byte {
	if *s == (sameness{}) {
		return line
	}
	buf = buf[:0]
	column := 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case s.allSpace && space(c):
			continue
		case s.someSpace && space(c):
			for i+1 < len(line) && space(line[i+1]) {
				i++
			}
			c = ' '
		case s.tabs && c == '\t':
			for n := 8 - column%8; n > 0; n-- {
				buf = append(buf, ' ')
				column++
			}
			continue
		case s.fold && 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		column++
		buf = append(buf, c)
	}
	if s.someSpace || s.trailing {
		buf = bytes.TrimRightFunc(buf, func(r rune) bool { return r < 0x80 && space(byte(r)) })
	}
	return buf
}

func space(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// A text is a file as lines, each with its newline but perhaps the last.
type text struct {
	name    string
	data    []byte
	lines   [][]byte
	changed []bool // line i at i+1
	unended bool   // the last line had no newline, which was added
}

func (t *text) split() {
	for rest := t.data; len(rest) > 0; {
		n := bytes.IndexByte(rest, '\n') + 1
		if n == 0 {
			n = len(rest)
		}
		t.lines = append(t.lines, rest[:n:n])
		rest = rest[n:]
	}
	t.changed = make([]bool, len(t.lines)+2)
}

// A change replaces the lines a0 to a1 of the first file by b0 to b1 of the
// second, ends not part of it. ignored ones do not count as a difference.
type change struct {
	a0, a1, b0, b1 int
	ignored        bool
}

// classify numbers the lines so that equal ones have equal numbers, from the
// first difference to the last, and horizon lines before and behind them: what
// is shown as context takes part in the search, as in GNU diff.
func classify(files [2]*text, same *sameness, horizon int) (first int, classes [2][]int, n int) {
	a, b := files[0].lines, files[1].lines
	for first < len(a) && first < len(b) && bytes.Equal(a[first], b[first]) {
		first++
	}
	ends := [2]int{len(a), len(b)}
	for ends[0] > first && ends[1] > first && bytes.Equal(a[ends[0]-1], b[ends[1]-1]) {
		ends[0]--
		ends[1]--
	}
	first -= min(first, horizon)
	behind := min(horizon, len(a)-ends[0])
	ends[0], ends[1] = ends[0]+behind, ends[1]+behind
	known := map[string]int{}
	var buf []byte
	for f, t := range files {
		classes[f] = make([]int, 0, ends[f]-first)
		for _, line := range t.lines[first:ends[f]] {
			buf = same.key(line, buf)
			key := buf
			if *same == (sameness{}) {
				key = line
			} else if same.someSpace || same.allSpace || same.trailing {
				// A missing newline at the end is space as well.
				key = bytes.TrimSuffix(buf, []byte{'\n'})
			}
			id, ok := known[string(key)]
			if !ok {
				id = len(known)
				known[string(key)] = id
			}
			classes[f] = append(classes[f], id)
		}
		if *same == (sameness{}) {
			buf = nil
		}
	}
	return first, classes, len(known)
}

// changes finds the script; nil and false when ctx ended before.
func changes(ctx context.Context, files [2]*text, same *sameness, minimal bool, horizon int) ([]change, bool) {
	first, classes, n := classify(files, same, horizon)
	var counts [2][]int
	for f := range counts {
		counts[f] = make([]int, n)
		for _, c := range classes[f] {
			counts[f][c]++
		}
	}
	var kept, index [2][]int
	for f, list := range classes {
		marks := discards(list, counts[1-f])
		for i, c := range list {
			if marks[i] == keep || minimal {
				kept[f] = append(kept[f], c)
				index[f] = append(index[f], i)
			} else {
				files[f].changed[first+i+1] = true
			}
		}
	}
	find := newFinder(kept[0], kept[1], minimal)
	find.deleted = func(i int) { files[0].changed[first+index[0][i]+1] = true }
	find.inserted = func(i int) { files[1].changed[first+index[1][i]+1] = true }
	find.stop = func() bool { return ctx.Err() != nil }
	find.compare(0, len(kept[0]), 0, len(kept[1]), false)
	if ctx.Err() != nil {
		return nil, false
	}
	for f := range files {
		ends := [2]int{first + len(classes[0]), first + len(classes[1])}
		part := func(k int) []bool {
			p := append([]bool{false}, files[k].changed[first+1:ends[k]+1]...)
			return append(p, false)
		}
		mine, other := part(f), part(1-f)
		shift(classes[f], mine, other)
		copy(files[f].changed[first+1:ends[f]+1], mine[1:len(mine)-1])
	}
	var list []change
	for i, j := 0, 0; i < len(files[0].lines) || j < len(files[1].lines); {
		c := change{a0: i, b0: j}
		for files[0].changed[i+1] {
			i++
		}
		for files[1].changed[j+1] {
			j++
		}
		if c.a1, c.b1 = i, j; c.a1 > c.a0 || c.b1 > c.b0 {
			list = append(list, c)
			continue
		}
		i++
		j++
	}
	return list, true
}
