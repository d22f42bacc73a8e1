package arith

// smallStack is the depth that needs no allocation.
const smallStack = 12

// Eval computes the value of the expression. Errors are an *Error, or what a
// method of env returned.
func (p *Program) Eval(env Env) (int64, error) { return p.run(env, 1, nil) }

// run is Eval at a level of recursion.
func (p *Program) run(env Env, level int, holes []Value) (int64, error) {
	if err := env.Step(len(p.code)); err != nil {
		return 0, err
	}
	if p.stack > smallStack {
		return p.exec(env, level, make([]int64, p.stack), holes)
	}
	var small [smallStack]int64
	return p.exec(env, level, small[:], holes)
}

// exec runs the code. It is one loop so that the stack stays in registers and
// close by.
func (p *Program) exec(env Env, level int, stack []int64, holes []Value) (int64, error) {
	top := -1
	for pc := 0; pc < len(p.code); pc++ {
		in := &p.code[pc]
		switch in.op {
		case opConst:
			top++
			stack[top] = in.val
		case opHole:
			top++
			stack[top] = holes[in.val].Number
		case opPop:
			top--
		case opLoad:
			v, err := p.load(env, in, level)
			if err != nil {
				return 0, err
			}
			top++
			stack[top] = v
		case opLoadElem, opLoadKeep:
			i, v, err := p.loadElem(env, in, level, holes)
			if err != nil {
				return 0, err
			}
			if in.op == opLoadKeep {
				top++
				stack[top] = i
			}
			top++
			stack[top] = v
		case opStore:
			if err := env.Set(in.str, Format(stack[top])); err != nil {
				return 0, err
			}
		case opStoreElem:
			if err := p.storeElem(env, in, stack[top], level, holes); err != nil {
				return 0, err
			}
		case opStoreKept:
			top--
			if err := p.storeKept(env, in, stack[top], stack[top+1], holes); err != nil {
				return 0, err
			}
			stack[top] = stack[top+1]
		case opAddConst:
			stack[top] += in.val
		case opNot:
			stack[top] = truth(stack[top] == 0)
		case opInvert:
			stack[top] = ^stack[top]
		case opNegate:
			stack[top] = -stack[top]
		case opBool:
			stack[top] = truth(stack[top] != 0)
		case opJump:
			pc = int(in.jump) - 1
		case opJumpZero:
			if top--; stack[top+1] == 0 {
				pc = int(in.jump) - 1
			}
		case opJumpFalse, opJumpTrue:
			if stack[top] = truth(stack[top] != 0); stack[top] == truth(in.op == opJumpTrue) {
				pc = int(in.jump) - 1
			} else {
				top--
			}
		case opFail:
			return 0, &Error{Text: in.str}
		case opEnd:
			return stack[0], nil
		case opDiv, opMod:
			top--
			if stack[top+1] == 0 {
				return 0, p.errorAt("division by 0", in.val)
			}
			stack[top] = divide(in.op, stack[top], stack[top+1])
		case opPower:
			top--
			if stack[top+1] < 0 {
				return 0, p.errorAt("exponent less than 0", in.val)
			}
			stack[top] = power(stack[top], stack[top+1])
		default:
			top--
			stack[top] = binary(in.op, stack[top], stack[top+1])
		}
	}
	return stack[0], nil
}

func (p *Program) errorAt(text string, pos int64) error {
	return &Error{Text: message(p.src, text, int(pos)), at: &place{p, text, int(pos)}}
}
