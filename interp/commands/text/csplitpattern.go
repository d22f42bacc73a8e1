package text

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/regex"
)

// A splitPattern says where pieces of csplit end.
type splitPattern struct {
	text    string
	line    int           // the line that begins the next piece,
	re      *regex.Regexp // or what matches it
	offset  int           // and how far behind the match
	skip    bool          // what comes before is left out
	repeat  int
	forever bool
}

// farthest bounds line numbers, offsets and repetitions, so that sums of them
// are no overflow.
const farthest = 1 << 30

// splitPatterns reads the operands behind the file.
func splitPatterns(call *command.Call, words []string) (list []splitPattern, ok bool) {
	last := 0
	for i := 0; i < len(words); i++ {
		p := splitPattern{text: words[i]}
		if word := words[i]; word != "" && (word[0] == '/' || word[0] == '%') {
			ok = p.expression(call)
		} else {
			ok = p.number(call, last)
			last = p.line
		}
		if ok && i+1 < len(words) && strings.HasPrefix(words[i+1], "{") {
			i++
			ok = p.repetition(call, words[i])
		}
		if !ok {
			return nil, false
		}
		list = append(list, p)
	}
	return list, true
}

// decimal reads a number as strtoumax(3) does; what is too large for a line is
// the largest that can be.
func decimal(text string) (n int, ok bool) {
	text = strings.TrimPrefix(strings.TrimLeft(text, " \t\n\v\f\r"), "+")
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	v, err := strconv.ParseUint(text, 10, 64)
	return int(min(v, farthest)), err == nil
}

func (p *splitPattern) number(call *command.Call, last int) bool {
	n, ok := decimal(p.text)
	p.line = n
	switch {
	case !ok:
		call.Errorf("%s: invalid pattern", command.Quote(p.text))
		return false
	case n == 0:
		call.Errorf("%s: line number must be greater than zero", p.text)
		return false
	case n < last:
		call.Errorf("line number %s is smaller than preceding line number, %d", command.Quote(p.text), last)
		return false
	case n == last:
		call.Errorf("warning: line number %s is the same as preceding line number", command.Quote(p.text))
	}
	return true
}

func (p *splitPattern) expression(call *command.Call) bool {
	delim := p.text[0]
	p.skip = delim == '%'
	end := strings.LastIndexByte(p.text, delim)
	if end == 0 {
		call.Errorf("%s: closing delimiter '%c' missing", p.text, delim)
		return false
	}
	re, err := regex.Compile(p.text[1:end], 0)
	if err != nil {
		call.Errorf("%s: invalid regular expression: %s", command.Quote(p.text), err)
		return false
	}
	p.re = re
	if text := p.text[end+1:]; text != "" {
		digits, negative := strings.CutPrefix(text, "-")
		n, ok := decimal(digits)
		if v, err := strconv.ParseUint(strings.TrimPrefix(digits, "+"), 10, 64); !ok || err != nil || v > math.MaxInt64 || negative && digits[0] == '+' {
			call.Errorf("%s: integer expected after delimiter", command.Quote(p.text))
			return false
		}
		if p.offset = n; negative {
			p.offset = -n
		}
	}
	return true
}

func (p *splitPattern) repetition(call *command.Call, text string) bool {
	if !strings.HasSuffix(text, "}") {
		call.Errorf("%s: '}' is required in repeat count", command.Quote(text))
		return false
	}
	if text == "{*}" {
		p.forever = true
		return true
	}
	n, ok := decimal(text[1 : len(text)-1])
	if !ok {
		call.Errorf("%s}: integer required between '{' and '}'", command.Quote(text[:len(text)-1]))
		return false
	}
	p.repeat = n
	return true
}

// longestNumber bounds the digits in names of pieces: no filesystem takes names
// that are longer.
const longestNumber = 4096

// pieceNames returns what makes names of numbers, as -b, -f and -n have it.
func pieceNames(call *command.Call, p *option.Parsed) (name func(n int) string, ok bool) {
	prefix, digits := "xx", 2
	for _, o := range p.Options {
		switch o.Name {
		case "f":
			prefix = o.Value
		case "n":
			n, err := command.ParseSize(o.Value, "")
			if err != nil || n > math.MaxInt32 {
				why := ""
				if err == nil || err == errTooLarge {
					why = ": Value too large for defined data type"
				}
				call.Errorf("invalid number: %s%s", command.Quote(o.Value), why)
				return nil, false
			}
			digits = int(min(n, longestNumber))
		}
	}
	format, given := p.Last("b")
	if !given {
		return func(n int) string { return fmt.Sprintf("%s%0*d", prefix, digits, n) }, true
	}
	format, problem := numberFormat(format)
	if problem != "" {
		call.Errorf("%s", problem)
		return nil, false
	}
	return func(n int) string { return prefix + fmt.Sprintf(format, n) }, true
}

// numberFormat turns a format of printf(3) with one conversion of an integer
// into one of package fmt.
func numberFormat(format string) (goFormat, problem string) {
	var b strings.Builder
	found := false
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		if strings.HasPrefix(format[i+1:], "%") {
			b.WriteString("%%")
			i++
			continue
		}
		if found {
			return "", "too many % conversion specifications in suffix"
		}
		found = true
		spec, n, why := conversion(format[i+1:])
		if why != "" {
			return "", why
		}
		b.WriteString(spec)
		i += n
	}
	if !found {
		return "", "missing % conversion specification in suffix"
	}
	return b.String(), ""
}

// conversion reads what follows a percent sign.
func conversion(text string) (spec string, n int, problem string) {
	flags, width, precision := "", "", ""
	thousands, alternative := false, false
	for ; n < len(text) && strings.IndexByte("-0'#", text[n]) >= 0; n++ {
		switch c := text[n]; c {
		case '\'':
			thousands = true
		case '#':
			alternative = true
			flags += "#"
		default:
			flags += string(c)
		}
	}
	number := func() string {
		start := n
		for n < len(text) && isDigit(text[n]) {
			n++
		}
		if v, err := strconv.Atoi(text[start:n]); n > start && (err != nil || v > longestNumber) {
			return strconv.Itoa(longestNumber)
		}
		return text[start:n]
	}
	width = number()
	if n < len(text) && text[n] == '.' {
		n++
		precision = "." + number()
	}
	if n == len(text) {
		return "", 0, "missing conversion specifier in suffix"
	}
	c := text[n]
	wrong := func(flag byte) string {
		return fmt.Sprintf("invalid flags in conversion specification: %%%c%c", flag, c)
	}
	switch {
	case strings.IndexByte("diu", c) >= 0 && alternative:
		return "", 0, wrong('#')
	case strings.IndexByte("oxX", c) >= 0 && thousands:
		return "", 0, wrong('\'')
	case strings.IndexByte("diu", c) >= 0:
		c = 'd'
	case strings.IndexByte("oxX", c) >= 0:
	case c < ' ' || c > '~':
		return "", 0, fmt.Sprintf("invalid conversion specifier in suffix: \\%.3o", c)
	default:
		return "", 0, fmt.Sprintf("invalid conversion specifier in suffix: %c", c)
	}
	return "%" + flags + width + precision + string(rune(c)), n + 1, ""
}
