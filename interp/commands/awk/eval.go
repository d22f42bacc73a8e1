package awk

import (
	"math"
)

// eval evaluates an expression.
func (in *interp) eval(e expr) value {
	switch e := e.(type) {
	case *numLit:
		return number(e.n)
	case *strLit:
		return str(e.s)
	case *fieldExpr:
		return in.field(in.fieldIndex(e))
	case *varExpr:
		return in.variable(e)
	case *indexExpr:
		return *in.at(in.arrayOf(e.array), in.key(e.subs))
	case *assignExpr:
		return in.assignment(e)
	case *condExpr:
		if in.cond(e.cond) {
			return in.eval(e.yes)
		}
		return in.eval(e.no)
	case *concatExpr:
		return str(in.concat(e))
	case *groupExpr:
		return in.eval(e.e)
	case *callExpr:
		return in.call(e)
	case *builtinExpr:
		return in.builtin(e)
	case *getlineExpr:
		return number(in.getline(e))
	case *arithExpr, *incExpr, *signExpr:
		return number(in.num(e))
	}
	return number(truth(in.cond(e)))
}

// num evaluates an expression of which the number is wanted.
func (in *interp) num(e expr) float64 {
	switch e := e.(type) {
	case *numLit:
		return e.n
	case *arithExpr:
		left := in.num(e.left)
		return in.arith(e.op, left, in.num(e.right))
	case *incExpr:
		return in.increment(e)
	case *groupExpr:
		return in.num(e.e)
	case *varExpr:
		if cell := in.cell(e); cell != nil {
			if cell.k == kNum {
				return cell.n
			}
			return cell.num()
		}
		if e.index == vNR {
			return in.nr
		}
		return in.variable(e).num()
	case *signExpr:
		if e.neg {
			return -in.num(e.e)
		}
		return in.num(e.e)
	}
	return in.eval(e).num()
}

// str evaluates an expression of which the text is wanted.
func (in *interp) str(e expr) string {
	switch e := e.(type) {
	case *strLit:
		return e.s
	case *varExpr:
		if cell := in.cell(e); cell != nil && cell.k != kNum {
			return cell.s
		}
	}
	return in.toStr(in.eval(e))
}

// cond evaluates an expression of which the truth is wanted.
func (in *interp) cond(e expr) bool {
	switch e := e.(type) {
	case *compareExpr:
		if v, ok := e.left.(*varExpr); ok {
			if right, ok := e.right.(*numLit); ok {
				if cell := in.cell(v); cell != nil && cell.k == kNum {
					return compareNumbers(e.op, cell.n, right.n)
				}
			}
		}
		left := in.eval(e.left)
		if right, ok := e.right.(*numLit); ok && left.k == kNum {
			return compareNumbers(e.op, left.n, right.n)
		}
		return in.compare(e.op, left, in.eval(e.right))
	case *matchExpr:
		s := in.str(e.left)
		return in.matches(in.regex(e.right), s) != e.not
	case *regexLit:
		return in.matches(in.literal(e), in.field(0).s)
	case *andExpr:
		return in.cond(e.left) && in.cond(e.right)
	case *orExpr:
		return in.cond(e.left) || in.cond(e.right)
	case *notExpr:
		return !in.cond(e.e)
	case *inExpr:
		a := in.arrayOf(e.array)
		return a.has(in.key(e.subs))
	case *groupExpr:
		return in.cond(e.e)
	}
	return in.eval(e).truth()
}

func (in *interp) arith(op byte, a, b float64) float64 {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '/':
		if b == 0 {
			in.fail("division by zero")
		}
		return a / b
	case '%':
		if b == 0 {
			in.fail("division by zero in %%")
		}
		return modulo(a, b)
	}
	return math.Pow(a, b)
}

// modulo is fmod(3). Integers, which most are, need no more than a division.
func modulo(a, b float64) float64 {
	const exact = 1 << 53
	x, y := int64(a), int64(b)
	if float64(x) != a || float64(y) != b || x > exact || x < -exact || y > exact || y < -exact {
		return math.Mod(a, b)
	}
	if x > 0 {
		return float64(x % y)
	}
	return math.Copysign(float64(x%y), a)
}

// assignment stores what the right side gives. The subscript or the index of
// the left side is evaluated first.
func (in *interp) assignment(e *assignExpr) value {
	switch left := e.left.(type) {
	case *varExpr:
		if e.op != 0 {
			right := in.num(e.right)
			if cell := in.cell(left); cell != nil && cell.k == kNum && cell.s == "" {
				cell.n = in.arith(e.op, cell.n, right)
				return number(cell.n)
			}
			x := number(in.arith(e.op, in.variable(left).num(), right))
			in.setVariable(left, x)
			return x
		}
		if _, ok := e.right.(*arithExpr); ok {
			n := in.num(e.right)
			if cell := in.cell(left); cell != nil && cell.s == "" {
				cell.k, cell.n, cell.shared = kNum, n, false
				return number(n)
			}
			in.setVariable(left, number(n))
			return number(n)
		}
		x := in.eval(e.right)
		in.setVariable(left, x)
		return x
	case *indexExpr:
		return in.assignElement(e, left)
	case *fieldExpr:
		i := in.fieldIndex(left)
		x := in.newValue(e, func() float64 { return in.field(i).num() })
		in.setField(i, x)
		return x
	}
	return value{}
}

func (in *interp) newValue(e *assignExpr, old func() float64) value {
	if e.op == 0 {
		return in.eval(e.right).own()
	}
	right := in.num(e.right)
	return number(in.arith(e.op, old(), right))
}

func (in *interp) assignElement(e *assignExpr, left *indexExpr) value {
	key := in.key(left.subs)
	if e.op == 0 {
		x := in.eval(e.right).own()
		in.replace(in.at(in.arrayOf(left.array), key), x)
		return x
	}
	right := in.num(e.right)
	cell := in.at(in.arrayOf(left.array), key)
	x := number(in.arith(e.op, cell.num(), right))
	if cell.s != "" {
		in.charge(-len(cell.s))
	}
	*cell = x
	return x
}

// increment evaluates ++ and --.
func (in *interp) increment(e *incExpr) float64 {
	var old float64
	switch left := e.left.(type) {
	case *indexExpr:
		cell := in.at(in.arrayOf(left.array), in.key(left.subs))
		old = cell.num()
		in.replace(cell, number(old+e.delta))
	case *fieldExpr:
		i := in.fieldIndex(left)
		old = in.field(i).num()
		in.setField(i, number(old+e.delta))
	case *varExpr:
		if cell := in.cell(left); cell != nil && cell.k == kNum && cell.s == "" {
			old = cell.n
			cell.n = old + e.delta
			break
		}
		old = in.variable(left).num()
		in.setVariable(left, number(old+e.delta))
	}
	if e.post {
		return old
	}
	return old + e.delta
}

// Limits of calls.
const (
	maxDepth  = 10_000
	maxWeight = 400_000
)

// call runs a function. Its parameters and local variables live on the stack,
// where what the arguments come to is collected.
func (in *interp) call(e *callExpr) value {
	fn := e.fn
	if e.indirect != nil {
		name := in.toStr(in.variable(e.indirect))
		if fn = in.prog.named[name]; fn == nil {
			return in.callBuiltin(name, e)
		}
		in.checkArguments(fn, e)
	}
	in.enter(fn)
	base := len(in.stack)
	for i, arg := range e.args {
		var v value
		var a *array
		if fn.params[i].array {
			a = in.arrayOf(arg)
		} else if v = in.eval(arg); v.s != "" {
			v = v.own()
			in.charge(len(v.s))
		}
		in.stack = append(in.stack, v)
		in.localArrays = append(in.localArrays, a)
	}
	return in.invoke(fn, base)
}

// An argument of a function is a value, or an array.
type argument struct {
	val value
	sub *array
}

// callWith runs a function with arguments that are there already.
func (in *interp) callWith(fn *function, args ...argument) value {
	if len(args) > len(fn.params) {
		in.fail("function %s called with more arguments than declared", fn.name)
	}
	in.enter(fn)
	base := len(in.stack)
	for _, a := range args {
		v := a.val.own()
		in.charge(len(v.s))
		in.stack = append(in.stack, v)
		in.localArrays = append(in.localArrays, a.sub)
	}
	return in.invoke(fn, base)
}

// enter counts a call.
func (in *interp) enter(fn *function) {
	if in.depth++; in.depth > maxDepth || in.weight+fn.weight > maxWeight {
		in.fail("function call nesting too deep (%s)", fn.name)
	}
	in.weight += fn.weight
	in.round()
}

// invoke runs a function of which the arguments are on the stack from base on.
func (in *interp) invoke(fn *function, base int) value {
	given := len(in.stack) - base
	for range len(fn.params) - given {
		in.stack = append(in.stack, value{})
		in.localArrays = append(in.localArrays, nil)
	}
	saved := in.base
	in.base = base
	if c := in.run(fn.body); c == ctlNext || c == ctlNextFile || c == ctlExit {
		panic(unwind(c))
	}
	in.leaveFrame(fn, given)
	in.base = saved
	in.depth--
	in.weight -= fn.weight
	result := in.result
	in.result = value{}
	return result
}

// leaveFrame gives back what the local variables held.
func (in *interp) leaveFrame(fn *function, given int) {
	for i := range fn.params {
		if a := in.localArrays[in.base+i]; a != nil {
			if i >= given {
				in.clear(a)
			}
			in.localArrays[in.base+i] = nil
		}
		if cell := &in.stack[in.base+i]; cell.s != "" {
			in.charge(-len(cell.s))
			cell.s = ""
		}
	}
	in.stack, in.localArrays = in.stack[:in.base], in.localArrays[:in.base]
}
