package dump

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/record"
)

// A hexFormat is an argument of hexdump's -e: units that are shown one behind
// the other, each as often as it says (hexdump(1), Formats).
type hexFormat []*hexUnit

// A hexUnit is ITERATIONS/BYTES "FORMAT".
type hexUnit struct {
	times int
	given bool // the iterations are in the text
	size  int  // of what it shows once, in bytes
	parts []hexPart
}

// A hexPart is a conversion with the text around it.
type hexPart struct {
	before, after string
	kind          string // the conversion: d, x, _c, _ad, ... empty for text alone
	flags         string // flags, width and precision, as package fmt has them
	width         int
	precision     int // -1 without one
	size          int
}

// maxHexBlock is how many bytes the formats may show at once, maxHexField how
// wide a field may be.
const (
	maxHexBlock = 1 << 20
	maxHexField = 1 << 16
)

// A hexProblem is an error in a format.
type hexProblem string

func (e hexProblem) Error() string { return string(e) }

// parseHexFormat reads the argument of -e.
func parseHexFormat(text string) (hexFormat, error) {
	bad := hexProblem("bad format {" + text + "}")
	var f hexFormat
	rest := strings.TrimLeft(text, " \t\n")
	digits := func() (n int, found bool) {
		i := 0
		for i < len(rest) && '0' <= rest[i] && rest[i] <= '9' {
			i++
		}
		n, err := strconv.Atoi(rest[:i])
		rest = rest[i:]
		return n, i > 0 && err == nil
	}
	for rest != "" {
		u := &hexUnit{times: 1}
		if '0' <= rest[0] && rest[0] <= '9' {
			n, ok := digits()
			if !ok || n > maxHexBlock {
				return nil, bad
			}
			u.times, u.given = n, true
			rest = strings.TrimLeft(rest, " \t\n")
		}
		if strings.HasPrefix(rest, "/") {
			rest = strings.TrimLeft(rest[1:], " \t\n")
			n, ok := digits()
			if !ok || n > maxHexBlock {
				return nil, bad
			}
			u.size = n
			rest = strings.TrimLeft(rest, " \t\n")
		}
		if !strings.HasPrefix(rest, `"`) {
			return nil, bad
		}
		end := strings.IndexByte(rest[1:], '"')
		if end < 0 {
			return nil, bad
		}
		if err := u.parse(unescapeHex(rest[1 : 1+end])); err != nil {
			return nil, err
		}
		f = append(f, u)
		rest = strings.TrimLeft(rest[end+2:], " \t\n")
	}
	return f, nil
}

// unescapeHex replaces the escapes of C.
func unescapeHex(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' && i+1 < len(text) {
			i++
			c = text[i]
			if k := strings.IndexByte("abfnrtv", c); k >= 0 {
				c = "\a\b\f\n\r\t\v"[k]
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// parse reads the format of a unit.
func (u *hexUnit) parse(text string) error {
	given := u.size
	u.size = 0
	conversions := 0
	for text != "" {
		p := hexPart{precision: -1}
		i := 0
		for i < len(text) && text[i] != '%' {
			i++
		}
		p.before, text = text[:i], text[i:]
		if text != "" {
			var err error
			if text, err = p.conversion(text[1:]); err != nil {
				return err
			}
			if !strings.HasPrefix(p.kind, "_a") && !strings.HasPrefix(p.kind, "_A") {
				if conversions++; conversions > 1 && given > 0 {
					return hexProblem("byte count with multiple conversion characters")
				}
				if err := p.measure(given); err != nil {
					return err
				}
			}
		}
		u.size += p.size
		u.parts = append(u.parts, p)
	}
	// The text behind the last conversion belongs to it.
	if n := len(u.parts); n > 1 && u.parts[n-1].kind == "" {
		u.parts[n-2].after = u.parts[n-1].before
		u.parts = u.parts[:n-1]
	}
	return nil
}

// conversion reads what follows a percent sign and returns the rest.
func (p *hexPart) conversion(text string) (rest string, err error) {
	i := 0
	number := func() int {
		from := i
		for i < len(text) && '0' <= text[i] && text[i] <= '9' {
			i++
		}
		n, err := strconv.Atoi(text[from:i])
		if err != nil && i > from || n > maxHexField {
			n = maxHexField
		}
		return n
	}
	for i < len(text) && strings.IndexByte("#-+ 0", text[i]) >= 0 {
		i++
	}
	flags := text[:i]
	if p.width = number(); p.width > 0 {
		flags += strconv.Itoa(p.width)
	}
	if i < len(text) && text[i] == '.' {
		i++
		p.precision = number()
		flags += "." + strconv.Itoa(p.precision)
	}
	if i == len(text) {
		return "", hexProblem("bad conversion character %")
	}
	n := 1
	if text[i] == '_' && i+1 < len(text) {
		n = 2
		if c := text[i+1]; (c == 'a' || c == 'A') && i+2 < len(text) {
			n = 3
		}
	}
	p.kind, p.flags = text[i:i+n], flags
	switch p.kind {
	case "c", "d", "i", "o", "u", "x", "X", "e", "E", "f", "g", "G", "s", "_c", "_p", "_u", "_ad", "_ao", "_ax", "_Ad", "_Ao", "_Ax":
	default:
		return "", hexProblem("bad conversion character %" + p.kind)
	}
	return text[i+n:], nil
}

// measure settles how many bytes a conversion takes; given is what the unit
// says, or 0.
func (p *hexPart) measure(given int) error {
	bad := hexProblem("bad byte count for conversion character " + p.kind)
	sizes := []int{1}
	switch p.kind {
	case "d", "i", "o", "u", "x", "X":
		sizes = []int{4, 1, 2, 8}
	case "e", "E", "f", "g", "G":
		sizes = []int{8, 4}
	case "s":
		switch {
		case p.precision >= 0:
			p.size = p.precision
			if given > 0 {
				p.size = given
			}
		case given > 0:
			p.size = given
		default:
			return hexProblem("%s requires a precision or a byte count")
		}
		return nil
	}
	if given == 0 {
		p.size = sizes[0]
		return nil
	}
	for _, n := range sizes {
		if n == given {
			p.size = given
			return nil
		}
	}
	return bad
}

// bytes is how much of the input a format shows at once.
func (f hexFormat) bytes() int {
	n := 0
	for _, u := range f {
		if n += u.times * u.size; n > maxHexBlock {
			return maxHexBlock + 1
		}
	}
	return n
}

// fillTo repeats the last unit, if its text does not say how often, so that
// the format shows as much as the longest one.
func (f hexFormat) fillTo(block int) {
	if len(f) == 0 {
		return
	}
	if last := f[len(f)-1]; !last.given && last.size > 0 {
		last.times += (block - f.bytes()) / last.size
	}
}

// readHexFormats reads the formats of a file, one on each line.
func readHexFormats(ctx context.Context, call *command.Call, name string) ([]hexFormat, error) {
	in, err := call.Open(ctx, name)
	if err != nil {
		return nil, hexProblem(fmt.Sprintf("can't read %s: %s", name, command.Message(err)))
	}
	defer in.Close()
	var list []hexFormat
	for r := record.NewReader(bufio.NewReader(in), '\n', call.Limits.LineBytes); ; {
		rec, err := r.Next()
		if err != nil {
			return list, nil
		}
		line := strings.TrimLeft(string(record.Trim(rec, '\n')), " \t")
		if line == "" || line[0] == '#' {
			continue
		}
		f, err := parseHexFormat(line)
		if err != nil {
			return nil, err
		}
		if list = append(list, f); len(list) > 1000 {
			return nil, hexProblem(name + ": too many formats")
		}
	}
}
