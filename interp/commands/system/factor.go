package system

import (
	"context"
	"math/big"
	"strings"

	"github.com/aegish/aegish/interp/commands/gnu"
)

func factor() gnu.Program {
	return gnu.Program{
		Summary: "print the prime factors of numbers",
		Usage:   "[NUMBER]...",
		Options: []gnu.Option{{"h,exponents", "print repeated factors as p^e"}},
		Main: func(ctx context.Context, in *gnu.Invocation) int {
			if len(in.Operands) > 0 {
				factorEach(ctx, in, in.Operands)
				return in.Status()
			}
			err := eachLine(ctx, in, "-", func(line string) bool {
				factorEach(ctx, in, strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' }))
				return !in.Ended(ctx)
			})
			if err != nil {
				return in.Die("error reading input")
			}
			return in.Status()
		},
	}
}

func factorEach(ctx context.Context, in *gnu.Invocation, texts []string) {
	for _, text := range texts {
		if in.Ended(ctx) {
			return
		}
		factorOne(ctx, in, text)
	}
}

// The largest number that is tried has maxFactorBits bits, which is less than
// maxFactorDigits digits. Its test for being prime, which nothing ends, takes
// about a second.
const (
	maxFactorBits   = 4096
	maxFactorDigits = 1234
)

func factorOne(ctx context.Context, in *gnu.Invocation, text string) {
	digits := strings.TrimPrefix(strings.TrimLeft(text, " "), "+")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		in.Fail("%s is not a valid positive integer", in.Quote(text))
		return
	}
	digits = strings.TrimLeft(digits, "0")
	n := new(big.Int)
	if len(digits) <= maxFactorDigits && digits != "" {
		n.SetString(digits, 10)
	}
	if len(digits) > maxFactorDigits || n.BitLen() > maxFactorBits {
		in.Fail("%s is too large", in.Quote(text))
		return
	}
	primes := factors(ctx, n)
	if ctx.Err() != nil {
		return // a part of the factors says nothing
	}
	in.Printf("%s:", n)
	for len(primes) > 0 {
		p := primes[0]
		repeated := 1
		for repeated < len(primes) && primes[repeated].Cmp(p) == 0 {
			repeated++
		}
		primes = primes[repeated:]
		if repeated > 1 && in.Has("h") {
			in.Printf(" %s^%d", p, repeated)
			continue
		}
		in.Printf("%s", strings.Repeat(" "+p.String(), repeated))
	}
	in.Printf("\n")
}
