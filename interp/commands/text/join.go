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
			case !dotted && (file == "1" || file == "2"), dotted && strings.HasPrefix(word, "0"):
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
