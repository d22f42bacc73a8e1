package dump

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// odShort are the old options that stand for types.
var odShort = map[string]string{"a": "a", "B": "o2", "b": "o1", "c": "c", "D": "u4", "d": "u2", "e": "fD", "F": "fD", "f": "fF", "H": "x4", "h": "x2",
	"I": "dL", "i": "dI", "L": "dL", "l": "dL", "O": "o4", "o": "o2", "s": "d2", "X": "x4", "x": "x2"}

// option takes in one option. The error is what is wrong with it.
func (o *odJob) option(f option.Found) (err error) {
	if types, old := odShort[f.Name]; old {
		return o.parse(types)
	}
	if f.Name == "traditional" {
		o.traditional = true
		return nil
	}
	o.modern = true
	switch f.Name {
	case "A":
		if len(f.Value) == 0 || strings.IndexByte("doxn", f.Value[0]) < 0 {
			return fmt.Errorf("invalid output address radix '%c'; it must be one character from [doxn]", append([]byte(f.Value), 0)[0])
		}
		o.radix = f.Value[0]
	case "endian":
		if strings.HasPrefix("big", f.Value) && f.Value != "" {
			o.order = binary.BigEndian
		} else if !strings.HasPrefix("little", f.Value) || f.Value == "" {
			kind := "invalid"
			if f.Value == "" {
				kind = "ambiguous"
			}
			o.call.Errorf("%s argument %s for %s", kind, command.Quote(f.Value), command.Quote("--endian"))
			fmt.Fprint(o.call.Stderr, "Valid arguments are:\n  - ‘little’\n  - ‘big’\n")
			odOptions.Fail(o.call)
			return command.ErrReported
		}
	case "j":
		o.skip, err = odNumber(f, "-j")
	case "N":
		o.limit, err = odNumber(f, "-N")
		o.limited = true
	case "S", "strings":
		o.finds = true
		if o.strings = 3; f.Has {
			o.strings, err = odNumber(f, "-S")
		}
	case "w":
		if o.asked = 32; f.Has {
			o.asked, err = odNumber(f, "-w")
		}
	case "v":
		o.all = true
	case "t":
		err = o.parse(f.Value)
	}
	return err
}

func odNumber(f option.Found, name string) (int64, error) {
	text := f.Value
	if strings.HasPrefix(strings.ToLower(text), "0x") {
		n, err := strconv.ParseInt(text[2:], 16, 63)
		if err == nil {
			return n, nil
		}
	}
	n, err := command.ParseSize(text, "bkKmMGTPEZY0")
	if err == nil && len(text) > 1 && text[0] == '0' && strings.Trim(text, "01234567") == "" {
		n, err = strconv.ParseInt(text, 8, 63)
	}
	if f.Long {
		name = map[string]string{"-j": "--skip-bytes", "-N": "--read-bytes", "-S": "--strings", "-w": "--width"}[name]
	}
	switch {
	case errors.Is(err, command.ErrNumber) && strings.TrimLeft(text, "0123456789") != text:
		return 0, fmt.Errorf("invalid suffix in %s argument '%s'", name, text)
	case errors.Is(err, command.ErrNumber):
		return 0, fmt.Errorf("invalid %s argument '%s'", name, text)
	case err != nil:
		return 0, fmt.Errorf("%s argument '%s' too large", name, text)
	}
	return n, nil
}

// parse reads a TYPE, which may be several.
func (o *odJob) parse(text string) error {
	for i := 0; i < len(text); {
		t := odType{kind: text[i], size: 1}
		whole := text
		i++
		switch t.kind {
		case 'a', 'c':
		case 'd', 'o', 'u', 'x', 'f':
			letters, sizes := "CSIL", []int{1, 2, 4, 8}
			t.size = 4
			if t.kind == 'f' {
				letters, sizes, t.size = "FDL", []int{4, 8, 16}, 8
			}
			start := i
			for i < len(text) && '0' <= text[i] && text[i] <= '9' {
				i++
			}
			if i > start {
				t.size, _ = strconv.Atoi(text[start:i])
			} else if i < len(text) && strings.IndexByte(letters, text[i]) >= 0 {
				t.size = sizes[strings.IndexByte(letters, text[i])]
				i++
			}
			if !slices.Contains(sizes, t.size) {
				what := "integral"
				if t.kind == 'f' {
					what = "floating point"
				}
				return fmt.Errorf("invalid type string %s;\nthis system doesn't provide a %d-byte %s type", command.Quote(whole), t.size, what)
			}
		default:
			return fmt.Errorf("invalid character '%c' in type string %s", t.kind, command.Quote(whole))
		}
		if i < len(text) && text[i] == 'z' {
			t.text = true
			i++
		}
		t.width = odWidth(t)
		o.types = append(o.types, t)
	}
	return nil
}
