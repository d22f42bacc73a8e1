package compare

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// stars begin a hunk of a context diff.
var stars = []byte("***************")

// beginsContext tells whether lines are the header of a context diff.
func beginsContext(lines [][]byte) bool {
	return len(lines) > 2 && bytes.HasPrefix(lines[0], []byte("*** ")) && bytes.HasPrefix(lines[1], []byte("--- ")) && bytes.HasPrefix(lines[2], stars)
}

// parseContextHunk reads a hunk of a context diff. A half of it without changes
// may be missing: it is the context of the other.
func parseContextHunk(lines [][]byte) (h hunk, used int, err error) {
	var halves [2][][]byte
	var starts, counts [2]int
	used = 1
	for i, frame := range [2][2]string{{"*** ", " ****"}, {"--- ", " ----"}} {
		if used == len(lines) {
			return h, used, errHunk
		}
		text := strings.TrimRight(string(lines[used]), "\r\n")
		middle, ok := strings.CutPrefix(text, frame[0])
		middle, closed := strings.CutSuffix(middle, frame[1])
		if !ok || !closed {
			return h, used, errHunk
		}
		if starts[i], counts[i], err = contextRange(middle); err != nil {
			return h, used, err
		}
		used++
		for used < len(lines) && !bytes.HasPrefix(lines[used], stars) && !bytes.HasPrefix(lines[used], []byte("--- ")) {
			line := lines[used]
			n := len(halves[i])
			switch {
			case line[0] == '\\' && n > 0:
				halves[i][n-1] = bytes.TrimSuffix(halves[i][n-1], []byte{'\n'})
			case len(line) > 1 && bytes.IndexByte([]byte(" +-!"), line[0]) >= 0 && (line[1] == ' ' || line[1] == '\t'):
				halves[i] = append(halves[i], append([]byte{line[0], ' '}, line[2:]...))
			case len(bytes.TrimSpace(line)) == 0 && n < counts[i]:
				halves[i] = append(halves[i], []byte("  \n"))
			default:
				goto end
			}
			used++
		}
	end:
	}
	for i := range halves {
		if len(halves[i]) == 0 {
			for _, line := range halves[1-i] {
				if line[0] == ' ' {
					halves[i] = append(halves[i], line)
				}
			}
		}
		if len(halves[i]) != counts[i] && (counts[i] != 1 || len(halves[i]) != 0) {
			return h, used, errHunk
		}
	}
	h = contextHunk(halves, starts)
	return h, used, nil
}

// contextRange reads FIRST,LAST or a number alone.
func contextRange(text string) (start, count int, err error) {
	first, last, ranged := strings.Cut(text, ",")
	if start, err = strconv.Atoi(first); err != nil || start < 0 {
		return 0, 0, errHunk
	}
	if !ranged {
		return start, 1, nil
	}
	end, err := strconv.Atoi(last)
	if err != nil || end < start {
		return 0, 0, errHunk
	}
	return start, end - start + 1, nil
}

// contextHunk puts the halves together: what goes before what comes.
func contextHunk(halves [2][][]byte, starts [2]int) hunk {
	h := hunk{at: starts[0], to: starts[1], halves: halves}
	changed := false
	add := func(mark byte, line []byte) {
		body := line[2:]
		if mark != '+' {
			h.before = append(h.before, body)
		}
		if mark != '-' {
			h.after = append(h.after, body)
		}
		if mark == ' ' {
			h.suffix++
			if !changed {
				h.prefix++
			}
		} else {
			changed, h.suffix = true, 0
		}
		h.marked = append(h.marked, append([]byte{mark}, body...))
		if !ended(body) {
			h.marked[len(h.marked)-1] = append(h.marked[len(h.marked)-1], '\n')
			h.marked = append(h.marked, []byte("\\ No newline at end of file\n"))
		}
	}
	for a, b := halves[0], halves[1]; len(a) > 0 || len(b) > 0; {
		switch {
		case len(a) > 0 && a[0][0] != ' ':
			add('-', a[0])
			a = a[1:]
		case len(b) > 0 && b[0][0] != ' ':
			add('+', b[0])
			b = b[1:]
		default:
			if len(a) > 0 {
				add(' ', a[0])
				a = a[1:]
			}
			if len(b) > 0 {
				b = b[1:]
			}
		}
	}
	return h
}

// normalCommand reads a line such as 3,4c5.
func normalCommand(line []byte) (kind byte, starts, counts [2]int, ok bool) {
	text := strings.TrimRight(string(line), "\r\n")
	i := strings.IndexAny(text, "acd")
	if i < 1 || i+1 == len(text) {
		return 0, starts, counts, false
	}
	for k, part := range [2]string{text[:i], text[i+1:]} {
		if strings.Trim(part, "0123456789,") != "" {
			return 0, starts, counts, false
		}
		var err error
		if starts[k], counts[k], err = contextRange(part); err != nil {
			return 0, starts, counts, false
		}
	}
	switch text[i] {
	case 'a':
		counts[0] = 0
	case 'd':
		counts[1] = 0
	}
	return text[i], starts, counts, true
}

// beginsNormal tells whether lines are a hunk of a diff in the normal format.
func beginsNormal(lines [][]byte) bool {
	_, _, counts, ok := normalCommand(lines[0])
	mark := byte('<')
	if counts[0] == 0 {
		mark = '>'
	}
	return ok && len(lines) > 1 && len(lines[1]) > 1 && lines[1][0] == mark && (lines[1][1] == ' ' || lines[1][1] == '\t')
}

// parseNormalHunk reads a hunk of a diff in the normal format.
func parseNormalHunk(lines [][]byte) (h hunk, used int, err error) {
	_, starts, counts, ok := normalCommand(lines[0])
	if !ok {
		return h, 0, errHunk
	}
	var halves [2][][]byte
	used = 1
	for i, marks := range [2]string{"<-", ">+"} {
		if i == 1 && counts[0] > 0 && counts[1] > 0 {
			if used == len(lines) || !bytes.HasPrefix(lines[used], []byte("---")) {
				return h, used, errHunk
			}
			used++
		}
		for range counts[i] {
			if used == len(lines) || len(lines[used]) < 2 || lines[used][0] != marks[0] {
				return h, used, errHunk
			}
			halves[i] = append(halves[i], append([]byte{marks[1], ' '}, lines[used][2:]...))
			used++
		}
		if n := len(halves[i]); used < len(lines) && lines[used][0] == '\\' && n > 0 {
			halves[i][n-1] = bytes.TrimSuffix(halves[i][n-1], []byte{'\n'})
			used++
		}
	}
	return contextHunk(halves, starts), used, nil
}

// turnedHalves are those of the hunk that undoes h.
func (h *hunk) turnedHalves() (halves [2][][]byte) {
	for i := range halves {
		for _, line := range h.halves[1-i] {
			mark := line[0]
			switch mark {
			case '+':
				mark = '-'
			case '-':
				mark = '+'
			}
			halves[i] = append(halves[i], append([]byte{mark}, line[1:]...))
		}
	}
	return halves
}

// contextHalves are the two sides of lines that are marked as in a unified diff.
func contextHalves(marked [][]byte) (halves [2][][]byte) {
	begin := [2]int{} // of the change that goes on
	end := func() {
		if begin[0] < len(halves[0]) && begin[1] < len(halves[1]) {
			for i := range halves {
				for _, line := range halves[i][begin[i]:] {
					line[0] = '!'
				}
			}
		}
	}
	for _, line := range marked {
		if line[0] == ' ' || line[0] == '\n' {
			end()
		}
		for i, other := range [2]byte{'+', '-'} {
			switch n := len(halves[i]); {
			case line[0] == '\\' && n > 0:
				halves[i][n-1] = bytes.TrimSuffix(halves[i][n-1], []byte{'\n'})
			case line[0] == '\n':
				halves[i] = append(halves[i], []byte("  \n"))
			case line[0] != other && line[0] != '\\':
				halves[i] = append(halves[i], append([]byte{line[0], ' '}, line[1:]...))
			}
		}
		if line[0] == ' ' || line[0] == '\n' {
			begin = [2]int{len(halves[0]), len(halves[1])}
		}
	}
	end()
	return halves
}

// rejectedContext is rejected in the context format. Patches in the normal format
// have no names and other frames.
func (f *patchFile) rejectedContext(b *bytes.Buffer, failed []hunk, one, two string) {
	frames := [2]string{" ****", " ----"}
	if f.kind == 'n' {
		frames, one, two = [2]string{"", " -----"}, "/dev/null", "/dev/null"
	}
	fmt.Fprintf(b, "*** %s\n--- %s\n", one, two)
	for _, h := range failed {
		fmt.Fprintf(b, "%s\n", stars)
		halves := h.halves
		if f.kind == 'u' {
			halves = contextHalves(h.marked)
		}
		for i, mark := range [2]string{"***", "---"} {
			first := [2]int{h.at, h.to}[i]
			fmt.Fprintf(b, "%s %d", mark, first)
			if n := len(halves[i]); n > 1 {
				fmt.Fprintf(b, ",%d", first+n-1)
			}
			fmt.Fprintf(b, "%s\n", frames[i])
			for _, line := range halves[i] {
				b.Write(line)
				if !ended(line) {
					b.WriteString("\n\\ No newline at end of file\n")
				}
			}
		}
	}
}
