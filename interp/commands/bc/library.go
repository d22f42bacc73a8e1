package bc

// maxMathScale bounds the digits of the functions of -l.
const maxMathScale = 2_000

// library evaluates the functions of bc -l; ok is false for a name that is none
// of them.
func (m *machine) library(n *node) (v num, ok bool, err error) {
	var f func(x num, scale int) (num, error)
	switch n.text {
	case "s":
		f = m.sine
	case "c":
		f = m.cosine
	case "a":
		f = m.arctangent
	case "l":
		f = m.logarithm
	case "e":
		f = m.exponential
	default:
		return zero, false, nil
	}
	x, err := m.eval(n.kids[0])
	if err != nil {
		return zero, true, err
	}
	if m.scale > maxMathScale || x.length() > maxMathScale {
		return zero, true, runError("too many digits for a function of the library")
	}
	v, err = f(x, m.scale)
	return v.to(m.scale), true, err
}

// series adds terms until they vanish: each is made of the one before.
func (m *machine) series(first num, scale int, next func(term num, i int64) num) (num, error) {
	sum, term := first.to(scale), first.to(scale)
	for i := int64(1); term.sign() != 0; i++ {
		if err := m.step(); err != nil {
			return zero, err
		}
		term = next(term, i).to(scale)
		sum = sum.add(term)
	}
	return sum, nil
}

// exponential halves its argument until the series converges fast.
func (m *machine) exponential(x num, scale int) (num, error) {
	if x.sign() < 0 {
		v, err := m.exponential(x.neg(), scale+2)
		if err != nil || v.sign() == 0 {
			return zero, err
		}
		return one.div(v, scale), nil
	}
	if x.cmp(fromInt(maxMathScale)) > 0 {
		return zero, runError("argument of e() too large")
	}
	whole, _ := x.integer()
	work := scale + 10 + int(whole)/2
	halvings := 0
	for y := x; y.cmp(one) > 0; halvings++ {
		y = y.div(fromInt(2), work)
	}
	y := x.div(fromInt(1<<halvings), work)
	v, err := m.series(one, work, func(t num, i int64) num { return t.mul(y, work).to(work).div(fromInt(i), work) })
	for range halvings {
		v = v.mul(v, work).to(work)
	}
	return v, err
}

// logarithm uses ln x = 2^k * 2 * artanh((r-1)/(r+1)) with r the 2^k-th root.
func (m *machine) logarithm(x num, scale int) (num, error) {
	if x.sign() <= 0 {
		// What GNU bc returns instead of an error.
		return one.add(num{ten(scale), 0}.neg()), nil
	}
	work := scale + 10 + x.length()
	r, k := x.to(work), 0
	low, high := num{ten(work), work}.div(fromInt(2), work), fromInt(2)
	for r.cmp(high) >= 0 || r.cmp(low) <= 0 {
		if err := m.step(); err != nil {
			return zero, err
		}
		r = r.sqrt(work)
		k++
	}
	z := r.add(one.neg()).div(r.add(one), work)
	z2 := z.mul(z, work).to(work)
	power := z
	v, err := m.series(z, work, func(_ num, i int64) num {
		power = power.mul(z2, work).to(work)
		return power.div(fromInt(2*i+1), work)
	})
	return v.mul(fromInt(2), work).mul(powerOfTwo(k), work), err
}

// powerOfTwo is 2^k.
func powerOfTwo(k int) num {
	v := one
	for range k {
		v = v.add(v)
	}
	return v
}

// arctangent halves the angle until the series converges fast.
func (m *machine) arctangent(x num, scale int) (num, error) {
	work := scale + 12
	halvings := 0
	limit := num{ten(work), work}.div(fromInt(5), work)
	y := x.to(max(work, x.scale))
	for y.cmp(limit) > 0 || y.neg().cmp(limit) > 0 {
		root := one.add(y.mul(y, 2*work)).sqrt(work)
		y = y.div(one.add(root), work)
		halvings++
	}
	y2, power := y.mul(y, work).to(work), y
	v, err := m.series(y, work, func(_ num, i int64) num {
		power = power.mul(y2, work).to(work).neg()
		return power.div(fromInt(2*i+1), work)
	})
	return v.mul(powerOfTwo(halvings), work), err
}

// sine reduces its argument by multiples of pi.
func (m *machine) sine(x num, scale int) (num, error) {
	work := scale + 10 + x.length()
	quarter, err := m.arctangent(one, work)
	if err != nil {
		return zero, err
	}
	pi := quarter.mul(fromInt(4), work)
	turns := x.div(pi, 1)
	half := num{fromInt(5).v, 1}
	if turns.sign() < 0 {
		half = half.neg()
	}
	turns = turns.add(half).to(0)
	y := x.add(turns.mul(pi, work).neg()).to(work)
	y2 := y.mul(y, work).to(work)
	v, err := m.series(y, work, func(t num, i int64) num {
		return t.mul(y2, work).to(work).div(fromInt(2*i*(2*i+1)), work).neg()
	})
	if turns.v.Bit(0) == 1 {
		v = v.neg()
	}
	return v, err
}

func (m *machine) cosine(x num, scale int) (num, error) {
	work := scale + 10 + x.length()
	quarter, err := m.arctangent(one, work)
	if err != nil {
		return zero, err
	}
	return m.sine(x.add(quarter.mul(fromInt(2), work)), work)
}
