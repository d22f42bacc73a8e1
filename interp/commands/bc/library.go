package bc

import (
	"errors"
	"math/big"
)

// maxMathScale bounds the digits of the functions of -l.
const maxMathScale = 2_000

// A mathFunction is a function of bc -l with its last argument; n is the one
// before that of j.
type mathFunction func(n, x num, scale int) (num, error)

// library defines the functions of bc -l.
func (m *machine) library() {
	single := func(f func(x num, scale int) (num, error)) mathFunction {
		return func(_, x num, scale int) (num, error) { return f(x, scale) }
	}
	x, n := parameter{id: m.parser.variables.id("x")}, parameter{id: m.parser.variables.id("n")}
	for name, f := range map[string]mathFunction{
		"s": single(m.sine), "c": single(m.cosine), "a": single(m.arctangent), "l": single(m.logarithm), "e": single(m.exponential), "j": m.bessel,
	} {
		fn := &function{name: name, params: []parameter{x}, native: f}
		if name == "j" {
			fn.params = []parameter{n, x}
		}
		m.define(m.parser.functions.id(name), fn)
	}
}

// callNative evaluates a function of bc -l with the arguments that its parameters
// have.
func (m *machine) callNative(fn *function) error {
	var args [2]num
	for i, p := range fn.params {
		args[2-len(fn.params)+i] = *m.slot(p.id)
		m.drop(p)
	}
	if m.scale > maxMathScale || args[1].length() > maxMathScale {
		m.fail("too many digits for a function of the library")
		return nil
	}
	v, err := fn.native(args[0], args[1], m.scale)
	var problem runError
	switch {
	case errors.As(err, &problem):
		m.fail(string(problem))
		return nil
	case err != nil:
		return err
	}
	m.push(v.to(m.scale))
	return nil
}

// The functions below keep as many digits, and cut them off where, as those of GNU
// bc do, so that the last digit is the same: it is not always the right one.

// decimal is the number that text is.
func decimal(text string) num { return parseNum(text, 10) }

// series adds terms to sum until they vanish; next makes them, the first one with
// 1.
func (m *machine) series(sum num, scale int, next func(i int64) num) (num, error) {
	for i := int64(1); ; i++ {
		if err := m.step(1 + (scale/64)*(scale/64)/64); err != nil {
			return zero, err
		}
		term := next(i)
		if term.sign() == 0 {
			return sum, nil
		}
		sum = sum.add(term)
	}
}

// exponential halves its argument until the series converges fast.
func (m *machine) exponential(x num, scale int) (num, error) {
	negative := x.sign() < 0
	if negative {
		x = x.neg()
	}
	if x.cmp(fromInt(maxMathScale)) > 0 {
		return zero, runError("argument of e() too large")
	}
	extra, _ := decimal(".44").mul(x, scale).integer()
	work := 6 + scale + int(extra)
	halvings := 0
	for digits := x.scale + 1; x.cmp(one) > 0; digits++ {
		x = x.div(fromInt(2), digits)
		halvings++
	}
	power, factorial := x, one
	v, err := m.series(one.add(x), work, func(i int64) num {
		power = power.mul(x, work)
		factorial = factorial.mul(fromInt(i+1), work)
		return power.div(factorial, work)
	})
	for range halvings {
		v = v.mul(v, work)
	}
	if negative && err == nil {
		return one.div(v, scale), nil
	}
	return v.div(one, scale), err
}

// logarithm takes roots until the series converges fast.
func (m *machine) logarithm(x num, scale int) (num, error) {
	if x.sign() <= 0 {
		// What GNU bc returns instead of an error.
		return one.add(num{ten(scale), 0}.neg()), nil
	}
	work := scale + 6
	factor := fromInt(2)
	half := decimal(".5")
	for x.cmp(fromInt(2)) >= 0 || x.cmp(half) <= 0 {
		if err := m.step(1); err != nil {
			return zero, err
		}
		factor = factor.add(factor)
		x = x.sqrt(work)
	}
	power := x.add(one.neg()).div(x.add(one), work)
	square := power.mul(power, work)
	v, err := m.series(power, work, func(i int64) num {
		power = power.mul(square, work)
		return power.div(fromInt(2*i+1), work)
	})
	return v.mul(factor, work).div(one, scale), err
}

// knownAngles are the arcus tangents of 1 and of .2 with as many digits as their
// length, for scales up to that.
var knownAngles = map[string][3]string{
	"1":  {".7853981633974483096156608", ".7853981633974483096156608458198757210492", ".785398163397448309615660845819875721049292349843776455243736"},
	".2": {".1973955598498807583700497", ".1973955598498807583700497651947902934475", ".197395559849880758370049765194790293447585103787852101517688"},
}

// arctangent takes the arcus tangent of .2 off until the series converges fast.
func (m *machine) arctangent(x num, scale int) (num, error) {
	negative := x.sign() < 0
	if negative {
		x = x.neg()
	}
	fifth := decimal(".2")
	for text, digits := range knownAngles {
		if x.cmp(decimal(text)) != 0 {
			continue
		}
		for _, known := range digits {
			if scale < len(known) {
				return signed(decimal(known), negative).div(one, scale), nil
			}
		}
	}
	var angle num
	if x.cmp(fifth) > 0 {
		var err error
		if angle, err = m.arctangent(fifth, scale+5); err != nil {
			return zero, err
		}
	}
	work := scale + 3
	taken := int64(0)
	for ; x.cmp(fifth) > 0; taken++ {
		x = x.add(fifth.neg()).div(one.add(x.mul(fifth, work)), work)
	}
	power, square := x, x.mul(x, work).neg()
	v, err := m.series(x, work, func(i int64) num {
		power = power.mul(square, work)
		return power.div(fromInt(2*i+1), work)
	})
	if taken > 0 {
		v = v.add(angle.mul(fromInt(taken), scale))
	}
	return signed(v, negative).div(one, scale), err
}

func signed(x num, negative bool) num {
	if negative {
		return x.neg()
	}
	return x
}

// sine reduces its argument by multiples of pi.
func (m *machine) sine(x num, scale int) (num, error) {
	quarter, err := m.arctangent(one, scale*11/10+2)
	if err != nil {
		return zero, err
	}
	negative := x.sign() < 0
	if negative {
		x = x.neg()
	}
	turns := x.div(quarter, 0).add(fromInt(2)).div(fromInt(4), 0)
	x = x.add(turns.mul(fromInt(4), 0).mul(quarter, 0).neg())
	x = signed(x, turns.v.Bit(0) == 1)
	work := scale + 2
	term, square := x, x.mul(x, work).neg()
	v, err := m.series(x, work, func(i int64) num {
		term = term.mul(square.div(fromInt(2*i*(2*i+1)), work), work)
		return term
	})
	return signed(v, negative).div(one, scale), err
}

func (m *machine) cosine(x num, scale int) (num, error) {
	work := scale * 12 / 10
	quarter, err := m.arctangent(one, work)
	if err != nil {
		return zero, err
	}
	v, err := m.sine(x.add(quarter.mul(fromInt(2), work)), work)
	return v.div(one, scale), err
}

// bessel is the Bessel function of the first kind of an integer order: x^n / (2^n
// n!) times the sum of (-x^2/4)^i / (i! (n+1) ... (n+i)).
func (m *machine) bessel(n, x num, scale int) (num, error) {
	order, ok := n.integer()
	if !ok || order > maxMathScale || order < -maxMathScale {
		return zero, runError("order of j() too large")
	}
	negative := order < 0 && order%2 != 0
	if order < 0 {
		order = -order
	}
	factorial := one
	for i := range order {
		factorial = factorial.mul(fromInt(i+1), 0)
	}
	work := scale * 15 / 10
	power, err := raise(x, fromInt(order), work)
	if err != nil {
		return zero, err
	}
	first := power.div(num{new(big.Int).Lsh(one.v, uint(order)), 0}, work).div(factorial, work)
	square := x.mul(x, work).neg().div(fromInt(4), work)
	work += first.length() - first.scale
	term := one
	v, err := m.series(one, work, func(i int64) num {
		term = term.mul(square, work).div(fromInt(i), work).div(fromInt(order+i), work)
		return term
	})
	return signed(first.mul(v, work), negative).div(one, scale), err
}
