package bc

import (
	"math/big"
)

const errNumeric = dcError("non-numeric value")

// readDigits is parseNum for dc, where a digit is worth what it is worth in any
// base.
func readDigits(whole, frac []byte, base int) num {
	if base == 10 {
		plain := true
		for _, part := range [][]byte{whole, frac} {
			for _, d := range part {
				plain = plain && d <= '9'
			}
		}
		if plain {
			return parseNum(string(whole)+"."+string(frac), 10)
		}
	}
	b := big.NewInt(int64(base))
	value := func(digits []byte) *big.Int {
		v := new(big.Int)
		for _, d := range digits {
			if d > '9' {
				d -= 'A' - '9' - 1
			}
			v.Mul(v, b).Add(v, big.NewInt(int64(d-'0')))
		}
		return v
	}
	n := num{value(whole), 0}
	if len(frac) == 0 {
		return n
	}
	power := new(big.Int).Exp(b, big.NewInt(int64(len(frac))), nil)
	return n.add(num{value(frac), 0}.div(num{power, 0}, len(frac)))
}

// arithmetic runs an operator. The operands stay where they are when it fails.
func (c *calculator) arithmetic(op byte) error {
	need := 2
	switch op {
	case 'v':
		need = 1
	case '|':
		need = 3
	}
	if len(c.stack) < need {
		return errEmpty
	}
	args := c.stack[len(c.stack)-need:]
	bits := 0
	for _, v := range args {
		if v.string && op == 'v' {
			_, _ = c.pop() // as dc does
			return dcError("square root of nonnumeric attempted")
		}
		if v.string {
			return errNumeric
		}
		bits += v.v.BitLen()
	}
	// Multiplying long numbers is more work than one step.
	c.steps += bits / 64 * (bits / 64) / 256
	// A product has at most the digits of both.
	if bits/3 > maxDigits {
		return runError("the number has too many digits")
	}
	var results []num
	var err error
	switch op {
	case 'v':
		if args[0].sign() < 0 {
			_, _ = c.pop() // as dc does
			return dcError("square root of negative number")
		}
		results = []num{args[0].sqrt(c.scale)}
	case '|':
		results, err = c.modularPower(args[0].num, args[1].num, args[2].num)
	default:
		results, err = c.binary(op, args[0].num, args[1].num)
	}
	if err != nil {
		return err
	}
	for range need {
		_, _ = c.pop() // there are enough
	}
	for _, n := range results {
		if err := c.push(numeric(n)); err != nil {
			return err
		}
	}
	return nil
}

func (c *calculator) binary(op byte, x, y num) ([]num, error) {
	switch op {
	case '+':
		return []num{x.add(y)}, nil
	case '-':
		return []num{x.add(y.neg())}, nil
	case '*':
		return []num{x.mul(y, c.scale)}, nil
	case '^':
		return c.power(x, y)
	case '%':
		if y.sign() == 0 {
			return nil, dcError("remainder by zero")
		}
		return []num{x.mod(y, c.scale)}, nil
	}
	if y.sign() == 0 {
		return nil, dcError("divide by zero")
	}
	if op == '/' {
		return []num{x.div(y, c.scale)}, nil
	}
	return []num{x.div(y, c.scale), x.mod(y, c.scale)}, nil
}

// power cuts off what the exponent has behind the point.
func (c *calculator) power(x, y num) ([]num, error) {
	if y.to(0).to(y.scale).cmp(y) != 0 {
		c.warn("warning: non-zero scale in exponent")
	}
	if e, ok := y.integer(); !ok || e != int64(int32(e)) {
		c.warn("error: exponent too large in raise")
		return []num{one}, nil
	}
	v, err := raise(x, y, c.scale)
	if err == errZeroPower {
		return []num{zero}, nil
	}
	return []num{v}, err
}

// modularPower is base^exponent % modulus.
func (c *calculator) modularPower(base, exponent, modulus num) ([]num, error) {
	if modulus.sign() == 0 {
		return nil, dcError("remainder by zero")
	}
	if exponent.sign() < 0 {
		return nil, dcError("")
	}
	for _, n := range []struct {
		num
		name string
	}{{base, "base"}, {exponent, "exponent"}, {modulus, "modulus"}} {
		if n.scale > 0 {
			c.warn("warning: non-zero scale in " + n.name)
		}
	}
	e := exponent.to(0).v
	if m := modulus; m.cmp(one) == 0 || m.cmp(one.neg()) == 0 {
		return []num{{zero.v, c.scale}}, nil
	}
	power, result := base, one
	for i := range e.BitLen() {
		words := power.v.BitLen() / 64
		if c.steps += 1 + words*words/16; c.steps > maxDCSteps {
			return nil, runError("too many steps")
		}
		if c.in.Ended(c.ctx) {
			return nil, errDCQuit
		}
		if e.Bit(i) == 1 {
			result = result.mul(power, c.scale).mod(modulus, c.scale)
		}
		power = power.mul(power, c.scale).mod(modulus, c.scale)
	}
	return []num{result}, nil
}

// register is a command about register r.
func (c *calculator) register(b, r byte) error {
	levels := c.regs[r]
	switch b {
	case 's', 'S':
		v, err := c.pop()
		if err != nil {
			return err
		}
		if b == 'S' || len(levels) == 0 {
			levels = append(levels, dcLevel{})
			c.regs[r] = levels
		}
		top := &levels[len(levels)-1]
		if top.set {
			c.free(top.value)
		}
		top.value, top.set = v, true
		return c.hold(v)
	case 'l':
		return c.push(c.value(r))
	case 'L':
		if len(levels) == 0 || !levels[len(levels)-1].set {
			return dcError("stack register " + octal(r) + " is empty")
		}
		top := levels[len(levels)-1]
		c.regs[r] = levels[:len(levels)-1]
		c.free(top.value)
		for _, v := range top.array {
			c.free(v)
		}
		return c.push(top.value)
	case ':', ';':
		return c.element(b, r)
	}
	return c.compare(b, r, false)
}

// value is that of a register, 0 when it has none.
func (c *calculator) value(r byte) dcValue {
	if levels := c.regs[r]; len(levels) > 0 && levels[len(levels)-1].set {
		return levels[len(levels)-1].value
	}
	return numeric(zero)
}

// element stores or loads an element of an array.
func (c *calculator) element(b, r byte) error {
	at, err := c.pop()
	if err != nil {
		return err
	}
	i := int64(-1)
	if !at.string {
		i = c.integer(at.num)
	}
	var v dcValue
	if b == ':' {
		if v, err = c.pop(); err != nil {
			return err
		}
	}
	if i < 0 {
		return dcError("array index must be a nonnegative integer")
	}
	levels := c.regs[r]
	if b == ';' {
		if len(levels) > 0 {
			if v, ok := levels[len(levels)-1].array[i]; ok {
				return c.push(v)
			}
		}
		return c.push(numeric(zero))
	}
	if len(levels) == 0 {
		levels = append(levels, dcLevel{})
		c.regs[r] = levels
	}
	top := &levels[len(levels)-1]
	if top.array == nil {
		top.array = map[int64]dcValue{}
	}
	if old, ok := top.array[i]; ok {
		c.free(old)
	}
	top.array[i] = v
	return c.hold(v)
}

// compare runs register r if the value on the top compares so to the one below
// it, or does not. What can not be compared counts as equal, after a message.
func (c *calculator) compare(b, r byte, not bool) error {
	d, n := 0, len(c.stack)
	switch {
	case n < 2:
		c.say(errEmpty.Error())
	case c.stack[n-1].string || c.stack[n-2].string:
		c.say(errNumeric.Error())
	default:
		d = c.stack[n-1].cmp(c.stack[n-2].num)
		for range 2 {
			_, _ = c.pop() // there are two
		}
	}
	if holds := b == '<' && d < 0 || b == '>' && d > 0 || b == '=' && d == 0; holds != not {
		return c.call(c.value(r))
	}
	return nil
}
