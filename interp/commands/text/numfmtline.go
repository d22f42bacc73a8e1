package text

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/aegish/aegish/interp/command"
)

// setFormat takes over a FORMAT: text, one %f directive with the flags 0, ' and
// -, a width and a precision, and text.
func (n *numfmter) setFormat(f string) bool {
	m := regexp.MustCompile(`^((?:[^%]|%%)*)%([0' -]*)([0-9]{0,4})(?:\.([0-9]{0,2}))?f((?:[^%]|%%)*)$`).FindStringSubmatch(f)
	if m == nil {
		quoted, directives := command.Quote(f), strings.Count(strings.ReplaceAll(f, "%%", ""), "%")
		switch {
		case directives == 0:
			n.call.Errorf("format %s has no %% directive", quoted)
		case directives > 1:
			n.call.Errorf("format %s has too many %% directives", quoted)
		case strings.HasSuffix(f, "%"):
			n.call.Errorf("format %s ends in %%", quoted)
		default:
			n.call.Errorf("invalid format %s, directive must be %%[0]['][-][N][.][N]f", quoted)
		}
		return false
	}
	n.before, n.after = strings.ReplaceAll(m[1], "%%", "%"), strings.ReplaceAll(m[5], "%%", "%")
	n.zeros, n.grouping = strings.Contains(m[2], "0"), strings.Contains(m[2], "'")
	if width, err := strconv.Atoi(m[3]); err == nil && width > 0 {
		n.padding = width
		if strings.Contains(m[2], "-") {
			n.padding = -width
		}
	}
	if strings.Contains(f[len(m[1]):len(f)-len(m[5])], ".") {
		n.precision, _ = strconv.Atoi("0" + m[4])
	}
	return true
}

// line converts the fields of a line; ok is false when an invalid number ends
// the run; out is then what comes before it.
func (n *numfmter) line(text string) (out string, ok bool) {
	var b strings.Builder
	for field := 1; ; field++ {
		var end int
		if n.delim != "" {
			end = strings.Index(text, n.delim)
		} else {
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
		if n.delim == "" {
			b.WriteByte(' ')
		} else {
			b.WriteString(n.delim)
		}
		text = text[end+1:]
	}
}

func (n *numfmter) field(text string, field int) (string, bool) {
	trimmed := strings.TrimLeft(text, n.blanks)
	padding := n.padding
	if padding == 0 && n.delim == "" && (len(trimmed) < len(text) || field > 1) {
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
	return regexp.MustCompile(`^-?([0-9]+(?:\.([0-9]+))?)`)
})

// read is the value of a number with a suffix, and how many digits stand behind
// its point.
func (n *numfmter) read(text string) (v *big.Rat, digits int, problem string) {
	m := numfmtNumber().FindStringSubmatch(text)
	if m == nil {
		return nil, 0, "invalid number: " + command.Quote(text)
	}
	if len(m[1]) > 27 {
		return nil, 0, "value too large to be converted: " + command.Quote(text)
	}
	v, _ = new(big.Rat).SetString(m[0])
	rest := strings.TrimLeft(text[len(m[0]):], " ")
	power, base := 0, int64(1000)
	if rest != "" {
		power = strings.IndexByte("KMGTPEZY", rest[0]) + 1
		if power == 0 {
			return nil, 0, "invalid suffix in input: " + command.Quote(text)
		}
		if n.from == "none" {
			return nil, 0, "rejecting suffix in input: " + command.Quote(text) + " (consider using --from)"
		}
		rest = rest[1:]
		doubled := strings.HasPrefix(rest, "i")
		switch {
		case n.from == "auto" && doubled:
			base, rest = 1024, rest[1:]
		case n.from == "iec-i" && !doubled:
			return nil, 0, "missing 'i' suffix in input: " + command.Quote(text) + " (e.g Ki/Mi/Gi)"
		case n.from == "iec-i":
			base, rest = 1024, rest[1:]
		case n.from == "iec":
			base = 1024
		}
		if rest != "" {
			return nil, 0, "invalid suffix in input " + command.Quote(text) + ": " + command.Quote(rest)
		}
	} else if n.from == "iec-i" {
		return nil, 0, "missing 'i' suffix in input: " + command.Quote(text) + " (e.g Ki/Mi/Gi)"
	} else {
		digits = len(m[2])
	}
	v.Mul(v, new(big.Rat).SetInt(raise(base, power)))
	return v.Mul(v, big.NewRat(n.fromUnit, n.toUnit)), digits, ""
}

// raise is base to the power of n.
func raise(base int64, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(n)), nil)
}

// rounded is v with the given number of digits behind the point.
func (n *numfmter) rounded(v *big.Rat, digits int) *big.Rat {
	scale := new(big.Rat).SetInt(raise(10, digits))
	x := new(big.Rat).Mul(v, scale)
	whole, rest := new(big.Int).QuoRem(x.Num(), x.Denom(), new(big.Int))
	away := false
	switch n.round {
	case "up":
		away = rest.Sign() > 0
	case "down":
		away = rest.Sign() < 0
	case "from-zero":
		away = rest.Sign() != 0
	case "nearest":
		away = new(big.Int).Lsh(rest, 1).CmpAbs(x.Denom()) >= 0
	}
	if away {
		whole.Add(whole, big.NewInt(int64(x.Sign())))
	}
	return x.Quo(new(big.Rat).SetInt(whole), scale)
}

// show writes a value with the suffixes of --to.
func (n *numfmter) show(v *big.Rat, digits, padding int) (text, problem string) {
	if n.precision >= 0 {
		digits = n.precision
	}
	if n.to == "none" {
		if whole := new(big.Int).Quo(v.Num(), v.Denom()); len(whole.Text(10))-max(0, -whole.Sign())+digits > 18 {
			f, _ := v.Float64()
			short := strings.Replace(strconv.FormatFloat(f, 'g', 6, 64), "e+0", "e+0", 1)
			if digits > 0 {
				return "", fmt.Sprintf("value/precision too large to be printed: '%s/%d' (consider using --to)", short, digits)
			}
			return "", fmt.Sprintf("value too large to be printed: '%s' (consider using --to)", short)
		}
		text = printed(n.rounded(v, digits), digits, v.Sign() < 0)
	} else {
		text = n.scaled(v)
	}
	return n.padded(text, padding), ""
}

// padded puts what the options want around a number.
func (n *numfmter) padded(text string, padding int) string {
	text += n.suffix
	width := max(padding, -padding)
	switch {
	case len(text) >= width:
	case padding < 0:
		text += strings.Repeat(" ", width-len(text))
	case n.zeros:
		sign := strings.HasPrefix(text, "-")
		text = strings.Repeat("0", width-len(text)) + strings.TrimPrefix(text, "-")
		if sign {
			text = "-" + text
		}
	default:
		text = strings.Repeat(" ", width-len(text)) + text
	}
	return n.before + text + n.after
}

// scaled divides v by the greatest power that leaves a digit before the point.
func (n *numfmter) scaled(v *big.Rat) string {
	base := big.NewRat(1000, 1)
	if n.to != "si" {
		base.SetInt64(1024)
	}
	x, power := new(big.Rat).Set(v), 0
	for ; new(big.Rat).Abs(x).Cmp(base) >= 0; power++ {
		x.Quo(x, base)
	}
	ten := big.NewRat(10, 1)
	digits := 0
	if n.precision >= 0 {
		digits = min(power*3, n.precision)
	} else if new(big.Rat).Abs(x).Cmp(ten) < 0 {
		digits = 1
	}
	x = n.rounded(x, digits)
	if new(big.Rat).Abs(x).Cmp(base) >= 0 {
		x.Quo(x, base)
		power++
	}
	shown := 0
	if n.precision >= 0 {
		shown = n.precision
	} else if x.Sign() != 0 && new(big.Rat).Abs(x).Cmp(ten) < 0 && power > 0 {
		shown = 1
	}
	text := printed(x, shown, v.Sign() < 0)
	if power > 0 {
		text += " KMGTPEZYRQ"[min(power, 10):][:1]
		if n.to == "iec-i" {
			text += "i"
		}
	}
	return text
}

// printed is x as printf(3) writes it: halves go to the even digit, and a zero
// keeps its sign.
func printed(x *big.Rat, digits int, negative bool) string {
	scale := new(big.Rat).SetInt(raise(10, digits))
	y := new(big.Rat).Mul(new(big.Rat).Abs(x), scale)
	whole, rest := new(big.Int).QuoRem(y.Num(), y.Denom(), new(big.Int))
	if half := rest.Lsh(rest, 1).Cmp(y.Denom()); half > 0 || half == 0 && whole.Bit(0) == 1 {
		whole.Add(whole, big.NewInt(1))
	}
	text := y.Quo(new(big.Rat).SetInt(whole), scale).FloatString(digits)
	if negative {
		return "-" + text
	}
	return text
}
