package dump

import (
	"bufio"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/record"
)

// offsets takes the offsets of the traditional syntax off the operands: how much
// to skip, and where the input is to be said to begin.
func (o *odJob) offsets(names []string) ([]string, bool) {
	switch {
	case len(names) == 1 && (o.traditional || names[0] != "" && names[0][0] == '+'):
		if n, ok := oldOffset(names[0]); ok {
			o.skip, names = n, nil
		}
	case len(names) == 2 && (o.traditional || names[1] != "" && (names[1][0] == '+' || '0' <= names[1][0] && names[1][0] <= '9')):
		second, ok := oldOffset(names[1])
		first, both := oldOffset(names[0])
		switch {
		case ok && both && o.traditional:
			o.skip, o.label, o.pseudo, names = first, true, second, nil
		case ok:
			o.skip, names = second, names[:1]
		}
	case len(names) == 3 && o.traditional:
		first, ok := oldOffset(names[1])
		second, both := oldOffset(names[2])
		if ok && both {
			o.skip, o.label, o.pseudo, names = first, true, second, names[:1]
		}
	}
	if o.traditional && len(names) > 1 {
		o.call.Errorf("extra operand %s", command.Quote(names[1]))
		o.call.Errorf("compatibility mode supports at most one file")
		return nil, false
	}
	return names, true
}

// oldOffset reads an offset: octal, or hexadecimal behind 0x, in units of 512
// bytes before b and of 1024 before B. A point, which should make it decimal,
// makes it none, as in GNU od.
func oldOffset(text string) (int64, bool) {
	text = strings.TrimPrefix(text, "+")
	unit := int64(1)
	base := 8
	if rest := strings.TrimPrefix(strings.TrimPrefix(text, "0x"), "0X"); rest != text {
		text, base = rest, 16
	}
	if base == 8 && strings.HasSuffix(text, "b") {
		text, unit = text[:len(text)-1], 512
	} else if base == 8 && strings.HasSuffix(text, "B") {
		text, unit = text[:len(text)-1], 1024
	}
	if text == "" || text[0] == '+' || text[0] == '-' {
		return 0, false
	}
	n, err := strconv.ParseInt(text, base, 63)
	return n * unit, err == nil && n*unit/unit == n
}

// findStrings shows the printable strings that end with NUL.
func (o *odJob) findStrings(src io.Reader) error {
	in := bufio.NewReaderSize(src, command.BufferBytes)
	var found []byte
	end := int64(math.MaxInt64)
	if o.limited && o.limit < end-o.skip {
		end = o.skip + o.limit
	}
	show := func(at int64) {
		row := o.address(o.row[:0], at)
		if len(row) > 0 {
			row = append(row, ' ')
		}
		o.row = append(append(row, found...), '\n')
		o.out.Write(o.row)
	}
	for at := o.skip; o.out.Err() == nil; {
		if len(found) == 0 && o.limited && end-o.strings <= at {
			return nil
		}
		if at+int64(len(found)) == end {
			show(at - 1)
			at, found = end, found[:0]
			continue
		}
		c, err := in.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch {
		case c >= ' ' && c < 0x7f:
			if len(found) == o.call.Limits.LineBytes {
				return record.ErrTooLong
			}
			found = append(found, c)
			continue
		case c == 0 && int64(len(found)) >= o.strings:
			show(at)
		}
		at += int64(len(found)) + 1
		found = found[:0]
	}
	return o.out.Err()
}
