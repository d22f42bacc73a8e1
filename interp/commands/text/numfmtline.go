package text

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/aegish/aegish/interp/command"
)

// line converts the fields of a line; ok is false when an invalid number ends
// the run; out is then what comes before it.
func (n *numfmter) line(text string) (out string, ok bool) {
	var b strings.Builder
	for field := 1; ; field++ {
		var end int
		switch {
		case n.delimited && n.delim == "": // the line is the only field
			end = -1
		case n.delimited:
			end = strings.Index(text, n.delim)
		default:
			blanks := len(text) - len(strings.TrimLeft(text, n.blanks))
			end = strings.IndexAny(text[blanks:], n.blanks)
			if end >= 0 {
				end += blanks
			}
		}
		part, more := text, end >= 0
		if more {
			part = text[:end]
		}
		if slices.ContainsFunc(n.fields, func(s span) bool { return s.lo <= field && field <= s.hi }) {
			if part, ok = n.field(part, field); !ok {
				return b.String(), false
			}
		}
		b.WriteString(part)
		if !more {
			return b.String(), true
		}
		if n.delimited {
			b.WriteString(n.delim)
		} else {
			b.WriteByte(' ')
		}
		text = text[end+1:]
	}
}

func (n *numfmter) field(text string, field int) (string, bool) {
	trimmed := strings.TrimLeft(text, " \t")
	padding := n.padding
	if padding == 0 && !n.delimited && (len(trimmed) < len(text) || field > 1) {
		padding = len(text)
	}
	number := trimmed
	if len(n.suffix) < len(number) {
		number = strings.TrimSuffix(number, n.suffix)
	}
	if s, ok := n.plain(number); ok {
		return n.padded(s, padding), true
	}
	value, digits, problem := n.read(number)
	if problem == "" {
		var s string
		if s, problem = n.show(value, digits, padding); problem == "" {
			return s, true
		}
	}
	n.failed = true
	if n.invalid != "ignore" {
		n.call.Errorf("%s", problem)
	}
	if n.invalid == "abort" || n.invalid == "fail" {
		n.status = 2
	}
	return text, n.invalid != "abort"
}

var numfmtNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(-?)([0-9]*)(\.[0-9]*)?`)
})

// read is the value of a number with a suffix, and how many digits stand behind
// its point.
func (n *numfmter) read(text string) (v *big.Float, digits int, problem string) {
	m := numfmtNumber().FindStringSubmatch(text)
	rest := text[len(m[0]):]
	if m[2] == "" && m[3] == "" || m[3] == "." && !strings.HasPrefix(rest, ".") {
		return nil, 0, "invalid number: " + command.Quote(text)
	}
	v, ok := readLongDouble(m[1] == "-", m[2], strings.TrimPrefix(m[3], "."))
	if !ok {
		return nil, 0, "value too large to be converted: " + command.Quote(text)
	}
	power, base := 0, int64(1000)
	if rest == "" {
		digits = max(len(m[3])-1, 0)
	}
	behind := rest != ""
	switch rest = strings.TrimLeft(rest, " "); {
	case behind && rest == "" && n.from == "none": // blanks alone count as a suffix
		return nil, 0, "rejecting suffix in input: " + command.Quote(text) + " (consider using --from)"
	case behind && rest != "":
		power = strings.IndexByte("KMGTPEZY", rest[0]) + 1
		switch {
		case power == 0:
			return nil, 0, "invalid suffix in input: " + command.Quote(text)
		case n.from == "none":
			return nil, 0, "rejecting suffix in input: " + command.Quote(text) + " (consider using --from)"
		}
		rest = rest[1:]
	}
	doubled := strings.HasPrefix(rest, "i")
	switch {
	case n.from == "iec-i" && !doubled:
		return nil, 0, "missing 'i' suffix in input: " + command.Quote(text) + " (e.g Ki/Mi/Gi)"
	case n.from == "iec-i", n.from == "auto" && doubled:
		base, rest = 1024, rest[1:]
	case n.from == "iec":
		base = 1024
	}
	if rest != "" {
		return nil, 0, "invalid suffix in input " + command.Quote(text) + ": " + command.Quote(rest)
	}
	v.Mul(v, longPower(base, power))
	if n.fromUnit != 1 || n.toUnit != 1 {
		v.Mul(v, longUint(n.fromUnit)).Quo(v, longUint(n.toUnit))
	}
	return v, digits, ""
}

// show writes a value with the suffixes of --to.
func (n *numfmter) show(v *big.Float, digits, padding int) (text, problem string) {
	if n.precision >= 0 {
		digits = n.precision
	}
	if n.to != "none" {
		return n.padded(n.scaled(v), padding), ""
	}
	if _, power := divided(v, 10); power+digits > 18 {
		shown := generalFloat(v, 6, false)
		if digits > 0 {
			return "", fmt.Sprintf("value/precision too large to be printed: '%s/%d' (consider using --to)", shown, digits)
		}
		return "", fmt.Sprintf("value too large to be printed: '%s' (consider using --to)", shown)
	}
	return n.padded(n.digits(n.rounded(v, digits), digits), padding), ""
}

// padded puts what the options want around a number.
func (n *numfmter) padded(text string, padding int) string {
	text += n.suffix
	width := max(padding, -padding)
	switch {
	case len(text) >= width:
	case padding < 0:
		text += strings.Repeat(" ", width-len(text))
	default:
		text = strings.Repeat(" ", width-len(text)) + text
	}
	return n.before + text + n.after
}

// digits writes a number without its suffixes, to which alone the zeros of a FORMAT
// belong.
func (n *numfmter) digits(v *big.Float, behind int) string {
	text := v.Text('f', behind)
	missing := strings.Repeat("0", max(n.zeros-len(text), 0))
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		return "-" + missing + rest
	}
	return missing + text
}

// scaled divides v by the greatest power that leaves a digit before the point.
func (n *numfmter) scaled(v *big.Float) string {
	base := int64(1000)
	if n.to != "si" {
		base = 1024
	}
	x, power := divided(v, base)
	digits := 0
	if n.precision >= 0 {
		digits = min(power*3, n.precision)
	} else if below(x, 10) {
		digits = 1
	}
	x = n.rounded(x, digits)
	if !below(x, base) {
		x.Quo(x, longInt(base))
		power++
	}
	shown := 0
	if n.precision >= 0 {
		shown = n.precision
	} else if x.Sign() != 0 && below(x, 10) && power > 0 {
		shown = 1
	}
	text := n.digits(x, shown)
	if power > 0 {
		text += " KMGTPEZYRQ"[min(power, 10):][:1]
		if n.to == "iec-i" {
			text += "i"
		}
	}
	return text
}
