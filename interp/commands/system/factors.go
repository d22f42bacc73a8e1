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
	for n.Bit(0) == 0 {
		found = append(found, big.NewInt(2))
		n.Rsh(n, 1)
	}
	for p := int64(3); p < trialLimit; p += 2 {
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

// rho finds a proper divisor of a composite number, nil when ctx ends before.
func rho(ctx context.Context, n *big.Int) *big.Int {
	for c := int64(1); ctx.Err() == nil; c++ {
		if d := rhoWith(ctx, n, c); d != nil {
			return d
		}
	}
	return nil
}

// rhoWith follows the sequence x*x+c until two of its values are equal modulo
// a divisor; nil when they are so modulo n itself.
func rhoWith(ctx context.Context, n *big.Int, c int64) *big.Int {
	one, add := big.NewInt(1), big.NewInt(c)
	x, y, q, d := big.NewInt(2), big.NewInt(2), big.NewInt(1), big.NewInt(1)
	backX, backY, diff := new(big.Int), new(big.Int), new(big.Int)
	step := func(v *big.Int) { v.Mul(v, v).Add(v, add).Mod(v, n) }
	advance := func() *big.Int {
		step(x)
		step(y)
		step(y)
		return diff.Abs(diff.Sub(x, y))
	}
	for d.Cmp(one) == 0 && ctx.Err() == nil {
		// Many differences are multiplied before one gcd.
		backX.Set(x)
		backY.Set(y)
		q.Set(one)
		for range 128 {
			q.Mul(q, advance()).Mod(q, n)
		}
		d.GCD(nil, nil, q, n)
	}
	if d.Cmp(n) == 0 {
		x.Set(backX)
		y.Set(backY)
		for d.Set(one); d.Cmp(one) == 0 && ctx.Err() == nil; {
			d.GCD(nil, nil, advance(), n)
		}
	}
	if d.Cmp(n) == 0 || d.Cmp(one) == 0 {
		return nil
	}
	return d
}
