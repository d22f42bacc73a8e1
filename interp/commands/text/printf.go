package text

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
)

// printer is the program printf, which differs from the builtin of the shell in
// its messages.
type printer struct {
	ranged bool // the current argument was reported as out of range
	call   *command.Call
	out    *command.Output
	args   []string
	status int
	stop   bool
	cut    bool // by \c, which ends the program with success
}

func printf(_ context.Context, call *command.Call) int {
	args := call.Args[1:]
	out := command.NewOutput(call)
	if len(args) == 1 && (args[0] == "--help" || args[0] == "--version") {
		text := call.Name() + " (aegish)\n"
		if args[0] == "--help" {
			text = "Usage: " + call.Name() + " FORMAT [ARGUMENT]...\nWrite the arguments as FORMAT says: printf(3), and %b and %q.\n"
		}
		out.WriteString(text)
		return out.Finish(0, 1)
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		call.Errorf("missing operand")
		fmt.Fprintf(call.Stderr, "Try '%s --help' for more information.\n", call.Name())
		return 1
	}
	p := &printer{call: call, out: out, args: args[1:]}
	for {
		before := len(p.args)
		used := p.format(args[0])
		if p.stop || out.Err() != nil || len(p.args) == 0 {
			break
		}
		if !used || len(p.args) == before {
			out.Flush()
			call.Errorf("warning: ignoring excess arguments, starting with %s", command.Quote(p.args[0]))
			break
		}
	}
	if p.cut {
		p.status = 0
	}
	return out.Finish(p.status, 1)
}

func (p *printer) fail(format string, args ...any) {
	p.out.Flush()
	p.call.Errorf(format, args...)
	p.status = 1
}

func (p *printer) next() (string, bool) {
	if len(p.args) == 0 {
		return "", false
	}
	a := p.args[0]
	p.args = p.args[1:]
	return a, true
}

// format goes through the format once and tells whether it takes arguments.
func (p *printer) format(f string) (used bool) {
	for i := 0; i < len(f) && !p.stop; {
		switch {
		case f[i] == '\\':
			n, text, stop := escape(f[i:], false)
			if n < 0 {
				p.fail("missing hexadecimal number in escape")
				p.stop = true
				return used
			}
			p.out.WriteString(text)
			p.stop, p.cut = stop, stop
			i += n
		case f[i] == '%' && i+1 < len(f) && f[i+1] == '%':
			p.out.WriteByte('%')
			i += 2
		case f[i] == '%':
			used = true
			i += p.directive(f[i:])
		default:
			p.out.WriteByte(f[i])
			i++
		}
	}
	return used
}

// directive handles one % and returns its length.
func (p *printer) directive(f string) int {
	i := 1
	spec := "%"
	for i < len(f) && strings.IndexByte("-+ #0'", f[i]) >= 0 {
		if f[i] != '\'' {
			spec += f[i : i+1]
		}
		i++
	}
	const widest = 1 << 20
	count := func() (int, bool) {
		if i < len(f) && f[i] == '*' {
			i++
			a, _ := p.next()
			return int(max(min(p.integer(a).Int64(), widest), -widest)), true
		}
		start := i
		for i < len(f) && isDigit(f[i]) {
			i++
		}
		n, _ := strconv.Atoi(f[start:i])
		return min(n, widest), i > start
	}
	if n, ok := count(); ok && n != 0 { // a zero would be a flag
		spec += strconv.Itoa(n)
	}
	precision := -1
	if i < len(f) && f[i] == '.' {
		i++
		if precision, _ = count(); precision >= 0 {
			spec += "." + strconv.Itoa(precision)
		}
	}
	for i < len(f) && strings.IndexByte("hlLqjzt", f[i]) >= 0 {
		if f[i] == 'q' {
			break
		}
		i++
	}
	if i >= len(f) {
		p.fail("%s: invalid conversion specification", f)
		p.stop = true
		return len(f)
	}
	verb := f[i]
	i++
	p.convert(spec, verb, precision, f[:i])
	return i
}

func (p *printer) convert(spec string, verb byte, precision int, whole string) {
	flags := flagsOf(spec)
	if strings.IndexByte("sc", verb) >= 0 && strings.ContainsAny(flags, "0#") || (verb == 'b' || verb == 'q') && len(spec) > 1 || verb == 'c' && precision >= 0 {
		p.fail("%s: invalid conversion specification", whole)
		p.stop = true
		return
	}
	arg, has := p.next()
	switch verb {
	case 's':
		p.pad(spec, arg, precision)
	case 'b':
		text, stop := unescape(arg)
		p.stop, p.cut = stop, stop
		p.pad(spec, text, precision)
	case 'q':
		if has {
			p.out.WriteString(command.QuoteIfNeeded(arg))
		}
	case 'c':
		if arg == "" {
			arg = "\x00"
		}
		p.pad(spec, arg[:min(len(arg), 1)], -1)
	case 'd', 'i', 'u', 'o', 'x', 'X':
		n := new(big.Int)
		if has {
			p.ranged = false
			n = p.integer(arg)
			if (verb == 'd' || verb == 'i') && !n.IsInt64() {
				p.outOfRange(arg)
				n.SetInt64(1<<63 - 1)
			}
		}
		if verb != 'd' && verb != 'i' && n.Sign() < 0 {
			n.Add(n, new(big.Int).Lsh(big.NewInt(1), 64))
		}
		p.number(spec, verb, precision, n)
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		p.float(spec, verb, arg, has)
	default:
		p.fail("%s: invalid conversion specification", whole)
		p.stop = true
	}
}

// pad writes text in a field; widths count bytes.
func (p *printer) pad(spec, text string, precision int) {
	if precision >= 0 && precision < len(text) {
		text = text[:precision]
	}
	left, width := fieldOf(spec)
	gap := strings.Repeat(" ", max(width-len(text), 0))
	if left {
		text, gap = gap, text
	}
	p.out.WriteString(gap)
	p.out.WriteString(text)
}

// flagsOf are the flags of a conversion.
func flagsOf(spec string) string {
	return spec[1 : len(spec)-len(strings.TrimLeft(spec[1:], "-+ #0"))]
}

func fieldOf(spec string) (left bool, width int) {
	flags := strings.TrimLeft(spec[1:], "-+ #0")
	left = strings.Contains(spec[:len(spec)-len(flags)], "-")
	digits, _, _ := strings.Cut(flags, ".")
	width, _ = strconv.Atoi(strings.TrimLeft(digits, "-"))
	return left, width
}

// number writes an integer as printf(3) does.
func (p *printer) number(spec string, verb byte, precision int, n *big.Int) {
	base := map[byte]int{'o': 8, 'x': 16, 'X': 16}[verb]
	if base == 0 {
		base = 10
	}
	digits := new(big.Int).Abs(n).Text(base)
	if precision == 0 && n.Sign() == 0 {
		digits = ""
	}
	digits = strings.Repeat("0", max(precision-len(digits), 0)) + digits
	flags := spec[:len(spec)-len(strings.TrimLeft(spec[1:], "-+ #0"))]
	sign := ""
	switch signed := verb == 'd' || verb == 'i'; {
	case n.Sign() < 0:
		sign = "-"
	case signed && strings.Contains(flags, "+"):
		sign = "+"
	case signed && strings.Contains(flags, " "):
		sign = " "
	case strings.Contains(flags, "#") && n.Sign() != 0 && base == 16:
		sign = "0x"
	case strings.Contains(flags, "#") && base == 8 && !strings.HasPrefix(digits, "0"):
		digits = "0" + digits
	}
	left, width := fieldOf(spec)
	if strings.Contains(flags, "0") && !left && precision < 0 {
		digits = strings.Repeat("0", max(width-len(sign)-len(digits), 0)) + digits
	}
	text := sign + digits
	if verb == 'X' {
		text = strings.ToUpper(text)
	}
	p.pad(spec, text, -1)
}

// integer reads a number in C's notation, or 'c for a character's code.
func (p *printer) integer(arg string) *big.Int {
	n := new(big.Int)
	if arg == "" {
		return n
	}
	if len(arg) > 1 && (arg[0] == '"' || arg[0] == '\'') {
		r, size := utf8.DecodeRuneInString(arg[1:])
		if r == utf8.RuneError && size == 1 || p.call.Bytewise() {
			r, size = rune(arg[1]), 1
		}
		if rest := arg[1+size:]; rest != "" {
			p.out.Flush()
			p.call.Errorf("warning: %s: character(s) following character constant have been ignored", rest)
		}
		return n.SetInt64(int64(r))
	}
	text := strings.TrimLeft(arg, " \t\n\v\f\r")
	sign := ""
	if text != "" && (text[0] == '-' || text[0] == '+') {
		sign, text = text[:1], text[1:]
	}
	base, digits, prefix := 10, "0123456789", 0
	switch {
	case len(text) > 2 && (text[:2] == "0x" || text[:2] == "0X") && isHex(text[2]):
		base, digits, prefix = 16, "0123456789abcdefABCDEF", 2
	case strings.HasPrefix(text, "0"):
		base, digits = 8, "01234567"
	}
	end := prefix
	for end < len(text) && strings.IndexByte(digits, text[end]) >= 0 {
		end++
	}
	if end == prefix {
		p.fail("%s: expected a numeric value", command.Quote(arg))
		return n
	}
	n.SetString(sign+text[prefix:end], base)
	if end < len(text) {
		p.fail("%s: value not completely converted", command.Quote(arg))
	}
	if !n.IsInt64() && !n.IsUint64() {
		p.outOfRange(arg)
		if n.Sign() < 0 {
			return n.SetInt64(-1 << 63)
		}
		return n.SetUint64(1<<64 - 1)
	}
	return n
}

// outOfRange reports a number, once.
func (p *printer) outOfRange(arg string) {
	if !p.ranged {
		p.fail("%s: Numerical result out of range", command.Quote(arg))
	}
	p.ranged = true
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func (p *printer) float(spec string, verb byte, arg string, has bool) {
	v := new(big.Float).SetPrec(longDouble)
	switch {
	case !has || arg == "":
	case len(arg) > 1 && (arg[0] == '"' || arg[0] == '\''):
		v.SetInt(p.integer(arg))
	default:
		text := strings.TrimLeft(arg, " \t\n\v\f\r")
		end := len(text)
		for end > 0 {
			if _, _, err := v.Parse(strings.ReplaceAll(text[:end], "_", "?"), 0); err == nil && !strings.ContainsAny(text[:end], "pPoObB") {
				break
			}
			end--
		}
		if end == 0 {
			v.SetInt64(0)
			p.fail("%s: expected a numeric value", command.Quote(arg))
		} else if end < len(text) {
			p.fail("%s: value not completely converted", command.Quote(arg))
		}
	}
	f := seqFormat{verb: verb, precision: 6}
	flags := strings.TrimLeft(spec[1:], "-+ #0")
	f.flags = spec[1 : len(spec)-len(flags)]
	width, precision, given := strings.Cut(flags, ".")
	if f.width, _ = strconv.Atoi(width); f.width < 0 {
		f.width, f.flags = -f.width, f.flags+"-"
	}
	if given {
		f.precision, _ = strconv.Atoi(precision)
	}
	if verb|0x20 == 'a' {
		text := hexadecimal(v, given, f.precision)
		sign := ""
		switch {
		case v.Signbit():
			sign = "-"
		case strings.Contains(f.flags, "+"):
			sign = "+"
		case strings.Contains(f.flags, " "):
			sign = " "
		}
		if strings.Contains(f.flags, "0") && !strings.Contains(f.flags, "-") && !v.IsInf() {
			text = "0x" + strings.Repeat("0", max(f.width-len(sign)-len(text), 0)) + text[2:]
		}
		if text = sign + text; verb == 'A' {
			text = strings.ToUpper(text)
		}
		p.pad(spec, text, -1)
		return
	}
	p.out.WriteString(f.number(v))
}
