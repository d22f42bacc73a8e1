package text

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var joinOptions = option.Set{
	Usage: "[OPTION]... FILE1 FILE2",
	About: "Write a line for each pair of lines of two sorted files that have the same join field.",
	Options: []option.Option{
		{Short: 'a', Arg: option.Required, Name: "FILENUM", Help: "write the lines of file 1 or 2 that pair with none as well"},
		{Short: 'e', Arg: option.Required, Name: "STRING", Help: "write STRING for fields that are missing"},
		{Short: 'i', Long: "ignore-case", Help: "do not tell upper from lower case"},
		{Short: 'j', Arg: option.Required, Name: "FIELD", Help: "the join field of both files"},
		{Short: 'o', Arg: option.Required, Name: "FORMAT", Help: "which fields to write: FILENUM.FIELD, 0 for the join field, or auto"},
		{Short: 't', Arg: option.Required, Name: "CHAR", Help: "fields are separated by CHAR"},
		{Short: 'v', Arg: option.Required, Name: "FILENUM", Help: "write only the lines that pair with none"},
		{Short: '1', Arg: option.Required, Name: "FIELD", Help: "the join field of file 1"},
		{Short: '2', Arg: option.Required, Name: "FIELD", Help: "the join field of file 2"},
		{Long: "check-order", Help: "fail when the input is not sorted"}, {Long: "nocheck-order", Help: "do not look whether it is"},
		{Long: "header", Help: "the first lines are headers"}, {Short: 'z', Long: "zero-terminated", Help: "lines end with NUL"},
	},
}

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
}

// outputField is one of the fields of -o; file 0 stands for the join field.
type outputField struct{ file, field int }

func join(ctx context.Context, call *command.Call) int {
	p, status, ok := joinOptions.Parse(call)
	if !ok {
		return status
	}
	j := &joiner{call: call, out: command.NewOutput(call), paired: true, tab: -1, delim: '\n'}
	for _, o := range p.Options {
		if problem := j.set(o); problem != "" {
			call.Errorf("%s", problem)
			return 1
		}
	}
	switch n := len(p.Operands); {
	case n == 0:
		return joinOptions.Misuse(call, "missing operand")
	case n == 1:
		return joinOptions.Misuse(call, "missing operand after %s", command.Quote(p.Operands[0]))
	case n > 2:
		return joinOptions.Misuse(call, "extra operand %s", command.QuoteShell(p.Operands[2]))
	case p.Operands[0] == "-" && p.Operands[1] == "-":
		call.Errorf("both files cannot be standard input")
		return 1
	}
	var files [2]*lineSource
	for i, name := range p.Operands {
		f, err := openSource(ctx, call, name, j.delim)
		if f != nil {
			defer f.in.Close()
		}
		if err != nil && f != nil {
			call.Errorf("read error: %s", command.Message(err))
			return 1
		}
		if err != nil {
			call.FileError(name, err)
			return 1
		}
		files[i] = f
		j.lineNumber[i] = 1
	}
	status = j.run(files)
	if status == 0 && (j.wrong[0] || j.wrong[1]) {
		j.out.Flush()
		call.Errorf("input is not in sorted order")
		status = 1
	}
	return j.out.Finish(status, 1)
}

func (j *joiner) set(o option.Found) string {
	fieldNumber := func(to *int, text string) string {
		n, err := strconv.Atoi(text)
		if err != nil && !errors.Is(err, strconv.ErrRange) || n < 1 {
			return "invalid field number: " + command.Quote(text)
		}
		*to = n - 1
		return ""
	}
	joinField := func(i int) string {
		var n int
		if problem := fieldNumber(&n, o.Value); problem != "" {
			return problem
		}
		if j.fieldGiven[i] && n != j.field[i] {
			return fmt.Sprintf("incompatible join fields %d, %d", j.field[i]+1, n+1)
		}
		j.field[i], j.fieldGiven[i] = n, true
		return ""
	}
	switch o.Name {
	case "a", "v":
		if o.Value != "1" && o.Value != "2" {
			return "invalid field number: " + command.Quote(o.Value)
		}
		j.unpaired[o.Value[0]-'1'] = true
		j.paired = j.paired && o.Name == "a"
	case "e":
		if j.emptyGiven && j.empty != o.Value {
			return "conflicting empty-field replacement strings"
		}
		j.empty, j.emptyGiven = o.Value, true
	case "i":
		j.fold = true
	case "j":
		if problem := joinField(0); problem != "" {
			return problem
		}
		return joinField(1)
	case "1", "2":
		return joinField(int(o.Name[0] - '1'))
	case "o":
		if o.Value == "auto" {
			j.auto = true
			return ""
		}
		for _, word := range splitList(o.Value) {
			file, field, dotted := strings.Cut(word, ".")
			f := outputField{}
			switch {
			case word == "0":
			case !dotted && (file == "1" || file == "2"):
				return "invalid field specifier: " + command.Quote(word)
			case !dotted || file != "1" && file != "2":
				return "invalid file number in field spec: " + command.Quote(word)
			default:
				f.file = int(file[0] - '0')
				if problem := fieldNumber(&f.field, field); problem != "" {
					return problem
				}
			}
			j.formats = append(j.formats, f)
		}
	case "t":
		tab := '\n'
		switch {
		case o.Value == `\0`:
			tab = 0
		case len(o.Value) > 1:
			return "multi-character tab " + command.Quote(o.Value)
		case o.Value != "":
			tab = rune(o.Value[0])
		}
		if j.tab >= 0 && j.tab != int(tab) {
			return "incompatible tabs"
		}
		j.tab = int(tab)
	case "check-order":
		j.order = 1
	case "nocheck-order":
		j.order = -1
	case "header":
		j.header = true
	case "z":
		j.delim = 0
	}
	return ""
}

// splitList splits the argument of -o at single blanks and commas.
func splitList(s string) []string {
	return strings.Split(strings.Map(func(r rune) rune {
		if isListSeparator(r) {
			return ','
		}
		return r
	}, s), ",")
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

// take returns the current line of a file and goes on to the next; nil at the
// end. stop says that the command must end.
func (j *joiner) take(files [2]*lineSource, i int) (l *joinLine, stop bool) {
	f := files[i]
	if !f.open {
		return nil, false
	}
	l = j.split(f.line)
	key := l.at(j.field[i])
	if j.last[i] != nil && j.order >= 0 && (j.order > 0 || j.lonely) && !j.wrong[i] && j.compare(j.last[i], key) > 0 {
		j.out.Flush()
		j.call.Errorf("%s:%d: is not sorted: %s", f.name, j.lineNumber[i], l.text)
		j.wrong[i] = true
		if j.order > 0 {
			return nil, true
		}
	}
	if j.last[i] == nil {
		j.last[i] = []byte{}
	}
	j.last[i] = append(j.last[i][:0], key...)
	j.lineNumber[i]++
	if err := f.next(); err != nil {
		j.call.FileError(f.name, err)
		return nil, true
	}
	return l, false
}

// run holds one line of the first file and all of the second that pair with it.
func (j *joiner) run(files [2]*lineSource) int {
	if j.auto || j.header {
		var heads [2]*joinLine
		for i, f := range files {
			if f.open {
				heads[i] = j.split(f.line)
				j.autoCount[i] = len(heads[i].fields)
			}
		}
		if j.header {
			if heads[0] != nil || heads[1] != nil {
				j.write(heads[0], heads[1])
			}
			for i, f := range files {
				j.lineNumber[i]++
				if f.open && f.next() != nil {
					return 1
				}
			}
		}
	}
	one, stop := j.take(files, 0)
	if stop {
		return 1
	}
	two, stop := j.take(files, 1)
	for (one != nil || two != nil) && !stop && j.out.Err() == nil {
		order := 0
		switch {
		case one == nil:
			order = 1
		case two == nil:
			order = -1
		default:
			order = j.compare(one.at(j.field[0]), two.at(j.field[1]))
		}
		// Neither the line behind the first that pairs with none nor those
		// behind the end of the other file need be in order.
		lonely := order != 0 && one != nil && two != nil
		switch {
		case order < 0:
			one, stop = j.alone(files, 0, one)
		case order > 0:
			two, stop = j.alone(files, 1, two)
		default:
			one, two, stop = j.pairs(files, one, two)
		}
		j.lonely = j.lonely || lonely
	}
	if stop {
		return 1
	}
	return 0
}

// alone handles a line that pairs with none.
func (j *joiner) alone(files [2]*lineSource, i int, l *joinLine) (*joinLine, bool) {
	if j.unpaired[i] {
		if i == 0 {
			j.write(l, nil)
		} else {
			j.write(nil, l)
		}
	}
	j.free = append(j.free, l)
	return j.take(files, i)
}

// pairs writes all pairs of the lines with equal fields, once both files are
// behind them.
func (j *joiner) pairs(files [2]*lineSource, one, two *joinLine) (*joinLine, *joinLine, bool) {
	key := one.at(j.field[0])
	groups := [2][]*joinLine{{one}, {two}}
	var next [2]*joinLine
	held := int64(0)
	for i := range groups {
		for {
			l, stop := j.take(files, i)
			if stop {
				return nil, nil, true
			}
			if l == nil || j.compare(key, l.at(j.field[i])) != 0 {
				next[i] = l
				break
			}
			if held += int64(len(l.text)) + 64; held > j.call.Limits.HeldBytes {
				j.call.Errorf("%v", errHeld{j.call.Limits.HeldBytes})
				return nil, nil, true
			}
			groups[i] = append(groups[i], l)
		}
	}
	for _, a := range groups[0] {
		for _, b := range groups[1] {
			if j.paired {
				j.write(a, b)
			}
		}
		if j.out.Err() != nil {
			return nil, nil, true
		}
	}
	for _, g := range groups {
		j.free = append(j.free, g[:min(len(g), 16)]...)
	}
	return next[0], next[1], false
}

func (j *joiner) write(one, two *joinLine) {
	sep := byte(' ')
	if j.tab >= 0 {
		sep = byte(j.tab)
	}
	first := true
	put := func(field []byte) {
		if !first {
			j.out.WriteByte(sep)
		}
		first = false
		if len(field) == 0 {
			j.out.WriteString(j.empty)
		} else {
			j.out.Write(field)
		}
	}
	key := one.at(j.field[0])
	if one == nil {
		key = two.at(j.field[1])
	}
	lines := [2]*joinLine{one, two}
	switch {
	case len(j.formats) > 0:
		for _, f := range j.formats {
			if f.file == 0 {
				put(key)
			} else {
				put(lines[f.file-1].at(f.field))
			}
		}
	default:
		put(key)
		for i, l := range lines {
			n := 0
			if l != nil {
				n = len(l.fields)
			}
			if j.auto {
				n = j.autoCount[i]
			}
			for k := range n {
				if k != j.field[i] {
					put(l.at(k))
				}
			}
		}
	}
	j.out.WriteByte(j.delim)
}
