package text

import (
	"context"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var seqOptions = option.Set{
	Usage: "[OPTION]... [FIRST [INCREMENT]] LAST",
	About: "Write numbers from FIRST to LAST, in steps of INCREMENT.",
	Stop:  true,
	Options: []option.Option{
		{Short: 'f', Long: "format", Arg: option.Required, Name: "FORMAT", Help: "a printf format with one of e, f and g"},
		{Short: 's', Long: "separator", Arg: option.Required, Name: "STRING", Help: "separate numbers with STRING instead of newlines"},
		{Short: 'w', Long: "equal-width", Help: "make numbers equally wide with zeros before them"},
	},
}

// longDouble is the precision that the original computes with.
const longDouble = 64

// seqNumber is an operand.
type seqNumber struct {
	value    *big.Float
	decimals int // behind the point; -1 when it can not be told
	width    int
}

func seq(ctx context.Context, call *command.Call) int {
	args := call.Args[1:]
	// Negative numbers are no options.
	for i := 0; i < len(args); i++ {
		a := args[i]
		if len(a) > 1 && a[0] == '-' && (isDigit(a[1]) || a[1] == '.') {
			args = append(append(append([]string{}, args[:i]...), "--"), args[i:]...)
			break
		}
		if !strings.HasPrefix(a, "-") || a == "--" {
			break
		}
		if a == "-f" || a == "-s" || a == "--format" || a == "--separator" {
			i++ // what follows is its argument
		}
	}
	p, status, ok := seqOptions.ParseArgs(call, args)
	if !ok {
		return status
	}
	switch n := len(p.Operands); {
	case n == 0:
		return seqOptions.Misuse(call, "missing operand")
	case n > 3:
		return seqOptions.Misuse(call, "extra operand %s", command.Quote(p.Operands[3]))
	}
	format, given := p.Last("f")
	var f seqFormat
	if given {
		var problem string
		if f, problem = parseSeqFormat(format); problem != "" {
			call.Errorf("%s", problem)
			return 1
		}
	}
	if given && p.Has("w") {
		return seqOptions.Misuse(call, "format string may not be specified when printing equal width strings")
	}
	first, step, last := seqNumber{big.NewFloat(1), 0, 1}, seqNumber{big.NewFloat(1), 0, 1}, seqNumber{}
	targets := [][]*seqNumber{{&last}, {&first, &last}, {&first, &step, &last}}[len(p.Operands)-1]
	for i, text := range p.Operands {
		n, problem := parseSeq(text)
		if problem != "" {
			return seqOptions.Misuse(call, "%s", problem)
		}
		*targets[i] = n
		if step.value.Sign() == 0 {
			return seqOptions.Misuse(call, "invalid Zero increment value: %s", command.Quote(text))
		}
	}
	sep := "\n"
	if s, given := p.Last("s"); given {
		sep = s
	}
	if !given {
		f = defaultSeqFormat(first, step, last, p.Has("w"))
	}
	out := command.NewOutput(call)
	if from, ok := manyDigits(p.Operands); ok && !given && !p.Has("w") {
		writeDigits(ctx, out, from, sep)
		return out.Finish(0, 1)
	}
	if writeDecimals(ctx, out, first, step, last, f, sep) {
		return out.Finish(0, 1)
	}
	writeSeq(ctx, out, first.value, step.value, last.value, f, sep)
	return out.Finish(0, 1)
}

func parseSeq(text string) (seqNumber, string) {
	bad := "invalid floating point argument: " + command.Quote(text)
	trimmed := strings.TrimLeft(text, " \t\n\v\f\r+")
	value, _, err := big.ParseFloat(trimmed, 0, longDouble, big.ToNearestEven)
	if err != nil || strings.ContainsAny(trimmed, "_pPoObB") && !strings.HasPrefix(trimmed, "0x") {
		if strings.EqualFold(strings.TrimLeft(trimmed, "-"), "nan") {
			return seqNumber{}, "invalid " + command.Quote("not-a-number") + " argument: " + command.Quote(text)
		}
		return seqNumber{}, bad
	}
	n := seqNumber{value: value, width: len(trimmed)}
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(trimmed), "e")
	if strings.HasPrefix(strings.TrimLeft(mantissa, "-"), "0x") || value.IsInf() {
		// Neither has a width; one with a fraction or exponent no number of decimals.
		if n.width = 0; strings.ContainsAny(trimmed, ".pP") {
			n.decimals = -1
		}
		return n, ""
	}
	if _, fraction, point := strings.Cut(mantissa, "."); point {
		n.decimals = len(fraction)
		switch {
		case fraction == "":
			n.width--
		case strings.HasPrefix(strings.TrimLeft(mantissa, "-"), "."):
			n.width++ // the zero before the point
		}
	}
	if hasExponent {
		e, err := strconv.Atoi(exponent)
		if err != nil || e > 4000 || e < -4000 {
			return seqNumber{}, bad
		}
		n.decimals = max(n.decimals-e, 0)
		n.width = len(value.Text('f', n.decimals))
	}
	return n, ""
}

func writeSeq(ctx context.Context, out *command.Output, first, step, last *big.Float, f seqFormat, sep string) {
	if writeIntegers(ctx, out, first, step, last, f, sep) {
		return
	}
	value := new(big.Float).SetPrec(longDouble).Set(first)
	over := func(v *big.Float) bool {
		if step.Sign() > 0 {
			return v.Cmp(last) > 0
		}
		return v.Cmp(last) < 0
	}
	if over(value) {
		return
	}
	for i := int64(1); ; i++ {
		text := f.number(value)
		out.WriteString(f.before + text + f.after)
		product := new(big.Float).SetPrec(longDouble).SetInt64(i)
		next := new(big.Float).SetPrec(longDouble)
		next.Add(first, product.Mul(product, step))
		if over(next) {
			// What is beyond LAST by an error of rounding, but written the
			// same, belongs to the sequence.
			shown, _, err := big.ParseFloat(strings.TrimSpace(f.number(next)), 10, longDouble, big.ToNearestEven)
			if err != nil || shown.Cmp(last) != 0 || f.number(next) == text {
				break
			}
		}
		value = next
		if _, err := out.WriteString(sep); err != nil || i%1024 == 0 && ctx.Err() != nil {
			return
		}
	}
	out.WriteByte('\n')
}

// writeIntegers is the fast way for plain integers; false when they are not.
func writeIntegers(ctx context.Context, out *command.Output, first, step, last *big.Float, f seqFormat, sep string) bool {
	if !first.IsInt() || !step.IsInt() || f.verb != 'f' || f.precision != 0 || f.width > 0 && f.flags != "0" || f.width == 0 && f.flags != "" || f.before != "" || f.after != "" || first.Signbit() && first.Sign() == 0 {
		return false
	}
	a, acc := first.Int64()
	s, acc2 := step.Int64()
	if acc != big.Exact || acc2 != big.Exact {
		return false
	}
	end, acc3 := last.Int64()
	if acc3 != big.Exact && (last.IsInf() || last.IsInt() || end == math.MaxInt64 || end == math.MinInt64) {
		return false
	}
	if acc3 == big.Above && s > 0 {
		end--
	} else if acc3 == big.Below && s < 0 {
		end++
	}
	if s > 0 && a > end || s < 0 && a < end {
		return true
	}
	var digits [24]byte
	for i := 0; ; i++ {
		text := strconv.AppendInt(digits[:0], a, 10)
		if pad := f.width - len(text); pad > 0 {
			if text[0] == '-' {
				out.WriteByte('-')
				text = text[1:]
			}
			for ; pad > 0; pad-- {
				out.WriteByte('0')
			}
		}
		out.Write(text)
		if s > 0 && a > end-s || s < 0 && a < end-s {
			break
		}
		a += s
		if _, err := out.WriteString(sep); err != nil || i%4096 == 0 && ctx.Err() != nil {
			return true
		}
	}
	out.WriteByte('\n')
	return true
}

// manyDigits tells whether all operands are digits alone and some too long for
// an int64; then they are first, step and last.
func manyDigits(operands []string) (n [3]*big.Int, ok bool) {
	n[0], n[1] = big.NewInt(1), big.NewInt(1)
	long := false
	for i, text := range operands {
		v, valid := new(big.Int).SetString(text, 10)
		if !valid || strings.Trim(text, "0123456789") != "" || len(text) > 4096 {
			return n, false
		}
		long = long || !v.IsInt64()
		n[[][]int{{2}, {0, 2}, {0, 1, 2}}[len(operands)-1][i]] = v
	}
	return n, long
}

func writeDigits(ctx context.Context, out *command.Output, n [3]*big.Int, sep string) {
	value := new(big.Int).Set(n[0])
	if value.Cmp(n[2]) > 0 {
		return
	}
	for ctx.Err() == nil {
		out.WriteString(value.String())
		if value.Add(value, n[1]); value.Cmp(n[2]) > 0 {
			break
		}
		if _, err := out.WriteString(sep); err != nil {
			return
		}
	}
	out.WriteByte('\n')
}
