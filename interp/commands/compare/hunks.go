package compare

import (
	"bytes"
	"errors"
	"fmt"
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
