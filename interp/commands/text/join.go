package text

import (
	"bytes"
	"context"

	"github.com/aegish/aegish/interp/command"
)

// joinLine is a line that has been split.
type joinLine struct {
	text   []byte
	fields [][]byte
}

type joiner struct {
	call         *command.Call
	out          *command.Output
	field        [2]int
	fieldGiven   [2]bool
	unpaired     [2]bool
	paired, fold bool
	empty        string
	emptyGiven   bool
	tab          int // -1: blanks
	formats      []outputField
	auto, header bool
	autoCount    [2]int
	order        int  // as in comm
	lonely       bool // a line paired with none
	wrong        [2]bool
	delim        byte
	last         [2][]byte
	free         []*joinLine // that no one needs any more
	lineNumber   [2]int
	operands     []joinOperand
	behind       joinKind // of the option before the next operand
	obsolete     [2]int   // how many words -j1 and -j2 may be options without an argument
}

func join(ctx context.Context, call *command.Call) int {
	j := &joiner{call: call, out: command.NewOutput(call), paired: true, tab: -1, delim: '\n'}
	if _, status, ok := joinOptions.ParseEach(call, call.Args[1:], j.use); !ok {
		return status
	}
	if status, ok := j.settle(); !ok {
		return status
	}
	var files [2]*lineSource
	var reading error // the second file is opened before the first is read
	for i, o := range j.operands {
		f, err := openSource(ctx, call, o.text, j.delim)
		if f != nil {
			defer f.in.Close()
		}
		if err != nil && f == nil {
			call.FileError(o.text, err)
			return 1
		}
		if reading == nil {
			reading = err
		}
		files[i] = f
		j.lineNumber[i] = 1
	}
	if reading != nil {
		call.Errorf("read error: %s", command.Message(reading))
		return 1
	}
	status := j.run(files)
	if status == 0 && (j.wrong[0] || j.wrong[1]) {
		j.out.Flush()
		call.Errorf("input is not in sorted order")
		status = 1
	}
	return j.out.Finish(status, 1)
}

func (j *joiner) split(text []byte) *joinLine {
	l := &joinLine{}
	if n := len(j.free); n > 0 {
		l, j.free = j.free[n-1], j.free[:n-1]
	}
	l.text, l.fields = append(l.text[:0], text...), l.fields[:0]
	rest := l.text
	if j.tab >= 0 && j.tab != '\n' {
		for len(l.text) > 0 {
			i := bytes.IndexByte(rest, byte(j.tab))
			if i < 0 {
				l.fields = append(l.fields, rest)
				break
			}
			l.fields = append(l.fields, rest[:i])
			rest = rest[i+1:]
		}
		return l
	}
	if j.tab == '\n' {
		l.fields = append(l.fields, rest)
		return l
	}
	for {
		blanks := len(rest)
		for len(rest) > 0 && isBlankOrNewline(rest[0]) {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			if blanks > 0 {
				l.fields = append(l.fields, nil) // behind blanks at the end
			}
			return l
		}
		n := 0
		for n < len(rest) && !isBlankOrNewline(rest[n]) {
			n++
		}
		l.fields = append(l.fields, rest[:n])
		rest = rest[n:]
	}
}

func (l *joinLine) at(i int) []byte {
	if l == nil || i >= len(l.fields) {
		return nil
	}
	return l.fields[i]
}

func (j *joiner) compare(a, b []byte) int {
	if j.fold {
		return bytes.Compare(bytes.ToUpper(a), bytes.ToUpper(b))
	}
	return bytes.Compare(a, b)
}
