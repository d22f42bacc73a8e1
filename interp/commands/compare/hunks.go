package compare

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A hunk replaces the lines before by the lines after; prefix and suffix are
// how many at the beginning and end are context.
type hunk struct {
	at, to         int // first lines, from 1 on
	before, after  [][]byte
	prefix, suffix int
	marked         [][]byte // as in the patch
}

// A patchFile is the part of a patch that is for one file.
type patchFile struct {
	old, new string
	hunks    []hunk
	git      *gitHeader // nil without one
	crs      bool       // its lines ended with carriage returns
}

// creates tells whether the patch makes a new file.
func (f *patchFile) creates() bool {
	return len(f.hunks) == 1 && f.hunks[0].at == 0 && len(f.hunks[0].before) == 0
}

// headerName is the name in a line "--- NAME<tab>TIME".
func headerName(line []byte) string {
	name, _, _ := strings.Cut(strings.TrimRight(string(line[4:]), "\r\n"), "\t")
	return strings.TrimSpace(name)
}

// parsePatch finds the unified diffs in a text. Unless it is binary, carriage
// returns are dropped where the lines with the names have them.
func parsePatch(data []byte, reverse, binary bool) ([]patchFile, error) {
	t := &text{data: data}
	t.split()
	var files []patchFile
	old, fresh := "", ""
	newFile := true
	var git *gitHeader
	crs := false
	flush := func() {
		if f, ok := git.alone(reverse); ok {
			files = append(files, f)
		}
		git = nil
	}
	for i := 0; i < len(t.lines); {
		line := t.lines[i]
		switch {
		case bytes.HasPrefix(line, []byte("diff --git ")):
			flush()
			git = newGitHeader(line)
			i++
		case git != nil && !git.used && git.read(line):
			i++
		case bytes.HasPrefix(line, []byte("--- ")) && i+1 < len(t.lines) && bytes.HasPrefix(t.lines[i+1], []byte("+++ ")):
			old, fresh, newFile = headerName(line), headerName(t.lines[i+1]), true
			crs = !binary && bytes.HasSuffix(line, []byte("\r\n")) && bytes.HasSuffix(t.lines[i+1], []byte("\r\n"))
			i += 2
		case bytes.HasPrefix(line, []byte("@@ -")):
			if newFile {
				f := patchFile{old: old, new: fresh}
				if reverse {
					f.old, f.new = fresh, old
				}
				if git != nil && !git.used {
					git.used = true
					if f.git = git; reverse {
						git.turn()
					}
				}
				f.crs = crs
				files, newFile = append(files, f), false
			}
			part := t.lines[i:]
			if crs {
				part = withoutCRs(part)
			}
			h, used, err := parseHunk(part)
			if err != nil {
				return nil, fmt.Errorf("malformed patch at line %d: %s", i+1+used, bytes.TrimRight(t.lines[min(i+used, len(t.lines)-1)], "\n"))
			}
			if reverse {
				h = h.turned()
			}
			f := &files[len(files)-1]
			f.hunks = append(f.hunks, h)
			i += used
		default:
			i++
		}
	}
	flush()
	return files, nil
}

var errHunk = errors.New("malformed hunk")

// hunkRange reads START[,COUNT].
func hunkRange(s string) (start, count int, err error) {
	a, b, counted := strings.Cut(s, ",")
	count = 1
	if start, err = strconv.Atoi(a); err == nil && counted {
		count, err = strconv.Atoi(b)
	}
	if start < 0 || count < 0 {
		err = errHunk
	}
	return start, count, err
}

func withoutCRs(lines [][]byte) [][]byte {
	out := make([][]byte, len(lines))
	for i, l := range lines {
		out[i] = l
		if bytes.HasSuffix(l, []byte("\r\n")) {
			out[i] = append(bytes.Clone(l[:len(l)-2]), '\n')
		}
	}
	return out
}

func parseHunk(lines [][]byte) (h hunk, used int, err error) {
	words := strings.Fields(string(lines[0]))
	if len(words) < 4 || words[3] != "@@" || words[2][0] != '+' {
		return h, 0, errHunk
	}
	var olds, news int
	if h.at, olds, err = hunkRange(words[1][1:]); err != nil {
		return h, 0, errHunk
	}
	if h.to, news, err = hunkRange(words[2][1:]); err != nil {
		return h, 0, errHunk
	}
	changed := false
	used = 1
	for ; used < len(lines); used++ {
		line := lines[used]
		if line[0] == '\\' {
			for _, side := range []struct {
				list *[][]byte
				mark byte
			}{{&h.before, '+'}, {&h.after, '-'}} {
				last := lines[used-1][0]
				if n := len(*side.list); n > 0 && last != side.mark {
					(*side.list)[n-1] = bytes.TrimSuffix((*side.list)[n-1], []byte{'\n'})
				}
			}
			h.marked = append(h.marked, line)
			continue
		}
		if len(h.before) == olds && len(h.after) == news {
			break
		}
		mark, body := line[0], line[1:]
		if mark == '\n' {
			mark, body = ' ', line
		}
		switch mark {
		case ' ', '\t':
			h.before, h.after = append(h.before, body), append(h.after, body)
			h.suffix++
			if !changed {
				h.prefix++
			}
		case '-':
			h.before, changed, h.suffix = append(h.before, body), true, 0
		case '+':
			h.after, changed, h.suffix = append(h.after, body), true, 0
		default:
			return h, used, errHunk
		}
		h.marked = append(h.marked, line)
	}
	if len(h.before) != olds || len(h.after) != news {
		return h, used, errHunk
	}
	return h, used, nil
}

// rejected is a patch of the hunks that did not fit.
func (f *patchFile) rejected(failed []hunk, name func(string) string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", name(f.old), name(f.new))
	count := func(at, n int) string {
		if n == 1 {
			return strconv.Itoa(at)
		}
		return fmt.Sprintf("%d,%d", at, n)
	}
	for _, h := range failed {
		fmt.Fprintf(&b, "@@ -%s +%s @@\n", count(h.at, len(h.before)), count(h.to, len(h.after)))
		b.Write(bytes.Join(h.marked, nil))
	}
	return b.Bytes()
}

// sameLines compares a part of a hunk with lines of the file.
func (t *patcher) sameLines(part, lines [][]byte) bool {
	same := sameness{someSpace: t.space}
	return slices.EqualFunc(part, lines, func(a, b []byte) bool {
		return bytes.Equal(a, b) || t.space && bytes.Equal(bytes.Clone(same.key(a, nil)), same.key(b, nil))
	})
}

// locate finds where the lines before a change are, the nearest place to want
// first. fuzz is how much of the context may be left out.
func (t *patcher) locate(lines [][]byte, h *hunk, want, least, fuzz int) (at, cutHead, cutTail int, ok bool) {
	context := max(h.prefix, h.suffix)
	cutHead = max(0, fuzz+h.prefix-context)
	cutTail = max(0, fuzz+h.suffix-context)
	if cutHead > h.prefix || cutTail > h.suffix {
		return 0, 0, 0, false
	}
	part := h.before[cutHead : len(h.before)-cutTail]
	fits := func(at int) bool {
		return at >= least && at+len(part) <= len(lines) && t.sameLines(part, lines[at:at+len(part)])
	}
	want += cutHead
	if h.at <= 1 && h.prefix < h.suffix && fuzz == 0 && least == 0 && len(part) > 0 {
		// Less context before than behind: it belongs to the beginning.
		return 0, cutHead, cutTail, fits(0)
	}
	if h.suffix < h.prefix && fuzz == 0 {
		return len(lines) - len(part), cutHead, cutTail, fits(len(lines) - len(part))
	}
	for offset := 0; offset <= max(len(lines), want); offset++ {
		if t.ctx.Err() != nil {
			break
		}
		if fits(want + offset) {
			return want + offset, cutHead, cutTail, true
		}
		if offset > 0 && fits(want-offset) {
			return want - offset, cutHead, cutTail, true
		}
	}
	return 0, 0, 0, false
}

// apply puts the hunks into the lines. When the first one only fits the other
// way round, the patch has been applied before: the result may be nil.
func (t *patcher) apply(f *patchFile, lines [][]byte) (result [][]byte, failed []hunk) {
	done, shift := 0, 0
	result = [][]byte{}
	for i := range f.hunks {
		h := &f.hunks[i]
		want := max(h.at-1, 0) + shift
		if len(h.before) == 0 {
			want = h.at + shift
		}
		found := false
		for fuzz := 0; fuzz <= min(t.fuzz, max(h.prefix, h.suffix)) && !found; fuzz++ {
			at, head, tail, ok := t.locate(lines, h, want, done, fuzz)
			if !ok {
				if i == 0 && !t.force && t.reversed(h, lines, fuzz) {
					return t.wrongWay(f, lines)
				}
				continue
			}
			found = true
			// How much hunks before have moved the output, in truth and by
			// what the patch says.
			moved, said := len(result)-done, h.to-h.at
			if len(h.before) == 0 {
				said--
			}
			if len(h.after) == 0 {
				said++
			}
			result = append(result, lines[done:at]...)
			result = append(result, h.after[head:len(h.after)-tail]...)
			start := at - head
			t.inexact = t.inexact || fuzz > 0 || start != want-shift
			t.tell(i+1, h, h.to+moved-said+start-(want-shift), start-(want-shift), fuzz)
			shift = start - (want - shift)
			done = at + len(h.before) - head - tail
		}
		if found {
			continue
		}
		// The rejected hunk says where it would be in the output.
		bad, moved := *h, len(result)-done
		bad.at, bad.to = h.at+moved, h.to+moved
		if !t.quiet {
			fmt.Fprintf(t.out, "Hunk #%d FAILED at %d.\n", i+1, bad.at)
		}
		failed = append(failed, bad)
	}
	return append(result, lines[done:]...), failed
}

// reversed tells whether a hunk fits the other way round.
func (t *patcher) reversed(h *hunk, lines [][]byte, fuzz int) bool {
	other := *h
	other.before, other.after = h.after, h.before
	_, _, _, ok := t.locate(lines, &other, max(h.to-1, 0), 0, fuzz)
	return ok && len(h.after) > 0
}

// wrongWay is what becomes of a patch whose first hunk fits the other way round.
// No one is there to ask, so that the answer to the questions is no.
func (t *patcher) wrongWay(f *patchFile, lines [][]byte) (result [][]byte, failed []hunk) {
	what, turn := "Reversed (or previously applied) patch detected!", [2]string{"Assume", "Assuming"}
	if t.reverse {
		what, turn = "Unreversed patch detected!", [2]string{"Ignore", "Ignoring"}
	}
	switch {
	case t.forward:
		fmt.Fprintf(t.out, "%s  Skipping patch.\n", what)
	case t.batch:
		if !t.quiet {
			fmt.Fprintf(t.out, "%s  %s -R.\n", what, turn[1])
		}
		other := patchFile{old: f.new, new: f.old, git: f.git}
		for i := range f.hunks {
			other.hunks = append(other.hunks, f.hunks[i].turned())
		}
		*f = other
		forced := *t
		forced.force = true
		result, failed = forced.apply(f, lines)
		t.inexact = true
		return result, failed
	default:
		fmt.Fprintf(t.out, "%s  %s -R? [n] \nApply anyway? [n] \n", what, turn[0])
		if !t.quiet {
			t.out.WriteString("Skipping patch.\n")
		}
	}
	return nil, f.hunks
}

// turned is the hunk that undoes h.
func (h hunk) turned() hunk {
	h.at, h.to, h.before, h.after = h.to, h.at, h.after, h.before
	// What goes stands before what comes.
	var marked, come [][]byte
	to := &marked
	for _, l := range h.marked {
		switch l[0] {
		case '-':
			to = &come
			come = append(come, append([]byte{'+'}, l[1:]...))
			continue
		case '+':
			to = &marked
			l = append([]byte{'-'}, l[1:]...)
		case '\\':
			*to = append(*to, l)
			continue
		default:
			to = &marked
			marked, come = append(marked, come...), nil
		}
		marked = append(marked, l)
	}
	h.marked = append(marked, come...)
	return h
}

// tell says where a hunk went when that is not where it said.
func (t *patcher) tell(n int, h *hunk, at, offset, fuzz int) {
	if t.quiet || offset == 0 && fuzz == 0 {
		return
	}
	fmt.Fprintf(t.out, "Hunk #%d succeeded at %d", n, at)
	if fuzz > 0 {
		fmt.Fprintf(t.out, " with fuzz %d", fuzz)
	}
	if offset != 0 {
		fmt.Fprintf(t.out, " (offset %d line%s)", offset, map[bool]string{true: "s"}[offset != 1])
	}
	t.out.WriteString(".\n")
}
