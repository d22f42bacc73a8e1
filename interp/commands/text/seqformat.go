package text

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// seqFormat writes a number between two texts.
type seqFormat struct {
	before, after string
	flags         string
	width         int
	precision     int
	verb          byte
}

func defaultSeqFormat(first, step, last seqNumber, equal bool) seqFormat {
	f := seqFormat{verb: 'f', precision: max(first.decimals, step.decimals)}
	if first.decimals < 0 || step.decimals < 0 || last.decimals < 0 {
		return seqFormat{verb: 'g', precision: 6}
	}
	if !equal {
		return f
	}
	// The widths are those of the operands as they would be written.
	width := func(n seqNumber) int {
		w := n.width - n.decimals
		if n.decimals > 0 {
			w--
		}
		if f.precision > 0 {
			w += 1 + f.precision
		}
		return w
	}
	f.width, f.flags = max(width(first), width(last)), "0"
	return f
}

func parseSeqFormat(text string) (f seqFormat, problem string) {
	i := 0
	next := func() int {
		for ; i < len(text); i++ {
			if text[i] == '%' {
				if i+1 < len(text) && text[i+1] == '%' {
					i++
					continue
				}
				break
			}
		}
		return i
	}
	quoted := command.Quote(text)
	start := next()
	if start == len(text) {
		return f, "format " + quoted + " has no % directive"
	}
	f.before = strings.ReplaceAll(text[:start], "%%", "%")
	i++
	from := i
	for i < len(text) && strings.IndexByte("-+#0 '", text[i]) >= 0 {
		i++
	}
	f.flags = text[from:i]
	from = i
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	f.width, _ = strconv.Atoi(text[from:i])
	f.precision = -1
	if i < len(text) && text[i] == '.' {
		i++
		from = i
		for i < len(text) && isDigit(text[i]) {
			i++
		}
		f.precision, _ = strconv.Atoi(text[from:i])
	}
	if i < len(text) && text[i] == 'L' {
		i++
	}
	switch {
	case i == len(text):
		return f, "format " + quoted + " ends in %"
	case strings.IndexByte("aefgAEFG", text[i]) < 0:
		return f, "format " + quoted + " has unknown %" + text[i:i+1] + " directive"
	case f.width > 4096 || f.precision > 4096:
		return f, "format " + quoted + " is too wide"
	}
	f.verb = text[i]
	i++
	from = i
	if next() != len(text) {
		return f, "format " + quoted + " has too many % directives"
	}
	f.after = strings.ReplaceAll(text[from:], "%%", "%")
	if f.precision < 0 && f.verb|0x20 != 'a' {
		f.precision = 6
	}
	return f, ""
}

func (f *seqFormat) number(v *big.Float) string {
	text := ""
	switch verb := f.verb | 0x20; {
	case v.IsInf():
		text = strings.TrimPrefix(v.Text('f', 0), "+")
		text = strings.ToLower(text)
	case verb == 'a':
		if text = hexadecimal(v, f.precision >= 0, f.precision); v.Sign() < 0 && text[0] != '-' {
			text = "-" + text
		}
	case verb == 'g':
		text = generalFloat(v, max(f.precision, 1), strings.Contains(f.flags, "#"))
	default:
		text = v.Text(verb, f.precision)
	}
	if f.verb < 'a' {
		text = strings.ToUpper(text)
	}
	if text[0] != '-' {
		if strings.Contains(f.flags, "+") {
			text = "+" + text
		} else if strings.Contains(f.flags, " ") {
			text = " " + text
		}
	}
	if pad := f.width - len(text); pad > 0 {
		switch {
		case strings.Contains(f.flags, "-"):
			text += strings.Repeat(" ", pad)
		case strings.Contains(f.flags, "0") && !v.IsInf():
			sign := len(text) - len(strings.TrimLeft(text, "+- "))
			text = text[:sign] + strings.Repeat("0", pad) + text[sign:]
		default:
			text = strings.Repeat(" ", pad) + text
		}
	}
	return text
}

// generalFloat is %g of printf(3).
func generalFloat(v *big.Float, precision int, alternate bool) string {
	e := v.Text('e', precision-1)
	exponent, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	text, tail := v.Text('f', max(precision-1-exponent, 0)), ""
	if exponent < -4 || exponent >= precision {
		i := strings.IndexByte(e, 'e')
		text, tail = e[:i], e[i:]
	}
	if strings.Contains(text, ".") && !alternate {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text + tail
}
