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
	marked         [][]byte    // as in a unified diff
	halves         [2][][]byte // as in a context diff, if it came from one
}

// A patchFile is the part of a patch that is for one file.
type patchFile struct {
	old, new string
	stamps   [2]string // what follows the names
	kind     byte      // u, c or n: unified, context, normal
	hunks    []hunk
	index    string     // of a line "Index: NAME"
	line     int        // of the first hunk in the patch
	lead     [][]byte   // what came before it
	git      *gitHeader // nil without one
	crs      bool       // its lines ended with carriage returns
	indent   int        // of its lines
	binary   bool       // git's binary diffs are not read
	prereq   string     // a word that has to be in the file
	// malformed is what is wrong behind the hunks that could be read.
	malformed error
}

// creates tells whether the patch makes a new file.
func (f *patchFile) creates() bool {
	if f.git != nil && f.git.created && len(f.hunks) == 0 {
		return true
	}
	return len(f.hunks) == 1 && f.kind != 'n' && f.hunks[0].at == 0 && len(f.hunks[0].before) == 0
}

// headerName is the name in a line "--- NAME<tab>TIME".
func headerName(line []byte) string {
	if text := string(line[4:]); strings.HasPrefix(text, `"`) {
		if quoted, err := strconv.QuotedPrefix(text); err == nil {
			if name, err := strconv.Unquote(quoted); err == nil {
				return name
			}
		}
	}
	name, _, _ := strings.Cut(strings.TrimRight(string(line[4:]), "\r\n"), "\t")
	return strings.TrimSpace(name)
}

// headerStamp is what follows the name, with the tab.
func headerStamp(line []byte) string {
	_, stamp, found := strings.Cut(strings.TrimRight(string(line[4:]), "\r\n"), "\t")
	if !found {
		return ""
	}
	return "\t" + stamp
}

// A patchParser finds the diffs in a text.
type patchParser struct {
	lines           [][]byte
	only            byte // of one kind, 0 for all
	reverse, binary bool
	files           []patchFile
	git             *gitHeader
	// next is the file that hunks of its kind begin; inside is the kind of the
	// hunks that may follow.
	next   *patchFile
	inside byte
	index  string // of a line "Index: NAME"
	prereq string // of a line "Prereq: WORD"
	indent int    // of the lines of the patch that is read
	done   int    // lines up to the end of the last hunk
	at     int    // the line that is read
}

// parsePatch finds the diffs in a text. Unless it is binary, carriage returns are
// dropped where the lines with the names have them.
//
// trailing tells that something follows the last hunk. Of a hunk that is malformed
// both the error and the last of the files tell.
func parsePatch(data []byte, only byte, reverse, binary bool) (files []patchFile, trailing bool, err error) {
	t := &text{data: data}
	t.split()
	p := &patchParser{lines: t.lines, only: only, reverse: reverse, binary: binary}
	for i := 0; i < len(p.lines); {
		used, err := p.take(i)
		if err != nil {
			return p.files, false, err
		}
		i += used
	}
	p.flush()
	return p.files, p.done < len(p.lines), nil
}

// flush ends a header of git, which may be a patch without hunks.
func (p *patchParser) flush() {
	if f, ok := p.git.alone(p.reverse); ok {
		f.lead = p.lines[p.done:p.at]
		p.done = p.at
		p.files = append(p.files, f)
	}
	p.git = nil
}

// take reads what is at line i, and returns how many lines that was.
func (p *patchParser) take(i int) (int, error) {
	p.at = i
	p.unindent(i)
	lines := p.lines[i:]
	line := lines[0]
	may := func(kind byte) bool { return p.only == 0 || p.only == kind }
	switch {
	case bytes.HasPrefix(line, []byte("diff --git ")):
		p.flush()
		p.git = newGitHeader(line)
	case p.git != nil && !p.git.used && p.git.read(line):
	case bytes.HasPrefix(line, []byte("Index: ")):
		p.index = strings.TrimSpace(string(line[len("Index: "):]))
		p.inside = 0
	case bytes.HasPrefix(line, []byte("Prereq: ")):
		p.prereq, _, _ = strings.Cut(strings.TrimSpace(string(line[len("Prereq: "):])), " ")
	case may('u') && bytes.HasPrefix(line, []byte("--- ")) && len(lines) > 1 && bytes.HasPrefix(lines[1], []byte("+++ ")):
		p.begin('u', line, lines[1])
		return 2, nil
	case may('c') && beginsContext(lines):
		p.begin('c', line, lines[1])
		return 2, nil
	case may('u') && bytes.HasPrefix(line, []byte("@@ -")):
		return p.hunk(i, 'u', parseHunk)
	case may('c') && p.kind() == 'c' && bytes.HasPrefix(line, stars):
		return p.hunk(i, 'c', parseContextHunk)
	case may('n') && p.kind() != 'c' && p.kind() != 'u' && beginsNormal(lines):
		return p.hunk(i, 'n', parseNormalHunk)
	case p.inside == 'c' || p.inside == 'n':
		p.inside = 0
	}
	return 1, nil
}

// unindent takes the blanks off the lines of a patch that is indented, from its
// names to the first line that is not.
func (p *patchParser) unindent(i int) {
	n := 0
	for n < len(p.lines[i]) && p.lines[i][n] == ' ' {
		n++
	}
	margin := p.lines[i][:n]
	if n == 0 || i+1 == len(p.lines) || !bytes.HasPrefix(p.lines[i+1], margin) {
		return
	}
	rest := [2][]byte{p.lines[i][n:], p.lines[i+1][n:]}
	if p.inside != 0 || !bytes.HasPrefix(rest[0], []byte("--- ")) || !bytes.HasPrefix(rest[1], []byte("+++ ")) {
		return
	}
	for ; i < len(p.lines) && bytes.HasPrefix(p.lines[i], margin) && len(p.lines[i]) > n; i++ {
		p.lines[i] = p.lines[i][n:]
	}
	p.indent = n
}

// kind is that of the hunks that may come.
func (p *patchParser) kind() byte {
	if p.next != nil {
		return p.next.kind
	}
	return p.inside
}

// begin reads the lines with the names.
func (p *patchParser) begin(kind byte, one, two []byte) {
	p.next = &patchFile{kind: kind, old: headerName(one), new: headerName(two), stamps: [2]string{headerStamp(one), headerStamp(two)}}
	p.next.crs = !p.binary && bytes.HasSuffix(one, []byte("\r\n")) && bytes.HasSuffix(two, []byte("\r\n"))
	p.inside = 0
}

// hunk reads a hunk at line i.
func (p *patchParser) hunk(i int, kind byte, parse func([][]byte) (hunk, int, error)) (int, error) {
	if p.next != nil || p.inside != kind {
		f := p.next
		if f == nil {
			f = &patchFile{kind: kind, old: p.index, new: p.index}
		}
		if p.reverse {
			f.old, f.new = f.new, f.old
		}
		if p.git != nil && !p.git.used {
			p.git.used = true
			if f.git = p.git; p.reverse {
				p.git.turn()
			}
		}
		f.line, f.lead, f.index, f.prereq, f.indent = i+1, p.lines[p.done:i], p.index, p.prereq, p.indent
		p.prereq, p.indent = "", 0
		p.files, p.next, p.inside, p.index = append(p.files, *f), nil, kind, ""
	}
	f := &p.files[len(p.files)-1]
	part := p.lines[i:]
	if f.crs {
		part = withoutCRs(part)
	}
	h, used, err := parse(part)
	if err != nil {
		// What is missing at the end is taken for an empty line.
		at, shown := i+used, []byte(" \n")
		if at < len(p.lines) {
			shown = p.lines[at]
		} else {
			at = len(p.lines) - 1
		}
		err := fmt.Errorf("malformed patch at line %d: %s", at+1, shown)
		if kind == 'u' || len(f.hunks) > 0 {
			f.malformed = err
		} else { // it is seen before the file is opened
			p.files = p.files[:len(p.files)-1]
		}
		return 0, err
	}
	if p.reverse {
		h = h.turned()
	}
	f.hunks = append(f.hunks, h)
	p.done = i + used
	return used, nil
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

// rejected is a patch of the hunks that did not fit, in a format, 0 for that of the
// patch.
func (f *patchFile) rejected(failed []hunk, name func(string) string, kind byte) []byte {
	if kind == 0 {
		kind = f.kind
	}
	one, two := name(f.old)+f.stamps[0], name(f.new)+f.stamps[1]
	var b bytes.Buffer
	if f.index != "" {
		fmt.Fprintf(&b, "Index: %s\n", f.index)
	}
	if kind != 'u' {
		f.rejectedContext(&b, failed, one, two)
		return b.Bytes()
	}
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", one, two)
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
	h.halves = h.turnedHalves()
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
