package text

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var joinOptions = option.Set{
	Usage:   "[OPTION]... FILE1 FILE2",
	About:   "Write a line for each pair of lines of two sorted files that have the same join field.",
	InOrder: true,
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

// outputField is one of the fields of -o; file 0 stands for the join field.
type outputField struct{ file, field int }

// A joinKind says what an operand may be besides a file: behind -j1, -j2 and
// -o LIST stands a further argument when there are three operands.
type joinKind int

const (
	joinFile joinKind = iota
	joinField1
	joinField2
	joinFormat
)

// joinOperand is a word that is no option.
type joinOperand struct {
	text string
	kind joinKind
}

// use takes over an option or operand and reports what is wrong with it.
func (j *joiner) use(o option.Found) (status int, ok bool) {
	kind := joinFile
	switch {
	case o.Name == "":
		return j.operand(o.Value)
	case o.Name == "j" && o.Alone && (o.Value == "1" || o.Value == "2"):
		kind = joinKind(o.Value[0] - '0')
		j.obsolete[kind-joinField1]++
	default:
		if problem := j.set(o); problem != "" {
			j.call.Errorf("%s", problem)
			return 1, false
		}
	}
	if o.Name == "o" && !j.auto {
		kind = joinFormat
	}
	j.behind = kind
	return 0, true
}

// operand takes over an operand. A third one shows that the first that can be
// the argument of an option is it.
func (j *joiner) operand(text string) (status int, ok bool) {
	kind := j.behind
	j.behind = joinFile
	if len(j.operands) == 2 {
		i := 0
		if j.operands[0].kind == joinFile {
			i = 1
		}
		problem := ""
		switch o := j.operands[i]; o.kind {
		case joinFile:
			return joinOptions.Misuse(j.call, "extra operand %s", command.QuoteShell(text)), false
		case joinFormat:
			problem = j.addFormats(o.text)
		default:
			file := int(o.kind - joinField1)
			j.obsolete[file]--
			problem = j.setField(o.text, file)
		}
		if problem != "" {
			j.call.Errorf("%s", problem)
			return 1, false
		}
		j.operands = append(j.operands[:i], j.operands[i+1:]...)
	}
	j.operands = append(j.operands, joinOperand{text, kind})
	if kind == joinFormat {
		j.behind = joinFormat
	}
	return 0, true
}

// settle looks at the operands when all are known.
func (j *joiner) settle() (status int, ok bool) {
	switch len(j.operands) {
	case 0:
		return joinOptions.Misuse(j.call, "missing operand"), false
	case 1:
		return joinOptions.Misuse(j.call, "missing operand after %s", command.Quote(j.call.Args[len(j.call.Args)-1])), false
	}
	for i, n := range j.obsolete {
		if n == 0 {
			continue
		}
		if problem := j.setField(strconv.Itoa(i+1), 0, 1); problem != "" {
			j.call.Errorf("%s", problem)
			return 1, false
		}
	}
	if j.operands[0].text == "-" && j.operands[1].text == "-" {
		j.call.Errorf("both files cannot be standard input")
		return 1, false
	}
	return 0, true
}

// set takes over an option and returns what is wrong with it.
func (j *joiner) set(o option.Found) (problem string) {
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
		return j.setField(o.Value, 0, 1)
	case "1", "2":
		return j.setField(o.Value, int(o.Name[0]-'1'))
	case "o":
		if j.auto = j.auto || o.Value == "auto"; o.Value != "auto" {
			return j.addFormats(o.Value)
		}
	case "t":
		return j.setTab(o.Value)
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

// parseJoinField reads the number of a field; the first one is 0.
func parseJoinField(text string) (n int, problem string) {
	n, err := strconv.Atoi(text)
	if err != nil && !errors.Is(err, strconv.ErrRange) || n < 1 {
		return 0, "invalid field number: " + command.Quote(text)
	}
	return n - 1, ""
}

// setField sets the join field of the files.
func (j *joiner) setField(text string, files ...int) (problem string) {
	n, problem := parseJoinField(text)
	if problem != "" {
		return problem
	}
	for _, i := range files {
		if j.fieldGiven[i] && n != j.field[i] {
			return fmt.Sprintf("incompatible join fields %d, %d", j.field[i]+1, n+1)
		}
		j.field[i], j.fieldGiven[i] = n, true
	}
	return ""
}

// addFormats adds the fields of an argument of -o, separated by single blanks
// and commas.
func (j *joiner) addFormats(list string) (problem string) {
	isSeparator := func(r rune) rune {
		if isListSeparator(r) {
			return ','
		}
		return r
	}
	for word := range strings.SplitSeq(strings.Map(isSeparator, list), ",") {
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
			if f.field, problem = parseJoinField(field); problem != "" {
				return problem
			}
		}
		j.formats = append(j.formats, f)
	}
	return ""
}

// setTab sets what separates fields.
func (j *joiner) setTab(text string) (problem string) {
	tab := int('\n')
	switch {
	case text == `\0`:
		tab = 0
	case len(text) > 1:
		return "multi-character tab " + command.Quote(text)
	case text != "":
		tab = int(text[0])
	}
	if j.tab >= 0 && j.tab != tab {
		return "incompatible tabs"
	}
	j.tab = tab
	return ""
}
