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

// scope is the frame that has a name.
func (m *machine) scope(name string, array bool) *frame {
	for i := len(m.frames) - 1; i >= 0; i-- {
		f := m.frames[i]
		if _, ok := f.vars[name]; ok && !array {
			return f
		}
		if _, ok := f.arrays[name]; ok && array {
			return f
		}
	}
	return m.global
}

// index evaluates a subscript.
func (m *machine) index(n *node) (int64, error) {
	v, err := m.eval(n.kids[0])
	if err != nil {
		return 0, err
	}
	i, ok := v.integer()
	if !ok || i < 0 || i > 16777215 {
		return 0, runError("Array " + n.text + " subscript out of bounds.")
	}
	return i, nil
}

func (m *machine) load(n *node) (num, error) {
	v, found := zero, true
	switch n.op {
	case "var":
		v, found = m.scope(n.text, false).vars[n.text]
	case "elem":
		i, err := m.index(n)
		if err != nil {
			return zero, err
		}
		v, found = m.scope(n.text, true).arrays[n.text][i]
	case "scale":
		v = fromInt(int64(m.scale))
	case "ibase":
		v = fromInt(int64(m.ibase))
	case "obase":
		v = fromInt(int64(m.obase))
	case "last":
		v = m.last
	}
	if !found {
		return zero, nil
	}
	return v, nil
}

// assign evaluates =, +=, ++ and their like.
func (m *machine) assign(n *node) (num, error) {
	to := n.kids[0]
	var old, v num
	var err error
	if n.op != "assign" || n.text != "" {
		if old, err = m.load(to); err != nil {
			return zero, err
		}
	}
	v = one
	if n.op == "assign" {
		if v, err = m.eval(n.kids[1]); err != nil {
			return zero, err
		}
	}
	if n.text != "" {
		if v, err = m.binary(n.text, old, v); err != nil {
			return zero, err
		}
	}
	if err := m.store(to, v); err != nil {
		return zero, err
	}
	if n.op == "post" {
		return old, nil
	}
	return v, nil
}

func (m *machine) store(n *node, v num) error {
	i, ok := v.integer()
	switch n.op {
	case "var":
		m.scope(n.text, false).vars[n.text] = v
	case "elem":
		at, err := m.index(n)
		if err != nil {
			return err
		}
		f := m.scope(n.text, true)
		if f.arrays[n.text] == nil {
			f.arrays[n.text] = map[int64]num{}
		}
		if _, had := f.arrays[n.text][at]; !had {
			if m.elements++; m.elements > maxElements {
				return runError("too many elements of arrays")
			}
		}
		f.arrays[n.text][at] = v
	case "last":
		m.last = v
	case "scale":
		if !ok || i < 0 || i > maxDigits {
			return runError("scale out of range")
		}
		m.scale = int(i)
	case "ibase":
		m.ibase = int(min(max(i, 2), 16))
	case "obase":
		if !ok || i < 2 {
			i = 2
		}
		m.obase = int(min(i, 1<<30))
	}
	return nil
}

// call calls a function. Arguments are passed by value, arrays too.
func (m *machine) call(n *node) (num, error) {
	fn := m.functions[n.text]
	if fn == nil {
		if m.math && len(n.kids) == 1 {
			if v, ok, err := m.library(n); ok || err != nil {
				return v, err
			}
		}
		return zero, runError("Function " + n.text + " not defined.")
	}
	if len(n.kids) != len(fn.params) {
		return zero, runError("Parameter number mismatch")
	}
	if len(m.frames) >= maxCalls {
		return zero, runError("too many nested calls")
	}
	f := newFrame()
	for _, v := range fn.autos {
		f.declare(v)
	}
	for i, p := range fn.params {
		if err := m.pass(f, p, n.kids[i]); err != nil {
			return zero, err
		}
	}
	m.frames = append(m.frames, f)
	depth := len(m.frames)
	m.result = zero
	err := m.exec(fn.body)
	if len(m.frames) >= depth {
		m.frames = m.frames[:depth-1]
	}
	if errors.Is(err, errBack) {
		return m.result, nil
	}
	return zero, err
}

func (f *frame) declare(name string) {
	if n := len(name) - 2; n > 0 && name[n:] == "[]" {
		f.arrays[name[:n]] = map[int64]num{}
	} else {
		f.vars[name] = zero
	}
}

func (m *machine) pass(f *frame, param string, arg *node) error {
	f.declare(param)
	n := len(param) - 2
	if n <= 0 || param[n:] != "[]" {
		v, err := m.eval(arg)
		f.vars[param] = v
		return err
	}
	if arg.op != "array" {
		return runError("Parameter type mismatch")
	}
	for i, v := range m.scope(arg.text, true).arrays[arg.text] {
		if m.steps++; m.steps > maxSteps {
			return runError("too many steps")
		}
		f.arrays[param[:n]][i] = v
	}
	return nil
}
