package system

import (
	"context"
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
				for _, text := range in.Operands {
					if in.Ended(ctx) {
						break
					}
					factorOne(ctx, in, text)
				}
				return in.Status()
			}
			err := eachLine(ctx, in, "-", func(line string) bool {
				for _, text := range strings.Fields(line) {
					if in.Ended(ctx) {
						break
					}
					factorOne(ctx, in, text)
				}
				return !in.Ended(ctx)
			})
			if err != nil {
				return in.Die("error reading input")
			}
			return in.Status()
		},
	}
}

// maxFactorBits is the size of the largest number that is tried.
const maxFactorBits = 128

func factorOne(ctx context.Context, in *gnu.Invocation, text string) {
	trimmed := strings.TrimPrefix(strings.TrimSpace(text), "+")
	n, ok := integer(trimmed)
	if !ok || n.Sign() < 0 || strings.HasPrefix(trimmed, "-") {
		in.Fail("%s is not a valid positive integer", in.Quote(text))
		return
	}
	if n.BitLen() > maxFactorBits {
		in.Fail("%s is too large", in.Quote(text))
		return
	}
	in.Printf("%s:", n)
	var last string
	repeated := 0
	flush := func() {
		switch {
		case repeated > 1 && in.Has("h"):
			in.Printf(" %s^%d", last, repeated)
		default:
			for range repeated {
				in.Printf(" %s", last)
			}
		}
	}
	for _, p := range factors(ctx, n) {
		if text := p.String(); text != last {
			flush()
			last, repeated = text, 0
		}
		repeated++
	}
	flush()
	in.Printf("\n")
}
