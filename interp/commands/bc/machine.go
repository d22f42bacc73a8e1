package bc

import (
	"bufio"
	"context"
	"errors"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// A machine runs code.
type machine struct {
	ctx       context.Context
	in        *gnu.Invocation
	parser    *parser
	stdin     *bufio.Reader
	functions map[int]*function
	// variables and arrays are stacks of what each name has, for the functions
	// that run within each other.
	variables [][]num
	arrays    [][]*array
	calls     []called
	stack     []num
	scale     int
	ibase     int
	obase     int
	history   int
	last      num
	column    int
	steps     int
	elements  int
	random    *generator
	// at is the instruction that runs, failed tells that it went wrong.
	at     *instruction
	failed bool
}

// An array is shared by those that it is handed to by reference.
type array struct{ elements map[int64]num }

// called is a function that runs: what it goes back to, and the base that the
// numbers in it are read with.
type called struct {
	fn   *function
	code *code
	pc   int
	base int
}

func newMachine(ctx context.Context, in *gnu.Invocation) *machine {
	return &machine{
		ctx: ctx, in: in, functions: map[int]*function{}, random: newGenerator(),
		ibase: 10, obase: 10, history: -1, last: zero,
	}
}

// define makes a function known.
func (m *machine) define(id int, fn *function) { m.functions[id] = fn }

func (m *machine) function(id int) *function { return m.functions[id] }

// errLimit ends the program; what it is about has been said.
var errLimit = errors.New("limit")

// step counts work.
func (m *machine) step(work int) error {
	before := m.steps
	if m.steps += work; m.steps > maxSteps {
		m.fail("too many steps")
		return errLimit
	}
	if m.steps/1024 != before/1024 && m.in.Ended(m.ctx) {
		return errQuit
	}
	return nil
}

// fail reports an error of the instruction that runs.
func (m *machine) fail(text string) { m.failAt(m.at.adr, text) }

func (m *machine) failAt(adr int, text string) {
	m.report("Runtime error (func=" + m.where() + ", adr=" + itoa(adr) + "): " + text)
	m.failed = true
}

func (m *machine) warn(text string) {
	m.report("Runtime warning (func=" + m.where() + ", adr=" + itoa(m.at.adr) + "): " + text)
}

func (m *machine) where() string {
	if n := len(m.calls); n > 0 {
		return m.calls[n-1].fn.name
	}
	return "(main)"
}

// run runs the code of an item. An error of the program ends the item alone; the
// errors are errQuit and errLimit.
func (m *machine) run(c *code) error {
	m.failed, m.stack = false, m.stack[:0]
	for pc := 0; pc < len(c.list); {
		m.at = &c.list[pc]
		pc++
		err := m.step(1)
		if err == nil {
			c, pc, err = m.execute(c, pc)
		}
		if err != nil {
			return err
		}
		if m.failed {
			for len(m.calls) > 0 {
				m.leave()
			}
			return nil
		}
	}
	return nil
}

// execute runs the instruction at and returns where to go on.
func (m *machine) execute(c *code, pc int) (*code, int, error) {
	i := m.at
	switch i.op {
	case opConst:
		base := m.ibase
		if n := len(m.calls); n > 0 {
			base = m.calls[n-1].base
		}
		if i.base != base {
			i.value, i.base = parseNum(i.text, base), base
		}
		m.push(i.value)
	case opArray:
		m.push(fromInt(int64(i.arg)))
	case opDup:
		m.push(m.top())
	case opSwap:
		n := len(m.stack)
		m.stack[n-1], m.stack[n-2] = m.stack[n-2], m.stack[n-1]
	case opPop:
		m.pop()
	case opLoad, opStore, opAdd1, opSub1, opLoadElem, opStoreElem, opAdd1Elem, opSub1Elem:
		return c, pc, m.variable(i)
	case opShow, opPrint, opString, opEscape:
		m.output(i)
	case opJump:
		pc = c.labels[i.arg]
	case opFalse, opTrue:
		if (m.pop().sign() != 0) == (i.op == opTrue) {
			pc = c.labels[i.arg]
		}
	case opCall:
		return m.call(i, c, pc)
	case opReturn:
		frame := m.leave()
		return frame.code, frame.pc, nil
	case opHalt:
		return c, pc, errQuit
	default:
		return c, pc, m.calculate(i)
	}
	return c, pc, nil
}

func (m *machine) push(v num) { m.stack = append(m.stack, v) }

func (m *machine) top() num { return m.stack[len(m.stack)-1] }

func (m *machine) pop() num {
	v := m.top()
	m.stack = m.stack[:len(m.stack)-1]
	return v
}

// output prints.
func (m *machine) output(i *instruction) {
	switch i.op {
	case opString:
		m.print(i.text)
	case opEscape:
		m.print(escaped(i.text))
	default:
		m.last = m.pop()
		m.print(m.last.format(m.obase))
		if i.op == opShow {
			m.print("\n")
		}
	}
}

// calculate replaces the values on the top by what comes of them.
func (m *machine) calculate(i *instruction) error {
	switch i.op {
	case opRead:
		m.push(m.readNumber())
		return nil
	case opRandom:
		m.push(fromInt(m.random.next()))
		return nil
	}
	x := m.pop()
	switch i.op {
	case opNegate:
		m.push(x.neg())
	case opNot:
		m.push(truth(x.sign() == 0))
	case opScale:
		m.push(fromInt(int64(x.scale)))
	case opLength:
		m.push(fromInt(int64(x.length())))
	case opSqrt:
		switch {
		case x.sign() < 0:
			m.fail("Square root of a negative number")
		case m.scale > maxDigits:
			return m.tooManyDigits()
		default:
			m.push(x.sqrt(m.scale))
		}
	case opBinary:
		return m.binary(i.text, m.pop(), x)
	}
	return nil
}

func (m *machine) tooManyDigits() error {
	m.fail("the number has too many digits")
	return nil
}

// binary is an operator on two values.
func (m *machine) binary(op string, x, y num) error {
	// Long numbers are more work than one step; a product has at most the digits
	// of both.
	bits := x.v.BitLen() + y.v.BitLen()
	if bits/3 > maxDigits || m.scale > maxDigits && (op == "/" || op == "%" || op == "^") {
		return m.tooManyDigits()
	}
	if words := bits / 64; words > 16 {
		if err := m.step(words * words / 256); err != nil {
			return err
		}
	}
	var v num
	switch op {
	case "<", ">", "<=", ">=", "==", "!=":
		v = compare(op, x.cmp(y))
	case "+":
		v = x.add(y)
	case "-":
		v = x.add(y.neg())
	case "*":
		v = x.mul(y, m.scale)
	case "/":
		if y.sign() == 0 {
			m.fail("Divide by zero")
			return nil
		}
		v = x.div(y, m.scale)
	case "%":
		if y.sign() == 0 {
			m.fail("Modulo by zero")
			return nil
		}
		v = x.mod(y, m.scale)
	default:
		if y.scale > 0 {
			m.warn("non-zero scale in exponent")
		}
		var err error
		if v, err = raise(x, y, m.scale); err != nil {
			m.fail(err.Error())
			return nil
		}
	}
	m.push(v)
	return nil
}

// compare is what a comparison with the outcome c is worth.
func compare(op string, c int) num {
	switch op {
	case "<":
		return truth(c < 0)
	case ">":
		return truth(c > 0)
	case "<=":
		return truth(c <= 0)
	case ">=":
		return truth(c >= 0)
	case "==":
		return truth(c == 0)
	}
	return truth(c != 0)
}
