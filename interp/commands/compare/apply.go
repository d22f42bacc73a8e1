package compare

import (
	"bytes"
	"fmt"
	"slices"
)

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
	cutHead, cutTail = fuzz+h.prefix-context, fuzz+h.suffix-context
	// Less context on one side than on the other, with what may be left out:
	// the hunk belongs to the beginning or the end of the file.
	first, last := cutHead < 0 && h.at <= 1, cutTail < 0
	cutHead, cutTail = max(0, cutHead), max(0, cutTail)
	if cutHead > h.prefix || cutTail > h.suffix {
		return 0, 0, 0, false
	}
	part := h.before[cutHead : len(h.before)-cutTail]
	fits := func(at int) bool {
		return at >= least && at+len(part) <= len(lines) && t.sameLines(part, lines[at:at+len(part)])
	}
	want += cutHead
	switch {
	case len(h.before) == 0:
	case first:
		return 0, cutHead, cutTail, fits(0) && (!last || len(part) == len(lines))
	case last:
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
	extra := 0 // lines that -D adds
	for i := range f.hunks {
		h := &f.hunks[i]
		want := max(h.at-1, 0) + shift
		if len(h.before) == 0 {
			want = h.at + shift
		}
		found := false
		for fuzz := 0; fuzz <= min(t.fuzz, max(h.prefix, h.suffix)) && !found; fuzz++ {
			at, head, tail, ok := t.locate(lines, h, want, done, fuzz)
			if f.old == "/dev/null" && len(lines) > 0 {
				ok = false // it would be made where it is
			}
			if !ok {
				if i == 0 && !t.force && t.reversed(h, lines, fuzz) {
					return t.wrongWay(f, lines)
				}
				continue
			}
			found = true
			// How much hunks before have moved the output, in truth and by
			// what the patch says.
			moved, said := len(result)-done-extra, h.to-h.at
			if len(h.before) == 0 {
				said--
			}
			if len(h.after) == 0 {
				said++
			}
			result = append(result, lines[done:at]...)
			fresh := t.replacement(h, head, tail)
			extra += len(fresh) - (len(h.after) - head - tail)
			result = append(result, fresh...)
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
		bad, moved := *h, len(result)-done-extra
		bad.at, bad.to = h.at+moved, h.to+moved
		if !t.quiet {
			why := ""
			if differentEnds(h, lines) {
				why = " (different line endings)"
			}
			fmt.Fprintf(t.out, "Hunk #%d FAILED at %d%s.\n", i+1, max(bad.at, 1), why)
		}
		failed = append(failed, bad)
	}
	return append(result, lines[done:]...), failed
}

// differentEnds tells whether the lines of a hunk end otherwise than the line of
// the file that it is for.
func differentEnds(h *hunk, lines [][]byte) bool {
	if len(h.before) == 0 || h.at < 1 || h.at > len(lines) {
		return false
	}
	ends := []byte("\r\n")
	return bytes.HasSuffix(h.before[0], ends) != bytes.HasSuffix(lines[h.at-1], ends)
}

// reversed tells whether a hunk fits the other way round.
func (t *patcher) reversed(h *hunk, lines [][]byte, fuzz int) bool {
	other := *h
	other.before, other.after = h.after, h.before
	_, _, _, ok := t.locate(lines, &other, max(h.to-1, 0), 0, fuzz)
	return ok
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
		other := *f
		other.old, other.new, other.hunks = f.new, f.old, nil
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
	for i := range f.hunks {
		if t.verbose {
			fmt.Fprintf(t.out, "Hunk #%d ignored at %d.\n", i+1, max(f.hunks[i].at, 1))
		}
	}
	return nil, f.hunks
}

// tell says where a hunk went when that is not where it said.
func (t *patcher) tell(n int, h *hunk, at, offset, fuzz int) {
	if t.quiet || offset == 0 && fuzz == 0 && !t.verbose {
		return
	}
	fmt.Fprintf(t.out, "Hunk #%d succeeded at %d", n, max(at, 1))
	if fuzz > 0 {
		fmt.Fprintf(t.out, " with fuzz %d", fuzz)
	}
	if offset != 0 {
		fmt.Fprintf(t.out, " (offset %d line%s)", offset, map[bool]string{true: "s"}[offset != 1])
	}
	t.out.WriteString(".\n")
}
