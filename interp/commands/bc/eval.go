package bc

import (
	"context"
	"errors"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// A frame holds the variables of a call; the first one is the program's.
type frame struct {
	vars   map[string]num
	arrays map[string]map[int64]num
}

func newFrame() *frame { return &frame{map[string]num{}, map[string]map[int64]num{}} }

// A machine evaluates trees.
type machine struct {
	ctx       context.Context
	in        *gnu.Invocation
	functions map[string]*function
	global    *frame
	frames    []*frame // dynamic scopes, the innermost last
	scale     int
	ibase     int
	obase     int
	last      num
	math      bool
	column    int
	steps     int
	elements  int
	result    num
}

func newMachine(ctx context.Context, in *gnu.Invocation) *machine {
	return &machine{ctx: ctx, in: in, functions: map[string]*function{}, global: newFrame(), ibase: 10, obase: 10, last: zero}
}

// step counts the work done.
func (m *machine) step() error {
	if m.steps++; m.steps > maxSteps {
		return runError("too many steps")
	}
	if m.steps%1024 == 0 && m.in.Ended(m.ctx) {
		return errQuit
	}
	return nil
}

// exec runs a statement.
func (m *machine) exec(n *node) error {
	if err := m.step(); err != nil {
		return err
	}
	switch n.op {
	case "block":
		for _, k := range n.kids {
			if err := m.exec(k); err != nil {
				return err
			}
		}
	case "str":
		m.print(n.text)
	case "quit", "halt":
		return errQuit
	case "break":
		return errBreak
	case "continue":
		return errNext
	case "return":
		m.result = zero
		if len(n.kids) > 0 {
			v, err := m.eval(n.kids[0])
			if err != nil {
				return err
			}
			m.result = v
		}
		return errBack
	case "print":
		for _, k := range n.kids {
			if k.op == "str" {
				m.print(escaped(k.text))
				continue
			}
			v, err := m.eval(k)
			if err != nil {
				return err
			}
			m.print(v.format(m.obase))
		}
	case "if":
		v, err := m.eval(n.kids[0])
		switch {
		case err != nil:
			return err
		case v.sign() != 0:
			return m.exec(n.kids[1])
		case len(n.kids) > 2:
			return m.exec(n.kids[2])
		}
	case "while":
		return m.loop(n.kids[0], nil, n.kids[1])
	case "for":
		if n.kids[0] != nil {
			if _, err := m.eval(n.kids[0]); err != nil {
				return err
			}
		}
		return m.loop(n.kids[1], n.kids[2], n.kids[3])
	default:
		return m.show(n.kids[0])
	}
	return nil
}

// show evaluates an expression and prints its value unless it assigns.
func (m *machine) show(n *node) error {
	v, err := m.eval(n)
	if err != nil || n.op == "assign" {
		return err
	}
	if n.op == "call" {
		if fn := m.functions[n.text]; fn != nil && fn.void {
			return nil
		}
	}
	m.last = v
	m.print(v.format(m.obase) + "\n")
	return nil
}

func (m *machine) loop(cond, step, body *node) error {
	for {
		if cond != nil {
			v, err := m.eval(cond)
			if err != nil || v.sign() == 0 {
				return err
			}
		}
		switch err := m.exec(body); {
		case errors.Is(err, errBreak):
			return nil
		case err != nil && !errors.Is(err, errNext):
			return err
		}
		if step != nil {
			if _, err := m.eval(step); err != nil {
				return err
			}
		}
	}
}

// eval evaluates an expression.
func (m *machine) eval(n *node) (num, error) {
	if err := m.step(); err != nil {
		return zero, err
	}
	switch n.op {
	case "num":
		if n.base != m.ibase {
			n.value, n.base = parseNum(n.text, m.ibase), m.ibase
		}
		return n.value, nil
	case "paren":
		return m.eval(n.kids[0])
	case "var", "elem", "scale", "ibase", "obase", "last":
		return m.load(n)
	case "array":
		return zero, runError("an array is no value")
	case "assign", "pre", "post":
		return m.assign(n)
	case "call":
		return m.call(n)
	case "&&", "||":
		left, err := m.eval(n.kids[0])
		if err != nil || (left.sign() != 0) == (n.op == "||") {
			return truth(left.sign() != 0), err
		}
		right, err := m.eval(n.kids[1])
		return truth(right.sign() != 0), err
	}
	left, err := m.eval(n.kids[0])
	if err != nil {
		return zero, err
	}
	switch n.op {
	case "neg":
		return left.neg(), nil
	case "not":
		return truth(left.sign() == 0), nil
	case "scale()":
		return fromInt(int64(left.scale)), nil
	case "length()":
		return fromInt(int64(left.length())), nil
	case "sqrt()":
		if left.sign() < 0 {
			return zero, runError("Square root of a negative number")
		}
		return left.sqrt(m.scale), nil
	}
	right, err := m.eval(n.kids[1])
	if err != nil {
		return zero, err
	}
	switch c := left.cmp(right); n.op {
	case "<":
		return truth(c < 0), nil
	case ">":
		return truth(c > 0), nil
	case "<=":
		return truth(c <= 0), nil
	case ">=":
		return truth(c >= 0), nil
	case "==":
		return truth(c == 0), nil
	case "!=":
		return truth(c != 0), nil
	}
	return m.binary(n.op, left, right)
}

// binary is arithmetic.
func (m *machine) binary(op string, x, y num) (num, error) {
	// A product has at most the digits of both.
	if (x.v.BitLen()+y.v.BitLen())/3 > maxDigits {
		return zero, runError("the number has too many digits")
	}
	switch op {
	case "+":
		return x.add(y), nil
	case "-":
		return x.add(y.neg()), nil
	case "*":
		return x.mul(y, m.scale), nil
	case "/", "%":
		if y.sign() == 0 {
			return zero, runError("Divide by zero")
		}
		if op == "/" {
			return x.div(y, m.scale), nil
		}
		return x.mod(y, m.scale), nil
	}
	return raise(x, y, m.scale)
}
