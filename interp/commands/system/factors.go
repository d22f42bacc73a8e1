package system

import (
	"context"
	"math/big"
	"slices"
)

// small primes are divided out first.
const trialLimit = 1 << 12

// factors returns the prime factors of n, sorted (trial division, then Pollard's
// rho with Brent's batches). It gives up when ctx ends.
func factors(ctx context.Context, n *big.Int) []*big.Int {
	var found []*big.Int
	n = new(big.Int).Set(n)
	if n.Cmp(big.NewInt(2)) < 0 {
		return nil
	}
	rest, mod := new(big.Int), new(big.Int)
	for p := int64(2); p < trialLimit; p++ {
		d := big.NewInt(p)
		for {
			if rest.QuoRem(n, d, mod); mod.Sign() != 0 {
				break
			}
			found = append(found, d)
			n.Set(rest)
		}
	}
	todo := []*big.Int{n}
	for len(todo) > 0 && ctx.Err() == nil {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case m.Cmp(big.NewInt(1)) == 0:
		case m.ProbablyPrime(20):
			found = append(found, m)
		default:
			d := rho(ctx, m)
			if d == nil {
				return found
			}
			todo = append(todo, d, new(big.Int).Quo(m, d))
		}
	}
	slices.SortFunc(found, func(a, b *big.Int) int { return a.Cmp(b) })
	return found
}

// rho finds a proper divisor of a composite number.
func rho(ctx context.Context, n *big.Int) *big.Int {
	one := big.NewInt(1)
	for c := int64(1); ctx.Err() == nil; c++ {
		x, y, q, d := big.NewInt(2), big.NewInt(2), big.NewInt(1), big.NewInt(1)
		add := big.NewInt(c)
		step := func(v *big.Int) { v.Mul(v, v).Add(v, add).Mod(v, n) }
		diff := new(big.Int)
		for d.Cmp(one) == 0 && ctx.Err() == nil {
			// Many differences are multiplied before one gcd.
			backX, backY := new(big.Int).Set(x), new(big.Int).Set(y)
			q.Set(one)
			for range 128 {
				step(x)
				step(y)
				step(y)
				q.Mul(q, diff.Abs(diff.Sub(x, y))).Mod(q, n)
			}
			if d.GCD(nil, nil, q, n); d.Cmp(n) != 0 {
				continue
			}
			x, y = backX, backY
			for d.Set(one); d.Cmp(one) == 0 && ctx.Err() == nil; {
				step(x)
				step(y)
				step(y)
				d.GCD(nil, nil, diff.Abs(diff.Sub(x, y)), n)
			}
		}
		if d.Cmp(n) != 0 && d.Cmp(one) != 0 {
			return d
		}
	}
	return nil
}
