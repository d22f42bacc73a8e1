package arith

import "math"

type opcode uint8

const (
	opConst        opcode = iota // push val
	opHole                       // push number val of those that fill a template
	opPop                        // drop the top
	opLoad                       // push variable str
	opLoadElem                   // push element sub of str
	opLoadKeep                   // push the index, then the element
	opStore                      // assign the top to str
	opStoreElem                  // assign the top to element sub of str
	opStoreKept                  // assign the top to the element whose index is below it
	opAddConst                   // add val
	opNot                        // logical
	opInvert                     // bits
	opNegate                     //
	opBool                       // 0 or 1
	opJump                       //
	opJumpZero                   // pop; jump if zero
	opJumpFalse                  // && : jump and leave 0, or pop
	opJumpTrue                   // || : jump and leave 1, or pop
	opFail                       // error with text str
	opEnd                        // the value is on the stack
	opOr                         // the binary ones take two and push one
	opXor                        //
	opAnd                        //
	opEqual                      //
	opNotEqual                   //
	opLess                       //
	opLessEqual                  //
	opGreater                    //
	opGreaterEqual               //
	opShiftLeft                  //
	opShiftRight                 //
	opAdd                        //
	opSub                        //
	opMul                        //
	opDiv                        //
	opMod                        //
	opPower                      //
)

// jumps tells whether an instruction has a target.
func (o opcode) jumps() bool { return o >= opJump && o <= opJumpTrue }

type instr struct {
	op   opcode
	jump int32
	val  int64 // constant, or where in the text an error is
	str  string
	sub  *subscript
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// binary computes the operators that can not fail; 64-bit values wrap, and a
// shift counts modulo 64 as the processors do that bash leaves it to.
func binary(op opcode, a, b int64) int64 {
	switch op {
	case opOr:
		return a | b
	case opXor:
		return a ^ b
	case opAnd:
		return a & b
	case opEqual:
		return truth(a == b)
	case opNotEqual:
		return truth(a != b)
	case opLess:
		return truth(a < b)
	case opLessEqual:
		return truth(a <= b)
	case opGreater:
		return truth(a > b)
	case opGreaterEqual:
		return truth(a >= b)
	case opShiftLeft:
		return a << (uint64(b) & 63)
	case opShiftRight:
		return a >> (uint64(b) & 63)
	case opAdd:
		return a + b
	case opSub:
		return a - b
	case opMul:
		return a * b
	}
	return 0
}

// divide computes / and %; b is not 0.
func divide(op opcode, a, b int64) int64 {
	if a == math.MinInt64 && b == -1 {
		if op == opDiv {
			return a
		}
		return 0
	}
	if op == opDiv {
		return a / b
	}
	return a % b
}

// skippedBinary computes what bash does in a part that is not taken.
func skippedBinary(op opcode, a, b int64) int64 {
	if op != opDiv && op != opMod {
		return binary(op, a, b)
	}
	if b == 0 {
		b = 1
	}
	return divide(op, a, b)
}

// power computes a to the b, which is not negative.
func power(a, b int64) int64 {
	r := int64(1)
	for ; b > 0; b >>= 1 {
		if b&1 != 0 {
			r *= a
		}
		a *= a
	}
	return r
}
